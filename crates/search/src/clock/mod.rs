// SPDX-License-Identifier: GPL-3.0-or-later
//! How much of the clock a move may cost.
//!
//! ```
//! use std::time::Duration;
//! use xanthos_search::{ClockState, TimeModel};
//!
//! let ten_minutes = ClockState { own: Duration::from_secs(600), ..ClockState::default() };
//! let allotment = TimeModel::ADAPTIVE.allot(&ten_minutes);
//! assert!(allotment.recommended < allotment.limit);
//! ```
//!
//! A [`TimeModel`] turns a [`ClockState`] into an [`Allotment`]: the time recommended for
//! the move, and the time it may cost at most. [`adaptive`] is what plays by default; those
//! of the papers stand in the crate `papers`. Only with [`adaptive`] the recommendation is
//! changed by what the search sees, in [`signals`]. The [`timer`] puts both together for one
//! search. Whatever a model says, [`ClockState::guard`] has the last word, so that no model
//! loses on time; it knows from [`lag`] what moves cost beyond their thought.

mod adaptive;
mod lag;
mod signals;
mod state;
mod statistics;
mod timer;

use serde::{Deserialize, Serialize};
use std::time::Duration;

pub use lag::Lag;
pub(crate) use signals::{CLEAR, CLOSE};
pub use signals::{Gap, Signals};
pub use state::ClockState;
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
    pub fn exactly(seconds: f64) -> Allotment {
        let time = duration(seconds);
        Allotment { recommended: time, limit: time }
    }
}

/// Seconds as a duration, however large or small.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

/// How the clock is shared out: a name, and a rule.
#[derive(Clone, Copy)]
pub struct TimeModel {
    /// The name that is typed and shown.
    pub name: &'static str,
    /// The rule, given [`TimeModel::game_length`].
    pub plan: fn(&ClockState, f64) -> Allotment,
    /// Half-moves of the game that is planned for; 0 for a rule that does not ask.
    pub game_length: f64,
    /// Whether what the search sees may shorten or extend the time (Achilles §3).
    pub adapts: bool,
}

impl TimeModel {
    /// Expected remaining moves of engine games, changed by what the search sees.
    pub const ADAPTIVE: TimeModel =
        TimeModel { name: "adaptive", plan: adaptive::plan, game_length: 0.0, adapts: true };

    /// What a move may cost with such a clock.
    pub fn allot(&self, state: &ClockState) -> Allotment {
        state.guard((self.plan)(state, self.game_length))
    }
}

impl Default for TimeModel {
    fn default() -> Self {
        TimeModel::ADAPTIVE
    }
}

impl PartialEq for TimeModel {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.game_length) == (other.name, other.game_length)
    }
}

impl Eq for TimeModel {}

impl std::fmt::Debug for TimeModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.game_length)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum StopReason {
    /// There is only one legal move (Achilles §1).
    OnlyMove,
    /// The only sensible move takes back (Achilles §1).
    Recapture,
    /// The best move is unlikely to change: less than the recommended time was
    /// enough (Achilles §3).
    Settled,
    /// The recommended time is used up.
    Spent,
    /// So is the time that was added to it (Achilles §3).
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
    pub why: StopReason,
}
