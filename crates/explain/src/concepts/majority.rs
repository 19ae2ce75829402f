// SPDX-License-Identifier: GPL-3.0-or-later
//! More pawns on one wing.

use chess::{Bitboard, Color, Position, Role, Square};

use super::{Concept, ConceptFound};

/// More pawns than the opponent on the queenside (files a to c), none of them doubled, with the
/// enemy king on the other wing, queens gone and no passed pawn of the side yet.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let wing = Bitboard::FILES[0] | Bitboard::FILES[1] | Bitboard::FILES[2];
    let count = |color| position.pieces(color, Role::Pawn) & wing;
    let (own, enemy) = (count(side), count(!side));
    let doubled = (0..3).any(|file| (own & Bitboard::FILES[file]).count() >= 2);
    let far = position.king(!side).file() >= 5;
    let queens = position.by_role(Role::Queen).any();
    let passed = position
        .pieces(side, Role::Pawn)
        .into_iter()
        .any(|pawn| crate::plan::is_passed(position, side, pawn));
    let pawns: Vec<Square> = own.into_iter().collect();
    (own.count() > enemy.count() && enemy.any() && !doubled && far && !queens && !passed)
        .then(|| ConceptFound::new(Concept::Majority, side, pawns))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn three_against_two() {
        let fen = "6k1/pp2pppp/8/8/8/8/PPP2PPP/6K1 w - - 0 1";
        assert_eq!(found(fen, Concept::Majority).unwrap().side, Color::White);
        assert_eq!(found("6k1/ppp2ppp/8/8/8/8/PPP2PPP/6K1 w - - 0 1", Concept::Majority), None);
    }
}
