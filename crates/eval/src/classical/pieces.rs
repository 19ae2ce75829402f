// SPDX-License-Identifier: GPL-3.0-or-later
//! Pieces: where they stand, where they can go (Axon §3.A), whom they come near.

use chess::{Bitboard, Color, Role, Side, Square, attacks};

use crate::Trace;

use super::board::{Board, ahead, beside, in_front, own_view, pawn_attacks, ranks};
use super::schema::{
    BAD_BISHOP, BEHIND_PAWN, BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_XRAY, KING_DISTANCE,
    KNIGHT_MOBILITY, KNIGHT_OUTPOST, KNIGHT_REACHES_OUTPOST, LONG_DIAGONAL, MATERIAL, PINNED,
    QUEEN_INSIDE, QUEEN_MOBILITY, QUEEN_PINNED, ROOK_FILE, ROOK_MOBILITY, ROOK_ON_QUEEN,
    ROOK_SEVENTH, ROOK_TRAPPED,
};
use super::values::{SQUARES, folded};
use crate::tally::Tally;

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// Material and placement of one side.
#[inline(always)]
pub fn placement<T: Trace>(board: &Board<'_>, us: Color, tally: &mut Tally<'_, T>) {
    for role in Role::ALL {
        for square in board.of(us, role) {
            let seen = own_view(us, square);
            if T::LISTENS {
                let here = Bitboard::of(square);
                if role != Role::King {
                    tally.add(us, MATERIAL, role.index(), 1, here);
                }
                tally.add(us, SQUARES[role.index()], folded(seen), 1, here);
            } else {
                let worth = tally.weights.worth[role.index()][seen];
                match us {
                    Color::White => tally.sum += worth,
                    Color::Black => tally.sum -= worth,
                }
            }
        }
    }
}

/// Everything about one side's knights, bishops, rooks and queens; fills in
/// what they attack.
#[inline(always)]
pub fn pieces<T: Trace>(board: &mut Board<'_>, us: Color, tally: &mut Tally<'_, T>) {
    let them = !us;
    let view = View {
        // Squares that no enemy pawn can ever attack, beyond the own camp.
        holes: !beside(in_front(them, board.pawns[them.index()])) & ranks(us, 3, 5),
        all_pawns: board.pawns[0] | board.pawns[1],
        king: board.kings[us.index()],
    };
    knights(board, us, &view, tally);
    bishops(board, us, &view, tally);
    rooks(board, us, &view, tally);
    queens(board, us, tally);
}

struct View {
    holes: Bitboard,
    all_pawns: Bitboard,
    king: Square,
}

/// Notes a piece's attacks and gives its mobility.
#[inline(always)]
fn look<T: Trace>(
    board: &mut Board<'_>,
    us: Color,
    role: Role,
    square: Square,
    mut reach: Bitboard,
    tally: &mut Tally<'_, T>,
) -> (Bitboard, usize) {
    let (u, t) = (us.index(), (!us).index());
    if board.pinned[u].contains(square) {
        reach &= attacks::line(board.kings[u], square);
        tally.add(us, PINNED, role.index() - 1, 1, Bitboard::of(square));
    }
    board.attack(us, role, reach);
    if (reach & board.king_zone[t]).any() {
        board.zone_attackers[u][role.index() - 1] += 1;
        let adjacent = reach & attacks::king(board.kings[t]);
        board.adjacent_attacks[u] += adjacent.count() as i32;
    }
    (reach, (reach & board.mobility_area[u]).count() as usize)
}

#[inline(always)]
fn minor<T: Trace>(
    board: &Board<'_>,
    us: Color,
    view: &View,
    which: usize,
    square: Square,
    tally: &mut Tally<'_, T>,
) {
    let here = Bitboard::of(square);
    if (ahead(us, here) & view.all_pawns).any() {
        tally.add(us, BEHIND_PAWN, which, 1, here);
    }
    tally.add(us, KING_DISTANCE, which, square.distance(view.king) as i32, here);
    if (view.holes & here).any() {
        let defended = board.by_role[us.index()][Role::Pawn.index()].contains(square);
        let slot = if which == 0 { KNIGHT_OUTPOST } else { BISHOP_OUTPOST };
        tally.add(us, slot, usize::from(defended), 1, here);
    }
}

#[inline(always)]
fn knights<T: Trace>(board: &mut Board<'_>, us: Color, view: &View, tally: &mut Tally<'_, T>) {
    for square in board.of(us, Role::Knight) {
        let reach = attacks::knight(square);
        let (reach, mobility) = look(board, us, Role::Knight, square, reach, tally);
        let here = Bitboard::of(square);
        tally.add(us, KNIGHT_MOBILITY, mobility, 1, here);
        minor(board, us, view, 0, square, tally);
        let posts = view.holes & board.by_role[us.index()][Role::Pawn.index()];
        if (view.holes & here).is_empty() && (reach & posts & !board.position.by_color(us)).any() {
            tally.add(us, KNIGHT_REACHES_OUTPOST, 0, 1, here);
        }
    }
}

