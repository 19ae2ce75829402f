// SPDX-License-Identifier: GPL-3.0-or-later
/** Captured material: what each side has more of than the other. */
import type { Side } from '../protocol';

const VALUES: readonly (readonly [string, string, number])[] = [
  ['q', 'queen', 9],
  ['r', 'rook', 5],
  ['b', 'bishop', 3],
  ['n', 'knight', 3],
  ['p', 'pawn', 1],
];

export interface Surplus {
  /** The opponent's pieces that are missing against one's own, the heaviest first. */
  pieces: string[];
  /** How many pawns one is ahead; 0 when not ahead. */
  ahead: number;
}

export function surplus(fen: string, side: Side): Surplus {
  const board = fen.split(' ')[0];
  const count = (letter: string) => board.split(letter).length - 1;
  const pieces: string[] = [];
  let ahead = 0;
  for (const [letter, role, value] of VALUES) {
    const difference = (count(letter.toUpperCase()) - count(letter)) * (side === 'white' ? 1 : -1);
    ahead += difference * value;
    for (let i = 0; i < difference; i += 1) pieces.push(role);
  }
  return { pieces, ahead: Math.max(0, ahead) };
}
