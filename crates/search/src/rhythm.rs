// SPDX-License-Identifier: GPL-3.0-or-later
//! How often a search looks up from the board.

use std::time::Duration;

use eval::Evaluator;

/// A sign of life is due this often.
pub const HEARTBEAT: Duration = Duration::from_secs(1);

/// Nodes between two looks at the clock and the stop flag: a fraction of a
/// millisecond, and too many for the looking to be felt.
pub const NODES: u64 = 256;

/// The same for playouts, each of which is some dozen nodes: few, because on a
/// starved machine even these may last.
pub const PLAYOUTS: u64 = 4;

/// So many nodes (or playouts) with an evaluator that costs nothing to speak of;
/// with a slow one fewer, so that the time between two looks is the same.
pub fn between_looks(evaluator: &impl Evaluator, usual: u64) -> u64 {
    (usual / evaluator.cost().max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::cnn::{Cnn, Net, Shape};

    #[test]
    fn a_slow_evaluator_is_interrupted_more_often() {
        assert_eq!(between_looks(&eval::Placement, NODES), NODES);
        let shape = Shape { layers: 1, filters: 1, residual: false, policy: false };
        let cnn = Cnn::new(std::sync::Arc::new(Net::zero(shape, 191.0)));
        let rounded = eval::Rounded::new(cnn, 4);
        assert!((1..=8).contains(&between_looks(&rounded, NODES)));
        assert_eq!(between_looks(&rounded, PLAYOUTS), 1);
    }
}
