// SPDX-License-Identifier: GPL-3.0-or-later
//! The 960 starting arrays.

use crate::{Color, Piece, Position, Role, Setup, Square};

/// The pieces of the first rank in Scharnagl's numbering; 518 is standard chess.
fn array(number: u16) -> [Role; 8] {
    // Which two of the five places left after bishops and queen the knights take.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let number = usize::from(number) % 960;
    let mut rank: [Option<Role>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number / 4 % 4 * 2] = Some(Role::Bishop);
    let free = |rank: &[Option<Role>; 8], nth: usize| {
        (0..8).filter(|&file| rank[file].is_none()).nth(nth).unwrap_or(0)
    };
    let queen = free(&rank, number / 16 % 6);
    rank[queen] = Some(Role::Queen);
    let (first, second) = KNIGHTS[number / 96];
    let (first, second) = (free(&rank, first), free(&rank, second));
    rank[first] = Some(Role::Knight);
    rank[second] = Some(Role::Knight);
    let mut rest = [Role::Rook, Role::King, Role::Rook].into_iter();
    rank.map(|role| role.or_else(|| rest.next()).unwrap_or(Role::Rook))
}

impl Position {
    /// A starting position of Chess960 by its number, 0 to 959 (higher numbers
    /// count on from 0).
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert_eq!(Position::chess960(518), Position::startpos());
    /// assert!(Position::chess960(0).fen().starts_with("bbqnnrkr/"));
    /// ```
    pub fn chess960(number: u16) -> Position {
        Position::double_chess960(number, number)
    }

    /// A starting position with a different array for each side.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::double_chess960(518, 0);
    /// assert!(position.fen().starts_with("bbqnnrkr/"));
    /// assert!(position.fen().contains("/RNBQKBNR "));
    /// ```
    pub fn double_chess960(white: u16, black: u16) -> Position {
        let mut setup = Setup { castling: "KQkq".to_owned(), ..Setup::empty() };
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            for (file, role) in array(number).into_iter().enumerate() {
                let mut put = |rank, role| {
                    let square = Square::new(file, color.relative_rank(rank));
                    setup.pieces[square.index()] = Some(Piece::new(color, role));
                };
                put(0, role);
                put(1, Role::Pawn);
            }
        }
        match setup.position() {
            Ok(position) => position,
            Err(error) => unreachable!("every array is a legal position: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_arrays_differ_and_keep_the_rules() {
        let mut seen = HashSet::new();
        for number in 0..960 {
            let array = array(number);
            assert!(seen.insert(array));
            let places = |role| (0..8).filter(|&f| array[f] == role).collect::<Vec<_>>();
            let (rooks, king) = (places(Role::Rook), places(Role::King)[0]);
            assert!(rooks[0] < king && king < rooks[1]);
            let bishops = places(Role::Bishop);
            assert_ne!(bishops[0] % 2, bishops[1] % 2);
            assert!(Position::chess960(number).is_ok());
        }
    }
}
