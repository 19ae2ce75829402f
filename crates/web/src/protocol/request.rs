// SPDX-License-Identifier: GPL-3.0-or-later
//! Every request of a page.

use super::{At, Refusal, RefusalCode, Start};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A request and the number that its answer carries.
#[derive(Debug)]
pub struct Envelope {
    /// Chosen by the page.
    pub id: u64,
    /// What it wants.
    pub request: Request,
}

impl Envelope {
    /// Reads a frame. A refusal comes with the number of the request if it has one.
    ///
    /// # Errors
    /// If it is not JSON, or not a request.
    pub fn read(text: &str) -> Result<Envelope, (Option<u64>, Refusal)> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| (None, Refusal::new(RefusalCode::BadJson, error.to_string())))?;
        if !value.is_object() {
            return Err((None, Refusal::new(RefusalCode::BadJson, "a message is a JSON object")));
        }
        let Some(id) = value.get("id").and_then(Value::as_u64) else {
            let message = "a request has an id, a number not below 0";
            return Err((None, Refusal::new(RefusalCode::BadMessage, message).at("id")));
        };
        match Request::deserialize(value) {
            Ok(request) => Ok(Envelope { id, request }),
            Err(error) => Err((Some(id), Refusal::new(RefusalCode::BadMessage, error.to_string()))),
        }
    }
}

/// Everything that a page may ask for.
#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[allow(missing_docs, reason = "docs/web-protocol.md describes each one")]
pub enum Request {
    #[serde(rename = "hello")]
    Hello {},
    #[serde(rename = "ping")]
    Ping {},
    #[serde(rename = "position")]
    Position {
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        at: At,
    },

    #[serde(rename = "play.new")]
    PlayNew(PlaySetup),
    #[serde(rename = "play.resume")]
    PlayResume {
        game: String,
        /// The last state that the page has, if the server has forgotten the game.
        #[cfg_attr(test, ts(as = "Option<crate::table::StoredState>"))]
        state: Option<Value>,
    },
    #[serde(rename = "play.move")]
    PlayMove {
        game: String,
        #[serde(rename = "move")]
        mv: String,
        ply: Option<usize>,
    },
    #[serde(rename = "play.takeback")]
    PlayTakeback { game: String },
    #[serde(rename = "play.resign")]
    PlayResign { game: String },
    #[serde(rename = "play.draw")]
    PlayDraw { game: String },
    #[serde(rename = "play.go")]
    PlayGo { game: String },
    #[serde(rename = "play.hint")]
    PlayHint { game: String },
    #[serde(rename = "play.pgn")]
    PlayPgn { game: String },
    #[serde(rename = "play.leave")]
    PlayLeave { game: String },

    #[serde(rename = "analyse.start")]
    AnalyseStart {
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        at: At,
        lines: Option<usize>,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<super::typescript::OptionValues>", optional))]
        options: Map<String, Value>,
        #[serde(default)]
        limit: Option<AnalyseLimit>,
        threads: Option<usize>,
        hash_mib: Option<usize>,
    },
    #[serde(rename = "analyse.stop")]
    AnalyseStop {},

    #[serde(rename = "understand.ledger")]
    Ledger {
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        at: At,
    },
    #[serde(rename = "understand.explain")]
    Explain {
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        at: At,
        #[serde(rename = "move")]
        mv: Option<String>,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        against: Vec<String>,
        effort: Option<EffortChoice>,
        lines: Option<usize>,
    },
    #[serde(rename = "understand.searches")]
    CompareSearches {
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        at: At,
        effort: Option<EffortChoice>,
    },

    #[serde(rename = "book.moves")]
    BookMoves {
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        at: At,
    },
    #[serde(rename = "tb.probe")]
    TbProbe {
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        at: At,
    },

    #[serde(rename = "watch.start")]
    WatchStart(WatchSetup),
    #[serde(rename = "watch.pause")]
    WatchPause { watch: String },
    #[serde(rename = "watch.continue")]
    WatchContinue { watch: String },
    #[serde(rename = "watch.stop")]
    WatchStop { watch: String },
    #[serde(rename = "watch.pgn")]
    WatchPgn { watch: String },

    #[serde(rename = "report.start")]
    ReportStart { pgn: String, effort: Option<EffortChoice> },
    #[serde(rename = "report.stop")]
    ReportStop {},
    #[serde(rename = "report.export")]
    ReportExport {
        report: Option<u64>,
        format: ReportFormat,
        /// The reports themselves, if the server has forgotten them.
        #[cfg_attr(test, ts(as = "Option<Vec<analyse::Report>>"))]
        data: Option<Value>,
    },

    #[serde(rename = "pgn.read")]
    PgnRead { pgn: String },
    #[serde(rename = "pgn.find")]
    PgnFind {
        /// Each the text of one game.
        games: Vec<String>,
        at: At,
    },
    #[serde(rename = "pgn.write")]
    PgnWrite {
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        tags: Vec<(String, String)>,
        start: Option<String>,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        chess960: bool,
        result: Option<String>,
        comment: Option<String>,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        line: Vec<TreeMove>,
    },
}

/// The formats of a saved report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub enum ReportFormat {
    Html,
    Pgn,
    Json,
}

