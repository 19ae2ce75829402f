// SPDX-License-Identifier: GPL-3.0-or-later
/** A notice at the foot of the page that disappears by itself. */
import { signal } from '@preact/signals';
import { announce } from './announce';
import { Refusal } from './link';

export const notice = signal('');
/** Takes back what the notice tells of, while it is there. */
export const undo = signal<(() => void) | null>(null);
let timer = 0;

export function notify(text: string, undoing: (() => void) | null = null): void {
  notice.value = text;
  undo.value = undoing;
  announce(text);
  clearTimeout(timer);
  timer = window.setTimeout(dismiss, undoing ? 20_000 : 6000);
}

export function dismiss(): void {
  notice.value = '';
  undo.value = null;
}

/** Shows why a request failed. */
export function notifyError(why: unknown): void {
  if (why instanceof Refusal && why.code === 'lost') notify('No connection to the server; reconnecting.');
  else notify(why instanceof Error ? why.message : String(why));
}
