// SPDX-License-Identifier: GPL-3.0-or-later
//! A trial as games in the arena.

use arena::ArenaError;
use arena::options::{EngineConfig, TournamentConfig};
use arena::report::{DoneReason, MatchEvent};
use arena::stats::{Failure, Tally};
use journal::StopFlag;

use super::{Parameter, Trial};

/// Why a trial could not be played.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The arena could not run.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// An engine failed.
    #[error("the engine failed: {0}")]
    Engine(String),
    /// Whoever sets it otherwise has a reason.
    #[error("{0}")]
    Other(String),
}

/// Plays trials: the same engine against itself with other values, each opening
/// with both colours.
#[derive(Clone, Debug)]
pub struct Games {
    parameters: Vec<Parameter>,
    conditions: TournamentConfig,
    pairs: u32,
    stop: StopFlag,
}

impl Games {
    /// Trials of `pairs` pairs between copies of the first engine of
    /// `conditions`, under everything else that they say.
    pub fn new(
        parameters: Vec<Parameter>,
        conditions: &TournamentConfig,
        pairs: u32,
        stop: &StopFlag,
    ) -> Games {
        let conditions = TournamentConfig {
            rounds: pairs.max(1),
            games_per_encounter: 2,
            opening_repeats: 2,
            swap_colours: true,
            sprt: None,
            pgn: None,
            epd: None,
            journal: None,
            ..conditions.clone()
        };
        Games { parameters, conditions, pairs: pairs.max(1), stop: stop.clone() }
    }

    /// Plays a trial. `None` if it was stopped; otherwise wins less losses of
    /// the first engine for each pair. What engines are warned about in the
    /// first trial is handed to `warn`.
    ///
    /// # Errors
    /// When engines or openings fail.
    pub fn play(
        &self,
        trial: &Trial<'_>,
        warn: &mut dyn FnMut(&str),
    ) -> Result<Option<f64>, GamesError> {
        let mut config = self.conditions.clone();
        let engine = config.engines.first().cloned();
        let engine = engine.ok_or_else(|| GamesError::Other("there is no engine".into()))?;
        let seated = |name: &str, values: &[i64]| {
            let mut engine: EngineConfig = engine.clone();
            engine.name = name.to_owned();
            for (parameter, value) in self.parameters.iter().zip(values) {
                engine.options.push((parameter.name.clone(), value.to_string()));
            }
            engine
        };
        config.engines = vec![seated("plus", trial.plus), seated("minus", trial.minus)];
        // Other openings in each trial, and the same ones when it is played again.
        if let Some(openings) = &mut config.openings {
            openings.start += trial.iteration as u64 * u64::from(self.pairs);
        }
        let mut failed = None;
        let mut sink = |event: &MatchEvent, _: &Tally| match event {
            MatchEvent::Warning { text, .. } if trial.iteration == 0 => warn(text),
            // Too slow is a result like any other; nothing is to be learnt from
            // an engine that breaks down.
            MatchEvent::Failed { failure, text, .. } if *failure != Failure::Time => {
                failed.get_or_insert_with(|| text.clone());
            }
            _ => {}
        };
        let summary = arena::run(&config, &mut sink, &self.stop)?;
        match (summary.reason, failed) {
            (DoneReason::Interrupted, _) => Ok(None),
            (_, Some(text)) if !config.recover => Err(GamesError::Engine(text)),
            (DoneReason::Failure, _) => Err(GamesError::Engine("it cannot be started".into())),
            (DoneReason::Complete | DoneReason::Sprt, _) => {
                let wdl = summary.tally.between(0, 1).wdl;
                Ok(Some((wdl.wins as f64 - wdl.losses as f64) / f64::from(self.pairs)))
            }
        }
    }
}
