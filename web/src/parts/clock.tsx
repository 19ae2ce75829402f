// SPDX-License-Identifier: GPL-3.0-or-later
/** Clocks, and the strip with a player's name above or below the board. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { clockText } from '../chess/notation';
import type { Clocks, Side } from '../protocol';

/** When a state came in, by the page's own clock: from there the page counts by itself. */
const arrivals = new WeakMap<object, number>();
export function arrived(state: object): void {
  arrivals.set(state, performance.now());
}

/** What is left on a clock now; null when the side has none. */
function remaining(state: object, clocks: Clocks, side: Side, running: boolean): number | null {
  const left = side === 'white' ? clocks.white_ms : clocks.black_ms;
  if (left === null || !running) return left;
  return left - (performance.now() - (arrivals.get(state) ?? performance.now()));
}

export function Clock(props: { state: { clock: Clocks | null }; side: Side; frozen?: boolean }) {
  const { clock } = props.state;
  const running = clock?.running === props.side && !props.frozen;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [running, props.state]);
  const left = clock && remaining(props.state, clock, props.side, running);
  if (left === null || left === undefined) return null;
  const low = left < 20_000;
  return (
    <span class={`clock${running ? ' running' : ''}${low ? ' low' : ''}`} role="timer" aria-label={`${props.side}'s clock`}>
      {clockText(left)}
    </span>
  );
}

export function PlayerStrip(props: { side: Side; name: ComponentChildren; note?: ComponentChildren; active?: boolean; children?: ComponentChildren }) {
  return (
    <div class={`strip${props.active ? ' active' : ''}`}>
      <span class={`seat ${props.side}`} aria-label={props.side} />
      <span class="strip-name">{props.name}</span>
      <span class="strip-note">{props.note}</span>
      {props.children}
    </div>
  );
}
