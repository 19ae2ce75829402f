// SPDX-License-Identifier: GPL-3.0-or-later
/** The game that two engines play for the page. After a restart it goes on from the last move. */
import { signal } from '@preact/signals';
import { announce, inWords } from '../announce';
import { link } from '../link';
import { complain } from '../notice';
import { arrived } from '../parts/clock';
import type { Color, SearchInfo, WatchState } from '../protocol';
import { store, stored } from '../settings';
import { moveSound } from '../sound';

export const watched = signal<WatchState | null>(stored<WatchState | null>('watch', null, 'tab'));
export const thoughts = signal<Partial<Record<Color, SearchInfo>>>({});
export const shown = signal<number | null>(null);

link.hear<WatchState>('watch.state', (state) => {
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
  void start({ ...state.setup, moves: state.moves.map((one) => one.uci), clock: clock && { ...clock, left } });
});

export async function start(request: object): Promise<void> {
  try {
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
