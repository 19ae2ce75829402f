// SPDX-License-Identifier: GPL-3.0-or-later
//! Which challenges are accepted.

use serde::{Deserialize, Serialize};

/// The rules for incoming challenges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Challenges {
    /// Games at a time.
    pub concurrency: usize,
    /// How many of these are kept for people: bots get the others only.
    pub games_reserved_for_humans: usize,
    /// Which waiting challenge is next: the strongest challenger, or the first who came.
    pub sort_by: SortBy,
    /// Whose challenges go before others'.
    pub preference: Preference,
    /// Whether bots may challenge.
    pub accept_bot: bool,
    /// Whether nobody else may.
    pub only_bot: bool,
    /// Seconds for each move: at most,
    pub max_increment: u64,
    /// and at least.
    pub min_increment: u64,
    /// Seconds for the game: at most,
    pub max_base: u64,
    /// and at least.
    pub min_base: u64,
    /// Days for a move of correspondence: at most,
    pub max_days: u64,
    /// and at least.
    pub min_days: u64,
    /// Ratings of challengers: at least,
    pub min_rating: Option<i64>,
    /// and at most;
    pub max_rating: Option<i64>,
    /// and so close to our own for that kind of game.
    pub rating_difference: Option<i64>,
    /// Whether bots must give an increment in bullet games.
    pub bullet_requires_increment: bool,
    /// Which chess.
    pub variants: Vec<VariantName>,
    /// How fast.
    pub time_controls: Vec<Speed>,
    /// Rated, casual or both.
    pub modes: Vec<Mode>,
    /// Who may not challenge.
    pub block_list: Vec<String>,
    /// If anybody is named, nobody else may.
    pub allow_list: Vec<String>,
    /// Games at a time against the same opponent.
    pub max_simultaneous_games_per_user: usize,
    /// Games that the same bot may begin within `recent_bot_challenge_age`; 0 for no limit.
    pub max_recent_bot_challenges: usize,
    /// Seconds.
    pub recent_bot_challenge_age: u64,
    /// Games in 24 hours against the same opponent; 0 for no limit.
    pub max_daily_games_per_user: usize,
    /// Games in 24 hours against bots, and against all; 0 for no limit. Lichess lets bots play
    /// 100 games a day among themselves.
    pub max_daily_bot_games: usize,
    /// Games in 24 hours; 0 for no limit.
    pub max_daily_games: usize,
    /// How many challenges wait for a free place; more are declined with `later`.
    pub max_waiting: usize,
}

impl Default for Challenges {
    fn default() -> Challenges {
        Challenges {
            concurrency: 1,
            games_reserved_for_humans: 0,
            sort_by: SortBy::default(),
            preference: Preference::default(),
            accept_bot: true,
            only_bot: false,
            max_increment: 60,
            min_increment: 0,
            max_base: 3600,
            min_base: 30,
            max_days: 14,
            min_days: 1,
            min_rating: None,
            max_rating: None,
            rating_difference: None,
            bullet_requires_increment: false,
            variants: VariantName::ALL.to_vec(),
            time_controls: vec![Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical],
            modes: vec![Mode::Casual, Mode::Rated],
            block_list: Vec::new(),
            allow_list: Vec::new(),
            max_simultaneous_games_per_user: 2,
            max_recent_bot_challenges: 0,
            recent_bot_challenge_age: 60,
            max_daily_games_per_user: 0,
            max_daily_bot_games: 100,
            max_daily_games: 0,
            max_waiting: 10,
        }
    }
}

/// Which waiting challenge is next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SortBy {
    /// The one of the strongest challenger.
    #[default]
    Best,
    /// The one that came first.
    First,
}

/// Whose challenges go before others'.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preference {
    /// Nobody's.
    #[default]
    None,
    /// Those of people.
    Human,
    /// Those of bots.
    Bot,
}

/// Whether a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It does not.
    Casual,
    /// It does.
    Rated,
}

/// The kinds of chess that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VariantName {
    /// The usual one.
    Standard,
    /// With a shuffled first rank.
    Chess960,
    /// From a given position.
    FromPosition,
}

impl VariantName {
    /// All of them.
    pub const ALL: [VariantName; 3] =
        [VariantName::Standard, VariantName::Chess960, VariantName::FromPosition];

    /// As lichess calls it.
    pub fn key(self) -> &'static str {
        match self {
            VariantName::Standard => "standard",
            VariantName::Chess960 => "chess960",
            VariantName::FromPosition => "fromPosition",
        }
    }
}

/// How fast a game is, in lichess's words. A clock's estimate is its base and 40 increments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Speed {
    /// Below 30 seconds.
    UltraBullet,
    /// Below 3 minutes.
    Bullet,
    /// Below 8 minutes.
    Blitz,
    /// Below 25 minutes.
    Rapid,
    /// With a clock.
    Classical,
    /// With days, or without any limit.
    Correspondence,
}

impl Speed {
    /// All of them.
    pub const ALL: [Speed; 6] = [
        Speed::UltraBullet,
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// As lichess calls it.
    pub fn key(self) -> &'static str {
        match self {
            Speed::UltraBullet => "ultraBullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// The speed of a clock.
    pub fn of_clock(base: u64, increment: u64) -> Speed {
        match base.saturating_add(increment.saturating_mul(40)) {
            0..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            _ => Speed::Classical,
        }
    }
}
