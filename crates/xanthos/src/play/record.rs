// SPDX-License-Identifier: GPL-3.0-or-later
//! The game as PGN, with what each move took and what the engine thought.

use super::session::Session;
use chess::Color;
use journal::Timestamp;
use play::{CommentFields, GameRecord, pgn_text};

/// The game as PGN text.
pub fn pgn(session: &Session) -> Vec<u8> {
    let mut record = GameRecord {
        game: &session.game,
        opening_moves: 0,
        moves: &session.moves,
        names: Color::ALL.map(|color| session.name(color)),
        controls: [session.setup.control; 2],
        chess960: !session.setup.start.is_standard_castling(),
        date: Timestamp::of(session.began).pgn_date(),
        over: session.over.as_ref(),
    }
    .to_pgn(Some(&CommentFields { clock: true, ..CommentFields::default() }));
    record.set_tag("Event", "Casual game");
    record.set_tag("Time", Timestamp::of(session.began).time_of_day());
    if let Some(over) = &session.over {
        record.set_tag("Termination", over.termination());
    }
    pgn_text(&record)
}
