// SPDX-License-Identifier: GPL-3.0-or-later
//! The time of one search: what was allotted, what became of it, and why.

use std::time::Duration;

use chess::{Move, Square};

use super::signals::{Gap, Signals, Watch};
use super::{Adjust, Allotment, ClockState, StopReason, TimeModel, TimeReport};
use crate::Job;
use crate::tunables as t;

/// With one legal move there is nothing to decide; this depth is enough for a
/// score and an expected reply.
const ONLY_MOVE_DEPTH: i32 = 4;

/// A look at the other moves pays from this depth on
const LOOK_DEPTH: i32 = 8;

/// and from this part of the recommended time on; earlier for a recapture, which
/// it may end at once.
const LOOK_TIME: f64 = 0.2;
const LOOK_TIME_RECAPTURE: f64 = 0.05;

/// A best move that has stood for so many iterations is steady.
const STEADY: u32 = 3;

/// What a complete iteration showed.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Its depth.
    pub depth: i32,
    /// The best move
    pub best: Move,
    /// and its score.
    pub value: i32,
    /// Share of the nodes that went into it; unknown with several lines.
    pub effort: Option<f64>,
    /// How the other moves compare, where several lines are searched.
    pub gap: Gap,
}

/// The clock of one search.
#[derive(Clone, Debug)]
pub struct Timer {
    model: Option<TimeModel>,
    allotment: Allotment,
    target: Duration,
    only_move: bool,
    /// Where the opponent has just taken something.
    taken_on: Option<Square>,
    watch: Watch,
    depth: i32,
    /// The best move that others were last compared with.
    looked_at: Option<Move>,
    /// Whether the clock leaves no time for comparing lines.
    hurries: bool,
}

impl Timer {
    /// The timer of a job; `None` if time does not matter to it.
    pub fn new(job: &Job) -> Option<Timer> {
        let limits = &job.limits;
        if limits.infinite {
            return None;
        }
        let model = job.settings.time_model;
        let state = ClockState::of(job);
        let of_clock = state.map(|state| model.allot(&state));
        let in_trouble = state.is_some_and(|state| state.is_time_trouble());
        let of_move = limits.movetime.map(|time| for_one_move(time, job.latency.overhead));
        let (model, allotment) = match (of_move, of_clock) {
            (Some(a), Some(b)) if a.limit < b.limit => (None, a),
            (_, Some(b)) => (Some(model), b),
            (a, None) => (None, a?),
        };
        let moves = job.game.moves();
        let taken_on = moves.last().filter(|last| last.is_capture()).map(|last| last.to());
        let only_move = limits.movetime.is_none() && job.game.position().legal_moves().len() == 1;
        Some(Timer {
            model,
            allotment,
            target: allotment.recommended,
            only_move,
            taken_on,
            watch: Watch::new(Signals { only_move, ..Signals::default() }),
            depth: 0,
            looked_at: None,
            hurries: in_trouble && model.is_some_and(|model| model.adjust == Adjust::Achilles),
        })
    }

    /// The time aimed at.
    pub fn target(&self) -> Duration {
        self.target
    }

    /// Whether what the search sees changes that time.
    pub fn adapts(&self) -> bool {
        self.adjust().is_on()
    }

    /// Whether real values of the best lines are wanted, to compare them (Achilles §6).
    pub fn compares(&self) -> bool {
        self.adjust() == Adjust::Achilles && !self.hurries && !self.only_move
    }

    fn adjust(&self) -> Adjust {
        self.model.map_or(Adjust::Off, |model| model.adjust)
    }

    /// Whether so much time on our clock is the most that the move may cost.
    pub fn is_over(&self, on_clock: Duration) -> bool {
        on_clock >= self.allotment.limit
    }

    /// Takes in what an iteration showed.
    pub fn observe(&mut self, seen: &Iteration) {
        self.watch.observe(seen, self.taken_on);
        self.depth = seen.depth;
        self.aim();
    }

    /// Takes in how the other moves compare.
    pub fn compare(&mut self, gap: Gap) {
        self.watch.signals.gap = gap;
        self.looked_at = self.watch.best;
        self.aim();
    }

