// SPDX-License-Identifier: GPL-3.0-or-later
//! The game on paper: PGN with what each move took, and what the engine thought (T11).

use super::session::{End, Session};
use arena::options::PgnComments;
use arena::record::move_comment;
use chess::Color;
use formats::pgn::{self, GameResult, PlayedMove, Record, Remark};
use journal::Timestamp;

/// The result as PGN knows it.
pub fn result(end: Option<End>) -> GameResult {
    end.map_or(GameResult::Unknown, |end| GameResult::won_by(end.winner()))
}

/// The game as PGN text.
pub fn pgn(session: &Session) -> Vec<u8> {
    let mut record = Record::new(*session.game.start());
    record.result = result(session.end);
    let moment = Timestamp::of(session.began);
    for (name, value) in [
        ("Event", "Casual game".to_owned()),
        ("Date", moment.pgn_date()),
        ("Time", moment.time_of_day()),
        ("White", session.name(Color::White).to_owned()),
        ("Black", session.name(Color::Black).to_owned()),
    ] {
        record.set_tag(name, value);
    }
    if let Some(control) = session.setup.control {
        record.set_tag("TimeControl", control.to_string());
    }
    if let Some(end) = session.end {
        let normal = !matches!(end, End::Time(..));
        record.set_tag("Termination", if normal { "normal" } else { "time forfeit" });
    }
    for ((position, &mv), note) in
        session.game.positions().iter().zip(session.game.moves()).zip(&session.notes)
    {
        let text = move_comment(position, mv, note, &PgnComments::default());
        let remark = Remark { clock: note.left, text, ..Remark::default() };
        record.moves.push(PlayedMove { comment: Some(remark.to_string()), ..mv.into() });
    }
    if let (Some(end), Some(last)) = (session.end, record.moves.last_mut()) {
        let said = last.comment.take().unwrap_or_default();
        last.comment = Some(format!("{said}, {}", end.words()));
    }
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = pgn::write(&record, &mut text);
    text
}
