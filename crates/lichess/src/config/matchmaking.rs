// SPDX-License-Identifier: GPL-3.0-or-later
//! Which bots are challenged when nobody challenges us.

use serde::{Deserialize, Serialize};

use super::challenge::VariantName;

/// The rules for challenges that the bot makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Matchmaking {
    /// Whether it makes any.
    pub allow_matchmaking: bool,
    /// Also while games run, if places are free.
    pub allow_during_games: bool,
    /// Minutes without a game before the next challenge.
    pub challenge_timeout: f64,
    /// Which chess; one of them by chance.
    pub challenge_variant: Vec<VariantName>,
    /// Seconds for the game; one of them by chance.
    pub challenge_initial_time: Vec<u64>,
    /// Seconds for each move; one of them by chance.
    pub challenge_increment: Vec<u64>,
    /// Days for each move; if any are given, half of the challenges are for days.
    pub challenge_days: Vec<u64>,
    /// Ratings of opponents: at least,
    pub opponent_min_rating: i64,
    /// and at most;
    pub opponent_max_rating: i64,
    /// and so close to our own.
    pub opponent_rating_difference: Option<i64>,
    /// Whether stronger or weaker opponents are chosen more often.
    pub rating_preference: RatingPreference,
    /// Rated, casual, or one of them by chance.
    pub challenge_mode: ChallengeMode,
    /// What a declined challenge means for the next ones to the same bot.
    pub challenge_filter: ChallengeFilter,
    /// Seconds until a challenge without an answer is taken back.
    pub answer_time: f64,
    /// Bots that are never challenged.
    pub block_list: Vec<String>,
}

impl Default for Matchmaking {
    fn default() -> Matchmaking {
        Matchmaking {
            allow_matchmaking: false,
            allow_during_games: false,
            challenge_timeout: 30.0,
            challenge_variant: vec![VariantName::Standard],
            challenge_initial_time: vec![60, 180],
            challenge_increment: vec![1, 2],
            challenge_days: Vec::new(),
            opponent_min_rating: 600,
            opponent_max_rating: 4000,
            opponent_rating_difference: Some(300),
            rating_preference: RatingPreference::default(),
            challenge_mode: ChallengeMode::default(),
            challenge_filter: ChallengeFilter::default(),
            answer_time: 25.0,
            block_list: Vec::new(),
        }
    }
}

/// Whether stronger or weaker opponents are chosen more often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatingPreference {
    /// All alike.
    #[default]
    None,
    /// The strong.
    High,
    /// The weak.
    Low,
}

/// Whether games count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeMode {
    /// By chance.
    #[default]
    Random,
    /// They do.
    Rated,
    /// They do not.
    Casual,
}

/// What a declined challenge means for the next ones to the same bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeFilter {
    /// Nothing but a longer pause.
    None,
    /// No more challenges to it.
    Coarse,
    /// No more of the kind that it declined.
    #[default]
    Fine,
}
