// SPDX-License-Identifier: GPL-3.0-or-later
//! One order to the engine: what to search, how long and how strongly.

use crate::level::Level;
use crate::options::{Id, Options};
use chess::Game;
use search::{Job, Latency, Limits, Settings, TimeTables};
use std::time::Instant;

/// How strong the answer shall be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// As the options say.
    #[default]
    ByOptions,
    /// As strong as the engine can, whatever the options say.
    Full,
    /// As strong as this.
    Limited(Level),
}

/// What to search, how long and how strongly. Whatever a request leaves open the
/// options decide.
///
/// ```
/// use chess::Game;
/// use search::Limits;
/// use xanthos_engine::{Request, Strength};
///
/// let limits = Limits { depth: Some(8), ..Limits::default() };
/// let hint = Request::new(Game::default(), limits).at_full_strength();
/// assert_eq!(hint.strength, Strength::Full);
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// The position with its history; `None` if the last one could not be read. Then
    /// the answer has no move, rather than a move for some other position.
    pub game: Option<Game>,
    /// When to end, as it was asked for.
    pub limits: Limits,
    /// When the order arrived: time counts from there.
    pub started: Instant,
    /// How strong the answer shall be.
    pub strength: Strength,
    /// How many lines to report, if not as many as the option MultiPV says.
    pub multipv: Option<usize>,
    /// How many threads search, if not as many as the option Threads says.
    pub threads: Option<usize>,
    /// Somebody wants to know rather than to play: no book, and win, draw and loss
    /// chances beside the scores.
    pub analysis: bool,
}

impl Request {
    /// A move is wanted, from now on, as the options say.
    pub fn new(game: impl Into<Option<Game>>, limits: Limits) -> Request {
        Request {
            game: game.into(),
            limits,
            started: Instant::now(),
            strength: Strength::ByOptions,
            multipv: None,
            threads: None,
            analysis: false,
        }
    }

    /// The best lines are wanted, at full strength.
    pub fn analysis(game: Game, limits: Limits, multipv: usize) -> Request {
        let strength = Strength::Full;
        Request { strength, multipv: Some(multipv), analysis: true, ..Request::new(game, limits) }
    }

    /// The same at full strength.
    #[must_use]
    pub fn at_full_strength(self) -> Request {
        Request { strength: Strength::Full, ..self }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Request {
        Request { threads: Some(threads), ..self }
    }

    /// The same, as of another moment.
    #[must_use]
    pub fn started_at(self, started: Instant) -> Request {
        Request { started, ..self }
    }

    /// The job for the search: the one place where limits and options come together.
    pub(crate) fn job(&self, game: &Game, options: &Options) -> Job {
        let number = |id| usize::try_from(options.number(id)).unwrap_or(1);
        let settings = Settings {
            multipv: self.multipv.unwrap_or_else(|| number(Id::MultiPv)),
            show_wdl: self.analysis || options.flag(Id::ShowWdl),
            chess960: options.flag(Id::Chess960),
            contempt: i32::try_from(options.number(Id::Contempt)).unwrap_or(0),
            unexpected: None,
            time_model: options.time_model(),
            opponent: options.opponent(),
            time_tables: TimeTables::default(),
            nodes_per_ms: options.nodes_per_ms(),
            tables: options.tables(),
        };
        let latency = Latency { overhead: options.move_overhead(), ..Latency::default() };
        let limits = self.limits.clone().completed(game);
        let (game, started) = (game.clone(), self.started);
        Job { game, limits, latency, settings, started, tables: None, exchange: None }
    }

    /// The strength to play with; `None` for the full one. A mate is looked for at full
    /// strength: that is a question and not a move.
    pub(crate) fn level(&self, options: &Options) -> Option<Level> {
        let level = match self.strength {
            Strength::ByOptions => Level::of(options),
            Strength::Full => None,
            Strength::Limited(level) => Some(level),
        };
        level.filter(|_| self.limits.mate.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited() -> Options {
        let mut options = Options::default();
        for (name, value) in [("UCI_LimitStrength", "true"), ("UCI_Elo", "900"), ("MultiPV", "3")] {
            options.set(name, Some(value)).unwrap();
        }
        options
    }

    #[test]
    fn what_a_request_leaves_open_the_options_decide() {
        let options = limited();
        let play = Request::new(Game::default(), Limits::default());
        assert_eq!(play.level(&options), Some(Level::new(900)));
        assert_eq!(play.job(&Game::default(), &options).settings.multipv, 3);
        let hint = play.clone().at_full_strength();
        assert_eq!(hint.level(&options), None);
        let weaker = Request { strength: Strength::Limited(Level::new(700)), ..play };
        assert_eq!(weaker.level(&Options::default()), Some(Level::new(700)));
        let analysis = Request::analysis(Game::default(), Limits::default(), 5);
        assert_eq!(analysis.level(&options), None);
        let settings = analysis.job(&Game::default(), &options).settings;
        assert_eq!((settings.multipv, settings.show_wdl), (5, true));
    }

    #[test]
    fn a_mate_is_looked_for_at_full_strength() {
        let limits = Limits { mate: Some(3), ..Limits::default() };
        assert_eq!(Request::new(Game::default(), limits).level(&limited()), None);
    }
}
