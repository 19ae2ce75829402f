// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluation that testifies: the same code that plays can keep a ledger.

use std::fmt;

use chess::Color;

use crate::Pair;

/// What a number in the ledger stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// The pieces themselves.
    Material,
    /// The squares they stand on.
    Placement,
    /// Two bishops.
    BishopPair,
    /// Driving a bare king to the edge.
    MopUp,
    /// The right to move.
    Tempo,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Term::Material => "material",
            Term::Placement => "placement",
            Term::BishopPair => "bishop pair",
            Term::MopUp => "mop-up",
            Term::Tempo => "tempo",
        })
    }
}

/// Who listens while a position is evaluated. `()` does not, and costs nothing.
pub trait Trace {
    /// `color` is credited with `worth` for `term`.
    fn credit(&mut self, term: Term, color: Color, worth: Pair);
}

impl Trace for () {
    #[inline(always)]
    fn credit(&mut self, _: Term, _: Color, _: Pair) {}
}

/// One credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// For what.
    pub term: Term,
    /// To whom.
    pub color: Color,
    /// How much, from that side's own view.
    pub worth: Pair,
}

/// Every credit of one evaluation, with what is needed to add them up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The credits, in the order in which they were given.
    pub entries: Vec<Entry>,
    /// How much of a middlegame it is, of [`Ledger::full`].
    pub phase: i32,
    /// The phase of a full board.
    pub full: i32,
}

impl Ledger {
    /// What `term` gives to White minus what it gives to Black.
    pub fn balance(&self, term: Term) -> Pair {
        let of_term = self.entries.iter().filter(|entry| entry.term == term);
        of_term.fold(Pair::ZERO, |sum, entry| sum + signed(entry))
    }

    /// The whole evaluation, from White's view.
    pub fn total(&self) -> i32 {
        let sum = self.entries.iter().fold(Pair::ZERO, |sum, entry| sum + signed(entry));
        sum.taper(self.phase, self.full.max(1))
    }
}

fn signed(entry: &Entry) -> Pair {
    match entry.color {
        Color::White => entry.worth,
        Color::Black => -entry.worth,
    }
}

impl Trace for Ledger {
    fn credit(&mut self, term: Term, color: Color, worth: Pair) {
        if worth != Pair::ZERO {
            self.entries.push(Entry { term, color, worth });
        }
    }
}
