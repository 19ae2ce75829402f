// SPDX-License-Identifier: GPL-3.0-or-later
//! Results for programs.
//!
//! Numbers that the results do not determine, such as the Elo of a clean
//! score, are `null`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::event::DoneReason;
use super::tables;
use crate::options::{SprtConfig, TournamentConfig};
use crate::stats::{Estimate, Failure, Rating, Record, Sprt, SprtStatus, Tally, Wdl};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Results<'a> {
    /// Grows when a field changes its meaning.
    pub version: u32,
    /// Event name.
    pub event: &'a str,
    /// Games with a result.
    pub games: u64,
    /// Games of the whole tournament.
    pub total: u64,
    /// Why it ended; `null` while it runs.
    pub done: Option<DoneReason>,
    /// The engines in the order given.
    pub engines: Vec<Engine<'a>>,
    /// Every two engines that met.
    pub encounters: Vec<Encounter<'a>>,
    /// Groups of engines that no game connects; one is usual.
    pub groups: usize,
    /// The sequential test.
    pub sprt: Option<Test>,
    /// How games ended.
    pub endings: BTreeMap<&'static str, u64>,
}

/// An engine.
#[derive(Debug, Serialize)]
pub struct Engine<'a> {
    /// Name.
    pub name: &'a str,
    /// Program.
    pub command: &'a str,
    /// Results against everybody.
    pub wdl: Wdl,
    /// Place in the joint list.
    pub rating: Rating,
    /// Failures by reason.
    pub failures: BTreeMap<Failure, u64>,
}

/// Two engines.
#[derive(Debug, Serialize)]
pub struct Encounter<'a> {
    /// The one whose view this is.
    pub first: &'a str,
    /// The other.
    pub second: &'a str,
    /// Games and pairs.
    #[serde(flatten)]
    pub record: Record,
    /// Conclusions.
    pub estimate: Estimate,
    /// Share of drawn games.
    pub draw_ratio: f64,
    /// Pairs won per pair lost.
    pub pairs_ratio: f64,
}

/// The sequential test.
#[derive(Debug, Serialize)]
pub struct Test {
    /// Hypotheses.
    #[serde(flatten)]
    pub config: SprtConfig,
    /// Where it stands.
    #[serde(flatten)]
    pub status: SprtStatus,
}

impl<'a> Results<'a> {
    /// From the state of a tournament.
    pub fn of(
        config: &'a TournamentConfig,
        tally: &Tally,
        done: Option<DoneReason>,
    ) -> Results<'a> {
        let list = tables::ratings(config, tally);
        let mut ratings = list.entries;
        ratings.sort_by_key(|entry| entry.engine);
        let engines = config.engines.iter().zip(ratings).enumerate();
        let name = |i: usize| config.engines[i].name.as_str();
        let count = config.engines.len();
        Results {
            version: 1,
            event: &config.event,
            games: tally.games(),
            total: config.total_games(),
            done,
            engines: engines
                .map(|(i, (engine, rating))| Engine {
                    name: &engine.name,
                    command: &engine.command,
                    wdl: tally.total(i).wdl,
                    rating,
                    failures: tally.failures(i).0.clone(),
                })
                .collect(),
            encounters: (0..count)
                .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
                .map(|(a, b)| (a, b, tally.between(a, b)))
                .filter(|(_, _, record)| record.wdl.games() > 0)
                .map(|(a, b, record)| Encounter {
                    first: name(a),
                    second: name(b),
                    record,
                    estimate: record.estimate(),
                    draw_ratio: record.wdl.draw_ratio(),
                    pairs_ratio: record.pairs.pairs_ratio(),
                })
                .collect(),
            groups: list.groups,
            sprt: config.sprt.map(|sprt| Test {
                config: sprt,
                status: Sprt::new(sprt).status(&tally.between(0, 1)),
            }),
            endings: tally
                .all_endings()
                .into_iter()
                .map(|(ending, count)| (ending.title(), count))
                .collect(),
        }
    }
}

/// The document as text.
pub fn compose(config: &TournamentConfig, tally: &Tally, done: Option<DoneReason>) -> String {
    let results = Results::of(config, tally, done);
    // Maps have string keys and every type is plain data: this cannot fail.
    serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
}
