// SPDX-License-Identifier: GPL-3.0-or-later
//! The king's two lives (§3.B): hidden in the middlegame, in the middle afterwards.

use chess::{Bitboard, Color, Position, Role, Side, Square, attacks};
use eval::Trace;
use eval::directions::{ahead, beside};
use eval::placement::off_centre;
use eval::tally::{Tally, WeightTable};

use super::numbers::{
    ATTACKER, BROKEN_CASTLING, CASTLED, DEFENDER, KING_CENTRE, QUEEN_AND_BARE_KING, SHIELD,
};
use super::survey::{PIECES, Survey};

/// Pawns and pieces around a king that are protection enough.
const ADEQUATE: u32 = 3;
/// A defender is this near.
const NEAR: usize = 2;
/// Steps from a corner to the middle.
const FARTHEST: i32 = 6;

/// Castling, shield, defenders of the king of `us`, and its attackers.
pub fn safety<T: Trace, W: WeightTable>(
    survey: &Survey<'_>,
    us: Color,
    tally: &mut Tally<'_, T, W>,
) {
    let (position, them) = (survey.position, !us);
    let king = position.king(us);
    let here = Bitboard::of(king);
    let rights = position.castling();
    if has_castled(position, us) {
        tally.add(us, CASTLED, 0, 1, here);
        shield(position, us, tally);
    } else if !Side::ALL.into_iter().any(|side| rights.has(us, side)) {
        tally.add(us, BROKEN_CASTLING, 0, 1, here);
    }

    let pieces = |color: Color| PIECES.map(|role| survey.of(color, role)).into_iter().flatten();
    let set = |squares: &mut dyn Iterator<Item = Square>| -> Bitboard {
        squares.fold(Bitboard::EMPTY, Bitboard::with)
    };
    let defenders = set(&mut pieces(us).filter(|square| square.distance(king) <= NEAR));
    if defenders.any() {
        tally.add(us, DEFENDER, 0, defenders.count() as i32, defenders);
    }
    let around = attacks::king(king);
    let attackers =
        set(&mut pieces(them).filter(|&square| (position.attacks_from(square) & around).any()));
    if attackers.any() {
        tally.add(them, ATTACKER, 0, attackers.count() as i32, attackers);
    }
    let pawns = position.pieces(us, Role::Pawn) & around;
    if survey.of(them, Role::Queen).any() && (pawns | defenders).count() < ADEQUATE {
        tally.add(them, QUEEN_AND_BARE_KING, 0, 1, here);
    }
}

/// On the first rank, on a wing, and no own rook shut in beside it: where
/// castling leads, whichever way the king came.
fn has_castled(position: &Position, us: Color) -> bool {
    let king = position.king(us);
    let outside = match king.file() {
        file @ 0..=2 => &Bitboard::FILES[..file],
        file @ 5..=7 => &Bitboard::FILES[file + 1..],
        _ => return false,
    };
    let outside = outside.iter().fold(Bitboard::EMPTY, |set, &file| set | file);
    let home = Bitboard::RANKS[us.home_rank()];
    home.contains(king) && (position.pieces(us, Role::Rook) & home & outside).is_empty()
}

/// The pawns on the king's file and beside it, one and two steps ahead.
fn shield<T: Trace, W: WeightTable>(position: &Position, us: Color, tally: &mut Tally<'_, T, W>) {
    let king = Bitboard::of(position.king(us));
    let files = king | beside(king);
    let pawns = position.pieces(us, Role::Pawn);
    let near = ahead(us, files);
    let far = ahead(us, near);
    for square in files {
        let file = Bitboard::FILES[square.file()];
        let (first, second) = (pawns & near & file, pawns & far & file);
        let (index, squares) = match (first.any(), second.any()) {
            (true, _) => (0, first),
            (_, true) => (1, second),
            _ => (2, near & file),
        };
        tally.add(us, SHIELD, index, 1, squares);
    }
}

/// The nearer to the middle the better, above all when no piece can bother it.
pub fn centralisation<T: Trace, W: WeightTable>(
    position: &Position,
    us: Color,
    tally: &mut Tally<'_, T, W>,
) {
    let pieces =
        position.occupied() & !position.by_role(Role::Pawn) & !position.by_role(Role::King);
    let enemies = (pieces & position.by_color(!us)).count() as usize;
    let index = if pieces.is_empty() { 0 } else { 1 + enemies.min(3) };
    let king = position.king(us);
    let steps = FARTHEST - off_centre(king);
    if steps > 0 {
        tally.add(us, KING_CENTRE, index, steps, Bitboard::of(king));
    }
}
