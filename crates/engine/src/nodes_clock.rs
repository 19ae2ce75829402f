// SPDX-License-Identifier: GPL-3.0-or-later
//! A clock that counts nodes (`NodesTime`): what a time model is worth can then be measured on a
//! machine that does other things too, and comes out the same on any.

use search::{Job, Latency, nodes_as_time};
use std::num::NonZeroU32;
use std::time::Duration;

/// What each side has left. Nobody tells: a GUI counts seconds. So the engine keeps it itself, from
/// the time of the first move of a game; a later time control in moves adds nothing.
#[derive(Debug, Default)]
pub(crate) struct NodesClock {
    left: [Option<Duration>; 2],
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    side: usize,
    rate: NonZeroU32,
    increment: Duration,
}

impl NodesClock {
    /// A search on the clock of a game begins: its job gets the time of this clock, if it is to
    /// count nodes. Nodes are not lost on the way.
    pub fn begin(&mut self, job: &mut Job) {
        self.running = None;
        let Some(rate) = job.settings.nodes_per_ms else {
            self.left = [None; 2];
            return;
        };
        job.latency = Latency::default();
        let side = job.game.position().turn().index();
        let clock = &mut job.limits.clock;
        let Some(told) = clock.time[side] else { return };
        clock.time[side] = Some(*self.left[side].get_or_insert(told));
        self.running = Some(Running { side, rate, increment: clock.inc[side] });
    }

    /// It ended.
    pub fn end(&mut self, nodes: u64) {
        let Some(Running { side, rate, increment }) = self.running.take() else { return };
        let left = self.left[side].unwrap_or_default();
        self.left[side] = Some(left.saturating_sub(nodes_as_time(nodes, rate)) + increment);
    }

    /// Another game begins.
    pub fn new_game(&mut self) {
        *self = NodesClock::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Game, Position};
    use search::Limits;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn job(black: bool, rate: u32, told: u64) -> Job {
        let turn = if black { "b" } else { "w" };
        let position = Position::from_fen(&format!("4k3/8/8/8/8/8/4P3/4K3 {turn} - - 0 1"));
        let mut limits = Limits::default();
        limits.clock.time = [Some(MS(told)); 2];
        limits.clock.inc = [MS(10); 2];
        let mut job = Job::new(Game::new(position.unwrap()), limits);
        job.settings.nodes_per_ms = NonZeroU32::new(rate);
        job.latency.overhead = MS(50);
        job
    }

    /// What the engine believes to have left when it is told so much.
    fn believed(clock: &mut NodesClock, mut job: Job) -> Duration {
        clock.begin(&mut job);
        let side = job.game.position().turn().index();
        job.limits.clock.time[side].unwrap()
    }

    #[test]
    fn nodes_are_charged_and_what_is_told_later_is_not_believed() {
        let mut clock = NodesClock::default();
        let mut first = job(false, 100, 1000);
        clock.begin(&mut first);
        assert_eq!(first.latency, Latency::default());
        clock.end(25_000);
        assert_eq!(believed(&mut clock, job(false, 100, 3)), MS(1000 - 250 + 10));
        // More than there is: nothing is left but the increment.
        clock.end(10_000_000);
        assert_eq!(believed(&mut clock, job(false, 100, 3)), MS(10));
        // The other side has a clock of its own, and another game begins with what is told.
        assert_eq!(believed(&mut clock, job(true, 100, 500)), MS(500));
        clock.new_game();
        assert_eq!(believed(&mut clock, job(false, 100, 700)), MS(700));
    }

    #[test]
    fn time_is_time_without_the_option() {
        let mut clock = NodesClock::default();
        assert_eq!(believed(&mut clock, job(false, 0, 1000)), MS(1000));
        clock.end(1_000_000);
        assert_eq!(believed(&mut clock, job(false, 0, 990)), MS(990));
    }
}
