// SPDX-License-Identifier: GPL-3.0-or-later
//! Personas: the engines of five documents, each as its document describes it.
//!
//! ```
//! use xanthos_engine::Persona;
//!
//! let persona: Persona = "bannan".parse().unwrap();
//! let declared = persona.declared();
//! assert_eq!(declared.evaluation, eval::Kind::Bannan);
//! assert!(declared.own_book);
//! assert_eq!(declared.features.to_string(), "alpha-beta, captures played out");
//! ```
//!
//! A persona is a set of values for other options, and the ideas of its search. What each
//! document says, where it is silent and what was then decided is told in
//! docs/personas.md.

use std::fmt;
use std::str::FromStr;

use search::{Features, Horizon, Method, Order, TimeModel};

/// The engines there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Persona {
    /// This engine at its best.
    #[default]
    Xanthos,
    /// The evaluation function of A, in the frame that its document prints.
    Axon,
    /// The same evaluation with the clock of T.
    Achilles,
    /// The blitz engine of B.
    Baguette,
    /// Minimax with piece-square tables, C1 to C3.
    Bannan,
    /// Minimax with a convolutional network, C4.
    BannanCnn,
    /// COMP4121bot as it played, D3 and D5.
    Comp4121,
    /// Its Monte-Carlo tree search, D4.
    Comp4121Mcts,
}

/// Everything that a persona decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Who judges.
    pub evaluation: eval::Kind,
    /// How a move is found,
    pub method: Method,
    /// and with which ideas, if by [`Method::Documented`].
    pub features: Features,
    /// How the clock is shared out.
    pub time: TimeModel,
    /// Whether it plays from a book.
    pub own_book: bool,
    /// How often, in per cent, a book move is drawn by its weight.
    pub book_variety: u8,
}

/// A name that no persona has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no persona is called '{0}'; there are {names}", names = Persona::NAMES.join(", "))]
pub struct UnknownPersona(pub String);

impl Persona {
    /// All of them.
    pub const ALL: [Persona; 8] = [
        Persona::Xanthos,
        Persona::Axon,
        Persona::Achilles,
        Persona::Baguette,
        Persona::Bannan,
        Persona::BannanCnn,
        Persona::Comp4121,
        Persona::Comp4121Mcts,
    ];

    /// Their names, the default first.
    pub const NAMES: [&'static str; 8] = [
        "xanthos",
        "axon",
        "achilles",
        "baguette",
        "bannan",
        "bannan-cnn",
        "comp4121",
        "comp4121-mcts",
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        Persona::NAMES[self as usize]
    }

    /// What it decides.
    pub const fn declared(self) -> Declared {
        let usual = Declared {
            evaluation: eval::Kind::Nnue,
            method: Method::AlphaBeta,
            features: Features::PLAIN,
            time: TimeModel::Adaptive,
            own_book: false,
            book_variety: 50,
        };
        let plain = Features::PLAIN;
        let documented = Declared { method: Method::Documented, time: TimeModel::Fixed, ..usual };
        match self {
            Persona::Xanthos => usual,
            Persona::Axon => Declared {
                evaluation: eval::Kind::Axon,
                features: Features { horizon: Horizon::CapturesPromotionsChecks, ..plain },
                ..documented
            },
            Persona::Achilles => Declared {
                evaluation: eval::Kind::Axon,
                features: Features {
                    horizon: Horizon::CapturesPromotionsChecks,
                    lines: 2,
                    ..plain
                },
                time: TimeModel::Adaptive,
                ..documented
            },
            Persona::Baguette => {
                Declared { evaluation: eval::Kind::Baguette, time: TimeModel::Blitz, ..documented }
            }
            Persona::Bannan => Declared {
                evaluation: eval::Kind::Bannan,
                features: Features { horizon: Horizon::Captures, ..plain },
                own_book: true,
                book_variety: 100,
                ..documented
            },
            Persona::BannanCnn => Declared {
                evaluation: eval::Kind::Cnn,
                features: Features { narrow_root: false, ..plain },
                ..documented
            },
            Persona::Comp4121 => Declared {
                evaluation: eval::Kind::Comp4121,
                features: Features {
                    order: Order::CapturesAndChecksFirst,
                    deepest: Some(6),
                    split_root: true,
                    ..plain
                },
                ..documented
            },
            Persona::Comp4121Mcts => {
                Declared { evaluation: eval::Kind::Comp4121, method: Method::Uct, ..documented }
            }
        }
    }

