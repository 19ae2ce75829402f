// SPDX-License-Identifier: GPL-3.0-or-later
/** The analysis that runs while the workspace is open and the engine switched on. */
import { effect, signal } from '@preact/signals';
import { ending } from '../chess/rules';
import { link } from '../link';
import { notifyError } from '../notice';
import type { AnalysisInfo, AnalysisLine, At, BookPage, Score, TablebaseProbe } from '../protocol';
import { inWorkspace, view } from '../route';
import { storedSignal } from '../settings';
import { editing, tree, version } from './study';

export const running = storedSignal<boolean>('analyse.on', true);
export const lines = storedSignal<number>('analyse.lines', 3);
export const evaluation = storedSignal<string>('analyse.evaluation', '');
/** Threads and memory (MiB) of the engine; 0 leaves it to the server. */
export const threads = storedSignal<number>('analyse.threads', 0);
export const hash = storedSignal<number>('analyse.hash', 0);
/** The newest lines, and the FEN of the position they belong to. */
export const info = signal<AnalysisInfo | null>(null);
export const finished = signal<string | null>(null);
/** Whether mistakes are being retried: nobody whispers then. */
export const retrying = signal(false);
/** What the engine thought of positions that were looked at, for the list and the graph. */
export const seen = new Map<string, { score: Score; depth: number }>();

let wanted = 0;
let timer = 0;

async function begin(mine: number): Promise<void> {
  const at = tree.peek().at();
  try {
    const started = await link.ask('analyse.start', {
      at,
      lines: lines.peek(),
      options: evaluation.peek() ? { Evaluation: evaluation.peek() } : {},
      limit: null,
      threads: within(threads.peek(), link.hello.peek()?.threads),
      hash_mib: within(hash.peek(), link.hello.peek()?.limits.hash_mib),
    });
    if (mine === wanted) current = started.analysis;
  } catch (why) {
    if (mine === wanted) notifyError(why);
  }
}

/** What was chosen once may be more than this server has. */
const within = (wanted: number, most = 0): number | null => (wanted ? Math.max(1, Math.min(wanted, most)) : null);

let current = -1;
let on = false;

effect(() => {
  // Everything that makes another analysis is read here.
  const fen = tree.value.current.fen;
  void version.value;
  // In a report its own numbers are shown, and nobody whispers while mistakes are retried.
  const want = (view.value === 'analyse' || view.value === 'understand') && running.value && !editing.value && !retrying.value && link.state.value === 'open';
  void [lines.value, evaluation.value, threads.value, hash.value, fen];
  clearTimeout(timer);
  wanted += 1;
  const mine = wanted;
  current = -1;
  finished.value = null;
  if (want) {
    on = true;
    // Walking quickly through a game asks only where it stops.
    timer = window.setTimeout(() => void begin(mine), 60);
  } else if (on && link.state.peek() === 'open') {
    on = false;
    link.ask('analyse.stop').catch(() => undefined);
  }
});

link.on('analyse.info', (next) => {
  if (current !== -1 && next.analysis !== current) return;
  if (!sameBoard(next.fen, tree.peek().current.fen)) return;
  info.value = next;
  const [best] = next.lines;
  if (best && next.depth >= 8) seen.set(boardOf(next.fen), { score: best.score, depth: next.depth });
});
link.on('analyse.done', (done) => {
  if (done.analysis === current) finished.value = done.reason;
});

export const boardOf = (fen: string): string => fen.split(' ').slice(0, 2).join(' ');

export function sameBoard(one: string, other: string): boolean {
  return boardOf(one) === boardOf(other);
}

/** Asks the engine about a position and waits for its answer; only while nothing else is analysed. */
export async function consult(at: At, nodes: number): Promise<AnalysisLine | null> {
  const started = await link.ask('analyse.start', { at, lines: 1, options: {}, limit: { nodes } });
  return new Promise((resolve) => {
    let best: AnalysisLine | null = null;
    const ends = [
      link.on('analyse.info', (next) => {
        if (next.analysis === started.analysis) best = next.lines[0] ?? best;
      }),
      link.on('analyse.done', (done) => {
        if (done.analysis !== started.analysis) return;
        for (const end of ends) end();
        resolve(best);
      }),
    ];
  });
}

/** The lines, if they are of the position on the board. */
export function linesHere(): AnalysisInfo | null {
  void version.value;
  const now = info.value;
  return now && sameBoard(now.fen, tree.value.current.fen) ? now : null;
}

export const book = signal<BookPage | null>(null);
export const table = signal<TablebaseProbe | null>(null);
export const bookNote = signal('');
export const tableNote = signal('');

let asked = 0;
effect(() => {
  const now = tree.value;
  void version.value;
  const hello = link.hello.value;
  if (!inWorkspace(view.value) || editing.value || link.state.value !== 'open' || !hello) return;
  const mine = ++asked;
  const at = now.at();
  const over = ending(now.current.fen) !== null;
  if (hello.book && !over) {
    link.ask('book.moves', { at }).then(
      (moves) => {
        if (mine !== asked) return;
        book.value = moves;
        bookNote.value = moves.candidates.length ? '' : 'No games from this position.';
      },
      (why) => {
        if (mine !== asked) return;
        book.value = null;
        bookNote.value = why.message;
      },
    );
  } else {
    book.value = null;
    bookNote.value = over ? 'The game is over in this position.' : 'No opening book.';
  }
  const pieces = now.current.fen.split(' ')[0].replace(/[^a-z]/gi, '').length;
  if (hello.tablebase && pieces <= hello.tablebase.pieces && !over) {
    link.ask('tb.probe', { at }).then(
      (probe) => {
        if (mine !== asked) return;
        table.value = probe;
        tableNote.value = '';
      },
      (why) => {
        if (mine !== asked) return;
        table.value = null;
        tableNote.value = why.message;
      },
    );
  } else {
    table.value = null;
    tableNote.value = hello.tablebase ? `Tablebase: ${hello.tablebase.pieces} pieces or fewer.` : 'No tablebase: start with xanthos serve --syzygy FOLDER.';
  }
});
