// SPDX-License-Identifier: GPL-3.0-or-later
//! The benchmark: fixed positions, fixed depth, one thread, a fixed hash size.
//!
//! Its node count is the signature of the search: the same on every machine and
//! in every run, and different after almost every change of behaviour. Its
//! speed tells what a change cost.

mod positions;

pub use positions::POSITIONS;

use chess::{Game, Position};
use search::{Control, Job, Limits, Search};
use std::time::{Duration, Instant};

/// Depth of each search, unless told otherwise.
pub const DEPTH: u32 = 12;
/// Hash size in MiB.
pub const HASH_MIB: usize = 16;

/// One position of the benchmark, searched.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its number, from 1.
    pub number: usize,
    /// How many there are.
    pub total: usize,
    /// The position.
    pub fen: &'static str,
    /// Nodes for this position.
    pub nodes: u64,
}

/// The sum of the benchmark.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// All nodes: the signature.
    pub nodes: u64,
    /// Those of them in quiescence.
    pub qnodes: u64,
    /// Time for all positions.
    pub time: Duration,
}

impl Report {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        let nanos = self.time.as_nanos().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000_000 / nanos).unwrap_or(u64::MAX)
    }

    /// How much of the work is quiescence, in per cent.
    pub fn quiescence_share(&self) -> f64 {
        100.0 * self.qnodes as f64 / self.nodes.max(1) as f64
    }
}

/// Searches every position and tells about each. `None` if it was stopped.
pub fn run(
    search: &mut dyn Search,
    depth: Option<u32>,
    control: &Control,
    done: &mut dyn FnMut(Step),
) -> Option<Report> {
    search.set_threads(1);
    // A table that can't be had would only change the figures, which then show it.
    let _ = search.set_hash(HASH_MIB);
    search.new_game();
    let limits = Limits { depth: Some(depth.unwrap_or(DEPTH)), ..Limits::default() };
    let mut report = Report::default();
    for (index, fen) in POSITIONS.iter().enumerate() {
        // The table is checked by a test: none is passed over.
        let Ok(position) = Position::from_fen(fen) else { continue };
        let started = Instant::now();
        let outcome =
            search.think(&Job::new(Game::new(position), limits.clone()), control, &mut |_| {});
        if control.is_stopped() {
            return None;
        }
        report.nodes += outcome.nodes;
        report.qnodes += outcome.qnodes;
        report.time += started.elapsed();
        done(Step { number: index + 1, total: POSITIONS.len(), fen, nodes: outcome.nodes });
    }
    Some(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_legal_and_no_two_are_alike() {
        let mut keys = std::collections::HashSet::new();
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(keys.insert(position.key()), "{fen} twice");
        }
    }

    #[test]
    fn the_list_covers_chess960_and_finished_games() {
        let all: Vec<Position> =
            POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok()).collect();
        assert!(all.iter().filter(|p| !p.is_standard_castling()).count() >= 3);
        assert!(all.iter().any(Position::is_checkmate) && all.iter().any(Position::is_stalemate));
        assert!(all.iter().filter(|p| p.in_check()).count() >= 2);
    }
}
