// SPDX-License-Identifier: GPL-3.0-or-later
//! A line of input, read once and for all: behind this door there is no text.
//!
//! ```
//! use uci::command::{Command, parse};
//!
//! assert_eq!(parse("  isready\r\n"), Ok(Command::IsReady));
//! assert!(matches!(parse("go depth 5"), Ok(Command::Go(_))));
//! assert!(parse("make me a sandwich").is_err());
//! ```

mod go;
mod position;
mod words;

pub use go::Go;
pub use position::{PositionError, PositionText};
pub(crate) use words::{quoted, shortened};

use engine::genfens;
use std::path::PathBuf;
use thiserror::Error;
use words::Words;

/// Everything that can be said to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A blank line, a comment, the greeting of another protocol: no answer.
    Nothing,
    /// `uci`, or `ucifull` with the options for developers.
    Uci {
        /// With hidden options.
        full: bool,
    },
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name … [value …]`
    SetOption {
        /// The name, its words joined by single spaces.
        name: String,
        /// The value, as it was written.
        value: Option<String>,
    },
    /// `register …`: there is nothing to register.
    Register,
    /// `ucinewgame`
    NewGame,
    /// `position …`; one that can't be read leaves no position.
    Position(Result<PositionText, PositionError>),
    /// `go …`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: draw the position.
    Display,
    /// `eval`: the static evaluation.
    Eval,
    /// `flip`: the same position with colours swapped.
    Flip,
    /// `perft N`
    Perft(u32),
    /// `bench [depth]`
    Bench(Option<u32>),
    /// `genfens N seed S book B`
    GenFens(genfens::Order),
    /// `help`
    Help,
    /// `compiler`: how the program was built.
    Compiler,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The first word means nothing.
    #[error("unknown command '{0}'; 'help' lists what is understood")]
    Unknown(String),
    /// The command is known, but not with these words.
    #[error("{command} needs {needs}, not '{given}'")]
    Malformed {
        /// The command.
        command: &'static str,
        /// What was expected.
        needs: &'static str,
        /// What came.
        given: String,
    },
}

/// Words that only engines say: a line that begins with one is an echo, never an order.
pub(crate) const ENGINE_WORDS: [&str; 8] =
    ["info", "bestmove", "id", "option", "uciok", "readyok", "copyprotection", "registration"];

/// Commands of the protocol that are still found behind unknown words, as the
/// protocol wants it (`joho debug on`). `quit` has to stand first: a stray word
/// may not end the engine.
const PROTOCOL_WORDS: [&str; 10] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
];

/// Whether a word begins a command, for those who must decide before they parse.
pub fn is_command(word: &str) -> bool {
    PROTOCOL_WORDS.contains(&word)
        || ["ucifull", "quit", "d", "eval", "flip", "perft", "bench", "genfens", "help", "compiler"]
            .contains(&word)
}

/// Reads a line.
pub fn parse(line: &str) -> Result<Command, Refusal> {
    let mut words = Words::new(line.trim_start_matches('\u{feff}'));
    let Some(first) = words.next() else { return Ok(Command::Nothing) };
    // Arena asks unknown engines for xboard first.
    if first.starts_with('#') || first == "xboard" || first == "protover" {
        return Ok(Command::Nothing);
    }
    if is_command(first) {
        return command(first, words);
    }
    let unknown = || Err(Refusal::Unknown(quoted(line.trim())));
    if ENGINE_WORDS.contains(&first) {
        return unknown();
    }
    while let Some(word) = words.next() {
        if PROTOCOL_WORDS.contains(&word) {
            return command(word, words);
        }
    }
    unknown()
}

fn command(word: &str, mut words: Words) -> Result<Command, Refusal> {
    let given = words.rest();
    let malformed = |command, needs| Refusal::Malformed { command, needs, given: quoted(given) };
    Ok(match word {
        "uci" => Command::Uci { full: false },
        "ucifull" => Command::Uci { full: true },
        "debug" => {
            let switch = words.find(|word| matches!(*word, "on" | "off"));
            Command::Debug(switch.ok_or_else(|| malformed("debug", "'on' or 'off'"))? == "on")
        }
        "isready" => Command::IsReady,
        "setoption" => {
            set_option(words).ok_or_else(|| malformed("setoption", "'name' and a name"))?
        }
        "register" => Command::Register,
        "ucinewgame" => Command::NewGame,
        "position" => Command::Position(PositionText::parse(words)),
        "go" => Command::Go(Box::new(Go::parse(words))),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "compiler" => Command::Compiler,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "perft" => {
            let depth = words.next().and_then(|depth| depth.parse().ok());
            Command::Perft(depth.ok_or_else(|| malformed("perft", "a depth"))?)
        }
        "bench" => match words.next() {
            None => Command::Bench(None),
            Some(depth) => {
                let depth = depth.parse().ok().filter(|&depth| depth > 0);
                Command::Bench(Some(depth.ok_or_else(|| malformed("bench", "a depth or nothing"))?))
            }
        },
        "genfens" => Command::GenFens(
            gen_fens(words).ok_or_else(|| malformed("genfens", "N [seed S] [book <None|path>]"))?,
        ),
        "help" => Command::Help,
        other => return Err(Refusal::Unknown(quoted(other))),
    })
}

fn set_option(mut words: Words) -> Option<Command> {
    words.next().filter(|word| word.eq_ignore_ascii_case("name"))?;
    let mut name = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case("value") {
            value = Some(words.rest().to_owned());
            break;
        }
        name.push(word);
    }
    (!name.is_empty()).then(|| Command::SetOption { name: name.join(" "), value })
}

fn gen_fens(mut words: Words) -> Option<genfens::Order> {
    let mut order = genfens::Order { count: words.next()?.parse().ok()?, seed: 0, book: None };
    while let Some(word) = words.next() {
        match word {
            "seed" => order.seed = words.next()?.parse().ok()?,
            "book" => {
                order.book = words
                    .next()
                    .filter(|book| !book.eq_ignore_ascii_case("none"))
                    .map(PathBuf::from)
            }
            // Frameworks may add words for engines that know them.
            _ => {}
        }
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_greetings_are_passed_over() {
        for line in ["", "   \t ", "\r\n", "# a comment", "xboard", "protover 2", "\u{feff}"] {
            assert_eq!(parse(line), Ok(Command::Nothing), "{line:?}");
        }
    }

    #[test]
    fn values_keep_their_spaces() {
        let expected = Command::SetOption {
            name: "Debug Log File".into(),
            value: Some("/my files/a  log.txt".into()),
        };
        assert_eq!(
            parse("setoption  name Debug\tLog  File value  /my files/a  log.txt \r\n"),
            Ok(expected)
        );
        let button = Command::SetOption { name: "Clear Hash".into(), value: None };
        assert_eq!(parse("setoption name Clear Hash"), Ok(button));
        for bad in ["setoption", "setoption Hash 3", "setoption name", "setoption name value 3"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_before_a_command_are_passed_over_as_the_protocol_wants() {
        assert_eq!(parse("joho debug on"), Ok(Command::Debug(true)));
        assert_eq!(parse("debug joho on"), Ok(Command::Debug(true)));
        assert!(parse("please quit").is_err());
    }

    #[test]
    fn an_echo_is_no_command() {
        for line in [
            "info string quit",
            "info string stop",
            "bestmove e2e4 ponder stop",
            "id name go",
            "option name go",
        ] {
            assert!(matches!(parse(line), Err(Refusal::Unknown(_))), "{line}");
        }
    }

    #[test]
    fn genfens_takes_its_words_in_any_order() {
        let Ok(Command::GenFens(order)) = parse("genfens 8 seed 42 book books/x.epd extra 3")
        else {
            panic!()
        };
        assert_eq!((order.count, order.seed), (8, 42));
        assert_eq!(order.book, Some("books/x.epd".into()));
        let Ok(Command::GenFens(order)) = parse("genfens 3 book None seed 18446744073709551615")
        else {
            panic!()
        };
        assert_eq!((order.seed, order.book), (u64::MAX, None));
        assert!(parse("genfens").is_err());
    }

    #[test]
    fn every_word_of_the_list_is_a_command() {
        for word in PROTOCOL_WORDS {
            assert!(!matches!(parse(word), Err(Refusal::Unknown(_))), "{word}");
        }
    }
}
