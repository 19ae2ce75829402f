// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the browser tests one after another, with one browser and one server for most of them:
//   XANTHOS=../target/debug/xanthos node --test tests/browser/page.test.mjs
import { after, before, test } from 'node:test';
import { closeBrowser, Server } from './harness.mjs';
import gecko from './gecko.mjs';
import play from './play.mjs';
import reach from './reach.mjs';
import reconnect from './reconnect.mjs';
import study from './study.mjs';
import watchReport from './watch-report.mjs';

let shared;
before(async () => {
  shared = await Server.start();
});
after(async () => {
  await closeBrowser();
  await shared?.stop();
});
const server = () => shared;

for (const topic of [play, study, watchReport, reach, reconnect, gecko]) topic(test, server);
