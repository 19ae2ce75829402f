// SPDX-License-Identifier: GPL-3.0-or-later
//! Which bots are challenged when nobody challenges us.

use std::collections::BTreeMap;

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
    /// Minutes without a game before the next challenge; one at least.
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
    /// Whether those that may not challenge us are not challenged either.
    pub include_challenge_block_list: bool,
    /// Other plans by name, each with what is different in it: for each challenge, the plan above
    /// or one of these by chance.
    pub overrides: BTreeMap<String, MatchmakingOverride>,
}

/// What another plan changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the same as in `Matchmaking`")]
pub struct MatchmakingOverride {
    pub challenge_variant: Option<Vec<VariantName>>,
    pub challenge_initial_time: Option<Vec<u64>>,
    pub challenge_increment: Option<Vec<u64>>,
    pub challenge_days: Option<Vec<u64>>,
    pub opponent_min_rating: Option<i64>,
    pub opponent_max_rating: Option<i64>,
    pub opponent_rating_difference: Option<i64>,
    pub rating_preference: Option<RatingPreference>,
    pub challenge_mode: Option<ChallengeMode>,
}

impl Matchmaking {
    /// The plan with these changes.
    #[must_use]
    pub fn with(&self, changes: &MatchmakingOverride) -> Matchmaking {
        fn set<T: Clone>(place: &mut T, value: &Option<T>) {
            if let Some(value) = value {
                place.clone_from(value);
            }
        }
        let mut plan = self.clone();
        set(&mut plan.challenge_variant, &changes.challenge_variant);
        set(&mut plan.challenge_initial_time, &changes.challenge_initial_time);
        set(&mut plan.challenge_increment, &changes.challenge_increment);
        set(&mut plan.challenge_days, &changes.challenge_days);
        set(&mut plan.opponent_min_rating, &changes.opponent_min_rating);
        set(&mut plan.opponent_max_rating, &changes.opponent_max_rating);
        if changes.opponent_rating_difference.is_some() {
            plan.opponent_rating_difference = changes.opponent_rating_difference;
        }
        set(&mut plan.rating_preference, &changes.rating_preference);
        set(&mut plan.challenge_mode, &changes.challenge_mode);
        plan
    }
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
            include_challenge_block_list: true,
            overrides: BTreeMap::new(),
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
