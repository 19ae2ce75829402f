// SPDX-License-Identifier: GPL-3.0-or-later
/** The game that two engines play for the page. After a restart it goes on from the last move. */
import { signal } from '@preact/signals';
import { announce, inWords } from '../announce';
import { link } from '../link';
import { complain } from '../notice';
import { arrived } from '../parts/clock';
import type { Color, PlayedMove, SearchInfo, WatchState } from '../protocol';
import { store, stored } from '../settings';
import { moveSound } from '../sound';

export const watched = signal<WatchState | null>(stored<WatchState | null>('watch', null, 'tab'));
export const thoughts = signal<Partial<Record<Color, SearchInfo>>>({});
export const shown = signal<number | null>(null);

/** The moves of a game that had to be begun again: the server knows them, but not what was thought. */
let earlier: PlayedMove[] = [];

link.hear<WatchState>('watch.state', (heard) => {
  const state = { ...heard, moves: heard.moves.map((one, index) => (one.uci === earlier[index]?.uci ? { ...one, ...earlier[index] } : one)) };
  const before = watched.peek();
  if (before && before.watch === state.watch && state.version < before.version) return;
  arrived(state);
  if (before?.watch === state.watch && state.moves.length > before.moves.length) {
    const last = state.moves[state.moves.length - 1];
    moveSound(last.san);
    announce(inWords(last.san));
  }
  watched.value = state;
  store('watch', state, 'tab');
  if (state.outcome && !before?.outcome) announce(state.outcome.text);
});

link.hear<SearchInfo & { watch: string; side: Color }>('watch.info', (info) => {
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
  const clock = state.setup.clock as object | null;
  const left = state.clock && { white_ms: state.clock.white_ms, black_ms: state.clock.black_ms };
  const again = start({ ...state.setup, moves: state.moves.map((one) => one.uci), clock: clock && { ...clock, left } }, state.moves);
  if (state.status === 'paused') void again.then(() => request('watch.pause'));
});

export async function start(request: object, known: PlayedMove[] = []): Promise<void> {
  try {
    earlier = known;
    thoughts.value = {};
    shown.value = null;
    await link.ask('watch.start', request);
    scrollTo({ top: 0 });
  } catch (why) {
    complain(why);
  }
}

export async function request<T>(type: string): Promise<T | null> {
  const state = watched.peek();
  if (!state) return null;
  try {
    return await link.ask<T>(type, { watch: state.watch });
  } catch (why) {
    complain(why);
    return null;
  }
}
