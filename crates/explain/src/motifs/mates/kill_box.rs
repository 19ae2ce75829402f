// SPDX-License-Identifier: GPL-3.0-or-later
//! Kill box mate.

use chess::{Bitboard, Role, Square};

use super::{Mate, Pattern, Theme, apart};

/// Queen and rook at opposite corners of a box of three by three squares that holds
/// the king.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let near = |square: &Square| square.distance(mate.king) <= 2;
    for queen in mate.own(Role::Queen).into_iter().filter(near) {
        for rook in mate.own(Role::Rook).into_iter().filter(near) {
            let (files, ranks) = apart(queen, rook);
            if files.abs() != 2 || ranks.abs() != 2 {
                continue;
            }
            let (file, rank) = (queen.file() + rook.file(), queen.rank() + rook.rank());
            let middle = Square::new(file / 2, rank / 2);
            if middle == mate.king || !mate.position.occupied().contains(middle) {
                let pieces = Bitboard::of(queen).with(rook);
                return Some(Pattern::new(Theme::KillBoxMate, pieces));
            }
        }
    }
    None
}
