// SPDX-License-Identifier: GPL-3.0-or-later
//! The referee: when a game is over, who has won, and in which words it is said.
//!
//! ```
//! use chess::{Color, Game};
//! use play::GameOver;
//!
//! let mut game = Game::default();
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     assert!(GameOver::by_rules(&game).is_none());
//!     game.play(game.position().parse_san(san).unwrap());
//! }
//! let over = GameOver::by_rules(&game).unwrap();
//! assert_eq!((over.winner(), over.reason.as_str()), (Some(Color::Black), "Black mates"));
//! assert_eq!((over.result.to_string().as_str(), over.termination()), ("0-1", "normal"));
//! ```

use chess::{Color, Game, Outcome, Position};
use formats::pgn::GameResult;
use search::Score;
use serde::{Deserialize, Serialize};

use crate::fault::{Fault, FaultKind};

/// Why a game ended. Together with the result this says who did what: the
/// failing side of an [`Ending::Failure`] is the loser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// Fifty moves without capture or pawn move.
    FiftyMoves,
    /// The position occurred three times.
    Threefold,
    /// The loser resigned.
    Resignation,
    /// Both sides agreed to a draw.
    Agreement,
    /// The resign rule or the draw rule applied.
    Adjudication,
    /// The move limit was reached.
    MaxMoves,
    /// Tablebases decided.
    Tablebase,
    /// A player broke its part of the contract.
    Failure(Failure),
    /// The game was stopped.
    Interrupted,
}

/// How a player failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// Did not start or did not finish its handshake.
    Startup,
    /// Its process ended or closed its pipe.
    Crash,
    /// Stopped answering.
    Stall,
    /// Overstepped its time.
    Time,
    /// Played a move that the rules do not allow.
    IllegalMove,
    /// Claimed a result that the rules do not grant.
    FalseClaim,
    /// Said something that is no part of the protocol where an answer was due.
    Protocol,
}

impl Failure {
    /// Every reason.
    pub const ALL: [Failure; 7] = [
        Failure::Startup,
        Failure::Crash,
        Failure::Stall,
        Failure::Time,
        Failure::IllegalMove,
        Failure::FalseClaim,
        Failure::Protocol,
    ];

    /// A heading for tables.
    pub fn title(self) -> &'static str {
        match self {
            Failure::Startup => "startup",
            Failure::Crash => "crash",
            Failure::Stall => "hang",
            Failure::Time => "time",
            Failure::IllegalMove => "illegal move",
            Failure::FalseClaim => "false claim",
            Failure::Protocol => "protocol",
        }
    }

    /// The kind of a fault; `None` if nobody failed.
    pub fn of(fault: &Fault) -> Option<Failure> {
        Some(match fault.kind() {
            FaultKind::Startup => Failure::Startup,
            FaultKind::Crash => Failure::Crash,
            FaultKind::Stall => Failure::Stall,
            FaultKind::IllegalMove => Failure::IllegalMove,
            FaultKind::FalseClaim => Failure::FalseClaim,
            FaultKind::Protocol => Failure::Protocol,
            FaultKind::Cancelled => return None,
        })
    }
}

