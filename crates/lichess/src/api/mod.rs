// SPDX-License-Identifier: GPL-3.0-or-later
//! The Bot API of lichess: one method for each request that the bot makes.

mod error;
mod gate;
mod http;
mod lines;
pub mod model;

use std::sync::Arc;
use std::time::Duration;

use journal::StopFlag;
use serde::de::DeserializeOwned;

pub use error::ApiError;
pub use gate::Gate;
pub use http::{Cutter, Http, Method, Stream};
pub use lines::Lines;
use model::{Account, Challenge, GameInfo, Playing, TokenInfo, User};

use crate::log::Log;
use crate::timing::Timing;
use crate::token::Token;

/// The rooms of a game's chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Room {
    /// For the two who play.
    Player,
    /// For those who watch.
    Spectator,
}

impl Room {
    /// As lichess calls it.
    pub fn name(self) -> &'static str {
        match self {
            Room::Player => "player",
            Room::Spectator => "spectator",
        }
    }
}

/// Why a challenge is declined, in the words of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the API's")]
pub enum Reason {
    Generic,
    Later,
    TooFast,
    TooSlow,
    TimeControl,
    Rated,
    Casual,
    Standard,
    Variant,
    NoBot,
    OnlyBot,
}

impl Reason {
    /// As the API spells it.
    pub fn key(self) -> &'static str {
        match self {
            Reason::Generic => "generic",
            Reason::Later => "later",
            Reason::TooFast => "tooFast",
            Reason::TooSlow => "tooSlow",
            Reason::TimeControl => "timeControl",
            Reason::Rated => "rated",
            Reason::Casual => "casual",
            Reason::Standard => "standard",
            Reason::Variant => "variant",
            Reason::NoBot => "noBot",
            Reason::OnlyBot => "onlyBot",
        }
    }
}

/// A challenge that we make.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// To whom.
    pub opponent: String,
    /// Whether it counts.
    pub rated: bool,
    /// Which chess.
    pub variant: String,
    /// Seconds for the game and for each move, or days for each move.
    pub time: OfferedTime,
}

/// The time of an [`Offer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferedTime {
    /// Seconds for the game and for each move.
    Clock(u64, u64),
    /// Days for each move.
    Days(u64),
}

/// The API with our token.
#[derive(Clone, Debug)]
pub struct Lichess {
    http: Http,
}

impl Lichess {
    /// The API at `base`.
    pub fn new(
        base: &str,
        token: Token,
        timing: Timing,
        gate: Gate,
        stop: StopFlag,
        log: Log,
    ) -> Lichess {
        let gate = Arc::new(gate);
        Lichess { http: Http::new(base, Some(token), timing, gate, stop, log) }
    }

    /// How long no request is made, because of a 429.
    pub fn silence(&self) -> Option<Duration> {
        self.http.silence()
    }

    /// Whether the bot is ending.
    pub fn is_stopped(&self) -> bool {
        self.http.is_stopped()
    }

    /// Says in each request whose bot this is.
    pub fn call_us(&self, name: &str) {
        self.http.call_us(name);
    }

