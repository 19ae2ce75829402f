// SPDX-License-Identifier: GPL-3.0-or-later
//! What the search of a paper has and has not.

use std::fmt;

/// In which order the moves of a node are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they are generated.
    AsTheyCome,
    /// Captures and checks before the others, each as they come (COMP4121 §5.2).
    CapturesAndChecksFirst,
}

/// What happens where the depth ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// The position is evaluated as it stands.
    Evaluated,
    /// Captures are played out (Bannan §D.3).
    Captures,
    /// Captures and promotions are, and on the first ply checks (Axon §1).
    CapturesPromotionsChecks,
}

/// The features of a search; none of them changes the value of a tree but
/// [`Horizon`], they only change what the value costs.
///
/// ```
/// use xanthos_papers::{Features, Horizon};
///
/// let bannan = Features { horizon: Horizon::Captures, ..Features::PLAIN };
/// assert_eq!(bannan.to_string(), "alpha-beta, captures played out");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Whether branches that cannot matter are left out.
    pub alpha_beta: bool,
    /// Whether the root does so too, or searches each of its moves to its value.
    pub narrow_root: bool,
    /// Which moves come first.
    pub order: Order,
    /// How lines end.
    pub horizon: Horizon,
    /// The deepest iteration, if the paper names one.
    pub deepest: Option<u32>,
    /// Lines that are searched to their values, for comparing them (Achilles §6).
    pub lines: usize,
    /// Whether threads share out the moves of the root (COMP4121 §5).
    pub split_root: bool,
}

impl Features {
    /// Alpha-beta and nothing else.
    pub const PLAIN: Features = Features {
        alpha_beta: true,
        narrow_root: true,
        order: Order::AsTheyCome,
        horizon: Horizon::Evaluated,
        deepest: None,
        lines: 1,
        split_root: false,
    };
}

impl Default for Features {
    fn default() -> Self {
        Features::PLAIN
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.alpha_beta, self.narrow_root) {
            (false, _) => "minimax",
            (true, true) => "alpha-beta",
            (true, false) => "alpha-beta below the root",
        })?;
        if self.order == Order::CapturesAndChecksFirst {
            f.write_str(", captures and checks first")?;
        }
        match self.horizon {
            Horizon::Evaluated => {}
            Horizon::Captures => f.write_str(", captures played out")?,
            Horizon::CapturesPromotionsChecks => {
                f.write_str(", captures, promotions and first checks played out")?;
            }
        }
        if let Some(deepest) = self.deepest {
            write!(f, ", no deeper than {deepest}")?;
        }
        if self.lines > 1 {
            write!(f, ", {} lines compared", self.lines)?;
        }
        if self.split_root {
            f.write_str(", root shared out to threads")?;
        }
        Ok(())
    }
}
