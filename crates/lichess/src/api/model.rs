// SPDX-License-Identifier: GPL-3.0-or-later
//! What lichess says, as far as the bot needs it. Fields that are not there have their usual
//! value and unknown ones are ignored: the server may learn new words at any time.

use serde::Deserialize;

/// A line of the event stream.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum AccountEvent {
    /// A game runs, since now or since before the stream was opened.
    GameStart {
        /// Which.
        game: GameInfo,
    },
    /// A game is over.
    GameFinish {
        /// Which.
        game: GameInfo,
    },
    /// A challenge, to us or by us.
    Challenge {
        /// It.
        challenge: Challenge,
    },
    /// The challenger has changed its mind.
    ChallengeCanceled {
        /// Which.
        challenge: Challenge,
    },
    /// Our challenge was declined.
    ChallengeDeclined {
        /// Which.
        challenge: Challenge,
    },
    /// Something new.
    #[serde(other)]
    Unknown,
}

/// What the event stream and `/api/account/playing` tell about a game.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GameInfo {
    /// Its id.
    pub game_id: String,
    /// The same under its older name.
    pub id: String,
    /// `bullet`, `correspondence` …
    pub speed: String,
    /// Whether we are to move.
    pub is_my_turn: bool,
    /// Who sits opposite.
    pub opponent: GameOpponent,
    /// Whether programs may play it.
    pub compat: Compat,
}

/// Which interfaces a game can be played with.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Compat {
    /// The one for bots.
    pub bot: bool,
}

impl Default for Compat {
    fn default() -> Compat {
        Compat { bot: true }
    }
}

impl GameInfo {
    /// Its id, under whichever name it came.
    pub fn key(&self) -> &str {
        if self.game_id.is_empty() { &self.id } else { &self.game_id }
    }

    /// Whether nobody waits for a move at once.
    pub fn is_correspondence(&self) -> bool {
        matches!(self.speed.as_str(), "correspondence" | "unlimited")
    }
}

/// The opponent in a [`GameInfo`].
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct GameOpponent {
    /// Its name.
    pub username: String,
}

/// A challenge.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Challenge {
    /// Its id; the game has the same.
    pub id: String,
    /// `created`, `offline`, `canceled`, `declined`, `accepted`.
    pub status: String,
    /// Who challenges.
    pub challenger: Option<User>,
    /// Who is challenged.
    pub dest_user: Option<User>,
    /// Which chess.
    pub variant: Variant,
    /// Whether it counts.
    pub rated: bool,
    /// `bullet` …
    pub speed: String,
    /// How long.
    pub time_control: TimeControl,
    /// The first position, if not the usual one.
    pub initial_fen: Option<String>,
    /// Why it was declined, for programs.
    pub decline_reason_key: Option<String>,
}

/// Somebody with an account.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct User {
    /// The name in small letters.
    pub id: String,
    /// The name as it is shown.
    #[serde(alias = "username")]
    pub name: String,
    /// `BOT`, `GM` …
    pub title: Option<String>,
    /// The rating for this kind of game.
    pub rating: Option<i64>,
}

impl User {
    /// Whether it is a bot.
    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some("BOT")
    }
}

/// A kind of chess.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Variant {
    /// `standard`, `chess960`, `fromPosition`, `atomic` …
    pub key: String,
}

impl Default for Variant {
    fn default() -> Variant {
        Variant { key: "standard".to_owned() }
    }
}

/// A time control, in seconds and days.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TimeControl {
    /// With a clock.
    Clock {
        /// For the game.
        limit: u64,
        /// For each move.
        increment: u64,
    },
    /// With days.
    Correspondence {
        /// For each move.
        #[serde(rename = "daysPerTurn")]
        days: u64,
    },
    /// Without.
    #[default]
    #[serde(other)]
    Unlimited,
}

/// A line of a game's stream.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum GameEvent {
    /// Everything; always the first line.
    GameFull(Box<GameFull>),
    /// Something has changed.
    GameState(GameState),
    /// Somebody said something.
    ChatLine(ChatLine),
    /// The opponent has left or come back.
    OpponentGone {
        /// Whether it is away.
        gone: bool,
        /// After how many seconds we may claim the win.
        #[serde(rename = "claimWinInSeconds", default)]
        claim_in: Option<u64>,
    },
    /// Something new.
    #[serde(other)]
    Unknown,
}

/// All about a game.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GameFull {
    /// Its id.
    pub id: String,
    /// Which chess.
    pub variant: Variant,
    /// The clock, in milliseconds; none in a correspondence game.
    pub clock: Option<ClockSetting>,
    /// `bullet` …
    pub speed: String,
    /// Whether it counts.
    pub rated: bool,
    /// When it began, in milliseconds since 1970.
    pub created_at: u64,
    /// White.
    pub white: Player,
    /// Black.
    pub black: Player,
    /// The first position: `startpos` or a FEN.
    pub initial_fen: String,
    /// How it stands.
    pub state: GameState,
    /// Days for each move, in a correspondence game.
    pub days_per_turn: Option<u64>,
    /// The tournament it belongs to.
    pub tournament_id: Option<String>,
}

