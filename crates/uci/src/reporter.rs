// SPDX-License-Identifier: GPL-3.0-or-later
//! Between a search that reports everything and a GUI that wants the essence.
//!
//! What a completed depth says (one line, or a block of MultiPV lines) passes
//! as a whole or waits as a whole; a newer depth replaces one that waits, and
//! what still waits at the end is printed before `bestmove`. So the throttle
//! never tears a block and never swallows the last word.

use crate::format::{self, Figures, Notation};
use crate::throttle::Throttle;
use crate::time_report;
use chess::Game;
use search::{Bound, Event, Info, Outcome};
use std::time::Instant;

/// The output side of one search.
#[derive(Debug)]
pub(crate) struct Reporter {
    notation: Notation,
    game: Option<Game>,
    /// Lines of a complete block.
    lines: usize,
    began: Instant,
    gate: Throttle,
    /// The block that is being filled.
    growing: Vec<Info>,
    /// A complete block that waits for the gate.
    waiting: Vec<Info>,
    /// First move of the last block that was printed.
    shown_best: Option<chess::Move>,
    shown_any: bool,
    latest: Figures,
}

impl Reporter {
    pub(crate) fn new(
        notation: Notation,
        game: Option<Game>,
        lines: usize,
        began: Instant,
    ) -> Reporter {
        Reporter {
            notation,
            game,
            lines: lines.max(1),
            began,
            gate: Throttle::new(began),
            growing: Vec::new(),
            waiting: Vec::new(),
            shown_best: None,
            shown_any: false,
            latest: Figures::default(),
        }
    }

    /// The lines to print because of an event.
    pub(crate) fn event(&mut self, event: Event, now: Instant) -> Vec<String> {
        match event {
            Event::Info(info) if info.bound == Bound::Exact => self.exact(info, now),
            Event::Info(info) => self.bound(&info, now),
            Event::CurrentMove { depth, mv, number } => self.current_move(depth, mv, number, now),
            Event::Heartbeat { nodes, time, hashfull, tbhits } => {
                self.latest = Figures { nodes, time, hashfull, tbhits };
                self.tick(now)
            }
            // Whether anybody wants to hear it is known elsewhere.
            Event::Time(report) => vec![time_report::line(&report)],
            Event::Note(text) => vec![format!("info string {text}")],
        }
    }

