// SPDX-License-Identifier: GPL-3.0-or-later
//! The searches there are, by name.

use std::fmt;
use std::str::FromStr;

use eval::Evaluator;
use search::{AlphaBeta, Mcts, Search};

use crate::{Features, Negamax, comp4121};

/// A way to find a move.
///
/// ```
/// use xanthos_papers::{Features, Method};
///
/// let method: Method = "mcts".parse().unwrap();
/// let search = method.around(eval::Placement, Features::PLAIN);
/// assert_eq!(method.to_string(), "mcts");
/// assert!("guessing".parse::<Method>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Alpha-beta with everything this engine has: the strongest.
    #[default]
    AlphaBeta,
    /// Monte-Carlo tree search led by a policy network.
    Mcts,
    /// Monte-Carlo tree search as COMP4121 §4 describes it.
    Uct,
    /// Negamax with the few features of a paper.
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

    /// Whether it asks tablebases: the papers' searches do not, though Axon §2.B names them
    /// as what generalises its Table II.
    pub const fn asks_tables(self) -> bool {
        matches!(self, Method::AlphaBeta | Method::Mcts)
    }

    /// A search of this kind around an evaluator; `features` are those of
    /// [`Method::Documented`] and [`Method::Uct`].
    pub fn around<E: Evaluator>(self, evaluator: E, features: Features) -> Box<dyn Search> {
        match self {
            Method::AlphaBeta => Box::new(AlphaBeta::new(evaluator)),
            Method::Mcts => Box::new(Mcts::new(evaluator)),
            Method::Uct => {
                Box::new(Mcts::with_variant(evaluator, comp4121::uct(features.exploration)))
            }
            Method::Documented => Box::new(Negamax::new(evaluator, features)),
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