/// A new game against the engine.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct PlaySetup {
    /// Who the person is.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub you: You,
    /// The opponent.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub engine: EngineChoice,
    /// Where the game begins.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub start: Start,
    /// The clocks, if there are any.
    pub clock: Option<PlayClock>,
    /// What each move of the engine may cost.
    pub limit: Option<MoveLimit>,
    /// The person's name.
    pub name: Option<String>,
}

/// The side of the person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum You {
    #[default]
    White,
    Black,
    Random,
}

/// Our engine, as it is to play.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct EngineChoice {
    /// Options by name.
    #[cfg_attr(test, ts(as = "Option<super::typescript::OptionValues>", optional))]
    pub options: Map<String, Value>,
    /// Whether it may play from the server's book.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub book: bool,
    /// Whether it thinks on the person's time; only at full strength.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub ponder: bool,
}

/// A clock for both, or one for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PlayClock {
    /// Person and engine.
    Each {
        /// The person's.
        you: TimeControlMs,
        /// The engine's.
        engine: TimeControlMs,
    },
    /// The same for both.
    Both(TimeControlMs),
}

/// The rule of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct TimeControlMs {
    /// Time at the start.
    pub base_ms: u64,
    /// Time added for each move.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub inc_ms: u64,
    /// The base is given again after so many moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
}

/// What one move of an engine may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct MoveLimit {
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// Where an analysis ends by itself.
pub type AnalyseLimit = MoveLimit;

/// How long an explanation or a report searches.
pub type EffortChoice = MoveLimit;

/// A game between two engines.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct WatchSetup {
    /// White.
    pub white: PlayerChoice,
    /// Black.
    pub black: PlayerChoice,
    /// Where the game begins.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub start: Start,
    /// Moves that are played already.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub moves: Vec<String>,
    /// The clocks, if there are any.
    #[serde(default)]
    pub clock: Option<WatchClock>,
    /// What each move may cost.
    #[serde(default)]
    pub limit: Option<MoveLimit>,
    /// The pause between two moves, which costs no clock time, for those who watch.
    #[serde(default)]
    pub pause_ms: Option<u64>,
}

/// The clocks of two engines.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct WatchClock {
    /// The rule.
    #[serde(flatten)]
    pub control: TimeControlMs,
    /// Where a game that goes on stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<TimeLeft>,
}

/// Where two clocks stand.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimeLeft {
    /// White's.
    pub white_ms: u64,
    /// Black's.
    pub black_ms: u64,
}

/// An engine that plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PlayerChoice {
    /// Ours.
    Xanthos(EngineChoice),
    /// One that the command line allows.
    Engine {
        /// Its name there.
        name: String,
        /// UCI options.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<super::typescript::OptionValues>", optional))]
        options: Map<String, Value>,
    },
}

/// A move of a game that is to be written, with what is said about it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct TreeMove {
    /// The move, by one of three names.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// As UCI.
    pub uci: Option<String>,
    /// As SAN.
    pub san: Option<String>,
    /// Annotation glyphs.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub nags: Vec<u8>,
    /// Words behind it.
    pub comment: Option<String>,
    /// Words before it.
    pub before: Option<String>,
    /// What could have been played instead.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub variations: Vec<Vec<TreeMove>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_once() {
        let text = r#"{"id":4,"type":"play.new","you":"black","engine":{"options":{"UCI_Elo":900}},
            "clock":{"base_ms":1000,"inc_ms":10},"limit":null,"unknown":1}"#;
        let Envelope { id: 4, request: Request::PlayNew(setup) } = Envelope::read(text).unwrap()
        else {
            panic!("another request")
        };
        assert_eq!(setup.you, You::Black);
        assert!(matches!(setup.clock, Some(PlayClock::Both(TimeControlMs { base_ms: 1000, .. }))));

        let text = r#"{"id":1,"type":"watch.start","white":{"kind":"xanthos"},
            "black":{"kind":"engine","name":"fish"},"clock":{"base_ms":5,"left":{"white_ms":1,"black_ms":2}}}"#;
        let Request::WatchStart(setup) = Envelope::read(text).unwrap().request else {
            panic!("another request")
        };
        assert!(matches!(setup.black, PlayerChoice::Engine { .. }));
        assert_eq!(setup.clock.unwrap().left.unwrap().black_ms, 2);
    }

    #[test]
    fn what_is_no_request_is_refused_with_its_number() {
        let refused = |text| {
            let (id, refusal) = Envelope::read(text).unwrap_err();
            (id, refusal.code)
        };
        assert_eq!(refused("{"), (None, RefusalCode::BadJson));
        assert_eq!(refused("[1]"), (None, RefusalCode::BadJson));
        assert_eq!(refused(r#"{"type":"hello"}"#), (None, RefusalCode::BadMessage));
        assert_eq!(refused(r#"{"id":-1,"type":"hello"}"#), (None, RefusalCode::BadMessage));
        assert_eq!(refused(r#"{"id":7,"type":"fly"}"#), (Some(7), RefusalCode::BadMessage));
        assert_eq!(refused(r#"{"id":7,"type":"play.move"}"#), (Some(7), RefusalCode::BadMessage));
    }
}
