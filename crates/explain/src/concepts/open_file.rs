// SPDX-License-Identifier: GPL-3.0-or-later
//! A file that only one side can use.

use chess::{Bitboard, Color, Position, Role, Square};

use super::{Concept, ConceptFound};

/// A rook on a file without pawns, with no enemy rook or queen on it, that can go to its sixth
/// rank or further without being taken for less.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let heavy = position.pieces(!side, Role::Rook) | position.pieces(!side, Role::Queen);
    if heavy.is_empty() {
        return None;
    }
    let found = position.pieces(side, Role::Rook).into_iter().find_map(|rook| {
        let file = Bitboard::FILES[rook.file()];
        if (position.by_role(Role::Pawn) & file).any() || (heavy & file).any() {
            return None;
        }
        let entry = (position.attacks_from(rook) & file & !position.by_color(side))
            .into_iter()
            .filter(|&square| side.relative_rank(square.rank()) >= 5)
            .find(|&square| is_entry(position, side, square))?;
        Some(vec![rook, entry])
    })?;
    Some(ConceptFound::new(Concept::OpenFile, side, found))
}

/// No enemy piece attacks it.
fn is_entry(position: &Position, side: Color, square: Square) -> bool {
    (position.attackers_to(square, position.occupied()) & position.by_color(!side)).is_empty()
        && !position.by_color(!side).contains(square)
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn an_entry_square() {
        let fen = "r5k1/pp3ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1";
        let file = found(fen, Concept::OpenFile).unwrap();
        assert_eq!((file.side, file.squares[0]), (Color::White, Square::D1));
        let shared = "3r2k1/pp3ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1";
        assert_eq!(found(shared, Concept::OpenFile), None);
    }
}
