// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluators by name, and how they are set up.

use std::ops::RangeInclusive;

use eval::{Explains, Groups, LIMIT};

/// What can be set about an evaluator. What one does not have it ignores:
/// [`Evaluation::groups`], [`Evaluation::has_cap`] and [`Evaluation::has_style`] say what
/// it has.
///
/// [`Evaluation::groups`]: crate::Evaluation::groups
/// [`Evaluation::has_cap`]: crate::Evaluation::has_cap
/// [`Evaluation::has_style`]: crate::Evaluation::has_style
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// From -100, cautious, to 100, attacking (Axon §1).
    pub style: i32,
    /// Scores are multiples of this (Axon §1).
    pub granularity: i32,
    /// How much the positional part may add to or take from the material (Axon §3);
    /// `None` for the evaluator's own cap.
    pub cap: Option<i32>,
    /// Groups of terms that are switched off.
    pub without: Groups,
    /// Non-king material a side above which it is a middlegame for Axon (§3.B).
    pub material_limit: i32,
}

impl Settings {
    /// What [`Settings::style`] may be.
    pub const STYLES: RangeInclusive<i32> = -100..=100;
    /// What [`Settings::granularity`] may be.
    pub const GRANULARITIES: RangeInclusive<i32> = 1..=100;
    /// What [`Settings::cap`] may be.
    pub const CAPS: RangeInclusive<i32> = 0..=LIMIT;
    /// What [`Settings::material_limit`] may be: the range of Axon §3.B.
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
    /// The result.
    type Out;
    /// Is called with the evaluator.
    fn with<E: Explains>(self, evaluator: E) -> Self::Out;
}

/// A name that no evaluator has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no evaluator is called '{0}'")]
pub struct UnknownEvaluation(pub String);

pub(crate) struct Explain<'a>(pub &'a chess::Position);

impl Visitor for Explain<'_> {
    type Out = eval::Ledger;
    fn with<E: Explains>(self, evaluator: E) -> eval::Ledger {
        evaluator.explain(self.0)
    }
}

pub(crate) struct Evaluate<'a>(pub &'a chess::Position);

impl Visitor for Evaluate<'_> {
    type Out = i32;
    fn with<E: Explains>(self, mut evaluator: E) -> i32 {
        evaluator.evaluate(self.0)
    }
}

