// SPDX-License-Identifier: GPL-3.0-or-later
//! The game as PGN.

use super::actor::Table;
use chess::Color;
use play::{CommentFields, GameRecord, MoveRecord, pgn_text};

/// The game as PGN.
pub(super) fn pgn(table: &Table) -> String {
    let positions = table.game.positions().iter();
    let moves: Vec<MoveRecord> = table
        .played
        .iter()
        .zip(positions)
        .map(|(played_move, before)| played_move.record(before.turn()))
        .collect();
    let [white, black] = table.names();
    let over = table.outcome.as_ref().map(|outcome| outcome.game_over());
    let mut record = GameRecord {
        game: &table.game,
        opening_moves: 0,
        moves: &moves,
        names: [&white, &black],
        controls: Color::ALL.map(|side| table.clock.control(side)),
        chess960: table.notation.chess960,
        // As `2026-11-16T10:20:00Z`, maybe as a page remembers it.
        date: table.started.get(..10).unwrap_or("????.??.??").replace('-', "."),
        over: over.as_ref(),
    }
    .to_pgn(Some(&CommentFields { clock: true, ..CommentFields::default() }));
    for (tag, value) in [("Event", "Game with Xanthos"), ("Site", "?"), ("Round", "-")] {
        record.set_tag(tag, value);
    }
    if let Some(over) = &over {
        record.set_tag("Termination", over.termination());
    }
    String::from_utf8_lossy(&pgn_text(&record)).into_owned()
}
