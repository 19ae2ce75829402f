// SPDX-License-Identifier: GPL-3.0-or-later
//! How a player of limited strength comes to a move.
//!
//! 1. It looks at its moves as far as it can see: an ordinary search with few
//!    plies and nodes, and many lines. What that search says is what is shown.
//! 2. For each line it may overlook the reply that makes the line bad. Then the
//!    line is worth what it would be without that reply, and the player believes it.
//! 3. Of its own moves it does not see all either, and among those that it sees it
//!    takes one that looks about as good as the best: the more is lost by a move, in
//!    expected points, the less often it is played.

use std::time::Duration;

use chess::{Game, Move};
use search::{Control, Event, FinishedDepth, Info, Job, Limits, Outcome, Score, Search};

use super::chance::{Question, gumbel, lot, taste};
use super::sight::Sight;
use super::{Level, LevelSettings, technique};

/// How often in a row a reply to the same move can be overlooked.
const OVERLOOKED_REPLIES: usize = 3;

/// What a second look may cost, as a share of the first one's nodes, and at least.
const LOOK_SHARE: u64 = 8;
const LOOK_LEAST: u64 = 150;

/// How much of an impression is taste: lasting for the game, not for the position.
const TASTE: f64 = 0.35;

/// Someone of limited strength, in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    pub(crate) level: Level,
    /// Another seed, another game.
    pub(crate) seed: u64,
}

impl Player {
    /// Finds a move with the help of `search`, as [`Search::think`] does. Says what
    /// is true of the move that is played, not what the player believes.
    pub(crate) fn think(
        self,
        search: &mut dyn Search,
        job: &Job,
        control: &Control,
        tell: &mut dyn FnMut(Event),
    ) -> Outcome {
        let position = job.game.position();
        let settings = if technique::is_known(position) {
            LevelSettings::TECHNIQUE
        } else {
            self.level.settings()
        };
        let sight = Sight { blindness: settings.blindness, seed: self.seed };
        let legal = position.legal_moves().len();
        let moves = job.limits.searchmoves.as_ref().map_or(legal, Vec::len);
        let shown = job.settings.multipv.min(moves).max(1);

        let first = self.first_look(job, &settings, shown);
        let mut lines = Vec::new();
        let mut outcome = search.think(&first, control, &mut |event| match event {
            Event::Depth(mut depth) => {
                lines = depth.lines().to_vec();
                depth.truncate(shown);
                tell(Event::Depth(depth));
            }
            other => tell(other),
        });
        if lines.is_empty() || lines.iter().any(|line| line.pv.is_empty()) {
            return outcome;
        }

        let mut second = SecondLook {
            search,
            control,
            job,
            sight,
            nodes: outcome.nodes,
            most: (settings.nodes / LOOK_SHARE).max(LOOK_LEAST),
            game: job.game.clone(),
        };
        let last = job.game.moves().last().copied();
        let mut best: Option<(f64, usize)> = None;
        for (number, line) in lines.iter().enumerate() {
            let mv = line.pv[0];
            let seen = !sight.overlooks(position, mv, last);
            let believed = if seen { second.believed(line) } else { line.score };
            let looks = worth(believed) + settings.haste * self.impression(job, mv)
                // What is not seen is played only if nothing is.
                - if seen { 0.0 } else { 10.0 };
            if best.is_none_or(|(best, _)| looks > best) {
                best = Some((looks, number));
            }
        }
        outcome.nodes = second.nodes;
        let chosen = best.map_or(0, |(_, number)| number);
        if outcome.best != Some(lines[chosen].pv[0]) {
            outcome.best = Some(lines[chosen].pv[0]);
            outcome.ponder = lines[chosen].pv.get(1).copied();
            let (nodes, time) = (outcome.nodes, job.started.elapsed());
            let line = |number: usize| Info { nodes, time, ..lines[number].clone() };
            let others = (0..lines.len()).filter(|&number| number != chosen);
            let mut depth = FinishedDepth::new(line(chosen), others.map(line));
            depth.truncate(shown);
            tell(Event::Depth(depth));
        }
        outcome
    }

    /// The job that the search gets: within the limits of the job and of the level.
    fn first_look(self, job: &Job, settings: &LevelSettings, shown: usize) -> Job {
        let mut first = Job { tables: None, ..job.clone() };
        let position = job.game.position();
        let further = lot(self.seed, Question::Depth, position, Move::NULL);
        let depth = (settings.depth + further).floor() as u32;
        let limits = &mut first.limits;
        limits.depth = Some(limits.depth.map_or(depth, |asked| asked.min(depth)));
        // Something is left for the second look.
        limits.nodes =
            Some(limits.nodes.map_or(settings.nodes, |most| (most * 2 / 3).min(settings.nodes)));
        limits.movetime = limits.movetime.map(|time| time * 3 / 4);
        first.settings.multipv = settings.candidates.max(shown);
        first
    }