#[inline(always)]
fn bishops<T: Trace>(board: &mut Board<'_>, us: Color, view: &View, tally: &mut Tally<'_, T>) {
    let u = us.index();
    for square in board.of(us, Role::Bishop) {
        let through = board.occupied & !board.position.by_role(Role::Queen);
        let reach = attacks::bishop(square, through);
        let (_, mobility) = look(board, us, Role::Bishop, square, reach, tally);
        let here = Bitboard::of(square);
        tally.add(us, BISHOP_MOBILITY, mobility, 1, here);
        minor(board, us, view, 1, square, tally);

        let light = Bitboard::LIGHT.contains(square);
        let colour = if light { Bitboard::LIGHT } else { Bitboard::DARK };
        let same = board.pawns[u] & colour;
        let blocked = same & ahead(!us, board.occupied);
        if same.any() {
            tally.add(us, BAD_BISHOP, 0, same.count() as i32, same);
        }
        if blocked.any() {
            tally.add(us, BAD_BISHOP, 1, blocked.count() as i32, blocked);
        }
        let rays = attacks::bishop_rays(square) & board.pawns[(!us).index()];
        if rays.any() {
            tally.add(us, BISHOP_XRAY, 0, rays.count() as i32, rays);
        }
        if (attacks::bishop(square, view.all_pawns) & CENTRE).more_than_one() {
            tally.add(us, LONG_DIAGONAL, 0, 1, here);
        }
    }
}

#[inline(always)]
fn rooks<T: Trace>(board: &mut Board<'_>, us: Color, view: &View, tally: &mut Tally<'_, T>) {
    let (u, t) = (us.index(), (!us).index());
    for square in board.of(us, Role::Rook) {
        let through =
            board.occupied & !board.position.by_role(Role::Queen) & !board.of(us, Role::Rook);
        let reach = attacks::rook(square, through);
        let (_, mobility) = look(board, us, Role::Rook, square, reach, tally);
        let here = Bitboard::of(square);
        let file = Bitboard::FILES[square.file()];
        tally.add(us, ROOK_MOBILITY, mobility, 1, here);

        if (file & board.pawns[u]).is_empty() {
            let open = (file & board.pawns[t]).is_empty();
            tally.add(us, ROOK_FILE, usize::from(open), 1, here);
        } else if mobility <= 3 {
            let king = view.king;
            let outside = match king.file() {
                0..=3 => square.file() < king.file(),
                _ => square.file() > king.file(),
            };
            if outside && us.relative_rank(king.rank()) == 0 {
                let castling = board.position.castling();
                let can = castling.has(us, Side::King) || castling.has(us, Side::Queen);
                tally.add(us, ROOK_TRAPPED, usize::from(can), 1, here);
            }
        }
        if (file & board.of(!us, Role::Queen)).any() {
            tally.add(us, ROOK_ON_QUEEN, 0, 1, here);
        }
        if us.relative_rank(square.rank()) == 6 {
            let targets = (board.pawns[t] & ranks(us, 6, 6)).any()
                || us.relative_rank(board.kings[t].rank()) >= 6;
            if targets {
                tally.add(us, ROOK_SEVENTH, 0, 1, here);
            }
        }
    }
}

#[inline(always)]
fn queens<T: Trace>(board: &mut Board<'_>, us: Color, tally: &mut Tally<'_, T>) {
    let them = !us;
    for square in board.of(us, Role::Queen) {
        let reach = attacks::queen(square, board.occupied);
        let (_, mobility) = look(board, us, Role::Queen, square, reach, tally);
        let here = Bitboard::of(square);
        tally.add(us, QUEEN_MOBILITY, mobility.min(27), 1, here);

        let snipers = attacks::bishop_rays(square) & board.of(them, Role::Bishop)
            | attacks::rook_rays(square) & board.of(them, Role::Rook);
        let masked = snipers.into_iter().any(|sniper| {
            let between = attacks::between(square, sniper) & board.occupied;
            between.any() && !between.more_than_one()
        });
        if masked {
            tally.add(us, QUEEN_PINNED, 0, 1, here);
        }
        let reachable = beside(in_front(them, board.pawns[them.index()]));
        if us.relative_rank(square.rank()) > 3 && !reachable.contains(square) {
            tally.add(us, QUEEN_INSIDE, 0, 1, here);
        }
    }
}

/// Room behind the own pawns, for as many pieces as there are to use it.
#[inline(always)]
pub fn space<T: Trace>(board: &Board<'_>, us: Color, tally: &mut Tally<'_, T>) {
    const MIDDLE: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    let (u, t) = (us.index(), (!us).index());
    let enemy_pawns = pawn_attacks(!us, board.pawns[t]);
    let safe = MIDDLE & ranks(us, 1, 3) & !board.pawns[u] & !enemy_pawns;
    let one = ahead(!us, board.pawns[u]);
    let two = one | ahead(!us, one);
    let behind = two | ahead(!us, two);
    let deep = safe & behind & !board.attacked[t];
    let pieces = board.position.by_color(us).count() as i32;
    let count = (safe.count() + deep.count()) as i32 * pieces * pieces / 128;
    if count > 0 {
        tally.add(us, super::schema::SPACE, 0, count, safe);
    }
}
