// SPDX-License-Identifier: GPL-3.0-or-later
//! The classical evaluation: tapered, tuned, and able to say why.
//!
//! ```
//! use chess::{Color, Position};
//! use xanthos_eval::{Classical, Evaluator, Term};
//!
//! let mut classical = Classical::default();
//! let rook_up = Position::from_fen("4k3/pp3p2/8/8/8/8/PP3P2/R3K3 w - - 0 1").unwrap();
//! let score = classical.evaluate(&rook_up);
//! assert!(score > 300);
//!
//! let ledger = classical.explain(&rook_up);
//! assert_eq!(ledger.total(), score); // White is to move
//! assert!(ledger.share(Term::Material, Color::White).mg > 300);
//! ```
//!
//! Where to look: [`schema`] declares every weight, `weights` holds their values
//! as the tuner wrote them; `pawns`, `pieces`, `threats`, `king`, `passed` are
//! the terms; `balance` asks what an advantage is worth, `endgame` knows better
//! in a few endings; `board` finds out once what all of them need.

mod balance;
mod board;
mod coefficients;
pub(crate) mod endgame;
mod king;
pub mod kpk;
pub(crate) mod material;
mod passed;
mod pawns;
mod pieces;
pub mod schema;
mod threats;
mod values;
#[rustfmt::skip]
mod weights;

use std::sync::Arc;

use chess::{Bitboard, Color, Position, Side};

use crate::tally::{Tally, WeightTable};
use crate::{Evaluator, Explains, Group, Groups, LIMIT, Ledger, Pair, Term, Trace, turned};

pub use balance::FULL_SCALE;
pub use coefficients::{Coefficients, Counted};
pub use king::{LINEAR_DIVISOR, SQUARE_DIVISOR};
pub use material::FULL_PHASE;
pub use schema::{COUNT, Kind, SLOTS, Slot};
pub use values::{Weights, WeightsError};

use board::Board;
use endgame::Endgame;
pub use endgame::is_drawn_by_table;
use material::MaterialTable;
use pawns::PawnTable;
use schema::{CASTLING, MATERIAL, TEMPO};

/// The classical evaluator: its weights and what it remembers.
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Arc<Weights>,
    pawns: PawnTable,
    materials: MaterialTable,
    last: LastWord,
}

/// What is settled once both phases are mixed.
#[derive(Clone, Copy, Debug)]
struct LastWord {
    cap: Option<i32>,
    endings: bool,
}

impl Default for Classical {
    fn default() -> Self {
        Classical::with_weights(Weights::default())
    }
}

impl Evaluator for Classical {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let white = self.white_view(position);
        turned(position, white)
    }
}

impl Explains for Classical {
    fn explain(&self, position: &Position) -> Ledger {
        Classical::explain(self, position)
    }
}

impl Classical {
    /// An evaluator with other weights than the compiled-in ones.
    pub fn with_weights(weights: Weights) -> Self {
        Classical {
            weights: Arc::new(weights),
            pawns: PawnTable::new(),
            materials: MaterialTable::new(),
            last: LastWord { cap: None, endings: true },
        }
    }

    /// With a limit to what everything but material may add or take (Axon §3).
    /// Known endings stand above it.
    #[must_use]
    pub fn with_cap(mut self, cap: Option<i32>) -> Self {
        self.last.cap = cap;
        self
    }

    /// With or without knowledge of single endings.
    #[must_use]
    pub fn with_endings(mut self, endings: bool) -> Self {
        self.last.endings = endings;
        self
    }

    /// The groups of terms it has.
    pub fn groups() -> Groups {
        let indices = SLOTS.iter().flat_map(|slot| (0..slot.len).map(move |i| (slot, i)));
        let of_weights = indices.filter_map(|(slot, index)| Group::of(slot, index));
        of_weights.fold(Groups::of(&[Group::Endings]), Groups::with)
    }

    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    fn white_view(&mut self, position: &Position) -> i32 {
        let weights = &*self.weights;
        let mut nobody = ();
        let mut tally = Tally::new(weights, &mut nobody);
        let mut board = Board::new(position);
        let structure = self.pawns.probe(&board, weights);
        let material = self.materials.probe(position, weights);
        tally.sum = structure.sum + material.sum;
        tally.danger = structure.danger;
        terms(&mut board, structure.passed, &mut tally);
        self.last.speak(position, material.phase, material.ending, &mut tally)
    }

