// SPDX-License-Identifier: GPL-3.0-or-later
/** A report on games: asked for, waited for, asked for again after a lost connection. */
import { signal } from '@preact/signals';
import { announce } from '../announce';
import { link, Refusal } from '../link';
import { notifyError, notify } from '../notice';
import { download } from '../parts/controls';
import { START } from '../chess/rules';
import { MoveTree } from '../chess/tree';
import type { MoveLimit, Quality, Report, ReportFormat } from '../protocol';
import { storedSignal, store, stored } from '../settings';
import { asPgn, showTree, tree, version } from './study';

/** The text of the form. */
export const pgn = storedSignal<string>('report.pgn', '');
export const effort = storedSignal<MoveLimit>('report.effort', { nodes: 100_000 });
export const progress = signal<{ done: number; of: number } | null>(null);
export const reports = signal<Report[]>(stored<Report[]>('reports', [], 'tab'));

let current: number | null = null;

/** The report on the game that is on the board, if there is one: the same start and the same main line. */
export function reportHere(): Report | null {
  void version.value;
  const now = tree.value;
  const line = now.main();
  const begins = (report: Report) => (report.start === 'startpos' ? START : report.start);
  const same = (report: Report) => begins(report) === now.root.fen && report.moves.length <= line.length && report.moves.every((move, index) => move.uci === line[index].uci);
  return reports.value.find((report) => report.moves.length > 0 && same(report)) ?? null;
}

const GLYPHS: Partial<Record<Quality, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** The game with what the report found: glyphs, scores, and the better moves as variations. */
export function asTree(report: Report): MoveTree {
  const now = new MoveTree(report.start === 'startpos' ? START : report.start, report.chess960);
  now.tags = Object.entries(report.tags);
  now.comment = report.comment ?? undefined;
  let node = now.root;
  for (const move of report.moves) {
    const next = now.grow(node, move.uci);
    if (!next) break;
    // A mate on the board has no sign; the one who moved has given it.
    next.score = 'mate' in move.score && move.score.mate === 0 ? undefined : move.score;
    next.clock = move.clock ?? undefined;
    next.comment = move.comment ?? undefined;
    const nag = GLYPHS[move.judgement];
    if (nag) {
      next.nags = [nag];
      let branch = node;
      for (const uci of move.best_line_uci.slice(0, 8)) branch = now.grow(branch, uci) ?? branch;
    }
    node = next;
  }
  now.current = now.root;
  return now;
}

export function openReport(index: number): void {
  const report = reports.peek()[index];
  if (report) showTree(asTree(report));
}

/** Starts a report on the game that is on the board. */
export async function reportOnBoard(): Promise<void> {
  try {
    reportOn(await asPgn());
  } catch (why) {
    notifyError(why);
  }
}

/** Starts a report on this PGN. */
export function reportOn(text: string): void {
  pgn.value = text;
  reports.value = [];
  void start();
}

export function clear(): void {
  reports.value = [];
  store('reports', null, 'tab');
}

export async function start(): Promise<void> {
  progress.value = { done: 0, of: 1 };
  try {
    const begun = await link.ask('report.start', { pgn: pgn.peek(), effort: effort.peek() });
    current = begun.report;
    if (begun.broken.length) notify(begun.broken.length === 1 ? `A game could not be read to its end: ${begun.broken[0]}` : `${begun.broken.length} games could not be read; the first: ${begun.broken[0]}`);
    else if (begun.left_out) notify(`Only the first ${begun.games} games are analysed; ${begun.left_out} more were left out.`);
  } catch (why) {
    // After a lost connection the report is started again.
    if (why instanceof Refusal && why.code === 'lost') return;
    progress.value = null;
    notifyError(why);
  }
}

export function stop(): void {
  progress.value = null;
  link.ask('report.stop').catch(() => undefined);
}

link.on('report.progress', (now) => {
  if (progress.peek()) progress.value = { done: now.done, of: now.of };
});

link.on('report.done', (done) => {
  current = done.report;
  progress.value = null;
  reports.value = done.data;
  pgn.value = '';
  openReport(0);
  store('reports', reports.peek(), 'tab');
  announce('The report is ready.');
});
link.on('report.failed', (failed) => {
  progress.value = null;
  notify(failed.message);
});
link.whenOpen(() => {
  if (progress.peek()) void start();
});

export async function save(format: ReportFormat): Promise<void> {
  const ask = (fields: { report?: number | null; data?: Report[] }) => link.ask('report.export', { format, ...fields });
  const is = (why: unknown, code: string) => why instanceof Refusal && why.code === code;
  try {
    const file = await ask({ report: current }).catch((why) => {
      // The server forgets the report when the connection closes; the page still has it.
      if (is(why, 'no_report')) return ask({ data: reports.peek() });
      throw why;
    });
    download(file.name, file.mime, file.text);
  } catch (why) {
    if (is(why, 'too_long')) notify('Too many games to save after a reload: analyse them again, then save.');
    else notifyError(why);
  }
}
