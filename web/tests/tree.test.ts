// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { MoveTree } from '../src/chess/tree';

/** What every game of a PGN has. */
const GAME = { tags: [], chess960: false, result: '*', comment: null, errors: [] };

describe('a tree of moves', () => {
  it('goes into a branch that is there instead of making it again', () => {
    const tree = new MoveTree();
    tree.play('e2e4');
    tree.play('e7e5');
    tree.back();
    tree.play('c7c5');
    tree.back();
    tree.play('e7e5');
    expect(tree.root.children[0].children.map((node) => node.san)).toEqual(['e5', 'c5']);
    expect(tree.line().map((node) => node.san)).toEqual(['e4', 'e5']);
  });

  it('refuses what is not legal and stays where it is', () => {
    const tree = new MoveTree();
    expect(tree.play('e2e5')).toBeNull();
    expect(tree.play('nonsense')).toBeNull();
    expect(tree.current).toBe(tree.root);
  });

  it('raises and removes variations', () => {
    const tree = MoveTree.fromMoves('startpos', ['e2e4', 'e7e5']);
    tree.back();
    const sicilian = tree.play('c7c5');
    expect(sicilian && tree.isMain(sicilian)).toBe(false);
    tree.promote(tree.current);
    expect(tree.root.children[0].children[0].san).toBe('c5');
    expect(tree.isMain(tree.current)).toBe(true);
    tree.remove(tree.current);
    expect(tree.current.san).toBe('e4');
    expect(tree.current.children.map((node) => node.san)).toEqual(['e5']);
  });

  it('survives being stored, with its place, comments and variations', () => {
    const tree = MoveTree.fromMoves('startpos', ['e2e4', 'e7e5', 'g1f3']);
    tree.current.comment = 'develops';
    tree.back();
    tree.play('f1c4');
    const again = MoveTree.load(JSON.parse(JSON.stringify(tree.save())));
    expect(again.line().map((node) => node.san)).toEqual(['e4', 'e5', 'Bc4']);
    expect(again.current.parent?.children.map((node) => [node.san, node.comment])).toEqual([['Nf3', 'develops'], ['Bc4', undefined]]);
    expect(again.current.fen).toBe(tree.current.fen);
  });

  it('writes what it read: variations hang on the move they replace', () => {
    const tree = MoveTree.fromPgn({
      ...GAME,
      tags: [['White', 'Ada']],
      start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      chess960: false,
      result: '*',
      line: [
        { uci: 'e2e4', san: 'e4', fen: '', nags: [1], comment: 'good', variations: [[{ uci: 'd2d4', san: 'd4', fen: '' }, { uci: 'd7d5', san: 'd5', fen: '' }]] },
        { uci: 'e7e5', san: 'e5', fen: '' },
      ],
    });
    const move = (uci: string, more: object = {}) => ({ move: uci, nags: [], comment: null, ...more });
    expect(tree.forPgn()).toEqual([
      move('e2e4', { nags: [1], comment: 'good', variations: [[move('d2d4'), move('d7d5', { variations: [] })]] }),
      move('e7e5', { variations: [] }),
    ]);
  });

  it('keeps clocks, scores and the comment before the first move', () => {
    const read = MoveTree.fromPgn({
      ...GAME,
      tags: [],
      start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      chess960: false,
      result: '*',
      comment: 'a friendly game',
      line: [
        { uci: 'e2e4', san: 'e4', fen: '', comment: 'good', eval: { cp: 31 }, clock_ms: 3_723_400 },
        { uci: 'e7e5', san: 'e5', fen: '', eval: { mate: -4 } },
      ],
    });
    const tree = MoveTree.load(JSON.parse(JSON.stringify(read.save())));
    expect(tree.comment).toBe('a friendly game');
    expect(tree.forPgn()).toMatchObject([{ comment: '[%eval 0.31] [%clk 1:02:03.4] good' }, { comment: '[%eval #-4]' }]);
  });

  it('keeps the words before a variation', () => {
    const read = MoveTree.fromPgn({
      ...GAME,
      tags: [],
      start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      chess960: false,
      result: '*',
      line: [{ uci: 'e2e4', san: 'e4', fen: '', variations: [[{ uci: 'd2d4', san: 'd4', fen: '', before: 'the other way' }]] }],
    });
    const tree = MoveTree.load(JSON.parse(JSON.stringify(read.save())));
    expect(tree.forPgn()).toMatchObject([{ move: 'e2e4', variations: [[{ move: 'd2d4', before: 'the other way' }]] }]);
  });

  it('puts back what was removed, in its place', () => {
    const tree = MoveTree.fromMoves('startpos', ['e2e4', 'e7e5', 'g1f3']);
    const e5 = tree.root.children[0].children[0];
    tree.current = e5;
    const back = tree.remove(e5);
    expect(tree.current.san).toBe('e4');
    tree.play('c7c5');
    tree.back();
    tree.play('e7e5');
    back();
    expect(tree.root.children[0].children.map((node) => node.san)).toEqual(['e5', 'c5']);
    expect(tree.current.children.map((node) => node.san)).toEqual(['Nf3']);
  });

  it('counts half-moves from the number in the FEN', () => {
    const tree = new MoveTree('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 3 14');
    expect(tree.root.ply).toBe(27);
    expect(tree.play('g8f6')?.ply).toBe(28);
  });

  it('writes castling as the protocol does, in both games', () => {
    const usual = new MoveTree('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    expect(usual.chess960).toBe(false);
    expect(usual.play('e1h1')).toMatchObject({ uci: 'e1g1', san: 'O-O' });
    const shuffled = new MoveTree('1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1');
    expect(shuffled.chess960).toBe(true);
    expect(shuffled.play('e1b1')).toMatchObject({ uci: 'e1b1', san: 'O-O-O' });
  });
});
