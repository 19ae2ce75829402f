// SPDX-License-Identifier: GPL-3.0-or-later
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import { surplus } from '../src/chess/material';
import { chess960Fen, START } from '../src/chess/rules';

describe('captured material', () => {
  it('is what one side has more of', () => {
    expect(surplus(START, 'white')).toEqual({ pieces: [], ahead: 0 });
    const fen = '4k3/8/8/8/8/8/PP6/R3K2b w Q - 0 1';
    expect(surplus(fen, 'white')).toEqual({ pieces: ['rook', 'pawn', 'pawn'], ahead: 4 });
    expect(surplus(fen, 'black')).toEqual({ pieces: ['bishop'], ahead: 0 });
  });
});

describe('Chess960', () => {
  it('knows the positions by their numbers', () => {
    // From Scharnagl's published list.
    for (const [number, rank] of [[0, 'bbqnnrkr'], [1, 'bqnbnrkr'], [518, 'rnbqkbnr'], [959, 'rkrnnqbb']] as const) {
      expect(chess960Fen(number).split('/')[0], String(number)).toBe(rank);
    }
    expect(chess960Fen(518)).toBe(START);
  });

  it('has 960 different ones, all legal', () => {
    const all = new Set(Array.from({ length: 960 }, (_, number) => chess960Fen(number)));
    expect(all.size).toBe(960);
    for (const fen of all) {
      const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
      expect(position.castles.castlingRights.size(), fen).toBe(4);
      const rank = fen.split('/')[0];
      const [left, king, right] = [rank.indexOf('r'), rank.indexOf('k'), rank.lastIndexOf('r')];
      expect(left < king && king < right, fen).toBe(true);
      expect((rank.indexOf('b') + rank.lastIndexOf('b')) % 2, fen).toBe(1);
    }
  });
});
