// SPDX-License-Identifier: GPL-3.0-or-later
//! What the server can do, for a page that asks; and what may be played in a position.

use crate::analyse::MOST_LINES;
use crate::choice;
use crate::host::Host;
use crate::protocol::{MESSAGE_BYTES, Outcome, PROTOCOL, Place, PlayedMove, Shown, dests};
use engine::options::{Id, Kind, find};
use formats::trie::Name;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The answer to `hello`.
pub fn hello(host: &Host) -> Value {
    let evaluations: Vec<Value> = engine::Evaluation::ALL.iter().map(evaluation).collect();
    let searches: Vec<Value> = match find("Search").map(|option| option.kind) {
        Some(Kind::Combo { choices, .. }) => {
            choices.iter().map(|name| json!({ "name": name })).collect()
        }
        _ => vec![json!({ "name": "alphabeta" })],
    };
    let elo = match Id::Elo.option().kind {
        Kind::Spin { default, min, max } => json!({ "min": min, "max": max, "default": default }),
        _ => Value::Null,
    };
    let engines: Vec<Value> =
        host.config.engines.iter().map(|engine| json!({ "name": engine.name })).collect();
    let book = host
        .book
        .as_ref()
        .map(|book| json!({ "name": book.file_name(), "kind": book.kind().name() }));
    let limits = host.config.limits;
    json!({
        "protocol": PROTOCOL,
        "boot": host.boot,
        "server": { "name": "Xanthos", "version": env!("CARGO_PKG_VERSION") },
        "evaluations": evaluations,
        "searches": searches,
        "elo": elo,
        "options": choice::described(),
        "engines": engines,
        "book": book,
        "tablebase": host.tablebases.as_ref().map(|tables| json!({ "men": search::Tablebase::max_pieces(tables) })),
        "threads": host.pool.threads(),
        "limits": {
            "message_bytes": MESSAGE_BYTES,
            "lines": MOST_LINES,
            "analyses": limits.analyses,
            "games": limits.games,
            "watches": limits.watches,
            "pgn_games": limits.pgn_games,
        },
    })
}

fn evaluation(kind: &engine::Evaluation) -> Value {
    let persona = kind.is_documented();
    json!({
        "name": kind.name(),
        "description": kind.description(),
        "explains": !matches!(kind, engine::Evaluation::Nnue | engine::Evaluation::Cnn),
        "style": kind.has_style(),
        "persona": persona,
    })
}

/// A position and what may be played in it.
#[derive(Serialize)]
pub struct Described {
    start: String,
    chess960: bool,
    moves: Vec<PlayedMove>,
    #[serde(flatten)]
    board: Shown,
    dests: BTreeMap<String, Vec<String>>,
    legal: Vec<LegalMove>,
    outcome: Option<Outcome>,
    opening: Option<Name>,
}

#[derive(Serialize)]
struct LegalMove {
    uci: String,
    san: String,
}

/// The answer to `position`.
pub fn position(host: &Host, place: &Place) -> Described {
    let Place { game, pen } = place;
    let here = game.position();
    let played = game.moves().iter().zip(game.positions()).zip(game.positions().iter().skip(1));
    let moves = played.map(|((&m, before), after)| PlayedMove {
        uci: pen.uci(before, m),
        san: before.san(m),
        fen: after.fen(),
    });
    let legal = here.legal_moves();
    let legal = legal.iter().map(|&m| LegalMove { uci: pen.uci(here, m), san: here.san(m) });
    Described {
        start: game.start().fen(),
        chess960: pen.chess960,
        moves: moves.collect(),
        board: Shown::of(game),
        dests: dests(*pen, here),
        legal: legal.collect(),
        outcome: play::GameOver::by_rules(game).as_ref().map(Outcome::of),
        opening: host.book.as_ref().and_then(|book| book.opening(game)),
    }
}