    /// The lines to print because time has passed.
    pub(crate) fn tick(&mut self, now: Instant) -> Vec<String> {
        let silent = now >= self.gate.heartbeat_at();
        if !self.waiting.is_empty() {
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
        if self.waiting.is_empty() { silence } else { silence.min(self.gate.opens_at()) }
    }

    /// The last lines of a search, `bestmove` at their end.
    pub(crate) fn finish(&mut self, outcome: &Outcome, now: Instant) -> Vec<String> {
        let mut text = self.show_waiting(now);
        // A block that was interrupted is only shown if nothing else can be
        // said about the move that is played.
        let partial = self.growing.first().is_some_and(|info| {
            !self.shown_any
                || (self.shown_best != outcome.best && info.pv.first() == outcome.best.as_ref())
        });
        if partial {
            self.waiting = std::mem::take(&mut self.growing);
            text.extend(self.show_waiting(now));
        }
        text.push(self.notation.best_move(self.game.as_ref(), outcome));
        text
    }

    fn exact(&mut self, info: Info, now: Instant) -> Vec<String> {
        self.latest = (&info).into();
        if info.multipv <= 1 {
            self.growing.clear();
        }
        self.growing.push(info);
        if self.growing.len() < self.lines {
            return Vec::new();
        }
        self.waiting = std::mem::take(&mut self.growing);
        if self.gate.is_open(now) { self.show_waiting(now) } else { Vec::new() }
    }

    /// A verdict that is still moving: news in a long search with one line,
    /// noise anywhere else.
    fn bound(&mut self, info: &Info, now: Instant) -> Vec<String> {
        self.latest = info.into();
        let welcome = self.lines == 1 && self.waiting.is_empty() && self.gate.is_long_search(now);
        match &self.game {
            Some(game) if welcome && self.gate.is_open(now) => {
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
        let welcome =
            self.waiting.is_empty() && self.gate.is_long_search(now) && self.gate.is_open(now);
        match &self.game {
            Some(game) if welcome => {
                self.gate.passed(1, now);
                vec![self.notation.current_move(game, depth, mv, number)]
            }
            _ => Vec::new(),
        }
    }

    fn show_waiting(&mut self, now: Instant) -> Vec<String> {
        let block = std::mem::take(&mut self.waiting);
        let Some(first) = block.first() else { return Vec::new() };
        self.shown_any = true;
        self.shown_best = first.pv.first().copied();
        self.gate.passed(block.len(), now);
        // Without a position there is no line to write, only the verdict.
        let nowhere = Game::default();
        let game = self.game.as_ref().unwrap_or(&nowhere);
        block.iter().map(|info| self.notation.info(game, info)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Move, Position};
    use search::Score;
    use std::time::Duration;

    fn mv(text: &str) -> Move {
        Position::startpos().parse_uci(text).unwrap()
    }

    fn info(depth: u32, multipv: usize, first: &str) -> Event {
        Event::Info(Info {
            depth,
            seldepth: depth,
            multipv,
            score: Score::Cp(10),
            bound: Bound::Exact,
            wdl: None,
            nodes: u64::from(depth) * 100,
            time: Duration::from_millis(u64::from(depth)),
            hashfull: 0,
            tbhits: 0,
            pv: vec![mv(first)],
        })
    }

    fn reporter(lines: usize, began: Instant) -> Reporter {
        Reporter::new(Notation::default(), Some(Game::default()), lines, began)
    }

    fn outcome(best: &str) -> Outcome {
        Outcome { best: Some(mv(best)), ..Outcome::default() }
    }

    #[test]
    fn d7_a_flood_is_dammed_but_the_last_word_is_kept() {
        let began = Instant::now();
        let mut reporter = reporter(1, began);
        let mut text: Vec<String> =
            (1..=240).flat_map(|d| reporter.event(info(d, 1, "e2e4"), began)).collect();
        assert!(text.len() <= 101, "{}", text.len());
        text.extend(reporter.finish(&outcome("e2e4"), began));
        assert_eq!(text.last().unwrap(), "bestmove e2e4");
        assert!(text[text.len() - 2].starts_with("info depth 240 "));
    }

    #[test]
    fn d5_blocks_pass_as_a_whole() {
        let began = Instant::now();
        let mut reporter = reporter(2, began);
        assert!(reporter.event(info(1, 1, "e2e4"), began).is_empty());
        assert_eq!(reporter.event(info(1, 2, "d2d4"), began).len(), 2);
        // Depth 2 is interrupted after its first line, which changes nothing.
        assert!(reporter.event(info(2, 1, "e2e4"), began).is_empty());
        assert_eq!(reporter.finish(&outcome("e2e4"), began), ["bestmove e2e4"]);
    }

    #[test]
    fn d6_an_interrupted_block_is_shown_if_it_changed_the_move() {
        let began = Instant::now();
        let mut reporter = reporter(2, began);
        reporter.event(info(1, 1, "e2e4"), began);
        reporter.event(info(1, 2, "d2d4"), began);
        reporter.event(info(2, 1, "d2d4"), began);
        let text = reporter.finish(&outcome("d2d4"), began);
        assert!(text[0].starts_with("info depth 2 ") && text[0].ends_with("pv d2d4"));
        assert_eq!(text[1], "bestmove d2d4");
    }

    #[test]
    fn d7_what_waits_is_shown_when_the_gate_opens() {
        let began = Instant::now();
        let mut reporter = reporter(1, began);
        let later = began + Duration::from_secs(2);
        assert_eq!(reporter.event(info(1, 1, "e2e4"), later).len(), 1);
        assert!(reporter.event(info(2, 1, "e2e4"), later).is_empty());
        let tick = reporter.next_tick();
        assert!(tick <= later + Duration::from_millis(50));
        assert!(reporter.tick(tick)[0].starts_with("info depth 2 "));
    }

    #[test]
    fn d7_silence_is_broken_by_a_heartbeat() {
        let began = Instant::now();
        let mut reporter = reporter(1, began);
        reporter.event(info(1, 1, "e2e4"), began);
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
    fn d7_root_moves_and_bounds_only_in_long_searches() {
        let began = Instant::now();
        let mut reporter = reporter(1, began);
        let current = || Event::CurrentMove { depth: 9, mv: mv("e2e4"), number: 1 };
        assert!(reporter.event(current(), began + Duration::from_millis(2_900)).is_empty());
        let text = reporter.event(current(), began + Duration::from_millis(3_100));
        assert_eq!(text, ["info depth 9 currmove e2e4 currmovenumber 1"]);
    }

    #[test]
    fn d5_no_bounds_with_several_lines() {
        let began = Instant::now();
        let mut reporter = reporter(2, began);
        let Event::Info(mut bound) = info(5, 1, "e2e4") else { unreachable!() };
        bound.bound = Bound::Lower;
        assert!(reporter.event(Event::Info(bound), began + Duration::from_secs(9)).is_empty());
    }
}
