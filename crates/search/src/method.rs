// SPDX-License-Identifier: GPL-3.0-or-later
//! The searches there are, by name.

use std::fmt;
use std::str::FromStr;

use eval::Evaluator;

use crate::{AlphaBeta, Documented, Features, Mcts, Recipe, Search};

/// A way to find a move.
///
/// ```
/// use xanthos_search::Method;
///
/// let method: Method = "mcts".parse().unwrap();
/// let search = method.around(eval::Placement); // anything that can choose a move
/// assert_eq!(method.to_string(), "mcts");
/// assert!("guessing".parse::<Method>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Negamax with a window: the strongest.
    #[default]
    AlphaBeta,
    /// Playouts led by a policy network.
    Mcts,
    /// Playouts as the document on COMP4121bot describes them (D4).
    Uct,
    /// Negamax with the few ideas of a document; alpha-beta alone if nobody says which.
    Documented,
}

/// A name that no search has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no search is called '{0}'")]
pub struct UnknownMethod(pub String);

impl Method {
    /// All of them.
    pub const ALL: [Method; 4] = [Method::AlphaBeta, Method::Mcts, Method::Uct, Method::Documented];

    /// Their names, in the same order.
    pub const NAMES: [&'static str; 4] = ["alphabeta", "mcts", "uct", "documented"];

    /// The name that is typed and shown.
    pub const fn name(self) -> &'static str {
        Method::NAMES[self as usize]
    }

    /// A search of this kind around an evaluator.
    pub fn around<E: Evaluator>(self, evaluator: E) -> Box<dyn Search> {
        match self {
            Method::AlphaBeta => Box::new(AlphaBeta::new(evaluator)),
            Method::Mcts => Box::new(Mcts::new(evaluator)),
            Method::Uct => Box::new(Mcts::with_recipe(evaluator, Recipe::DOCUMENTED)),
            Method::Documented => Box::new(Documented::new(evaluator, Features::PLAIN)),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(text: &str) -> Result<Self, UnknownMethod> {
        let named = |method: &Method| method.name().eq_ignore_ascii_case(text);
        Method::ALL.into_iter().find(named).ok_or_else(|| UnknownMethod(text.to_owned()))
    }
}
