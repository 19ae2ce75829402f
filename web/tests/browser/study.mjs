// SPDX-License-Identifier: GPL-3.0-or-later
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parsePgn } from 'chessops/pgn';
import { boardFen, clickMove, openView, pasteText, pasteWithKeys, Server, squareAt, texts, typeMove, until, untilCount, untilFen, untilText, visit } from './harness.mjs';

const GAME = '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 {the best by test} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n';

const pasteIn = pasteText;
const depth = (page) => page.locator('.engine-speed').getAttribute('data-depth').then(Number);
const untilDepth = (page, least) => until(page, (wanted) => Number(document.querySelector('.engine-speed')?.getAttribute('data-depth')) >= wanted, least);
const understand = (page) => openView(page, page.locator('.tabs a', { hasText: 'Understand' }), 'Understand');
/** Waits until the explanation of this question is there. */
const untilExplained = async (page, question) => {
  await until(page, (heading) => document.querySelector('.explanation h2')?.textContent === heading && document.querySelector('.explanation')?.getAttribute('aria-busy') === 'false', question);
  await untilCount(page, '.sentence', 1);
};

export default function (test, server) {
  test('analysis: a pasted FEN, live lines, a mate found, variations, PGN out', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await untilCount(page, '.line .line-score', 3);
    await untilDepth(page, (await depth(page)) + 1);
    await untilCount(page, '.cg-shapes g line', 1);
    assert.match(await page.locator('.wdl').first().getAttribute('aria-label'), /White wins \d+ %/);

    // A mate in one is seen, and on the bar.
    await pasteIn(page, 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4');
    await untilText(page, '.line-score', /^#1$/);
    await page.locator('.line-move').first().click();
    await untilFen(page, /^r1bqkb1r\/pppp1Qpp/);
    await page.getByText('White wins: checkmate').waitFor();

    // A game with a variation, and one more made by hand.
    await pasteIn(page, GAME);
    await page.locator('.tree-variation').waitFor();
    assert.equal(await page.locator('.tree-comment').first().textContent(), 'the best by test');
    await page.locator('.tree .move', { hasText: /^e4$/ }).click();
    await untilFen(page, /PPPP1PPP\/RNBQKBNR b/);
    await clickMove(page, 'e7e6');
    await untilFen(page, /\/4p3\/8\/4P3\//);
    await typeMove(page, 'd4');
    await untilFen(page, /PPP2PPP\/RNBQKBNR b/);
    await until(page, () => localStorage.getItem('xanthos.study')?.includes('d2d4'));
    await page.reload();
    await untilFen(page, /PPP2PPP\/RNBQKBNR b/);
    await page.waitForSelector('.connection[data-state=open]');
    const waiting = page.waitForEvent('download');
    await page.getByRole('tab', { name: 'Position' }).click();
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const text = await readFile(await (await waiting).path(), 'utf8');
    const [game] = parsePgn(text);
    assert.equal(game.headers.get('White'), 'Ada');
    const afterE4 = game.moves.children[0];
    assert.deepEqual(afterE4.children.map((child) => child.data.san), ['e5', 'c5', 'e6']);
    await close();
  });

  test('analysis: what can not be read is told, and nothing is lost of what can', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false } });
    for (const [text, told] of [
      ['8/8/8/3k4/8/8/3QK3/8 w - - 0 1', /in check/],
      // The place of the fault is named, as in the terminal.
      ['rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', /Invalid position.*x/],
      ['1. Qh9 e5', /Qh9/],
      ['good morning', /Neither a FEN nor a PGN/],
    ]) {
      await pasteIn(page, text);
      await untilText(page, '.notice', told);
    }
    // A game is read up to the move that can't be played.
    await pasteIn(page, '1. e4 e5\n2. Qh9 Nc6');
    await untilText(page, '.notice', /Read up to an error: .*line 2.*Qh9/);
    assert.deepEqual(await texts(page, '.tree .move'), ['e4', 'e5']);
    await pasteIn(page, `[White "Cy"]\n\n1. e9 *\n\n${GAME.replace('1. e4 {', '{a friendly game} 1. e4 {[%eval 0.31] [%clk 0:04:58] ').replace('(1... c5', '({sharper is} 1... c5')}`);
    await untilText(page, '.notice', /could not be read: .*e9/);
    await untilText(page, '.tree', /a friendly game/);
    await untilText(page, '.tree-variation', /sharper is/);
    const waiting = page.waitForEvent('download');
    await page.getByRole('tab', { name: 'Position' }).click();
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const text = (await readFile(await (await waiting).path(), 'utf8')).replace(/\s+/g, ' ');
    assert.match(text, /\{a friendly game\} 1\. e4 \{\[%eval 0\.31\] \[%clk 0:04:58\] the best by test\}/);
    assert.match(text, /\(\{sharper is\} 1\.\.\. c5/);
    await close();
  });

  test('analysis: what was deleted or cleared comes back', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false } });
    await pasteIn(page, GAME);
    await page.locator('.tree .move', { hasText: /^c5$/ }).click();
    const all = await texts(page, '.tree .move');
    const undo = page.locator('.notice button');
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByRole('button', { name: 'Delete from here' }).click();
    await untilCount(page, '.notice button', 1);
    assert.equal(await page.locator('.tree-variation').count(), 0);
    await undo.click();
    await page.locator('.tree-variation').waitFor();
    assert.deepEqual(await texts(page, '.tree .move'), all);
    await page.getByRole('tab', { name: 'Position' }).click();
    await page.getByRole('button', { name: 'New analysis' }).click();
    await until(page, () => document.querySelectorAll('.tree .move').length === 0);
    await undo.click();
    await untilCount(page, '.tree .move', all.length);
    assert.deepEqual(await texts(page, '.tree .move'), all);
    assert.equal(await undo.count(), 0);
    await close();
  });

  test('analysis: the board and the panel stay where they are while lines come and go', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await untilCount(page, '.line .line-score', 3);
    const places = () => page.evaluate(() => ['.board', '.moves', '.move-buttons', '.dock'].map((name) => JSON.stringify(document.querySelector(name)?.getBoundingClientRect())));
    const before = await places();
    await page.keyboard.press('ArrowRight');
    await clickMove(page, 'e2e4');
    await untilFen(page, /PPPP1PPP\/RNBQKBNR b/);
    await untilDepth(page, 5);
    assert.deepEqual(await places(), before);
    await close();
  });

  test('understand: the evaluation breakdown adds up, sentences show their lines, levels differ', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await pasteIn(page, 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4');
    await understand(page);
    await page.locator('.breakdown > summary').click();
    await page.locator('.ledger tbody tr').first().waitFor();
    const numbers = await texts(page, '.ledger .balance');
    const value = (text) => Math.round(Number(text.replace('\u2212', '-')) * 100);
    const foot = await texts(page, '.ledger tfoot td');
    const rounding = /rounding ([^)]+)\)/.exec(foot[0])?.[1] ?? '0';
    assert.ok(numbers.length > 5);
    assert.equal(numbers.map(value).reduce((sum, one) => sum + one, 0) + value(rounding), value(foot[1]));

    await untilExplained(page, 'Position');
    await page.locator('.sentences details.more > summary').click();
    const club = await texts(page, '.sentence');
    assert.ok(club.length >= 4, club.join('\n'));
    // What is best is named before anything is said against other moves.
    const chapters = await texts(page, '.sentences h3');
    assert.equal(chapters[0], 'In short');
    assert.ok(!chapters.includes('Why not') || chapters.indexOf('Best move') < chapters.indexOf('Why not'), chapters.join(', '));
    const here = await boardFen(page);
    const threat = page.locator('.sentence', { hasText: 'Nxf7' }).first();
    await threat.click();
    await page.locator('.evidence.open .line-move').first().waitFor();
    await page.getByRole('button', { name: 'Next move of the line' }).click();
    await until(page, (fen) => document.querySelector('.board')?.getAttribute('data-fen') !== fen, here);
    await page.keyboard.press('Escape');
    await untilFen(page, here);
    await page.getByLabel('Beginner', { exact: true }).check();
    await until(page, (before) => [...document.querySelectorAll('.sentence')].map((one) => one.textContent).join('\n') !== before, club.join('\n'));

    // Every sentence can be clicked; whatever it shows, the board is still a board.
    for (const sentence of await page.locator('.sentence').all()) {
      await sentence.click();
      await page.locator('.sentence[aria-pressed=true]', { hasText: await sentence.textContent() }).first().waitFor();
      await page.locator('.evidence.open').waitFor();
    }
    await page.keyboard.press('Escape');

    const legends = new Set([await page.locator('.legend').textContent()]);
    const colours = page.getByLabel('Colour the board by');
    for (const name of ['Piece values', 'Piece values (network)', 'Mobility', 'Square control', 'King safety', 'Pins', 'Passed pawns']) {
      await colours.selectOption(name);
      // Each idea has its own words under the board.
      await until(page, (known) => (document.querySelector('.legend')?.textContent ?? '').length > 12 && !known.includes(document.querySelector('.legend').textContent), [...legends]);
      legends.add(await page.locator('.legend').textContent());
    }
    await colours.selectOption('Mobility');
    await untilCount(page, '.board-numbers span:not(:empty)', 10);
    await page.locator('.ledger tbody button', { hasText: 'Mobility' }).click();
    await page.locator('.credits li').first().waitFor();

    await page.getByPlaceholder('Why not …?').fill('Nxe4');
    await page.getByRole('button', { name: 'Ask' }).click();
    await untilExplained(page, 'Why not Nxe4?');
    // The answer stands first.
    assert.equal(await page.locator('.sentences h3').first().textContent(), 'Why not');
    assert.match(await page.locator('.sentence').first().textContent(), /Nxe4/);

    await page.getByRole('button', { name: 'Alpha-beta and MCTS' }).click();
    await untilExplained(page, 'Alpha-beta and MCTS');
    assert.match((await texts(page, '.sentence')).join('\n'), /gree.*\nAlpha-beta: .*\nMCTS: /);
    await page.locator('.sentence').last().click();
    await page.locator('.evidence.open .line-move').first().waitFor();
    await close();
  });

  test('a move is explained after it was played', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await pasteIn(page, 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3');
    await understand(page);
    await clickMove(page, 'g8f6');
    await page.getByRole('button', { name: 'Explain Nf6' }).click();
    await untilExplained(page, 'Move Nf6');
    assert.ok((await texts(page, '.sentence')).some((text) => /Nf6.*(mate|blunder|mistake)/i.test(text)));
    // A game that is over has no static evaluation.
    await typeMove(page, 'Qxf7#');
    await untilText(page, '.sentences', /White wins: checkmate/);
    assert.equal(await page.locator('.ledger').count(), 0);
    assert.match(await page.locator('.evalbar').getAttribute('aria-label'), /#/);
    await close();
  });

  test('one board in one place: it does not move between the views', async () => {
    const { page, close } = await visit(server(), 'play', { options: { viewport: { width: 1440, height: 900 } } });
    const places = new Set();
    for (const view of ['Play', 'Analyse', 'Understand', 'Report', 'Watch']) {
      await openView(page, page.locator('.tabs a', { hasText: view }), view);
      places.add(JSON.stringify(await page.locator('.board').boundingBox()));
    }
    assert.equal(places.size, 1, [...places].join('\n'));
    const { width } = JSON.parse([...places][0]);
    assert.ok(width >= 680, `${width}`);
    await close();
  });

  test('a view that fails shows its error with a way back', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false } });
    await typeMove(page, 'e4');
    await page.evaluate(() => {
      // A bug, as it would come with bad data: the next move list can not be drawn.
      window.broken = Array.prototype.findLast;
      Array.prototype.findLast = () => { throw new Error('a bug for the test'); };
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'This view has failed' }).waitFor();
    await untilText(page, '.failed pre', /a bug for the test/);
    await page.evaluate(() => (Array.prototype.findLast = window.broken));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.board').waitFor();
    await untilText(page, '.tree', /e4/);
    await close();
  });

  test('a position in check has no breakdown and breaks nothing', async () => {
    const { page, close } = await visit(server(), 'understand');
    await pasteIn(page, 'rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2');
    await openView(page, page.locator('.tabs a', { hasText: 'Analyse' }), 'Analyse');
    await understand(page);
    await page.locator('.breakdown > summary').click();
    await untilText(page, '.ledger-none', /No static evaluation in check/);
    await untilExplained(page, 'Position');
    assert.match(await page.locator('.evalbar').getAttribute('aria-label'), /Evaluation/);
    await close();
  });

  test('every number is White’s, also with Black to move', async () => {
    const { page, close } = await visit(server(), 'understand');
    // White has no queen: whatever is said, it is bad for White.
    await pasteIn(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 4');
    await untilExplained(page, 'Position');
    await untilText(page, '.engine-score', /^\u2212\d/);
    assert.match(await page.locator('.evalbar').getAttribute('aria-label'), /Evaluation \u2212\d/);
    await page.locator('.breakdown > summary').click();
    const numbers = await page.locator('.scores b').allTextContents();
    assert.ok(numbers.length === 3 && numbers.every((text) => text.startsWith('\u2212')), numbers.join(' '));
    await close();
  });

  test('Légal’s mate: the explanation and the engine name the same move', async () => {
    const { page, close } = await visit(server(), 'understand', { storage: { 'analyse.lines': 1 } });
    await pasteIn(page, '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6');
    await untilText(page, '.tree', /g6/);
    await page.keyboard.press('End');
    await untilText(page, '.line-move', /5\.Nxe5/);
    await until(page, () => /Nxe5/.test(document.querySelector('.sentence')?.textContent ?? '') && document.querySelector('.explanation')?.getAttribute('aria-busy') === 'false');
    await close();
  });

  test('notes: glyphs, comments, promoting, undoing, and the PGN has them', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false, 'analyse.tab': 'notes' } });
    await pasteIn(page, GAME);
    await page.locator('.tree .move', { hasText: /^e4$/ }).click();
    await page.getByRole('button', { name: 'Brilliant move' }).click();
    await page.getByLabel('Comment on e4').fill('my own words');
    await page.keyboard.press('Tab');
    await untilText(page, '.tree', /e4!![^]*my own words/);
    // Numbers before Black's moves stand only where the text is interrupted.
    assert.match((await page.locator('.tree-variation').first().textContent()).replace(/\s+/g, ''), /^1…c52\.Nf3$/);
    await page.locator('.tree .move', { hasText: /^c5$/ }).click();
    await page.getByRole('button', { name: 'Promote variation' }).click();
    await untilText(page, '.moves-row', /e4!!/);
    await untilText(page, '.tree-variation', /^1…\s*e5/);
    // Up and down go through the variations.
    await page.keyboard.press('ArrowDown');
    await untilFen(page, /pppp1ppp\/8\/4p3/);
    await page.keyboard.press('ArrowUp');
    await untilFen(page, /pp1ppppp\/8\/2p5/);
    await page.keyboard.press('Control+z');
    await untilText(page, '.tree-variation', /^1…\s*c5/);
    await page.getByRole('tab', { name: 'Position' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PGN' }).click();
    const text = (await readFile(await (await waiting).path(), 'utf8')).replace(/\s+/g, ' ');
    assert.match(text, /1\. e4 \$3 \{my own words\}/);
    await close();
  });

  test('a board for the move one points at, the wheel, openings by name', async () => {
    const { page, close } = await visit(server(), 'analyse');
    await pasteIn(page, '1. e4 e5 2. f4 exf4');
    await untilText(page, '.tree', /exf4/);
    await untilCount(page, '.dock .book tbody tr', 4);
    await page.keyboard.press('End');
    await untilText(page, '.game-head', /C33 King.s Gambit Accepted/);
    await untilCount(page, '.line .line-move', 3);
    await page.locator('.line .line-move').first().hover();
    await page.locator('.preview .mini-board piece').first().waitFor();
    await page.locator('.board').hover();
    await page.mouse.wheel(0, -100);
    await untilFen(page, /4PP2\/8\/PPPP2PP/);
    await until(page, () => !document.querySelector('.preview'));
    await close();
  });

  test('threads and memory of the engine are chosen on the page, within what the server allows', async () => {
    // A server of its own: of the shared one earlier games still have a part.
    const own = await Server.start();
    const { page, close } = await visit(own, 'analyse');
    await untilCount(page, '.line .line-score', 3);
    const settings = page.locator('.engine-settings');
    await settings.locator('summary').click();
    await untilText(page, '.engine-settings', /In use: 2 threads, 16 MB/);
    await settings.getByLabel('1', { exact: true }).last().check();
    await untilText(page, '.engine-settings', /In use: 1 thread, 16 MB/);
    const hash = settings.getByLabel('Hash');
    assert.deepEqual(await hash.locator('option').allTextContents(), ['Automatic', '16 MB', '32 MB']);
    await hash.selectOption('32 MB');
    await untilText(page, '.engine-settings', /In use: 1 thread, 32 MB/);
    await page.reload();
    await settings.locator('summary').click();
    await untilText(page, '.engine-settings', /In use: 1 thread, 32 MB/);
    await close();
    // Nobody looks any more: the server, which thought with a whole thread until now, comes to rest.
    const ticks = async () => {
      const stat = await readFile(`/proc/${own.process.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(fields[11]) + Number(fields[12]);
    };
    let idle = 0;
    for (let round = 0, before = await ticks(); idle < 3 && round < 200; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const now = await ticks();
      idle = now - before <= 1 ? idle + 1 : 0;
      before = now;
    }
    assert.equal(idle, 3, 'the server goes on thinking');
    await own.stop();
  });

  test('beside the board everything is in sight: a short move list is no box, a long mate fits the bar', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false }, options: { viewport: { width: 1280, height: 720 } } });
    await pasteIn(page, '1. e4 {[%eval #10]} e5 {[%eval #-10]}');
    await untilText(page, '.tree', /e4[^]*e5/);
    for (const told of ['#10', '#10']) {
      await page.keyboard.press('ArrowRight');
      await untilText(page, '.evalbar-text', new RegExp(`^${told}$`));
      const [text, bar] = await page.evaluate(() => ['.evalbar-text', '.evalbar'].map((name) => document.querySelector(name)).map((one) => (one.className.includes('text') ? one.scrollWidth : one.clientWidth)));
      assert.ok(text <= bar, `${told}: ${text} in ${bar}`);
    }
    // Openings, tablebase, and where a FEN or a PGN is pasted: nothing of it lies below the fold.
    for (const name of ['Openings', 'Tablebase', 'Notes', 'Position']) {
      await page.getByRole('tab', { name }).click();
      const below = await page.locator('.dock-body').evaluate((body) => {
        const { bottom } = body.getBoundingClientRect();
        return [bottom - innerHeight, ...[...body.querySelectorAll('.chip, textarea')].map((one) => one.getBoundingClientRect().bottom - bottom)].map(Math.round);
      });
      assert.ok(Math.max(...below) <= 0, `${name}: ${below}`);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    const height = await page.locator('.moves').evaluate((one) => one.getBoundingClientRect().height);
    assert.ok(height > 360, `${height}`);
    await close();
  });

  test('the tools can be folded away, and the moves get their height', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false }, options: { viewport: { width: 1280, height: 720 } } });
    const height = () => page.locator('.moves').evaluate((one) => one.getBoundingClientRect().height);
    await page.locator('.dock-body').waitFor();
    const before = await height();
    await page.getByRole('button', { name: 'Show the tools' }).click();
    await page.locator('.dock-body').waitFor({ state: 'hidden' });
    assert.ok((await height()) > before + 80, `${before}, ${await height()}`);
    await page.reload();
    await page.locator('.dock.folded').waitFor();
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.locator('.notes').waitFor();
    await close();
  });

  test('the graph has no line where nothing is known', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': true, 'analyse.lines': 1 } });
    // With the keys and through the clipboard, as people do.
    await pasteWithKeys(page, '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0');
    await untilText(page, '.tree', /Rd8#/);
    for (const san of ['e4', 'e5', 'Nf3']) {
      await page.keyboard.press('ArrowRight');
      await untilText(page, '.tree .move[aria-current]', new RegExp(`^${san}`));
      await until(page, () => /\d/.test(document.querySelector('.tree .move[aria-current] small')?.getAttribute('data-text') ?? ''));
    }
    // The first moves, and the mate at the end by itself.
    await untilCount(page, '.graph .graph-line', 2);
    const reaches = await page.locator('.graph .graph-line').first().evaluate((line) => Number(line.getAttribute('points').split(' ').at(-1).split(',')[0]));
    assert.ok(reaches < 200, `${reaches}`);
    await close();
  });

  test('Understand has one score: the engine’s', async () => {
    const { page, close } = await visit(server(), 'understand', { storage: { level: 'club' } });
    await pasteIn(page, 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4');
    await untilText(page, '.engine-score', /\d/);
    await until(page, () => /move to play|plays|should/.test(document.querySelector('.sentence')?.textContent ?? '') && document.querySelector('.explanation')?.getAttribute('aria-busy') === 'false');
    assert.doesNotMatch(await page.locator('.sentence').first().textContent(), /\([+\u2212]?\d+\.\d\d\)/);
    // Without the engine the score of the explanation is all there is.
    await page.getByRole('switch', { name: 'Engine' }).uncheck();
    await untilText(page, '.sentence', /\([+\u2212]?\d+\.\d\d\)/);
    await close();
  });

  test('a position is set up on the board', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false, 'analyse.tab': 'position' } });
    await page.getByRole('button', { name: 'Edit board' }).click();
    await page.getByRole('button', { name: 'Empty board' }).click();
    await untilText(page, '.wrong', /empty|king/);
    for (const [name, square] of [['white king', 'e1'], ['black king', 'e8'], ['white queen', 'd1']]) {
      await page.getByRole('button', { name, exact: true }).click();
      const { x, y } = await squareAt(page, square);
      await page.mouse.click(x, y);
    }
    await page.getByLabel('Black', { exact: true }).check();
    await page.getByRole('button', { name: 'Use this position' }).click();
    await untilFen(page, '4k3/8/8/8/8/8/8/3QK3 b - - 0 1');
    // A game opened later is seen from White's side again.
    await untilCount(page, '.board-pieces.orientation-black', 1);
    await pasteIn(page, GAME);
    await untilCount(page, '.board-pieces.orientation-white', 1);
    await close();
  });

  test('a PGN of thousands of games is listed, searched and opened', async () => {
    const { page, close } = await visit(server(), 'analyse', { storage: { 'analyse.on': false } });
    const games = Array.from({ length: 3000 }, (_, index) => `[Event "League ${index % 7}"]\n[White "Player ${index}"]\n[Black "M\u00fcller ${index % 50}"]\n[Date "${1950 + (index % 70)}.01.01"]\n[Result "1/2-1/2"]\n\n1. e4 {[%clk 0:01:00]\n[a bracket in a comment]${' and many words'.repeat(60)}} e5 ${index % 2 ? '2. Nf3 Nc6' : '2. Bc4'} 1/2-1/2\n`);
    await page.locator('.board').waitFor();
    // Three pieces of a megabyte: the list is there before the last of them.
    assert.ok(games.join('\n').length > 2.5e6);
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'league.pgn'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, games.join('\n'));
    await untilText(page, '.dock-tabs', /Games \(3000\)/);
    await untilText(page, '.games', /3000 games/);
    assert.ok((await page.locator('.game-row').count()) < 60);
    await page.getByPlaceholder('Search players').fill('player 2987 m\u00fcller');
    await untilText(page, '.games', /1 of 3000 games/);
    await page.locator('.game-row').click();
    await untilText(page, '.strip-name', /M\u00fcller 37|Player 2987/);
    await untilText(page, '.tree', /Nc6/);
    // The games that had the position on the board, however they came to it, and what was played then.
    await page.getByPlaceholder('Search players').fill('');
    await page.locator('.tree .move', { hasText: /^Nf3/ }).click();
    await untilFen(page, /5N2\/PPPP1PPP/);
    await page.getByRole('button', { name: 'This position' }).click();
    await untilText(page, '.games', /1500 of 3000 games: White won 0, 1500 drawn, Black won 0/);
    await page.locator('.game-row', { hasText: 'Nc6' }).first().click();
    await untilText(page, '.strip-name', /Player|M\u00fcller/);
    await untilFen(page, /5N2\/PPPP1PPP/);
    await page.getByRole('button', { name: 'All games' }).click();
    await untilText(page, '.games p', /^3000 games$/);
    await close();
  });
}
