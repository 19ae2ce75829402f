// SPDX-License-Identifier: GPL-3.0-or-later
//! The plan of the opening (§3.D): centre pawns, minor pieces, castling (which is
//! the king's affair), rooks on useful files, and the queen last.

use chess::{Bitboard, Color, Position, Role};
use eval::Trace;
use eval::directions::ranks;
use eval::tally::{Tally, WeightTable};

use super::numbers::{CENTRE_PAWN_AT_HOME, MINOR_AT_HOME, QUEEN_EARLY, ROOK_FILE};

const CENTRE_FILES: Bitboard = Bitboard(Bitboard::FILES[3].0 | Bitboard::FILES[4].0);

pub fn development<T: Trace, W: WeightTable>(
    position: &Position,
    us: Color,
    tally: &mut Tally<'_, T, W>,
) {
    let own = |role| position.pieces(us, role);
    let pawns = own(Role::Pawn);
    let home = ranks(us, 0, 0);

    let centre = pawns & CENTRE_FILES & ranks(us, 1, 1);
    if centre.any() {
        tally.add(us, CENTRE_PAWN_AT_HOME, 0, centre.count() as i32, centre);
    }
    let minors = (own(Role::Knight) | own(Role::Bishop)) & home;
    if minors.any() {
        tally.add(us, MINOR_AT_HOME, 0, minors.count() as i32, minors);
        let queens = own(Role::Queen) & !home;
        if queens.any() {
            tally.add(us, QUEEN_EARLY, 0, minors.count() as i32, queens);
        }
    }
    for rook in own(Role::Rook) {
        let file = Bitboard::FILES[rook.file()];
        if (file & pawns).is_empty() {
            let open = (file & position.by_role(Role::Pawn)).is_empty();
            tally.add(us, ROOK_FILE, usize::from(open), 1, Bitboard::of(rook));
        }
    }
}
