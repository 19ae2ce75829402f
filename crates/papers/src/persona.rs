// SPDX-License-Identifier: GPL-3.0-or-later
//! Personas: the engines of the papers, each as its paper describes it.

use std::fmt;
use std::str::FromStr;

use eval::Explains;
use search::{Search, TimeModel};

use crate::list::{self, PERSONAS};
use crate::{Evaluation, Features, Method, Settings, Visitor, achilles};

/// Everything that a persona decides: values of other options, and the features of its
/// search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Persona {
    /// The name that is typed and shown.
    pub name: &'static str,
    /// The evaluator.
    pub evaluation: Evaluation,
    /// How a move is found,
    pub method: Method,
    /// and with which features, if by [`Method::Documented`].
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
    /// This engine at its best.
    pub const XANTHOS: Persona = Persona {
        name: "xanthos",
        evaluation: Evaluation::Nnue,
        method: Method::AlphaBeta,
        features: Features::PLAIN,
        time: TimeModel::ADAPTIVE,
        own_book: false,
        book_variety: 50,
    };

    /// What a paper that says nothing else gets: plain alpha-beta, the same share of the
    /// clock for each move, no book.
    pub(crate) const DOCUMENTED: Persona =
        Persona { method: Method::Documented, time: achilles::FIXED, ..Persona::XANTHOS };

    /// All of them.
    pub const ALL: &[Persona] = &PERSONAS;

    /// Their names, the default first.
    pub const NAMES: [&'static str; PERSONAS.len()] = {
        let mut names = [""; PERSONAS.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = PERSONAS[i].name;
            i += 1;
        }
        names
    };

    /// Its search around its evaluator.
    pub fn search(&self, settings: &Settings) -> Box<dyn Search> {
        self.evaluation.build(settings, Around(self.method, self.features))
    }

    /// The options that it sets, and their values.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("Evaluation", self.evaluation.name().to_owned()),
            ("Search", self.method.name().to_owned()),
            ("TimeModel", self.time.name.to_owned()),
            ("TimeAdjust", self.adjusts().to_owned()),
            ("OwnBook", self.own_book.to_string()),
            ("BookVariety", self.book_variety.to_string()),
        ]
    }

    /// The value of `TimeAdjust`.
    fn adjusts(&self) -> &'static str {
        let usual = list::time_model(self.time.name, "95").map(|model| model.adjust);
        match (usual == Some(self.time.adjust), self.time.adjust.is_on()) {
            (true, _) => "auto",
            (false, true) => "on",
            (false, false) => "off",
        }
    }

    /// What it sets, in a line: `persona bannan: Evaluation bannan, …`.
    pub fn announcement(&self) -> String {
        let settings: Vec<String> =
            self.settings().iter().map(|(name, value)| format!("{name} {value}")).collect();
        let mut text = format!("persona {self}: {}", settings.join(", "));
        if self.method == Method::Documented {
            text += &format!("; its paper has {}", self.features);
        }
        if !self.method.asks_tables() {
            text += "; tablebases are not asked";
        }
        text
    }
}

/// Builds the search of a method, with these features, around an evaluator.
#[derive(Clone, Copy, Debug)]
pub struct Around(pub Method, pub Features);

impl Visitor for Around {
    type Out = Box<dyn Search>;

    fn with<E: Explains>(self, evaluator: E) -> Box<dyn Search> {
        self.0.around(evaluator, self.1)
    }
}

impl Default for Persona {
    fn default() -> Self {
        Persona::XANTHOS
    }
}

impl fmt::Display for Persona {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl FromStr for Persona {
    type Err = UnknownPersona;

    fn from_str(text: &str) -> Result<Self, UnknownPersona> {
        let wanted = text.trim();
        let mut all = PERSONAS.into_iter();
        let found = all.find(|persona| persona.name.eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| UnknownPersona(wanted.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Adjust;

    /// What each paper describes, and nothing more.
    #[test]
    fn every_persona_is_what_its_paper_says() {
        let declared = |name: &str| name.parse::<Persona>().unwrap();
        let ideas = |name: &str| {
            assert_eq!(declared(name).method, Method::Documented, "{name}");
            declared(name).features
        };
        for (name, evaluation, time, own_book) in [
            ("xanthos", Evaluation::Nnue, TimeModel::ADAPTIVE, false),
            ("axon", Evaluation::Axon, achilles::FIXED, false),
            ("achilles", Evaluation::Axon, achilles::MATERIAL.adjusted(Adjust::Achilles), false),
            ("baguette", Evaluation::Baguette, crate::baguette::BLITZ, false),
            ("bannan", Evaluation::Bannan, achilles::FIXED, true),
            ("bannan-cnn", Evaluation::Cnn, achilles::FIXED, false),
            ("bannan-cnn-plus", Evaluation::Cnn, achilles::FIXED, true),
            ("comp4121", Evaluation::Comp4121, achilles::FIXED, false),
            ("comp4121-mcts", Evaluation::Comp4121, achilles::FIXED, false),
        ] {
            let persona = declared(name);
            let told = (persona.evaluation, persona.time, persona.own_book);
            assert_eq!(told, (evaluation, time, own_book), "{name}");
        }
        for (name, words) in [
            (
                "axon",
                "alpha-beta, captures first by victim, captures, promotions and first checks \
                 played out, after 6 half-moves only on the last square, Table II drawn in \
                 every node",
            ),
            (
                "achilles",
                "alpha-beta, captures first by victim, captures, promotions and first checks \
                 played out, after 6 half-moves only on the last square, Table II drawn in \
                 every node, 2 lines compared",
            ),
            ("baguette", "alpha-beta"),
            ("bannan", "alpha-beta, captures played out"),
            ("bannan-cnn", "alpha-beta below the root"),
            ("bannan-cnn-plus", "alpha-beta, captures first by victim, captures played out"),
            (
                "comp4121",
                "alpha-beta, captures and checks first, no deeper than 6, \
                 root shared out to threads",
            ),
        ] {
            assert_eq!(ideas(name).to_string(), words, "{name}");
        }
        assert_eq!(declared("bannan").book_variety, 100, "weighted choice");
        assert_eq!(declared("xanthos").method, Method::AlphaBeta);
        assert_eq!(declared("comp4121-mcts").method, Method::Uct);
    }

    #[test]
    fn names_are_read_back() {
        for persona in Persona::ALL {
            assert_eq!(persona.name.to_uppercase().parse(), Ok(*persona));
        }
        let error = "fritz".parse::<Persona>().unwrap_err().to_string();
        assert!(error.contains("'fritz'") && error.contains("bannan-cnn"), "{error}");
    }
}
