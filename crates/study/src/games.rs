// SPDX-License-Identifier: GPL-3.0-or-later
//! Games: matches by the arena, and games of its own to learn from.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use arena::options::{
    BookFormat, BookOrder, ClockRule, EngineConfig, OpeningPolicy, Openings, ResignRule,
    TournamentConfig,
};
use arena::report::{DoneReason, MatchEvent};
use arena::stats::Tally;
use chess::Position;
use engine::EngineSetup;
use formats::book::library;
use papers::Evaluation;
use play::TimeControl;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use search::Search;
use serde::{Deserialize, Serialize};
use train::datagen;

use crate::report::Value;
use crate::{Lab, StudyError};

/// Openings of a match at most; longer ones begin again.
const OPENINGS: u64 = 500;

/// Both sides say for so long that it is over.
const RESIGN: ResignRule = ResignRule { moves: 4, score: 1000, two_sided: true };

/// Half-moves of each.
const OPENING_PLIES: usize = 8;

/// Openings that masters play, drawn by how often they do, as EPD.
fn openings(count: u64) -> String {
    let mut seen = std::collections::HashSet::new();
    let mut text = String::new();
    for seed in 0..count.min(OPENINGS) {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut position = Position::startpos();
        for _ in 0..OPENING_PLIES {
            let moves = library().map(|book| book.moves(&position)).unwrap_or_default();
            let total: u64 = moves.iter().map(|known| known.weight).sum();
            let mut place = random.random_range(0..total.max(1));
            let drawn = moves.iter().find(|known| {
                let found = place < known.weight;
                place = place.saturating_sub(known.weight);
                found
            });
            let Some(drawn) = drawn else { break };
            position.play(drawn.mv);
        }
        if seen.insert(position.key()) {
            text += &format!("{}\n", position.fen());
        }
    }
    text
}

/// What a match came to, from the first engine's side.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Score {
    pub games: u64,
    /// The difference and its error, where the results say anything about it.
    pub elo: Option<f64>,
    pub error: Option<f64>,
    pub points: f64,
}

impl Score {
    /// `+12 ±30`, or points where the difference has no end.
    pub fn text(&self) -> String {
        match self.elo.zip(self.error) {
            Some((elo, error)) => format!("{elo:+.0} ±{error:.0}").replace('-', "−"),
            None => format!("{:.1} of {} points", self.points, self.games),
        }
    }

    /// Two cells: Elo with its error, and games.
    pub fn cells(score: Option<Score>) -> [Value; 2] {
        match score {
            Some(score) => [Value::Text(score.text()), Value::from(score.games)],
            None => [Value::Nothing, Value::Nothing],
        }
    }
}

/// Games of a match that says anything.
pub(crate) const ENOUGH: u64 = 100;

/// Games after which a difference that is larger than its interval is one: before that the interval
/// itself is a guess.
const FEWEST: u64 = 30;

/// How much wider an interval has to be for the best or worst of so many matches (one to eight;
/// Bonferroni, 95 %): such a one is good or bad by chance as well.
pub(crate) fn wider(matches: usize) -> f64 {
    const WIDER: [f64; 8] = [1.0, 1.144, 1.221, 1.274, 1.314, 1.346, 1.373, 1.395];
    WIDER[matches.clamp(1, WIDER.len()) - 1]
}

/// The best of several matches, and whether it is better than its opponent by more than chance.
pub(crate) fn best_of<T: Copy>(matches: &[(T, Score)]) -> Option<(T, Score, bool)> {
    let elo = |score: &Score| score.elo.unwrap_or(f64::INFINITY);
    let (what, score) = matches
        .iter()
        .filter(|(_, score)| score.points > 0.0)
        .max_by(|a, b| elo(&a.1).total_cmp(&elo(&b.1)))?;
    let least = score.elo.zip(score.error).map(|(elo, error)| elo - error * wider(matches.len()));
    Some((*what, *score, score.games >= FEWEST && least.is_none_or(|least| least > 0.0)))
}

/// Options of one side of a match.
pub(crate) type Side<'s> = (&'s str, &'s [(&'s str, String)]);

/// Nodes, so that the load of the machine does not matter.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// For a move of each side.
    Move([u64; 2]),
    /// For the game, and a hundredth of it more for each move: a clock that counts nodes.
    Game(u64),
}

/// How a match is played.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub rounds: u64,
    /// What each side may spend.
    pub nodes: Effort,
    /// Longer games are drawn.
    pub longest: u64,
}

