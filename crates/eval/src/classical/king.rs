// SPDX-License-Identifier: GPL-3.0-or-later
//! The attack on the king (Axon §3.B): units from all sides, which count by their square.

use chess::{Bitboard, Color, Role, attacks};

use crate::{Pair, Term, Trace};

use super::board::{Board, FLANKS, ranks};
use super::schema::{
    DANGER_ADJACENT, DANGER_ATTACKER, DANGER_BASE, DANGER_CHECK, DANGER_FLANK, DANGER_KNIGHT_GUARD,
    DANGER_NO_QUEEN, DANGER_PINNED, DANGER_UNSAFE_CHECK, DANGER_WEAK,
};
use crate::tally::Tally;

/// Middlegame units squared are divided by this.
pub const SQUARE_DIVISOR: i32 = 720;
/// Endgame units are divided by this.
pub const LINEAR_DIVISOR: i32 = 16;

/// What a sum of units is worth to the attacker.
#[inline(always)]
pub fn worth(units: Pair) -> Pair {
    let mg = units.mg.max(0);
    Pair::new(mg * mg / SQUARE_DIVISOR, units.eg.max(0) / LINEAR_DIVISOR)
}

/// Counts the units of `us` against the enemy king and credits what they, with
/// those of the open shelter, are worth. All attacks must be known.
#[inline(always)]
pub fn danger<T: Trace>(board: &Board<'_>, us: Color, tally: &mut Tally<'_, T>) {
    let them = !us;
    let (u, t) = (us.index(), them.index());
    let king = board.kings[t];
    let theirs = &board.by_role[t];
    let queens = board.of(us, Role::Queen);

    tally.threaten(us, DANGER_BASE, 0, 1, Bitboard::EMPTY);
    for (i, &count) in board.zone_attackers[u].iter().enumerate() {
        if count > 0 {
            tally.threaten(us, DANGER_ATTACKER, i, count, Bitboard::EMPTY);
        }
    }
    if board.adjacent_attacks[u] > 0 {
        tally.threaten(us, DANGER_ADJACENT, 0, board.adjacent_attacks[u], attacks::king(king));
    }
    // Attacked by us, and held by nothing but king or queen, once.
    let weak = board.attacked[u]
        & !board.attacked_twice[t]
        & (!board.attacked[t] | theirs[Role::King.index()] | theirs[Role::Queen.index()]);
    let weak_zone = weak & board.king_zone[t];
    if weak_zone.any() {
        tally.threaten(us, DANGER_WEAK, 0, weak_zone.count() as i32, weak_zone);
    }
    if queens.is_empty() {
        tally.threaten(us, DANGER_NO_QUEEN, 0, 1, Bitboard::EMPTY);
    }
    if board.pinned[t].any() {
        let count = board.pinned[t].count() as i32;
        tally.threaten(us, DANGER_PINNED, 0, count, board.pinned[t]);
    }
    checks(board, us, weak, tally);

    let flank = FLANKS[king.file()] & ranks(them, 0, 4);
    let camp = board.attacked[u] & flank;
    let twice = camp & board.attacked_twice[u];
    let held = board.attacked[t] & flank;
    for (i, squares) in [camp, twice, held].into_iter().enumerate() {
        if squares.any() {
            tally.threaten(us, DANGER_FLANK, i, squares.count() as i32, squares);
        }
    }
    let guards = board.of(them, Role::Knight) & board.king_zone[t];
    if guards.any() {
        tally.threaten(us, DANGER_KNIGHT_GUARD, 0, guards.count() as i32, guards);
    }

    let worth = worth(tally.danger[u]);
    tally.trace.credit(Term::King, us, worth);
    match us {
        Color::White => tally.sum += worth,
        Color::Black => tally.sum -= worth,
    }
}

/// Squares from which a piece of `us` can give check next move.
#[inline(always)]
fn checks<T: Trace>(board: &Board<'_>, us: Color, weak: Bitboard, tally: &mut Tally<'_, T>) {
    let (u, t) = (us.index(), (!us).index());
    let king = board.kings[t];
    let ours = &board.by_role[u];
    let empty = !board.position.by_color(us);
    let safe = !board.attacked[t] | weak & board.attacked_twice[u];
    // The defending queen is in nobody's way: it would have to move.
    let occupied = board.occupied & !board.of(!us, Role::Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);

    let knight = attacks::knight(king) & ours[Role::Knight.index()] & empty;
    let bishop = diagonal & ours[Role::Bishop.index()] & empty;
    let rook = straight & ours[Role::Rook.index()] & empty;
    let queen = (straight | diagonal) & ours[Role::Queen.index()] & empty;
    let mut unsafe_checks = Bitboard::EMPTY;
    for (i, squares) in [knight, bishop, rook, queen].into_iter().enumerate() {
        let good = squares & safe;
        if good.any() {
            let several = usize::from(good.more_than_one());
            tally.threaten(us, DANGER_CHECK, i * 2 + several, 1, good);
        } else if i < 3 {
            unsafe_checks |= squares;
        }
    }
    if unsafe_checks.any() {
        tally.threaten(us, DANGER_UNSAFE_CHECK, 0, unsafe_checks.count() as i32, unsafe_checks);
    }
}
