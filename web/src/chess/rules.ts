// SPDX-License-Identifier: GPL-3.0-or-later
/** The rules of chess in the page, so that a move never waits for the server. */
import type { Key } from '@lichess-org/chessground/types';
import { Chess, normalizeMove } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { isNormal, type Move } from 'chessops/types';
import { makeSquare, makeUci, parseSquare, parseUci } from 'chessops/util';
import type { Side, Outcome } from '../protocol';

export const START = INITIAL_FEN;

export type Dests = Map<Key, Key[]>;

/** The Chess960 position of a number from 0 to 959. */
export function chess960Fen(number: number): string {
  const rank: string[] = Array(8).fill('');
  let rest = number;
  rank[(rest % 4) * 2 + 1] = 'b';
  rest = Math.floor(rest / 4);
  rank[(rest % 4) * 2] = 'b';
  rest = Math.floor(rest / 4);
  const free = () => rank.flatMap((piece, file) => (piece ? [] : [file]));
  rank[free()[rest % 6]] = 'q';
  rest = Math.floor(rest / 6);
  // The two knights on five free squares: ten ways, in order.
  const pairs = [0, 1, 2, 3].flatMap((one) => [1, 2, 3, 4].filter((two) => two > one).map((two) => [one, two]));
  const squares = free();
  for (const place of pairs[rest]) rank[squares[place]] = 'n';
  free().forEach((file, index) => (rank[file] = 'rkr'[index]));
  const files = rank.flatMap((piece, file) => (piece === 'r' ? ['abcdefgh'[file]] : [])).reverse().join('');
  const pieces = rank.join('');
  return `${pieces}/pppppppp/8/8/8/8/PPPPPPPP/${pieces.toUpperCase()} w ${number === 518 ? 'KQkq' : files.toUpperCase() + files} - 0 1`;
}

/** A FEN as a position, or the reason why it is none. */
export function position(fen: string): Chess {
  const text = fen === 'startpos' ? INITIAL_FEN : fen.trim();
  return parseFen(text).chain((setup) => Chess.fromSetup(setup)).unwrap();
}

/** The FEN in its usual form, or null when it can't be played from. */
export function readFen(text: string): string | null {
  try {
    return makeFen(position(text).toSetup());
  } catch {
    return null;
  }
}

const TROUBLES: Record<string, string> = {
  ERR_EMPTY: 'the board is empty',
  ERR_KINGS: 'each side needs exactly one king',
  ERR_OPPOSITE_CHECK: 'the side not to move is in check',
  ERR_PAWNS_ON_BACKRANK: 'a pawn is on the first or last rank',
};

/** What is wrong with a text that is meant as a FEN; null for a good one, and for other texts. */
export function fenTrouble(text: string): string | null {
  // Ranks of anything: a letter that is no piece is a fault to be told, not another kind of text.
  if (!/^\s*[a-z0-9~]+(\/[a-z0-9~]*){3,}/i.test(text)) return null;
  try {
    position(text);
    return null;
  } catch (why) {
    return `Invalid position: ${TROUBLES[why instanceof Error ? why.message : ''] ?? 'the FEN is incomplete'}.`;
  }
}

/** Whether castling needs Chess960 rules: a right without king on e and rook on its corner. */
export function isChess960(fen: string): boolean {
  try {
    const pos = position(fen);
    for (const color of ['white', 'black'] as const) {
      const king = pos.board.kingOf(color);
      for (const side of ['a', 'h'] as const) {
        const rook = pos.castles.rook[color][side];
        if (rook === undefined) continue;
        if (king === undefined || king % 8 !== 4 || rook % 8 !== (side === 'a' ? 0 : 7)) return true;
      }
    }
  } catch {
    // Not a position; nothing to castle.
  }
  return false;
}

export interface Played {
  uci: string;
  san: string;
  fen: string;
  last: [Key, Key];
  check: boolean;
}

