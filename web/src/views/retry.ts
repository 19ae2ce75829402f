// SPDX-License-Identifier: GPL-3.0-or-later
/** The mistakes of a game as puzzles: the position before each, and a better move to be found. */
import { signal } from '@preact/signals';
import { announce } from '../announce';
import { whiteChance } from '../chess/notation';
import { play } from '../chess/rules';
import type { Node } from '../chess/tree';
import { notifyError } from '../notice';
import type { MoveReport, Report, Score, Side } from '../protocol';
import { moveSound } from '../sound';
import { consult, retrying } from './analysis';
import { go, orientation, tree } from './study';

export interface Retry {
  side: Side;
  /** Which moves of the report are asked, and which of them is now. */
  plies: number[];
  at: number;
  state: 'find' | 'asking' | 'right' | 'good' | 'wrong' | 'shown';
  /** The move that was tried, and what the engine answers. */
  tried?: { san: string; uci: string; fen: string; answer?: string; answerUci?: string; score?: Score };
  solved: number[];
}

export const retry = signal<Retry | null>(null);

/** A move that loses less than this of the chances is as good as the best one. */
const FINE = 0.04;
const NODES = 300_000;

export const isMistake = (move: MoveReport): boolean => move.judgement === 'mistake' || move.judgement === 'blunder' || move.judgement === 'inaccuracy';

export function mistakesOf(report: Report, side: Side): number[] {
  return report.moves.flatMap((move, index) => (move.color === side && isMistake(move) && move.best_uci ? [index] : []));
}

/** The node before a move of the main line. */
function before(ply: number): Node {
  return ply === 0 ? tree.peek().root : tree.peek().main()[ply - 1];
}

export function begin(report: Report, side: Side): void {
  const plies = mistakesOf(report, side);
  if (plies.length === 0) return;
  retrying.value = true;
  orientation.value = side;
  retry.value = { side, plies, at: 0, state: 'find', solved: [] };
  go(before(plies[0]));
}

export function end(): void {
  retrying.value = false;
  retry.value = null;
}

export function next(): void {
  const now = retry.peek();
  if (!now) return;
  if (now.at + 1 >= now.plies.length) {
    retry.value = { ...now, at: now.plies.length, state: 'find', tried: undefined };
    return;
  }
  retry.value = { ...now, at: now.at + 1, state: 'find', tried: undefined };
  go(before(now.plies[now.at + 1]));
}

export function again(): void {
  const now = retry.peek();
  if (now) retry.value = { ...now, state: 'find', tried: undefined };
}

export function solution(report: Report): void {
  const now = retry.peek();
  if (!now) return;
  const move = report.moves[now.plies[now.at]];
  retry.value = { ...now, state: 'shown', tried: undefined };
  announce(`The better move was ${move.best_san}`);
}

/** A move that the person tries; the engine evaluates it and answers. */
export async function attempt(report: Report, uci: string): Promise<void> {
  const now = retry.peek();
  const node = tree.peek().current;
  if (!now || now.state === 'asking') return;
  const played = play(node.fen, uci, report.chess960);
  if (!played) return;
  moveSound(played.san);
  const ply = now.plies[now.at];
  const move = report.moves[ply];
  const tried = { san: played.san, uci: played.uci, fen: played.fen };
  const solved = (state: 'right' | 'good', more = {}) => {
    retry.value = { ...now, state, tried: { ...tried, ...more }, solved: [...new Set([...now.solved, ply])] };
    announce(state === 'right' ? 'Right' : 'Also good');
  };
  if (played.uci === move.best_uci) return solved('right');
  retry.value = { ...now, state: 'asking', tried };
  try {
    const at = tree.peek().at(node);
    const line = await consult({ ...at, moves: [...(at.moves ?? []), played.uci] }, NODES);
    if (retry.peek()?.tried?.uci !== uci && retry.peek()?.tried?.uci !== played.uci) return;
    // No line: the game is over, and if it is mate nothing was better.
    const score = line?.score ?? (played.san.endsWith('#') ? { mate: now.side === 'white' ? 1 : -1 } : { cp: 0 });
    const chance = (one: Score) => (now.side === 'white' ? whiteChance(one) : 1 - whiteChance(one));
    const more = { answer: line?.san[0], answerUci: line?.uci[0], score };
    if (chance(move.best_score) - chance(score) <= FINE && played.uci !== move.uci) return solved('good', more);
    retry.value = { ...now, state: 'wrong', tried: { ...tried, ...more } };
    announce(line ? `Not yet: ${line.san[0]} is the answer` : 'Not yet');
  } catch (why) {
    notifyError(why);
    again();
  }
}