    /// What the token is good for, if the server says so.
    pub fn token_info(&self) -> Result<TokenInfo, ApiError> {
        let text = self.http.ask(Method::TestToken, "/api/token/test")?;
        // One entry for each token asked about, under the token itself: it stays in here.
        let answer: std::collections::BTreeMap<String, Option<TokenInfo>> = read(&text)
            .map_err(|_| ApiError::Unreadable("what the server says of the token".to_owned()))?;
        let known = answer.into_values().next().flatten();
        known.ok_or_else(|| ApiError::NotAllowed {
            status: 401,
            message: "the server does not know this token".to_owned(),
        })
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ApiError> {
        read(&self.http.ask(Method::Get, path)?)
    }

    fn post(&self, path: &str, fields: &[(&str, String)]) -> Result<(), ApiError> {
        self.http.ask(Method::Post(fields), path).map(drop)
    }

    /// Who we are.
    pub fn account(&self) -> Result<Account, ApiError> {
        let account: Account = self.get("/api/account")?;
        if account.username.is_empty() {
            return Err(ApiError::Unreadable("an account without a name".to_owned()));
        }
        Ok(account)
    }

    /// Makes the account a bot, for ever.
    pub fn upgrade(&self) -> Result<(), ApiError> {
        self.post("/api/bot/account/upgrade", &[])
    }

    /// The games that run.
    pub fn playing(&self) -> Result<Vec<GameInfo>, ApiError> {
        Ok(self.get::<Playing>("/api/account/playing?nb=50")?.now_playing)
    }

    /// Everything that happens to the account.
    pub fn events(&self) -> Result<Stream, ApiError> {
        self.http.stream("/api/stream/event")
    }

    /// Everything that happens in a game.
    pub fn game(&self, id: &str) -> Result<Stream, ApiError> {
        self.http.stream(&format!("/api/bot/game/stream/{}", plain(id)))
    }

    /// Plays a move.
    pub fn play(&self, id: &str, uci: &str, offering_draw: bool) -> Result<(), ApiError> {
        let query = if offering_draw { "?offeringDraw=true" } else { "" };
        let path = format!("/api/bot/game/{}/move/{}{query}", plain(id), plain(uci));
        // A clock runs: better to ask soon how the game stands than to wait for an answer.
        self.http.ask_within(Method::Post(&[]), &path, self.http.move_patience()).map(drop)
    }

    /// Says something in a chat of a game.
    pub fn chat(&self, id: &str, room: Room, text: &str) -> Result<(), ApiError> {
        let fields = [("room", room.name().to_owned()), ("text", text.to_owned())];
        self.post(&format!("/api/bot/game/{}/chat", plain(id)), &fields)
    }

    /// Aborts a game that has not begun.
    pub fn abort(&self, id: &str) -> Result<(), ApiError> {
        self.post(&format!("/api/bot/game/{}/abort", plain(id)), &[])
    }

    /// Gives a game up.
    pub fn resign(&self, id: &str) -> Result<(), ApiError> {
        self.post(&format!("/api/bot/game/{}/resign", plain(id)), &[])
    }

    /// Answers the offer of a draw.
    pub fn answer_draw(&self, id: &str, accept: bool) -> Result<(), ApiError> {
        self.post(&format!("/api/bot/game/{}/draw/{}", plain(id), yes_no(accept)), &[])
    }

    /// Answers the wish to take a move back.
    pub fn answer_takeback(&self, id: &str, accept: bool) -> Result<(), ApiError> {
        self.post(&format!("/api/bot/game/{}/takeback/{}", plain(id), yes_no(accept)), &[])
    }

    /// Claims the win against an opponent who left.
    pub fn claim_victory(&self, id: &str) -> Result<(), ApiError> {
        self.post(&format!("/api/bot/game/{}/claim-victory", plain(id)), &[])
    }

    /// Accepts a challenge.
    pub fn accept(&self, id: &str) -> Result<(), ApiError> {
        self.post(&format!("/api/challenge/{}/accept", plain(id)), &[])
    }

    /// Declines a challenge.
    pub fn decline(&self, id: &str, reason: Reason) -> Result<(), ApiError> {
        let fields = [("reason", reason.key().to_owned())];
        self.post(&format!("/api/challenge/{}/decline", plain(id)), &fields)
    }

    /// Takes our challenge back.
    pub fn cancel(&self, id: &str) -> Result<(), ApiError> {
        self.post(&format!("/api/challenge/{}/cancel", plain(id)), &[])
    }

    /// Challenges somebody; the answer is the challenge's id.
    pub fn challenge(&self, offer: &Offer) -> Result<String, ApiError> {
        let mut fields =
            vec![("rated", offer.rated.to_string()), ("variant", offer.variant.clone())];
        match offer.time {
            OfferedTime::Clock(base, increment) => {
                fields.push(("clock.limit", base.to_string()));
                fields.push(("clock.increment", increment.to_string()));
            }
            OfferedTime::Days(days) => fields.push(("days", days.to_string())),
        }
        let path = format!("/api/challenge/{}", plain(&offer.opponent));
        let text = self.http.ask(Method::Post(&fields), &path)?;
        // The server has answered with the challenge inside and outside of an object.
        #[derive(serde::Deserialize)]
        struct Wrapped {
            challenge: Challenge,
        }
        let challenge = read::<Wrapped>(&text).map(|wrapped| wrapped.challenge);
        let challenge = challenge.or_else(|_| read::<Challenge>(&text))?;
        if challenge.id.is_empty() {
            return Err(ApiError::Unreadable("a challenge without an id".to_owned()));
        }
        Ok(challenge.id)
    }

    /// Bots that are online, with their ratings by kind of game.
    pub fn online_bots(&self) -> Result<Vec<Account>, ApiError> {
        let text = self.http.ask(Method::Get, "/api/bot/online?nb=512")?;
        // One line for each; a line that can't be read is one bot less.
        Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }
}

impl User {
    /// The key by which people are counted and blocked.
    pub fn key(&self) -> String {
        let name = if self.id.is_empty() { &self.name } else { &self.id };
        name.to_ascii_lowercase()
    }
}

fn yes_no(accept: bool) -> &'static str {
    if accept { "yes" } else { "no" }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|error| ApiError::Unreadable(error.to_string()))
}

/// Ids, moves and names are words: whatever else came over the wire does not become a path.
fn plain(word: &str) -> String {
    word.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_word_becomes_part_of_a_path() {
        assert_eq!(plain("../../account?x=1#"), "accountx1");
        assert_eq!(plain("Bot_Name-1"), "Bot_Name-1");
    }
}
