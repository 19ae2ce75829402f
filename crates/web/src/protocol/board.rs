// SPDX-License-Identifier: GPL-3.0-or-later
//! A board as the page shows it: legal moves by square, and how the game ended.

use super::Notation;
use analyse::Side;
use chess::{Game, Move, Position};
use formats::pgn::GameResult;
use play::{Ending, GameOver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Legal moves by square, as chessground wants them.
pub fn dests(notation: Notation, position: &Position) -> BTreeMap<String, Vec<String>> {
    let mut dests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for m in &position.legal_moves() {
        let to = dests.entry(m.from().to_string()).or_default();
        let mut add = |square: String| {
            if !to.contains(&square) {
                to.push(square);
            }
        };
        add(m.to().to_string());
        // Castling is told by the rook's square; outside Chess960 people move the king.
        if m.is_castle() && !notation.chess960 {
            add(goal(position, m));
        }
    }
    dests
}

/// A move and the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveAndFen {
    /// In UCI notation.
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
    /// The position after it.
    pub fen: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Outcome {
    /// As in PGN.
    pub result: GameResult,
    /// None in a draw, and in a game that was not finished.
    pub winner: Option<Side>,
    /// Why it ended.
    pub reason: Ending,
    /// For people.
    pub text: String,
}

impl Outcome {
    /// How the referee ended a game.
    pub fn of(over: &GameOver) -> Outcome {
        Outcome {
            result: over.result,
            winner: over.winner().map(Side::from),
            reason: over.ending,
            text: over.reason.clone(),
        }
    }

    /// The same as the referee said it; the page may have kept it.
    pub fn game_over(&self) -> GameOver {
        GameOver { result: self.result, ending: self.reason, reason: self.text.clone() }
    }
}

/// The position on a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardState {
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
    /// Plies played.
    pub ply: usize,
    /// Whether that side is in check.
    pub check: bool,
    /// From where to where the last move went.
    pub last: Option<[String; 2]>,
}

impl BoardState {
    /// The board of a game.
    pub fn of(game: &Game) -> BoardState {
        let position = game.position();
        let before = game.positions().iter().rev().nth(1);
        let last = before.zip(game.moves().last()).map(|(before, &m)| squares(before, m));
        BoardState {
            fen: position.fen(),
            turn: position.turn().into(),
            ply: game.moves().len(),
            check: position.in_check(),
            last,
        }
    }
}

fn squares(before: &Position, m: Move) -> [String; 2] {
    [m.from().to_string(), goal(before, m)]
}

/// The square on which the moved piece ends up.
fn goal(position: &Position, m: Move) -> String {
    position.uci(m).to_string().chars().skip(2).take(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_by_king_and_by_rook() {
        let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let usual = dests(Notation::default(), &position);
        for square in ["g1", "h1", "c1", "a1", "d1", "f1"] {
            assert!(usual["e1"].iter().any(|to| to == square), "{square}: {usual:?}");
        }
        let king = &dests(Notation { chess960: true }, &position)["e1"];
        assert!(king.iter().any(|to| to == "h1") && !king.iter().any(|to| to == "g1"));
    }

    #[test]
    fn promotions_are_one_destination() {
        let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(dests(Notation::default(), &position)["a7"], ["a8"]);
    }

    #[test]
    fn every_end_has_a_word() {
        let mut game = Game::default();
        for san in ["f3", "e5", "g4", "Qh4"] {
            game.play(game.position().parse_san(san).unwrap());
        }
        let outcome = Outcome::of(&GameOver::by_rules(&game).unwrap());
        assert_eq!((outcome.result, outcome.reason), (GameResult::BlackWins, Ending::Checkmate));
        assert_eq!(outcome.text, "Black mates");
        let sent = serde_json::to_value(&outcome).unwrap();
        assert_eq!((&sent["result"], &sent["winner"]), (&"0-1".into(), &"black".into()));
        assert_eq!(sent["reason"], "checkmate", "the name that match journals have, too");
        assert_eq!(BoardState::of(&game).last, Some(["d8".into(), "h4".into()]));
    }
}
