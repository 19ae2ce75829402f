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
//! of the papers stand in the crate `papers`. Whether the recommendation is changed by what
//! the search sees ([`signals`]) is a second question, which any model can answer either way:
//! its [`Adjust`]. The [`opponent`] may shift it too. The [`timer`] puts all together for one
//! search. Whatever a model says, [`ClockState::guard`] has the last word, so that no model
//! loses on time; it knows from [`lag`] what moves cost beyond their thought.

mod adaptive;
mod lag;
mod opponent;
mod signals;
mod state;
mod tables;
mod time_trap;
mod timer;

use serde::{Deserialize, Serialize};

use crate::tunables as t;
use std::time::Duration;

pub use lag::{Lag, MovePair};
pub use opponent::Opponent;
pub(crate) use signals::{CLEAR, CLOSE};
pub use signals::{Gap, Signals, Watch};
pub use state::ClockState;
pub use tables::{TimeTables, TimeTablesError};
pub use time_trap::TimeTrap;
pub use timer::{Iteration, Timer};

/// The time for one move, counted on our own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// What the move should cost.
    pub recommended: Duration,
    /// What it may cost at most: past this, the iteration under way is given up.
    pub limit: Duration,
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
    /// The rule: the seconds recommended, given [`TimeModel::game_length`].
    pub plan: fn(&ClockState, f64) -> f64,
    /// Half-moves of the game that is planned for; 0 for a rule that does not ask.
    pub game_length: f64,
    /// How what the search sees may shorten or extend the time (Achilles §3).
    pub adjust: Adjust,
}

/// What becomes of a recommendation while the search runs: a layer above any model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Adjust {
    /// Nothing: the move costs what was recommended. (The only legal move is still played
    /// at once.)
    #[default]
    Off,
    /// It is weighed by everything that [`Signals`] know, as tuned for `adaptive`.
    Signals,
    /// The same under the rule of Achilles §6, to the letter: never less than recommended
    /// while two lines are close, never more while one is clearly best; and coarser in time
    /// trouble (Achilles §1).
    Achilles,
}

impl Adjust {
    /// Whether anything is adjusted.
    pub fn is_on(self) -> bool {
        self != Adjust::Off
    }
}

impl TimeModel {
    /// Expected remaining moves of engine games, changed by what the search sees.
    pub const ADAPTIVE: TimeModel = TimeModel {
        name: "adaptive",
        plan: adaptive::plan,
        game_length: 0.0,
        adjust: Adjust::Signals,
    };

    /// What a move may cost with such a clock.
    pub fn allot(&self, state: &ClockState) -> Allotment {
        let recommended = (self.plan)(state, self.game_length) * state.opponent_factor();
        let patience = if self.adjust.is_on() { t::hundredths(t::clock_patience()) } else { 1.0 };
        let limit = duration(patience * recommended);
        state.guard(Allotment { recommended: duration(recommended), limit })
    }

    /// The same model with another layer above it.
    #[must_use]
    pub const fn adjusted(self, adjust: Adjust) -> TimeModel {
        TimeModel { adjust, ..self }
    }
}

impl Default for TimeModel {
    fn default() -> Self {
        TimeModel::ADAPTIVE
    }
}

impl PartialEq for TimeModel {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.game_length, self.adjust) == (other.name, other.game_length, other.adjust)
    }
}

impl Eq for TimeModel {}

impl std::fmt::Debug for TimeModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {:?}", self.name, self.game_length, self.adjust)
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
