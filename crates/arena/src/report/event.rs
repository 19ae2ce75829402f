// SPDX-License-Identifier: GPL-3.0-or-later
//! What happens in a match, as typed events for any number of listeners.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::stats::{Failure, Played, Tally};

/// One happening.
#[derive(Debug, Clone, PartialEq)]
pub enum MatchEvent {
    /// The tournament begins (after a journal was read, if there was one).
    Begin {
        /// Games of the whole tournament.
        total: u64,
        /// Games taken over from an earlier run (already in the tally).
        resumed: u64,
    },
    /// A game begins.
    Started(GameStarted),
    /// A game has ended; the tally already contains it.
    Finished(GameFinished),
    /// An engine did something odd or wrong; games go on.
    Warning {
        /// Index of the engine, if it is about one.
        engine: Option<usize>,
        /// What was seen, in a sentence without a full stop.
        text: String,
    },
    /// An engine failed outside or inside a game (for the failure table of the
    /// log; a lost game is also told by `Finished`).
    Failed {
        /// Index of the engine.
        engine: usize,
        /// Reason.
        failure: Failure,
        /// Details, such as the illegal move or the exit status.
        text: String,
    },
    /// Something worth a line that is no trouble.
    Note(String),
    /// Nothing happened for a while: redraw clocks.
    Tick,
    /// The tournament has ended.
    Done(DoneReason),
}

/// A game begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStarted {
    /// Number of the game, from 1.
    pub number: u64,
    /// Index of the engine with White.
    pub white: usize,
    /// Index of the engine with Black.
    pub black: usize,
}

/// A game has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFinished {
    /// Number of the game, from 1.
    pub number: u64,
    /// Players, result, reason.
    pub played: Played,
    /// Plies played by the engines.
    pub plies: u32,
    /// How long it took.
    pub duration: Duration,
}

/// Why a tournament ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoneReason {
    /// Every game was played.
    Complete,
    /// The sequential test decided.
    Sprt,
    /// The user stopped it.
    Interrupted,
    /// An engine failed and recovery was not asked for.
    Failure,
}

/// A listener. The runner owns the tally; listeners read it.
pub trait Sink {
    /// Takes notice.
    fn event(&mut self, event: &MatchEvent, tally: &Tally);
}
