// SPDX-License-Identifier: GPL-3.0-or-later
// The real program, a real Chromium or Firefox, and hands that click on squares.
//
// XANTHOS names the program. CHROMIUM and FIREFOX name the browsers (default: Debian's).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from 'playwright-core';

const PROGRAM = process.env.XANTHOS ?? '../target/debug/xanthos';
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(FIREFOX);
/** Whatever takes longer than this does not come any more, however busy the machine is. */
const PATIENCE = Number(process.env.PATIENCE ?? 120_000);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The tests share the machine with engines: a page in the back must not fall asleep.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
];

export async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** `xanthos serve` on a port that stays the same when it is started again. */
export class Server {
  constructor(port, args) {
    this.port = port;
    this.args = args;
    this.url = `http://127.0.0.1:${port}/`;
  }

  static async start(...args) {
    const server = new Server(await freePort(), args);
    await server.start();
    return server;
  }

  async start() {
    this.process = spawn(PROGRAM, ['serve', '--port', String(this.port), '--threads', '2', '--hash', '64', ...this.args], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the server did not start')), PATIENCE);
      this.process.on('error', reject);
      this.process.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      this.process.stdout.on('data', (text) => {
        if (String(text).includes('http')) {
          clearTimeout(late);
          resolve();
        }
      });
    });
  }

  async stop() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.removeAllListeners('error');
    this.process.kill('SIGKILL');
    await ended;
  }
}

const running = {};
export async function browser(name = 'chromium') {
  running[name] ??=
    name === 'firefox'
      ? await firefox.launch({ channel: 'moz-firefox', executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)), timeout: PATIENCE })
      : await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE });
  return running[name];
}
export async function closeBrowser() {
  for (const [name, one] of Object.entries(running)) {
    await one.close();
    delete running[name];
  }
}

/**
 * The same server without its content security policy: Playwright evaluates in Firefox with `eval`,
 * which the page rightly forbids. Everything is replaced by something of the same length.
 */
