// SPDX-License-Identifier: GPL-3.0-or-later
import assert from 'node:assert/strict';
import { boardFen, newGame, Server, status, typeMove, untilFen, untilTurn, visit } from './harness.mjs';

export default function (test) {
  test('a game survives a reload and a restart of the server', async () => {
    const server = await Server.start();
    try {
      const lost = (text) => /WebSocket connection|ERR_CONNECTION_REFUSED/.test(text);
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
      const clock = await page.getByRole('timer', { name: "white's clock" }).textContent();
      await server.start();
      await page.waitForSelector('.connection[data-state=open]');
      await untilTurn(page, 2);
      assert.equal(await boardFen(page), fen);
      // Nobody's time ran while nobody was there.
      const seconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
      assert.ok(seconds(clock) - seconds(await page.getByRole('timer', { name: "white's clock" }).textContent()) <= 2);
      await typeMove(page, 'd4');
      await untilTurn(page, 4);
      await close();
    } finally {
      await server.stop();
    }
  });
}