impl Lab<'_> {
    /// A match of two configurations of this engine, two games an opening, which goes on where
    /// it stopped; none without rounds.
    pub(crate) fn play(
        &mut self,
        key: &str,
        sides: [Side<'_>; 2],
        terms: Terms,
    ) -> Result<Option<Score>, StudyError> {
        if terms.rounds == 0 {
            return Ok(None);
        }
        let score = self.measure(format!("match {key}"), |lab| lab.play_now(key, sides, terms))?;
        Ok(Some(score))
    }

    fn play_now(&self, key: &str, sides: [Side<'_>; 2], terms: Terms) -> Result<Score, StudyError> {
        let book = self.folder().join("openings.epd");
        journal::write_atomic(&book, openings(terms.rounds).as_bytes())
            .map_err(StudyError::file(&book))?;
        let mut side = 0;
        let engines = sides.map(|(name, options)| {
            let mut config = EngineConfig::new(name, &self.program().display().to_string());
            config.options =
                options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            config.options.push(("Hash".to_owned(), "4".to_owned()));
            match terms.nodes {
                Effort::Move(nodes) => {
                    config.limits.clock = ClockRule::Unlimited;
                    config.limits.nodes = Some(nodes[side]);
                }
                Effort::Game(nodes) => {
                    // Two nodes a millisecond: the real clock is never in danger.
                    config.options.push(("NodesTime".to_owned(), "2".to_owned()));
                    let base = Duration::from_millis(nodes / 2);
                    let clock = TimeControl { moves: None, base, increment: base / 100 };
                    config.limits.clock = ClockRule::Game(clock);
                }
            }
            side += 1;
            config
        });
        let safe: String = key.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let config = TournamentConfig {
            rounds: u32::try_from(terms.rounds).unwrap_or(u32::MAX),
            max_moves: u32::try_from(terms.longest).ok(),
            resign: Some(RESIGN),
            journal: Some(self.folder().join(format!("match-{safe}.journal"))),
            discard_journal: self.begins_anew(),
            openings: Some(Openings {
                file: book,
                format: BookFormat::Epd,
                order: BookOrder::Sequential,
                plies: None,
                start: 1,
                policy: OpeningPolicy::Default,
            }),
            ..TournamentConfig::between(engines.into())
        };
        let mut failure = None;
        let mut listen = |event: &MatchEvent, _: &Tally| {
            if let MatchEvent::Warning { text, .. } = event {
                failure.get_or_insert_with(|| text.clone());
            }
        };
        let summary = arena::run(&config, &mut listen, self.stop()).map_err(StudyError::failed)?;
        match summary.reason {
            DoneReason::Complete | DoneReason::Sprt => {}
            DoneReason::Interrupted => return Err(StudyError::Interrupted),
            DoneReason::Failure => {
                let why = failure.unwrap_or_else(|| "an engine failed".to_owned());
                return Err(StudyError::Failed(format!("match {key}: {why}")));
            }
        }
        let record = summary.tally.between(0, 1);
        let estimate = record.estimate();
        Ok(Score {
            games: record.wdl.games(),
            elo: Some(estimate.elo).filter(|elo| elo.is_finite()),
            error: Some(estimate.elo_error).filter(|error| error.is_finite()),
            points: record.wdl.points(),
        })
    }

    /// Games that the engine plays against itself, with the scores of its searches, in a file of
    /// the folder; the same file when it is whole.
    pub(crate) fn own_games(&mut self, games: u64, nodes: u64) -> Result<PathBuf, StudyError> {
        let path = self.folder().join("own-games.vf");
        let rules = datagen::Rules {
            nodes,
            chess960_every: 0,
            // To the end: lengths shall mean something.
            win: 100_000,
            ..datagen::Rules::default()
        };
        let config = datagen::Config {
            output: path.clone(),
            games,
            rules,
            hash: 4,
            ..datagen::Config::default()
        };
        let setup = EngineSetup { evaluation: Evaluation::Classical, ..EngineSetup::default() };
        let player = |_: &datagen::Basket| -> Box<dyn Search> { engine::flagship(&setup) };
        let stop = self.stop();
        let done = datagen::run(&config, &player, &mut |_| match stop.is_raised() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        done.map_err(StudyError::failed)?;
        if stop.is_raised() {
            return Err(StudyError::Interrupted);
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(games: u64, elo: Option<f64>, error: f64) -> Score {
        Score { games, elo, error: Some(error), points: games as f64 / 2.0 }
    }

    #[test]
    fn the_best_of_several_has_to_be_better_by_more() {
        let best = |found: &[(i32, Score)]| best_of(found).map(|(what, _, clear)| (what, clear));
        assert_eq!(best(&[]), None);
        let (good, fair) = (score(100, Some(50.0), 45.0), score(100, Some(10.0), 45.0));
        assert_eq!(best(&[(1, good)]), Some((1, true)));
        assert_eq!(best(&[(2, fair), (1, good)]), Some((1, false)));
        assert_eq!(best(&[(1, score(20, Some(300.0), 50.0))]), Some((1, false)));
        // All games won: no end to the difference.
        assert_eq!(best(&[(1, good), (3, score(40, None, 0.0))]), Some((3, true)));
    }
}
