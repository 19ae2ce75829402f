// SPDX-License-Identifier: GPL-3.0-or-later
//! Pieces: centralisation (§3.C), mobility, masks, the bishop pair (§3.A).

use chess::{Bitboard, Color, Role};
use eval::Trace;
use eval::classical::Slot;
use eval::directions::own_view;
use eval::tally::{Tally, WeightTable};

use super::numbers::{
    BISHOP_PAIR, BISHOP_PAIR_OPEN, BISHOP_SQUARE, BLOCKED, DOUBLY_MASKED, KING_SQUARE,
    KNIGHT_SQUARE, MOBILITY, PAWN_SQUARE, QUEEN_SQUARE, ROOK_SQUARE,
};
use super::survey::{PIECES, Survey};

const SQUARES: [Slot; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

const ALL_PAWNS: i32 = 16;

/// The matrices. A masked piece is not rewarded for its square, but may be
/// punished for it.
pub fn placement<T: Trace, W: WeightTable>(
    survey: &Survey<'_>,
    us: Color,
    tally: &mut Tally<'_, T, W>,
) {
    let masked = survey.masked[us.index()];
    for role in Role::ALL {
        let slot = SQUARES[role.index()];
        for square in survey.of(us, role) {
            let index = own_view(us, square);
            if masked.contains(square) && tally.weights.get(slot, index).mg > 0 {
                continue;
            }
            tally.add(us, slot, index, 1, Bitboard::of(square));
        }
    }
    let doubly = survey.doubly_masked[us.index()];
    if doubly.any() {
        tally.add(us, DOUBLY_MASKED, 0, doubly.count() as i32, doubly);
    }
}

/// Squares that a piece controls and no enemy does; own pieces are in the way. A
/// piece without any is blocked, unless a mask already says so.
pub fn mobility<T: Trace, W: WeightTable>(
    survey: &Survey<'_>,
    us: Color,
    tally: &mut Tally<'_, T, W>,
) {
    let own = survey.position.by_color(us);
    let free = !own & !survey.control[(!us).index()];
    for (index, role) in PIECES.into_iter().enumerate() {
        for square in survey.of(us, role) {
            let here = Bitboard::of(square);
            let squares = (survey.reach(us, square) & free).count() as i32;
            if squares > 0 {
                tally.add(us, MOBILITY, index, squares, here);
            } else if !survey.masked[us.index()].contains(square) {
                tally.add(us, BLOCKED, index, 1, here);
            }
        }
    }
}

/// Two bishops, worth more with every pawn that is gone.
pub fn bishop_pair<T: Trace, W: WeightTable>(
    survey: &Survey<'_>,
    us: Color,
    tally: &mut Tally<'_, T, W>,
) {
    let bishops = survey.of(us, Role::Bishop);
    if !bishops.more_than_one() {
        return;
    }
    let gone = ALL_PAWNS - survey.position.by_role(Role::Pawn).count() as i32;
    tally.add(us, BISHOP_PAIR, 0, 1, bishops);
    if gone > 0 {
        tally.add(us, BISHOP_PAIR_OPEN, 0, gone, bishops);
    }
}
