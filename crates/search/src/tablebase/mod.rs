// SPDX-License-Identifier: GPL-3.0-or-later
//! Tablebases as a search sees them: a trait that somebody else implements.
//!
//! Nothing here reads a file. Whoever has tables implements [`Tablebase`] and
//! puts it into the [`Job`](crate::Job):
//!
//! ```
//! use std::sync::Arc;
//! use chess::{Game, Position};
//! use xanthos_search::{AlphaBeta, Control, Dtz, Event, Job, Limits, Score, Search, Tablebase, Wdl};
//!
//! /// Knows only that a lone rook wins, in a few moves.
//! struct Rook;
//!
//! impl Tablebase for Rook {
//!     fn max_pieces(&self) -> u32 {
//!         3
//!     }
//!     fn wdl(&self, position: &Position) -> Option<Wdl> {
//!         let rook = position.by_role(chess::Role::Rook).first();
//!         let own = rook.map(|square| position.by_color(position.turn()).contains(square));
//!         Some(match own {
//!             None => Wdl::Draw,
//!             Some(true) => Wdl::Win,
//!             Some(false) => Wdl::Loss,
//!         })
//!     }
//!     fn dtz(&self, position: &Position) -> Option<Dtz> {
//!         Some(Dtz::before_zeroing(self.wdl(position)?))
//!     }
//! }
//!
//! let game = Game::new(Position::from_fen("8/8/8/8/8/3k4/7R/K7 w - - 0 1").unwrap());
//! let mut job = Job::new(game, Limits { depth: Some(1), ..Limits::default() });
//! job.tables = Some(Arc::new(Rook));
//! let mut score = None;
//! AlphaBeta::new(eval::Placement).think(&job, &Control::default(), &mut |event| {
//!     if let Event::Depth(depth) = event {
//!         score = Some(depth.best().score);
//!     }
//! });
//! assert_eq!(score, Some(Score::Tablebase(1)));
//! ```

mod ranking;

pub(crate) use ranking::is_probeable;
pub use ranking::{RankedMove, Ranking};

use std::fmt;

use chess::Position;

/// How a game ends with best play on both sides, for the side to move; from the
/// worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The result that counts: 1 for a win, −1 for a loss. What the fifty-move
    /// rule spoils is a draw if the rule is in force.
    pub fn result(self, fifty_moves: bool) -> i32 {
        match self {
            Wdl::Win => 1,
            Wdl::Loss => -1,
            Wdl::CursedWin if !fifty_moves => 1,
            Wdl::BlessedLoss if !fifty_moves => -1,
            _ => 0,
        }
    }
}

impl std::ops::Neg for Wdl {
    type Output = Wdl;

    /// The same for the opponent.
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed loss",
            Wdl::Draw => "draw",
            Wdl::CursedWin => "cursed win",
            Wdl::Win => "win",
        })
    }
}

/// How far it is to the next capture or pawn move, or to mate, when the winner
/// hurries and the loser does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtz {
    /// Half-moves; negative for the side that loses, 0 for a draw. Above 100 the
    /// fifty-move rule spoils the win; a distance that another phase spoils has
    /// 100 added.
    pub plies: i32,
    /// Tables may keep whole moves only: the truth is then one half-move farther
    /// at most.
    pub rounded: bool,
}

impl Dtz {
    /// The distance where the best move is itself a capture or a pawn move, after
    /// which the game ends like this.
    pub fn before_zeroing(wdl: Wdl) -> Dtz {
        let plies = match wdl {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        };
        Dtz { plies, rounded: false }
    }

    /// The distance for the opponent, who made a quiet move to come here.
    #[must_use]
    pub fn one_before(self) -> Dtz {
        Dtz { plies: -self.plies - self.plies.signum(), ..self }
    }

    /// How the game ends where `clock` half-moves of the fifty moves are gone.
    pub fn outcome(self, clock: u32) -> Wdl {
        let size = self.plies.abs() + clock as i32;
        // On the very last half-move a rounded distance is in doubt, unless the
        // clock has just begun: the tables count that as a win.
        let in_time = size < 100 || size == 100 && (!self.rounded || clock == 0);
        match (self.plies.signum(), in_time) {
            (1, true) => Wdl::Win,
            (1, false) => Wdl::CursedWin,
            (-1, true) => Wdl::Loss,
            (-1, false) => Wdl::BlessedLoss,
            _ => Wdl::Draw,
        }
    }
}

/// Anything that knows how positions with few pieces end.
pub trait Tablebase: Send + Sync {
    /// The most pieces, kings included, that any of the tables is about.
    fn max_pieces(&self) -> u32;

    /// How the game ends if a capture or a pawn move has just been made; `None`
    /// if it is not known.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// How far the next capture, pawn move or mate is; `None` if it is not known.
    fn dtz(&self, position: &Position) -> Option<Dtz>;
}

impl fmt::Debug for dyn Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebase({} pieces)", self.max_pieces())
    }
}

/// When tables are asked, as plain values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseSettings {
    /// Least depth left at a node that asks.
    pub depth: i32,
    /// Most pieces on the board, kings included.
    pub max_pieces: u32,
    /// Whether what the fifty-move rule spoils is a draw.
    pub fifty_moves: bool,
}

impl Default for TablebaseSettings {
    fn default() -> Self {
        TablebaseSettings { depth: 1, max_pieces: 7, fifty_moves: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_turns_wins_into_draws() {
        let exact = |plies| Dtz { plies, rounded: false };
        assert_eq!(exact(10).outcome(90), Wdl::Win);
        assert_eq!(exact(10).outcome(91), Wdl::CursedWin);
        assert_eq!(exact(-10).outcome(90), Wdl::Loss);
        assert_eq!(exact(-10).outcome(91), Wdl::BlessedLoss);
        assert_eq!(exact(0).outcome(99), Wdl::Draw);
        assert_eq!(exact(101).outcome(0), Wdl::CursedWin);
    }

    #[test]
    fn a_rounded_distance_is_doubted_on_the_last_half_move() {
        let rounded = |plies| Dtz { plies, rounded: true };
        assert_eq!(rounded(99).outcome(0), Wdl::Win);
        assert_eq!(rounded(100).outcome(0), Wdl::Win);
        assert_eq!(rounded(98).outcome(2), Wdl::CursedWin);
        assert_eq!(rounded(97).outcome(2), Wdl::Win);
    }

    #[test]
    fn a_quiet_move_adds_one() {
        let before = |plies| Dtz { plies, rounded: false }.one_before().plies;
        assert_eq!([before(5), before(-5), before(0)], [-6, 6, 0]);
    }

    #[test]
    fn results_depend_on_the_rule() {
        assert_eq!(Wdl::CursedWin.result(true), 0);
        assert_eq!(Wdl::CursedWin.result(false), 1);
        assert_eq!((-Wdl::CursedWin).result(false), -1);
        assert!(Wdl::Loss < Wdl::BlessedLoss && Wdl::Draw < Wdl::CursedWin);
    }
}
