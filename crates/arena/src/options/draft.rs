// SPDX-License-Identifier: GPL-3.0-or-later
//! Everything that has been said, and its one-time validation.

use std::path::PathBuf;

use super::config::{Pairing, SprtModel, TablebaseResults, TablebaseRule, TournamentConfig};
use super::engine::EngineDraft;
use super::error::{OptionError, Problem};

/// Rounds of a sequential test for which no end was given.
const SPRT_ROUNDS: u32 = 100_000;

/// Settings collected so far. Simple ones are written straight into `config`;
/// those that depend on each other wait here for [`Draft::finish`].
#[derive(Debug)]
pub struct Draft {
    pub(super) config: TournamentConfig,
    pub(super) engines: Vec<EngineDraft>,
    pub(super) each: EngineDraft,
    pub(super) rounds: Option<u32>,
    pub(super) games: Option<u32>,
    pub(super) repeat: Option<u32>,
    pub(super) gauntlet: bool,
    pub(super) seeds: Option<usize>,
    pub(super) tablebase_paths: Vec<PathBuf>,
    pub(super) tablebase_pieces: Option<u32>,
    pub(super) tablebase_ignore_fifty: bool,
    pub(super) tablebase_results: Option<TablebaseResults>,
    pub(super) force_concurrency: bool,
    pub(super) journal: Journal,
    pub(super) warnings: Vec<String>,
}

/// Where finished games are remembered.
#[derive(Debug, Default)]
pub enum Journal {
    /// In a file named after the tournament's fingerprint.
    #[default]
    Default,
    /// Nowhere.
    Off,
    /// Here.
    File(PathBuf),
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            config: TournamentConfig::between(Vec::new()),
            engines: Vec::new(),
            each: EngineDraft::default(),
            rounds: None,
            games: None,
            repeat: None,
            gauntlet: false,
            seeds: None,
            tablebase_paths: Vec::new(),
            tablebase_pieces: None,
            tablebase_ignore_fifty: false,
            tablebase_results: None,
            force_concurrency: false,
            journal: Journal::Default,
            warnings: Vec::new(),
        }
    }
}

impl Draft {
    /// Notes that something asked for will not happen.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.warnings.push(text.into());
    }

    /// Checks everything that can only be checked together.
    pub fn finish(mut self) -> Result<(TournamentConfig, Vec<String>), OptionError> {
        self.name_engines()?;
        self.count_games()?;
        self.pair()?;
        self.check_sprt()?;
        self.join_tablebases();
        self.check_concurrency();
        self.check_anchor()?;
        self.config.journal = match std::mem::take(&mut self.journal) {
            Journal::Off => None,
            Journal::File(file) => Some(file),
            Journal::Default => {
                Some(format!("xanthos-match-{:016x}.journal", self.config.fingerprint()).into())
            }
        };
        Ok((self.config, self.warnings))
    }

    fn name_engines(&mut self) -> Result<(), OptionError> {
        self.each.check_each()?;
        if self.engines.len() < 2 {
            return Err(OptionError::overall(format!(
                "a match needs at least two engines, and {} given: add -engine cmd=PROGRAM ...",
                match self.engines.len() {
                    0 => "none was",
                    _ => "only one was",
                }
            )));
        }
        for draft in &self.engines {
            let mut engine = draft.finish(&self.each)?;
            let taken = |name: &str| self.config.engines.iter().any(|e| e.name == name);
            if taken(&engine.name) {
                if draft.is_named() {
                    let problem = Problem::Inconsistent(format!(
                        "two engines are named `{}`; names must be unique",
                        engine.name
                    ));
                    return Err(match draft.place() {
                        Some(place) => OptionError::at(place, "engine", problem),
                        None => OptionError { place: None, setting: None, problem },
                    });
                }
                let fresh = (2..).map(|n| format!("{}-{n}", engine.name)).find(|n| !taken(n));
                engine.name = fresh.unwrap_or_default();
            }
            self.config.engines.push(engine);
        }
        Ok(())
    }

    /// Games, rounds and repetitions of openings. The two command lines that
    /// this one follows differ: fastchess plays two games per round unless
    /// told otherwise, cutechess-cli one, but both mean pairs by `-repeat`.
    fn count_games(&mut self) -> Result<(), OptionError> {
        let config = &mut self.config;
        config.games_per_encounter = self.games.unwrap_or(2);
        config.rounds = self.rounds.unwrap_or(if config.sprt.is_some() { SPRT_ROUNDS } else { 2 });
        config.opening_repeats = match self.repeat {
            Some(times) => times,
            None if config.games_per_encounter == 1 => 1,
            None => 2,
        };
        let total = u64::from(config.rounds) * u64::from(config.games_per_encounter);
        if total > u64::from(u32::MAX) {
            return Err(OptionError::overall(format!(
                "{total} games per encounter are more than can be counted"
            )));
        }
        if config.games_per_encounter > 2 && config.opening_repeats == 2 {
            self.warnings.push(format!(
                "{} games per encounter take a new opening after every pair",
                config.games_per_encounter
            ));
        }
        Ok(())
    }

    fn pair(&mut self) -> Result<(), OptionError> {
        let count = self.config.engines.len();
        match (self.gauntlet, self.seeds) {
            (true, seeds) => {
                let seeds = seeds.unwrap_or(1);
                if seeds >= count {
                    return Err(OptionError::overall(format!(
                        "a gauntlet of {seeds} leaves no opponents among {count} engines"
                    )));
                }
                self.config.pairing = Pairing::Gauntlet { seeds };
            }
            (false, Some(_)) => {
                self.warn("-seeds only matters in a gauntlet and is ignored");
            }
            (false, None) => {}
        }
        Ok(())
    }

    fn check_sprt(&mut self) -> Result<(), OptionError> {
        let Some(sprt) = self.config.sprt else { return Ok(()) };
        if self.config.engines.len() != 2 {
            return Err(OptionError::overall(format!(
                "-sprt compares two engines, not {}",
                self.config.engines.len()
            )));
        }
        if sprt.model == SprtModel::Bayesian && self.config.report.penta {
            self.warn("the bayesian model looks at games, not pairs; pair statistics are for information only");
        } else if !self.config.is_paired() {
            self.warn("games are not played in pairs: the test treats every game as independent");
        }
        Ok(())
    }

    fn join_tablebases(&mut self) {
        if self.tablebase_paths.is_empty() {
            if self.tablebase_pieces.is_some()
                || self.tablebase_ignore_fifty
                || self.tablebase_results.is_some()
            {
                self.warn("-tbpieces, -tbignore50 and -tbadjudicate do nothing without -tb");
            }
            return;
        }
        self.config.tablebases = Some(TablebaseRule {
            paths: std::mem::take(&mut self.tablebase_paths),
            pieces: self.tablebase_pieces,
            ignore_fifty_moves: self.tablebase_ignore_fifty,
            adjudicate: self.tablebase_results.unwrap_or(TablebaseResults::Both),
        });
    }

    fn check_concurrency(&mut self) {
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        if self.config.concurrency > available && !self.force_concurrency {
            let asked = self.config.concurrency;
            self.warn(format!(
                "{asked} games at once share {available} processors: clocks will suffer \
                 (-force-concurrency says that you know)"
            ));
        }
    }

    fn check_anchor(&self) -> Result<(), OptionError> {
        match &self.config.report.anchor {
            Some(anchor) if !self.config.engines.iter().any(|e| &e.name == anchor) => {
                Err(OptionError::overall(format!("no engine is named `{anchor}`, the anchor")))
            }
            _ => Ok(()),
        }
    }
}