    /// The evaluation with its reasons; the ledger adds up to it.
    pub fn explain(&self, position: &Position) -> Ledger {
        let mut ledger = Ledger { full: FULL_PHASE, ..Ledger::default() };
        ledger.phase = self.traced(position, &mut ledger);
        ledger
    }

    /// Counts for the tuner which weights speak about `position`, into
    /// `coefficients` (cleared first).
    pub fn count(&self, position: &Position, coefficients: &mut Coefficients) {
        coefficients.clear();
        self.traced(position, coefficients);
    }

    /// Evaluates from scratch, everything told to `trace`; gives the phase.
    fn traced<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let mut tally = Tally::new(&*self.weights, trace);
        let mut board = Board::new(position);
        let passed = pawns::structure(&board, &mut tally);
        let counts = material::counts(position);
        let phase = material::material(&counts, &mut tally);
        terms(&mut board, passed, &mut tally);
        self.last.speak(position, phase, Endgame::of(&counts), &mut tally);
        phase
    }
}

/// The terms in order: attacks are found out with the pieces, so that what
/// follows knows all of them.
#[inline(always)]
fn terms<T: Trace>(board: &mut Board<'_>, passed: Bitboard, tally: &mut Tally<'_, T>) {
    let (white, black) = (Color::White, Color::Black);
    pieces::placement(board, white, tally);
    pieces::placement(board, black, tally);
    pieces::pieces(board, white, tally);
    pieces::pieces(board, black, tally);
    king::danger(board, white, tally);
    king::danger(board, black, tally);
    threats::threats(board, white, tally);
    threats::threats(board, black, tally);
    passed::passed(board, white, passed, tally);
    passed::passed(board, black, passed, tally);
    pieces::space(board, white, tally);
    pieces::space(board, black, tally);
    rights(board, tally);
    balance::complexity(board, passed, tally);
    balance::scaling(board, tally);
}

/// The right to move and the rights to castle.
#[inline(always)]
fn rights<T: Trace>(board: &Board<'_>, tally: &mut Tally<'_, T>) {
    let castling = board.position.castling();
    if !castling.is_empty() {
        for color in Color::ALL {
            let count = Side::ALL.iter().filter(|&&side| castling.has(color, side)).count();
            if count > 0 {
                tally.add(color, CASTLING, 0, count as i32, Bitboard::EMPTY);
            }
        }
    }
    tally.add(board.position.turn(), TEMPO, 0, 1, Bitboard::EMPTY);
}

impl LastWord {
    /// Mixes the phases, limits the positional part, corrects known endings,
    /// caps. White's view.
    #[inline(always)]
    fn speak<T: Trace>(
        &self,
        position: &Position,
        phase: i32,
        ending: Endgame,
        tally: &mut Tally<'_, T>,
    ) -> i32 {
        let mut mixed = tally.sum.taper(phase, FULL_PHASE);
        if let Some(cap) = self.cap {
            let material = plain_material(position, tally.weights).taper(phase, FULL_PHASE);
            let limited = material + (mixed - material).clamp(-cap, cap);
            tally.trace.adjust(Term::Cap, limited - mixed);
            mixed = limited;
        }
        let special = ending != Endgame::None && self.endings;
        let known = if special { ending.correct(position, mixed) } else { mixed };
        tally.trace.adjust(Term::Endgame, known - mixed);
        let capped = known.clamp(-LIMIT, LIMIT);
        tally.trace.adjust(Term::Cap, capped - known);
        capped
    }
}

/// The pieces alone, White's view.
#[inline(never)]
fn plain_material(position: &Position, weights: &Weights) -> Pair {
    let [white, black] = material::counts(position);
    let worth = |role| weights.get(MATERIAL, role) * (white[role] - black[role]);
    (0..MATERIAL.len).map(worth).fold(Pair::ZERO, |sum, pair| sum + pair)
}
