// SPDX-License-Identifier: GPL-3.0-or-later
//! The evaluations of documented engines, rebuilt from their documents.
//!
//! ```
//! use chess::Position;
//! use xanthos_eval::personas::{Axon, Baguette};
//! use xanthos_eval::{Evaluator, Explains, Term};
//!
//! let rook_up = Position::from_fen("4k3/pp3p2/8/8/8/8/PP3P2/R3K3 w - - 0 1").unwrap();
//! let mut axon = Axon::default();
//! assert_eq!(axon.explain(&rook_up).balance(Term::Material).eg, 500);
//! assert!(axon.evaluate(&rook_up) <= 500 + 200 + 150); // the positional part is capped
//! assert_eq!(Baguette::default().repetition_penalty(), 100);
//! ```
//!
//! Every number of a persona stands in one table with where it comes from: the
//! document, or a choice made here because the document is silent. The page
//! `docs/personas.md` shows these tables.

pub mod axon;
pub mod baguette;
pub mod bannan;
pub mod comp4121;
mod printed;
pub mod tariff;

use chess::{Bitboard, Color, Position, Role};

use crate::classical::Slot;
use crate::compass::own_view;
use crate::tally::{Prices, Tally};
use crate::{Evaluator, Explains, LIMIT, Ledger, Pair, Term, Trace, turned};

pub use axon::Axon;
pub use baguette::Baguette;
pub use bannan::Bannan;
pub use comp4121::Comp4121;

/// What makes a persona an evaluator.
pub(crate) trait Persona: Clone + Send + 'static {
    /// The phase of a full board.
    const FULL_PHASE: i32;
    /// What the search takes for a repeated move.
    const REPETITION_PENALTY: i32 = 0;

    /// How much of a middlegame it is.
    fn phase(&self, position: &Position) -> i32;

    /// The evaluation from White's view, everything told to `trace`.
    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32;
}

impl<P: Persona> Evaluator for P {
    fn evaluate(&mut self, position: &Position) -> i32 {
        turned(position, self.white_view(position, &mut ()))
    }

    fn repetition_penalty(&self) -> i32 {
        P::REPETITION_PENALTY
    }
}

impl<P: Persona> Explains for P {
    fn explain(&self, position: &Position) -> Ledger {
        let phase = self.phase(position);
        let mut ledger = Ledger { phase, full: P::FULL_PHASE, ..Ledger::default() };
        self.white_view(position, &mut ledger);
        ledger
    }
}

/// Mixes the phases; of what stands under the cap, everything but `free`, no
/// more than `cap` is left.
#[inline]
fn settle<T: Trace>(
    sum: Pair,
    free: Pair,
    (phase, full): (i32, i32),
    cap: Option<i32>,
    trace: &mut T,
) -> i32 {
    let mixed = sum.taper(phase, full);
    let mut score = mixed;
    if let Some(cap) = cap {
        let free = free.taper(phase, full);
        score = free + (mixed - free).clamp(-cap, cap);
    }
    score = score.clamp(-LIMIT, LIMIT);
    trace.adjust(Term::Cap, score - mixed);
    score
}

/// Credits both sides with their pieces: a slot of five worths.
#[inline]
fn material<T: Trace, W: Prices>(position: &Position, slot: Slot, tally: &mut Tally<'_, T, W>) {
    for us in Color::ALL {
        for (index, role) in Role::ALL.into_iter().take(slot.len).enumerate() {
            let pieces = position.pieces(us, role);
            if pieces.any() {
                tally.add(us, slot, index, pieces.count() as i32, pieces);
            }
        }
    }
}

/// Credits both sides with the squares of their pieces: a slot of 64 for each
/// role, squares as their owner sees them.
#[inline]
fn squares<T: Trace, W: Prices>(
    position: &Position,
    slots: &[Slot; 6],
    tally: &mut Tally<'_, T, W>,
) {
    for us in Color::ALL {
        for role in Role::ALL {
            for square in position.pieces(us, role) {
                let index = own_view(us, square);
                tally.add(us, slots[role.index()], index, 1, Bitboard::of(square));
            }
        }
    }
}
