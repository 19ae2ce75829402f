// SPDX-License-Identifier: GPL-3.0-or-later
//! All evaluators by name, and how they are set up.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use chess::Position;

use crate::classical::Weights;
use crate::{
    Axon, Baguette, Bannan, Classical, Comp4121, Evaluator, Group, Groups, LIMIT, Ledger,
    Placement, Rounded,
    cnn::{self, Cnn},
    nnue::{self, Nnue},
};

/// An evaluator that can say why: all hand-made ones.
pub trait Explains: Evaluator {
    /// The evaluation with its reasons; the ledger adds up to the score, from
    /// White's view, to the unit.
    fn explain(&self, position: &Position) -> Ledger;
}

/// The evaluators there are.
///
/// ```
/// use chess::Position;
/// use xanthos_eval::{Kind, Settings};
///
/// let kind: Kind = "classical".parse().unwrap();
/// let start = Position::startpos();
/// let ledger = kind.explain(&Settings::default(), &start);
/// assert_eq!(ledger.total(), kind.evaluate(&Settings::default(), &start)); // White moves
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The network.
    #[default]
    Nnue,
    /// Everything by hand, tapered and tuned.
    Classical,
    /// Material and squares, the smallest one that plays.
    Placement,
    /// The rules of the document on Axon.
    Axon,
    /// The blitz engine of B7.
    Baguette,
    /// The minimax engine of C1.
    Bannan,
    /// COMP4121bot, D3.
    Comp4121,
    /// The convolutional network of C4.
    Cnn,
}

/// What can be set about an evaluator. What one does not have it ignores:
/// [`Kind::groups`], [`Kind::has_cap`] and [`Kind::has_style`] say what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// From -100, cautious, to 100, attacking (A14).
    pub style: i32,
    /// Scores are multiples of this (A17).
    pub granularity: i32,
    /// How much the positional part may add to or take from the material (A7);
    /// `None` for what the evaluator itself holds right.
    pub cap: Option<i32>,
    /// Ideas that are switched off.
    pub without: Groups,
    /// Non-king material a side above which it is a middlegame for Axon (A9).
    pub material_limit: i32,
}

impl Settings {
    /// What [`Settings::style`] may be.
    pub const STYLES: RangeInclusive<i32> = -100..=100;
    /// What [`Settings::granularity`] may be.
    pub const GRANULARITIES: RangeInclusive<i32> = 1..=100;
    /// What [`Settings::cap`] may be.
    pub const CAPS: RangeInclusive<i32> = 0..=LIMIT;
    /// What [`Settings::material_limit`] may be: the range of the document.
    pub const MATERIAL_LIMITS: RangeInclusive<i32> = 1200..=1500;
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            style: 0,
            granularity: 1,
            cap: None,
            without: Groups::NONE,
            material_limit: 1300,
        }
    }
}

/// Something to be done with an evaluator whose type is only known once it has
/// been chosen: builds a search around it, say, so that no call is virtual.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn with<E: Explains>(self, evaluator: E) -> Self::Out;
}

