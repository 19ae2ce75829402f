// SPDX-License-Identifier: GPL-3.0-or-later
//! What a player answers.

use std::time::{Duration, Instant};

use chess::{Color, Move, Position};
use search::{Bound, Score};

/// The end of a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// What the engine wants to do.
    pub answer: Answer,
    /// When the request entered the engine's pipe.
    pub began: Instant,
    /// From then to the moment the answer came out of its pipe.
    pub elapsed: Duration,
    /// The last thing it said about its thoughts.
    pub thinking: Thinking,
    /// The reply that it expects, to think about on the opponent's time.
    pub expects: Option<Move>,
    /// Whether it did so before this move, and rightly.
    pub pondered: Pondered,
    /// Whether it offers a draw.
    pub offers_draw: bool,
    /// Breaches of protocol that did no harm, in words.
    pub violations: Vec<String>,
    /// Results claimed wrongly, though play went on.
    pub false_claims: Vec<String>,
    /// The last lines that it printed over this move, as they were; nothing where there is no pipe.
    pub said: Vec<String>,
}

/// Whether a player thought on the opponent's time (Achilles §5), and about the right move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pondered {
    /// It did not, or nobody knows.
    #[default]
    No,
    /// The opponent played what it expected.
    Hit,
    /// He played something else.
    Miss,
}

/// What an engine wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Play this legal move.
    Move(Move),
    /// Give up.
    Resign,
}

/// A claim of result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The engine's words.
    pub text: String,
}

/// An engine's thoughts as last reported, from its own point of view.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Thinking {
    /// The verdict.
    pub score: Option<Score>,
    /// Whether the verdict is only a bound.
    pub bound: Option<Bound>,
    /// Plies.
    pub depth: Option<u32>,
    /// Plies, at the deepest.
    pub seldepth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The engine's own measure of its time.
    pub time: Option<Duration>,
    /// Fill of its table, per mille.
    pub hashfull: Option<u32>,
    /// Tablebase hits.
    pub tbhits: Option<u64>,
    /// The main line, as text; see [`Thinking::line`].
    pub pv: Vec<String>,
    /// Why it took the time it took, where the engine says so (`TimeReport`).
    pub why: Option<String>,
    /// Lines of the engine that somebody wants to keep, as they were.
    pub lines: Vec<String>,
}

impl Thinking {
    /// The legal beginning of the main line.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut position = *position;
        let mut line = Vec::new();
        for text in &self.pv {
            let Some(mv) = legal(&position, text) else { break };
            position.play(mv);
            line.push(mv);
        }
        line
    }

    /// The opponent's move that the engine reckons with after its own `played`.
    pub fn expected_reply(&self, position: &Position, played: Move) -> Option<Move> {
        let first = legal(position, self.pv.first()?)?;
        if first != played {
            return None;
        }
        legal(&position.after(played), self.pv.get(1)?)
    }
}

fn legal(position: &Position, text: &str) -> Option<Move> {
    position.parse_uci(text).or_else(|_| position.parse_san(text)).ok()
}
