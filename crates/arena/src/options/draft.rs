// SPDX-License-Identifier: GPL-3.0-or-later
//! Everything that has been said, and its one-time validation.

use std::path::PathBuf;

use super::config::{
    Affinity, Compat, MoveNumbers, OutputFormat, Pairing, SprtModel, TablebaseResults,
    TablebaseRule, TournamentConfig, Variant,
};
use super::engine::EngineDraft;
use super::error::OptionError;

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
    pub(super) repeat_after_games: bool,
    pub(super) system: System,
    pub(super) compat: Option<Compat>,
    pub(super) crc32: bool,
    pub(super) seeds: Option<usize>,
    pub(super) tablebase_paths: Vec<PathBuf>,
    pub(super) tablebase_pieces: Option<u32>,
    pub(super) tablebase_ignore_fifty: bool,
    pub(super) tablebase_results: Option<TablebaseResults>,
    pub(super) force_concurrency: bool,
    pub(super) journal: Journal,
    pub(super) warnings: Vec<String>,
}

/// How engines are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first few meet the others.
    Gauntlet,
    /// Everybody meets those before.
    Pyramid,
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
            repeat_after_games: false,
            system: System::RoundRobin,
            compat: None,
            crc32: false,
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
        if self.compat() == Compat::Cutechess
            && let Some(rule) = &mut self.config.draw
        {
            rule.counted = MoveNumbers::Played;
        }
        match (&mut self.config.pgn, self.crc32) {
            (Some(pgn), true) => pgn.crc32 = true,
            (None, true) => self.warn("-crc32 does nothing without -pgnout"),
            _ => {}
        }
        if self.config.openings.is_none() && self.config.variant == Variant::Standard {
            self.warn("no opening book (-openings): all games begin at the initial position");
        }
        self.count_games()?;
        self.pair()?;
        self.check_sprt()?;
        self.join_tablebases();
        self.check_concurrency()?;
        self.check_affinity()?;
        self.check_anchor()?;
        self.name_files_of_shard();
        self.config.journal = match std::mem::take(&mut self.journal) {
            Journal::Off => None,
            Journal::File(file) => Some(match self.config.shard {
                Some(shard) => shard.name(&file),
                None => file,
            }),
            Journal::Default => Some(default_journal(&self.config)),
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
                // As fastchess names them.
                let fresh = (2..).map(|n| format!("{}_{n}", engine.name)).find(|n| !taken(n));
                let fresh = fresh.unwrap_or_default();
                if draft.is_named() {
                    let name = &engine.name;
                    self.warnings
                        .push(format!("two engines are named `{name}`: the second is {fresh}"));
                }
                engine.name = fresh;
            }
            self.config.engines.push(engine);
        }
        Ok(())
    }

    /// Games, rounds and repetitions of openings. The two command lines that
    /// this one follows differ: fastchess plays two games per round unless
    /// told otherwise, cutechess-cli one: `-rounds 10 -repeat` is 20 games in the one and 10 in
    /// the other.
    fn count_games(&mut self) -> Result<(), OptionError> {
        let compat = self.compat();
        let config = &mut self.config;
        config.games_per_encounter = match (compat, self.games, self.repeat) {
            // `-repeat` is another word for `-games 2` in fastchess.
            (Compat::Fastchess, Some(_), Some(times)) if self.repeat_after_games => times,
            (Compat::Fastchess, None, _) => 2,
            (Compat::Cutechess, None, _) => 1,
            (_, Some(games), _) => games,
        };
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
        match (self.system, self.seeds) {
            (System::Gauntlet, seeds) => {
                let seeds = seeds.unwrap_or(1);
                if seeds >= count {
                    return Err(OptionError::overall(format!(
                        "a gauntlet of {seeds} leaves no opponents among {count} engines"
                    )));
                }
                self.config.pairing = Pairing::Gauntlet { seeds };
            }
            (_, Some(_)) => {
                self.warn("-seeds only matters in a gauntlet and is ignored");
            }
            (_, None) => {}
        }
        if self.system == System::Pyramid {
            self.config.pairing = Pairing::Pyramid;
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

    /// More games than processors: fastchess refuses, cutechess-cli plays.
    fn check_concurrency(&mut self) -> Result<(), OptionError> {
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        if self.config.concurrency <= available || self.force_concurrency {
            return Ok(());
        }
        let asked = self.config.concurrency;
        let text = format!(
            "{asked} games at once share {available} processors: clocks will suffer \
             (-force-concurrency says that you know)"
        );
        match self.compat() {
            Compat::Fastchess => Err(OptionError::overall(text)),
            Compat::Cutechess => {
                self.warn(text);
                Ok(())
            }
        }
    }

    /// Whether every game can have processors of its own, as many as its engines have threads.
    fn check_affinity(&self) -> Result<(), OptionError> {
        let Some(cpus) = self.config.affinity_cpus() else { return Ok(()) };
        let each = self.config.threads();
        let needed = each * self.config.concurrency;
        if needed <= cpus.len() {
            return Ok(());
        }
        let what = match self.config.affinity {
            Affinity::Cpus(_) => "are listed",
            _ => "there are",
        };
        Err(OptionError::overall(format!(
            "-use-affinity needs {needed} processors for {} games at once with {each} threads \
             each, and {} {what}",
            self.config.concurrency,
            cpus.len()
        )))
    }

    /// Parts of a tournament on one disk must not write into each other's files.
    fn name_files_of_shard(&mut self) {
        let Some(shard) = self.config.shard else { return };
        let TournamentConfig { pgn, epd, live_pgn, log, report, .. } = &mut self.config;
        let files = [
            pgn.as_mut().map(|pgn| &mut pgn.file),
            epd.as_mut().map(|epd| &mut epd.file),
            live_pgn.as_mut(),
            log.as_mut().and_then(|log| log.file.as_mut()),
            report.json.as_mut(),
            report.html.as_mut(),
        ];
        files.into_iter().flatten().for_each(|file| *file = shard.name(file));
    }

    /// Whose meaning of words holds.
    fn compat(&self) -> Compat {
        self.compat.unwrap_or(match self.config.report.format {
            OutputFormat::Fastchess => Compat::Fastchess,
            OutputFormat::Cutechess => Compat::Cutechess,
        })
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

/// Where a tournament without a named journal keeps it: with the user's other state, under the
/// names of the folder and of the tournament, so that working folders stay clean.
fn default_journal(config: &TournamentConfig) -> PathBuf {
    let shard = config.shard.map_or_else(String::new, |shard| shard.suffix());
    let name = format!("{:016x}{shard}.journal", config.fingerprint());
    let here = PathBuf::from(format!("xanthos-match-{name}"));
    let folder = std::env::current_dir().map(|path| path.into_os_string());
    match (journal_folder(), folder) {
        // Earlier versions wrote it where they were started.
        _ if here.exists() => here,
        (Some(state), Ok(folder)) => {
            let folder = super::fingerprint::fnv(folder.as_encoded_bytes());
            state.join(format!("{folder:016x}-{name}"))
        }
        _ => here,
    }
}

/// The folder of journals without a name, if the user has a home.
pub fn journal_folder() -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(absolute);
    let home = || std::env::var_os("HOME").map(PathBuf::from).filter(absolute);
    let state = state.or_else(|| home().map(|home| home.join(".local/state")))?;
    Some(state.join("xanthos").join("matches"))
}
