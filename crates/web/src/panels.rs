// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves of the opening book, and results of the tablebases.

use crate::host::Host;
use crate::protocol::{Place, Refusal, RefusalCode, Variation};
use formats::book::{BookPage, library};
use search::Wdl;
use serde::Serialize;

/// A line of best play ends here at the latest.
const LONGEST: usize = 100;

/// The answer to `book.moves`.
///
/// # Errors
/// If there is no book.
pub fn book(host: &Host, place: &Place) -> Result<BookPage, Refusal> {
    let Some(book) = host.book.as_ref().or(library()) else {
        return Err(Refusal::new(
            RefusalCode::NoBook,
            "no opening book: start the server with --book FILE",
        ));
    };
    Ok(book.page(&place.game, |position, m| place.notation.uci(position, m)))
}

fn word(outcome: Wdl) -> &'static str {
    match outcome {
        Wdl::Win => "win",
        Wdl::CursedWin => "cursed_win",
        Wdl::Draw => "draw",
        Wdl::BlessedLoss => "blessed_loss",
        Wdl::Loss => "loss",
    }
}

/// What tablebases know about a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TablebaseProbe {
    fen: String,
    /// For the side to move: `win`, `cursed_win`, `draw`, `blessed_loss`, `loss`.
    outcome: &'static str,
    /// Plies to the next capture or pawn move on the way.
    dtz: Option<i32>,
    /// The best first.
    moves: Vec<TablebaseMove>,
    /// Moves whose tables are missing.
    unknown: Vec<String>,
    /// Best play for both sides.
    line: Variation,
}

/// A legal move and its result.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TablebaseMove {
    uci: String,
    san: String,
    outcome: &'static str,
    dtz: Option<i32>,
    mates: bool,
    /// Whether it is a capture or a pawn move.
    zeroes: bool,
}

/// The answer to `tb.probe`. It may read from disk.
///
/// # Errors
/// If there are no tables, or they do not know the position.
pub fn tablebase(host: &Host, place: &Place) -> Result<TablebaseProbe, Refusal> {
    let none = |message: String| Refusal::new(RefusalCode::NoTablebase, message);
    let Some(tables) = &host.tablebases else {
        return Err(none("no tablebase: start the server with --syzygy FOLDER".into()));
    };
    let (game, notation) = (&place.game, place.notation);
    let position = game.position();
    let answer = tables.answer(game, true, LONGEST).map_err(|error| none(error.to_string()))?;
    let moves = answer.moves.iter().map(|verdict| TablebaseMove {
        uci: notation.uci(position, verdict.mv),
        san: position.san(verdict.mv),
        outcome: word(verdict.outcome),
        dtz: verdict.dtz,
        mates: verdict.mates,
        zeroes: position.after(verdict.mv).halfmove_clock() == 0,
    });
    let unknown = answer.unknown.iter().map(|(m, _)| notation.uci(position, *m));
    Ok(TablebaseProbe {
        fen: position.fen(),
        outcome: word(answer.outcome),
        dtz: answer.dtz.map(|dtz| dtz.plies),
        moves: moves.collect(),
        unknown: unknown.collect(),
        line: Variation::of(notation, game, &answer.line),
    })
}
