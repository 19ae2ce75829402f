// SPDX-License-Identifier: GPL-3.0-or-later
/** A line at the foot of the page for what went wrong, or well; it leaves by itself. */
import { signal } from '@preact/signals';
import { announce } from './announce';
import { Refusal } from './link';

export const notice = signal('');
let timer = 0;

export function say(text: string): void {
  notice.value = text;
  announce(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => (notice.value = ''), 6000);
}

/** Shows why a request failed. */
export function complain(why: unknown): void {
  if (why instanceof Refusal && why.code === 'lost') say('The server is not there just now; trying again.');
  else say(why instanceof Error ? why.message : String(why));
}
