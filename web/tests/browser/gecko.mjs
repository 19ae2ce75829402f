// SPDX-License-Identifier: GPL-3.0-or-later
// The page in Firefox: what differs between browsers is style, pointers, clipboard and files.
import assert from 'node:assert/strict';
import { clickMove, hasFirefox, newGame, openView, pasteWithKeys, status, typeMove, until, untilCount, untilFen, untilText, untilTurn, visit } from './harness.mjs';

export default function (test, server) {
  const options = { skip: hasFirefox ? false : 'firefox-esr is not installed' };
  // Firefox tells of a socket that is closed with the page.
  const visitFirefox = (view, more = {}) => visit(server(), view, { name: 'firefox', allow: (text) => /interrupted while the page was loading|WebSocket/.test(text), ...more });

  test('Firefox: a game by clicks, a promotion, a reload', options, async () => {
    const { page, close } = await visitFirefox('play');
    await newGame(page, { fen: '8/P6k/8/8/8/7p/8/K7 w - - 0 1' });
    await status(page, 'your_move');
    await clickMove(page, 'a7a8q');
    await untilTurn(page, 2);
    await page.reload();
    // The game stands there at once, but a move needs the server.
    await page.waitForSelector('.connection[data-state=open]');
    await untilTurn(page, 2);
    await typeMove(page, 'Kb2');
    await untilTurn(page, 4);
    await close();
  });

  test('Firefox: the workspace: paste, lines, a preview, an explanation, a game list', options, async () => {
    const { page, close } = await visitFirefox('analyse');
    await pasteWithKeys(page, '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5');
    await untilCount(page, '.tree-variation', 1);
    await page.keyboard.press('End');
    await untilFen(page, /1B2p3/);
    await untilText(page, '.game-head', /Ruy Lopez|Spanish/);
    await untilCount(page, '.line .line-move', 3);
    await page.locator('.line .line-move').first().hover();
    await page.locator('.preview .mini-board piece').first().waitFor();
    await openView(page, page.locator('.tabs a', { hasText: 'Understand' }), 'Understand');
    await untilCount(page, '.sentence', 1);
    await page.locator('.sentence').first().click();
    await page.locator('.evidence.open').waitFor();
    await page.keyboard.press('Escape');
    await openView(page, page.locator('.tabs a', { hasText: 'Report' }), 'Report');
    await page.getByRole('button', { name: 'Analyse this game' }).waitFor();
    await close();
  });

  test('Firefox: nothing overflows, and the board is where it is in Chromium', options, async () => {
    const places = [];
    for (const name of ['firefox', 'chromium']) {
      const { page, close } = await visit(server(), 'analyse', { name, options: { viewport: { width: 1280, height: 720 } }, storage: { 'analyse.on': false }, allow: () => name === 'firefox' });
      await until(page, () => document.querySelector('.board')?.getBoundingClientRect().width > 0);
      const { width, board } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth - innerWidth, board: document.querySelector('.board').getBoundingClientRect().width }));
      assert.ok(width <= 0, `${name}: ${width}`);
      places.push(board);
      await close();
    }
    assert.equal(places[0], places[1]);
  });
}
