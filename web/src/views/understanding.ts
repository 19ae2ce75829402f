// SPDX-License-Identifier: GPL-3.0-or-later
/** State of Understand: the evaluation breakdown at once, the explanation on request. */
import { effect, signal } from '@preact/signals';
import { ending } from '../chess/rules';
import { link, Refusal } from '../link';
import { complain } from '../notice';
import type { At, Explanation, Ledger, Sentence } from '../protocol';
import { view } from '../route';
import { kept } from '../settings';
import { tree, version } from './study';

export const ledger = signal<Ledger | null>(null);
export const ledgerNote = signal('');
export const explanation = signal<Explanation | null>(null);
/** For which question the explanation is, in words. */
export const question = signal('');
export const explaining = signal(false);
export const effort = kept<number>('understand.nodes', 200_000);
/** Explain every position at once, without being asked. */
export const following = kept<boolean>('understand.follow', true);

/** A line as evidence: legal moves from a position. */
export interface ShownLine {
  fen: string;
  uci: string[];
  san: string[];
}

/** The sentence whose evidence is on the board. */
export interface Exhibit {
  sentence: Sentence | null;
  title: string;
  squares: string[];
  lines: ShownLine[];
  line: number;
  step: number;
}
export const exhibit = signal<Exhibit | null>(null);

let asked = 0;
let latest = 0;
let timer = 0;
effect(() => {
  const now = tree.value;
  void version.value;
  if (view.value !== 'understand' || link.state.value !== 'open') return;
  const mine = ++asked;
  exhibit.value = null;
  const at = now.at();
  link.ask<Ledger>('understand.ledger', { at }).then(
    (next) => {
      if (mine === asked) {
        ledger.value = next;
        ledgerNote.value = next.in_check ? 'No static evaluation in check.' : '';
      }
    },
    (why) => {
      if (mine === asked) {
        ledger.value = null;
        ledgerNote.value = why.message;
      }
    },
  );
  // An answer that is still on its way is about another position.
  latest += 1;
  explanation.value = null;
  question.value = '';
  clearTimeout(timer);
  if (following.peek() && ending(now.current.fen) === null) timer = window.setTimeout(() => mine === asked && void explain({ about: 'position' }), 350);
  else explaining.value = false;
});

export type Question = { about: 'position' } | { about: 'move' } | { about: 'searches' } | { about: 'whynot'; move: string };

export async function explain(ask: Question): Promise<void> {
  clearTimeout(timer);
  const now = tree.peek();
  const node = now.current;
  let at: At = now.at();
  const fields: Record<string, unknown> = { effort: { nodes: effort.peek() }, lines: 3 };
  let words = 'Position';
  if (ask.about === 'move' && node.parent) {
    at = now.at(node.parent);
    fields.move = node.uci;
    words = `Move ${node.san}`;
  } else if (ask.about === 'whynot') {
    fields.against = [ask.move];
    words = `Why not ${ask.move}?`;
  } else if (ask.about === 'searches') words = 'Alpha-beta and MCTS';
  const mine = ++latest;
  // Else the old answer would stand under the new question.
  explanation.value = null;
  exhibit.value = null;
  explaining.value = true;
  question.value = words;
  try {
    const found = ask.about === 'searches' ? await compare(at) : await link.ask<Explanation>('understand.explain', { at, ...fields });
    if (mine === latest) explanation.value = found;
  } catch (why) {
    // "busy" is the answer to a question that a newer one replaced.
    if (mine === latest && !(why instanceof Refusal && why.code === 'busy')) complain(why);
  } finally {
    if (mine === latest) explaining.value = false;
  }
}

/** Alpha-beta and MCTS side by side: the same sentences at every level. */
async function compare(at: At): Promise<Explanation> {
  const { fen, sentences } = await link.ask<{ fen: string; sentences: Sentence[] }>('understand.searches', { at, effort: { nodes: effort.peek() } });
  return { fen, sentences: { beginner: sentences, club: sentences, expert: sentences } };
}

/** The lines inside a sentence's evidence, wherever they are. */
export function linesIn(evidence: unknown): ShownLine[] {
  const found: ShownLine[] = [];
  const seen = new Set<string>();
  const look = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(look);
    else if (value && typeof value === 'object') {
      const one = value as Partial<ShownLine>;
      if (typeof one.fen === 'string' && Array.isArray(one.uci) && Array.isArray(one.san) && one.uci.length > 0) {
        const key = `${one.fen} ${one.uci.join(' ')}`;
        if (!seen.has(key)) found.push({ fen: one.fen, uci: one.uci, san: one.san });
        seen.add(key);
      } else Object.values(value).forEach(look);
    }
  };
  look(evidence);
  return found;
}

export function show(sentence: Sentence): void {
  const now = exhibit.peek();
  if (now?.sentence === sentence) {
    exhibit.value = null;
    return;
  }
  exhibit.value = { sentence, title: sentence.text, squares: sentence.squares ?? [], lines: linesIn(sentence.evidence), line: 0, step: 0 };
}

export function step(by: number): void {
  const now = exhibit.peek();
  const line = now?.lines[now.line];
  if (now && line) exhibit.value = { ...now, step: Math.max(0, Math.min(line.uci.length, now.step + by)) };
}
