// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { clockText, scoreText, whiteChance } from '../src/chess/notation';
import { dests, ending, fenTrouble, playTyped, promotes, readFen } from '../src/chess/rules';
import { spokenMove } from '../src/announce';

const ITALIAN = 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4';

describe('typed moves', () => {
  it.each([
    ['O-O', 'e1g1'],
    ['o-o', 'e1g1'],
    ['0-0', 'e1g1'],
    ['Nxe5', 'f3e5'],
    ['nxe5', 'f3e5'],
    ['bxf7', 'c4f7'],
    ['4. c3', 'c2c3'],
    ['b4', 'b2b4'],
    ['e1g1', 'e1g1'],
    ['e1h1', 'e1g1'],
    ['Ng5!', 'f3g5'],
  ])('%s', (text, uci) => {
    expect(playTyped(ITALIAN, text)?.uci).toBe(uci);
  });

  it('refuses the rest', () => {
    for (const text of ['', 'Ke3', 'e5', 'castle', 'Zf3', '🙂']) expect(playTyped(ITALIAN, text)).toBeNull();
  });

  it('understands promotions', () => {
    const fen = '8/4P1k1/8/8/8/8/6K1/8 w - - 0 1';
    for (const text of ['e8=Q', 'e8Q', 'e8q', 'e7e8q']) expect(playTyped(fen, text)?.san).toBe('e8=Q');
    expect(playTyped(fen, 'e8=N')?.san).toBe('e8=N+');
    expect(promotes(fen, 'e7', 'e8')).toBe(true);
    expect(promotes(fen, 'g2', 'g1')).toBe(false);
  });
});

describe('positions', () => {
  it('reads only what can be played', () => {
    expect(readFen(ITALIAN)).toBe(ITALIAN);
    expect(readFen('not a fen')).toBeNull();
    expect(readFen('8/8/8/8/8/8/8/8 w - - 0 1')).toBeNull();
    expect(dests('nothing').size).toBe(0);
  });

  it('tells what is wrong with a FEN, and only with a FEN', () => {
    expect(fenTrouble(ITALIAN)).toBeNull();
    expect(fenTrouble('1. e4 e5 2. Nf3')).toBeNull();
    expect(fenTrouble('[White "a/b/c/d"]')).toBeNull();
    expect(fenTrouble('8/8/8/8/8/8/8/K7 w - - 0 1')).toMatch(/one king/);
    expect(fenTrouble('8/8/8/3k4/8/8/3QK3/8 w - - 0 1')).toMatch(/in check/);
    expect(fenTrouble('rnbqkbnr/pppppppp/8/8 w KQkq - 0 1')).toMatch(/incomplete/);
  });

  it('knows when it is over', () => {
    expect(ending('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3')).toMatchObject({ result: '0-1', reason: 'checkmate' });
    expect(ending('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')).toMatchObject({ reason: 'stalemate' });
    expect(ending(ITALIAN)).toBeNull();
  });
});

describe('numbers and words', () => {
  it('writes scores and clocks', () => {
    expect(['+0.34', '−1.20', '0.00', '#3', '#−3', '#']).toEqual([{ cp: 34 }, { cp: -120 }, { cp: 0 }, { mate: 3 }, { mate: -3 }, { mate: 0 }].map(scoreText));
    expect([300_000, 3_723_000, 9_450, 0, -5].map(clockText)).toEqual(['5:00', '1:02:03', '0:09.4', '0:00.0', '0:00.0']);
    expect(whiteChance({ cp: 0 })).toBe(0.5);
    expect(whiteChance({ mate: -2 })).toBe(0);
  });

  it('reads moves out', () => {
    expect(spokenMove('Nxf3+')).toBe('knight takes f3, check');
    expect(spokenMove('O-O-O#')).toBe('castles queenside, checkmate');
    expect(spokenMove('exd8=Q')).toBe('e takes d8 promotes to queen');
    expect(spokenMove('e4')).toBe('e4');
  });
});
