// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece on the board, and what pieces count.

use std::fmt;

use chess::{Color, Move, Position, Role, Square};
use serde::{Serialize, Serializer};

/// What people count: pawn, knight, bishop, rook, queen; a king has no price.
pub const POINTS: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// A piece or pawn on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PieceOn {
    /// Whose it is.
    #[serde(serialize_with = "shown")]
    pub side: Color,
    /// What it is.
    #[serde(serialize_with = "shown")]
    pub role: Role,
    /// Where it stands.
    #[serde(serialize_with = "shown")]
    pub square: Square,
}

impl PieceOn {
    /// Whoever stands on `square`.
    pub fn on(position: &Position, square: Square) -> Option<PieceOn> {
        let piece = position.piece_on(square)?;
        Some(PieceOn { side: piece.color(), role: piece.role(), square })
    }

    /// What it would cost to lose it; a king costs more than all the rest.
    pub fn price(self) -> i32 {
        if self.role == Role::King { 1000 } else { POINTS[self.role.index()] }
    }
}

/// Serialises anything by the way it is printed.
pub(crate) fn shown<T: fmt::Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// The pieces of both sides by role, White's first.
pub(crate) type Army = [[i32; 6]; 2];

pub(crate) fn army(position: &Position) -> Army {
    Color::ALL.map(|color| Role::ALL.map(|role| position.pieces(color, role).count() as i32))
}

/// Points of `color` minus those of the opponent.
pub(crate) fn points(army: &Army, color: Color) -> i32 {
    let count =
        |side: Color| -> i32 { army[side.index()].iter().zip(POINTS).map(|(n, p)| n * p).sum() };
    count(color) - count(!color)
}

/// Where a move takes something.
pub(crate) fn captured(position: &Position, m: Move) -> Option<PieceOn> {
    if !m.is_capture() {
        return None;
    }
    let square =
        if m.is_en_passant() { Square::new(m.to().file(), m.from().rank()) } else { m.to() };
    PieceOn::on(position, square)
}

/// Where the moving piece arrives; when castling, the king.
pub(crate) fn arrival(position: &Position, m: Move) -> Square {
    if m.is_castle() { position.after(m).king(position.turn()) } else { m.to() }
}
