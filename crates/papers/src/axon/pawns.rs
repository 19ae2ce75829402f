// SPDX-License-Identifier: GPL-3.0-or-later
//! Pawn structure (§4).

use chess::{Bitboard, Color, Position, Role, Square};
use eval::Trace;
use eval::directions::{beside, in_front, islands, ranks};
use eval::tally::{Tally, WeightTable};

use super::evaluator::pieces_worth;
use super::numbers::{
    CONNECTED_PASSED, DOUBLED, ISLAND, ISOLATED, MATERIAL, PAIR_ON_SIXTH, PASSED, TRIPLED, VALUES,
};

const ROOK: i32 = VALUES[MATERIAL.start + Role::Rook as usize].eg;
/// A king this many steps from a queening square is too far away.
const FAR: usize = 4;

/// Doubled, tripled, isolated pawns, islands.
pub fn structure<T: Trace, W: WeightTable>(
    position: &Position,
    us: Color,
    tally: &mut Tally<'_, T, W>,
) {
    let pawns = position.pieces(us, Role::Pawn);
    for file in Bitboard::FILES {
        let here = pawns & file;
        let count = here.count() as i32;
        if count > 1 {
            tally.add(us, DOUBLED, 0, 1, here);
        }
        if count > 2 {
            tally.add(us, TRIPLED, 0, count - 2, here);
        }
        if count > 0 && (pawns & beside(file)).is_empty() {
            tally.add(us, ISOLATED, 0, count, here);
        }
    }
    let islands = islands(pawns);
    if islands > 1 {
        tally.add(us, ISLAND, 0, islands - 1, pawns);
    }
}

/// Pawns that no enemy pawn can stop, alone and in company.
pub fn passed<T: Trace, W: WeightTable>(
    position: &Position,
    us: Color,
    tally: &mut Tally<'_, T, W>,
) {
    let passed = passed_pawns(position, us);
    for square in passed {
        let here = Bitboard::of(square);
        let rank = us.relative_rank(square.rank());
        tally.add(us, PASSED, rank, 1, here);
        if (passed & beside(Bitboard::FILES[square.file()])).any() {
            tally.add(us, CONNECTED_PASSED, rank, 1, here);
        }
    }
    let pair = pair_on_sixth(position, us, passed);
    if pair.any() {
        tally.add(us, PAIR_ON_SIXTH, 0, 1, pair);
    }
}

fn passed_pawns(position: &Position, us: Color) -> Bitboard {
    let enemies = position.pieces(!us, Role::Pawn);
    let ahead_of_enemies = in_front(!us, enemies);
    let stopped = ahead_of_enemies | beside(ahead_of_enemies);
    position.pieces(us, Role::Pawn) & !stopped
}

/// The neighbours that beat a rook: far advanced, the enemy king far away, and
/// nothing stronger than a rook to fight them.
fn pair_on_sixth(position: &Position, us: Color, passed: Bitboard) -> Bitboard {
    let far_advanced = passed & ranks(us, 5, 6);
    let only_a_rook = pieces_worth(position, !us) <= ROOK;
    if !far_advanced.more_than_one() || !only_a_rook {
        return Bitboard::EMPTY;
    }
    let king = position.king(!us);
    let last_rank = 7 - us.home_rank();
    let out_of_reach = |pawn: &Square| king.distance(Square::new(pawn.file(), last_rank)) >= FAR;
    let free: Bitboard =
        far_advanced.into_iter().filter(out_of_reach).fold(Bitboard::EMPTY, Bitboard::with);
    let company = |pawn: &Square| (free & beside(Bitboard::FILES[pawn.file()])).any();
    free.into_iter().filter(company).fold(Bitboard::EMPTY, Bitboard::with)
}
