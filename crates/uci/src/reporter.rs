// SPDX-License-Identifier: GPL-3.0-or-later
//! Between a search that reports everything and a GUI that wants the essence.
//!
//! The lines of a finished depth pass as a whole or wait as a whole; a newer depth
//! replaces one that waits, and what still waits at the end is printed before
//! `bestmove`. So the throttle never tears a block and never swallows the last one.

use crate::format::{self, Figures, Notation};
use crate::throttle::Throttle;
use chess::Game;
use search::{Event, FinishedDepth, Info, Outcome};
use std::time::Instant;

/// The output side of one search.
#[derive(Debug)]
pub(crate) struct Reporter {
    notation: Notation,
    game: Option<Game>,
    began: Instant,
    gate: Throttle,
    /// A depth that waits for the gate.
    waiting: Option<FinishedDepth>,
    latest: Figures,
}

impl Reporter {
    pub(crate) fn new(notation: Notation, game: Option<Game>, began: Instant) -> Reporter {
        Reporter {
            notation,
            game,
            began,
            gate: Throttle::new(began),
            waiting: None,
            latest: Figures::default(),
        }
    }

    /// The position that is searched.
    pub(crate) fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The lines to print because of an event.
    pub(crate) fn event(&mut self, event: Event, now: Instant) -> Vec<String> {
        match event {
            Event::Depth(depth) => self.depth(depth, now),
            Event::Bound(info) => self.bound(&info, now),
            Event::CurrentMove { depth, mv, number } => self.current_move(depth, mv, number, now),
            Event::Heartbeat { nodes, time, hashfull, tbhits } => {
                self.latest = Figures { nodes, time, hashfull, tbhits };
                self.tick(now)
            }
            // Whether anybody wants to hear it is known elsewhere.
            Event::Time(report) => {
                vec![format!("info string {}", engine::time_report::text(&report))]
            }
            Event::Ranks(report) => vec![format::ranks(&report)],
            Event::Rank(news) => vec![format::rank_news(&news)],
            Event::FewerThreads { running } => {
                vec![format!("info string the system gave only {running} threads")]
            }
        }
    }

    /// The lines to print because time has passed.
    pub(crate) fn tick(&mut self, now: Instant) -> Vec<String> {
        let silent = now >= self.gate.heartbeat_at();
        if self.waiting.is_some() {
            return if silent || self.gate.is_open(now) {
                self.show_waiting(now)
            } else {
                Vec::new()
            };
        }
        if !silent || self.game.is_none() {
            return Vec::new();
        }
        self.gate.passed(1, now);
        // The search may be too deep in thought to send figures: the time is known here.
        self.latest.time = self.latest.time.max(now.saturating_duration_since(self.began));
        vec![format::heartbeat(&self.latest)]
    }

    /// When `tick` wants to be called at the latest.
    pub(crate) fn next_tick(&self) -> Instant {
        let silence = self.gate.heartbeat_at();
        if self.waiting.is_none() { silence } else { silence.min(self.gate.opens_at()) }
    }

    /// The last lines of a search, `bestmove` at their end.
    pub(crate) fn finish(&mut self, outcome: &Outcome, now: Instant) -> Vec<String> {
        let mut text = self.show_waiting(now);
        text.push(self.notation.best_move(self.game.as_ref(), outcome));
        text
    }

    fn depth(&mut self, depth: FinishedDepth, now: Instant) -> Vec<String> {
        self.latest = depth.best().into();
        self.waiting = Some(depth);
        if self.gate.is_open(now) { self.show_waiting(now) } else { Vec::new() }
    }

    /// A score that is still moving.
    fn bound(&mut self, info: &Info, now: Instant) -> Vec<String> {
        self.latest = info.into();
        match &self.game {
            Some(game) if self.waiting.is_none() && self.gate.is_open(now) => {
                self.gate.passed(1, now);
                vec![self.notation.info(game, info)]
            }
            _ => Vec::new(),
        }
    }

    fn current_move(
        &mut self,
        depth: u32,
        mv: chess::Move,
        number: usize,
        now: Instant,
    ) -> Vec<String> {
        match &self.game {
            Some(game) if self.waiting.is_none() && self.gate.is_open(now) => {
                self.gate.passed(1, now);
                vec![self.notation.current_move(game, depth, mv, number)]
            }
            _ => Vec::new(),
        }
    }

