// SPDX-License-Identifier: GPL-3.0-or-later
//! What books and tablebases know about a position.

use crate::host::Host;
use crate::protocol::{Code, Line, Place, Refusal};
use formats::book::Page;
use search::Wdl;
use serde_json::{Value, json};

/// A line of best play ends here at the latest.
const LONGEST: usize = 100;

/// The answer to `book.moves`.
///
/// # Errors
/// If there is no book.
pub fn book(host: &Host, place: &Place) -> Result<Page, Refusal> {
    let Some(book) = &host.book else {
        return Err(Refusal::new(Code::NoBook, "the server was started without a book"));
    };
    Ok(book.page(&place.game, |position, m| place.pen.uci(position, m)))
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

/// The answer to `tb.probe`. It may read from disk.
///
/// # Errors
/// If there are no tables, or they do not know the position.
pub fn tablebase(host: &Host, place: &Place) -> Result<Value, Refusal> {
    let none = |message: String| Refusal::new(Code::NoTablebase, message);
    let Some(tables) = &host.tablebases else {
        return Err(none("the server was started without tablebases".into()));
    };
    let (game, pen) = (&place.game, place.pen);
    let position = game.position();
    let answer = tables.answer(game, true, LONGEST).map_err(|error| none(error.to_string()))?;
    let moves = answer.moves.iter().map(|verdict| {
        json!({
            "uci": pen.uci(position, verdict.mv),
            "san": position.san(verdict.mv),
            "outcome": word(verdict.outcome),
            "dtz": verdict.dtz,
            "mates": verdict.mates,
            "zeroes": position.after(verdict.mv).halfmove_clock() == 0,
        })
    });
    let unknown = answer.unknown.iter().map(|(m, _)| pen.uci(position, *m));
    Ok(json!({
        "fen": position.fen(),
        "outcome": word(answer.outcome),
        "dtz": answer.dtz.map(|dtz| dtz.plies),
        "moves": moves.collect::<Vec<_>>(),
        "unknown": unknown.collect::<Vec<_>>(),
        "line": Line::of(pen, game, &answer.line),
    }))
}
