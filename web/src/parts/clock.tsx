// SPDX-License-Identifier: GPL-3.0-or-later
/** Clocks, and the strip with a player's name above or below the board. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { clockText } from '../chess/notation';
import type { Clocks, Side } from '../protocol';
import { lowTimeSound } from '../sound';
import { Material } from './material';

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

/** From here on a clock is shown as short, and heard once if it is one's own. */
const SHORT = 20_000;

export function Clock(props: { state: { clock: Clocks | null }; side: Side; frozen?: boolean; own?: boolean }) {
  const { clock } = props.state;
  const running = clock?.running === props.side && !props.frozen;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [running, props.state]);
  const left = clock && remaining(props.state, clock, props.side, running);
  const low = typeof left === 'number' && left < SHORT;
  const warned = useRef(low);
  useEffect(() => {
    if (low && running && props.own && !warned.current) lowTimeSound();
    warned.current = low;
  }, [low, running]);
  if (left === null || left === undefined) return null;
  return (
    <span class={`clock${running ? ' running' : ''}${low ? ' low' : ''}`} role="timer" aria-label={`${props.side}'s clock`}>
      {clockText(left)}
    </span>
  );
}

export function PlayerStrip(props: { side: Side; name: ComponentChildren; note?: ComponentChildren; active?: boolean; fen?: string; children?: ComponentChildren }) {
  return (
    <div class={`strip${props.active ? ' active' : ''}`}>
      <span class={`seat ${props.side}`} role="img" aria-label={props.side} />
      <span class="strip-name">{props.name}</span>
      {props.fen && <Material fen={props.fen} side={props.side} />}
      <span class="strip-note">{props.note}</span>
      {props.children}
    </div>
  );
}
