// SPDX-License-Identifier: GPL-3.0-or-later
//! The trace of an evaluation: the same code that plays can keep a ledger.
//!
//! Every term reports to one generic [`Trace`]. The trace `()` compiles to nothing; a [`Ledger`] writes down who gets how much for what; the tuner's
//! [`Coefficients`](crate::classical::Coefficients) only count.

use std::fmt;

use chess::{Bitboard, Color};

use crate::Pair;
use crate::classical::Slot;

/// What a number in the ledger stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// The pieces themselves.
    Material,
    /// How the pieces get on with each other.
    Imbalance,
    /// Trading pieces when ahead, pawns when behind.
    Trade,
    /// The squares they stand on.
    Placement,
    /// Two bishops.
    BishopPair,
    /// Pawns that help or hinder each other.
    Pawns,
    /// Pawns that no pawn can stop.
    Passed,
    /// Squares that pieces can go to.
    Mobility,
    /// Pieces that stand between an enemy and something more valuable.
    Masked,
    /// Good and bad posts of pieces.
    Pieces,
    /// Pieces brought into play, in the order of the opening's plan.
    Development,
    /// Pieces that are attacked, or about to be.
    Threats,
    /// Pawns before the king, and those coming at it.
    Shelter,
    /// The attack on the king.
    King,
    /// The king's way to the middle.
    KingCentre,
    /// Room behind the pawns.
    Space,
    /// How much there is to play for.
    Complexity,
    /// Advantages that are hard to win with.
    Scaling,
    /// Driving a bare king to the edge.
    MopUp,
    /// The right to move.
    Tempo,
    /// Endings that are known.
    Endgame,
    /// The limit of the positional part, and that of all evaluations.
    Cap,
    /// Rounding to the grain of the evaluation.
    Granularity,
    /// What a network would miss without a piece.
    NetworkPiece,
    /// What the pieces are worth to a network together beyond that.
    Interplay,
}

impl Term {
    /// All terms, in the order in which a table shows them.
    pub const ALL: [Term; 25] = [
        Term::Material,
        Term::Imbalance,
        Term::Trade,
        Term::Placement,
        Term::BishopPair,
        Term::Pawns,
        Term::Passed,
        Term::Mobility,
        Term::Masked,
        Term::Pieces,
        Term::Development,
        Term::Threats,
        Term::Shelter,
        Term::King,
        Term::KingCentre,
        Term::Space,
        Term::Complexity,
        Term::Scaling,
        Term::MopUp,
        Term::Tempo,
        Term::Endgame,
        Term::Cap,
        Term::Granularity,
        Term::NetworkPiece,
        Term::Interplay,
    ];

    /// The name that tables show.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Imbalance => "imbalance",
            Term::Trade => "trade",
            Term::Placement => "piece placement",
            Term::BishopPair => "bishop pair",
            Term::Pawns => "pawns",
            Term::Passed => "passed pawns",
            Term::Mobility => "mobility",
            Term::Masked => "masked",
            Term::Pieces => "piece activity",
            Term::Development => "development",
            Term::Threats => "threats",
            Term::Shelter => "king safety",
            Term::King => "king danger",
            Term::KingCentre => "king centre",
            Term::Space => "space",
            Term::Complexity => "complexity",
            Term::Scaling => "scaling",
            Term::MopUp => "mop-up",
            Term::Tempo => "tempo",
            Term::Endgame => "known ending",
            Term::Cap => "cap",
            Term::Granularity => "granularity",
            Term::NetworkPiece => "pieces",
            Term::Interplay => "interplay",
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is told about every term while a position is evaluated. `()` costs nothing.
pub trait Trace {
    /// Whether anything is kept. If not, cached parts need not be reported again.
    const LISTENS: bool;

    /// `color` is credited with `worth` for `term`, without a weight of its own.
    fn credit(&mut self, term: Term, color: Color, worth: Pair);

    /// `color` has the feature of weight `index` in `slot` `count` times, on or
    /// because of `squares`. Of a [`Kind::Linear`](crate::classical::Kind)
    /// weight this is a credit; of the others it is evidence for a credit that
    /// follows.
    fn count(&mut self, place: Place, color: Color, count: i32, weight: Pair, squares: Bitboard);

    /// The weight that scales the endgame half: one for White being the
    /// stronger side, one for Black.
    fn scale(&mut self, white: Place, black: Place);

