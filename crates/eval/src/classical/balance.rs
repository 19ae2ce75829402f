// SPDX-License-Identifier: GPL-3.0-or-later
//! How much of an advantage is worth playing for: complexity adds to or takes
//! from the endgame half of whoever is ahead; scaling keeps a part of it (Axon §2.A).

use chess::{Bitboard, Color, Role};

use crate::{Pair, Place, Term, Trace};

use super::board::Board;
use super::schema::{
    COMPLEXITY_BASE, COMPLEXITY_FLANKS, COMPLEXITY_INFILTRATION, COMPLEXITY_OUTFLANK,
    COMPLEXITY_PASSED, COMPLEXITY_PAWN_ENDING, COMPLEXITY_PAWNS, SCALE_LONE_QUEEN, SCALE_NO_PAWNS,
    SCALE_OPPOSITE_AND_PIECES, SCALE_OPPOSITE_BISHOPS, SCALE_PAWNS, SCALE_ROOKS_ONE_FLANK, Slot,
};
use crate::tally::{Tally, WeightTable};

/// Scales are parts of this.
pub const FULL_SCALE: i32 = 128;

const QUEEN_SIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// Moves the endgame half away from or towards zero, never past it.
#[inline(always)]
pub fn complexity<T: Trace>(board: &Board<'_>, passed: Bitboard, tally: &mut Tally<'_, T>) {
    let pawns = board.pawns[0] | board.pawns[1];
    let [white, black] = board.kings;
    let apart =
        white.file().abs_diff(black.file()) as i32 - white.rank().abs_diff(black.rank()) as i32;
    let flanks = (pawns & QUEEN_SIDE).any() && (pawns & !QUEEN_SIDE).any();
    let infiltration = white.rank() > 3 || black.rank() < 4;
    let figures = board.position.by_role(Role::King) | pawns;

    let mut units = 0;
    for (slot, count, squares) in [
        (COMPLEXITY_PAWNS, pawns.count() as i32, pawns),
        (COMPLEXITY_FLANKS, i32::from(flanks), pawns),
        (COMPLEXITY_PASSED, passed.count() as i32, passed),
        (COMPLEXITY_OUTFLANK, apart, Bitboard::EMPTY),
        (COMPLEXITY_INFILTRATION, i32::from(infiltration), Bitboard::EMPTY),
        (COMPLEXITY_PAWN_ENDING, i32::from(figures == board.occupied), Bitboard::EMPTY),
        (COMPLEXITY_BASE, 1, Bitboard::EMPTY),
    ] {
        let weight = tally.weights.get(slot, 0);
        if T::LISTENS && count != 0 {
            tally.trace.count(Place { slot, index: 0 }, Color::White, count, weight, squares);
        }
        units += weight.eg * count;
    }
    let change = apply(units, tally.sum.eg);
    tally.trace.credit(Term::Complexity, Color::White, Pair::new(0, change));
    tally.sum.eg += change;
}

/// What complexity `units` do to an endgame half of `eg`.
#[inline(always)]
pub fn apply(units: i32, eg: i32) -> i32 {
    eg.signum() * units.max(-eg.abs())
}

/// Keeps the part of the endgame half that can be won.
#[inline(always)]
pub fn scaling<T: Trace>(board: &Board<'_>, tally: &mut Tally<'_, T>) {
    let place = if T::LISTENS {
        let places = Color::ALL.map(|strong| scale_of(board, strong));
        tally.trace.scale(places[0], places[1]);
        places[usize::from(tally.sum.eg < 0)]
    } else {
        scale_of(board, if tally.sum.eg < 0 { Color::Black } else { Color::White })
    };
    let scale = tally.weights.get(place.slot, place.index).eg;
    let scaled = tally.sum.eg * scale / FULL_SCALE;
    tally.trace.credit(Term::Scaling, Color::White, Pair::new(0, scaled - tally.sum.eg));
    tally.sum.eg = scaled;
}

/// The scale that applies if `strong` is ahead.
#[inline(always)]
fn scale_of(board: &Board<'_>, strong: Color) -> Place {
    let weak = !strong;
    let position = board.position;
    let count = |color, role| position.pieces(color, role).count() as i32;
    let pawns = board.pawns[strong.index()].count() as usize;
    let at = |slot: Slot| Place { slot, index: pawns };

    let knights = position.by_role(Role::Knight);
    let rooks = position.by_role(Role::Rook);
    let queens = position.by_role(Role::Queen);
    let bishops = position.by_role(Role::Bishop);

    if pawns == 0 {
        let minor_count = |color| count(color, Role::Knight) + count(color, Role::Bishop);
        let figures = |color| {
            3 * minor_count(color) + 5 * count(color, Role::Rook) + 9 * count(color, Role::Queen)
        };
        let (own, enemy) = (figures(strong), figures(weak));
        if own <= 3 {
            return Place { slot: SCALE_NO_PAWNS, index: 1 };
        }
        if own - enemy <= 3 {
            return Place { slot: SCALE_NO_PAWNS, index: 0 };
        }
    }
    let one_each = |set: Bitboard| {
        set.count() == 2
            && (set & position.by_color(Color::White)).any()
            && (set & position.by_color(Color::Black)).any()
    };
    if one_each(bishops) && (bishops & Bitboard::LIGHT).count() == 1 {
        let alone = (knights | rooks | queens).is_empty();
        return at(if alone { SCALE_OPPOSITE_BISHOPS } else { SCALE_OPPOSITE_AND_PIECES });
    }
    if one_each(rooks) && (knights | bishops | queens).is_empty() {
        let pawns = board.pawns[0] | board.pawns[1];
        let one_flank = (pawns & QUEEN_SIDE).is_empty() || (pawns & !QUEEN_SIDE).is_empty();
        if one_flank {
            return at(SCALE_ROOKS_ONE_FLANK);
        }
    }
    if queens.count() == 1
        && (position.by_color(weak) & (knights | rooks | bishops)).more_than_one()
    {
        return at(SCALE_LONE_QUEEN);
    }
    at(SCALE_PAWNS)
}