    /// How a move looks to the player apart from what it is worth, around 0.
    fn impression(self, job: &Job, mv: Move) -> f64 {
        let position = job.game.position();
        let here = gumbel(lot(self.seed, Question::Impression, position, mv));
        (1.0 - TASTE) * here + TASTE * gumbel(taste(self.seed, position, mv))
    }
}

/// Looks at lines again, without the replies that are overlooked.
struct SecondLook<'a> {
    search: &'a mut dyn Search,
    control: &'a Control,
    job: &'a Job,
    sight: Sight,
    /// Nodes so far, those of the first look included.
    nodes: u64,
    /// Most nodes for one look.
    most: u64,
    game: Game,
}

impl SecondLook<'_> {
    /// What the player believes a line to be worth.
    fn believed(&mut self, line: &Info) -> Score {
        let mv = line.pv[0];
        self.game.play(mv);
        let position = *self.game.position();
        let mut replies: Vec<Move> = position.legal_moves().to_vec();
        let mut believed = line.score;
        let mut reply = line.pv.get(1).copied();
        for _ in 0..OVERLOOKED_REPLIES {
            let Some(strong) = reply else { break };
            // The only move is always seen.
            if replies.len() < 2 || !self.sight.overlooks(&position, strong, Some(mv)) {
                break;
            }
            replies.retain(|&other| other != strong);
            let Some((score, next)) = self.look(&replies, line.depth) else { break };
            if worth(-score) > worth(believed) {
                believed = -score;
            }
            reply = next;
        }
        self.game.undo();
        believed
    }

    /// Searches the present position with some of its moves: the score and the best
    /// of them. `None` if there is no time or node left.
    fn look(&mut self, replies: &[Move], depth: u32) -> Option<(Score, Option<Move>)> {
        let left = self.job.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        if left == 0 || self.control.is_stopped() || self.is_late() {
            return None;
        }
        let limits = Limits {
            depth: Some(depth.saturating_sub(1).max(1)),
            nodes: Some(self.most.min(left)),
            searchmoves: Some(replies.to_vec()),
            ..Limits::default()
        };
        let job = Job {
            game: self.game.clone(),
            limits,
            settings: search::Settings { contempt: 0, ..search::Settings::default() },
            started: self.job.started,
            ..self.job.clone()
        };
        let mut score = None;
        let outcome = self.search.think(&job, self.control, &mut |event| {
            if let Event::Depth(depth) = event {
                score = Some(depth.best().score);
            }
        });
        self.nodes += outcome.nodes;
        score.map(|score| (score, outcome.best))
    }

    /// Whether the clock leaves no time for second looks. They take milliseconds, but
    /// that may be all there is.
    fn is_late(&self) -> bool {
        let limits = &self.job.limits;
        let used = self.job.on_clock(self.control, self.nodes);
        let keeps = |time: Duration| time.saturating_sub(self.job.latency.overhead);
        let by_move = limits.movetime.map(|time| keeps(time) * 9 / 10);
        let turn = self.job.game.position().turn();
        let clock = limits.clock.remaining(turn).filter(|_| !limits.infinite);
        let by_clock = clock.map(|time| keeps(time) / 20);
        by_move.into_iter().chain(by_clock).any(|end| used >= end)
    }
}

/// What a score means to somebody who wants to win: expected points, and a little
/// for being further ahead, so that won games are won.
fn worth(score: Score) -> f64 {
    /// A pawn and a half wins three of four points among people.
    const SPREAD: f64 = 140.0;
    /// Ten pawns are worth as much as a sixth of a point.
    const AHEAD: f64 = 6_000.0;
    const MOST: i32 = 3_000;
    match score {
        Score::Cp(cp) => {
            let cp = f64::from(cp.clamp(-MOST, MOST));
            1.0 / (1.0 + (-cp / SPREAD).exp()) + cp / AHEAD
        }
        Score::Tablebase(n) if n > 0 => 1.6,
        Score::Tablebase(_) => -0.6,
        Score::Mate(n) if n > 0 => 2.5 - 0.01 * f64::from(n),
        Score::Mate(n) => -1.0 - 0.01 * f64::from(n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_scores_are_worth_more() {
        let mut scores: Vec<Score> = (1..40).map(|n| Score::Mate(-n)).collect();
        scores.push(Score::Tablebase(-1));
        scores.extend((-3_000..=3_000).map(Score::Cp));
        scores.push(Score::Tablebase(1));
        scores.extend((1..40).rev().map(Score::Mate));
        for pair in scores.windows(2) {
            assert!(worth(pair[0]) < worth(pair[1]), "{pair:?}");
        }
    }
}
