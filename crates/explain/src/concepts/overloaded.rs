// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece with two duties.

use chess::{Bitboard, Color, Position, Role, Square};

use super::{Concept, ConceptFound};
use crate::exchange;
use crate::needed::without;

/// A piece without which two pieces of its side would be lost by captures on their squares, each
/// to another enemy piece, though neither is as it stands.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    if position.in_check() {
        return None;
    }
    let enemy = if position.turn() == side { position.after_null() } else { *position };
    let kings = position.by_role(Role::King);
    let wards = position.by_color(side) & !position.by_role(Role::Pawn) & !kings;
    let attacked = wards.into_iter().filter(|&ward| takers(&enemy, ward).any());
    let safe = attacked.filter(|&ward| exchange::best(&enemy, ward) == 0).collect::<Bitboard>();
    if safe.count() < 2 {
        return None;
    }
    (position.by_color(side) & !kings).into_iter().find_map(|guard| {
        let duties = position.attacks_from(guard) & safe;
        if duties.count() < 2 {
            return None;
        }
        let bare = without(&enemy, guard)?;
        let falls = |ward: &Square| {
            takers(&bare, *ward) == takers(&enemy, *ward) && exchange::best(&bare, *ward) > 0
        };
        let falling: Vec<Square> = duties.into_iter().filter(falls).collect();
        let [first, second, ..] = falling[..] else { return None };
        let apart = (takers(&enemy, first) | takers(&enemy, second)).count() >= 2;
        apart.then(|| ConceptFound::new(Concept::Overloaded, side, vec![guard, first, second]))
    })
}

/// Who can take on this square.
fn takers(position: &Position, square: Square) -> Bitboard {
    let legal = position.legal_moves();
    legal.iter().filter(|m| m.is_capture() && m.to() == square).map(|m| m.from()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn a_knight_that_guards_two_pieces() {
        // The rook looks at the bishop, the bishop at the knight on h5.
        let fen = "6k1/3b1p2/5n2/7n/8/5B2/5PPP/3R2K1 w - - 0 1";
        let over = found(fen, Concept::Overloaded).unwrap();
        assert_eq!((over.side, over.squares[0]), (Color::Black, Square::F6));
        // The king looks after one of them too.
        let shared = "4k3/3b1p2/5n2/7n/8/5B2/5PPP/3R2K1 w - - 0 1";
        assert_eq!(found(shared, Concept::Overloaded), None);
        // Nobody attacks the other one.
        let calm = "6k1/3b1p2/5n2/7n/8/2B5/5PPP/3R2K1 w - - 0 1";
        assert_eq!(found(calm, Concept::Overloaded), None);
    }
}
