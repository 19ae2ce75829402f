// SPDX-License-Identifier: GPL-3.0-or-later
//! A game on paper.

use super::note::Note;
use crate::protocol::Outcome;
use chess::Game;
use formats::pgn::{self, GameResult, PlayedMove, Record};
use play::TimeControl;

/// Everything that a PGN says.
pub struct Sheet<'a> {
    pub game: &'a Game,
    pub notes: &'a [Note],
    pub names: [&'a str; 2],
    pub controls: [Option<TimeControl>; 2],
    pub outcome: Option<&'a Outcome>,
    /// As `2026-11-16T10:20:00Z`.
    pub started: &'a str,
    pub chess960: bool,
}

/// The game as PGN.
pub fn pgn(sheet: &Sheet) -> String {
    let mut record = Record::new(*sheet.game.start());
    let date = sheet.started.get(..10).unwrap_or("????.??.??").replace('-', ".");
    for (name, value) in [
        ("Event", "Game with Xanthos"),
        ("Site", "?"),
        ("Date", &date),
        ("Round", "-"),
        ("White", sheet.names[0]),
        ("Black", sheet.names[1]),
    ] {
        record.set_tag(name, value);
    }
    if sheet.chess960 {
        record.set_tag("Variant", "Chess960");
    }
    match sheet.controls.map(|control| control.map(|control| control.to_string())) {
        [Some(white), Some(black)] if white == black => record.set_tag("TimeControl", white),
        [white, black] => {
            for (name, control) in [("WhiteTimeControl", white), ("BlackTimeControl", black)] {
                if let Some(control) = control {
                    record.set_tag(name, control);
                }
            }
        }
    }
    let moves = sheet.game.moves().iter().zip(sheet.game.positions());
    for ((&m, before), note) in moves.zip(sheet.notes) {
        let comment = Some(note.comment(before.turn()));
        record.moves.push(PlayedMove { comment, ..PlayedMove::from(m) });
    }
    if let Some(outcome) = sheet.outcome {
        record.result = GameResult::parse(&outcome.result).unwrap_or_default();
        record.set_tag("Termination", outcome.text.clone());
    }
    let mut text = Vec::new();
    // Writing to memory can't fail.
    let _ = pgn::write(&record, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::note::Thoughts;
    use search::Score;

    #[test]
    fn a_game_on_paper() {
        let mut game = Game::default();
        for san in ["e4", "e5"] {
            game.play(game.position().parse_san(san).unwrap());
        }
        let thoughts = Thoughts {
            score: Some(Score::Cp(31)),
            depth: Some(12),
            line: vec!["Nf3".into()],
            ..Thoughts::default()
        };
        let notes = [
            Note { used_ms: 2100, ..Note::default() },
            Note { used_ms: 900, thoughts, ..Note::default() },
        ];
        let control = TimeControl::from_minutes("5+2.5");
        let outcome = Outcome::new(Some(chess::Color::Black), "resignation", "White resigns");
        let text = pgn(&Sheet {
            game: &game,
            notes: &notes,
            names: ["Ada", "Xanthos"],
            controls: [control; 2],
            outcome: Some(&outcome),
            started: "2026-11-16T10:20:00Z",
            chess960: false,
        });
        for line in [
            "[Date \"2026.11.16\"]",
            "[White \"Ada\"]",
            "[Result \"0-1\"]",
            "[TimeControl \"300+2.5\"]",
            "[Termination \"White resigns\"]",
            "1. e4 {2.100s} 1... e5 {-0.31/12 0.900s (Nf3)} 0-1",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}
