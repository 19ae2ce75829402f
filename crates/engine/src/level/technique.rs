// SPDX-License-Identifier: GPL-3.0-or-later
//! What everybody who plays has learnt: to mate a bare king with a rook or a queen.

use chess::{Bitboard, Position, Role};

/// Whether the side to move has only to carry out what it has learnt.
pub(super) fn is_known(position: &Position) -> bool {
    let own = position.turn();
    let majors = position.pieces(own, Role::Rook) | position.pieces(own, Role::Queen);
    majors.any() && position.by_color(!own) == Bitboard::of(position.king(!own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_king_and_a_rook_or_queen() {
        for (fen, known) in [
            ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", true),
            ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", true),
            ("8/8/8/3k4/8/8/1P6/KR6 w - - 0 1", true),
            ("8/8/8/3k4/8/8/8/KR6 b - - 0 1", false),
            ("8/8/8/3k4/8/8/1P6/K7 w - - 0 1", false),
            ("8/3p4/8/3k4/8/8/8/KR6 w - - 0 1", false),
            ("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", false),
        ] {
            assert_eq!(is_known(&Position::from_fen(fen).unwrap()), known, "{fen}");
        }
    }
}
