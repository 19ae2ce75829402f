// SPDX-License-Identifier: GPL-3.0-or-later
//! What the evaluators of the papers have in common.

use chess::{Bitboard, Color, Position, Role};
use eval::classical::Slot;
use eval::directions::own_view;
use eval::tally::{Tally, WeightTable};
use eval::{Groups, LIMIT, Pair, Term, Trace};

use crate::Settings;

/// A hand-crafted evaluator as a paper describes it.
pub trait PaperEvaluator: Clone + Send + 'static {
    /// The name that is typed and shown.
    const NAME: &'static str;
    /// What it is, in a line.
    const DESCRIPTION: &'static str;
    /// The cap of its positional part, if the paper has one.
    const CAP: Option<i32> = None;
    /// Whether [`Settings::style`] means something to it.
    const HAS_STYLE: bool = false;
    /// The phase of a full board.
    const FULL_PHASE: i32 = 1;

    /// Set up; settings that it does not have are ignored.
    fn new(settings: &Settings) -> Self;

    /// The groups of terms it has and can do without.
    fn groups() -> Groups;

    /// How much of a middlegame it is.
    fn phase(&self, _position: &Position) -> i32 {
        1
    }

    /// The evaluation from White's view, with every term reported to `trace`.
    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32;

    /// The evaluation for the side to move.
    fn side_view(&self, position: &Position) -> i32 {
        let score = self.white_view(position, &mut ());
        if position.turn() == Color::White { score } else { -score }
    }

    /// The evaluation term by term.
    fn ledger(&self, position: &Position) -> eval::Ledger {
        let (phase, full) = (self.phase(position), Self::FULL_PHASE);
        let mut ledger = eval::Ledger { phase, full, ..eval::Ledger::default() };
        self.white_view(position, &mut ledger);
        ledger
    }
}

/// Makes a [`PaperEvaluator`] one that searches take. (A blanket implementation of a
/// trait of another crate is not allowed.)
macro_rules! explains {
    ($evaluator:ty) => {
        impl Default for $evaluator {
            fn default() -> Self {
                <$evaluator as $crate::evaluator::PaperEvaluator>::new(&$crate::Settings::default())
            }
        }

        impl eval::Explains for $evaluator {
            fn explain(&self, position: &chess::Position) -> eval::Ledger {
                $crate::evaluator::PaperEvaluator::ledger(self, position)
            }
        }
    };
}

/// The same for one that looks at nothing but the position.
macro_rules! evaluates {
    ($evaluator:ty) => {
        $crate::evaluator::explains!($evaluator);

        impl eval::Evaluator for $evaluator {
            fn evaluate(&mut self, position: &chess::Position) -> i32 {
                $crate::evaluator::PaperEvaluator::side_view(self, position)
            }
        }
    };
}

pub(crate) use {evaluates, explains};

/// Mixes the phases; of what stands under the cap, everything but `free`, no
/// more than `cap` is left.
#[inline]
pub(crate) fn settle<T: Trace>(
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
pub(crate) fn material<T: Trace, W: WeightTable>(
    position: &Position,
    slot: Slot,
    tally: &mut Tally<'_, T, W>,
) {
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
pub(crate) fn squares<T: Trace, W: WeightTable>(
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