impl Ending {
    /// A heading for tables.
    pub fn title(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::FiftyMoves => "fifty moves",
            Ending::Threefold => "threefold repetition",
            Ending::Resignation => "resignation",
            Ending::Agreement => "agreement",
            Ending::Adjudication => "adjudication",
            Ending::MaxMoves => "move limit",
            Ending::Tablebase => "tablebase",
            Ending::Failure(failure) => failure.title(),
            Ending::Interrupted => "interrupted",
        }
    }

    /// PGN's own vocabulary, for the tag `Termination`.
    pub fn termination(self) -> &'static str {
        match self {
            Ending::Checkmate
            | Ending::Stalemate
            | Ending::InsufficientMaterial
            | Ending::FiftyMoves
            | Ending::Threefold
            | Ending::Resignation
            | Ending::Agreement => "normal",
            Ending::Adjudication | Ending::MaxMoves | Ending::Tablebase => "adjudication",
            Ending::Failure(Failure::Time) => "time forfeit",
            Ending::Failure(Failure::IllegalMove | Failure::FalseClaim | Failure::Protocol) => {
                "rules infraction"
            }
            Ending::Failure(Failure::Crash | Failure::Stall | Failure::Startup) => "abandoned",
            Ending::Interrupted => "unterminated",
        }
    }

    /// The sentence for a game that ended so, in the words of cutechess that other programs
    /// look for: `White mates`, `Draw by stalemate`, `Black loses on time`.
    pub fn sentence(self, result: GameResult) -> String {
        let (winner, loser) = match result {
            GameResult::WhiteWins => ("White", "Black"),
            GameResult::BlackWins => ("Black", "White"),
            GameResult::Draw | GameResult::Unknown => return self.without_winner().to_owned(),
        };
        match self {
            Ending::Checkmate => format!("{winner} mates"),
            Ending::Resignation => format!("{loser} resigns"),
            Ending::Adjudication | Ending::MaxMoves => format!("{winner} wins by adjudication"),
            Ending::Tablebase => format!("{winner} wins by adjudication: SyzygyTB"),
            Ending::Failure(failure) => match failure {
                Failure::Startup => format!("{loser} disconnects: did not start"),
                Failure::Crash => format!("{loser} disconnects"),
                Failure::Stall => format!("{loser}'s connection stalls"),
                Failure::Time => format!("{loser} loses on time"),
                Failure::IllegalMove => format!("{loser} makes an illegal move"),
                Failure::FalseClaim => format!("{loser} makes a false claim"),
                Failure::Protocol => format!("{loser} breaks the protocol"),
            },
            Ending::Stalemate
            | Ending::InsufficientMaterial
            | Ending::FiftyMoves
            | Ending::Threefold
            | Ending::Agreement
            | Ending::Interrupted => format!("{winner} wins"),
        }
    }

    fn without_winner(self) -> &'static str {
        match self {
            Ending::Stalemate => "Draw by stalemate",
            Ending::InsufficientMaterial => "Draw by insufficient mating material",
            Ending::FiftyMoves => "Draw by fifty moves rule",
            Ending::Threefold => "Draw by 3-fold repetition",
            Ending::Agreement => "Draw by agreement",
            Ending::Adjudication | Ending::MaxMoves => "Draw by adjudication",
            Ending::Tablebase => "Draw by adjudication: SyzygyTB",
            Ending::Interrupted => "Game interrupted",
            Ending::Checkmate | Ending::Resignation | Ending::Failure(_) => "No result",
        }
    }
}

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOver {
    /// Who got the point.
    pub result: GameResult,
    /// By which rule.
    pub ending: Ending,
    /// A sentence without a full stop, with details where there are some.
    pub reason: String,
}

impl GameOver {
    /// A game that `loser` lost.
    pub fn lost_by(loser: Color, ending: Ending, reason: impl Into<String>) -> GameOver {
        GameOver { result: GameResult::won_by(Some(!loser)), ending, reason: reason.into() }
    }

    /// A draw.
    pub fn draw(ending: Ending, reason: impl Into<String>) -> GameOver {
        GameOver { result: GameResult::Draw, ending, reason: reason.into() }
    }

    /// A game that nobody finished.
    pub fn interrupted(reason: impl Into<String>) -> GameOver {
        let (result, ending) = (GameResult::Unknown, Ending::Interrupted);
        GameOver { result, ending, reason: reason.into() }
    }

    /// What the rules of chess say of a game, if they end it.
    pub fn by_rules(game: &Game) -> Option<GameOver> {
        let outcome = game.outcome()?;
        let ending = match outcome {
            Outcome::Checkmate { .. } => Ending::Checkmate,
            Outcome::Stalemate => Ending::Stalemate,
            Outcome::InsufficientMaterial => Ending::InsufficientMaterial,
            Outcome::FiftyMoves => Ending::FiftyMoves,
            Outcome::Threefold => Ending::Threefold,
        };
        Some(GameOver::plain(GameResult::won_by(outcome.winner()), ending))
    }

    /// `loser` gives up.
    pub fn resignation(loser: Color) -> GameOver {
        GameOver::plain(GameResult::won_by(Some(!loser)), Ending::Resignation)
    }

    /// Both want a draw.
    pub fn agreement() -> GameOver {
        GameOver::plain(GameResult::Draw, Ending::Agreement)
    }

