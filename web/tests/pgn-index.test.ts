// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { PgnIndex, search } from '../src/chess/pgn-index';

const GAME = (n: number) => `[Event "Match \\"${n}\\""]\r\n[White "W${n}"]\r\n[Black "B"]\r\n[Result "1-0"]\r\n\r\n1. e4 {a comment\r\n[White "not a tag"]\r\n} e5 ; [a rest of line\r\n2. Nf3 1-0\r\n\r\n`;

async function indexed(text: string | Uint8Array<ArrayBuffer>): Promise<PgnIndex> {
  const index = new PgnIndex(new Blob([text]));
  await index.read();
  return index;
}

describe('the index of a PGN', () => {
  it('finds every game, whatever stands in comments', async () => {
    const texts = Array.from({ length: 50 }, (_, n) => GAME(n));
    const index = await indexed(texts.join(''));
    expect(index.games.map((game) => game.white)).toEqual(texts.map((_, n) => `W${n}`));
    expect(index.games[7].event).toBe('Match "7"');
    expect((await index.text(7)).trim()).toBe(texts[7].trim());
  });

  it('reads files larger than a piece, cut anywhere', async () => {
    const texts = Array.from({ length: 12_000 }, (_, n) => GAME(n));
    const index = await indexed(texts.join(''));
    expect(index.games.length).toBe(texts.length);
    for (const n of [0, 1, 5_999, 11_999]) expect((await index.text(n)).trim()).toBe(texts[n].trim());
    expect((await index.texts(5_998, 6_001)).map((text) => text.trim())).toEqual(texts.slice(5_998, 6_001).map((text) => text.trim()));
    expect(await index.texts(3, 3)).toEqual([]);
  });

  it('takes moves without tags for a game, and nothing for none', async () => {
    expect((await indexed('1. e4 e5\n2. Nf3')).games.length).toBe(1);
    expect((await indexed('\n\n  \n')).games.length).toBe(0);
  });

  it('reads Latin-1 where a file is not UTF-8', async () => {
    const bytes = new Uint8Array([...'[White "M'].map((c) => c.charCodeAt(0)).concat([0xfc], [...'ller"]\n\n1. e4 *\n'].map((c) => c.charCodeAt(0))));
    expect(await (await indexed(bytes)).text(0)).toContain('Müller');
  });

  it('is searched by all words', () => {
    const game = { from: 0, to: 0, white: 'Morphy, Paul', black: 'Anderssen', result: '1-0', date: '1858.12.20', event: 'Paris', eco: 'C52' };
    const games = [game, { ...game, white: 'Steinitz', date: '1866.07.18', event: 'London' }];
    expect(search(games, 'anderssen')).toEqual([0, 1]);
    expect(search(games, 'MORPHY 1858')).toEqual([0]);
    expect(search(games, 'c52 london')).toEqual([1]);
  });
});
