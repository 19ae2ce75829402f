// SPDX-License-Identifier: GPL-3.0-or-later
//! How much of the clock a move may cost.
//!
//! ```
//! use std::time::Duration;
//! use xanthos_search::{Situation, TimeModel};
//!
//! let ten_minutes = Situation { own: Duration::from_secs(600), ..Situation::default() };
//! // Half of an average game of 84.7 half-moves is ours (T1).
//! let fixed = TimeModel::Fixed.allot(&ten_minutes);
//! assert_eq!(fixed.recommended.as_millis(), 14_167);
//! assert!(TimeModel::Adaptive.allot(&ten_minutes).limit > fixed.limit);
//! ```
//!
//! A [`TimeModel`] turns a [`Situation`] into an [`Allotment`]: the time
//! recommended for the move, and the time it may cost at most. The documented
//! models each have a file of their own; [`adaptive`] is what plays by default,
//! and only there the recommendation is bent by what the search sees, in
//! [`signals`]. The [`timer`] puts both together for one search. Whatever a
//! model says, [`Situation::guard`] has the last word, so that no model loses on
//! time; it knows from [`lag`] what moves cost beyond their thought.

mod adaptive;
mod blitz;
mod fixed;
mod lag;
mod material;
mod ply;
mod safety;
mod signals;
mod situation;
mod statistics;
mod timer;

use std::time::Duration;

pub use lag::Lag;
pub use safety::Safety;
pub(crate) use signals::{CLEAR, CLOSE};
pub use signals::{Rivals, Signals};
pub use situation::Situation;
pub use timer::{Iteration, Timer};

/// The time for one move, counted on our own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// What the move should cost.
    pub recommended: Duration,
    /// What it may cost at most: past this, the iteration under way is given up.
    pub limit: Duration,
}

impl Allotment {
    /// No more and no less than `seconds`.
    fn exactly(seconds: f64) -> Allotment {
        let time = duration(seconds);
        Allotment { recommended: time, limit: time }
    }
}

/// Seconds as a duration, however large or small.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

/// By which idea the clock is shared out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeModel {
    /// Expected remaining moves of engine games, bent by what the search sees
    /// (T6, T7).
    #[default]
    Adaptive,
    /// The same time for each move of an average game (T1).
    Fixed,
    /// The same time for each move of a game as long as the user fears (T2).
    Safety,
    /// Expected remaining half-moves by those already played (T3).
    Ply,
    /// Expected remaining half-moves by the material on the board (T4, T5).
    Material,
    /// Half of the time for the first 40 moves, ever less for the others (B6).
    Blitz,
}

impl TimeModel {
    const ALL: [TimeModel; 6] = [
        TimeModel::Adaptive,
        TimeModel::Fixed,
        TimeModel::Safety,
        TimeModel::Ply,
        TimeModel::Material,
        TimeModel::Blitz,
    ];

    /// The names, the default first.
    pub const NAMES: [&'static str; 6] =
        ["adaptive", "fixed", "safety", "ply", "material", "blitz"];

    /// The model of that name.
    pub fn named(name: &str) -> Option<TimeModel> {
        let index = TimeModel::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name))?;
        Some(TimeModel::ALL[index])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        TimeModel::NAMES[self as usize]
    }

    /// What a move may cost in this situation.
    pub fn allot(self, situation: &Situation) -> Allotment {
        situation.guard(match self {
            TimeModel::Adaptive => adaptive::allot(situation),
            TimeModel::Fixed => fixed::allot(situation),
            TimeModel::Safety => safety::allot(situation),
            TimeModel::Ply => ply::allot(situation),
            TimeModel::Material => material::allot(situation),
            TimeModel::Blitz => blitz::allot(situation),
        })
    }

    /// Whether the recommendation may be left for what the search sees (T6, T7).
    fn is_flexible(self) -> bool {
        self == TimeModel::Adaptive
    }
}

/// How a job wants its time shared out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// The idea.
    pub model: TimeModel,
    /// The safety level of [`TimeModel::Safety`].
    pub safety: Safety,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is only one legal move (T6).
    OnlyMove,
    /// The only sensible move takes back (T6).
    Recapture,
    /// The best move is unlikely to change: less than the recommended time was
    /// enough (T7).
    Settled,
    /// The recommended time is used up.
    Spent,
    /// So is the time that was added to it (T7).
    Extended,
    /// The most that the move may cost is used up.
    Limit,
    /// A mate was found that more time would not change.
    Solved,
    /// A depth, a number of nodes or a mate that was asked for is reached.
    Asked,
    /// It was told to stop.
    Stopped,
}

/// The reasons behind the time that a move took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeReport {
    /// The idea; `None` for a fixed time a move.
    pub model: Option<TimeModel>,
    /// What the model recommended, and at most.
    pub allotment: Allotment,
    /// What became of the recommendation: the time aimed at in the end.
    pub target: Duration,
    /// Time used on our own clock.
    pub used: Duration,
    /// What the search saw.
    pub signals: Signals,
    /// Why it ended.
    pub why: Why,
}

#[cfg(test)]
mod tests;
