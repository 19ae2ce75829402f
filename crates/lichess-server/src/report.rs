// SPDX-License-Identifier: GPL-3.0-or-later
//! What the server saw: results, faults, and everything that a bot must not do.

use std::collections::BTreeMap;
use std::fmt;

/// Counts.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Finished games by status and who won: `mate bot`, `draw`.
    pub results: BTreeMap<String, u64>,
    /// Faults that were made, by name.
    pub faults: BTreeMap<&'static str, u64>,
    /// Requests that came.
    pub requests: u64,
    /// Moves of the bot that were played.
    pub moves: u64,
    /// Illegal moves.
    pub illegal: u64,
    /// Moves sent again though they had been played.
    pub twice: u64,
    /// Moves that a killed process had sent, refused because its successor was faster.
    pub orphans: u64,
    /// Requests during the silence after a 429.
    pub broken_silence: u64,
    /// The most games at a time.
    pub most_games: usize,
    /// Answers about a position to the opponent of a running game.
    pub helped: u64,
    /// The token was where it does not belong.
    pub leaked: u64,
    /// Challenges declined, by reason.
    pub declined: BTreeMap<String, u64>,
    /// Requests by path, with ids left out.
    pub paths: BTreeMap<String, u64>,
}

impl Report {
    /// Games that the bot lost by its own fault: time, a missing first move, leaving.
    pub fn lost_by_fault(&self) -> u64 {
        let of = |name: &str| self.results.get(name).copied().unwrap_or(0);
        of("outoftime opponent") + of("noStart opponent") + of("timeout opponent")
    }

    /// Finished games.
    pub fn games(&self) -> u64 {
        self.results.values().sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games, {} moves of the bot, {} requests",
            self.games(),
            self.moves,
            self.requests
        )?;
        writeln!(
            f,
            "lost by time, no start or leaving {}, illegal moves {}, moves sent twice {}",
            self.lost_by_fault(),
            self.illegal,
            self.twice
        )?;
        writeln!(
            f,
            "most games at a time {}, requests in the silence after a 429 {}, help for opponents {}, token leaked {}",
            self.most_games, self.broken_silence, self.helped, self.leaked
        )?;
        for (title, rows) in [("results", &self.results), ("declined", &self.declined)] {
            let rows: Vec<String> = rows.iter().map(|(name, n)| format!("{name} {n}")).collect();
            writeln!(f, "{title}: {}", rows.join(", "))?;
        }
        let faults: Vec<String> =
            self.faults.iter().map(|(name, n)| format!("{name} {n}")).collect();
        write!(f, "faults {}: {}", self.faults.values().sum::<u64>(), faults.join(", "))
    }
}
