// SPDX-License-Identifier: GPL-3.0-or-later
//! The question to a teacher, and the answer among what it says.

use std::fmt;
use std::str::FromStr;

use chess::Position;
use play::Score;
use play::uci::info::InfoLine;

/// How a teacher is asked about a position.
///
/// ```
/// use xanthos_train::teacher::Ask;
///
/// assert_eq!("go depth 1".parse(), Ok(Ask::Go("go depth 1".into())));
/// assert_eq!("eval".parse(), Ok(Ask::Eval("Final evaluation".into())));
/// assert_eq!("eval NNUE evaluation".parse(), Ok(Ask::Eval("NNUE evaluation".into())));
/// assert!("depth 1".parse::<Ask>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A search, with this `go` line: its last score counts.
    Go(String),
    /// The command `eval` that Stockfish and its kin know: the line that begins
    /// with these words counts, in pawns and from White's view.
    Eval(String),
}

impl Default for Ask {
    fn default() -> Self {
        Ask::Go("go depth 1".to_owned())
    }
}

/// No question that a teacher understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is neither 'go ...' nor 'eval [LINE]'")]
pub struct BadAsk(String);

/// The line that ends what `eval` prints.
const LAST_OF_EVAL: &str = "Final evaluation";

impl FromStr for Ask {
    type Err = BadAsk;

    fn from_str(text: &str) -> Result<Ask, BadAsk> {
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        match (word, rest.trim()) {
            ("go", rest) if !rest.is_empty() => Ok(Ask::Go(format!("go {rest}"))),
            ("eval", "") => Ok(Ask::Eval(LAST_OF_EVAL.to_owned())),
            ("eval", line) => Ok(Ask::Eval(line.to_owned())),
            _ => Err(BadAsk(text.to_owned())),
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ask::Go(line) => f.write_str(line),
            Ask::Eval(line) => write!(f, "eval {line}"),
        }
    }
}

impl Ask {
    /// The lines to send.
    pub(super) fn question(&self, position: &Position) -> String {
        let command = match self {
            Ask::Go(line) => line,
            Ask::Eval(_) => "eval",
        };
        format!("position fen {}\n{command}", position.fen())
    }
}

/// Whether a line has anything to do with an answer. `eval` prints some eighty
/// lines, of which one counts.
pub(super) fn matters(line: &[u8]) -> bool {
    match line.first() {
        Some(b'i') => line.starts_with(b"info ") && !line.starts_with(b"info string"),
        Some(b'b') => line.starts_with(b"bestmove"),
        Some(b'u' | b'r') => line.starts_with(b"uciok") || line.starts_with(b"readyok"),
        Some(b'o') => line.starts_with(b"option name UCI_Chess960"),
        // "Final evaluation", "NNUE evaluation" and the like.
        Some(b'A'..=b'Z') => line.windows(10).take(20).any(|part| part == b"evaluation"),
        _ => false,
    }
}

/// What a position is worth, in the engine's centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Answer {
    /// For the side to move.
    Mover(f64),
    /// For White.
    White(f64),
}

/// Listens until the answer is there.
#[derive(Debug, Default)]
pub(super) struct Hearing {
    answer: Option<Answer>,
}

impl Hearing {
    /// Takes in a line, and tells whether it was the last one.
    pub(super) fn is_over(&mut self, ask: &Ask, text: &str) -> bool {
        match ask {
            Ask::Go(_) => {
                if text.starts_with("bestmove") {
                    return true;
                }
                let info = InfoLine::parse(text);
                if info.multipv.is_none_or(|rank| rank == 1) {
                    match info.thinking.score {
                        Some(Score::Cp(worth)) => {
                            self.answer = Some(Answer::Mover(f64::from(worth)));
                        }
                        Some(_) => self.answer = None,
                        None => {}
                    }
                }
                false
            }
            Ask::Eval(line) => {
                if let Some(rest) = text.strip_prefix(line.as_str()) {
                    let pawns = rest.split_whitespace().find_map(|word| word.parse().ok());
                    self.answer = pawns.map(|pawns: f64| Answer::White(100.0 * pawns));
                }
                text.starts_with(LAST_OF_EVAL)
            }
        }
    }

    /// What was said; `None` for a mate or for nothing at all.
    pub(super) fn answer(self) -> Option<Answer> {
        self.answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hear(ask: &str, lines: &[&str]) -> Option<Answer> {
        let ask = ask.parse().unwrap();
        let mut hearing = Hearing::default();
        let last = lines.len() - 1;
        for (i, line) in lines.iter().enumerate() {
            if matters(line.as_bytes()) {
                assert_eq!(hearing.is_over(&ask, line), i == last, "{line}");
            } else {
                assert_ne!(i, last, "{line}");
            }
        }
        hearing.answer()
    }

    #[test]
    fn the_last_score_of_a_search_counts() {
        let lines = [
            "info string score cp 900",
            "info depth 1 multipv 1 score cp -31 nodes 20 pv e2e4",
            "info depth 1 multipv 2 score cp -400 nodes 20 pv a2a3",
            "info nodes 40",
            "bestmove e2e4",
        ];
        assert_eq!(hear("go depth 1", &lines), Some(Answer::Mover(-31.0)));
        assert_eq!(hear("go depth 1", &["info depth 1 score mate 1", "bestmove e2e4"]), None);
        assert_eq!(hear("go depth 1", &["bestmove (none)"]), None);
    }

    #[test]
    fn one_line_of_an_evaluation_counts() {
        let lines = [
            "|   Pawns |  0.25 -0.02 |",
            " NNUE network contributions (Black to move)",
            "Classical evaluation   +1.51 (white side)",
            "NNUE evaluation        -1.22 (white side)",
            "Final evaluation       +1.52 (white side) [with scaled NNUE, hybrid, ...]",
        ];
        assert_eq!(hear("eval NNUE evaluation", &lines), Some(Answer::White(-122.0)));
        assert_eq!(hear("eval", &lines), Some(Answer::White(152.0)));
        assert_eq!(hear("eval", &["Final evaluation: none (in check)"]), None);
    }
}
