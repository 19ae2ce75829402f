// SPDX-License-Identifier: GPL-3.0-or-later
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parsePgn } from 'chessops/pgn';
import { boardFen, openView, pasteText, status, texts, typeMove, until, untilCount, untilFen, untilText, visit } from './harness.mjs';

const BLUNDER = '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Qh5 {[%clk 0:04:55]} Nc6 {[%clk 0:04:50]} 3. Bc4 {[%clk 0:04:50]} Nf6 {[%clk 0:04:20]} 4. Qxf7# {[%clk 0:04:49]} 1-0\n';

export default function (test, server) {
  test('watch: two engines play with clocks, evaluations and reasons', async () => {
    const { page, close } = await visit(server(), 'watch', { storage: { 'watch.seat.black': { who: 'custom', engine: { persona: '', evaluation: 'classical', search: '', elo: null, more: {} } } } });
    await page.getByLabel('Custom', { exact: true }).check();
    // Enough for a game that is still on when it is stopped; six half-moves take some seconds of it.
    await page.getByLabel('Minutes', { exact: true }).fill('0.5');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Start game' }).click();
    await untilCount(page, '.moves .move', 6);
    await page.getByRole('button', { name: 'Pause' }).click();
    await status(page, 'paused');
    const names = await texts(page, '.strip-name');
    assert.equal(names.length, 2);
    assert.notEqual(names[0], names[1]);
    assert.equal(await page.getByRole('timer').count(), 2);
    await page.locator('.reasons > summary').click();
    await untilCount(page, '.reasons li', 2);
    assert.ok((await page.locator('.reasons li .quiet').first().textContent()).length > 10);
    // A game that was halted stays so over a reload.
    const played = await page.locator('.moves .move').count();
    await page.reload();
    await status(page, 'paused');
    assert.equal(await page.locator('.moves .move').count(), played);
    assert.equal(await page.locator('.graph .graph-line').count(), 2);
    await page.getByRole('button', { name: 'Continue' }).click();
    await status(page, 'playing');
    await page.getByRole('button', { name: 'Stop' }).click();
    await status(page, 'over');
    assert.equal(await page.locator('.status').textContent(), 'Stopped');
    // The server has forgotten the game with its socket; the page can save it all the same.
    const stopped = await page.locator('.moves .move').count();
    await page.reload();
    await page.waitForSelector('.connection[data-state=open]');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const [game] = parsePgn(await readFile(await (await waiting).path(), 'utf8'));
    assert.equal([...game.moves.mainline()].length, stopped);
    assert.match(game.headers.get('White'), /Xanthos/);
    await close();
  });

  test('report: the blunder is found, shown and saved', async () => {
    const { page, close } = await visit(server(), 'report');
    // A game that can't be read is told and does no harm.
    await page.locator('textarea').fill(`[White "Cy"]\n\n1. e9 *\n\n${BLUNDER}`);
    await page.getByLabel('Quick', { exact: true }).check();
    await page.getByRole('button', { name: 'Analyse game' }).click();
    await untilText(page, '.notice', /could not be read.*e9/);
    await page.locator('.accuracies').waitFor();
    const rows = await texts(page, '.accuracies tbody tr');
    const accuracy = rows.map((row) => Number(/([\d.]+) %/.exec(row)[1]));
    assert.ok(accuracy[0] > accuracy[1], rows.join('\n'));
    await page.locator('.move.blunder', { hasText: 'Nf6' }).click();
    await page.locator('.judgement.blunder').waitFor();
    await untilText(page, '.move-judgement', /Better: /);
    await untilCount(page, '.cg-shapes g line', 1);
    assert.ok(await page.locator('.turning-point').count());
    // Both graphs have axes.
    await page.locator('.lesson summary', { hasText: 'Time used' }).click();
    assert.equal(await page.locator('.graph').count(), 2);
    assert.equal(await page.locator('.graph-axis').count(), 2);
    for (const [button, check] of [
      ['Save HTML', (text) => assert.match(text, /<html[\s\S]*Nf6/)],
      ['Save PGN', (text) => assert.equal([...parsePgn(text)[0].moves.mainline()].length, 7)],
    ]) {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      check(await readFile(await (await waiting).path(), 'utf8'));
    }
    // A remark puts its line on the board, which the keys then walk through.
    await page.locator('.move-judgement .sentence').first().click();
    await page.locator('.evidence .line-move').first().waitFor();
    const began = await boardFen(page);
    await page.keyboard.press('End');
    await until(page, (fen) => document.querySelector('.board').getAttribute('data-fen') !== fen, began);
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('.evidence'));
    // The server forgets a report with its socket; the page can save it all the same.
    await page.reload();
    await page.waitForSelector('.connection[data-state=open]');
    const again = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const saved = await readFile(await (await again).path(), 'utf8');
    assert.equal([...parsePgn(saved)[0].moves.mainline()].length, 7);
    await openView(page, page.locator('.tabs a', { hasText: 'Analyse' }), 'Analyse');
    await page.locator('.tree-variation').first().waitFor();
    // Understand calls the move what the report called it.
    await page.locator('.move', { hasText: 'Nf6' }).first().click();
    await openView(page, page.locator('.tabs a', { hasText: 'Understand' }), 'Understand');
    await page.getByRole('button', { name: 'Explain Nf6' }).click();
    await until(page, () => [...document.querySelectorAll('.sentence')].some((one) => /Nf6.*blunder/.test(one.textContent)));
    await close();
  });

  test('report: what is no game is refused in words', async () => {
    const { page, close } = await visit(server(), 'report');
    await page.locator('textarea').fill('this is not a game');
    await page.getByRole('button', { name: 'Analyse game' }).click();
    // What the notice says for some seconds stays where screen readers read it.
    await untilText(page, '#spoken', /.{6}/);
    await close();
  });

  test('report: mistakes are retried, wrong moves are answered, better ones praised', async () => {
    const { page, close } = await visit(server(), 'report', { storage: { 'report.effort': { nodes: 20_000 } } });
    // The game on the board is reported on without being pasted again.
    await pasteText(page, BLUNDER);
    await untilText(page, '.tree', /Qxf7#/);
    await page.getByRole('button', { name: 'Analyse this game' }).click();
    await page.locator('.accuracies').waitFor();
    assert.match(await page.locator('.accuracies').textContent(), /ACPL/);
    await page.getByRole('button', { name: 'Retry the mistakes of Bob' }).click();
    // However few nodes there are, this one is seen; what else is called inaccurate may differ.
    while (!/Nf6\?\?/.test(await page.locator('.retry h2').textContent())) await page.getByRole('button', { name: 'Next' }).click();
    await untilFen(page, /^r1bqkbnr\/pppp1ppp\/2n5\/4p2Q/);
    await typeMove(page, 'a6');
    await page.locator('.retry[data-state=wrong]').waitFor();
    await untilText(page, '.retry-word', /Qxf7#/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await typeMove(page, 'g6');
    await page.locator('.retry[data-state=right], .retry[data-state=good]').waitFor();
    await untilText(page, '.retry', /1 found/);
    await page.getByRole('button', { name: 'Back to the report' }).click();
    await page.locator('.accuracies').waitFor();
    await close();
  });

  test('report: a PGN that Analyse reads up to an error is reported on up to it', async () => {
    const { page, close } = await visit(server(), 'report', { storage: { 'report.effort': { nodes: 20_000 } } });
    await page.locator('textarea').fill('1. e4 e5\n2. Qh9 Nc6');
    await page.getByRole('button', { name: 'Analyse game' }).click();
    await page.locator('.accuracies').waitFor();
    await untilText(page, '.tree', /e4\s*e5/);
    await close();
  });

  test('watch: limited players keep a pace, a match has a crosstable', async () => {
    const quick = { clock: 'none', minutes: 1, increment: 0, limit: 'nodes', ms: 1, nodes: 1, depth: 1 };
    // Mate, or a draw two half-moves later: a beginner could take a hundred moves over it.
    const from = { kind: 'fen', number: '', fen: '7k/8/5KQ1/8/8/8/8/8 w - - 98 80' };
    const { page, close } = await visit(server(), 'watch', { storage: { 'watch.seat.white': { who: 'full', engine: {} }, 'watch.seat.black': { who: '500', engine: {} }, 'watch.time': quick, 'watch.start': from, 'watch.games': 2 } });
    await untilFen(page, /^7k\/8\/5KQ1/);
    await page.getByRole('button', { name: 'Start match' }).click();
    await untilText(page, '.crosstable', /Xanthos/);
    // Players have the name and the face of their card.
    await untilText(page, '.layout-board', /First games \(500\)[^]*Xanthos|Xanthos[^]*First games \(500\)/);
    await untilCount(page, '.strip-name .face', 2);
    // A match goes on after a reload, also between two games.
    await until(page, () => JSON.parse(sessionStorage.getItem('xanthos.watch.match') ?? 'null')?.points.length >= 1);
    await page.reload();
    await until(page, () => JSON.parse(sessionStorage.getItem('xanthos.watch.match') ?? 'null')?.points.length === 2);
    const table = await texts(page, '.crosstable tr');
    assert.equal(table.length, 2);
    assert.equal(table.map((row) => Number(/([\d.]+)$/.exec(row)[1])).reduce((sum, one) => sum + one, 0), 2, table.join('\n'));
    await close();

    const slow = await visit(server(), 'watch', { storage: { 'watch.seat.white': { who: '1400', engine: {} }, 'watch.seat.black': { who: '1400', engine: {} }, 'watch.time': { ...quick, clock: 'clock', minutes: 1, limit: 'none' } } });
    await slow.page.getByRole('button', { name: 'Start game' }).click();
    await untilCount(slow.page, '.moves .move', 4);
    const moves = await slow.page.evaluate(() => JSON.parse(sessionStorage.getItem('xanthos.watch')).moves);
    // Nobody answers within milliseconds move after move.
    assert.ok(moves.reduce((sum, one) => sum + one.used_ms, 0) > 400, JSON.stringify(moves.map((one) => one.used_ms)));
    assert.equal(await slow.page.locator('.expects p').count(), 2);
    await slow.page.getByRole('button', { name: 'Stop' }).click();
    await status(slow.page, 'over');
    await slow.close();
  });
}