    /// The score, already mixed from both phases, changes by `by` (White's view).
    fn adjust(&mut self, term: Term, by: i32);
}

/// A weight: its table and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The table.
    pub slot: Slot,
    /// Which weight of it.
    pub index: usize,
}

impl fmt::Display for Place {
    /// `knight mobility 5`; the number is left out where there is only one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.slot.name.replace('_', " ").to_lowercase();
        match self.slot.len {
            1 => f.pad(&name),
            _ => f.pad(&format!("{name} {}", self.index)),
        }
    }
}

impl Trace for () {
    const LISTENS: bool = false;
    #[inline(always)]
    fn credit(&mut self, _: Term, _: Color, _: Pair) {}
    #[inline(always)]
    fn count(&mut self, _: Place, _: Color, _: i32, _: Pair, _: Bitboard) {}
    #[inline(always)]
    fn scale(&mut self, _: Place, _: Place) {}
    #[inline(always)]
    fn adjust(&mut self, _: Term, _: i32) {}
}

/// One credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// For what.
    pub term: Term,
    /// To whom.
    pub color: Color,
    /// How much, from that side's own view: weight times count.
    pub worth: Pair,
    /// The weight and its name, where the credit is a count of features.
    pub weight: Option<Place>,
    /// How often the feature is there.
    pub count: i32,
    /// The squares concerned; empty if it is not about squares.
    pub squares: Bitboard,
}

/// Every credit of one evaluation, with what is needed to add them up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The credits, in the order in which they were given.
    pub entries: Vec<Entry>,
    /// What credits that are not plain sums rest on: the attack units behind
    /// king danger, the parts of complexity. Not added up.
    pub evidence: Vec<Entry>,
    /// Changes to the mixed score: known endings, the cap. White's view.
    pub adjustments: Vec<(Term, i32)>,
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

    /// What `term` gives to one side.
    pub fn share(&self, term: Term, color: Color) -> Pair {
        let own = self.entries.iter().filter(|entry| entry.term == term && entry.color == color);
        own.fold(Pair::ZERO, |sum, entry| sum + entry.worth)
    }

    /// The whole evaluation, from White's view.
    pub fn total(&self) -> i32 {
        let sum = self.entries.iter().fold(Pair::ZERO, |sum, entry| sum + signed(entry));
        let adjusted: i32 = self.adjustments.iter().map(|&(_, by)| by).sum();
        sum.taper(self.phase, self.full.max(1)) + adjusted
    }

    /// Each term that has something to say with its mixed worth, and the rest
    /// that rounding leaves: together exactly [`Ledger::total`].
    pub fn mixed(&self) -> (Vec<(Term, i32)>, i32) {
        let mut rows = Vec::new();
        for term in Term::ALL {
            let pair = self.balance(term);
            let adjusted: i32 =
                self.adjustments.iter().filter(|(of, _)| *of == term).map(|&(_, by)| by).sum();
            if pair != Pair::ZERO || adjusted != 0 {
                rows.push((term, pair.taper(self.phase, self.full.max(1)) + adjusted));
            }
        }
        let sum: i32 = rows.iter().map(|&(_, worth)| worth).sum();
        (rows, self.total() - sum)
    }
}

fn signed(entry: &Entry) -> Pair {
    match entry.color {
        Color::White => entry.worth,
        Color::Black => -entry.worth,
    }
}

impl Trace for Ledger {
    const LISTENS: bool = true;

    fn credit(&mut self, term: Term, color: Color, worth: Pair) {
        if worth != Pair::ZERO {
            let squares = Bitboard::EMPTY;
            self.entries.push(Entry { term, color, worth, weight: None, count: 1, squares });
        }
    }

    fn count(&mut self, place: Place, color: Color, count: i32, weight: Pair, squares: Bitboard) {
        let (term, worth) = (place.slot.term, weight * count);
        let entry = Entry { term, color, worth, weight: Some(place), count, squares };
        if place.slot.is_linear() {
            self.entries.push(entry);
        } else {
            self.evidence.push(entry);
        }
    }

    fn scale(&mut self, _: Place, _: Place) {}

    fn adjust(&mut self, term: Term, by: i32) {
        if by != 0 {
            self.adjustments.push((term, by));
        }
    }
}