    fn show_waiting(&mut self, now: Instant) -> Vec<String> {
        let Some(depth) = self.waiting.take() else { return Vec::new() };
        self.gate.passed(depth.lines().len(), now);
        // Without a position there is no line to write, only the score.
        let nowhere = Game::default();
        let game = self.game.as_ref().unwrap_or(&nowhere);
        depth.lines().iter().map(|info| self.notation.info(game, info)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Move, Position};
    use search::{Bound, Score};
    use std::time::Duration;

    fn mv(text: &str) -> Move {
        Position::startpos().parse_uci(text).unwrap()
    }

    fn info(depth: u32, first: &str) -> Info {
        Info {
            depth,
            seldepth: depth,
            multipv: 1,
            score: Score::Cp(10),
            bound: Bound::Exact,
            wdl: None,
            nodes: u64::from(depth) * 100,
            time: Duration::from_millis(u64::from(depth)),
            hashfull: 0,
            tbhits: 0,
            pv: vec![mv(first)],
        }
    }

    fn depth(depth: u32, first: &str) -> Event {
        Event::Depth(FinishedDepth::new(info(depth, first), []))
    }

    fn reporter(began: Instant) -> Reporter {
        Reporter::new(Notation::default(), Some(Game::default()), began)
    }

    fn outcome(best: &str) -> Outcome {
        Outcome { best: Some(mv(best)), ..Outcome::default() }
    }

    #[test]
    fn a_flood_is_throttled_but_the_last_depth_is_printed() {
        let began = Instant::now();
        let mut reporter = reporter(began);
        let mut text: Vec<String> =
            (1..=240).flat_map(|d| reporter.event(depth(d, "e2e4"), began)).collect();
        assert!(text.len() <= 101, "{}", text.len());
        text.extend(reporter.finish(&outcome("e2e4"), began));
        assert_eq!(text.last().unwrap(), "bestmove e2e4");
        assert!(text[text.len() - 2].starts_with("info depth 240 "));
    }

    #[test]
    fn the_lines_of_a_depth_pass_or_wait_together() {
        let began = Instant::now();
        let mut reporter = reporter(began);
        let two = |d| Event::Depth(FinishedDepth::new(info(d, "e2e4"), [info(d, "d2d4")]));
        let text = reporter.event(two(1), began);
        assert!(text[0].contains(" multipv 1 ") && text[0].ends_with("pv e2e4"), "{text:?}");
        assert!(text[1].contains(" multipv 2 ") && text[1].ends_with("pv d2d4"), "{text:?}");
        let later = began + Duration::from_secs(2);
        assert_eq!(reporter.event(two(2), later).len(), 2);
        assert!(reporter.event(two(3), later).is_empty());
        let text = reporter.finish(&outcome("e2e4"), later);
        assert!(text.len() == 3 && text[1].starts_with("info depth 3 "), "{text:?}");
    }

    #[test]
    fn what_waits_is_printed_when_the_gate_opens() {
        let began = Instant::now();
        let mut reporter = reporter(began);
        let later = began + Duration::from_secs(2);
        assert_eq!(reporter.event(depth(1, "e2e4"), later).len(), 1);
        assert!(reporter.event(depth(2, "e2e4"), later).is_empty());
        let tick = reporter.next_tick();
        assert!(tick <= later + Duration::from_millis(50));
        assert!(reporter.tick(tick)[0].starts_with("info depth 2 "));
    }

    #[test]
    fn silence_is_broken_by_a_heartbeat() {
        let began = Instant::now();
        let mut reporter = reporter(began);
        reporter.event(depth(1, "e2e4"), began);
        let tick = reporter.next_tick();
        assert!(tick <= began + Duration::from_secs(2));
        let text = reporter.tick(tick);
        assert!(
            text[0].starts_with("info nodes 100 ") && text[0].contains(" time 1500"),
            "{text:?}"
        );
        assert!(reporter.tick(tick).is_empty());
    }

    #[test]
    fn root_moves_and_bounds_wait_for_the_gate_and_are_dropped() {
        let began = Instant::now();
        let mut reporter = reporter(began);
        let late = began + Duration::from_millis(3_100);
        let current = || Event::CurrentMove { depth: 9, mv: mv("e2e4"), number: 1 };
        let text = reporter.event(current(), late);
        assert_eq!(text, ["info depth 9 currmove e2e4 currmovenumber 1"]);
        assert!(reporter.event(current(), late).is_empty());
        let bound = Event::Bound(Info { bound: Bound::Lower, ..info(9, "e2e4") });
        assert!(reporter.event(bound.clone(), late).is_empty());
        let text = reporter.event(bound, late + Duration::from_millis(50));
        assert!(text[0].contains("score cp 10 lowerbound"), "{text:?}");
    }
}