/// A name that no evaluator has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no evaluator is called '{0}'")]
pub struct UnknownKind(pub String);

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 8] = [
        Kind::Nnue,
        Kind::Classical,
        Kind::Placement,
        Kind::Axon,
        Kind::Baguette,
        Kind::Bannan,
        Kind::Comp4121,
        Kind::Cnn,
    ];

    /// The name that is typed and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Classical => "classical",
            Kind::Placement => "placement",
            Kind::Axon => "axon",
            Kind::Baguette => "baguette",
            Kind::Bannan => "bannan",
            Kind::Comp4121 => "comp4121",
            Kind::Nnue => "nnue",
            Kind::Cnn => "cnn",
        }
    }

    /// What it is, in a line.
    pub const fn description(self) -> &'static str {
        match self {
            Kind::Classical => "all terms, tapered between phases and tuned",
            Kind::Placement => "material and squares alone",
            Kind::Axon => "the rules of the document on Axon: Table I to III, capped at two pawns",
            Kind::Baguette => "material, squares, blocked pawns, company for the king",
            Kind::Bannan => "material and one table of squares a piece",
            Kind::Comp4121 => "material, maps of squares, a corner for the enemy king",
            Kind::Nnue => "a network trained here",
            Kind::Cnn => "a convolutional network trained here, on fourteen planes",
        }
    }

    /// The ideas it has and can do without.
    pub fn groups(self) -> Groups {
        match self {
            Kind::Classical => Classical::groups(),
            Kind::Placement | Kind::Nnue | Kind::Cnn => Groups::NONE,
            Kind::Axon => Axon::groups(),
            Kind::Baguette => Baguette::groups(),
            Kind::Bannan => Bannan::groups(),
            Kind::Comp4121 => Comp4121::groups(),
        }
    }

    /// The cap of its positional part when nothing else is set.
    pub const fn own_cap(self) -> Option<i32> {
        match self {
            Kind::Axon => Some(Axon::CAP),
            _ => None,
        }
    }

    /// Whether [`Settings::cap`] means something to it.
    pub const fn has_cap(self) -> bool {
        !matches!(self, Kind::Placement | Kind::Nnue | Kind::Cnn)
    }

    /// Whether [`Settings::style`] means something to it.
    pub const fn has_style(self) -> bool {
        matches!(self, Kind::Classical | Kind::Axon)
    }

    /// Builds the evaluator and hands it to `visitor`.
    ///
    /// ```
    /// use xanthos_eval::{Evaluator, Explains, Kind, Settings, Visitor};
    ///
    /// struct Score<'a>(&'a chess::Position);
    /// impl Visitor for Score<'_> {
    ///     type Out = i32;
    ///     fn with<E: Explains>(self, mut evaluator: E) -> i32 {
    ///         evaluator.evaluate(self.0)
    ///     }
    /// }
    /// let start = chess::Position::startpos();
    /// for kind in Kind::ALL {
    ///     assert!(kind.build(&Settings::default(), Score(&start)).abs() < 60);
    /// }
    /// ```
    pub fn build<V: Visitor>(self, settings: &Settings, visitor: V) -> V::Out {
        let grain = settings.granularity;
        match self {
            Kind::Classical => {
                let weights = Weights::default().without_groups(settings.without);
                let weights = weights.styled(settings.style);
                let classical = Classical::with_weights(weights)
                    .with_cap(settings.cap)
                    .with_endings(!settings.without.has(Group::Endings));
                visitor.with(Rounded::new(classical, grain))
            }
            Kind::Placement => visitor.with(Rounded::new(Placement, grain)),
            Kind::Axon => visitor.with(Rounded::new(Axon::new(settings), grain)),
            Kind::Baguette => visitor.with(Rounded::new(Baguette::new(settings), grain)),
            Kind::Bannan => visitor.with(Rounded::new(Bannan::new(settings), grain)),
            Kind::Comp4121 => visitor.with(Rounded::new(Comp4121::new(settings), grain)),
            Kind::Nnue => visitor.with(Rounded::new(Nnue::new(nnue::shipped()), grain)),
            Kind::Cnn => visitor.with(Rounded::new(Cnn::new(cnn::shipped()), grain)),
        }
    }

    /// The ledger of one position.
    pub fn explain(self, settings: &Settings, position: &Position) -> Ledger {
        self.build(settings, Explain(position))
    }

    /// The score of one position, for the side to move. To evaluate many, keep
    /// the evaluator: see [`Kind::build`].
    pub fn evaluate(self, settings: &Settings, position: &Position) -> i32 {
        self.build(settings, Evaluate(position))
    }
}

struct Explain<'a>(&'a Position);

impl Visitor for Explain<'_> {
    type Out = Ledger;
    fn with<E: Explains>(self, evaluator: E) -> Ledger {
        evaluator.explain(self.0)
    }
}

struct Evaluate<'a>(&'a Position);

impl Visitor for Evaluate<'_> {
    type Out = i32;
    fn with<E: Explains>(self, mut evaluator: E) -> i32 {
        evaluator.evaluate(self.0)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let wanted = text.trim();
        let found = Kind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| UnknownKind(wanted.to_owned()))
    }
}
