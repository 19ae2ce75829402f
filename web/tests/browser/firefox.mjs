#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// Debian's Firefox ESR for Playwright, over WebDriver BiDi. Playwright uses commands that the ESR does
// not know yet (bodies of answers, downloads, the orientation of the screen); this program stands
// between the two, starts the browser, and answers them itself. The tests in Firefox need none of them.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { ws: WebSocket, wsServer: WebSocketServer } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle');
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

const browser = spawn(FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
browser.on('exit', (code) => process.exit(code ?? 0));
browser.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => browser.kill(signal));

createInterface({ input: browser.stderr }).on('line', (line) => {
  const found = /^WebDriver BiDi listening on (ws:\/\/\S+)$/.exec(line);
  if (!found) return console.error(line);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (client, request) => {
    const waiting = [];
    const asked = new Map();
    const target = new WebSocket(found[1] + request.url, { perMessageDeflate: false, maxPayload: 256 << 20 });
    const send = (text) => (target.readyState === WebSocket.OPEN ? target.send(text) : waiting.push(text));
    target.on('open', () => waiting.splice(0).forEach((text) => target.send(text)));
    target.on('message', (data) => {
      const answer = JSON.parse(String(data));
      const method = asked.get(answer.id);
      asked.delete(answer.id);
      const skipped = answer.type === 'error' && answer.error === 'unknown command';
      if (skipped) client.send(JSON.stringify({ type: 'success', id: answer.id, result: method === 'network.addDataCollector' ? { collector: 'none' } : {} }));
      else client.send(String(data));
    });
    target.on('close', () => client.close());
    target.on('error', () => client.close());
    client.on('close', () => target.close());
    client.on('message', (data) => {
      const text = String(data);
      const { id, method } = JSON.parse(text);
      asked.set(id, method);
      send(text);
    });
  });
});
