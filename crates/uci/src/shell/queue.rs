// SPDX-License-Identifier: GPL-3.0-or-later
//! What may be said while a search runs.
//!
//! - `stop`, `ponderhit`, `quit`, `isready`, `debug` and everything that only
//!   looks (`uci`, `d`, `eval`, `help`) is answered at once.
//! - What the next search depends on (`position`, `go`, `ucinewgame`, `perft`,
//!   `bench`, `genfens`, `flip`) waits, in order, for the end of a search that
//!   will end by itself or has been told to stop: many GUIs send `stop`,
//!   `position` and `go` in one breath. While a search is open-ended (infinite
//!   or pondering, and not stopped) it is refused with one `info string`:
//!   waiting might last for ever, and obeying would corrupt a running search.
//! - `setoption` waits for the end of the search, whatever its kind.
//! - While an idle engine is busy with an `isready` (a large table being
//!   cleared), everything but `stop`, `ponderhit` and `quit` waits for the
//!   `readyok`, so that answers come in the order of the questions.

use crate::command::Command;
use std::collections::VecDeque;
use std::time::Instant;

/// What to do with a command that has just arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    Now,
    Later,
    Never,
}

/// What the engine is doing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EngineState {
    /// A search or another long task runs.
    pub(super) busy: bool,
    /// It will not end by itself.
    pub(super) open_ended: bool,
    /// It has been told to stop.
    pub(super) stopping: bool,
    /// An `isready` waits for its answer.
    pub(super) syncing: bool,
    /// Other commands wait already.
    pub(super) queued: bool,
}

/// Applies the rules above.
pub(super) fn admit(command: &Command, now: EngineState) -> Admission {
    use Command::*;
    match command {
        Stop | PonderHit | Quit => Admission::Now,
        _ if now.syncing => Admission::Later,
        _ if !now.busy => Admission::Now,
        IsReady if now.stopping && now.queued => Admission::Later,
        SetOption { .. } => Admission::Later,
        Position(_) | Go(_) | NewGame | Perft(_) | Bench(_) | GenFens(_) | Flip
            if now.open_ended =>
        {
            Admission::Never
        }
        Position(_) | Go(_) | NewGame | Perft(_) | Bench(_) | GenFens(_) | Flip => Admission::Later,
        Nothing | Uci { .. } | Debug(_) | IsReady | Register | Display | Eval | Help | Compiler => {
            Admission::Now
        }
    }
}

/// A command with what happened to it on the way.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) command: Command,
    /// When it was read.
    pub(super) at: Instant,
    /// A later `stop` was meant for it too.
    pub(super) stopped: bool,
    /// A later `ponderhit` was meant for it.
    pub(super) ponderhit: bool,
    /// It waits for a search that ends by itself: its clock starts after that.
    pub(super) after_search: bool,
}

impl Order {
    pub(super) fn new(command: Command, at: Instant) -> Order {
        Order { command, at, stopped: false, ponderhit: false, after_search: false }
    }

    fn is_go(&self) -> bool {
        matches!(
            self.command,
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) | Command::GenFens(_)
        )
    }
}

impl Order {
    fn is_ponder(&self) -> bool {
        matches!(&self.command, Command::Go(go) if go.limits.ponder && go.perft.is_none())
    }
}

/// Commands that wait, first come first served.
#[derive(Debug, Default)]
pub(super) struct Queue(VecDeque<Order>);

impl Queue {
    pub(super) fn push(&mut self, order: Order) {
        self.0.push_back(order);
    }

    pub(super) fn pop(&mut self) -> Option<Order> {
        self.0.pop_front()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `stop` came after these: they run, and end at once.
    pub(super) fn stop(&mut self) {
        self.0.iter_mut().filter(|order| order.is_go()).for_each(|order| order.stopped = true);
    }

    /// `ponderhit` came after these: it is meant for the last search on the opponent's time
    /// among them, whatever else waits behind it. False if there is none.
    pub(super) fn ponderhit(&mut self) -> bool {
        let last = self.0.iter_mut().rfind(|order| order.is_ponder());
        last.map(|order| order.ponderhit = true).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;

    fn admission(line: &str, now: EngineState) -> Admission {
        admit(&parse(line).unwrap(), now)
    }

    #[test]
    fn a_position_waits_for_a_search_that_ends_and_is_refused_otherwise() {
        let finite = EngineState { busy: true, ..EngineState::default() };
        let endless = EngineState { busy: true, open_ended: true, ..EngineState::default() };
        let stopping = EngineState { busy: true, stopping: true, ..EngineState::default() };
        for line in ["position startpos", "go depth 1", "ucinewgame"] {
            assert_eq!(admission(line, finite), Admission::Later, "{line}");
            assert_eq!(admission(line, endless), Admission::Never, "{line}");
            assert_eq!(admission(line, stopping), Admission::Later, "{line}");
            assert_eq!(admission(line, EngineState::default()), Admission::Now, "{line}");
        }
        assert_eq!(admission("setoption name MultiPV value 3", endless), Admission::Later);
    }

    #[test]
    fn isready_is_answered_at_once_while_searching() {
        for (open_ended, stopping, queued) in
            [(true, false, false), (false, false, true), (false, true, false)]
        {
            let now = EngineState { busy: true, open_ended, stopping, queued, syncing: false };
            assert_eq!(admission("isready", now), Admission::Now);
        }
        let syncing = EngineState { syncing: true, ..EngineState::default() };
        assert_eq!(admission("d", syncing), Admission::Later);
        assert_eq!(admission("stop", syncing), Admission::Now);
    }

    #[test]
    fn a_stop_reaches_every_search_that_was_asked_for_before_it() {
        let mut queue = Queue::default();
        assert!(!queue.ponderhit());
        for line in ["position startpos", "go infinite", "go ponder wtime 1000", "perft 2"] {
            queue.push(Order::new(parse(line).unwrap(), Instant::now()));
        }
        assert!(queue.ponderhit());
        queue.stop();
        let orders: Vec<Order> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(orders.iter().map(|o| o.stopped).collect::<Vec<_>>(), [false, true, true, true]);
        let hits: Vec<_> = orders.iter().map(|o| o.ponderhit).collect();
        assert_eq!(hits, [false, false, true, false], "not the perft behind it");
    }
}
