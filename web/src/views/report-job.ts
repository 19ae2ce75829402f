// SPDX-License-Identifier: GPL-3.0-or-later
/** A report on a game: asked for, waited for, asked for again after a lost connection. */
import { signal } from '@preact/signals';
import { announce } from '../announce';
import { link, Refusal } from '../link';
import { notifyError, notify } from '../notice';
import { download } from '../parts/controls';
import type { MoveLimit, Report, ReportFormat } from '../protocol';
import { storedSignal, store, stored } from '../settings';

export const pgn = storedSignal<string>('report.pgn', '');
export const effort = storedSignal<MoveLimit>('report.effort', { nodes: 50_000 });
export const progress = signal<{ done: number; of: number } | null>(null);
export const reports = signal<Report[]>(stored<Report[]>('reports', [], 'tab'));
/** Which game of the report is open, and how many of its half-moves are on the board. */
export const chosen = signal(0);
export const shown = signal(0);

let current: number | null = null;

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
    if (begun.broken.length) notify(begun.broken.length === 1 ? `One game could not be read: ${begun.broken[0]}` : `${begun.broken.length} games could not be read; the first: ${begun.broken[0]}`);
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
  chosen.value = 0;
  shown.value = 0;
  reports.value = done.data;
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
