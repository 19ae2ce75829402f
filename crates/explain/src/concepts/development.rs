// SPDX-License-Identifier: GPL-3.0-or-later
//! More pieces in play.

use chess::{Bitboard, Color, Position, Role, Side};

use super::{Concept, ConceptFound};

/// The opening lasts so many moves.
const OPENING: u32 = 15;
/// Pieces more than the opponent.
const LEAD: u32 = 2;

/// Knights and bishops off the first rank; castled counts one.
fn developed(position: &Position, side: Color) -> u32 {
    let minors = position.pieces(side, Role::Knight) | position.pieces(side, Role::Bishop);
    let home = Bitboard::RANKS[side.home_rank()];
    let rights = position.castling();
    let may = [Side::King, Side::Queen].iter().any(|&wing| rights.has(side, wing));
    let castled = !may && matches!(position.king(side).file(), 2 | 6);
    (minors & !home).count() + u32::from(castled)
}

/// Two pieces more in play in the first fifteen moves, with no fewer knights and bishops.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let minors = |color| {
        (position.pieces(color, Role::Knight) | position.pieces(color, Role::Bishop)).count()
    };
    let asleep = position.pieces(!side, Role::Knight) | position.pieces(!side, Role::Bishop);
    let asleep = asleep & Bitboard::RANKS[(!side).home_rank()];
    let queens = Color::ALL.iter().all(|&color| position.pieces(color, Role::Queen).any());
    let full = minors(side) >= 3 && minors(!side) >= 3 && queens;
    let early = full && position.fullmove_number() <= OPENING && position.is_standard_castling();
    let more = developed(position, side) >= developed(position, !side) + LEAD;
    (early && more && minors(side) >= minors(!side) && asleep.any())
        .then(|| ConceptFound::new(Concept::Development, side, asleep.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn ahead_in_the_opening() {
        let fen = "rnbqkbnr/1ppp1ppp/p7/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 4";
        assert_eq!(found(fen, Concept::Development).unwrap().side, Color::White);
        let even = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 4";
        assert_eq!(found(even, Concept::Development), None);
    }
}
