// SPDX-License-Identifier: GPL-3.0-or-later
//! Who plays whom, when, from which opening: all of it computed from a game's
//! number, so that a run that is continued tomorrow agrees with today's.

use crate::options::{OpeningPolicy, TournamentConfig};

/// The games of a tournament.
#[derive(Debug, Clone)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    games_per_encounter: u32,
    rounds: u32,
    config: TournamentConfig,
}

/// One game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number, from 1.
    pub number: u64,
    /// Its round, from 1.
    pub round: u32,
    /// Index of the engine with White.
    pub white: usize,
    /// Index of the engine with Black.
    pub black: usize,
    /// Number of the opening among the games of these two; `None` if games do
    /// not come in pairs.
    pub pair: Option<u32>,
    /// Number of the opening in the book, from 0.
    pub opening: u64,
}

impl Schedule {
    /// The schedule of a tournament.
    pub fn new(config: &TournamentConfig) -> Schedule {
        Schedule {
            encounters: config.encounters(),
            games_per_encounter: config.games_per_encounter,
            rounds: config.rounds,
            config: config.clone(),
        }
    }

    /// All games.
    pub fn total(&self) -> u64 {
        self.config.total_games()
    }

    /// The game of this number, from 1.
    pub fn appointment(&self, number: u64) -> Option<ScheduledGame> {
        let index = number.checked_sub(1)?;
        let per_encounter = u64::from(self.games_per_encounter);
        let per_round = self.encounters.len() as u64 * per_encounter;
        if per_round == 0 || index / per_round >= u64::from(self.rounds) {
            return None;
        }
        let round = (index / per_round) as u32;
        let encounter = (index % per_round / per_encounter) as usize;
        let game = (index % per_encounter) as u32;
        let slot = self.config.slot(round, game);
        let (first, second) = self.encounters[encounter];
        let (white, black) = if slot.swapped { (second, first) } else { (first, second) };
        let policy = self.config.openings.as_ref().map_or(OpeningPolicy::Default, |o| o.policy);
        let opening = match policy {
            OpeningPolicy::Round => u64::from(slot.opening),
            OpeningPolicy::Default | OpeningPolicy::Encounter => {
                u64::from(slot.opening) * self.encounters.len() as u64 + encounter as u64
            }
        };
        let pair = self.config.is_paired().then_some(slot.opening);
        Some(ScheduledGame { number, round: round + 1, white, black, pair, opening })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{BookFormat, BookOrder, EngineConfig, Openings, Pairing};
    use std::collections::{BTreeMap, BTreeSet};

    fn config(engines: usize, change: impl FnOnce(&mut TournamentConfig)) -> TournamentConfig {
        let engines = (0..engines).map(|n| EngineConfig::new(&format!("e{n}"), "e")).collect();
        let mut config = TournamentConfig::between(engines);
        change(&mut config);
        config
    }

    fn games(config: &TournamentConfig) -> Vec<ScheduledGame> {
        let schedule = Schedule::new(config);
        let games: Vec<_> = (1..).map_while(|number| schedule.appointment(number)).collect();
        assert_eq!(games.len() as u64, schedule.total());
        games
    }

    #[test]
    fn a_match_alternates_colours_within_each_opening() {
        let games = games(&config(2, |config| config.rounds = 3));
        let seen: Vec<_> = games.iter().map(|g| (g.white, g.black, g.opening, g.pair)).collect();
        assert_eq!(
            seen,
            [
                (0, 1, 0, Some(0)),
                (1, 0, 0, Some(0)),
                (0, 1, 1, Some(1)),
                (1, 0, 1, Some(1)),
                (0, 1, 2, Some(2)),
                (1, 0, 2, Some(2)),
            ]
        );
    }

    #[test]
    fn a_round_robin_is_fair_to_everybody() {
        let games = games(&config(5, |config| config.rounds = 4));
        let mut whites = [0; 5];
        let mut meetings: BTreeMap<_, u32> = BTreeMap::new();
        for game in &games {
            whites[game.white] += 1;
            *meetings.entry((game.white, game.black)).or_default() += 1;
        }
        assert_eq!(whites, [16; 5]);
        assert_eq!(meetings.len(), 20);
        assert!(meetings.values().all(|&count| count == 4));
        // Both games of a pair start alike, and no other game does.
        let mut openings: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for game in &games {
            let players = (game.white.min(game.black), game.white.max(game.black));
            openings.entry(game.opening).or_default().insert((players, game.pair));
        }
        assert_eq!(openings.len(), games.len() / 2);
        assert!(openings.values().all(|uses| uses.len() == 1));
    }

    #[test]
    fn a_gauntlet_meets_everybody_else_only() {
        let games = games(&config(4, |config| config.pairing = Pairing::Gauntlet { seeds: 1 }));
        assert!(games.iter().all(|game| (game.white == 0) != (game.black == 0)));
    }

    #[test]
    fn one_opening_per_round_is_shared_by_all() {
        let games = games(&config(3, |config| {
            config.openings = Some(Openings {
                file: "book.epd".into(),
                format: BookFormat::Epd,
                order: BookOrder::Sequential,
                plies: None,
                start: 1,
                policy: OpeningPolicy::Round,
            });
        }));
        assert!(games.iter().all(|game| game.opening == u64::from(game.round - 1)));
    }

    #[test]
    fn more_rounds_do_not_change_the_earlier_ones() {
        let short = games(&config(3, |config| config.rounds = 2));
        let long = games(&config(3, |config| config.rounds = 5));
        assert_eq!(short, long[..short.len()]);
    }
}