    /// The flag of `side` has fallen in a game with a person: whoever has nothing but a king
    /// can't win, not even on time. Engines in a match simply lose.
    pub fn on_time(position: &Position, side: Color) -> GameOver {
        let ending = Ending::Failure(Failure::Time);
        if position.by_color(!side).count() == 1 {
            let (side, other) = (name(side), name(!side));
            let reason = format!("Draw: {side} ran out of time, {other} has a bare king");
            return GameOver::draw(ending, reason);
        }
        GameOver::plain(GameResult::won_by(Some(!side)), ending)
    }

    /// What a fault of `side` costs it. A wait that was called off costs nothing.
    pub fn by_fault(side: Color, fault: &Fault) -> GameOver {
        let Some(failure) = Failure::of(fault) else {
            return GameOver::interrupted("the game was stopped");
        };
        let what = match failure {
            Failure::Startup => " does not start",
            Failure::Crash => " disconnects",
            Failure::Stall => "'s connection stalls",
            Failure::Time => " loses on time",
            Failure::IllegalMove => " makes an illegal move",
            Failure::FalseClaim => " makes a false claim",
            Failure::Protocol => " breaks the protocol",
        };
        let reason = format!("{}{what}: {fault}", name(side));
        GameOver::lost_by(side, Ending::Failure(failure), reason)
    }

    fn plain(result: GameResult, ending: Ending) -> GameOver {
        GameOver { result, ending, reason: ending.sentence(result) }
    }

    /// Who won.
    pub fn winner(&self) -> Option<Color> {
        match self.result {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// The part of the reason before details, for the other player.
    pub fn headline(&self) -> &str {
        self.reason.split(": ").next().unwrap_or(&self.reason)
    }

    /// For the tag `Termination` of a PGN.
    pub fn termination(&self) -> &'static str {
        self.ending.termination()
    }
}

/// `White` or `Black`.
pub fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Before this move our engine takes no draw in a level game.
const EARLIEST_DRAW: u32 = 20;
/// In centipawns of its own: what it would rather not play on with, at any time.
const CLEARLY_WORSE: i32 = -100;
/// And what it takes for level.
const LEVEL: i32 = 15;

/// Whether our engine takes a draw that a person offers, by its last score and the position on
/// the board.
pub fn accepts_draw(score: Option<Score>, position: &Position) -> bool {
    // By the number of the move, not of those played here: a game may begin in an endgame.
    let late = position.fullmove_number() >= EARLIEST_DRAW;
    match score {
        Some(Score::Cp(points)) => points <= CLEARLY_WORSE || (late && points <= LEVEL),
        Some(Score::Mate(moves) | Score::Tablebase(moves)) => moves < 0,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_cutechess() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        let say = |result, ending: Ending| ending.sentence(result);
        assert_eq!(say(WhiteWins, Ending::Checkmate), "White mates");
        assert_eq!(say(BlackWins, Ending::Resignation), "White resigns");
        assert_eq!(say(Draw, Ending::Threefold), "Draw by 3-fold repetition");
        assert_eq!(say(BlackWins, Ending::Failure(Failure::Stall)), "White's connection stalls");
        assert_eq!(say(Unknown, Ending::Interrupted), "Game interrupted");
    }

    #[test]
    fn a_bare_king_does_not_win_on_time() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let drawn = GameOver::on_time(&position, Color::White);
        assert_eq!((drawn.result, drawn.termination()), (GameResult::Draw, "time forfeit"));
        let lost = GameOver::on_time(&position, Color::Black);
        assert_eq!(
            (lost.winner(), lost.reason.as_str()),
            (Some(Color::White), "Black loses on time")
        );
    }

    #[test]
    fn draws_are_taken_late_or_when_worse() {
        let early = Position::startpos();
        let late = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 40").unwrap();
        for (score, position, taken) in [
            (None, &late, false),
            (Some(Score::Cp(0)), &early, false),
            (Some(Score::Cp(0)), &late, true),
            (Some(Score::Cp(16)), &late, false),
            (Some(Score::Cp(-100)), &early, true),
            (Some(Score::Mate(-3)), &early, true),
            (Some(Score::Mate(3)), &late, false),
        ] {
            assert_eq!(accepts_draw(score, position), taken, "{score:?}");
        }
    }
}
