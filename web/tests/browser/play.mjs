// SPDX-License-Identifier: GPL-3.0-or-later
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parsePgn } from 'chessops/pgn';
import { boardFen, clickMove, clickSquare, newGame, pasteText, pick, squareAt, status, typeMove, typeRefused, until, untilCount, untilFen, untilText, untilTurn, visit } from './harness.mjs';
import { after, choose, key } from './player.mjs';

/** The question can be read while the pointer is on it, unless it has gone again. */
async function readable(page, question) {
  const contrast = await page.evaluate((text) => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === text);
    if (!button) return Infinity;
    const style = getComputedStyle(button);
    const [ink, paper] = [style.color, style.backgroundColor].map((colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number).reduce((sum, one) => sum + one, 0));
    return Math.abs(ink - paper);
  }, question);
  assert.ok(contrast > 200, `${question}: ${contrast}`);
}

/** A button that asks back, but only for a few seconds: a slow machine may need a second try. */
async function sure(page, name, question) {
  for (let tries = 0; tries < 5; tries++) {
    await page.getByRole('button', { name, exact: true }).click();
    await readable(page, question);
    const clicked = await page.getByRole('button', { name: question }).click({ timeout: 3000 }).then(() => true, () => false);
    if (clicked) return;
  }
  assert.fail(`${question} could not be answered`);
}

