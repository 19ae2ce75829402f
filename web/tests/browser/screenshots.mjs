// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the pictures of docs/page.md: every view at three sizes, light and dark, on sheets.
//   XANTHOS=../target/debug/xanthos node tests/browser/screenshots.mjs ../docs/images
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeBrowser, pasteText, pick, Server, status, typeMove, untilCount, untilText, visit } from './harness.mjs';

const folder = process.argv[2] ?? '../docs/images';
await mkdir(folder, { recursive: true });
const server = await Server.start(...process.argv.slice(3));

const MORPHY = '[Event "Paris Opera"]\n[White "Morphy, Paul"]\n[Black "Duke Karl and Count Isouard"]\n[Date "1858.??.??"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 d6 {Philidor’s defence.} 3. d4 Bg4?! (3... exd4 4. Nxd4 Nf6) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3! Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n';
const BLITZ = '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:57]} Nc6 {[%clk 0:04:55]} 3. Bc4 {[%clk 0:04:50]} Nd4 {[%clk 0:04:41]} 4. Nxe5 {[%clk 0:04:35]} Qg5 {[%clk 0:04:20]} 5. Nxf7 {[%clk 0:04:13]} Qxg2 {[%clk 0:03:50]} 6. Rf1 {[%clk 0:03:40]} Qxe4+ {[%clk 0:03:38]} 7. Be2 {[%clk 0:03:08]} Nf3# {[%clk 0:03:30]} 0-1\n';

/** What each view shows; the page is left as it is to be seen. */
const VIEWS = {
  setup: ['play', async () => undefined],
  game: ['play', async (page) => {
    await pick(page, '1700');
    await page.locator('details.advanced').evaluate((details) => (details.open = true));
    await page.getByLabel('Engine limit').selectOption('nodes');
    await page.locator('details.advanced').evaluate((details) => (details.open = false));
    await page.getByLabel('5+3', { exact: true }).check();
    await page.getByRole('button', { name: 'Start game' }).click();
    for (const move of ['e4', 'Nf3', 'd4', 'Nxd4', 'c3']) {
      await status(page, 'your_move');
      await typeMove(page, move);
      await page.waitForTimeout(350);
    }
    await status(page, 'your_move');
  }],
  analyse: ['analyse', async (page) => {
    await pasteText(page, MORPHY);
    await untilText(page, '.tree', /Rd8#/);
    for (let i = 0; i < 13; i += 1) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(700);
    }
    await page.waitForFunction(() => Number(document.querySelector('.engine-speed')?.getAttribute('data-depth')) >= 12);
  }],
  understand: ['understand', async (page) => {
    await pasteText(page, 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4');
    await untilCount(page, '.sentence', 3);
    await page.waitForTimeout(2500);
    await page.locator('.sentence', { hasText: /Nxf7|Bxf7/ }).first().click();
  }],
  report: ['report', async (page) => {
    await page.locator('textarea').fill(BLITZ);
    await page.getByLabel('Standard', { exact: true }).check();
    await page.getByRole('button', { name: 'Analyse game' }).click();
    await page.locator('.accuracies').waitFor();
    await page.locator('.move.blunder').last().click();
  }],
  watch: ['watch', async (page) => {
    await page.getByLabel('1+0', { exact: true }).check();
    await page.getByRole('button', { name: 'Start game' }).click();
    await untilCount(page, '.moves .move', 22);
  }],
};

const SIZES = {
  desktop: { viewport: { width: 1280, height: 720 } },
  wide: { viewport: { width: 1920, height: 1080 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

async function shots(size, colorScheme) {
  const pictures = [];
  for (const [view, prepare] of Object.values(VIEWS)) {
    const { page, close } = await visit(server, view, { options: { ...SIZES[size], colorScheme }, storage: { name: 'Ada' } });
    await prepare(page);
    await page.mouse.move(2, 2);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(500);
    pictures.push((await page.screenshot({ type: 'png' })).toString('base64'));
    await close();
  }
  return pictures;
}

/** Puts pictures beside each other and saves them small. */
async function sheet(name, pictures, columns, scale, quality = 0.72) {
  const { page, close } = await visit(server, 'play');
  const data = await page.evaluate(
    async ([all, across, factor, fine]) => {
      const images = await Promise.all(all.map(async (text) => createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]))));
      const [w, h] = [images[0].width * factor, images[0].height * factor];
      const gap = 8;
      const canvas = document.createElement('canvas');
      canvas.width = across * (w + gap) - gap;
      canvas.height = Math.ceil(images.length / across) * (h + gap) - gap;
      const draw = canvas.getContext('2d');
      draw.imageSmoothingQuality = 'high';
      images.forEach((image, index) => draw.drawImage(image, (index % across) * (w + gap), Math.floor(index / across) * (h + gap), w, h));
      return canvas.toDataURL('image/webp', fine).split(',')[1];
    },
    [pictures, columns, scale, quality],
  );
  await writeFile(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  await close();
}

/** Three views by light, below them the same by dark, then the other three. */
const beside = (light, dark) => [0, 3].flatMap((from) => [...light.slice(from, from + 3), ...dark.slice(from, from + 3)]);

const light = await shots('desktop', 'light');
for (const [index, name] of Object.keys(VIEWS).entries()) if (name !== 'game') await sheet(name === 'setup' ? 'play' : name, [light[index]], 1, 0.75);
await sheet('page-desktop', beside(light, await shots('desktop', 'dark')), 3, 0.5);
await sheet('page-wide', beside(await shots('wide', 'light'), await shots('wide', 'dark')), 3, 0.335);
await sheet('page-phone', [...(await shots('phone', 'light')), ...(await shots('phone', 'dark'))], 6, 0.6);
await closeBrowser();
await server.stop();
