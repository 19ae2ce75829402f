// SPDX-License-Identifier: GPL-3.0-or-later
//! How often ranks look, speak and lose patience. Nobody spins: who has nothing to do sleeps.

use std::time::Duration;

/// Between two looks for messages while a search runs: the latency of an entry, about.
pub const LOOK: Duration = Duration::from_millis(1);

/// Between two looks while nothing runs: what a search may begin late.
pub const IDLE_LOOK: Duration = Duration::from_millis(4);

/// Between two batches of entries.
pub const BATCH: Duration = Duration::from_millis(10);

/// Between two signs of life of a helper that searches or works.
pub const ALIVE: Duration = Duration::from_millis(200);

/// Between two signs of life of rank 0, and of a helper that rests.
pub const PING: Duration = Duration::from_secs(1);

/// A helper that is silent for so long is written off. No move ever waits for it.
pub const WRITTEN_OFF: Duration = Duration::from_secs(3);

/// A helper that has not heard of rank 0 for so long ends: it would be an orphan.
pub const ORPHAN: Duration = Duration::from_secs(15);

/// How long rank 0 waits at the start for all ranks to say who they are.
pub const GREETING: Duration = Duration::from_secs(10);

/// Between two deals of the root moves.
pub const DEAL: Duration = Duration::from_millis(50);
