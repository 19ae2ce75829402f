// SPDX-License-Identifier: GPL-3.0-or-later
//! Passed pawns (Axon §4): the closer to queening, the more everything about them counts.

use chess::{Bitboard, Color, Role, Square, attacks};

use crate::Trace;

use super::board::{Board, ahead, beside, from_edge, in_front};
use super::schema::{
    PASSED_BLOCKED, PASSED_CONNECTED, PASSED_DEFENDED, PASSED_ENEMY_KING, PASSED_FILE,
    PASSED_FREE_PATH, PASSED_OWN_KING, PASSED_RANK, PASSED_ROOK_BEHIND, PASSED_SAFE,
    PASSED_UNSTOPPABLE,
};
use crate::tally::Tally;

/// Credits `us` for its passed pawns among `passed`.
#[inline(always)]
pub fn passed<T: Trace>(board: &Board<'_>, us: Color, passed: Bitboard, tally: &mut Tally<'_, T>) {
    let (u, t) = (us.index(), (!us).index());
    let own = passed & board.pawns[u];
    let enemy_pieces = board.position.by_color(!us) & !board.pawns[t];
    for square in own {
        let here = Bitboard::of(square);
        let rank = us.relative_rank(square.rank());
        let stop_set = ahead(us, here);
        let Some(stop) = stop_set.first() else { continue };
        let path = in_front(us, here);

        tally.add(us, PASSED_RANK, rank, 1, here);
        tally.add(us, PASSED_FILE, from_edge(square.file()), 1, here);
        tally.add(us, PASSED_OWN_KING, rank, board.kings[u].distance(stop) as i32, here);
        tally.add(us, PASSED_ENEMY_KING, rank, board.kings[t].distance(stop) as i32, here);
        if (own & (beside(here) | attacks::pawn(!us, square))).any() {
            tally.add(us, PASSED_CONNECTED, rank, 1, here);
        }
        if (stop_set & board.position.by_color(!us)).any() {
            tally.add(us, PASSED_BLOCKED, rank, 1, here);
        } else {
            if (stop_set & board.attacked[t]).is_empty() {
                tally.add(us, PASSED_SAFE, rank, 1, here);
            }
            if (path & (board.attacked[t] | board.position.by_color(!us))).is_empty() {
                tally.add(us, PASSED_FREE_PATH, rank, 1, here);
            }
        }
        if (stop_set & board.attacked[u]).any() {
            tally.add(us, PASSED_DEFENDED, rank, 1, here);
        }
        rooks_behind(board, us, here, tally);
        if !enemy_pieces.more_than_one() && unstoppable(board, us, square, path) {
            tally.add(us, PASSED_UNSTOPPABLE, rank, 1, here);
        }
    }
}

#[inline(always)]
fn rooks_behind<T: Trace>(board: &Board<'_>, us: Color, here: Bitboard, tally: &mut Tally<'_, T>) {
    let majors = board.position.by_role(Role::Rook) | board.position.by_role(Role::Queen);
    let behind = in_front(!us, here) & majors;
    if behind.is_empty() {
        return;
    }
    let Some(pawn) = here.first() else { return };
    for major in behind {
        if (attacks::between(pawn, major) & board.occupied).is_empty() {
            let own = board.position.by_color(us).contains(major);
            tally.add(us, PASSED_ROOK_BEHIND, usize::from(!own), 1, here);
        }
    }
}

/// Does a pawn outrun a king without pieces? By the square rule on a clear path,
/// or because the own king guards the path.
#[inline(always)]
fn unstoppable(board: &Board<'_>, us: Color, square: Square, path: Bitboard) -> bool {
    if (path & board.occupied).any() {
        return false;
    }
    let (own, enemy) = (board.kings[us.index()], board.kings[(!us).index()]);
    let goal = Square::new(square.file(), 7 - us.home_rank());
    let steps = square.distance(goal).min(5);
    let late = usize::from(board.position.turn() != us);
    let guarded = own.distance(goal) <= 1 && own.file() != square.file();
    guarded || enemy.distance(goal) > steps + late
}
