// SPDX-License-Identifier: GPL-3.0-or-later
// Who can use the page, and where: small screens, dark rooms, keyboards, screen readers.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { newGame, openView, pasteText, status, typeMove, until, untilCount, untilFen, untilText, untilTurn, visit } from './harness.mjs';

const VIEWS = ['Play', 'Analyse', 'Understand', 'Report', 'Watch'];
const goTo = (page, view) => openView(page, page.locator('.tabs a', { hasText: view }), view);

/** Whether the field for moves has the focus; runs in the page. */
const typing = () => document.activeElement?.classList.contains('typed-move') ?? false;

export default function (test, server) {
  test('on a phone nothing is wider than the screen', async () => {
    const { page, close } = await visit(server(), 'play', { options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } });
    for (const view of VIEWS) {
      await goTo(page, view);
      const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= 360 && inner === 360, `${view}: ${width} of ${inner}`);
    }
    await goTo(page, 'Play');
    await newGame(page, {});
    await status(page, 'your_move');
    const board = await page.locator('.board').boundingBox();
    assert.ok(board.width >= 330 && board.x >= 0 && board.x + board.width <= 360, JSON.stringify(board));
    // Two taps are a move.
    const tap = (file, rank) => page.touchscreen.tap(board.x + ((file + 0.5) * board.width) / 8, board.y + ((7 - rank + 0.5) * board.width) / 8);
    await tap(4, 1);
    await tap(4, 3);
    await untilTurn(page, 2);
    // What goes through the moves lies right below the board.
    for (const view of ['Play', 'Analyse', 'Understand', 'Report']) {
      await goTo(page, view);
      const gap = await page.evaluate(() => document.querySelector('.move-buttons').getBoundingClientRect().top - document.querySelector('.board').getBoundingClientRect().bottom);
      assert.ok(gap > 0 && gap < 80, `${view}: ${gap}`);
    }
    await close();
  });

  test('on a phone the head has two rows, and every opponent its whole name', async () => {
    const { page, close } = await visit(server(), 'play', { options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });
    await page.locator('.card').nth(15).waitFor();
    const [brand, tools] = await Promise.all(['.brand', '.head-tools'].map((name) => page.locator(name).boundingBox()));
    assert.ok(tools.y < brand.y + brand.height, JSON.stringify([brand, tools]));
    const cut = await page.evaluate(() => [...document.querySelectorAll('.card b')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    assert.deepEqual(cut, []);
    await close();
  });

  test('the board has what height there is, and no view is higher than the window', async () => {
    for (const [viewport, least] of [[{ width: 1280, height: 720 }, 544], [{ width: 1920, height: 1080 }, 864]]) {
      const { page, close } = await visit(server(), 'play', { options: { viewport } });
      for (const view of VIEWS) {
        await goTo(page, view);
        const box = await page.locator('.board').boundingBox();
        assert.ok(box.width >= least, `${view}: ${box.width} of ${viewport.width}×${viewport.height}`);
        const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        assert.ok(beyond <= 0, `${view} is ${beyond} higher than the window`);
      }
      await close();
    }
  });

  test('on a phone held sideways the whole board is in sight', async () => {
    const { page, close } = await visit(server(), 'play', { options: { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } });
    await newGame(page, { clock: '5+3' });
    await status(page, 'your_move');
    for (const view of VIEWS) {
      await goTo(page, view);
      const { bottom, width } = await page.evaluate(() => ({ bottom: document.querySelector('.layout-board .board').getBoundingClientRect().bottom + scrollY, width: document.documentElement.scrollWidth }));
      assert.ok(bottom <= 360 && width <= 740, `${view}: the board ends at ${bottom}, the page is ${width} wide`);
    }
    await close();
  });

  test('dark when the system is dark, and when one says so', async () => {
    const untilPaper = (page, kind) =>
      until(
        page,
        (wanted) => {
          const light = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).slice(0, 3).map(Number).reduce((sum, one) => sum + one, 0);
          return wanted === 'dark' ? light < 150 : light > 600;
        },
        kind,
      );
    const dark = await visit(server(), 'analyse', { options: { colorScheme: 'dark' } });
    await untilPaper(dark.page, 'dark');
    await dark.close();
    const light = await visit(server(), 'analyse', { options: { colorScheme: 'light' } });
    await untilPaper(light.page, 'light');
    await light.page.getByRole('button', { name: 'System theme' }).click();
    await light.page.getByRole('button', { name: 'Light theme' }).click();
    await untilPaper(light.page, 'dark');
    await light.page.reload();
    await untilPaper(light.page, 'dark');
    await light.close();
  });

  test('in the dark black pieces, black’s dot and the coordinates can be seen', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const { page, close } = await visit(server(), 'play', { options: { colorScheme } });
      await page.locator('.card').nth(15).waitFor();
      const ratios = await page.evaluate(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
        // Any colour that CSS knows, over white.
        const light = (color) => {
          canvas.fillStyle = '#fff';
          canvas.fillRect(0, 0, 1, 1);
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ratio = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
        const probe = document.body.appendChild(document.createElement('i'));
        const token = (name) => {
          probe.style.color = `var(${name})`;
          return getComputedStyle(probe).color;
        };
        const seat = getComputedStyle(document.querySelector('.strip .seat.black'));
        return {
          'the ring of black’s dot': ratio(seat.borderTopColor, token('--paper')),
          ...Object.fromEntries(['wood', 'green', 'blue', 'grey'].flatMap((board) => {
            document.documentElement.dataset.board = board;
            return ['light', 'dark'].map((square) => [`coordinates on ${square} squares of ${board}`, ratio(token(`--coord-${square}`), token(`--${square}-square`))]);
          })),
          'black pieces on dark squares': ratio('#000', token('--dark-square')),
        };
      });
      for (const [name, ratio] of Object.entries(ratios)) assert.ok(ratio >= 3, `${name}, ${colorScheme}: ${ratio.toFixed(2)}`);
      await close();
    }
  });

  test('no row of buttons ends with a single one that is left over', async () => {
    for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
      const { page, close } = await visit(server(), 'play', { options: { viewport } });
      await newGame(page, {});
      await status(page, 'your_move');
      const rows = await page.evaluate(() => {
        const tops = [...document.querySelectorAll('.actions .button')].map((one) => Math.round(one.getBoundingClientRect().top));
        return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
      });
      assert.ok(rows.at(-1) > 1 || rows.length === 1, `${viewport.width}: rows of ${rows.join(', ')}`);
      await close();
    }
  });

  test('without a mouse: moves by typing, the board as a table, moves read out', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, {});
    await status(page, 'your_move');
    await page.keyboard.press('m');
    await until(page, typing);
    await page.keyboard.type('Ke5');
    await page.keyboard.press('Enter');
    await untilText(page, '.typed-wrong', /Ke5 is not a legal move here/);
    await typeMove(page, 'nf3');
    await untilTurn(page, 2);
    // The engine's answer is what was spoken last.
    await untilText(page, '#spoken', /^(?!knight f3$).{2}/);
    // Typing goes on where it was.
    assert.ok(await page.evaluate(typing));
    const table = page.locator('.text-board table');
    assert.match(await table.locator('tbody tr').nth(5).textContent(), /white knight/);
    assert.match(await table.locator('caption').textContent(), /White to move/);
    await page.getByRole('button', { name: 'Board as text' }).click();
    await table.waitFor();
    await close();
  });

  test('who begins a game by keyboard can type a move at once, who clicks is before the board', async () => {
    const { page, close } = await visit(server(), 'play');
    await page.getByRole('button', { name: 'Start game' }).focus();
    await page.keyboard.press('Enter');
    await until(page, typing);
    await page.keyboard.type('e4');
    await page.keyboard.press('Enter');
    await untilFen(page, /\/4P3\//);
    await close();

    const clicked = await visit(server(), 'play');
    await newGame(clicked.page, {});
    await until(clicked.page, () => document.activeElement?.classList.contains('layout-board'));
    await clicked.close();
  });

  test('keys walk through a game, and leave to a button what is the button’s', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false } });
    for (const move of ['e4', 'e5', 'Nf3']) await typeMove(page, move);
    await untilFen(page, /PPPP1PPP\/RNBQKB1R b/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await untilFen(page, /PPPPPPPP\/RNBQKBNR w/);
    await page.keyboard.press('End');
    await untilFen(page, /PPPP1PPP\/RNBQKB1R b/);
    // With the engine on, space plays its best move; but not while a button waits for it.
    await page.locator('.switch input').check();
    await page.locator('.line-score').first().waitFor();
    await page.getByRole('button', { name: 'First move' }).focus();
    await page.keyboard.press('Space');
    await untilFen(page, /PPPPPPPP\/RNBQKBNR w/);
    await close();
  });

  test('every control has a name, every view a heading, and the focus can be seen', async () => {
    const { page, close } = await visit(server(), 'play');
    for (const view of VIEWS) {
      await goTo(page, view);
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll('button, input, select, textarea, a[href]')]
          .filter((one) => !(one.getAttribute('aria-label') || one.textContent?.trim() || one.closest('label')?.textContent?.trim()))
          .map((one) => one.outerHTML),
      );
      assert.deepEqual(nameless, [], view);
    }
    await goTo(page, 'Play');
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

  test('axe finds nothing to complain about, in any view, light and dark', async () => {
    const script = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const colorScheme of ['light', 'dark']) {
      const { page, close } = await visit(server(), 'play', { options: { colorScheme }, storage: { 'analyse.on': false, 'understand.follow': false, 'understand.effort': 20_000, 'analyse.lines': 1 } });
      // What the page forbids itself the test may do: the script comes from the test and not from the page.
      const check = async (name) => {
        const found = await page.evaluate(`${script}; axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((result) => result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))`);
        assert.deepEqual(found, [], `${name}, ${colorScheme}`);
      };
      for (const view of VIEWS) {
        await goTo(page, view);
        await check(view);
      }
      await goTo(page, 'Play');
      await newGame(page, { clock: '5+3' });
      await status(page, 'your_move');
      await typeMove(page, 'e4');
      await untilTurn(page, 2);
      await check('a game');
      await goTo(page, 'Analyse');
      await pasteText(page, '1. e4 {King’s pawn.} e5 (1... c5 2. Nf3 d6) 2. f4! exf4');
      await untilCount(page, '.tree-variation', 1);
      await page.getByRole('switch', { name: 'Engine' }).check();
      await untilCount(page, '.line .line-move', 6);
      await check('lines of the engine');
      await goTo(page, 'Understand');
      await page.getByRole('button', { name: 'Explain position' }).click();
      await untilCount(page, '.sentence', 1);
      await page.locator('.sentence').first().click();
      await page.locator('.evidence.open').waitFor();
      await check('a sentence and its line');
      await close();
    }
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
    // Its type comes with it, and is the one that is used.
    const fonts = await page.evaluate(() => document.fonts.ready.then((all) => [...all].filter((one) => one.status === 'loaded').map((one) => one.family.replace(/["']/g, ''))));
    for (const family of ['Inter', 'Source Serif']) assert.ok(fonts.includes(family), fonts.join(', '));
    assert.ok(loaded.every((one) => one.name.startsWith(target.url)), loaded.map((one) => one.name).join('\n'));
    await close();
  });
}
