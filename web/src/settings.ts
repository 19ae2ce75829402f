// SPDX-License-Identifier: GPL-3.0-or-later
/** What the user chose, kept in the browser. */
import { effect, signal, type Signal } from '@preact/signals';
import type { Levels } from './protocol';

export type Level = keyof Levels;

/** Reads a stored value; whatever is wrong with it, the fallback is right. */
export function stored<T>(key: string, fallback: T, where: 'everywhere' | 'tab' = 'everywhere'): T {
  try {
    const text = (where === 'tab' ? sessionStorage : localStorage).getItem(`xanthos.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keeps a value; a full or forbidden store only means that it is not kept. */
export function store(key: string, value: unknown, where: 'everywhere' | 'tab' = 'everywhere'): void {
  try {
    const storage = where === 'tab' ? sessionStorage : localStorage;
    if (value === undefined || value === null) storage.removeItem(`xanthos.${key}`);
    else storage.setItem(`xanthos.${key}`, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}

/** A signal whose value survives a reload. */
export function storedSignal<T>(key: string, fallback: T): Signal<T> {
  const value = signal<T>(stored(key, fallback));
  let first = true;
  effect(() => {
    const now = value.value;
    if (!first) store(key, now);
    first = false;
  });
  return value;
}

export type Theme = 'auto' | 'light' | 'dark';

export const theme = storedSignal<Theme>('theme', 'auto');
export const sounds = storedSignal<boolean>('sounds', true);
export const level = storedSignal<Level>('level', 'club');
export const playerName = storedSignal<string>('name', '');
export const textBoard = storedSignal<boolean>('textboard', false);
export const animate = storedSignal<boolean>('animate', true);
export const coordinates = storedSignal<boolean>('coordinates', true);

export const BOARDS = [
  ['wood', 'Wood'],
  ['green', 'Green'],
  ['blue', 'Blue'],
  ['grey', 'Grey'],
] as const;
export const PIECES = [
  ['cburnett', 'Cburnett'],
  ['plain', 'Plain'],
] as const;
export const boardTheme = storedSignal<(typeof BOARDS)[number][0]>('board', 'wood');
export const pieceSet = storedSignal<(typeof PIECES)[number][0]>('pieces', 'cburnett');

effect(() => {
  const { dataset } = document.documentElement;
  dataset.theme = theme.value;
  dataset.board = boardTheme.value;
  dataset.pieces = pieceSet.value;
});

/** Whether the page stands in one column: what belongs to the board comes right below it then. */
const narrow = matchMedia('(max-width: 56rem) and (min-height: 32.01rem), (max-width: 35.99rem)');
export const phone = signal(narrow.matches);
narrow.addEventListener('change', () => (phone.value = narrow.matches));
