// SPDX-License-Identifier: GPL-3.0-or-later
//! Outposts.

use chess::{Color, Position, Role, Square, attacks};

use super::{Concept, ConceptFound};

/// A knight or bishop on the fourth to sixth rank, guarded by a pawn, where no enemy pawn
/// can ever attack it.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let minors = position.pieces(side, Role::Knight) | position.pieces(side, Role::Bishop);
    let rank = |square: &Square| side.relative_rank(square.rank());
    let post =
        minors.into_iter().filter(|&square| is_outpost(position, side, square)).max_by_key(rank)?;
    Some(ConceptFound::new(Concept::Outpost, side, vec![post]))
}

/// Is the square guarded by a pawn of the side, and out of reach of enemy pawns?
pub fn is_outpost(position: &Position, side: Color, square: Square) -> bool {
    let rank = side.relative_rank(square.rank());
    let guarded = (attacks::pawn(!side, square) & position.pieces(side, Role::Pawn)).any();
    let ahead = |pawn: Square| side.relative_rank(pawn.rank()) > rank;
    let beside = |pawn: Square| pawn.file().abs_diff(square.file()) == 1;
    let reached = position.pieces(!side, Role::Pawn).into_iter().any(|p| ahead(p) && beside(p));
    (3..=5).contains(&rank) && guarded && !reached
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn a_knight_nobody_can_drive_away() {
        let fen = "r4rk1/pp3ppp/3p4/3N4/4P3/8/PP3PPP/R4RK1 w - - 0 1";
        assert_eq!(found(fen, Concept::Outpost).unwrap().squares, [Square::D5]);
        let fen = "r4rk1/ppp2ppp/3p4/3N4/4P3/8/PP3PPP/R4RK1 w - - 0 1";
        assert_eq!(found(fen, Concept::Outpost), None, "c6 drives it away");
    }
}