function played(pos: Chess, move: Move, chess960: boolean): Played {
  const from = isNormal(move) ? makeSquare(move.from) : makeSquare(move.to);
  const castles = pos.castles.rook[pos.turn];
  let to = makeSquare(move.to);
  const isCastling = isNormal(move) && pos.board.king.has(move.from) && (castles.a === move.to || castles.h === move.to);
  let uci = makeUci(move);
  if (isCastling && !chess960) {
    to = makeSquare((move.to & 56) + (castles.a === move.to ? 2 : 6));
    uci = from + to;
  }
  const after = pos.clone();
  const san = makeSanAndPlay(after, move);
  return { uci, san, fen: makeFen(after.toSetup()), last: [from, to], check: after.isCheck() };
}

/** Plays a move given as UCI, or null when it is not legal. */
export function play(fen: string, uci: string, chess960 = false): Played | null {
  const move = parseUci(uci);
  if (!move) return null;
  const pos = position(fen);
  const legal = normalizeMove(pos, move);
  return pos.isLegal(legal) ? played(pos, legal, chess960) : null;
}

/** Plays a move as a person types it: SAN of any care, or UCI. */
export function playTyped(fen: string, text: string, chess960 = false): Played | null {
  const pos = position(fen);
  const clean = text.trim().replace(/^\d+\.+\s*/, '').replace(/0/g, 'O').replace(/[!?+#]+$/, '');
  const castling = clean.toUpperCase().replace(/[^O]/g, '');
  const tries = [clean];
  if (/^o-?o(-?o)?$/i.test(clean)) tries.push(castling.length === 3 ? 'O-O-O' : 'O-O');
  // "nf3" and "bb5" are meant as pieces, unless a pawn can do it.
  if (/^[nbrqk]/.test(clean)) tries.push(clean[0].toUpperCase() + clean.slice(1));
  if (/^[a-h].*[18][qrbnQRBN]$/.test(clean)) tries.push(`${clean.slice(0, -1)}=${clean.slice(-1).toUpperCase()}`);
  for (const san of tries) {
    const move = parseSan(pos, san);
    if (move) return played(pos, move, chess960);
  }
  return play(fen, text.trim().toLowerCase(), chess960);
}

export function turn(fen: string): Side {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

export function dests(fen: string, chess960 = false): Dests {
  try {
    return chessgroundDests(position(fen), { chess960 }) as Dests;
  } catch {
    return new Map();
  }
}

export function inCheck(fen: string): boolean {
  try {
    return position(fen).isCheck();
  } catch {
    return false;
  }
}

/** Checkmate, stalemate or insufficient material. */
export function ending(fen: string): Outcome | null {
  const pos = position(fen);
  if (pos.isCheckmate()) {
    const winner: Side = pos.turn === 'white' ? 'black' : 'white';
    return { result: winner === 'white' ? '1-0' : '0-1', winner, reason: 'checkmate', text: 'checkmate' };
  }
  if (pos.isStalemate()) return { result: '1/2-1/2', winner: null, reason: 'stalemate', text: 'stalemate' };
  if (pos.isInsufficientMaterial()) {
    return { result: '1/2-1/2', winner: null, reason: 'insufficient_material', text: 'insufficient material' };
  }
  return null;
}

/** Whether a pawn move from one square to the other promotes. */
export function promotes(fen: string, from: string, to: string): boolean {
  const pos = position(fen);
  return (to[1] === '8' || to[1] === '1') && pos.board.pawn.has(parseSquare(from) ?? 0);
}

/** The pieces on the board by square. */
export function pieces(fen: string): Map<string, { color: Side; role: string }> {
  const found = new Map<string, { color: Side; role: string }>();
  for (const [square, piece] of position(fen).board) {
    found.set(makeSquare(square), { color: piece.color, role: piece.role });
  }
  return found;
}

/** Every position of a line of moves, the first one included; it ends at the first bad move. */
export function replay(fen: string, moves: string[], chess960 = false): { fens: string[]; lasts: ([Key, Key] | null)[] } {
  const fens = [fen];
  const lasts: ([Key, Key] | null)[] = [null];
  for (const uci of moves) {
    const next = play(fens[fens.length - 1], uci, chess960);
    if (!next) break;
    fens.push(next.fen);
    lasts.push(next.last);
  }
  return { fens, lasts };
}
