// SPDX-License-Identifier: GPL-3.0-or-later
//! What a network can say about its number.
//!
//! It has no terms. But it can be asked what it would say if a man were not
//! there: the difference is what that man is worth to it, here. The men do not
//! add up to the whole, since they work together; what they leave is told as
//! their interplay.

use chess::{Bitboard, Color, Piece, Position, Role, Square};

use super::kernels::Change;
use super::shape::View;
use super::{Nnue, Row};
use crate::{Entry, Explains, Ledger, Pair, Term, Trace};

impl Explains for Nnue {
    fn explain(&self, position: &Position) -> Ledger {
        of_men(position, |men| self.look(position, men))
    }
}

/// What each man is worth to a network: `look` is what it says to some men, for
/// the side to move in `position`.
pub(crate) fn of_men(
    position: &Position,
    mut look: impl FnMut(&[(Piece, Square)]) -> i32,
) -> Ledger {
    let mut look = |men: &[(Piece, Square)]| crate::turned(position, look(men));
    let men = men(position);
    let whole = look(&men);
    let mut ledger = Ledger { phase: 0, full: 1, ..Ledger::default() };
    let mut told = 0;
    for (index, &(piece, square)) in men.iter().enumerate() {
        if piece.role() == Role::King {
            continue;
        }
        let mut others = men.clone();
        others.remove(index);
        let worth = whole - look(&others);
        told += worth;
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
    ledger.adjust(Term::Interplay, whole - told);
    ledger
}

/// Who is on the board, and where.
pub(super) fn men(position: &Position) -> Vec<(Piece, Square)> {
    let squares = position.occupied().into_iter();
    squares.filter_map(|square| Some((position.piece_on(square)?, square))).collect()
}

impl Nnue {
    /// What the net says to these men, with the kings and the move as they are in
    /// `position`. Made from scratch: it need not be a position that can be.
    pub(super) fn look(&self, position: &Position, men: &[(Piece, Square)]) -> i32 {
        let hidden = |color: Color| {
            let view = View::of(position, color);
            let rows: Vec<&Row> = men
                .iter()
                .map(|&(piece, square)| &self.net.input[view.feature(piece, square)])
                .collect();
            let mut row = self.net.bias;
            self.kernel.update(&mut row, &self.net.bias, Change { add: &rows, sub: &[] });
            row
        };
        let [own, other] = [position.turn(), !position.turn()].map(hidden);
        self.answer([&own, &other], men.len() as u32)
    }
}
