// SPDX-License-Identifier: GPL-3.0-or-later
// A small chess player for the tests: looks two half-moves ahead, takes what hangs, and drives
// the enemy king to the edge. Its rules are chessops', not the program's.
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { makeUci } from 'chessops/util';

const WORTH = { pawn: 100, knight: 300, bishop: 310, rook: 500, queen: 900, king: 0 };

export function set(fen) {
  return Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
}

function moves(position) {
  const found = [];
  for (const [from, dests] of position.allDests()) {
    const pawn = position.board.pawn.has(from);
    for (const to of dests) found.push(pawn && (to >= 56 || to < 8) ? { from, to, promotion: 'queen' } : { from, to });
  }
  return found;
}

function worth(position, side) {
  let sum = 0;
  const edge = (square) => Math.max(Math.abs((square & 7) - 3.5), Math.abs((square >> 3) - 3.5));
  for (const [square, piece] of position.board) {
    const own = piece.color === side;
    let value = WORTH[piece.role];
    // Pawns want to be queens, pieces want the middle.
    if (piece.role === 'pawn') value += 8 * (piece.color === 'white' ? square >> 3 : 7 - (square >> 3));
    else if (piece.role !== 'king') value -= 4 * edge(square);
    sum += own ? value : -value;
  }
  const mine = position.board.kingOf(side);
  const theirs = position.board.kingOf(side === 'white' ? 'black' : 'white');
  const distance = Math.max(Math.abs((mine & 7) - (theirs & 7)), Math.abs((mine >> 3) - (theirs >> 3)));
  return sum + 12 * edge(theirs) - 5 * distance;
}

/** The move to play, in UCI; positions seen before (`seen`) are avoided, so that games end. */
export function choose(fen, seen) {
  const position = set(fen);
  const side = position.turn;
  let best;
  let most = -Infinity;
  for (const move of moves(position)) {
    const after = position.clone();
    after.play(move);
    if (after.isCheckmate()) return makeUci(move);
    if (after.isStalemate() || seen.has(key(makeFen(after.toSetup())))) continue;
    let least = Infinity;
    for (const reply of moves(after)) {
      const then = after.clone();
      then.play(reply);
      least = Math.min(least, then.isCheckmate() ? -1e6 : worth(then, side));
      if (least <= most) break;
    }
    if (least > most) {
      most = least;
      best = move;
    }
  }
  return makeUci(best ?? moves(position)[0]);
}

export function key(fen) {
  return fen.split(' ').slice(0, 3).join(' ');
}

/** The position after a move, and the move as it is written. */
export function after(fen, uci) {
  const position = set(fen);
  const names = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };
  const square = (text) => (text.charCodeAt(0) - 97) + 8 * (Number(text[1]) - 1);
  const move = { from: square(uci.slice(0, 2)), to: square(uci.slice(2, 4)), promotion: names[uci[4]] };
  const san = makeSanAndPlay(position, move);
  return { san, fen: makeFen(position.toSetup()) };
}