/// A clock, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ClockSetting {
    /// For the game.
    pub initial: u64,
    /// For each move.
    pub increment: u64,
}

/// A player of a game.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Player {
    /// The name in small letters.
    pub id: Option<String>,
    /// The name as it is shown.
    pub name: Option<String>,
    /// `BOT` …
    pub title: Option<String>,
    /// The rating.
    pub rating: Option<i64>,
    /// Lichess's own engine at this level.
    pub ai_level: Option<u64>,
}

impl Player {
    /// How it is called.
    pub fn name(&self) -> String {
        match (&self.name, self.ai_level) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => format!("lichess AI level {level}"),
            (None, None) => "Anonymous".to_owned(),
        }
    }
}

/// How a game stands.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct GameState {
    /// All moves, in UCI notation.
    pub moves: String,
    /// White's time in milliseconds.
    pub wtime: u64,
    /// Black's.
    pub btime: u64,
    /// White's increment.
    pub winc: u64,
    /// Black's.
    pub binc: u64,
    /// `started`, or how it ended.
    pub status: String,
    /// Who won.
    pub winner: Option<String>,
    /// White offers a draw.
    pub wdraw: bool,
    /// Black does.
    pub bdraw: bool,
    /// White wants to take a move back.
    pub wtakeback: bool,
    /// Black does.
    pub btakeback: bool,
}

impl GameState {
    /// Whether the game goes on.
    pub fn is_running(&self) -> bool {
        matches!(self.status.as_str(), "created" | "started")
    }
}

/// A line of chat.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ChatLine {
    /// `player` or `spectator`.
    pub room: String,
    /// Who said it.
    pub username: String,
    /// What.
    pub text: String,
}

/// Our account.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Account {
    /// The name in small letters.
    pub id: String,
    /// The name as it is shown.
    pub username: String,
    /// `BOT`, hopefully.
    pub title: Option<String>,
    /// Ratings by kind of game.
    pub perfs: std::collections::BTreeMap<String, Perf>,
    /// Whether it broke the rules of the site.
    #[serde(rename = "tosViolation")]
    pub tos_violation: bool,
    /// Whether it was closed.
    pub disabled: bool,
}

/// A rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Perf {
    /// Games played.
    pub games: u64,
    /// The rating.
    pub rating: i64,
}

/// What a token is good for.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct TokenInfo {
    /// Names of what it allows, with commas between them.
    pub scopes: String,
    /// When it ends, in milliseconds since 1970; most do not.
    pub expires: Option<u64>,
}

/// The list of games that run.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Playing {
    /// Them.
    pub now_playing: Vec<GameInfo>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_of_every_time_control_are_read() {
        let read = |text: &str| serde_json::from_str::<AccountEvent>(text).unwrap();
        let clock = r#"{"type":"challenge","challenge":{"id":"H9fIRZUk","status":"created",
            "challenger":{"id":"bot1","name":"Bot1","rating":1500,"title":"BOT","online":true},
            "destUser":null,"variant":{"key":"chess960","short":"960"},"rated":true,"speed":"rapid",
            "timeControl":{"type":"clock","limit":600,"increment":5,"show":"10+5"},"color":"random"}}"#;
        let AccountEvent::Challenge { challenge } = read(clock) else { panic!() };
        assert_eq!(challenge.time_control, TimeControl::Clock { limit: 600, increment: 5 });
        assert!(challenge.challenger.unwrap().is_bot());
        for (text, control) in [
            (
                r#"{"type":"correspondence","daysPerTurn":3}"#,
                TimeControl::Correspondence { days: 3 },
            ),
            (r#"{"type":"unlimited"}"#, TimeControl::Unlimited),
            (r#"{"type":"hourglass"}"#, TimeControl::Unlimited),
        ] {
            assert_eq!(serde_json::from_str::<TimeControl>(text).unwrap(), control);
        }
        assert_eq!(read(r#"{"type":"somethingNew","a":[1]}"#), AccountEvent::Unknown);
    }

    #[test]
    fn a_null_is_like_nothing_where_a_value_may_be_missing() {
        let text = r#"{"type":"gameFull","id":"x","variant":{"key":"standard"},"clock":null,
            "speed":"correspondence","white":{"id":"a","name":"A","title":null,"rating":1},
            "black":{"aiLevel":3},"initialFen":"startpos","state":{"moves":"","status":"started"}}"#;
        let GameEvent::GameFull(full) = serde_json::from_str(text).unwrap() else { panic!() };
        assert_eq!((full.clock, full.black.name().as_str()), (None, "lichess AI level 3"));
        assert!(full.state.is_running());
    }
}
