// SPDX-License-Identifier: GPL-3.0-or-later
//! Pieces that can be taken at a profit, as far as captures on one square go.

use chess::{Move, Position, Role};

use crate::exchange;
use crate::piece::{PieceOn, captured};

/// For each piece that the side to move can take and be a pawn's worth or more up in
/// the exchange: the piece and the cheapest such capture. The dearest piece first.
pub fn loose(position: &Position) -> Vec<(PieceOn, Move)> {
    let mut found: Vec<(PieceOn, Move)> = Vec::new();
    let legal = position.legal_moves();
    let mut captures: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|&m| m.is_capture() && exchange::gain(position, m) >= 1)
        .collect();
    captures.sort_by_key(|m| position.piece_on(m.from()).map(|piece| piece.role().index()));
    for m in captures {
        let Some(piece) = captured(position, m) else { continue };
        if piece.role != Role::King && found.iter().all(|(other, _)| other.square != piece.square) {
            found.push((piece, m));
        }
    }
    found.sort_by_key(|(piece, _)| -piece.price());
    found
}
