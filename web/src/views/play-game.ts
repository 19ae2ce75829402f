// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The game against the engine. The server keeps it; the page keeps a copy of the last state
 * and hands it back after a loss, so that neither a reload nor a restart costs the game.
 */
import { signal } from '@preact/signals';
import { announce, spokenMove } from '../announce';
import { type AnswerTo, link, Refusal, type RequestFields } from '../link';
import { notifyError, notify } from '../notice';
import { arrived } from '../parts/clock';
import type { Hint, PlayInfo, PlayState } from '../protocol';
import { store, stored } from '../settings';
import { endSound, moveSound } from '../sound';

export const game = signal<PlayState | null>(stored<PlayState | null>('game', null));
export const thought = signal<PlayInfo | null>(null);
export const hint = signal<Hint | null>(null);
/** How many half-moves are on the board; null follows the game. */
export const shown = signal<number | null>(null);
/** A move that was made here and not yet confirmed by the server. */
export const sent = signal<{ ply: number; uci: string } | null>(null);
export const waiting = signal(false);
/** Why the server can't resume the stored game. */
export const stuck = signal('');
/** The game that has just begun, and whether it was begun by keyboard. */
export const fresh = signal<{ game: string; typing: boolean } | null>(null);

/** The newest version that came over this connection: a server that was restarted counts anew. */
let newest = -1;

function accept(state: PlayState): void {
  const before = game.peek();
  if (before && before.game === state.game && state.version < newest) return;
  newest = state.version;
  stuck.value = '';
  arrived(state);
  game.value = state;
  store('game', state);
  sent.value = null;
  if (!before || before.game !== state.game || before.ply !== state.ply) {
    hint.value = null;
    shown.value = null;
    thought.value = null;
    const last = state.moves[state.moves.length - 1];
    if (last && before?.game === state.game && state.moves.length > before.moves.length) {
      moveSound(last.san);
      if (last.by === 'engine') announce(spokenMove(last.san));
    } else if (before?.game === state.game && state.moves.length < before.moves.length) {
      announce(last ? `Taken back to ${spokenMove(last.san)}` : 'Taken back to the start');
    }
  }
  if (state.outcome && !before?.outcome) {
    endSound(!state.outcome.winner ? 'drawn' : state.outcome.winner === state.setup.you ? 'won' : 'lost');
    announce(`${state.outcome.text}. ${state.outcome.result}`);
  }
  const offer = state.offer;
  if (offer && offer.answer === 'declined' && JSON.stringify(before?.offer) !== JSON.stringify(offer)) notify('Draw declined.');
}

link.on('play.state', accept);
link.on('play.info', (info) => {
  if (info.game === game.peek()?.game) thought.value = info;
});

/** After every connection: the game goes on where it was. */
link.whenOpen(resume);

function resume(): void {
  newest = -1;
  const state = game.peek();
  if (!state) return;
  sent.value = null;
  link.ask('play.resume', { game: state.game, state }).catch((why) => {
    if (why?.code === 'lost') return;
    // A finished game can still be looked at; an unfinished one that the server refuses can't go on.
    if (!state.outcome) stuck.value = why instanceof Error ? why.message : String(why);
  });
}

/** Shows why a request failed. A game that was closed in another tab is resumed. */
function failed(why: unknown): void {
  if (!(why instanceof Refusal) || why.code !== 'no_game') return notifyError(why);
  resume();
  notify('The game was closed in another tab and is open again. Please try again.');
}

export async function begin(request: RequestFields<'play.new'>): Promise<void> {
  const old = game.peek();
  waiting.value = true;
  // What has the focus now goes away with the form. A pointer leaves no visible focus behind, and
  // on a phone the field for moves would call up the keys of the screen.
  const typing = document.activeElement?.matches(':focus-visible') ?? false;
  try {
    if (old) link.ask('play.leave', { game: old.game }).catch(() => undefined);
    hint.value = null;
    fresh.value = { game: (await link.ask('play.new', request)).game, typing };
    scrollTo({ top: 0 });
  } catch (why) {
    notifyError(why);
  } finally {
    waiting.value = false;
  }
}

export async function move(uci: string): Promise<void> {
  const state = game.peek();
  if (!state) return;
  sent.value = { ply: state.ply, uci };
  try {
    await link.ask('play.move', { game: state.game, move: uci, ply: state.ply });
  } catch (why) {
    sent.value = null;
    failed(why);
  }
}

/** Requests about the game that need nothing but its key. */
type GameRequest = 'play.takeback' | 'play.resign' | 'play.draw' | 'play.go' | 'play.hint' | 'play.pgn';

export async function request<T extends GameRequest>(type: T): Promise<AnswerTo<T> | null> {
  const state = game.peek();
  if (!state) return null;
  try {
    return await link.ask<GameRequest>(type, { game: state.game }) as AnswerTo<T>;
  } catch (why) {
    failed(why);
    return null;
  }
}

/** Leaves the game: back to the form for a new one. */
export function leave(): void {
  const state = game.peek();
  if (state) link.ask('play.leave', { game: state.game }).catch(() => undefined);
  game.value = null;
  hint.value = null;
  stuck.value = '';
  store('game', null);
}
