// SPDX-License-Identifier: GPL-3.0-or-later
//! Where two searches disagree: alpha-beta, and MCTS led by a policy network.
//!
//! ```
//! use chess::{Game, Position};
//! use xanthos_explain::{Effort, Opinions};
//!
//! let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
//! let game = Game::new(Position::from_fen(mate).unwrap());
//! let opinions = Opinions::of(&game, Effort::Nodes(4_000)).unwrap();
//! assert!(opinions.agree);
//! assert!(opinions.to_string().contains("Rd8#"));
//! ```
//!
//! Both ask the same network, so that a difference is one of looking, not of taste:
//! alpha-beta believes the one line that neither side can improve, MCTS the
//! average of many. Each also rates the other's move, which shows by how much they
//! disagree.

use std::fmt;

use chess::Game;
use eval::nnue::{Nnue, shipped};
use search::{AlphaBeta, Mcts, Score, Search};
use serde::Serialize;

use crate::ask::Asker;
use crate::evidence_line::{EvidenceLine, Rated};
use crate::settings::{Effort, Share};

/// An MCTS iteration costs about as much as so many nodes of alpha-beta.
const NODES_OF_AN_ITERATION: u64 = 8;

/// Half-moves of a line that are shown.
const SHOWN: usize = 10;

/// What one search says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opinion {
    /// Its best move, with line and score.
    pub best: Rated,
    /// What it thinks of the other search's best move, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_other: Option<Rated>,
}

/// What both searches say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opinions {
    /// Alpha-beta.
    pub alphabeta: Opinion,
    /// Monte-Carlo tree search.
    pub mcts: Opinion,
    /// Whether both would play the same move.
    pub agree: bool,
}

/// A sentence about them, and the lines that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// The words.
    pub text: String,
    /// The lines.
    pub lines: Vec<EvidenceLine>,
}

impl Opinions {
    /// Asks both searches about the position on the board; `None` in a finished
    /// game.
    pub fn of(game: &Game, effort: Effort) -> Option<Opinions> {
        Opinions::between(game, effort, Opinions::searches())
    }

    /// The two searches: alpha-beta and MCTS, with the same network.
    pub fn searches() -> [Box<dyn Search>; 2] {
        let network = || Nnue::new(shipped());
        [Box::new(AlphaBeta::new(network())), Box::new(Mcts::new(network()))]
    }

    /// Asks these two, alpha-beta first.
    pub fn between(
        game: &Game,
        effort: Effort,
        [alphabeta, mcts]: [Box<dyn Search>; 2],
    ) -> Option<Opinions> {
        if game.outcome().is_some() {
            return None;
        }
        let fewer = match effort {
            Effort::Nodes(nodes) => Effort::Nodes((nodes / NODES_OF_AN_ITERATION).max(200)),
            // Half-moves are counted otherwise there: an iteration ends where the tree
            // does.
            Effort::Depth(depth) => Effort::Depth(depth / 2 + 1),
            Effort::Time(time) => Effort::Time(time),
        };
        let mut alphabeta = Asker::new(alphabeta, effort);
        let mut mcts = Asker::new(mcts, fewer);
        let first = |asker: &mut Asker| {
            asker.best(game, 1, Share::Whole).and_then(|answer| answer.lines.into_iter().next())
        };
        let (one, two) = (first(&mut alphabeta)?, first(&mut mcts)?);
        let agree = one.first() == two.first();
        let rate = |asker: &mut Asker, other: &Rated| {
            asker.forget();
            asker.rate(game, other.first(), Share::Whole, None)
        };
        let (of_two, of_one) =
            if agree { (None, None) } else { (rate(&mut alphabeta, &two), rate(&mut mcts, &one)) };
        Some(Opinions {
            alphabeta: Opinion { best: one, of_other: of_two },
            mcts: Opinion { best: two, of_other: of_one },
            agree,
        })
    }
}

impl Opinions {
    /// A short chapter: who wants what, and what each thinks of the other's move.
    pub fn said(&self) -> Vec<Said> {
        let [one, two] = [&self.alphabeta, &self.mcts];
        let both = if self.agree {
            format!("Alpha-beta and MCTS agree on {}.", one.best.san)
        } else {
            let (one, two) = (&one.best.san, &two.best.san);
            format!("They disagree: alpha-beta wants {one}, MCTS wants {two}.")
        };
        let lines = vec![one.best.line.clone(), two.best.line.clone()];
        let each = [("Alpha-beta", one), ("MCTS", two)].map(|(name, opinion)| {
            let Opinion { best, of_other } = opinion;
            let other = of_other.as_ref().map(|other| format!("; {} {}", other.san, points(other)));
            let other = other.unwrap_or_default();
            let text = format!("{name}: {} {}{other}.", best.san, points(best));
            let rated = std::iter::once(best).chain(of_other);
            Said { text, lines: rated.map(|rated| rated.line.clone()).collect() }
        });
        std::iter::once(Said { text: both, lines }).chain(each).collect()
    }
}

impl fmt::Display for Opinions {
    /// The chapter, with the best line of each search.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Two searches")?;
        for (number, said) in self.said().iter().enumerate() {
            writeln!(f, "• {}", said.text)?;
            if let Some(line) = said.lines.first().filter(|_| number > 0) {
                writeln!(f, "      {}", line.numbered(SHOWN))?;
            }
        }
        Ok(())
    }
}

/// A score from White's view, in pawns.
fn points(rated: &Rated) -> String {
    match rated.score.pov(rated.side()) {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(n) if n < 0 => format!("−#{}", -n),
        Score::Mate(n) => format!("#{n}"),
        Score::Tablebase(n) => if n < 0 { "0-1" } else { "1-0" }.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    fn opinions(fen: &str) -> Opinions {
        let game = Game::new(Position::from_fen(fen).unwrap());
        Opinions::of(&game, Effort::Nodes(8_000)).unwrap()
    }

    #[test]
    fn lines_are_legal_and_scores_are_those_of_their_searches() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqkb1r/pp2pppp/2np1n2/1B6/3PP3/2N2N2/PP3PPP/R1BQK2R b KQkq - 0 1",
        ] {
            let said = opinions(fen);
            for opinion in [&said.alphabeta, &said.mcts] {
                let start = opinion.best.line.start();
                assert_eq!(start.fen(), fen);
                assert!(start.is_legal(opinion.best.first()));
                assert_eq!(opinion.of_other.is_none(), said.agree);
            }
            let [one, two] = [&said.alphabeta.best, &said.mcts.best];
            assert_eq!(one.first() == two.first(), said.agree);
            let text = said.to_string();
            assert!(text.contains(&one.san) && text.contains(&two.san), "{text}");
            assert!(text.contains(&points(one)) && text.contains(&points(two)), "{text}");
        }
    }

    #[test]
    fn a_finished_game_has_no_opinions() {
        let mated = Game::new(Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap());
        assert!(Opinions::of(&mated, Effort::Nodes(1_000)).is_none());
    }
}
