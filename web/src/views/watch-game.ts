// SPDX-License-Identifier: GPL-3.0-or-later
/** The game that two engines play for the page. After a restart it goes on from the last move. */
import { signal } from '@preact/signals';
import { announce, spokenMove } from '../announce';
import { MoveTree } from '../chess/tree';
import { type AnswerTo, link, Refusal, type RequestFields } from '../link';
import { notifyError } from '../notice';
import { arrived } from '../parts/clock';
import type { Side, PlayedMove, WatchInfo, WatchState } from '../protocol';
import { store, stored } from '../settings';
import { moveSound } from '../sound';

export const watched = signal<WatchState | null>(stored<WatchState | null>('watch', null, 'tab'));
export const thoughts = signal<Partial<Record<Side, WatchInfo>>>({});
export const shown = signal<number | null>(null);

/** A match: the same two players with alternating colours. The first is White in the first game. */
export interface Match {
  names: [string, string];
  of: number;
  /** The first player's points in each finished game, from 0 to 1; null where it was stopped. */
  points: (number | null)[];
  request: RequestFields<'watch.start'>;
}
export const match = signal<Match | null>(stored<Match | null>('watch.match', null, 'tab'));
const setMatch = (next: Match | null): void => {
  match.value = next;
  store('watch.match', next, 'tab');
};

/** The pause after a game of a match, so that its end can be seen. */
const BETWEEN = 2500;
let nextGame = 0;

/** Writes down a finished game of the match and begins the next one. */
function finishedGame(state: WatchState): void {
  const now = match.peek();
  if (!now || !state.outcome || now.points.length >= now.of) return;
  const firstIsWhite = now.points.length % 2 === 0;
  const { winner, result } = state.outcome;
  const points = result === '*' ? null : !winner ? 0.5 : (winner === 'white') === firstIsWhite ? 1 : 0;
  const all = [...now.points, points];
  setMatch({ ...now, points: all });
  goOn(BETWEEN);
}

/** Begins the next game of the match, if there is one. Whoever stops a game stops the match. */
function goOn(after: number): void {
  const now = match.peek();
  if (!now || now.points.length >= now.of || now.points.includes(null)) return;
  clearTimeout(nextGame);
  nextGame = window.setTimeout(() => {
    const { white, black } = now.request;
    void start({ ...now.request, ...(now.points.length % 2 === 0 ? {} : { white: black, black: white }) }, [], RETRIES);
  }, after);
}

/** Begins a match, or a single game. */
export async function startMatch(request: RequestFields<'watch.start'>, names: [string, string], games: number): Promise<void> {
  clearTimeout(nextGame);
  setMatch(games > 1 ? { names, of: games, points: [], request } : null);
  await start(request);
}

/** The moves of a game that had to be begun again: the server knows them, but not what was thought. */
let earlier: PlayedMove[] = [];

link.on('watch.state', (heard) => {
  const state = { ...heard, moves: heard.moves.map((one, index) => (one.uci === earlier[index]?.uci ? { ...one, ...earlier[index] } : one)) };
  const before = watched.peek();
  if (before && before.watch === state.watch && state.version < before.version) return;
  arrived(state);
  if (before?.watch === state.watch && state.moves.length > before.moves.length) {
    const last = state.moves[state.moves.length - 1];
    moveSound(last.san);
    announce(spokenMove(last.san));
  }
  watched.value = state;
  store('watch', state, 'tab');
  // A short game may be over before the first word of it arrives.
  if (state.outcome && !(before?.watch === state.watch && before.outcome)) {
    announce(state.outcome.text);
    finishedGame(state);
  }
});

link.on('watch.info', (info) => {
  if (info.watch === watched.peek()?.watch) thoughts.value = { ...thoughts.peek(), [info.side]: info };
});

// A game that was on before a reload is lost to the server too: it ends with its socket.
let lost = watched.peek() !== null;
link.state.subscribe((state) => {
  if (state === 'lost') lost = true;
});
link.whenOpen(() => {
  const state = watched.peek();
  if (!lost || !state) return;
  lost = false;
  // Between two games of a match there is only the next one to begin.
  if (state.status === 'over') return goOn(0);
  const { setup, clock } = state;
  const left = clock && { white_ms: clock.white_ms ?? 0, black_ms: clock.black_ms ?? 0 };
  const again = start({ ...setup, moves: state.moves.map((one) => one.uci), clock: setup.clock && { ...setup.clock, left } }, state.moves, RETRIES);
  if (state.status === 'paused') void again.then(() => request('watch.pause'));
});

/** How often a game that goes on by itself asks for a place: the one it had may not be free yet. */
const RETRIES = 10;

export async function start(request: RequestFields<'watch.start'>, known: PlayedMove[] = [], retries = 0): Promise<void> {
  try {
    earlier = known;
    thoughts.value = {};
    shown.value = null;
    await link.ask('watch.start', request);
    scrollTo({ top: 0 });
  } catch (why) {
    if (retries === 0 || !(why instanceof Refusal) || why.code !== 'busy') return notifyError(why);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await start(request, known, retries - 1);
  }
}

/** Forgets the game. */
export function forget(): void {
  clearTimeout(nextGame);
  setMatch(null);
  watched.value = null;
  shown.value = null;
  store('watch', null, 'tab');
}

/** The game as PGN: the server's, or of what the page knows where the server has forgotten the game. */
export async function savedGame(): Promise<{ file: string; pgn: string } | null> {
  const state = watched.peek();
  if (!state) return null;
  try {
    return await link.ask('watch.pgn', { watch: state.watch });
  } catch (why) {
    if (!(why instanceof Refusal) || (why.code !== 'no_watch' && why.code !== 'no_game')) {
      notifyError(why);
      return null;
    }
  }
  const { fen, chess960 } = state.setup.start;
  const date = state.started.slice(0, 10);
  const result = state.outcome?.result ?? '*';
  const tags: [string, string][] = [['Event', 'Game with Xanthos'], ['Date', date.replaceAll('-', '.')], ['White', state.white.name], ['Black', state.black.name], ['Result', result]];
  try {
    const { pgn } = await link.ask('pgn.write', { tags, start: fen, chess960, result, comment: null, line: MoveTree.fromMoves(fen, state.moves.map((one) => one.uci), chess960).forPgn() });
    return { file: `xanthos-${date}.pgn`, pgn };
  } catch (why) {
    notifyError(why);
    return null;
  }
}

/** Requests about the game that need nothing but its key. */
type WatchRequest = 'watch.pause' | 'watch.continue' | 'watch.stop';

export async function request<T extends WatchRequest>(type: T): Promise<AnswerTo<T> | null> {
  const state = watched.peek();
  if (!state) return null;
  try {
    return await link.ask<WatchRequest>(type, { watch: state.watch }) as AnswerTo<T>;
  } catch (why) {
    notifyError(why);
    return null;
  }
}
