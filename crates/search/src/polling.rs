// SPDX-License-Identifier: GPL-3.0-or-later
//! How often a search polls the clock and the stop flag.

use std::time::Duration;

use eval::Evaluator;

/// A search is long from here on: then it also tells which root move is being searched,
/// and bounds of a score that is still moving.
pub const LONG_SEARCH: Duration = Duration::from_secs(3);

/// [`Event::Heartbeat`](crate::Event) is due this often.
pub const HEARTBEAT: Duration = Duration::from_secs(1);

/// Nodes between two polls: a fraction of a millisecond, and too many for the polling
/// to cost anything.
pub const NODES: u64 = 256;

/// Iterations of MCTS between two polls. Each is some dozen nodes: few, because on a
/// starved machine even these may last.
pub const ITERATIONS: u64 = 4;

/// The interval for an evaluator: `usual` nodes (or iterations) with a cheap one; with a
/// slow one fewer, so that the time between two polls is the same.
pub fn interval(evaluator: &impl Evaluator, usual: u64) -> u64 {
    (usual / evaluator.cost().max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::cnn::{Cnn, Net, Shape};

    #[test]
    fn a_slow_evaluator_is_interrupted_more_often() {
        assert_eq!(interval(&eval::Placement, NODES), NODES);
        let shape = Shape { layers: 1, filters: 1, residual: false, policy: false };
        let cnn = Cnn::new(std::sync::Arc::new(Net::zero(shape, 191.0)));
        let rounded = eval::Rounded::new(cnn, 4);
        assert!((1..=8).contains(&interval(&rounded, NODES)));
        assert_eq!(interval(&rounded, ITERATIONS), 1);
    }
}
