// SPDX-License-Identifier: GPL-3.0-or-later
/** Words for those who listen instead of looking: one polite live region for the page. */
import { signal } from '@preact/signals';

export const spoken = signal('');

export function announce(text: string): void {
  // The same words twice would not be read again without a change in between.
  spoken.value = spoken.peek() === text ? `${text}\u00a0` : text;
}

const NAMES: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };

/** `Nxf3+` as one would read it out: "knight takes f3, check". */
export function spokenMove(san: string): string {
  const end = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  const move = san.replace(/[+#!?]+$/, '');
  if (move.startsWith('O-O-O')) return `castles queenside${end}`;
  if (move.startsWith('O-O')) return `castles kingside${end}`;
  const [body, promoted] = move.split('=');
  const piece = NAMES[body[0]] ?? '';
  const rest = (piece ? body.slice(1) : body).replace('x', ' takes ');
  const promotion = promoted ? ` promotes to ${NAMES[promoted]}` : '';
  return `${piece} ${rest}${promotion}${end}`.replace(/\s+/g, ' ').trim();
}
