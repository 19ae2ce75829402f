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
export const sounds = storedSignal<boolean>('sounds', false);
export const level = storedSignal<Level>('level', 'club');
export const playerName = storedSignal<string>('name', '');
export const textBoard = storedSignal<boolean>('textboard', false);
export const animate = storedSignal<boolean>('animate', true);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
