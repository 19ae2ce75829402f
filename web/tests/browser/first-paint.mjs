// SPDX-License-Identifier: GPL-3.0-or-later
// How heavy the page is and how soon it is there, measured by the browser itself, beside a page
// with nothing but a word on it: what that takes is the browser's and the machine's. Then the way of
// somebody who has just typed `xanthos serve`: how many clicks, and how long, to the first move.
//   XANTHOS=../target/release/xanthos node tests/browser/first-paint.mjs
import { createServer } from 'node:http';
import { browser, clickSquare, closeBrowser, pick, Server } from './harness.mjs';

const ROUNDS = 15;
const server = await Server.start();
const empty = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<!doctype html><title>.</title><p>word</p>'));
await new Promise((resolve) => empty.listen(0, '127.0.0.1', resolve));

/** Opens an address with an empty cache; when the first words were there, and what was loaded. */
async function measured(url, awaited) {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector(awaited);
  const found = await page.evaluate(async () => {
    const ready = performance.now();
    while (!performance.getEntriesByName('first-contentful-paint').length) await new Promise((resolve) => setTimeout(resolve, 10));
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return { ready, paint: performance.getEntriesByName('first-contentful-paint')[0].startTime, files: all.map((one) => [new URL(one.name).pathname, one.encodedBodySize]) };
  });
  await context.close();
  return found;
}

// The first page of a browser pays for its start.
await measured(`http://127.0.0.1:${empty.address().port}/`, 'p');
const rounds = [];
const nothing = [];
for (let round = 0; round < ROUNDS; round++) {
  nothing.push(await measured(`http://127.0.0.1:${empty.address().port}/`, 'p'));
  rounds.push(await measured(server.url, 'cg-board piece'));
}
const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const told = (name, values) => console.log(`${name}: median ${middle(values).toFixed(0)} ms, worst ${Math.max(...values).toFixed(0)} ms of ${ROUNDS}`);
for (const [name, bytes] of rounds[0].files) console.log(`${String(bytes).padStart(7)} ${name}`);
console.log(`${rounds[0].files.reduce((sum, [, bytes]) => sum + bytes, 0)} bytes compressed in all`);
told('first contentful paint', rounds.map((one) => one.paint));
told('the same of an empty page', nothing.map((one) => one.paint));
told('board with its pieces', rounds.map((one) => one.ready));

const begun = performance.now();
const fresh = await Server.start();
const context = await (await browser()).newContext({ viewport: { width: 1280, height: 720 } });
const page = await context.newPage();
await page.goto(fresh.url);
await pick(page, '1100');
await page.getByRole('button', { name: 'Start game' }).click();
await page.locator('.status[data-status=your_move]').waitFor();
await clickSquare(page, 'e2');
await clickSquare(page, 'e4');
await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 1);
console.log(`from starting the program to the first move: 2 clicks for the game and 2 for the move, ${((performance.now() - begun) / 1000).toFixed(1)} s at the speed of a script`);
await context.close();
await fresh.stop();
await closeBrowser();
empty.close();
await server.stop();