export default function (test, server) {
  test('a whole game is played by clicks to its natural end', async () => {
    const { page, close } = await visit(server(), 'play', { storage: { animate: false } });
    await newGame(page, { nodes: 20 });
    const seen = new Set();
    const there = () => ({
      status: document.querySelector('.status').getAttribute('data-status'),
      fen: document.querySelector('.board').getAttribute('data-fen'),
    });
    for (let plies = 0; plies < 600; plies += 2) {
      // Either it is our turn again, with both last moves in the list, or the game is over.
      await until(
        page,
        (count) => {
          const now = document.querySelector('.status')?.getAttribute('data-status');
          return now === 'over' || (now === 'your_move' && document.querySelectorAll('.moves .move').length === count);
        },
        plies,
      );
      const now = await page.evaluate(there);
      if (now.status === 'over') break;
      seen.add(key(now.fen));
      const uci = choose(now.fen, seen);
      const next = after(now.fen, uci);
      seen.add(key(next.fen));
      await clickMove(page, uci);
      await untilCount(page, '.moves .move', plies + 1);
      // The move stands in the list as the other library writes it.
      assert.equal(await page.locator('.moves .move').nth(plies).locator('span').textContent(), next.san);
    }
    await status(page, 'over');
    const text = await page.locator('.status').textContent();
    assert.match(text, /mate|repetition|fifty|material/i);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const file = await waiting;
    const pgn = await readFile(await file.path(), 'utf8');
    // That the limit for each move was reached goes without saying.
    assert.doesNotMatch(pgn, /what was asked for/);
    const [game] = parsePgn(pgn);
    const written = [...game.moves.mainline()].length;
    assert.equal(written, await page.locator('.moves .move').count());
    assert.equal(game.headers.get('Result'), text.split(' · ').at(-1));
    await close();
  });

  test('a promotion can be chosen, and cancelled', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, { fen: '8/P6k/8/8/8/7p/8/K7 w - - 0 1' });
    await status(page, 'your_move');
    await clickSquare(page, 'a7');
    await clickSquare(page, 'a8');
    const dialog = page.getByRole('dialog', { name: 'Promote to' });
    await dialog.waitFor();
    // The focus goes round among the four pieces.
    const chosen = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await until(page, () => document.activeElement?.getAttribute('aria-label') === 'queen');
    const round = [];
    for (const pressed of ['Tab', 'ArrowDown', 'Tab', 'Tab', 'Shift+Tab']) {
      await page.keyboard.press(pressed);
      round.push(await chosen());
    }
    assert.deepEqual(round, ['rook', 'bishop', 'knight', 'queen', 'knight']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.match(await boardFen(page), /^8\/P6k/);
    await typeRefused(page, 'a8', /Promote to which piece/);
    await clickMove(page, 'a7a8n');
    // The engine's king may have answered on the same rank already.
    await untilFen(page, /^N/);
    await untilText(page, '.moves .move span', /^a8=N$/);
    await close();
  });

  test('Chess960: the king castles by going to its rook', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, { fen: '1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1' });
    await status(page, 'your_move');
    await clickMove(page, 'e1g1');
    await untilFen(page, /\/1R3RK1 /);
    await untilText(page, '.moves .move span', /^O-O$/);
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
    assert.match(await clock.textContent(), /^(5:00|4:\d\d)$/);
    await typeMove(page, 'e4');
    await untilTurn(page, 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await untilFen(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hint-line b').waitFor();
    await untilCount(page, '.cg-shapes g line', 1);
    await sure(page, 'Offer draw', 'Offer a draw?');
    // Before the tenth move the engine takes no draw.
    await untilText(page, '.hint-line', /declined the draw/);
    await typeMove(page, 'd4');
    await untilTurn(page, 2);
    await sure(page, 'Resign', 'Resign the game?');
    await status(page, 'over');
    // The record has the clocks, and says nothing about engines that stopped as they were told to.
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const pgn = await readFile(await (await waiting).path(), 'utf8');
    assert.equal([...pgn.matchAll(/\[%clk 0:0\d:\d\d/g)].length, 2, pgn);
    assert.doesNotMatch(pgn, /what was asked for/);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Start game' }).waitFor();
    await close();
  });

  test('the engine may have a different time control', async () => {
    const { page, close } = await visit(server(), 'play');
    await page.getByLabel('Custom', { exact: true }).check();
    await page.getByLabel('Minutes', { exact: true }).fill('10');
    await page.getByLabel('Different time for the engine').check();
    await page.getByLabel('Engine minutes', { exact: true }).fill('2');
    await page.keyboard.press('Tab');
    await newGame(page, {});
    await status(page, 'your_move');
    const { clock, setup } = await page.evaluate(() => JSON.parse(localStorage.getItem('xanthos.game')));
    assert.equal(clock.black_ms, 120_000);
    assert.ok(clock.white_ms > 120_000 && clock.white_ms <= 600_000);
    assert.equal(setup.clock.you.base_ms, 600_000);
    await close();
  });

  test('the engine plays from the built-in book, if it is to', async () => {
    const forever = { clock: 'none', minutes: 5, increment: 3, limit: 'ms', ms: 600_000, nodes: 1, depth: 1 };
    const { page, close } = await visit(server(), 'play', { storage: { 'play.time': forever, 'play.book': true } });
    await pick(page, 'full');
    await page.getByRole('button', { name: 'Start game' }).click();
    await status(page, 'your_move');
    await clickMove(page, 'e2e4');
    await untilTurn(page, 2);
    await untilText(page, '.hint-line', /Book move/);
    await sure(page, 'Resign', 'Resign the game?');
    await status(page, 'over');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.locator('details.advanced').evaluate((details) => (details.open = true));
    assert.ok(await page.getByLabel('Engine uses the opening book').isChecked());
    await close();
  });

  test('a premove is played when its turn comes', async () => {
    // The engine thinks until it is told to move.
    const forever = { clock: 'none', minutes: 5, increment: 3, limit: 'ms', ms: 600_000, nodes: 1, depth: 1 };
    const { page, close } = await visit(server(), 'play', { storage: { 'play.time': forever } });
    await pick(page, 'full');
    await page.getByRole('button', { name: 'Start game' }).click();
    await status(page, 'your_move');
    await clickMove(page, 'e2e4');
    await status(page, 'thinking');
    await clickMove(page, 'a2a3');
    await untilCount(page, 'square.current-premove', 2);
    await page.getByRole('button', { name: 'Move now' }).click();
    await until(page, () => document.querySelectorAll('.moves .move span')[2]?.textContent === 'a3');
    // Else the engine would think through the tests that follow.
    await sure(page, 'Resign', 'Resign the game?');
    await status(page, 'over');
    await close();
  });

  test('a premove goes with the move that is taken back', async () => {
    const forever = { clock: 'none', minutes: 5, increment: 3, limit: 'ms', ms: 600_000, nodes: 1, depth: 1 };
    const { page, close } = await visit(server(), 'play', { storage: { 'play.time': forever } });
    await pick(page, 'full');
    await page.getByRole('button', { name: 'Start game' }).click();
    await status(page, 'your_move');
    await clickMove(page, 'e2e4');
    await status(page, 'thinking');
    await clickMove(page, 'a2a3');
    await untilCount(page, 'square.current-premove', 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await untilTurn(page, 0);
    await untilText(page, '#spoken', /Taken back/);
    // Had it been played, its pawn would be the first of two that have moved.
    await clickMove(page, 'd2d4');
    await untilFen(page, /\/3P4\/8\/PPP1PPPP\/RNBQKBNR b/);
    await sure(page, 'Resign', 'Resign the game?');
    await status(page, 'over');
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
    await untilTurn(page, 2);
    assert.deepEqual(await page.locator('.board').boundingBox(), before);
    await close();
  });

  test('three clicks to a game, all of them above the fold at 1280×720 and on a phone', async () => {
    for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
      const { page, close } = await visit(server(), 'play', { options: { viewport } });
      await page.locator('.card').nth(15).waitFor();
      const below = await page.evaluate(() =>
        [...document.querySelectorAll('.new-game .choice, .card, .chosen, .new-game .button.primary')].filter((one) => {
          if (one.closest('details')) return false;
          const box = one.getBoundingClientRect();
          return box.height === 0 || box.bottom > innerHeight || box.top < 0;
        }).map((one) => one.textContent));
      assert.deepEqual(below, [], `${viewport.width}×${viewport.height}`);
      // What is under Advanced comes into sight when it is unfolded.
      await page.locator('.advanced > summary').click();
      const under = page.locator('.advanced .choice').first();
      await until(page, () => document.querySelector('.advanced .choice').getBoundingClientRect().bottom <= innerHeight);
      const [choice, start] = [await under.boundingBox(), await page.getByRole('button', { name: 'Start game' }).boundingBox()];
      if (viewport.width > 1000) assert.ok(choice.y + choice.height <= start.y, JSON.stringify([choice, start]));
      await page.locator('.advanced > summary').click();
      // A notice does not lie over the button.
      await pasteText(page, 'good morning');
      await untilText(page, '.notice', /Neither a FEN/);
      const [notice, button] = [await page.locator('.notice').boundingBox(), await page.getByRole('button', { name: 'Start game' }).boundingBox()];
      assert.ok(notice.y + notice.height < button.y, JSON.stringify([notice, button]));
      // Colour, opponent, Start.
      await page.getByLabel('Black', { exact: true }).check();
      await pick(page, '800');
      await page.getByRole('button', { name: 'Start game' }).click();
      await untilText(page, '.strip-name', /You|Beginner \(800\)/);
      await untilTurn(page, 1);
      const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('xanthos.game')));
      assert.equal(kept.setup.engine.options.UCI_Elo, 800);
      // Without a clock it still takes a moment, as people do.
      assert.ok(kept.moves[0].used_ms > 50, `${kept.moves[0].used_ms} ms`);
      await page.getByRole('button', { name: 'Take back' }).waitFor();
      await close();
    }
  });

  test('a card sets everything that belongs to a persona', async () => {
    const { page, close } = await visit(server(), 'play', { storage: { 'play.book': true } });
    await pick(page, 'bannan');
    await untilText(page, '.chosen', /Elo .* Bannan is 0\. Bannan and Das/);
    await page.getByRole('button', { name: 'Start game' }).click();
    await status(page, 'your_move');
    const { setup, engine_name } = await page.evaluate(() => JSON.parse(localStorage.getItem('xanthos.game')));
    assert.deepEqual(setup.engine.options, { Persona: 'bannan' });
    assert.equal(setup.engine.book, true);
    assert.match(engine_name, /bannan/);
    await close();
  });

  test('the end of a game offers a rematch with the other colour, analysis and report', async () => {
    const { page, close } = await visit(server(), 'play');
    await newGame(page, { fen: '7k/5Q2/6K1/8/8/8/p7/8 w - - 0 1' });
    await status(page, 'your_move');
    // A queen more is shown beside the name; a pawn less is the other's.
    await untilText(page, '.layout-board > .strip-place:last-child .material', /^\+8$/);
    await typeMove(page, 'Qg7');
    const result = page.getByRole('dialog', { name: 'Result' });
    await result.waitFor();
    assert.match(await result.textContent(), /You won.*mate.*1-0/i);
    await result.getByRole('button', { name: 'Rematch' }).click();
    await until(page, () => JSON.parse(localStorage.getItem('xanthos.game'))?.setup.you === 'black');
    await close();

    const other = await visit(server(), 'play');
    await newGame(other.page, { fen: '7k/5Q2/6K1/8/8/8/p7/8 w - - 0 1' });
    await status(other.page, 'your_move');
    await typeMove(other.page, 'Qg7');
    await other.page.getByRole('dialog', { name: 'Result' }).getByRole('button', { name: 'Analyse' }).click();
    await untilText(other.page, '.tree', /Qg7#/);
    await other.close();
  });

  test('the number of a Chess960 position and its board are seen before the game', async () => {
    const { page, close } = await visit(server(), 'play');
    await page.locator('details.advanced').evaluate((details) => (details.open = true));
    await page.getByLabel('Chess960', { exact: true }).check();
    const number = page.getByLabel('Position number (empty: random)', { exact: true });
    assert.match(await number.inputValue(), /^\d+$/);
    await number.fill('0');
    await untilFen(page, /^bbqnnrkr\//);
    await page.getByRole('button', { name: 'Start game' }).click();
    await status(page, 'your_move');
    assert.match(await boardFen(page), /^bbqnnrkr\//);
    await close();
  });

  test('at full strength the engine thinks on the person’s time', async () => {
    const shallow = { clock: 'none', minutes: 5, increment: 3, limit: 'depth', ms: 1, nodes: 1, depth: 6 };
    const { page, close } = await visit(server(), 'play', { storage: { 'play.time': shallow } });
    await pick(page, 'full');
    await page.getByRole('button', { name: 'Start game' }).click();
    await status(page, 'your_move');
    await typeMove(page, 'e4');
    await untilTurn(page, 2);
    const line = (await page.evaluate(() => JSON.parse(localStorage.getItem('xanthos.game')).moves[1].line))[0];
    await typeMove(page, line);
    await untilTurn(page, 4);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('xanthos.game')).moves[3].pondered), true);
    await close();
  });
}