    /// The options that it sets, and their values.
    pub fn settings(self) -> Vec<(&'static str, String)> {
        let Declared { evaluation, method, time, own_book, book_variety, .. } = self.declared();
        vec![
            ("Evaluation", evaluation.name().to_owned()),
            ("Search", method.name().to_owned()),
            ("TimeModel", time.name().to_owned()),
            ("OwnBook", own_book.to_string()),
            ("BookVariety", book_variety.to_string()),
        ]
    }

    /// What it sets, in a line: `persona bannan: Evaluation bannan, …`.
    pub fn announcement(self) -> String {
        let settings: Vec<String> =
            self.settings().iter().map(|(name, value)| format!("{name} {value}")).collect();
        let Declared { method, features, .. } = self.declared();
        let mut text = format!("persona {self}: {}", settings.join(", "));
        if method == Method::Documented {
            text += &format!("; its document has {features}");
        }
        text
    }
}

impl fmt::Display for Persona {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Persona {
    type Err = UnknownPersona;

    fn from_str(text: &str) -> Result<Self, UnknownPersona> {
        let wanted = text.trim();
        let found =
            Persona::ALL.into_iter().find(|persona| persona.name().eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| UnknownPersona(wanted.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Id, Options};
    use eval::Kind;

    /// What each document describes, and nothing more.
    #[test]
    fn every_persona_is_what_its_document_says() {
        let declared = |name: &str| name.parse::<Persona>().unwrap().declared();
        let ideas = |name: &str| {
            assert_eq!(declared(name).method, Method::Documented, "{name}");
            declared(name).features
        };
        for (name, evaluation, time, own_book) in [
            ("xanthos", Kind::Nnue, TimeModel::Adaptive, false),
            ("axon", Kind::Axon, TimeModel::Fixed, false),
            ("achilles", Kind::Axon, TimeModel::Adaptive, false),
            ("baguette", Kind::Baguette, TimeModel::Blitz, false),
            ("bannan", Kind::Bannan, TimeModel::Fixed, true),
            ("bannan-cnn", Kind::Cnn, TimeModel::Fixed, false),
            ("comp4121", Kind::Comp4121, TimeModel::Fixed, false),
            ("comp4121-mcts", Kind::Comp4121, TimeModel::Fixed, false),
        ] {
            let persona = declared(name);
            let told = (persona.evaluation, persona.time, persona.own_book);
            assert_eq!(told, (evaluation, time, own_book), "{name}");
        }
        for (name, words) in [
            ("axon", "alpha-beta, captures, promotions and first checks played out"),
            (
                "achilles",
                "alpha-beta, captures, promotions and first checks played out, 2 lines compared",
            ),
            ("baguette", "alpha-beta"),
            ("bannan", "alpha-beta, captures played out"),
            ("bannan-cnn", "alpha-beta below the root"),
            (
                "comp4121",
                "alpha-beta, captures and checks first, no deeper than 6, \
                 root shared out to threads",
            ),
        ] {
            assert_eq!(ideas(name).to_string(), words, "{name}");
        }
        assert_eq!(declared("bannan").book_variety, 100, "weighted random choice (C3)");
        assert_eq!(declared("xanthos").method, Method::AlphaBeta);
        assert_eq!(declared("comp4121-mcts").method, Method::Uct, "D4");
    }

    #[test]
    fn the_usual_persona_is_the_usual_options() {
        let mut options = Options::default();
        for (name, value) in Persona::default().settings() {
            options.set(name, Some(&value)).unwrap();
        }
        assert_eq!(options, Options::default());
        assert_eq!(options.text(Id::Persona), "xanthos");
    }

    #[test]
    fn names_are_read_back_and_every_setting_fits() {
        for persona in Persona::ALL {
            assert_eq!(persona.name().to_uppercase().parse(), Ok(persona));
            let mut options = Options::default();
            for (name, value) in persona.settings() {
                options.set(name, Some(&value)).unwrap();
            }
        }
        let error = "fritz".parse::<Persona>().unwrap_err().to_string();
        assert!(error.contains("'fritz'") && error.contains("bannan-cnn"), "{error}");
    }
}
