// SPDX-License-Identifier: GPL-3.0-or-later
/** The layout of a view: the board with what lies around it, and a panel beside it. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

export function Layout(props: {
  title: string;
  bar?: ComponentChildren;
  top?: ComponentChildren;
  board: ComponentChildren;
  bottom?: ComponentChildren;
  under?: ComponentChildren;
  panel: ComponentChildren;
}) {
  return (
    <div class={`layout${props.bar ? ' with-bar' : ''}`}>
      <h1 class="unseen">{props.title}</h1>
      <section class="layout-board" aria-label="Board" tabIndex={-1}>
        {props.top}
        <div class="board-row">
          {props.bar}
          {props.board}
        </div>
        {props.bottom}
        {props.under && <div class="layout-under">{props.under}</div>}
      </section>
      <section class="layout-panel" aria-label="Panel">{props.panel}</section>
    </div>
  );
}

/** Whether what has the focus needs a key for itself. */
function wantsKey(target: HTMLElement, key: string): boolean {
  if (target.closest('dialog, [role=dialog]')) return true;
  if (target.matches('textarea, select')) return true;
  // A radio button chooses with arrows; it and whatever else is pressed is pressed with space.
  if (target.matches('input[type=radio]')) return key === ' ' || key.startsWith('Arrow');
  if (target.matches('input[type=checkbox], button, a, summary')) return key === ' ';
  return target.matches('input');
}

/** Keys for the whole view, except where what has the focus needs them. */
export function useKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (wantsKey(event.target as HTMLElement, event.key)) return;
      const action = keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

export function focusMoveInput(): void {
  document.querySelector<HTMLInputElement>('.typed-move')?.focus();
}

/** Puts who has just begun a game before the board: on the field for moves, or on the whole of it. */
export function focusBoard(typing: boolean): void {
  if (typing) focusMoveInput();
  else document.querySelector<HTMLElement>('.layout-board')?.focus({ preventScroll: true });
}

/** Four buttons that walk through a game. */
export function MoveButtons(props: { start: () => void; back: () => void; forward: () => void; end: () => void; flip: () => void; atStart: boolean; atEnd: boolean }) {
  return (
    <div class="move-buttons" role="group" aria-label="Go through the moves">
      <button type="button" class="icon" aria-label="First move" disabled={props.atStart} onClick={props.start}><Icon d="M6 5v14M18 5l-8 7 8 7" /></button>
      <button type="button" class="icon" aria-label="Previous move" disabled={props.atStart} onClick={props.back}><Icon d="M15 5l-8 7 8 7" /></button>
      <button type="button" class="icon" aria-label="Next move" disabled={props.atEnd} onClick={props.forward}><Icon d="M9 5l8 7-8 7" /></button>
      <button type="button" class="icon" aria-label="Last move" disabled={props.atEnd} onClick={props.end}><Icon d="M18 5v14M6 5l8 7-8 7" /></button>
      <button type="button" class="icon" aria-label="Flip board" title="Flip board (f)" onClick={props.flip}><Icon d="M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3" /></button>
    </div>
  );
}

export function Icon(props: { d: string }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={props.d} fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
