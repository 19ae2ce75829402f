// SPDX-License-Identifier: GPL-3.0-or-later
// Who can use the page, and where: small screens, dark rooms, keyboards, screen readers.
import assert from 'node:assert/strict';
import { newGame, status, typeMove, visit } from './harness.mjs';

const VIEWS = ['play', 'analyse', 'understand', 'watch', 'report'];

export default function (test, server) {
  test('on a phone nothing is wider than the screen', async () => {
    const { page, close } = await visit(server(), 'play', { options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } });
    for (const view of VIEWS) {
      await page.locator('.tabs a', { hasText: new RegExp(view, 'i') }).click();
      await page.locator(`.tabs a[aria-current=page][href="#${view}"]`).waitFor();
      await page.waitForTimeout(150);
      const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= 360 && inner === 360, `${view}: ${width} of ${inner}`);
    }
    await page.locator('.tabs a', { hasText: 'Play' }).click();
    await newGame(page, {});
    await status(page, 'your_move');
    const board = await page.locator('.board').boundingBox();
    assert.ok(board.width >= 330 && board.x >= 0 && board.x + board.width <= 360, JSON.stringify(board));
    // Two taps are a move.
    const tap = (file, rank) => page.touchscreen.tap(board.x + ((file + 0.5) * board.width) / 8, board.y + ((7 - rank + 0.5) * board.width) / 8);
    await tap(4, 1);
    await tap(4, 3);
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await close();
  });

  test('dark when the system is dark, and when one says so', async () => {
    const paper = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const brightness = (color) => color.match(/\d+/g).slice(0, 3).map(Number).reduce((sum, one) => sum + one, 0);
    const dark = await visit(server(), 'analyse', { options: { colorScheme: 'dark' } });
    assert.ok(brightness(await paper(dark.page)) < 150);
    await dark.close();
    const light = await visit(server(), 'analyse', { options: { colorScheme: 'light' } });
    assert.ok(brightness(await paper(light.page)) > 600);
    await light.page.locator('.theme').click();
    await light.page.locator('.theme').click();
    assert.ok(brightness(await paper(light.page)) < 150);
    await light.page.reload();
    assert.ok(brightness(await paper(light.page)) < 150);
    await light.close();
  });

  test('without a mouse: moves by typing, the board as a table, moves read out', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, {});
    await status(page, 'your_move');
    await page.keyboard.press('m');
    assert.ok(await page.evaluate(() => document.activeElement?.classList.contains('typed-move')));
    await page.keyboard.type('Ke5');
    await page.keyboard.press('Enter');
    await page.getByText('Ke5 is not a legal move here').first().waitFor();
    await typeMove(page, 'nf3');
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await page.waitForFunction(() => (document.querySelector('#spoken')?.textContent ?? '').length > 1);
    const table = page.locator('.text-board table');
    assert.match(await table.locator('tbody tr').nth(5).textContent(), /white knight/);
    assert.match(await table.locator('caption').textContent(), /White to move/);
    await page.getByRole('button', { name: 'Board as text' }).click();
    assert.ok(await table.isVisible());
    await close();
  });

  test('every control has a name, every view a heading, and the focus can be seen', async () => {
    const { page, close } = await visit(server(), 'play');
    for (const view of VIEWS) {
      await page.locator('.tabs a', { hasText: new RegExp(view, 'i') }).click();
      await page.locator('h1').first().waitFor({ state: 'attached' });
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll('button, input, select, textarea, a[href]')]
          .filter((one) => !(one.getAttribute('aria-label') || one.textContent?.trim() || one.closest('label')?.textContent?.trim()))
          .map((one) => one.outerHTML),
      );
      assert.deepEqual(nameless, [], view);
    }
    await page.locator('.tabs a', { hasText: 'Play' }).click();
    await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    await page.keyboard.press('Tab');
    const first = await page.evaluate(() => document.activeElement?.textContent);
    assert.ok(first && first.length > 0);
    await page.getByRole('button', { name: 'Help and keys' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });

  test('the page is light, asks nobody else, and says so to the browser', async () => {
    const target = server();
    const answer = await fetch(target.url);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe|unsafe-eval|https?:/);
    const { page, close } = await visit(target, 'play');
    const loaded = await page.evaluate(() => [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].map((one) => ({ name: one.name, bytes: one.transferSize })));
    const weight = loaded.reduce((sum, one) => sum + one.bytes, 0);
    assert.ok(weight > 20_000 && weight < 500_000, `${weight} bytes`);
    await close();
  });
}
