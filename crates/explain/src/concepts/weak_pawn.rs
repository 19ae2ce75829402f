// SPDX-License-Identifier: GPL-3.0-or-later
//! Backward, isolated and doubled pawns.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

use super::{Concept, ConceptFound};

/// Files beside a file.
fn beside(file: usize) -> Bitboard {
    let left = if file > 0 { Bitboard::FILES[file - 1] } else { Bitboard::EMPTY };
    let right = if file < 7 { Bitboard::FILES[file + 1] } else { Bitboard::EMPTY };
    left | right
}

/// Can the enemy get at it along the file? No enemy pawn on it, and a rook or queen to use it.
fn is_exposed(position: &Position, side: Color, pawn: Square) -> bool {
    let file = Bitboard::FILES[pawn.file()];
    let heavy = position.pieces(!side, Role::Rook) | position.pieces(!side, Role::Queen);
    (position.pieces(!side, Role::Pawn) & file).is_empty() && heavy.any()
}

/// No own pawn beside or behind on the neighbouring files, though one is there, the square
/// ahead hit by an enemy pawn and free of pawns, the file half-open for the enemy.
pub fn backward(position: &Position, side: Color) -> Option<ConceptFound> {
    let (own, enemy) = (position.pieces(side, Role::Pawn), position.pieces(!side, Role::Pawn));
    let rank = |square: Square| side.relative_rank(square.rank());
    let step: i8 = if side == Color::White { 8 } else { -8 };
    let pawn = own.into_iter().find(|&pawn| {
        let neighbours = own & beside(pawn.file());
        let helped = neighbours.into_iter().any(|other| rank(other) <= rank(pawn));
        let Some(stop) = Bitboard::of(pawn).shift(step).first() else { return false };
        let hit = (attacks::pawn(side, stop) & enemy).any();
        neighbours.any()
            && !helped
            && hit
            && !own.contains(stop)
            && is_exposed(position, side, pawn)
    })?;
    Some(ConceptFound::new(Concept::BackwardPawn, side, vec![pawn]))
}

/// No own pawn on the neighbouring files, and the enemy can get at it along the file.
pub fn isolated(position: &Position, side: Color) -> Option<ConceptFound> {
    let own = position.pieces(side, Role::Pawn);
    let pawn = own.into_iter().find(|&pawn| {
        (own & beside(pawn.file())).is_empty()
            && is_exposed(position, side, pawn)
            && !crate::plan::is_passed(position, side, pawn)
    })?;
    Some(ConceptFound::new(Concept::IsolatedPawn, side, vec![pawn]))
}

/// Two pawns on a file without neighbours to guard them.
pub fn doubled(position: &Position, side: Color) -> Option<ConceptFound> {
    let own = position.pieces(side, Role::Pawn);
    let file = (0..8).find(|&file| {
        (own & Bitboard::FILES[file]).count() >= 2 && (own & beside(file)).is_empty()
    })?;
    let pawns: Vec<Square> = (own & Bitboard::FILES[file]).into_iter().collect();
    Some(ConceptFound::new(Concept::DoubledPawns, side, pawns))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn backward_isolated_and_doubled() {
        let sicilian = "r4rk1/1p3ppp/p2p4/4p3/4P3/8/PPP2PPP/R2R2K1 w - - 0 1";
        let weak = found(sicilian, Concept::BackwardPawn).unwrap();
        assert_eq!((weak.side, weak.squares[0]), (Color::Black, Square::D6));
        let helped = "r4rk1/1pp2ppp/p2p4/4p3/4P3/8/PPP2PPP/R2R2K1 w - - 0 1";
        assert_eq!(found(helped, Concept::BackwardPawn), None);
        let passed = "3r2k1/1p3ppp/8/8/8/3P4/PP3PPP/3R2K1 w - - 0 1";
        assert_eq!(found(passed, Concept::IsolatedPawn), None, "it is passed");
        let alone = "3r2k1/1pp2ppp/8/8/8/3P4/PP3PPP/3R2K1 w - - 0 1";
        assert!(found(alone, Concept::IsolatedPawn).is_some());
        let doubled = "6k1/pp3ppp/8/8/2P5/2P5/5PPP/6K1 w - - 0 1";
        let found_there = found(doubled, Concept::DoubledPawns).unwrap();
        assert_eq!(found_there.squares, [Square::C3, Square::C4]);
        let guarded = "6k1/pp3ppp/8/8/2P5/2PP4/5PPP/6K1 w - - 0 1";
        assert_eq!(found(guarded, Concept::DoubledPawns), None);
    }
}