const doors = new Map();
async function withoutPolicy(server) {
  if (doors.has(server.port)) return doors.get(server.port);
  const port = await freePort();
  const swap = (data, from, to) => Buffer.from(data.toString('latin1').replaceAll(from, to), 'latin1');
  const proxy = createServer((client) => {
    const target = connect(server.port, '127.0.0.1');
    client.on('data', (data) => target.write(swap(data, `127.0.0.1:${port}`, `127.0.0.1:${server.port}`)));
    target.on('data', (data) => client.write(swap(data, 'content-security-policy', 'x-content-security-poli')));
    for (const [one, other] of [[client, target], [target, client]]) {
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
    }
  });
  await new Promise((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  proxy.unref();
  doors.set(server.port, { port, url: `http://127.0.0.1:${port}/` });
  return doors.get(server.port);
}

/**
 * A page of its own, watched: nothing may be written to the console as an error, no request may
 * fail or go anywhere but to the server.
 */
export async function visit(server, view, { options = {}, storage = {}, allow = () => false, name = 'chromium' } = {}) {
  if (name === 'firefox') server = await withoutPolicy(server);
  const context = await (await browser(name)).newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
  await context.addInitScript((values) => {
    // The empty page that a browser begins with has no storage.
    if (origin === 'null') return;
    for (const [key, value] of Object.entries(values)) if (localStorage.getItem(`xanthos.${key}`) === null) localStorage.setItem(`xanthos.${key}`, JSON.stringify(value));
  }, { 'play.book': false, 'watch.book': false, sounds: false, ...storage });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.setDefaultNavigationTimeout(PATIENCE);
  const troubles = [];
  const trouble = (text) => {
    if (!allow(text)) troubles.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') trouble(message.text());
  });
  page.on('pageerror', (error) => trouble(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !url.startsWith('data:') && !url.startsWith('blob:')) trouble(`asked elsewhere: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) trouble(`${response.status()} for ${response.url()}`);
  });
  await page.goto(`${server.url}#${view}`);
  await page.waitForSelector('.connection[data-state=open]');
  return {
    page,
    troubles,
    async close() {
      await context.close();
      assert.deepEqual(troubles, []);
    },
  };
}

/** Waits for something that stays true once it is: what comes and goes would be missed by chance. */
export const until = (page, holds, value) => page.waitForFunction(holds, value, { polling: 50 });

export const texts = (page, selector) => page.locator(selector).allTextContents();

/** Waits until at least so many elements are there. */
export const untilCount = (page, selector, count) => until(page, ([name, least]) => document.querySelectorAll(name).length >= least, [selector, count]);

/** Waits until the text of an element is as wanted; what it says instead is in the error. */
export async function untilText(page, selector, wanted) {
  try {
    await until(page, ([name, pattern]) => new RegExp(pattern).test(document.querySelector(name)?.textContent ?? ''), [selector, wanted.source]);
  } catch (error) {
    const instead = await page.evaluate((name) => document.querySelector(name)?.textContent, selector);
    throw new Error(`${selector} should say ${wanted} and says ${JSON.stringify(instead)}`, { cause: error });
  }
}

/** Opens a view by a button or a tab, and waits until its board has taken the place of the old one. */
export async function openView(page, control, title) {
  await control.click();
  await untilText(page, 'h1', new RegExp(`[${title[0]}${title[0].toLowerCase()}]${title.slice(1)}`));
}

/** Chooses an opponent by its card: a rating, `full`, or the name of a persona. */
export const pick = (page, key) => page.locator(`.card input[value="${key}"]`).check();

/** Opens what a form has under Advanced. */
export const advanced = (page) => page.locator('.panel-form details.more').first().evaluate((details) => (details.open = true));

/** Copies a text and pastes it onto the page with the keys, through the clipboard of the browser. */
export async function pasteWithKeys(page, text) {
  await page.evaluate((copied) => {
    const field = Object.assign(document.createElement('textarea'), { id: 'to-copy', value: copied });
    document.body.append(field);
    field.focus();
    field.select();
  }, text);
  await page.keyboard.press('Control+c');
  await page.evaluate(() => document.querySelector('#to-copy').remove());
  await page.keyboard.press('Control+v');
}

/** Pastes a text onto the page as Ctrl+V does; Firefox gives such an event no data. */
export const pasteText = (page, text) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Where a square is on the screen. */
export const squareAt = (page, square) =>
  page.evaluate((name) => {
    // Whoever looks for a square scrolls to the board.
    document.querySelector('cg-board').scrollIntoView({ block: 'nearest' });
    const box = document.querySelector('cg-board').getBoundingClientRect();
    const flipped = document.querySelector('.board-pieces.orientation-black') !== null;
    const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
    const [column, row] = flipped ? [7 - file, rank] : [file, 7 - rank];
    return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
  }, square);

export async function clickSquare(page, square) {
  const { x, y } = await squareAt(page, square);
  await page.mouse.click(x, y);
}

/** Moves a piece with two clicks; again, as a person does, if the board was just being given another position. */
export async function clickMove(page, uci) {
  const selected = page.locator('cg-board square.selected').first();
  const before = await boardFen(page);
  const heard = () =>
    page.waitForFunction((fen) => document.querySelector('.board')?.getAttribute('data-fen') !== fen || document.querySelector('square.current-premove, .promotion'), before, { polling: 50, timeout: 10_000 });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await clickSquare(page, uci.slice(0, 2));
    const taken = selected.waitFor({ state: 'attached', timeout: 2000 });
    if (!(await taken.then(() => true, () => false))) continue;
    await clickSquare(page, uci.slice(2, 4));
    if (await heard().then(() => true, () => false)) break;
  }
  if (uci.length === 5) {
    const names = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };
    await page.getByRole('dialog', { name: 'Promote to' }).getByRole('button', { name: names[uci[4]] }).click();
  }
}

export async function typeMove(page, text) {
  const field = page.locator('.typed-move');
  await field.fill(text);
  await field.press('Enter');
  // A key is lost if the focus has just gone elsewhere: a move that was neither taken nor refused is entered again.
  const heard = () => page.waitForFunction(() => !document.querySelector('.typed-move')?.value || document.querySelector('.typed-wrong')?.textContent, null, { timeout: 5000 });
  await heard().catch(() => field.press('Enter'));
}

/** Types a move that is refused, and again, as a person does, if the page was busy and said that instead. */
export async function typeRefused(page, text, why) {
  for (let attempt = 0; attempt < 20; attempt++) {
    await typeMove(page, text);
    const said = page.locator('.typed-wrong').filter({ hasText: why });
    if (await said.waitFor({ timeout: 3000 }).then(() => true, () => false)) return;
  }
  await untilText(page, '.typed-wrong', why);
}

export const boardFen = (page) => page.locator('.board').getAttribute('data-fen');

/** Waits until the board shows a position that is as wanted. */
export const untilFen = (page, wanted) =>
  until(
    page,
    ([pattern, isPattern]) => {
      const fen = document.querySelector('.board')?.getAttribute('data-fen') ?? '';
      return isPattern ? new RegExp(pattern).test(fen) : fen === pattern;
    },
    wanted instanceof RegExp ? [wanted.source, true] : [wanted, false],
  );

/** Waits for a state of the game; only for one that lasts until the test itself ends it. */
export async function status(page, wanted) {
  await page.locator(`.status[data-status=${wanted}]`).waitFor();
}

/** Waits until so many half-moves have been played and it is the user's turn. */
export const untilTurn = (page, plies) =>
  until(page, (count) => document.querySelectorAll('.moves .move').length === count && document.querySelector('.status')?.getAttribute('data-status') === 'your_move', plies);

/** Fills the form of a new game and begins. The engine is at its weakest and looks at few positions. */
export async function newGame(page, { side = 'White', nodes = 50, fen, number, clock } = {}) {
  await page.getByLabel(side, { exact: true }).check();
  if (clock) await page.getByLabel(clock, { exact: true }).check();
  await pick(page, '500');
  await advanced(page);
  await page.getByLabel('Engine limit').selectOption('nodes');
  await page.getByLabel('Nodes', { exact: true }).fill(String(nodes));
  await page.keyboard.press('Tab');
  if (fen) {
    await page.getByLabel('From FEN', { exact: true }).check();
    await page.getByLabel('FEN', { exact: true }).fill(fen);
  } else if (number !== undefined) {
    await page.getByLabel('Chess960', { exact: true }).check();
    await page.getByLabel('Position number (empty: random)', { exact: true }).fill(String(number));
  } else {
    await page.getByLabel('Standard', { exact: true }).check();
  }
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.locator('.status').waitFor();
}
