// SPDX-License-Identifier: GPL-3.0-or-later
//! What the server offers, and the legal moves of a position.

use crate::analyse::MOST_LINES;
use crate::choice::{self, EngineOption};
use crate::host::Host;
use crate::protocol::{BoardState, MESSAGE_BYTES, MoveAndFen, Outcome, PROTOCOL, Place, dests};
use engine::Persona;
use engine::options::{Id, Kind, find};
use formats::book::library;
use formats::trie::OpeningName;
use serde::Serialize;
use std::collections::BTreeMap;

/// What the server offers.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    protocol: u32,
    /// Changes when the server is restarted.
    boot: String,
    server: ServerVersion,
    evaluations: Vec<EvaluationInfo>,
    searches: Vec<Named>,
    /// The engines of the papers.
    personas: Vec<PersonaInfo>,
    elo: Option<EloRange>,
    /// Options that a page may set.
    options: Vec<EngineOption>,
    /// Other engines, allowed on the command line.
    engines: Vec<Named>,
    book: Option<BookInfo>,
    tablebase: Option<TablebaseInfo>,
    threads: usize,
    limits: ServerLimits,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ServerVersion {
    name: &'static str,
    version: &'static str,
}

/// A way to evaluate positions.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct EvaluationInfo {
    name: &'static str,
    description: &'static str,
    /// Whether it can say what a position's value is made of.
    explains: bool,
    /// Whether the option `Style` changes it.
    style: bool,
}

/// An engine of the papers, set by the option `Persona`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PersonaInfo {
    name: &'static str,
    description: String,
    /// The options that it sets, and their values.
    settings: BTreeMap<&'static str, String>,
    /// Its rating among the engines of the papers, as docs/ratings.md has it: `28 ±96`.
    rating: Option<String>,
}

/// The rating list of the papers' engines is in this document and nowhere else.
const RATINGS: &str = include_str!("../../../docs/ratings.md");

/// The measured rating of a persona, with its margin.
fn rating(name: &str) -> Option<String> {
    let list = RATINGS.lines().skip_while(|line| !line.starts_with("| # | persona |"));
    let mut rows = list.take_while(|line| line.starts_with('|'));
    let row = rows.find(|row| row.split('|').nth(2).is_some_and(|cell| cell.trim() == name))?;
    let mut cells = row.split('|').skip(3).map(str::trim);
    let (elo, margin) = (cells.next()?, cells.next()?);
    let counted = margin.parse::<u32>().is_ok() && !elo.contains(' ');
    Some(if counted { format!("{elo} ±{margin}") } else { elo.to_owned() })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Named {
    name: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct EloRange {
    min: i64,
    max: i64,
    default: i64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BookInfo {
    name: String,
    /// `polyglot` or `trie`.
    kind: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TablebaseInfo {
    /// The most pieces, kings and pawns included.
    pieces: u32,
}

/// How much a page may ask for.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ServerLimits {
    message_bytes: usize,
    lines: usize,
    /// The most memory that an analysis can ask for; of threads it is all.
    hash_mib: usize,
    analyses: usize,
    games: usize,
    watches: usize,
    pgn_games: usize,
}

/// The answer to `hello`.
pub fn hello(host: &Host) -> Hello {
    let searches = match find("Search").map(|option| option.kind) {
        Some(Kind::Combo { choices, .. }) => choices.to_vec(),
        _ => vec!["alphabeta"],
    };
    let elo = match Id::Elo.option().kind {
        Kind::Spin { default, min, max } => Some(EloRange { min, max, default }),
        _ => None,
    };
    let engines = host.config.engines.iter().map(|engine| Named { name: engine.name.clone() });
    let book = host.book.as_ref().or(library());
    let limits = host.config.limits;
    Hello {
        protocol: PROTOCOL,
        boot: host.boot.clone(),
        server: ServerVersion { name: "Xanthos", version: env!("CARGO_PKG_VERSION") },
        evaluations: engine::Evaluation::ALL.iter().map(evaluation).collect(),
        searches: searches.into_iter().map(|name| Named { name: name.to_owned() }).collect(),
        personas: Persona::ALL
            .iter()
            .filter(|one| **one != Persona::XANTHOS)
            .map(persona)
            .collect(),
        elo,
        options: choice::offered(),
        engines: engines.collect(),
        book: book.map(|book| BookInfo { name: book.file_name(), kind: book.kind().name() }),
        tablebase: host
            .tablebases
            .as_ref()
            .map(|tables| TablebaseInfo { pieces: search::Tablebase::max_pieces(tables.as_ref()) }),
        threads: host.pool.threads(),
        limits: ServerLimits {
            message_bytes: MESSAGE_BYTES,
            lines: MOST_LINES,
            hash_mib: host.hash.most(),
            analyses: limits.analyses,
            games: limits.games,
            watches: limits.watches,
            pgn_games: limits.pgn_games,
        },
    }
}

fn evaluation(kind: &engine::Evaluation) -> EvaluationInfo {
    EvaluationInfo {
        name: kind.name(),
        description: kind.description(),
        explains: !matches!(kind, engine::Evaluation::Nnue | engine::Evaluation::Cnn),
        style: kind.has_style(),
    }
}

fn persona(persona: &Persona) -> PersonaInfo {
    let mut description = format!("Evaluation: {}", persona.evaluation.description());
    if persona.method == engine::Method::Documented {
        description += &format!("; search: {}", persona.features);
    }
    PersonaInfo {
        name: persona.name,
        description,
        settings: persona.settings().into_iter().collect(),
        rating: rating(persona.name),
    }
}

/// A position and its legal moves.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionInfo {
    start: String,
    chess960: bool,
    moves: Vec<MoveAndFen>,
    #[serde(flatten)]
    board: BoardState,
    dests: BTreeMap<String, Vec<String>>,
    legal: Vec<LegalMove>,
    outcome: Option<Outcome>,
    opening: Option<OpeningName>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct LegalMove {
    uci: String,
    san: String,
}

/// The answer to `position`.
pub fn position(host: &Host, place: &Place) -> PositionInfo {
    let Place { game, notation } = place;
    let here = game.position();
    let played = game.moves().iter().zip(game.positions()).zip(game.positions().iter().skip(1));
    let moves = played.map(|((&m, before), after)| MoveAndFen {
        uci: notation.uci(before, m),
        san: before.san(m),
        fen: after.fen(),
    });
    let legal = here.legal_moves();
    let legal = legal.iter().map(|&m| LegalMove { uci: notation.uci(here, m), san: here.san(m) });
    PositionInfo {
        start: game.start().fen(),
        chess960: notation.chess960,
        moves: moves.collect(),
        board: BoardState::of(game),
        dests: dests(*notation, here),
        legal: legal.collect(),
        outcome: play::GameOver::by_rules(game).as_ref().map(Outcome::of),
        opening: host.book.as_ref().or(library()).and_then(|book| book.opening(game)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_come_from_the_document() {
        for persona in Persona::ALL {
            let found = rating(persona.name);
            let text = found.as_deref().unwrap_or_default();
            let first = text.trim_start_matches('\u{2212}').chars().next();
            assert!(first.is_some_and(|c| c.is_ascii_digit()), "{persona}: {found:?}");
        }
        assert_eq!(rating("nobody"), None);
    }
}
