// SPDX-License-Identifier: GPL-3.0-or-later
/** Colourings of the board, each with a legend. */
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { pieces } from '../chess/rules';
import { signed } from '../chess/notation';
import type { Tint } from '../parts/board';
import type { Side, Ledger } from '../protocol';

export type Colouring = 'none' | 'values' | 'network' | 'mobility' | 'control' | 'king' | 'pinned' | 'passed';

export const COLOURINGS: readonly (readonly [Colouring, string])[] = [
  ['none', 'None'],
  ['values', 'Piece values'],
  ['network', 'Piece values (network)'],
  ['mobility', 'Mobility'],
  ['control', 'Square control'],
  ['king', 'King safety'],
  ['pinned', 'Pins'],
  ['passed', 'Passed pawns'],
];

export interface Coloured {
  tints: Map<string, Tint> | undefined;
  shapes: DrawShape[];
  legend: string;
}

/** Warm for White, cool for Black; the strength is the share of the largest value. */
function shade(side: Side, strength: number): string {
  const alpha = 0.14 + 0.56 * Math.min(1, Math.max(0, strength));
  return side === 'white' ? `rgb(214 150 30 / ${alpha.toFixed(2)})` : `rgb(38 104 148 / ${alpha.toFixed(2)})`;
}

function worth(map: Record<Side, Record<string, number>>, tints: Map<string, Tint>, fen: string): void {
  // The king's value would dwarf everything else.
  const board = pieces(fen);
  const entries = (['white', 'black'] as const).flatMap((side) => Object.entries(map[side] ?? {}).map(([square, value]) => ({ side, square, value })));
  const counted = entries.filter((one) => board.get(one.square)?.role !== 'king');
  const most = Math.max(1, ...counted.map((one) => Math.abs(one.value)));
  for (const { side, square, value } of counted) {
    tints.set(square, { color: shade(side, Math.sqrt(Math.abs(value) / most)), text: signed(value / 100, Math.abs(value) >= 1000 ? 0 : 1) });
  }
}

export function colour(kind: Colouring, ledger: Ledger | null): Coloured {
  const plain: Coloured = { tints: undefined, shapes: [], legend: '' };
  if (!ledger || kind === 'none') return plain;
  const { maps } = ledger;
  const tints = new Map<string, Tint>();
  const shapes: DrawShape[] = [];
  switch (kind) {
    case 'values':
      worth(maps.values, tints, ledger.fen);
      return { tints, shapes, legend: 'What each piece adds to the static evaluation, in pawns: material, placement and activity.' };
    case 'network':
      worth(maps.network, tints, ledger.fen);
      return { tints, shapes, legend: 'How much the network’s evaluation drops for its owner without the piece, in pawns.' };
    case 'mobility': {
      const board = pieces(ledger.fen);
      const most = Math.max(1, ...Object.values(maps.mobility.pieces));
      for (const [square, moves] of Object.entries(maps.mobility.pieces)) {
        const side = board.get(square)?.color ?? 'white';
        tints.set(square, { color: shade(side, moves / most), text: String(moves) });
      }
      return { tints, shapes, legend: 'Mobility: how many squares each piece can move to.' };
    }
    case 'control': {
      for (const [square, balance] of Object.entries(maps.mobility.control)) {
        if (balance !== 0) tints.set(square, { color: shade(balance > 0 ? 'white' : 'black', Math.abs(balance) / 4), text: signed(balance, 0) });
      }
      return { tints, shapes, legend: 'Who controls a square: White’s attackers minus Black’s.' };
    }
    case 'king': {
      for (const side of ['white', 'black'] as const) {
        const king = maps.king[side];
        if (!king) continue;
        const enemy: Side = side === 'white' ? 'black' : 'white';
        for (const square of king.zone) {
          const attacks = king.attacked[square] ?? 0;
          tints.set(square, attacks ? { color: shade(enemy, attacks / 3), text: String(attacks) } : { color: 'rgb(128 128 128 / 0.18)' });
        }
        for (const attacker of king.attackers) shapes.push({ orig: attacker as Key, dest: king.king as Key, brush: 'against' });
      }
      const danger = (side: Side) => maps.king[side]?.danger_cp;
      const words = (['white', 'black'] as const).flatMap((side) => (danger(side) ? [`${side === 'white' ? 'White' : 'Black'}’s king: ${signed((danger(side) ?? 0) / 100, 2)}`] : []));
      return { tints, shapes, legend: `King safety: the squares around each king and how often they are attacked. ${words.join('; ')}`.trim() };
    }
    case 'pinned':
      for (const pin of maps.pinned) {
        for (const square of pin.ray) tints.set(square, { color: 'rgb(179 64 47 / 0.3)' });
        tints.set(pin.square, { color: pin.absolute ? 'rgb(179 64 47 / 0.75)' : 'rgb(179 64 47 / 0.5)' });
        shapes.push({ orig: pin.by as Key, dest: pin.to as Key, brush: 'against' });
      }
      return { tints, shapes, legend: maps.pinned.length ? 'Pinned pieces: moving away is illegal, or exposes a more valuable piece.' : 'No pinned pieces.' };
    case 'passed':
      for (const pawn of maps.passed) {
        for (const square of pawn.path) tints.set(square, { color: shade(pawn.side, 0.15) });
        tints.set(pawn.square, { color: shade(pawn.side, 0.9), text: signed(pawn.worth / 100, 1) });
      }
      return { tints, shapes, legend: maps.passed.length ? 'Passed pawns, their path, and what they add to the static evaluation.' : 'No passed pawns.' };
  }
}
