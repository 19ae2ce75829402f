// SPDX-License-Identifier: GPL-3.0-or-later
//! How much of the clock a move may cost.
//!
//! A fixed share of what is left (T1): simple, and never late. What the clock
//! does not hold yet, an increment to come, is never spent in advance.

use std::time::Duration;

use chess::Color;

use crate::Limits;

/// Own moves that a game without a time control is expected to last still.
const MOVES_LEFT: u32 = 25;

/// No more than this many moves are planned for, however far the control is.
const MOVES_PLANNED: u32 = 40;

/// The time for one move, counted on our own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Past this, no new iteration begins.
    pub soft: Duration,
    /// Past this, the iteration under way is given up.
    pub hard: Duration,
}

impl Budget {
    /// The time that `limits` leave to `turn`; `None` if time does not matter.
    pub fn new(limits: &Limits, turn: Color) -> Option<Budget> {
        if limits.infinite {
            return None;
        }
        let of_move = limits.movetime.map(|time| for_one_move(time, limits.move_overhead));
        // A GUI that tells only one clock has most likely mixed up the sides.
        let clock = &limits.clock;
        let remaining = clock.remaining(turn).or(clock.remaining(!turn));
        let of_clock = remaining.map(|time| share_of_clock(time, limits, turn));
        match (of_move, of_clock) {
            (Some(a), Some(b)) => {
                Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) })
            }
            (a, b) => a.or(b),
        }
    }
}

/// All of a fixed time but the overhead; a quarter at least, since an overhead
/// meant for games must not swallow a short analysis.
fn for_one_move(time: Duration, overhead: Duration) -> Budget {
    let time = time.saturating_sub(overhead).max(time / 4);
    Budget { soft: time, hard: time }
}

/// A share of the clock to aim at, and a few times as much when an iteration
/// turns out to be long, but never more than half of what is left: a busy machine
/// may let a thread wait for some milliseconds just then.
fn share_of_clock(remaining: Duration, limits: &Limits, turn: Color) -> Budget {
    let left = remaining.saturating_sub(limits.move_overhead);
    let ceiling = left / 2;
    let moves = limits.clock.movestogo.map_or(MOVES_LEFT, |n| n.clamp(1, MOVES_PLANNED));
    let share = left / moves + limits.clock.increment(turn) * 3 / 4;
    // An iteration begun costs about as much as all before it: begin the last
    // one well before the share is used up.
    Budget { soft: (share * 3 / 5).min(ceiling), hard: (share * 3).min(ceiling) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;

    const MS: Duration = Duration::from_millis(1);

    fn limits(time: u32, inc: u32, movestogo: Option<u32>) -> Limits {
        let clock = Clock { time: [Some(MS * time), None], inc: [MS * inc; 2], movestogo };
        Limits { clock, move_overhead: MS * 10, ..Limits::default() }
    }

    fn white(limits: &Limits) -> Budget {
        Budget::new(limits, Color::White).expect("time matters")
    }

    #[test]
    fn never_beyond_what_is_left() {
        for time in [0, 1, 5, 10, 11, 20, 100, 1_000, 60_000, 10_000_000] {
            for inc in [0, 10, 1_000, 100_000] {
                for movestogo in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = white(&limits(time, inc, movestogo));
                    let left = (MS * time).saturating_sub(MS * 10);
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard <= left / 2, "{time} {inc} {movestogo:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_is_never_less_thought() {
        for inc in [0, 100, 5_000] {
            for movestogo in [None, Some(1), Some(10)] {
                let budgets = (0..3_000).map(|t| white(&limits(20 * t, inc, movestogo)));
                let budgets: Vec<_> = budgets.collect();
                assert!(budgets.windows(2).all(|w| w[0].soft <= w[1].soft));
                assert!(budgets.windows(2).all(|w| w[0].hard <= w[1].hard));
            }
        }
    }

    #[test]
    fn a_minute_lasts_many_moves() {
        let budget = white(&limits(60_000, 0, None));
        assert!(budget.soft > MS * 1_000 && budget.hard < MS * 10_000);
    }

    #[test]
    fn limits_compose() {
        let both = Limits { movetime: Some(MS * 50), ..limits(60_000, 0, None) };
        assert_eq!(white(&both).hard, MS * 40);
        let short = Limits { movetime: Some(MS * 50_000), ..limits(100, 0, None) };
        assert!(white(&short).hard < MS * 90);
        let infinite = Limits { infinite: true, ..both };
        assert_eq!(Budget::new(&infinite, Color::White), None);
        assert_eq!(Budget::new(&Limits::default(), Color::White), None);
    }

    #[test]
    fn one_clock_serves_both() {
        let only_white = limits(1_000, 0, None);
        assert_eq!(Budget::new(&only_white, Color::Black), Some(white(&only_white)));
    }

    #[test]
    fn huge_values_do_not_overflow() {
        let clock = Clock {
            time: [Some(Duration::from_millis(u64::MAX)); 2],
            inc: [Duration::from_millis(u64::MAX); 2],
            movestogo: Some(1),
        };
        let limits = Limits { clock, ..Limits::default() };
        assert!(white(&limits).soft <= white(&limits).hard);
    }
}
