// SPDX-License-Identifier: GPL-3.0-or-later
/** Which view is open: the part of the address behind `#`, so that back and reload work. */
import { signal } from '@preact/signals';

export const VIEWS = ['play', 'analyse', 'understand', 'report', 'watch'] as const;
export type View = (typeof VIEWS)[number];

function named(): View {
  const name = location.hash.slice(1);
  return VIEWS.find((view) => view === name) ?? 'play';
}

export const view = signal<View>(named());
addEventListener('hashchange', () => (view.value = named()));

/** The views of the one workspace: the same board and the same moves, another panel. */
export const inWorkspace = (name: View): boolean => name === 'analyse' || name === 'understand' || name === 'report';

export function open(to: View): void {
  if (location.hash !== `#${to}`) location.hash = to;
}
