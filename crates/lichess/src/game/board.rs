// SPDX-License-Identifier: GPL-3.0-or-later
//! The game as the server tells it: its first position and its moves.

use chess::{Color, Game, Move, Position};

use crate::api::model::GameFull;

/// A game on our side of the wire.
#[derive(Clone, Debug)]
pub struct Board {
    /// The position with its history.
    pub game: Game,
    /// Whether castling is written as king takes rook.
    castles_as_960: bool,
    /// The moves as the server wrote them.
    text: Vec<String>,
}

/// What a list of moves says, compared with what was known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing new.
    Same,
    /// So many moves more.
    Forward(usize),
    /// Moves are missing or others: taken back, or the line is older than what we know.
    Back,
    /// A move that can't be played here.
    Wrong(String),
}

impl Board {
    /// The first position of a game.
    ///
    /// # Errors
    /// In words, if it can't be read.
    pub fn new(full: &GameFull) -> Result<Board, String> {
        let start = match full.initial_fen.as_str() {
            "" | "startpos" => Position::startpos(),
            fen => Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?,
        };
        let castles_as_960 = full.variant.key == "chess960" || !start.is_standard_castling();
        Ok(Board { game: Game::new(start), castles_as_960, text: Vec::new() })
    }

    /// Takes the moves of a line over, if they go on from what is known.
    pub fn update(&mut self, moves: &str) -> Change {
        let told: Vec<&str> = moves.split_ascii_whitespace().collect();
        let known = self.text.len();
        if told.len() < known || self.text.iter().zip(&told).any(|(a, b)| a != b) {
            return Change::Back;
        }
        let mut game = self.game.clone();
        for text in &told[known..] {
            match game.position().parse_uci(text) {
                Ok(mv) => game.play(mv),
                Err(error) => return Change::Wrong(error.to_string()),
            }
        }
        self.game = game;
        self.text.extend(told[known..].iter().map(|&text| text.to_owned()));
        match told.len() - known {
            0 => Change::Same,
            more => Change::Forward(more),
        }
    }

    /// Half-moves made.
    pub fn ply(&self) -> usize {
        self.text.len()
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// A move as the server wants it.
    pub fn uci(&self, mv: Move) -> String {
        let position = self.game.position();
        let text = if self.castles_as_960 { position.uci960(mv) } else { position.uci(mv) };
        text.to_string()
    }

    /// Whether it is Chess960.
    pub fn is_chess960(&self) -> bool {
        self.castles_as_960
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::model::Variant;

    fn board(variant: &str, fen: &str) -> Board {
        let full = GameFull {
            variant: Variant { key: variant.into() },
            initial_fen: fen.into(),
            ..GameFull::default()
        };
        Board::new(&full).unwrap()
    }

    #[test]
    fn moves_are_taken_over_and_older_lines_are_noticed() {
        let mut board = board("standard", "startpos");
        assert_eq!(board.update("e2e4 e7e5"), Change::Forward(2));
        assert_eq!(board.update("e2e4 e7e5"), Change::Same);
        assert_eq!(board.update("e2e4"), Change::Back);
        assert_eq!(board.update("e2e4 e7e6 g1f3"), Change::Back);
        assert!(matches!(board.update("e2e4 e7e5 e1g1"), Change::Wrong(_)));
        assert_eq!((board.ply(), board.turn()), (2, Color::White), "nothing has changed");
    }

    #[test]
    fn castling_is_written_as_the_variant_wants_it() {
        let ready = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (variant, text) in [("standard", "e1g1"), ("chess960", "e1h1")] {
            let mut board = board(variant, ready);
            let mv = board.game.position().parse_san("O-O").unwrap();
            assert_eq!(board.uci(mv), text);
            for told in ["e1g1", "e1h1"] {
                let mut board = board.clone();
                assert_eq!(board.update(told), Change::Forward(1), "both are understood");
            }
            assert_eq!(board.update(text), Change::Forward(1));
        }
    }
}
