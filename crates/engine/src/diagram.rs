// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions drawn for people.
//!
//! ```
//! use xanthos_engine::diagram::Diagram;
//! let position = chess::Position::startpos();
//! let text = Diagram::new(&position).to_string();
//! assert!(text.starts_with("+---+---+---+---+---+---+---+---+\n| r | n | b | q |"));
//! ```

use chess::{Color, Piece, Position, Role, Square};
use std::fmt;

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// FEN letters: they work everywhere.
    Letters,
    /// The chess characters of Unicode.
    Figurines,
}

/// A position that knows how it wants to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    glyphs: Glyphs,
    flipped: bool,
    coloured: bool,
}

/// Terminal colours of light and dark squares, and of the side with the move's king in check.
const LIGHT: &str = "\x1b[48;5;180m";
const DARK: &str = "\x1b[48;5;137m";
const CHECKED: &str = "\x1b[48;5;167m";
const WHITE_PIECE: &str = "\x1b[38;5;231;1m";
const BLACK_PIECE: &str = "\x1b[38;5;16;1m";
const RESET: &str = "\x1b[0m";

impl<'a> Diagram<'a> {
    /// Letters in a frame, seen from White.
    pub fn new(position: &'a Position) -> Diagram<'a> {
        Diagram { position, glyphs: Glyphs::Letters, flipped: false, coloured: false }
    }

    /// With these pieces.
    pub fn glyphs(self, glyphs: Glyphs) -> Diagram<'a> {
        Diagram { glyphs, ..self }
    }

    /// Seen from Black.
    pub fn flipped(self, flipped: bool) -> Diagram<'a> {
        Diagram { flipped, ..self }
    }

    /// With coloured squares instead of a frame, for terminals that know ANSI colours.
    pub fn coloured(self, coloured: bool) -> Diagram<'a> {
        Diagram { coloured, ..self }
    }

    fn square(&self, row: usize, column: usize) -> Square {
        if self.flipped { Square::new(7 - column, row) } else { Square::new(column, 7 - row) }
    }

    fn rank_name(&self, row: usize) -> usize {
        if self.flipped { row + 1 } else { 8 - row }
    }

    fn file_names(&self, between: &str) -> String {
        let mut names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        if self.flipped {
            names.reverse();
        }
        names.join(between)
    }

    fn glyph(&self, piece: Option<Piece>) -> char {
        match (piece, self.glyphs) {
            (None, _) => ' ',
            (Some(piece), Glyphs::Letters) => piece.letter(),
            // On coloured squares the colour of the ink tells the side, and the
            // filled shapes are the ones that can be seen.
            (Some(piece), Glyphs::Figurines) if self.coloured => {
                figurine(piece.role(), Color::Black)
            }
            (Some(piece), Glyphs::Figurines) => figurine(piece.role(), piece.color()),
        }
    }

    fn draw_framed(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const RULE: &str = "+---+---+---+---+---+---+---+---+";
        writeln!(f, "{RULE}")?;
        for row in 0..8 {
            for column in 0..8 {
                write!(f, "| {} ", self.glyph(self.position.piece_on(self.square(row, column))))?;
            }
            writeln!(f, "| {}\n{RULE}", self.rank_name(row))?;
        }
        write!(f, "  {}", self.file_names("   "))
    }

    fn draw_coloured(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_danger = self.position.in_check().then(|| self.position.king(self.position.turn()));
        for row in 0..8 {
            write!(f, "{} ", self.rank_name(row))?;
            for column in 0..8 {
                let square = self.square(row, column);
                let piece = self.position.piece_on(square);
                let ground = if Some(square) == in_danger {
                    CHECKED
                } else if (square.file() + square.rank()).is_multiple_of(2) {
                    DARK
                } else {
                    LIGHT
                };
                let ink = match piece.map(Piece::color) {
                    Some(Color::White) => WHITE_PIECE,
                    _ => BLACK_PIECE,
                };
                write!(f, "{ground}{ink} {} ", self.glyph(piece))?;
            }
            writeln!(f, "{RESET}")?;
        }
        write!(f, "   {}", self.file_names("  "))
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.coloured { self.draw_coloured(f) } else { self.draw_framed(f) }
    }
}

fn figurine(role: Role, color: Color) -> char {
    let (white, black) = match role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    if color == Color::White { white } else { black }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flipped_board_reads_from_h1_to_a8() {
        let position = Position::from_fen("k7/8/8/8/8/8/8/7K w - - 0 1").unwrap();
        let upright = Diagram::new(&position).to_string();
        let flipped = Diagram::new(&position).flipped(true).to_string();
        assert!(upright.lines().nth(1).unwrap().starts_with("| k |"));
        assert!(flipped.lines().nth(1).unwrap().starts_with("| K |"));
        assert!(flipped.lines().last().unwrap().contains('h'));
        assert_eq!(upright.lines().count(), 18);
    }

    #[test]
    fn figurines_and_colours_show_every_piece() {
        let position = Position::startpos();
        let plain = Diagram::new(&position).glyphs(Glyphs::Figurines).to_string();
        assert_eq!(plain.matches('♙').count(), 8);
        let coloured = Diagram::new(&position).glyphs(Glyphs::Figurines).coloured(true).to_string();
        assert_eq!(coloured.matches('♟').count(), 16);
        assert_eq!(coloured.matches(RESET).count(), 8);
    }
}
