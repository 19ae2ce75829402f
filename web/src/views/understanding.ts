// SPDX-License-Identifier: GPL-3.0-or-later
/** State of Understand: the evaluation breakdown at once, the explanation on request. */
import { effect, signal } from '@preact/signals';
import { whiteChance } from '../chess/notation';
import { ending, START } from '../chess/rules';
import { link, Refusal, type RequestFields } from '../link';
import { notifyError } from '../notice';
import type { At, Explanation, Ledger, Levels, Score, Sentence, ShownLine } from '../protocol';
import { view } from '../route';
import { storedSignal } from '../settings';
import { linesHere, sameBoard } from './analysis';
import { editing, tree, version } from './study';

export const ledger = signal<Ledger | null>(null);
export const ledgerNote = signal('');
/** An explanation, or the comparison of two searches. */
export interface Explained {
  fen: string;
  sentences: Levels;
  best?: string | null;
  score?: Explanation['score'];
  scores?: Explanation['scores'];
}
export const explanation = signal<Explained | null>(null);
/** For which question the explanation is, in words. */
export const question = signal('');
export const explaining = signal(false);
export const effort = storedSignal<number>('understand.effort', 400_000);
/** The most nodes that an explanation is asked for again with, when the engine has seen further. */
const MOST = 6_000_000;
/** Explain every position at once, without being asked. */
export const following = storedSignal<boolean>('understand.follow', true);

/** The sentence whose evidence is on the board. */
export interface Evidence {
  sentence: Sentence | null;
  title: string;
  squares: string[];
  lines: ShownLine[];
  line: number;
  step: number;
}
export const evidence = signal<Evidence | null>(null);

let asked = 0;
let latest = 0;
/** What the last explanation was asked for with. */
let spentNodes = 0;
let timer = 0;
effect(() => {
  const now = tree.value;
  void version.value;
  if (view.value !== 'understand' || editing.value || link.state.value !== 'open') return;
  const mine = ++asked;
  evidence.value = null;
  // The breakdown of another position is none of this one.
  if (ledger.peek() && !sameBoard(ledger.peek()?.fen ?? START, now.current.fen)) ledger.value = null;
  const at = now.at();
  link.ask('understand.ledger', { at }).then(
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

/** Level, slightly better, clearly better, winning, for either side: what the words of an explanation say. */
function standing(score: Score): number {
  const chance = whiteChance(score);
  const band = [0.55, 0.65, 0.8].filter((least) => Math.max(chance, 1 - chance) >= least).length;
  return chance >= 0.5 ? band : -band;
}

// The explanation and the engine speak about one result: where the engine has looked further and
// prefers another move, or sees the game otherwise, the position is explained again with as much.
effect(() => {
  const here = linesHere();
  const told = explanation.value;
  if (!here || !told?.best || explaining.value || question.value !== 'Position' || !following.value) return;
  const [best] = here.lines;
  const nodes = Math.min(MOST, here.nodes);
  const agree = best.uci[0] === told.best && (!told.score || standing(best.score) === standing(told.score));
  if (!sameBoard(told.fen, here.fen) || agree || nodes < 3 * spentNodes || here.depth < 12) return;
  void explain({ about: 'position' }, nodes, true);
});

export type Question = { about: 'position' } | { about: 'move' } | { about: 'searches' } | { about: 'whynot'; move: string };

/** `again`: the same question once more, with more effort; the answer stays until there is a better one. */
export async function explain(ask: Question, nodes = effort.peek(), again = false): Promise<void> {
  clearTimeout(timer);
  const now = tree.peek();
  const node = now.current;
  let at: At = now.at();
  spentNodes = nodes;
  const fields: RequestFields<'understand.explain'> = { effort: { nodes }, lines: 3 };
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
  if (!again) {
    explanation.value = null;
    evidence.value = null;
  }
  explaining.value = true;
  question.value = words;
  try {
    const found = ask.about === 'searches' ? await compare(at) : await link.ask('understand.explain', { at, ...fields });
    if (mine === latest) explanation.value = found;
  } catch (why) {
    // "busy" is the answer to a question that a newer one replaced.
    if (mine === latest && !(why instanceof Refusal && why.code === 'busy')) notifyError(why);
  } finally {
    if (mine === latest) explaining.value = false;
  }
}

/** Alpha-beta and MCTS side by side: the same sentences at every level. */
async function compare(at: At): Promise<Explained> {
  const { sentences } = await link.ask('understand.searches', { at, effort: { nodes: effort.peek() } });
  return { fen: tree.peek().current.fen, sentences: { beginner: sentences, club: sentences, expert: sentences } };
}

export function show(sentence: Sentence): void {
  const now = evidence.peek();
  if (now?.sentence === sentence) {
    evidence.value = null;
    return;
  }
  evidence.value = { sentence, title: sentence.text, squares: sentence.squares, lines: sentence.lines, line: 0, step: 0 };
}

export function step(by: number): void {
  const now = evidence.peek();
  const line = now?.lines[now.line];
  if (now && line) evidence.value = { ...now, step: Math.max(0, Math.min(line.uci.length, now.step + by)) };
}
