// SPDX-License-Identifier: GPL-3.0-or-later
//! What the search sees, and how likely the best move is to change (Achilles §3).

use super::Adjust;

/// Of a change of mind, half is forgotten with each iteration.
const FORGETTING: f64 = 0.5;

/// What each thing adds to the chance that the best move changes still: a
/// change of mind just now,
const RESTLESS: f64 = 0.35;
/// all effort spent on other moves,
const EFFORT: f64 = 0.6;
/// a score that falls as much as this, in centipawns, or more
const FALL: f64 = 50.0;
/// (a rising one takes away half as much),
const FALLING: f64 = 0.25;
const RISING: f64 = 0.5 * FALLING;
/// and a second line that is as good (Achilles §6); one clearly better
/// line takes away more.
const SECOND_CLOSE: f64 = 0.1;
const SECOND_FAR: f64 = 0.2;

/// A move that is never in doubt still gets this part of the recommended time;
const LEAST: f64 = 0.4;
/// each unit of doubt adds so many recommended times: g of Achilles §3 is
/// proportional to v.
const GAIN: f64 = 2.0;

/// By the rule of Achilles §6 close lines get at least so many recommended times, and a line
/// that is clearly best at most so many. (Chosen: the paper gives no numbers; its own game
/// has a median of 16 seconds a move and 118, 128, 289 where lines were close.)
const LONGER: f64 = 1.5;
const FASTER: f64 = 0.5;

/// A move at most this much worse, in centipawns, is as good.
pub(crate) const CLOSE: i32 = 15;

/// All moves at least this much worse leave no choice.
pub(crate) const CLEAR: i32 = 120;

/// How the other moves compare with the best one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gap {
    /// Nobody looked, or they are neither close nor far behind.
    #[default]
    Unknown,
    /// All others are clearly worse.
    Clear,
    /// Another one is about as good.
    Close,
}

impl Gap {
    /// By the scores of the two best moves.
    pub fn between(best: i32, second: i32) -> Gap {
        match best - second {
            gap if gap <= CLOSE => Gap::Close,
            gap if gap >= CLEAR => Gap::Clear,
            _ => Gap::Unknown,
        }
    }
}

/// What the search saw up to its last complete iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// Iterations since the best move changed.
    pub stable: u32,
    /// Changes of the best move, in per cent: 100 for one just now, half as much
    /// with each iteration since.
    pub changes: u16,
    /// How much of the effort went into the best move, in per cent of the nodes.
    pub effort: Option<u16>,
    /// How far the score of the best move is above the average of the last
    /// iterations, in centipawns.
    pub trend: i32,
    /// How the other moves compare.
    pub gap: Gap,
    /// Whether there is only one legal move.
    pub only_move: bool,
    /// Whether the best move takes back what has just taken.
    pub recapture: bool,
}

impl Signals {
    /// An iteration ended with the same best move as the last one, or not.
    pub(super) fn settle(&mut self, same: bool) {
        let now = if same { 0.0 } else { 100.0 };
        self.changes = (f64::from(self.changes) * FORGETTING + now) as u16;
        self.stable = if same { self.stable + 1 } else { 0 };
    }

    /// How likely it is that the best move changes still, from 0 to 1: v of
    /// Achilles §3.
    pub fn change_probability(&self) -> f64 {
        // Where effort is not told apart, the usual share is assumed.
        let elsewhere = 1.0 - f64::from(self.effort.unwrap_or(70)) / 100.0;
        let fall = (-f64::from(self.trend) / FALL).clamp(-1.0, 1.0);
        let trend = if fall > 0.0 { FALLING * fall } else { RISING * fall };
        let gap = match self.gap {
            Gap::Unknown => 0.0,
            Gap::Clear => -SECOND_FAR,
            Gap::Close => SECOND_CLOSE,
        };
        let restless = RESTLESS * f64::from(self.changes) / 100.0;
        (restless + EFFORT * elsewhere + trend + gap).clamp(0.0, 1.0)
    }

    /// The recommended times that the move is worth: less than one if it is
    /// unlikely to change, and more by g if it is in doubt.
    pub fn time_factor(&self, adjust: Adjust) -> f64 {
        let factor = LEAST + GAIN * self.change_probability();
        match (adjust, self.gap) {
            (Adjust::Off, _) => 1.0,
            (Adjust::Achilles, Gap::Close) => factor.max(LONGER),
            (Adjust::Achilles, Gap::Clear) => factor.min(FASTER),
            _ => factor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_adds_up() {
        let calm = Signals { effort: Some(100), ..Signals::default() };
        assert_eq!((calm.change_probability(), calm.time_factor(Adjust::Signals)), (0.0, LEAST));
        // 0.35 x 1 + 0.6 x 0.7 + 0.25 x 25/50 = 0.895
        let torn = Signals { changes: 100, effort: Some(30), trend: -25, ..Signals::default() };
        assert!((torn.change_probability() - 0.895).abs() < 1e-9, "{}", torn.change_probability());
        assert!((torn.time_factor(Adjust::Signals) - 2.19).abs() < 1e-9);
        assert_eq!(torn.time_factor(Adjust::Off), 1.0);
        let worst = Signals { changes: 200, effort: Some(0), trend: -900, ..Signals::default() };
        assert_eq!(worst.change_probability(), 1.0);
    }

    #[test]
    fn each_signal_points_its_way() {
        let usual = Signals { changes: 50, effort: Some(60), ..Signals::default() };
        let more = |signals: Signals| {
            assert!(signals.change_probability() > usual.change_probability(), "{signals:?}")
        };
        let less = |signals: Signals| {
            assert!(signals.change_probability() < usual.change_probability(), "{signals:?}")
        };
        more(Signals { changes: 100, ..usual });
        less(Signals { changes: 25, ..usual });
        more(Signals { effort: Some(30), ..usual });
        less(Signals { effort: Some(90), ..usual });
        more(Signals { trend: -20, ..usual });
        less(Signals { trend: 20, ..usual });
        more(Signals { gap: Gap::Close, ..usual });
        less(Signals { gap: Gap::Clear, ..usual });
    }

    /// A stable move with a close rival gets more than recommended, whatever else is seen.
    #[test]
    fn close_lines_are_thought_about_longer_and_clear_ones_shorter() {
        for changes in [0, 50, 200] {
            for effort in [10, 60, 100] {
                let seen =
                    |gap| Signals { changes, effort: Some(effort), gap, ..Signals::default() };
                let factor = |gap| seen(gap).time_factor(Adjust::Achilles);
                assert!(factor(Gap::Close) >= 1.5, "{changes} {effort}");
                assert!(factor(Gap::Clear) <= 0.5, "{changes} {effort}");
            }
        }
    }

    #[test]
    fn a_change_of_mind_is_forgotten_by_and_by() {
        let mut signals = Signals::default();
        signals.settle(false);
        assert_eq!((signals.changes, signals.stable), (100, 0));
        signals.settle(true);
        signals.settle(true);
        assert_eq!((signals.changes, signals.stable), (25, 2));
        signals.settle(false);
        assert_eq!((signals.changes, signals.stable), (112, 0));
    }
}
