// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { PACE, paceClocks, type Pace } from '../src/parts/pace';

describe('the clocks of a game', () => {
  const own: Pace = { ...PACE, clock: 'clock', minutes: 10, increment: 5, own: true };
  const yours = { base_ms: 600_000, inc_ms: 5000 };

  it('are the same for both unless said otherwise', () => {
    expect(paceClocks(own)).toEqual({ you: yours, engine: yours });
    expect(paceClocks({ ...own, clock: 'none' })).toBeNull();
  });

  it('may differ', () => {
    const other = { minutes: 0.5, increment: 0, session: 40 };
    expect(paceClocks({ ...own, other })).toEqual({ you: yours, engine: { base_ms: 30_000, inc_ms: 0, moves: 40 } });
    // A preset is for both.
    expect(paceClocks({ ...own, own: false, other })).toEqual({ you: yours, engine: yours });
  });
});
