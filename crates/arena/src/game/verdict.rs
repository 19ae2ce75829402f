// SPDX-License-Identifier: GPL-3.0-or-later
//! How a game ended, and why, in words.

use chess::{Color, Outcome};
use play::{Fault, FaultKind};

use crate::stats::{Ending, Failure, GameResult};

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Who got the point.
    pub result: GameResult,
    /// By which rule.
    pub ending: Ending,
    /// A sentence without a full stop.
    pub reason: String,
}

impl Verdict {
    /// A game that `loser` lost.
    pub fn lost_by(loser: Color, ending: Ending, reason: impl Into<String>) -> Verdict {
        Verdict { result: won_by(!loser), ending, reason: reason.into() }
    }

    /// A draw.
    pub fn draw(ending: Ending, reason: impl Into<String>) -> Verdict {
        Verdict { result: GameResult::Draw, ending, reason: reason.into() }
    }

    /// A game that was broken off.
    pub fn interrupted() -> Verdict {
        Verdict {
            result: GameResult::Unfinished,
            ending: Ending::Interrupted,
            reason: "the tournament was stopped".to_owned(),
        }
    }

    /// What the rules of chess say.
    pub fn by_rules(outcome: Outcome) -> Verdict {
        let ending = match outcome {
            Outcome::Checkmate { winner } => {
                let reason = format!("{} mates", title(winner));
                return Verdict::lost_by(!winner, Ending::Checkmate, reason);
            }
            Outcome::Stalemate => Ending::Stalemate,
            Outcome::InsufficientMaterial => Ending::InsufficientMaterial,
            Outcome::FiftyMoves => Ending::FiftyMoves,
            Outcome::Threefold => Ending::Threefold,
        };
        let reason = match ending {
            Ending::Stalemate => "Draw by stalemate",
            Ending::InsufficientMaterial => "Draw by insufficient mating material",
            Ending::FiftyMoves => "Draw by fifty moves rule",
            _ => "Draw by 3-fold repetition",
        };
        Verdict::draw(ending, reason)
    }

    /// What a fault of `side` costs it. A wait that was called off costs
    /// nothing.
    pub fn by_fault(side: Color, fault: &Fault) -> Verdict {
        let Some(failure) = failure_of(fault) else { return Verdict::interrupted() };
        let what = match failure {
            Failure::Startup => "does not start",
            Failure::Crash => "disconnects",
            Failure::Stall => "'s connection stalls",
            Failure::Time => "loses on time",
            Failure::IllegalMove => "makes an illegal move",
            Failure::FalseClaim => "makes a false claim",
            Failure::Protocol => "breaks the protocol",
        };
        let space = if what.starts_with('\'') { "" } else { " " };
        let reason = format!("{}{space}{what}: {fault}", title(side));
        Verdict::lost_by(side, Ending::Failure(failure), reason)
    }

    /// The part of the reason before details, for a PGN comment.
    pub fn headline(&self) -> &str {
        self.reason.split(": ").next().unwrap_or(&self.reason)
    }
}

/// The statistics' name of a fault; `None` if nobody failed.
pub fn failure_of(fault: &Fault) -> Option<Failure> {
    Some(match fault.kind() {
        FaultKind::Startup => Failure::Startup,
        FaultKind::Crash => Failure::Crash,
        FaultKind::Stall => Failure::Stall,
        FaultKind::IllegalMove => Failure::IllegalMove,
        FaultKind::FalseClaim => Failure::FalseClaim,
        FaultKind::Protocol => Failure::Protocol,
        FaultKind::Cancelled => return None,
    })
}

/// `White` or `Black`.
pub fn title(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn won_by(winner: Color) -> GameResult {
    match winner {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}
