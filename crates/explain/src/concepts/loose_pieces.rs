// SPDX-License-Identifier: GPL-3.0-or-later
//! Pieces that nobody guards.

use chess::{Color, Position, Role, Square};

use super::{Concept, ConceptFound};

/// Two knights, bishops or rooks of a side without a guard, off its first rank, with the opponent
/// to move.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let pieces = position.by_color(side)
        & !position.by_role(Role::Pawn)
        & !position.by_role(Role::Queen)
        & !position.by_role(Role::King);
    if position.turn() == side {
        return None;
    }
    let loose: Vec<Square> = pieces
        .into_iter()
        .filter(|&piece| piece.rank() != side.home_rank())
        .filter(|&piece| {
            let guards =
                position.attackers_to(piece, position.occupied()) & position.by_color(side);
            guards.is_empty()
        })
        .collect();
    (loose.len() >= 2).then(|| ConceptFound::new(Concept::LoosePieces, side, loose))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn two_without_a_guard() {
        let fen = "6k1/5ppp/n7/7b/8/8/5PPP/3Q2K1 w - - 0 1";
        let loose = found(fen, Concept::LoosePieces).unwrap();
        assert_eq!(loose.squares, [Square::H5, Square::A6]);
        let one = "6k1/1p3ppp/n7/7b/8/8/5PPP/3Q2K1 w - - 0 1";
        assert_eq!(found(one, Concept::LoosePieces), None);
    }
}
