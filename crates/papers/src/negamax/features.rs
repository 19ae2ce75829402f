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
    /// Captures first, the most valuable victim before the others and of equal victims the
    /// least valuable attacker first; then promotions, then the rest as they come. Axon §1
    /// warns of quiescence that is not kept short, and names alpha-beta's cutoffs.
    VictimsFirst,
}

/// What happens where the depth ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// The position is evaluated as it stands.
    Evaluated,
    /// Captures are played out (Bannan §D.3).
    Captures,
    /// Captures and promotions are, and on the first ply checks (Axon §1). A side in check
    /// has to answer it, and cannot rest on the static evaluation.
    CapturesPromotionsChecks,
}

/// The features of a search; none of them changes the value of a tree but [`Horizon`],
/// [`Features::captures_for`] and [`Features::table_draws`], the others only change what
/// the value costs.
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
    /// Half-moves behind the horizon for which every capture is looked at; from there on
    /// only what takes back on the square of the last move. `None`: for ever.
    pub captures_for: Option<u32>,
    /// Whether the combinations of Axon's Table II are draws in every node, as the paper
    /// wants them "wherever they appear in the tree" (§2.B), or only for the evaluator.
    pub table_draws: bool,
    /// The deepest iteration, if the paper names one.
    pub deepest: Option<u32>,
    /// Lines that are searched to their values, for comparing them (Achilles §6).
    pub lines: usize,
    /// Whether threads share out the moves of the root (COMP4121 §5).
    pub split_root: bool,
    /// The constant c of UCT (COMP4121 §4.1), in hundredths: for that search alone.
    pub exploration: u32,
}

impl Features {
    /// Alpha-beta and nothing else.
    pub const PLAIN: Features = Features {
        alpha_beta: true,
        narrow_root: true,
        order: Order::AsTheyCome,
        horizon: Horizon::Evaluated,
        captures_for: None,
        table_draws: false,
        deepest: None,
        lines: 1,
        split_root: false,
        exploration: 20,
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
        match self.order {
            Order::AsTheyCome => {}
            Order::CapturesAndChecksFirst => f.write_str(", captures and checks first")?,
            Order::VictimsFirst => f.write_str(", captures first by victim")?,
        }
        match self.horizon {
            Horizon::Evaluated => {}
            Horizon::Captures => f.write_str(", captures played out")?,
            Horizon::CapturesPromotionsChecks => {
                f.write_str(", captures, promotions and first checks played out")?;
            }
        }
        if let Some(most) = self.captures_for {
            write!(f, ", after {most} half-moves only on the last square")?;
        }
        if self.table_draws {
            f.write_str(", Table II drawn in every node")?;
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
