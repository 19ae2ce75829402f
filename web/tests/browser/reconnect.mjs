// SPDX-License-Identifier: GPL-3.0-or-later
import assert from 'node:assert/strict';
import { boardFen, clickMove, newGame, Server, status, typeMove, until, untilFen, untilText, untilTurn, visit } from './harness.mjs';
import { choose } from './player.mjs';

const lost = (text) => /WebSocket connection|ERR_CONNECTION_REFUSED/.test(text);

export default function (test) {
  test('a game survives a reload and a restart of the server', async () => {
    const server = await Server.start();
    try {
      const { page, close } = await visit(server, 'play', { allow: lost });
      await newGame(page, { clock: '10+0' });
      await status(page, 'your_move');
      await typeMove(page, 'e4');
      await untilTurn(page, 2);
      const fen = await boardFen(page);

      await page.reload();
      await untilFen(page, fen);
      await page.waitForSelector('.connection[data-state=open]');

      await server.stop();
      await page.waitForSelector('.connection[data-state=lost]');
      assert.equal(await boardFen(page), fen);
      const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('xanthos.game')));
      const before = await kept();
      await server.start();
      // The new server counts its states from the beginning.
      await until(page, (version) => JSON.parse(localStorage.getItem('xanthos.game')).version < version, before.version);
      await untilTurn(page, 2);
      assert.equal(await boardFen(page), fen);
      // Nobody's time ran while nobody was there, by the server's own clock: the page may be slow.
      const passed = before.clock.white_ms - (await kept()).clock.white_ms;
      assert.ok(passed >= 0 && passed <= 2000, `${passed} ms`);
      await typeMove(page, 'd4');
      await untilTurn(page, 4);
      await close();
    } finally {
      await server.stop();
    }
  });
  test('a long game goes on after a restart: the new server counts its states anew', async () => {
    const server = await Server.start();
    try {
      const { page, close } = await visit(server, 'play', { allow: lost, storage: { animate: false } });
      await newGame(page, {});
      const move = async () => clickMove(page, choose(await boardFen(page), new Set()));
      for (let plies = 0; plies < 12; plies += 2) {
        await untilTurn(page, plies);
        await move();
      }
      await untilTurn(page, 12);
      await server.stop();
      await page.waitForSelector('.connection[data-state=lost]');
      await server.start();
      await page.waitForSelector('.connection[data-state=open]');
      await untilTurn(page, 12);
      await move();
      await untilTurn(page, 14);
      await close();
    } finally {
      await server.stop();
    }
  });

  test('a game that the server can not go on with is told, and does not block the next one', async () => {
    const server = await Server.start();
    try {
      const { page, close } = await visit(server, 'play', { allow: lost });
      await newGame(page, {});
      await status(page, 'your_move');
      await server.stop();
      await page.evaluate(() => {
        const game = JSON.parse(localStorage.getItem('xanthos.game'));
        game.setup.engine.options.Evaluation = 'no such evaluation';
        localStorage.setItem('xanthos.game', JSON.stringify(game));
      });
      await server.start();
      await page.reload();
      await untilText(page, '.status', /can’t be resumed: .*Evaluation/);
      await page.getByRole('button', { name: 'New game' }).click();
      await page.getByRole('button', { name: 'Start game' }).click();
      await status(page, 'your_move');
      await close();
    } finally {
      await server.stop();
    }
  });
}
