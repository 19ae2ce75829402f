// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the pictures of docs/web.md:
//   XANTHOS=../target/debug/xanthos node tests/browser/screenshots.mjs ../docs/images
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closeBrowser, Server, status, typeMove, untilFen, visit } from './harness.mjs';

const folder = process.argv[2] ?? '../docs/images';
await mkdir(folder, { recursive: true });
const server = await Server.start(...process.argv.slice(3));
const shot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });
const wide = { viewport: { width: 1120, height: 800 } };
const italian = 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4';
const study = (fen, moves = []) => ({ study: { fen, chess960: false, tags: [], moves: moves.reduceRight((next, m) => [next.length ? { m, k: next } : { m }], []), path: moves.map(() => 0) } });

{
  const { page, close } = await visit(server, 'play', { options: wide, storage: { name: 'Ada', 'play.peek': true } });
  await page.getByLabel('5+3', { exact: true }).check();
  await page.getByLabel('Engine limit').selectOption('nodes');
  await page.getByRole('button', { name: 'Start game' }).click();
  for (const move of ['e4', 'Nf3', 'Bc4', 'O-O', 'Re1', 'h3', 'd3', 'c3']) {
    await status(page, 'your_move');
    await typeMove(page, move);
    await page.waitForTimeout(120);
  }
  await status(page, 'your_move');
  await page.waitForTimeout(400);
  await shot(page, 'play');
  await close();
}
{
  const { page, close } = await visit(server, 'analyse', { options: { ...wide, colorScheme: 'dark' }, storage: study('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6']) });
  await page.waitForFunction(() => Number(document.querySelector('.engine-speed')?.getAttribute('data-depth')) >= 14);
  await shot(page, 'analyse');
  await close();
}
{
  const { page, close } = await visit(server, 'understand', { options: wide, storage: study(italian) });
  await page.locator('.sentence').first().waitFor();
  await page.locator('.sentence', { hasText: 'Nxf7' }).first().click();
  await page.waitForTimeout(400);
  await shot(page, 'understand');
  await page.keyboard.press('Escape');
  await page.getByLabel('Piece values', { exact: true }).check();
  await page.waitForTimeout(300);
  await shot(page, 'worth');
  await close();
}
{
  const { page, close } = await visit(server, 'watch', { options: wide });
  await page.getByLabel('Custom', { exact: true }).check();
  await page.getByLabel('Minutes', { exact: true }).fill('1');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 24, null, { timeout: 60_000 });
  await page.evaluate(() => scrollTo(0, 0));
  await shot(page, 'watch');
  await close();
}
{
  const { page, close } = await visit(server, 'report', { options: wide });
  await page.getByRole('textbox').fill('[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:57]} Nc6 {[%clk 0:04:55]} 3. Bc4 {[%clk 0:04:50]} Nf6 {[%clk 0:04:41]} 4. Ng5 {[%clk 0:04:35]} d5 {[%clk 0:04:20]} 5. exd5 {[%clk 0:04:33]} Nxd5 {[%clk 0:03:50]} 6. Nxf7 {[%clk 0:03:40]} Kxf7 {[%clk 0:03:48]} 7. Qf3+ {[%clk 0:03:38]} Ke8 {[%clk 0:02:40]} 8. Bxd5 {[%clk 0:03:10]} Qf6 {[%clk 0:02:00]} 9. Qxf6 {[%clk 0:03:02]} gxf6 {[%clk 0:01:58]} 10. Bxc6+ {[%clk 0:02:55]} bxc6 {[%clk 0:01:57]} 1-0\n');
  await page.getByRole('button', { name: 'Analyse game' }).click();
  await page.locator('.accuracies').waitFor({ timeout: 60_000 });
  await page.locator('.move.blunder, .move.mistake, .move.inaccuracy').last().click();
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(300);
  await shot(page, 'report');
  await close();
}
{
  const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true, colorScheme: 'dark' };
  const { page, close } = await visit(server, 'understand', { options: phone, storage: study(italian) });
  await page.locator('.sentence').first().waitFor();
  await untilFen(page, italian);
  await page.waitForTimeout(300);
  await shot(page, 'phone');
  await close();
}
await closeBrowser();
await server.stop();