    fn aim(&mut self) {
        if self.adapts() {
            let target = self.allotment.recommended.as_secs_f64() * self.factor();
            self.target = super::duration(target).min(self.allotment.limit);
        }
    }

    /// In time trouble a rougher rule is enough: half of the time for a move that has stood
    /// for a while, all of it for any other.
    fn factor(&self) -> f64 {
        match self.hurries {
            true if self.watch.signals.stable >= STEADY => 0.5,
            true => 1.0,
            false => self.watch.signals.time_factor(self.adjust()),
        }
    }

    /// Whether it is worth the time to compare the best move with the others.
    pub fn wants_to_compare(&self, thought: Duration) -> bool {
        let part = if self.watch.signals.recapture { LOOK_TIME_RECAPTURE } else { LOOK_TIME };
        self.adapts()
            && self.depth >= LOOK_DEPTH
            && !self.only_move
            && !self.hurries
            && self.looked_at != self.watch.best
            && thought >= part_of(self.allotment.recommended, part)
    }

    /// Why no further iteration should begin after `thought`, which includes the
    /// opponent's time (Achilles §5); `None` if one should.
    pub fn stop_reason(&self, thought: Duration) -> Option<StopReason> {
        self.stop_reason_at(thought, t::hundredths(t::clock_last_beginning()))
    }

    /// The same for a search whose next iteration is expected to cost `next`: one that would
    /// not be done by a third when the time is over is not worth beginning.
    pub fn stop_reason_before(&self, thought: Duration, next: Duration) -> Option<StopReason> {
        let early = self.adapts().then(|| self.stop_reason_now(thought.saturating_add(next / 3)));
        early.unwrap_or_else(|| self.stop_reason_now(thought))
    }

    /// The same for a search that can end anywhere, and need not fear that it
    /// began what it cannot finish.
    pub fn stop_reason_now(&self, thought: Duration) -> Option<StopReason> {
        self.stop_reason_at(thought, 1.0)
    }

    /// What is left of the time aimed at; nothing if the model does not bend, and
    /// would not end early whatever the search says.
    pub fn left(&self, thought: Duration) -> Option<Duration> {
        self.adapts().then(|| self.target.saturating_sub(thought))
    }

    fn stop_reason_at(&self, thought: Duration, part: f64) -> Option<StopReason> {
        if self.only_move && self.depth >= ONLY_MOVE_DEPTH {
            return Some(StopReason::OnlyMove);
        }
        if !self.adapts() {
            return (thought >= self.target).then_some(StopReason::Spent);
        }
        if self.watch.signals.recapture && self.watch.signals.gap == Gap::Clear {
            return Some(StopReason::Recapture);
        }
        if thought < part_of(self.target, part) {
            return None;
        }
        Some(match self.target.cmp(&self.allotment.recommended) {
            std::cmp::Ordering::Less => StopReason::Settled,
            std::cmp::Ordering::Equal => StopReason::Spent,
            std::cmp::Ordering::Greater => StopReason::Extended,
        })
    }

    /// Whether time on the opponent's clock counts as well: not for a fixed time.
    pub fn counts_pondering(&self) -> bool {
        self.model.is_some()
    }

    /// What there is to say about it.
    pub fn report(&self, used: Duration, why: StopReason) -> TimeReport {
        TimeReport {
            model: self.model,
            allotment: self.allotment,
            target: self.target,
            used,
            signals: self.watch.signals,
            why,
        }
    }
}

fn part_of(time: Duration, part: f64) -> Duration {
    super::duration(time.as_secs_f64() * part)
}

