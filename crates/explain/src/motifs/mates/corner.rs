// SPDX-License-Identifier: GPL-3.0-or-later
//! Corner mate.

use chess::{Bitboard, Role, Square, attacks};

use super::{Mate, Pattern, Standing, Theme, apart};

/// A knight checks, and a rook or queen holds the line between it and the king. The
/// labels ask for no corner, and don't know a knight two files to the king's right.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let knight = mate.checkers(Role::Knight).first()?;
    let (files, ranks) = apart(mate.king, knight);
    let is_upright = files.abs() == 1;
    let level = match is_upright {
        true => mate.near_king(0, ranks.signum()),
        false => mate.near_king(files.signum(), 0),
    }?;
    let occupied = mate.position.occupied();
    let holds = |by: &Square| {
        let (on_line, beside_knight) = match is_upright {
            true => (by.rank() == level.rank(), by.file() == knight.file()),
            false => (by.file() == level.file(), by.rank() == knight.rank()),
        };
        let is_open = (attacks::between(*by, level) & occupied).is_empty();
        on_line && !beside_knight && is_open
    };
    let heavy = mate.own(Role::Rook) | mate.own(Role::Queen);
    let by = heavy.into_iter().find(holds)?;
    let cornered = mate.on_edge_file() && mate.on_edge_rank();
    let standing = match (files == 2, cornered) {
        (true, true) => Standing::BoardOnly,
        (true, false) => return None,
        (false, true) => Standing::Full,
        (false, false) => Standing::LabelOnly,
    };
    let pieces = Bitboard::of(knight).with(by);
    Some(Pattern { theme: Theme::CornerMate, pieces, standing })
}
