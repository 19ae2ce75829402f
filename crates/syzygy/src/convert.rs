// SPDX-License-Identifier: GPL-3.0-or-later
//! Our position in the terms of the library.

use chess::{Color, Position, Role};
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, Setup, Square};

/// The same position, straight from its bitboards. `None` if it has castling
/// rights, which no table knows; every other legal position can be said.
pub fn converted(position: &Position) -> Option<Chess> {
    if !position.castling().is_empty() {
        return None;
    }
    let role = |role: Role| Bitboard(position.by_role(role).0);
    let by_role = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let by_color = ByColor {
        white: Bitboard(position.by_color(Color::White).0),
        black: Bitboard(position.by_color(Color::Black).0),
    };
    let mut setup = Setup::empty();
    setup.board = Board::try_from_bitboards(by_role, by_color).ok()?;
    setup.turn = shakmaty::Color::from_white(position.turn() == Color::White);
    setup.ep_square = position.en_passant().map(|square| Square::new(square.index() as u32));
    setup.halfmoves = position.halfmove_clock();
    // The library doubts positions that no game leads to; tables hold them too.
    match Chess::from_setup(setup, CastlingMode::Chess960) {
        Ok(converted) => Some(converted),
        Err(doubt) => match doubt.ignore_too_much_material() {
            Ok(converted) => Some(converted),
            Err(doubt) => doubt.ignore_impossible_check().ok(),
        },
    }
}
