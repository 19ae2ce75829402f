// SPDX-License-Identifier: GPL-3.0-or-later
//! What the search sees, and how likely the best move is to change (Achilles §3).

use chess::{Move, Square};

use super::{Adjust, Iteration};
use crate::tunables as t;

/// Of a change of mind, half is forgotten with each iteration.
const FORGETTING: f64 = 0.5;

/// A score that falls as much as this, in centipawns, tells all that a falling score can.
const FALL: f64 = 50.0;

/// A second line that is as good makes a change likelier (Achilles §6), by so much in z; one
/// clearly better line makes it less likely. (By the same study, which asks for two lines.)
const SECOND_CLOSE: f64 = 0.3;
const SECOND_FAR: f64 = -1.0;

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

/// Old scores count so much in the average that a trend is measured from.
const OLD_SCORES: f64 = 0.6;

/// Follows a search from iteration to iteration, and keeps what there is to see.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// What was seen so far.
    pub signals: Signals,
    /// The best move of the last iteration.
    pub best: Option<Move>,
    average: Option<f64>,
}

impl Watch {
    pub(super) fn new(signals: Signals) -> Watch {
        Watch { signals, ..Watch::default() }
    }

    /// Takes in what an iteration showed. `taken_on`: where the opponent has just taken something.
    pub fn observe(&mut self, seen: &Iteration, taken_on: Option<Square>) {
        let signals = &mut self.signals;
        let same = self.best.is_none_or(|best| best == seen.best);
        signals.settle(same);
        if !same {
            signals.gap = Gap::Unknown;
        }
        if seen.gap != Gap::Unknown {
            signals.gap = seen.gap;
        }
        signals.effort = seen.effort.map(|share| (100.0 * share) as u16);
        signals.recapture = seen.best.is_capture() && taken_on == Some(seen.best.to());
        let value = f64::from(seen.value);
        let average = self.average.unwrap_or(value);
        signals.trend = (value - average) as i32;
        self.average = Some(OLD_SCORES * average + (1.0 - OLD_SCORES) * value);
        self.best = Some(seen.best);
    }
}

impl Signals {
    /// An iteration ended with the same best move as the last one, or not.
    fn settle(&mut self, same: bool) {
        let now = if same { 0.0 } else { 100.0 };
        self.changes = (f64::from(self.changes) * FORGETTING + now) as u16;
        self.stable = if same { self.stable + 1 } else { 0 };
    }

    /// What the study of stability fits, each about from 0 to 1: changes of mind, the effort
    /// that went elsewhere, the fall of the score.
    pub fn signs(&self) -> [f64; 3] {
        // Where effort is not told apart, the usual share is assumed.
        let elsewhere = 1.0 - f64::from(self.effort.unwrap_or(70)) / 100.0;
        let fall = (-f64::from(self.trend) / FALL).clamp(-1.0, 1.0);
        [f64::from(self.changes) / 100.0, elsewhere, fall]
    }

    /// How likely it is that the best move changes still, from 0 to 1: v of
    /// Achilles §3, as the study of stability found it (docs/studies/stability.md).
    pub fn change_probability(&self) -> f64 {
        let [changes, elsewhere, fall] = self.signs();
        let gap = match self.gap {
            Gap::Unknown => 0.0,
            Gap::Clear => SECOND_FAR,
            Gap::Close => SECOND_CLOSE,
        };
        let z = t::hundredths(t::clock_constant())
            + t::hundredths(t::clock_restless()) * changes
            + t::hundredths(t::clock_effort()) * elsewhere
            + t::hundredths(t::clock_falling()) * fall
            + gap;
        1.0 / (1.0 + (-z).exp())
    }

    /// The recommended times that the move is worth: less than one if it is
    /// unlikely to change, and more by g if it is in doubt.
    pub fn time_factor(&self, adjust: Adjust) -> f64 {
        // g of Achilles §3 is proportional to v.
        let gain = t::hundredths(t::clock_gain()) * self.change_probability();
        let factor = t::hundredths(t::clock_least()) + gain;
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
        let torn = Signals { changes: 100, effort: Some(30), trend: -25, ..Signals::default() };
        // By hand: e^4.23 = 68.7; 4.23 - 4.48 x 0.7 - 0.51 x 25/50 = 0.839, e^0.839 = 2.314.
        assert!((calm.change_probability() - 1.0 / 69.7).abs() < 1e-4);
        assert!((torn.change_probability() - 1.0 / 3.314).abs() < 1e-4);
        assert_eq!(torn.time_factor(Adjust::Off), 1.0);
        let least = t::hundredths(t::clock_least());
        for signals in [calm, torn] {
            let gain = t::hundredths(t::clock_gain()) * signals.change_probability();
            assert!((signals.time_factor(Adjust::Signals) - least - gain).abs() < 1e-9);
        }
        let worst = Signals { changes: 200, effort: Some(0), trend: -900, ..Signals::default() };
        assert!(worst.change_probability() > torn.change_probability());
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