/// Declares [`Evaluation`](crate::Evaluation): the evaluators of `eval` and those of the
/// papers, a line each.
macro_rules! evaluations {
    ($($kind:ident: $evaluator:ty,)*) => {
        /// The evaluators there are.
        ///
        /// ```
        /// use chess::Position;
        /// use xanthos_papers::{Evaluation, Settings};
        ///
        /// let evaluation: Evaluation = "classical".parse().unwrap();
        /// let start = Position::startpos();
        /// let ledger = evaluation.explain(&Settings::default(), &start);
        /// let score = evaluation.evaluate(&Settings::default(), &start); // White moves
        /// assert_eq!(ledger.total(), score);
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Evaluation {
            /// The network.
            #[default]
            Nnue,
            /// Hand-crafted, tapered and tuned.
            Classical,
            /// Material and squares, the smallest one that plays.
            Placement,
            $(#[doc = concat!("That of [`", stringify!($evaluator), "`].")] $kind,)*
            /// The convolutional network of Bannan §E.2.
            Cnn,
        }

        impl Evaluation {
            /// All of them.
            pub const ALL: &[Evaluation] = &[
                Evaluation::Nnue,
                Evaluation::Classical,
                Evaluation::Placement,
                $(Evaluation::$kind,)*
                Evaluation::Cnn,
            ];

            /// The name that is typed and shown.
            pub const fn name(self) -> &'static str {
                match self {
                    Evaluation::Nnue => "nnue",
                    Evaluation::Classical => "classical",
                    Evaluation::Placement => "placement",
                    $(Evaluation::$kind => <$evaluator as $crate::PaperEvaluator>::NAME,)*
                    Evaluation::Cnn => "cnn",
                }
            }

            /// What it is, in a line.
            pub const fn description(self) -> &'static str {
                match self {
                    Evaluation::Nnue => "a network trained here",
                    Evaluation::Classical => "all terms, tapered between phases and tuned",
                    Evaluation::Placement => "material and squares alone",
                    $(Evaluation::$kind => <$evaluator as $crate::PaperEvaluator>::DESCRIPTION,)*
                    Evaluation::Cnn => "a convolutional network trained here, on fourteen planes",
                }
            }

            /// The groups of terms it has and can do without.
            pub fn groups(self) -> eval::Groups {
                match self {
                    Evaluation::Classical => eval::Classical::groups(),
                    Evaluation::Nnue | Evaluation::Placement | Evaluation::Cnn => {
                        eval::Groups::NONE
                    }
                    $(Evaluation::$kind => <$evaluator as $crate::PaperEvaluator>::groups(),)*
                }
            }

            /// The cap of its positional part when nothing else is set.
            pub const fn own_cap(self) -> Option<i32> {
                match self {
                    $(Evaluation::$kind => <$evaluator as $crate::PaperEvaluator>::CAP,)*
                    _ => None,
                }
            }

            /// Whether [`Settings::cap`](crate::Settings) means something to it.
            pub const fn has_cap(self) -> bool {
                !matches!(self, Evaluation::Placement | Evaluation::Nnue | Evaluation::Cnn)
            }

            /// Whether [`Settings::style`](crate::Settings) means something to it.
            pub const fn has_style(self) -> bool {
                match self {
                    Evaluation::Classical | Evaluation::Nnue | Evaluation::Cnn => true,
                    $(Evaluation::$kind => <$evaluator as $crate::PaperEvaluator>::HAS_STYLE,)*
                    Evaluation::Placement => false,
                }
            }

            /// Whether a paper describes it.
            pub const fn is_documented(self) -> bool {
                !matches!(
                    self,
                    Evaluation::Nnue | Evaluation::Classical | Evaluation::Placement
                )
            }

            /// Builds the evaluator and hands it to `visitor`.
            ///
            /// ```
            /// use eval::{Evaluator, Explains};
            /// use xanthos_papers::{Evaluation, Settings, Visitor};
            ///
            /// struct Score<'a>(&'a chess::Position);
            /// impl Visitor for Score<'_> {
            ///     type Out = i32;
            ///     fn with<E: Explains>(self, mut evaluator: E) -> i32 {
            ///         evaluator.evaluate(self.0)
            ///     }
            /// }
            /// let start = chess::Position::startpos();
            /// for evaluation in Evaluation::ALL {
            ///     assert!(evaluation.build(&Settings::default(), Score(&start)).abs() < 60);
            /// }
            /// ```
            pub fn build<V: $crate::Visitor>(
                self,
                settings: &$crate::Settings,
                visitor: V,
            ) -> V::Out {
                let grain = settings.granularity;
                match self {
                    Evaluation::Nnue => {
                        let net = eval::nnue::shipped();
                        settings.styled(eval::nnue::Nnue::new(net), visitor)
                    }
                    Evaluation::Classical => {
                        visitor.with(eval::Rounded::new(settings.classical(), grain))
                    }
                    Evaluation::Placement => {
                        visitor.with(eval::Rounded::new(eval::Placement, grain))
                    }
                    $(Evaluation::$kind => {
                        let evaluator = <$evaluator as $crate::PaperEvaluator>::new(settings);
                        // One search is compiled for the evaluators of all papers.
                        let evaluator = eval::AnyEvaluator::new(evaluator);
                        visitor.with(eval::Rounded::new(evaluator, grain))
                    })*
                    Evaluation::Cnn => {
                        let net = eval::cnn::shipped();
                        settings.styled(eval::cnn::Cnn::new(net), visitor)
                    }
                }
            }

            /// The ledger of one position.
            pub fn explain(
                self,
                settings: &$crate::Settings,
                position: &chess::Position,
            ) -> eval::Ledger {
                self.build(settings, $crate::evaluation::Explain(position))
            }

            /// The score of one position, for the side to move. To evaluate many, keep
            /// the evaluator: see [`Evaluation::build`].
            pub fn evaluate(self, settings: &$crate::Settings, position: &chess::Position) -> i32 {
                self.build(settings, $crate::evaluation::Evaluate(position))
            }
        }

        impl std::fmt::Display for Evaluation {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for Evaluation {
            type Err = $crate::UnknownEvaluation;

            fn from_str(text: &str) -> Result<Self, $crate::UnknownEvaluation> {
                let wanted = text.trim();
                let mut all = Evaluation::ALL.iter().copied();
                let found = all.find(|evaluation| evaluation.name().eq_ignore_ascii_case(wanted));
                found.ok_or_else(|| $crate::UnknownEvaluation(wanted.to_owned()))
            }
        }
    };
}

pub(crate) use evaluations;

impl Settings {
    /// A network with the style and the grain that are set, handed to `visitor`. Without a
    /// style it has a search compiled for it; with one it is slower anyway.
    pub fn styled<E: Explains, V: Visitor>(&self, network: E, visitor: V) -> V::Out {
        if self.style == 0 {
            return visitor.with(eval::Rounded::new(network, self.granularity));
        }
        let styled = eval::AnyEvaluator::new(eval::Styled::new(network, self.style));
        visitor.with(eval::Rounded::new(styled, self.granularity))
    }

    /// The classical evaluator set up so.
    pub(crate) fn classical(&self) -> eval::Classical {
        let weights = eval::classical::Weights::default().without_groups(self.without);
        eval::Classical::with_weights(weights.styled(self.style))
            .with_cap(self.cap)
            .with_endings(!self.without.has(eval::Group::Endings))
    }
}
