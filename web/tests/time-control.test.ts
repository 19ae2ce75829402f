// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { NO_CLOCK, bothClocks, type TimeSettings } from '../src/parts/time-control';

describe('the clocks of a game', () => {
  const own: TimeSettings = { ...NO_CLOCK, clock: 'clock', minutes: 10, increment: 5, own: true };
  const yours = { base_ms: 600_000, inc_ms: 5000 };

  it('are the same for both unless said otherwise', () => {
    expect(bothClocks(own)).toEqual({ you: yours, engine: yours });
    expect(bothClocks({ ...own, clock: 'none' })).toBeNull();
  });

  it('may differ', () => {
    const other = { minutes: 0.5, increment: 0, session: 40 };
    expect(bothClocks({ ...own, other })).toEqual({ you: yours, engine: { base_ms: 30_000, inc_ms: 0, moves: 40 } });
    // A preset is for both.
    expect(bothClocks({ ...own, own: false, other })).toEqual({ you: yours, engine: yours });
  });
});
