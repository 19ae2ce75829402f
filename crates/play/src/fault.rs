// SPDX-License-Identifier: GPL-3.0-or-later
//! How an engine can fail its driver.

use std::io;
use std::time::Duration;

/// What went wrong with an engine, in words for its author.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The program could not be run at all.
    #[error("cannot start `{command}`: {source}")]
    Start {
        /// The program.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// The first greeting was not answered.
    #[error("no `{expected}` within {waited:.1?} of the start{tail}")]
    Handshake {
        /// The line that should have come.
        expected: &'static str,
        /// How long it was waited for.
        waited: Duration,
        /// What it wrote to its standard error.
        tail: StderrTail,
    },
    /// `isready` or `ping` was not answered.
    #[error("no `{expected}` within {waited:.1?}")]
    Unready {
        /// The line that should have come.
        expected: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The process is gone.
    #[error("the process ended ({status}){tail}")]
    Exited {
        /// Exit status in words.
        status: String,
        /// What it wrote to its standard error.
        tail: StderrTail,
    },
    /// The process lives, but can say nothing any more.
    #[error("closed its standard output{tail}")]
    ClosedOutput {
        /// What it wrote to its standard error.
        tail: StderrTail,
    },
    /// The process lives, but nobody listens.
    #[error("does not read its standard input")]
    DeafInput,
    /// A line without end.
    #[error("printed more than {limit} bytes without a line end")]
    EndlessLine {
        /// The longest line that is still accepted.
        limit: usize,
    },
    /// No move when one was due.
    #[error("no move within {waited:.1?}")]
    Silent {
        /// How long it was waited for.
        waited: Duration,
    },
    /// A move that the rules do not allow.
    #[error("illegal move `{text}` in {fen}")]
    IllegalMove {
        /// What the engine said.
        text: String,
        /// Where it said it.
        fen: String,
    },
    /// An answer without a move in a position that has some.
    #[error("answered `{text}` although there are legal moves in {fen}")]
    NoMove {
        /// What the engine said.
        text: String,
        /// Where it said it.
        fen: String,
    },
    /// The engine does not accept a move of its opponent.
    #[error("rejects the legal move {sent}: `{line}`")]
    RejectedMove {
        /// The move.
        sent: String,
        /// What the engine said.
        line: String,
    },
    /// A result that the rules do not grant, and no move after it.
    #[error("claims `{claim}` in {fen}")]
    FalseClaim {
        /// What the engine said.
        claim: String,
        /// Where it said it.
        fen: String,
    },
    /// An option that does not fit what the engine declared.
    #[error("option {name}: {reason}")]
    Option {
        /// Its name.
        name: String,
        /// Why it cannot be.
        reason: String,
    },
    /// The engine or its protocol cannot do what was asked for.
    #[error("{0}")]
    Unsupported(String),
    /// The wait was called off.
    #[error("cancelled")]
    Cancelled,
}

/// The kinds that are worth counting apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// Did not start or did not finish its handshake.
    Startup,
    /// Its process ended or closed its pipe.
    Crash,
    /// Stopped answering.
    Stall,
    /// Played a move that the rules do not allow.
    IllegalMove,
    /// Claimed a result that the rules do not grant.
    FalseClaim,
    /// Said something that is no part of the protocol where an answer was due.
    Protocol,
    /// Not its fault.
    Cancelled,
}

impl Fault {
    /// Which kind it is.
    pub fn kind(&self) -> FaultKind {
        match self {
            Fault::Start { .. }
            | Fault::Handshake { .. }
            | Fault::Option { .. }
            | Fault::Unsupported(_) => FaultKind::Startup,
            Fault::Exited { .. } | Fault::ClosedOutput { .. } => FaultKind::Crash,
            Fault::Unready { .. } | Fault::DeafInput | Fault::Silent { .. } => FaultKind::Stall,
            Fault::IllegalMove { .. } | Fault::NoMove { .. } => FaultKind::IllegalMove,
            Fault::FalseClaim { .. } => FaultKind::FalseClaim,
            Fault::EndlessLine { .. } | Fault::RejectedMove { .. } => FaultKind::Protocol,
            Fault::Cancelled => FaultKind::Cancelled,
        }
    }

    /// Whether the process can still be talked to.
    pub fn leaves_engine_usable(&self) -> bool {
        matches!(
            self,
            Fault::IllegalMove { .. }
                | Fault::NoMove { .. }
                | Fault::FalseClaim { .. }
                | Fault::RejectedMove { .. }
        )
    }
}

/// The last words on standard error, in the form of an error's ending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StderrTail(pub String);

impl std::fmt::Display for StderrTail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let last = self.0.lines().rev().find(|line| !line.trim().is_empty());
        match last {
            None => Ok(()),
            Some(line) => {
                let line: String = line.trim().chars().take(200).collect();
                write!(f, "; its last words: {line}")
            }
        }
    }
}
