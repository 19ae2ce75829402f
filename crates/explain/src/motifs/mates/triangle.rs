// SPDX-License-Identifier: GPL-3.0-or-later
//! Triangle mate.

use chess::{Bitboard, Role, Square};

use super::{Mate, Pattern, Theme, is_diagonal};

/// Queen and rook both diagonally beside the king, on one rank or file.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let near = |square: &Square| is_diagonal(*square, mate.king);
    for queen in mate.own(Role::Queen).into_iter().filter(near) {
        let aligned = |rook: &Square| rook.file() == queen.file() || rook.rank() == queen.rank();
        if let Some(rook) = mate.own(Role::Rook).into_iter().filter(near).find(aligned) {
            let pieces = Bitboard::of(queen).with(rook);
            return Some(Pattern::new(Theme::TriangleMate, pieces));
        }
    }
    None
}
