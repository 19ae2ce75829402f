// SPDX-License-Identifier: GPL-3.0-or-later
//! Threats: pieces that are attacked, weakly held, or about to be bothered.

use chess::{Bitboard, Color, Role, attacks};

use crate::Trace;

use super::board::{Board, ahead, pawn_attacks, ranks};
use super::schema::{
    HANGING, KING_ATTACKS, MINOR_ATTACKS, PAWN_ATTACKS, PUSH_ATTACKS, QUEEN_DEFENDS,
    QUEEN_HARASSED, RESTRICTED, ROOK_ATTACKS,
};
use crate::tally::Tally;

const VICTIMS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What `us` threatens. All attacks must be known.
#[inline(always)]
pub fn threats<T: Trace>(board: &Board<'_>, us: Color, tally: &mut Tally<'_, T>) {
    let them = !us;
    let (u, t) = (us.index(), them.index());
    let position = board.position;
    let enemies = position.by_color(them);
    let figures = enemies & !board.pawns[t];
    let (ours, theirs) = (&board.by_role[u], &board.by_role[t]);

    // Held by a pawn, or twice while we attack once: no use attacking with more
    // than a pawn.
    let held = theirs[Role::Pawn.index()] | board.attacked_twice[t] & !board.attacked_twice[u];
    let defended = figures & held;
    let weak = enemies & !held & board.attacked[u];

    if (defended | weak).any() {
        let minors = ours[Role::Knight.index()] | ours[Role::Bishop.index()];
        let by_minor = (defended | weak) & minors;
        let by_rook = weak & ours[Role::Rook.index()];
        for (i, role) in VICTIMS.into_iter().enumerate() {
            let victims = position.by_role(role);
            if (by_minor & victims).any() {
                let victims = by_minor & victims;
                tally.add(us, MINOR_ATTACKS, i, victims.count() as i32, victims);
            }
            if (by_rook & victims).any() {
                let victims = by_rook & victims;
                tally.add(us, ROOK_ATTACKS, i, victims.count() as i32, victims);
            }
        }
        let by_king = weak & ours[Role::King.index()];
        if by_king.any() {
            tally.add(us, KING_ATTACKS, 0, by_king.count() as i32, by_king);
        }
        let loose = weak & (!board.attacked[t] | figures & board.attacked_twice[u]);
        for (i, set) in [loose & board.pawns[t], loose & figures].into_iter().enumerate() {
            if set.any() {
                tally.add(us, HANGING, i, set.count() as i32, set);
            }
        }
        let by_queen = weak & theirs[Role::Queen.index()] & !board.attacked_twice[t];
        if by_queen.any() {
            tally.add(us, QUEEN_DEFENDS, 0, by_queen.count() as i32, by_queen);
        }
    }

    let contested = board.attacked[t] & !held & board.attacked[u];
    tally.add(us, RESTRICTED, 0, contested.count() as i32, contested);

    let safe = !board.attacked[t] | board.attacked[u];
    let attacked = pawn_attacks(us, board.pawns[u] & safe) & figures;
    for (i, role) in VICTIMS[1..].iter().enumerate() {
        let victims = attacked & position.by_role(*role);
        if victims.any() {
            tally.add(us, PAWN_ATTACKS, i, victims.count() as i32, victims);
        }
    }

    let free = !board.occupied;
    let once = ahead(us, board.pawns[u]) & free;
    let pushes = once | ahead(us, once & ranks(us, 2, 2)) & free;
    let pushes = pushes & !theirs[Role::Pawn.index()] & safe;
    let bothered = pawn_attacks(us, pushes) & figures & !attacked;
    if bothered.any() {
        tally.add(us, PUSH_ATTACKS, 0, bothered.count() as i32, bothered);
    }

    let queens = board.of(them, Role::Queen);
    if let (Some(queen), false) = (queens.first(), queens.more_than_one()) {
        harass(board, us, queen, held, tally);
    }
}

/// Squares from which a lesser piece would attack the queen next move.
#[inline(always)]
fn harass<T: Trace>(
    board: &Board<'_>,
    us: Color,
    queen: chess::Square,
    held: Bitboard,
    tally: &mut Tally<'_, T>,
) {
    let u = us.index();
    let safe = board.mobility_area[u] & !held & !board.position.by_color(us);
    let twice = safe & board.attacked_twice[u];
    let knight = board.by_role[u][Role::Knight.index()] & attacks::knight(queen) & safe;
    let bishop =
        board.by_role[u][Role::Bishop.index()] & attacks::bishop(queen, board.occupied) & twice;
    let rook = board.by_role[u][Role::Rook.index()] & attacks::rook(queen, board.occupied) & twice;
    for (i, squares) in [knight, bishop, rook].into_iter().enumerate() {
        if squares.any() {
            tally.add(us, QUEEN_HARASSED, i, squares.count() as i32, squares);
        }
    }
}
