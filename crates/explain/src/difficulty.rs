// SPDX-License-Identifier: GPL-3.0-or-later
//! How hard the best move is to find.

use serde::Serialize;

use crate::ask::Answer;

/// Chances, in per mille, within which another move is as good for most purposes.
pub(crate) const NEAR: u16 = 50;

/// What the search went through before it was sure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difficulty {
    /// From this iteration on the best move was the best.
    pub found_at: u32,
    /// Iterations in all.
    pub depth: u32,
    /// The best moves of the iterations, each with the first of its iterations.
    pub history: Vec<Favourite>,
    /// Moves that lose less than five per cent, the best one included, among
    /// those compared.
    pub near: Vec<String>,
    /// Those of them that were near in the iteration before the last, too.
    pub steady: Vec<String>,
    /// Moves compared.
    pub compared: usize,
}

impl Difficulty {
    /// Was the search still changing its mind when it ended? Another move was the best
    /// one in one of the two iterations before the last.
    pub fn is_open(&self) -> bool {
        self.found_at + 1 >= self.depth && self.history.len() > 1
    }

    /// Is it open, and between moves of which one must be worse?
    pub fn is_contested(&self) -> bool {
        let [.., before, _] = &self.history[..] else { return false };
        self.is_open() && !self.near.contains(&before.san)
    }
}

/// A move that was thought best for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Favourite {
    /// Since this iteration.
    pub since: u32,
    /// In standard algebraic notation.
    pub san: String,
    /// In UCI notation.
    pub uci: String,
}

pub(crate) fn difficulty(position: &chess::Position, answer: &Answer) -> Option<Difficulty> {
    let best = answer.lines.first()?;
    let later = answer.by_depth.iter().rev().take_while(|(_, m)| *m == best.mv);
    let found_at = later.last()?.0;
    let mut history: Vec<Favourite> = Vec::new();
    for &(since, m) in &answer.by_depth {
        let uci = crate::evidence_line::uci(position, m);
        if history.last().is_none_or(|last| last.uci != uci) {
            history.push(Favourite { since, san: position.san(m), uci });
        }
    }
    let near = answer.lines.iter().filter(|line| line.chance.short_of(best.chance) < NEAR);
    let (depth, compared) = (answer.depth, answer.lines.len());
    let steady = near.clone().filter(|line| answer.steady.contains(&line.mv));
    let [near, steady] = [
        near.map(|line| line.san.clone()).collect(),
        steady.map(|line| line.san.clone()).collect(),
    ];
    Some(Difficulty { found_at, depth, history, near, steady, compared })
}
