// SPDX-License-Identifier: GPL-3.0-or-later
//! The game record: moves with what they took and what was thought, as PGN.

use std::time::{Duration, Instant};

use chess::Game;
use formats::pgn::{self, GameResult, PlayedMove, Remark};

use crate::comment::{CommentFields, move_comment};
use crate::referee::GameOver;
use crate::reply::{Pondered, Thinking};
use crate::time_control::TimeControl;

/// What is known about a move that was played.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MoveRecord {
    /// When the question entered the engine's pipe, if the player has one.
    pub began: Option<Instant>,
    /// Time used.
    pub elapsed: Duration,
    /// Time left afterwards, if time is counted.
    pub left: Option<Duration>,
    /// What the player thought, from its own point of view.
    pub thinking: Thinking,
    /// Whether it came from a book.
    pub book: bool,
    /// Whether the player had thought on the opponent's time.
    pub pondered: Pondered,
}

/// A game with everything that its PGN says.
#[derive(Debug)]
pub struct GameRecord<'a> {
    /// The opening and all moves.
    pub game: &'a Game,
    /// Moves of the opening, which nobody chose.
    pub opening_moves: usize,
    /// One entry for every move after the opening.
    pub moves: &'a [MoveRecord],
    /// Names of White and Black.
    pub names: [&'a str; 2],
    /// Time controls of White and Black.
    pub controls: [Option<TimeControl>; 2],
    /// Whether it is a game of Chess960.
    pub chess960: bool,
    /// When it began, as `2026.11.16`.
    pub date: String,
    /// How it ended.
    pub over: Option<&'a GameOver>,
}

impl GameRecord<'_> {
    /// The game as PGN, without tags of its event. `None` leaves comments out.
    pub fn to_pgn(&self, comments: Option<&CommentFields>) -> pgn::Record {
        let mut record = pgn::Record::new(*self.game.start());
        record.result = self.over.map_or(GameResult::Unknown, |over| over.result);
        record.set_tag("Date", self.date.clone());
        for (tag, name) in ["White", "Black"].into_iter().zip(self.names) {
            record.set_tag(tag, name);
        }
        if self.chess960 {
            record.set_tag("Variant", "Chess960");
        }
        let controls = self.controls.map(|control| control.map(|control| control.to_string()));
        set_controls(&mut record, controls);
        self.add_moves(&mut record, comments);
        record
    }

    fn add_moves(&self, record: &mut pgn::Record, comments: Option<&CommentFields>) {
        for (index, (position, &mv)) in
            self.game.positions().iter().zip(self.game.moves()).enumerate()
        {
            let mut played = PlayedMove::from(mv);
            if let Some(fields) = comments {
                let known = index.checked_sub(self.opening_moves).and_then(|n| self.moves.get(n));
                played.comment = Some(match known {
                    Some(known) => {
                        let text = move_comment(position, mv, known, fields);
                        // Behind the text, whose beginning other programs look at.
                        match known.left.filter(|_| fields.clock) {
                            Some(left) => {
                                let clock = Some(left);
                                format!("{text} {}", Remark { clock, ..Remark::default() })
                            }
                            None => text,
                        }
                    }
                    None => "book".to_owned(),
                });
            }
            record.moves.push(played);
        }
        if let (Some(over), Some(_)) = (self.over, comments) {
            // Last words: why it ended. Braces would end the comment, and details of a
            // failure may hold anything.
            let reason: String =
                over.reason.replace(['{', '}'], "").chars().filter(|c| !c.is_control()).collect();
            let last =
                record.moves.last_mut().map_or(&mut record.comment, |played| &mut played.comment);
            *last = Some(match last.take() {
                Some(comment) => format!("{comment}, {reason}"),
                None => reason,
            });
        }
    }
}

/// Sets `TimeControl`, or one tag for each side where they differ.
pub fn set_controls(record: &mut pgn::Record, controls: [Option<String>; 2]) {
    match controls {
        [Some(white), Some(black)] if white == black => record.set_tag("TimeControl", white),
        controls => {
            for (tag, control) in ["WhiteTimeControl", "BlackTimeControl"].into_iter().zip(controls)
            {
                if let Some(control) = control {
                    record.set_tag(tag, control);
                }
            }
        }
    }
}

/// The text of a PGN, an empty line at its end included.
pub fn pgn_text(record: &pgn::Record) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing to memory can't fail.
    let _ = pgn::write(record, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Color;
    use search::Score;

    #[test]
    fn moves_carry_clock_score_time_and_expected_reply() {
        let mut game = Game::default();
        for san in ["e4", "e5"] {
            game.play(game.position().parse_san(san).unwrap());
        }
        let thinking = Thinking {
            score: Some(Score::Cp(-31)),
            depth: Some(12),
            pv: ["e5", "Nf3"].map(str::to_owned).to_vec(),
            ..Thinking::default()
        };
        let moves = [
            MoveRecord { elapsed: Duration::from_millis(2100), ..MoveRecord::default() },
            MoveRecord {
                elapsed: Duration::from_millis(900),
                left: Some(Duration::from_secs(299)),
                thinking,
                ..MoveRecord::default()
            },
        ];
        let over = GameOver::resignation(Color::White);
        let record = GameRecord {
            game: &game,
            opening_moves: 0,
            moves: &moves,
            names: ["Ada", "Xanthos"],
            controls: [TimeControl::from_minutes("5+2.5"); 2],
            chess960: false,
            date: "2001.09.09".to_owned(),
            over: Some(&over),
        };
        let fields = CommentFields { clock: true, ..CommentFields::default() };
        let text = String::from_utf8(pgn_text(&record.to_pgn(Some(&fields)))).unwrap();
        for line in [
            "[Date \"2001.09.09\"]",
            "[White \"Ada\"]",
            "[Result \"0-1\"]",
            "[TimeControl \"300+2.5\"]",
            "1. e4 {2.100s} 1... e5 {-0.31/12 0.900s (Nf3) [%clk 0:04:59], White resigns}",
        ] {
            assert!(text.replace('\n', " ").contains(line), "{line} is not in\n{text}");
        }
        let bare = String::from_utf8(pgn_text(&record.to_pgn(None))).unwrap();
        assert!(bare.contains("\n1. e4 e5 0-1\n"), "{bare}");
    }

    #[test]
    fn different_time_controls_have_a_tag_each() {
        let mut record = pgn::Record::new(chess::Position::startpos());
        set_controls(&mut record, [Some("60".into()), None]);
        assert_eq!(record.tag("WhiteTimeControl"), Some("60"));
        assert_eq!((record.tag("TimeControl"), record.tag("BlackTimeControl")), (None, None));
    }
}
