// SPDX-License-Identifier: GPL-3.0-or-later
// How heavy the page is and how soon it is there, measured by the browser itself:
//   XANTHOS=../target/release/xanthos node tests/browser/first-paint.mjs
import { browser, closeBrowser, Server } from './harness.mjs';

const ROUNDS = 15;
const server = await Server.start();
const paints = [];
let weight = 0;
let ready = [];
for (let round = 0; round < ROUNDS; round++) {
  // A context of its own has an empty cache.
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForSelector('cg-board piece');
  ready.push(await page.evaluate(() => performance.now()));
  const measured = await page.evaluate(async () => {
    while (!performance.getEntriesByName('first-contentful-paint').length) await new Promise((resolve) => setTimeout(resolve, 10));
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return { paint: performance.getEntriesByName('first-contentful-paint')[0].startTime, bytes: all.reduce((sum, one) => sum + one.encodedBodySize, 0), files: all.map((one) => [new URL(one.name).pathname, one.encodedBodySize]) };
  });
  paints.push(measured.paint);
  weight = measured.bytes;
  if (round === 0) for (const [name, bytes] of measured.files) console.log(`${String(bytes).padStart(7)} ${name}`);
  await context.close();
}
const middle = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
console.log(`${weight} bytes compressed in all`);
console.log(`first contentful paint: median ${middle(paints).toFixed(0)} ms, worst ${Math.max(...paints).toFixed(0)} ms of ${ROUNDS}`);
console.log(`board with its men: median ${middle(ready).toFixed(0)} ms`);
await closeBrowser();
await server.stop();
