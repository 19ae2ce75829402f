// SPDX-License-Identifier: GPL-3.0-or-later
//! A pawn on the seventh rank that holds the draw against a queen.

use chess::{Color, Position, Role};

use super::side_view::{SideView, square};
use super::{Concept, ConceptFound};

/// The highest rank, as the pawn's side counts from 0, from which the queen's king comes too late.
const FAR: usize = 2;

/// King and rook's pawn on the seventh rank against king and queen: the king stands beside
/// the pawn on the last two ranks, the enemy king is at least four ranks away, nobody is in
/// check, and the king uncovers no line of its queen.
/// The queen can't win the pawn, and whenever she shuts in the king it is stalemate.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, side);
    let pawn = view.own.first()?;
    let queens = position.pieces(!side, Role::Queen);
    if position.occupied().count() != 4 || queens.count() != 1 || position.in_check() {
        return None;
    }
    let rook_pawn = matches!(pawn.file(), 0 | 7) && pawn.rank() == 6;
    let beside = view.king.file() != pawn.file();
    let near = view.king.distance(pawn) == 1 && view.king.rank() >= 6 && beside;
    let far = view.enemy_king.rank() <= FAR;
    // No check behind the king's back.
    let queen = square(side, queens.first()?);
    let files = queen.file().abs_diff(view.enemy_king.file());
    let ranks = queen.rank().abs_diff(view.enemy_king.rank());
    let clear = files != 0 && ranks != 0 && files != ranks;
    (rook_pawn && near && far && clear).then(|| {
        let squares = view.real(&[pawn, view.king]);
        ConceptFound::new(Concept::QueenAgainstPawn, side, squares)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn stalemate_saves_the_rook_pawn() {
        let fen = "8/8/5K2/8/4Q3/8/pk6/8 w - - 0 1";
        assert_eq!(found(fen, Concept::QueenAgainstPawn).unwrap().side, Color::Black);
        let near = "8/8/8/8/4Q3/3K4/pk6/8 w - - 0 1";
        assert_eq!(found(near, Concept::QueenAgainstPawn), None);
        let knight_pawn = "8/8/6K1/4Q3/8/8/1pk5/8 w - - 0 1";
        assert_eq!(found(knight_pawn, Concept::QueenAgainstPawn), None);
    }
}
