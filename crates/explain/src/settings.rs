// SPDX-License-Identifier: GPL-3.0-or-later
//! How much to look, and where a move begins to be a mistake.

use std::time::Duration;

use search::Limits;
use serde::Serialize;

/// How long the main search lasts; the smaller questions get a share of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// So many nodes: the same answer on every machine.
    Nodes(u64),
    /// So many iterations: also the same everywhere.
    Depth(u32),
    /// So much time; the answer depends on the machine.
    #[serde(serialize_with = "milliseconds")]
    Time(Duration),
}

fn milliseconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_millis() as u64)
}

/// How much of the effort a question is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// The position itself, and moves that are compared with its best one.
    Whole,
    /// The position itself once more, because the first answer was not stable.
    Fourfold,
    /// What is threatened.
    Quarter,
    /// Whether a capture wins something.
    Eighth,
}

impl Effort {
    pub(crate) fn limits(self, share: Share) -> Limits {
        let (times, part, plies) = match share {
            Share::Fourfold => (4, 1, -3),
            Share::Whole => (1, 1, 0),
            Share::Quarter => (1, 4, 2),
            Share::Eighth => (1, 8, 3),
        };
        match self {
            Effort::Nodes(n) => {
                let nodes = n.saturating_mul(times) / part;
                Limits { nodes: Some(nodes.max(200)), ..Limits::default() }
            }
            Effort::Depth(d) => {
                let depth = d.saturating_add_signed(-plies).max(1);
                Limits { depth: Some(depth), ..Limits::default() }
            }
            Effort::Time(t) => {
                let time = t.saturating_mul(times as u32) / part as u32;
                Limits { movetime: Some(time), ..Limits::default() }
            }
        }
    }
}

/// From which loss of winning chances on, in per mille, a move has a bad name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thresholds {
    /// An inaccuracy.
    pub inaccuracy: u16,
    /// A mistake.
    pub mistake: u16,
    /// A blunder.
    pub blunder: u16,
}

impl Thresholds {
    /// Five, ten and twenty per cent.
    pub const USUAL: Thresholds = Thresholds { inaccuracy: 50, mistake: 100, blunder: 200 };
}

/// What an [`Explainer`](crate::Explainer) works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Settings {
    /// How long to search.
    pub effort: Effort,
    /// How many moves to compare; at least two are.
    pub lines: usize,
    /// When a move is a mistake.
    pub thresholds: Thresholds,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { effort: Effort::Nodes(400_000), lines: 3, thresholds: Thresholds::USUAL }
    }
}
