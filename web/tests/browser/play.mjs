// SPDX-License-Identifier: GPL-3.0-or-later
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parsePgn } from 'chessops/pgn';
import { boardFen, clickMove, clickSquare, newGame, PATIENCE, squareAt, status, typeMove, untilFen, visit } from './harness.mjs';
import { after, choose, key } from './player.mjs';

export default function (test, server) {
  test('a whole game is played by clicks to its natural end', async () => {
    const { page, close } = await visit(server(), 'play', { storage: { animate: false } });
    await newGame(page, { nodes: 20 });
    const seen = new Set();
    let plies = 0;
    while (plies < 300) {
      await page.waitForFunction(() => ['your_move', 'over'].includes(document.querySelector('.status')?.getAttribute('data-status') ?? ''));
      if ((await page.locator('.status').getAttribute('data-status')) === 'over') break;
      const fen = await boardFen(page);
      seen.add(key(fen));
      const uci = choose(fen, seen);
      const next = after(fen, uci);
      seen.add(key(next.fen));
      await clickMove(page, uci);
      plies += 2;
      // The move stands in the list as the other library writes it.
      await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length >= count, plies - 1);
      assert.equal(await page.locator('.moves .move').nth(plies - 2).locator('span').textContent(), next.san);
    }
    await status(page, 'over');
    const text = await page.locator('.status').textContent();
    assert.match(text, /mate|repetition|fifty|material/i);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const file = await waiting;
    const [game] = parsePgn(await readFile(await file.path(), 'utf8'));
    const written = [...game.moves.mainline()].length;
    assert.equal(written, await page.locator('.moves .move').count());
    assert.equal(game.headers.get('Result'), text.split(' · ').at(-1));
    await close();
  });

  test('a pawn becomes what one chooses, and the choice can be given up', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, { fen: '8/P6k/8/8/8/7p/8/K7 w - - 0 1' });
    await status(page, 'your_move');
    await clickSquare(page, 'a7');
    await clickSquare(page, 'a8');
    const dialog = page.getByRole('dialog', { name: 'Promote to' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.match(await boardFen(page), /^8\/P6k/);
    await clickMove(page, 'a7a8n');
    // The engine's king may have answered on the same rank already.
    await untilFen(page, /^N/);
    assert.equal(await page.locator('.moves .move span').first().textContent(), 'a8=N');
    await close();
  });

  test('Chess960: the king castles by going to its rook', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, { fen: '1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1' });
    await status(page, 'your_move');
    await clickMove(page, 'e1g1');
    await untilFen(page, /\/1R3RK1 /);
    assert.equal(await page.locator('.moves .move span').first().textContent(), 'O-O');
    await close();

    const numbered = await visit(server(), 'play');
    await newGame(numbered.page, { number: 0 });
    await untilFen(numbered.page, /^bbqnnrkr\//);
    await numbered.close();
  });

  test('take back, hint, clocks, a draw offer, resigning', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, { clock: '5+3' });
    await status(page, 'your_move');
    const clock = page.getByRole('timer', { name: "white's clock" });
    assert.match(await clock.textContent(), /^(5:00|4:5\d)$/);
    await typeMove(page, 'e4');
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await status(page, 'your_move');
    await page.getByRole('button', { name: 'Take back' }).click();
    await untilFen(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hint-line b').waitFor();
    assert.ok(await page.locator('.cg-shapes g line').count());
    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    await page.getByRole('button', { name: 'Offer a draw?' }).click();
    await page.waitForFunction(() => /declines/.test(document.querySelector('.notice')?.textContent ?? '') || document.querySelector('.status.over'));
    if (!(await page.locator('.status.over').count())) {
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Really resign?' }).click();
    }
    await status(page, 'over');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Begin' }).waitFor();
    await close();
  });

  test('a premove is played when its turn comes', async () => {
    const { page, close } = await visit(server(), 'play', { storage: { 'play.pace': { clock: 'none', minutes: 5, increment: 3, limit: 'ms', ms: 1500, nodes: 1, depth: 1 } } });
    await page.getByLabel('Full strength', { exact: true }).check();
    await page.getByRole('button', { name: 'Begin' }).click();
    await status(page, 'your_move');
    await clickMove(page, 'e2e4');
    await status(page, 'thinking');
    await clickMove(page, 'a2a3');
    await page.locator('square.current-premove').first().waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll('.moves .move span')].some((move) => move.textContent === 'a3'), null, { timeout: PATIENCE });
    await close();
  });

  test('the board can be dragged on, and its place never moves', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, {});
    await status(page, 'your_move');
    const before = await page.locator('.board').boundingBox();
    const from = await squareAt(page, 'd2');
    const to = await squareAt(page, 'd4');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    assert.deepEqual(await page.locator('.board').boundingBox(), before);
    await close();
  });
}
