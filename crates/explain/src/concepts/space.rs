// SPDX-License-Identifier: GPL-3.0-or-later
//! More room behind the pawns.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

use super::{Concept, ConceptFound};

/// Squares more than the opponent has.
const MORE: usize = 4;
/// Pieces of each side from which on room matters.
const MANY_PIECES: u32 = 5;

/// Squares on the files c to f and the ranks 2 to 4 that no enemy pawn attacks and no own pawn
/// stands on; those behind an own pawn count.
fn room(position: &Position, side: Color) -> usize {
    let own = position.pieces(side, Role::Pawn);
    let hit = position
        .pieces(!side, Role::Pawn)
        .into_iter()
        .fold(Bitboard::EMPTY, |set, pawn| set | attacks::pawn(!side, pawn));
    let rank = |square: Square| side.relative_rank(square.rank());
    let behind = |square: Square| {
        let file = own & Bitboard::FILES[square.file()];
        file.into_iter().any(|pawn| rank(pawn) > rank(square))
    };
    Square::ALL
        .into_iter()
        .filter(|&square| (2..=5).contains(&square.file()) && (1..=3).contains(&rank(square)))
        .filter(|&square| !own.contains(square) && !hit.contains(square) && behind(square))
        .count()
}

/// Four squares more than the opponent, with many pieces on the board.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let pieces = |color: Color| {
        let pieces = position.by_color(color) & !position.by_role(Role::Pawn);
        (pieces & !position.by_role(Role::King)).count()
    };
    let many = Color::ALL.iter().all(|&color| pieces(color) >= MANY_PIECES);
    let pawns: Vec<Square> = position
        .pieces(side, Role::Pawn)
        .into_iter()
        .filter(|pawn| (2..=5).contains(&pawn.file()) && side.relative_rank(pawn.rank()) >= 3)
        .collect();
    (many && !pawns.is_empty() && room(position, side) >= room(position, !side) + MORE)
        .then(|| ConceptFound::new(Concept::Space, side, pawns))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn a_cramped_opponent() {
        let fen = "r1bq1rk1/pppnppbp/3p1np1/3P4/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1";
        assert_eq!(found(fen, Concept::Space).unwrap().side, Color::White);
        assert_eq!(
            found("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Concept::Space),
            None
        );
    }
}