/// All of a fixed time but the overhead; a quarter at least, since an overhead
/// meant for games must not swallow a short analysis.
fn for_one_move(time: Duration, overhead: Duration) -> Allotment {
    let time = time.saturating_sub(overhead).max(time / 4);
    Allotment { recommended: time, limit: time }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, Limits};
    use chess::{Game, Position};

    const MS: Duration = Duration::from_millis(1);

    fn job(fen: &str, moves: &[&str]) -> Job {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for text in moves {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv);
        }
        let clock = Clock { time: [Some(MS * 60_000); 2], ..Clock::default() };
        Job::new(game, Limits { clock, ..Limits::default() })
    }

    fn start() -> Job {
        job(&Position::startpos().fen(), &[])
    }

    fn seen(job: &Job, depth: i32, best: &str, value: i32, effort: f64) -> Iteration {
        let best = job.game.position().parse_uci(best).unwrap();
        Iteration { depth, best, value, effort: Some(effort), gap: Gap::Unknown }
    }

    #[test]
    fn a_steady_move_is_played_early_and_a_doubtful_one_late() {
        let job = start();
        let recommended = TimeModel::ADAPTIVE.allot(&ClockState::of(&job).unwrap()).recommended;
        let mut steady = Timer::new(&job).unwrap();
        (1..=12).for_each(|depth| steady.observe(&seen(&job, depth, "e2e4", 30, 0.9)));
        let mut torn = Timer::new(&job).unwrap();
        for depth in 1..=12 {
            let best = if depth % 2 == 0 { "e2e4" } else { "d2d4" };
            torn.observe(&seen(&job, depth, best, 30 - 5 * depth, 0.2));
        }
        assert_eq!(steady.stop_reason(recommended / 2), Some(StopReason::Settled));
        assert_eq!(torn.stop_reason(recommended), None);
        assert_eq!(torn.stop_reason(recommended * 2), Some(StopReason::Extended));
        assert!(torn.target > recommended && torn.target <= torn.allotment.limit);
    }

    #[test]
    fn a_model_that_does_not_adapt_keeps_its_time() {
        for adapts in [true, false] {
            let mut job = start();
            let adjust = if adapts { Adjust::Signals } else { Adjust::Off };
            job.settings.time_model = TimeModel::ADAPTIVE.adjusted(adjust);
            let mut timer = Timer::new(&job).unwrap();
            let before = timer.target;
            (1..=12).for_each(|depth| timer.observe(&seen(&job, depth, "e2e4", 30, 0.95)));
            assert_eq!(timer.target != before, adapts);
            assert_eq!(timer.wants_to_compare(before), adapts);
        }
    }

    #[test]
    fn the_only_move_costs_nothing() {
        let job = job("7k/8/8/8/8/8/r7/K6r w - - 0 1", &[]);
        let mut timer = Timer::new(&job).unwrap();
        timer.observe(&seen(&job, 3, "a1a2", 0, 1.0));
        assert_eq!(timer.stop_reason(Duration::ZERO), None);
        timer.observe(&seen(&job, 4, "a1a2", 0, 1.0));
        assert_eq!(timer.stop_reason(Duration::ZERO), Some(StopReason::OnlyMove));
    }

    #[test]
    fn an_only_sensible_recapture_is_played_at_once() {
        let before = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let job = job(before, &["e4d5"]);
        let mut timer = Timer::new(&job).unwrap();
        timer.observe(&seen(&job, 9, "d8d5", 10, 0.8));
        assert!(timer.watch.signals.recapture);
        assert!(!timer.wants_to_compare(Duration::ZERO));
        assert!(timer.wants_to_compare(timer.allotment.recommended / 10));
        timer.compare(Gap::Clear);
        assert!(!timer.wants_to_compare(timer.allotment.recommended), "once is enough");
        assert_eq!(timer.stop_reason(Duration::ZERO), Some(StopReason::Recapture));
        timer.observe(&seen(&job, 10, "g8f6", 10, 0.8));
        assert_eq!(timer.stop_reason(Duration::ZERO), None, "another move has not been compared");
    }

    #[test]
    fn limits_compose() {
        let mut job = start();
        job.latency.overhead = MS * 10;
        job.limits.movetime = Some(MS * 50);
        let timer = Timer::new(&job).unwrap();
        assert_eq!((timer.model, timer.allotment.limit), (None, MS * 40));
        job.limits.movetime = Some(MS * 1_000_000);
        let timer = Timer::new(&job).unwrap();
        assert_eq!(timer.model, Some(TimeModel::ADAPTIVE));
        assert!(timer.allotment.limit < MS * 30_000);
        job.limits.infinite = true;
        assert!(Timer::new(&job).is_none());
        job.limits = Limits::default();
        assert!(Timer::new(&job).is_none());
    }
}
