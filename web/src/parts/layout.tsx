// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The layout of every view: the board in one place and of one size, a panel beside it at full height,
 * and what walks through the moves at the foot of the panel, or right below the board on a phone.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { phone } from '../settings';

export function Layout(props: {
  title: string;
  /** A form: on a phone the board would only push it below the fold. */
  form?: boolean;
  bar?: ComponentChildren;
  top?: ComponentChildren;
  board: ComponentChildren;
  bottom?: ComponentChildren;
  nav?: ComponentChildren;
  under?: ComponentChildren;
  panel: ComponentChildren;
  onWheel?: (by: number) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  const wheel = useRef(props.onWheel);
  wheel.current = props.onWheel;
  useEffect(() => {
    let latest = 0;
    const turned = (event: WheelEvent) => {
      if (!wheel.current || event.ctrlKey || event.deltaY === 0) return;
      // The page does not scroll while one goes through the moves.
      event.preventDefault();
      if (event.timeStamp - latest < 40) return;
      latest = event.timeStamp;
      wheel.current(Math.sign(event.deltaY));
    };
    const element = row.current;
    element?.addEventListener('wheel', turned, { passive: false });
    return () => element?.removeEventListener('wheel', turned);
  }, []);
  return (
    <div class={`layout${props.form ? ' form' : ''}`}>
      <h1 class="unseen">{props.title}</h1>
      <section class="layout-board" aria-label="Board" tabIndex={-1}>
        <div class="strip-place">{props.top}</div>
        <div class="board-row" ref={row}>
          <div class="bar-place">{props.bar}</div>
          {props.board}
        </div>
        <div class="strip-place">{props.bottom}</div>
      </section>
      {phone.value && props.nav}
      {props.under && <div class="layout-under">{props.under}</div>}
      <section class="layout-panel" aria-label="Panel">
        {props.panel}
        {!phone.value && props.nav}
      </section>
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
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
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

/** Buttons that walk through a game, and what stands beside them: the field for moves. */
export function MoveButtons(props: { start: () => void; back: () => void; forward: () => void; end: () => void; flip: () => void; atStart: boolean; atEnd: boolean; children?: ComponentChildren }) {
  return (
    <div class="nav">
    <div class="move-buttons" role="group" aria-label="Go through the moves">
      <button type="button" class="icon" aria-label="First move" disabled={props.atStart} onClick={props.start}><Icon d="M6 5v14M18 5l-8 7 8 7" /></button>
      <button type="button" class="icon" aria-label="Previous move" disabled={props.atStart} onClick={props.back}><Icon d="M15 5l-8 7 8 7" /></button>
      <button type="button" class="icon" aria-label="Next move" disabled={props.atEnd} onClick={props.forward}><Icon d="M9 5l8 7-8 7" /></button>
      <button type="button" class="icon" aria-label="Last move" disabled={props.atEnd} onClick={props.end}><Icon d="M18 5v14M6 5l8 7-8 7" /></button>
      <button type="button" class="icon" aria-label="Flip board" title="Flip board (f)" onClick={props.flip}><Icon d="M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3" /></button>
    </div>
    {props.children}
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
