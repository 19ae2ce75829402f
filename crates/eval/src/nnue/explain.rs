// SPDX-License-Identifier: GPL-3.0-or-later
//! What a network can tell about its evaluation.
//!
//! It has no terms. But it can be asked for the evaluation without a piece: the
//! difference is what that piece is worth to it, here. The pieces do not add up to
//! the whole, since they work together; the rest is reported as their interplay.

use chess::{Bitboard, Color, Piece, Position, Role, Square};

use super::Nnue;
use crate::{Entry, Explains, Ledger, Pair, Term, Trace};

impl Explains for Nnue {
    fn explain(&self, position: &Position) -> Ledger {
        by_removal(position, |pieces| self.evaluate_pieces(position, pieces))
    }
}

/// What each piece is worth to a network: `evaluate` gives the evaluation of some pieces for the
/// side to move in `position`.
pub(crate) fn by_removal(
    position: &Position,
    mut evaluate: impl FnMut(&[(Piece, Square)]) -> i32,
) -> Ledger {
    let mut evaluate = |pieces: &[(Piece, Square)]| crate::turned(position, evaluate(pieces));
    let pieces = pieces(position);
    let whole = evaluate(&pieces);
    let mut ledger = Ledger { phase: 0, full: 1, ..Ledger::default() };
    let mut sum = 0;
    for (index, &(piece, square)) in pieces.iter().enumerate() {
        if piece.role() == Role::King {
            continue;
        }
        let mut others = pieces.clone();
        others.remove(index);
        let worth = whole - evaluate(&others);
        sum += worth;
        let own = if piece.color() == Color::White { worth } else { -worth };
        ledger.entries.push(Entry {
            term: Term::NetworkPiece,
            color: piece.color(),
            worth: Pair::new(own, own),
            weight: None,
            count: 1,
            squares: Bitboard::from(square),
        });
    }
    ledger.adjust(Term::Interplay, whole - sum);
    ledger
}

/// The pieces on the board.
pub(super) fn pieces(position: &Position) -> Vec<(Piece, Square)> {
    let squares = position.occupied().into_iter();
    squares.filter_map(|square| Some((position.piece_on(square)?, square))).collect()
}
