// SPDX-License-Identifier: GPL-3.0-or-later
/** A report on a game: asked for, waited for, asked for again after a lost connection. */
import { signal } from '@preact/signals';
import { announce } from '../announce';
import { link, Refusal } from '../link';
import { complain, say } from '../notice';
import { download } from '../parts/controls';
import type { Color, Limit, Score } from '../protocol';
import { kept, store, stored } from '../settings';

export interface ReportMove {
  ply: number;
  number: number;
  color: Color;
  san: string;
  uci: string;
  fen: string;
  score: Score;
  win_chance: number;
  depth: number;
  loss: number;
  judgement: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
  accuracy: number;
  best_san?: string;
  best_uci?: string;
  best_score: Score;
  best_line: string[];
  best_line_uci: string[];
  clock?: number;
  spent?: number;
  /** What the time manager would have recommended. */
  advised?: number;
  /** Why the engine that played it moved then. */
  why_then?: string;
  comment?: string;
  remarks?: { text: string; lines: string[]; moves?: { fen: string; uci: string[]; san: string[] }[] }[];
}

export interface ReportSide {
  name: string;
  elo?: string;
  moves: number;
  accuracy: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  average_loss: number;
  spent?: number;
}

export interface Report {
  how: { engine: string; effort: string; evaluation: string };
  tags: Record<string, string>;
  start: string;
  chess960: boolean;
  score: Score;
  win_chance: number;
  result: string;
  moves: ReportMove[];
  white: ReportSide;
  black: ReportSide;
  turning_points: { ply: number; color: Color; turn: string; before: number; after: number }[];
}

export const pgn = kept<string>('report.pgn', '');
export const effort = kept<Limit>('report.effort', { nodes: 50_000 });
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
    const begun = await link.ask<{ report: number; games: number; broken: string[]; left_out: number }>('report.start', { pgn: pgn.peek(), effort: effort.peek() });
    current = begun.report;
    if (begun.broken.length) say(begun.broken.length === 1 ? `One game could not be read: ${begun.broken[0]}` : `${begun.broken.length} games could not be read; the first: ${begun.broken[0]}`);
    else if (begun.left_out) say(`Only the first ${begun.games} games are analysed; ${begun.left_out} more were left out.`);
  } catch (why) {
    // After a lost connection the report is started again.
    if (why instanceof Refusal && why.code === 'lost') return;
    progress.value = null;
    complain(why);
  }
}

export function stop(): void {
  progress.value = null;
  link.ask('report.stop').catch(() => undefined);
}

link.hear<{ report: number; done: number; of: number }>('report.progress', (now) => {
  if (progress.peek()) progress.value = { done: now.done, of: now.of };
});

/** The data may be one game's or hold several. */
function gamesOf(data: unknown): Report[] {
  if (Array.isArray(data)) return data as Report[];
  const held = data as { games?: Report[]; reports?: Report[] };
  return held.games ?? held.reports ?? [data as Report];
}

link.hear<{ report: number; data: unknown }>('report.done', (done) => {
  current = done.report;
  progress.value = null;
  chosen.value = 0;
  shown.value = 0;
  reports.value = gamesOf(done.data);
  store('reports', reports.peek(), 'tab');
  announce('The report is ready.');
});
link.hear<{ report: number; message: string }>('report.failed', (failed) => {
  progress.value = null;
  say(failed.message);
});
link.whenOpen(() => {
  if (progress.peek()) void start();
});

export async function save(format: 'html' | 'pgn' | 'json'): Promise<void> {
  const ask = (fields: object) => link.ask<{ name: string; mime: string; text: string }>('report.export', { format, ...fields });
  const is = (why: unknown, code: string) => why instanceof Refusal && why.code === code;
  try {
    const file = await ask({ report: current }).catch((why) => {
      // The server forgets the report when the connection closes; the page still has it.
      if (is(why, 'no_report')) return ask({ data: reports.peek() });
      throw why;
    });
    download(file.name, file.mime, file.text);
  } catch (why) {
    if (is(why, 'too_long')) say('Too many games to save after a reload: analyse them again, then save.');
    else complain(why);
  }
}
