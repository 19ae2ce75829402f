// SPDX-License-Identifier: GPL-3.0-or-later
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parsePgn } from 'chessops/pgn';
import { boardFen, clickMove, typeMove, untilFen, visit } from './harness.mjs';

const GAME = '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 {the best by test} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n';

const pasteIn = async (page, text) => {
  await page.getByRole('button', { name: 'Paste' }).click();
  await page.getByLabel('A FEN or a PGN').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
};
const depth = (page) => page.locator('.engine-speed').getAttribute('data-depth').then(Number);

export default function (test, server) {
  test('analysis: a pasted FEN, live lines, a mate found, variations, PGN out', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await page.waitForFunction(() => document.querySelectorAll('.line .line-score').length === 3);
    const first = await depth(page);
    await page.waitForFunction((before) => Number(document.querySelector('.engine-speed')?.getAttribute('data-depth')) > before, first);
    assert.ok((await page.locator('.cg-shapes g line').count()) >= 1);
    assert.match(await page.locator('.wdl').first().getAttribute('aria-label'), /White wins \d+ %/);

    // A mate in one is seen, and on the bar.
    await pasteIn(page, 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4');
    await page.waitForFunction(() => document.querySelector('.line-score')?.textContent === '#1');
    await page.locator('.line-move').first().click();
    await untilFen(page, /^r1bqkb1r\/pppp1Qpp/);
    await page.getByText('White wins: checkmate').waitFor();

    // A game with a variation, and one more made by hand.
    await pasteIn(page, GAME);
    await page.locator('.tree-variation').waitFor();
    assert.equal(await page.locator('.tree-comment').first().textContent(), 'the best by test');
    await page.locator('.tree .move', { hasText: /^e4$/ }).click();
    await untilFen(page, /PPPP1PPP\/RNBQKBNR b/);
    await clickMove(page, 'e7e6');
    await untilFen(page, /\/4p3\/8\/4P3\//);
    await typeMove(page, 'd4');
    await untilFen(page, /PPP2PPP\/RNBQKBNR b/);
    await page.reload();
    await untilFen(page, /PPP2PPP\/RNBQKBNR b/);
    await page.waitForSelector('.connection[data-state=open]');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const text = await readFile(await (await waiting).path(), 'utf8');
    const [game] = parsePgn(text);
    assert.equal(game.headers.get('White'), 'Ada');
    const afterE4 = game.moves.children[0];
    assert.deepEqual(afterE4.children.map((child) => child.data.san), ['e5', 'c5', 'e6']);
    await close();
  });

  test('analysis: the board and the panel stay where they are while lines come and go', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await page.waitForFunction(() => document.querySelectorAll('.line .line-score').length === 3);
    const places = () => page.evaluate(() => ['.board', '.moves', '.walk', '.knowledge'].map((name) => JSON.stringify(document.querySelector(name)?.getBoundingClientRect())));
    const before = await places();
    await page.keyboard.press('ArrowRight');
    await clickMove(page, 'e2e4');
    await page.waitForFunction(() => Number(document.querySelector('.engine-speed')?.getAttribute('data-depth')) > 4);
    assert.deepEqual(await places(), before);
    await close();
  });

  test('understand: the ledger adds up, sentences show their proof, levels speak differently', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await pasteIn(page, 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4');
    await page.getByRole('button', { name: 'Understand' }).click();
    await page.locator('.ledger tbody tr').first().waitFor();
    const numbers = await page.locator('.ledger .balance').allTextContents();
    const value = (text) => Math.round(Number(text.replace('\u2212', '-')) * 100);
    const foot = await page.locator('.ledger tfoot td').allTextContents();
    const rounding = /rounding ([^)]+)\)/.exec(foot[0])?.[1] ?? '0';
    assert.ok(numbers.length > 5);
    assert.equal(numbers.map(value).reduce((sum, one) => sum + one, 0) + value(rounding), value(foot[1]));

    await page.locator('.sentence').first().waitFor();
    const club = await page.locator('.sentence').allTextContents();
    assert.ok(club.length >= 4, club.join('\n'));
    const here = await boardFen(page);
    const threat = page.locator('.sentence', { hasText: 'Nxf7' }).first();
    await threat.click();
    await page.locator('.proof.open .line-move').first().waitFor();
    await page.getByRole('button', { name: 'Forward in the proof' }).click();
    await page.waitForFunction((fen) => document.querySelector('.board')?.getAttribute('data-fen') !== fen, here);
    await page.keyboard.press('Escape');
    await untilFen(page, here);
    await page.getByLabel('Beginner', { exact: true }).check();
    assert.notDeepEqual(await page.locator('.sentence').allTextContents(), club);

    // Every sentence can be clicked; whatever it shows, the board is still a board.
    for (const sentence of await page.locator('.sentence').all()) {
      await sentence.click();
      await page.locator('.proof.open').waitFor();
    }
    await page.keyboard.press('Escape');

    for (const name of ['Worth', 'Network', 'Mobility', 'Control', 'Kings', 'Pins', 'Passed']) {
      await page.getByLabel(name, { exact: true }).check();
      assert.ok((await page.locator('.legend').textContent()).length > 15, name);
    }
    await page.getByLabel('Mobility', { exact: true }).check();
    assert.ok((await page.locator('.board-numbers span:not(:empty)').count()) > 10);
    await page.locator('.ledger tbody button', { hasText: 'Mobility' }).click();
    await page.locator('.credits li').first().waitFor();

    await page.getByPlaceholder('Why not …?').fill('Nxe4');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('heading', { name: 'Why not Nxe4?' }).waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll('.sentence')].some((one) => one.textContent?.includes('Nxe4')));
    await close();
  });

  test('a move is explained after it was played', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await pasteIn(page, 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3');
    await page.getByRole('button', { name: 'Understand' }).click();
    await clickMove(page, 'g8f6');
    await page.getByRole('button', { name: 'The move Nf6' }).click();
    await page.waitForFunction(() => [...document.querySelectorAll('.sentence')].some((one) => /Nf6.*(mate|blunder|mistake)/i.test(one.textContent ?? '')));
    await close();
  });
}
