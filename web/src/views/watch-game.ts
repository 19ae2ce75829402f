// SPDX-License-Identifier: GPL-3.0-or-later
/** The game that two engines play for the page. After a restart it goes on from the last move. */
import { signal } from '@preact/signals';
import { announce, spokenMove } from '../announce';
import { type AnswerTo, link, type RequestFields } from '../link';
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
  // Whoever stops a game stops the match.
  if (points === null || all.length >= now.of) return;
  clearTimeout(nextGame);
  nextGame = window.setTimeout(() => {
    const { white, black } = now.request;
    void start({ ...now.request, ...(all.length % 2 === 0 ? {} : { white: black, black: white }) });
  }, BETWEEN);
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
  if (state.outcome && before?.watch === state.watch && !before.outcome) {
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
  if (!lost || !state || state.status === 'over') return;
  lost = false;
  const { setup, clock } = state;
  const left = clock && { white_ms: clock.white_ms ?? 0, black_ms: clock.black_ms ?? 0 };
  const again = start({ ...setup, moves: state.moves.map((one) => one.uci), clock: setup.clock && { ...setup.clock, left } }, state.moves);
  if (state.status === 'paused') void again.then(() => request('watch.pause'));
});

export async function start(request: RequestFields<'watch.start'>, known: PlayedMove[] = []): Promise<void> {
  try {
    earlier = known;
    thoughts.value = {};
    shown.value = null;
    await link.ask('watch.start', request);
    scrollTo({ top: 0 });
  } catch (why) {
    notifyError(why);
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

/** Requests about the game that need nothing but its key. */
type WatchRequest = 'watch.pause' | 'watch.continue' | 'watch.stop' | 'watch.pgn';

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
