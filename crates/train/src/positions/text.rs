// SPDX-License-Identifier: GPL-3.0-or-later
//! Labelled positions one to a line, in the three dialects that are about.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 25 | 0.5
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 [0.5] 25
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 25; c9 "1/2-1/2";
//! ```
//!
//! Scores are centipawns: White's in the first two, as the trainers and tuners that
//! read them expect; in EPD `ce` is for the side to move, as its standard says.
//! Results are White's. What a line does not say is unknown.

use std::io::BufRead;

use chess::{Color, FenError, Position};
use formats::epd::{Epd, EpdError};
use formats::open_text;
use formats::viriformat::Wdl;

use super::source::{Entry, Source, SourceError, Visit};

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum TextFault {
    /// The position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The position or an operation of an EPD line.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// A score that is no number.
    #[error("'{0}' is no score in centipawns")]
    Score(String),
    /// A result that is none.
    #[error("'{0}' is no result: 1-0, 1/2-1/2, 0-1, or 1.0, 0.5, 0.0")]
    Result(String),
}

/// A line, read.
#[derive(Debug, PartialEq)]
struct Line {
    position: Position,
    score: Option<f64>,
    result: Option<Wdl>,
}

/// Reads a file line by line; empty lines and those that begin with `#` are passed
/// over.
pub(super) fn read(source: &Source, visit: &mut Visit<'_>) -> Result<(), SourceError> {
    let mut input = open_text(&source.path)?;
    let (mut number, mut record, mut bytes) = (0, 0, Vec::new());
    loop {
        bytes.clear();
        let read = input.read_until(b'\n', &mut bytes);
        let read =
            read.map_err(|reason| SourceError::Read { path: source.path.clone(), reason })?;
        if read == 0 {
            return Ok(());
        }
        number += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let Line { position, score, result } = parse(text).map_err(|fault| SourceError::Line {
            path: source.path.clone(),
            line: number,
            fault,
        })?;
        let entry = Entry { record, position: &position, played: None, score, result };
        if visit(&entry).is_break() {
            return Ok(());
        }
        record += 1;
    }
}

fn parse(text: &str) -> Result<Line, TextFault> {
    let labels = if let Some((fen, rest)) = text.split_once('|') {
        let (score, result) = rest.split_once('|').unwrap_or((rest, ""));
        Some((fen, score, result))
    } else if let Some((fen, rest)) = text.split_once('[') {
        let (result, score) = rest.split_once(']').unwrap_or((rest, ""));
        Some((fen, score, result))
    } else {
        None
    };
    let Some((fen, score, result)) = labels else { return parse_epd(text) };
    let position = Position::from_fen(fen.trim())?;
    Ok(Line { position, score: centipawns(score)?, result: result_of(result)? })
}

fn parse_epd(text: &str) -> Result<Line, TextFault> {
    let epd: Epd = text.parse()?;
    let first = |code| epd.op(code).and_then(<[String]>::first).map_or("", String::as_str);
    let score = centipawns(first("ce"))?;
    let black = epd.position.turn() == Color::Black;
    let score = score.map(|score| if black { -score } else { score });
    // Only a comment by its nature: what is no result may be anything else.
    let result = result_of(first("c9")).ok().flatten();
    Ok(Line { position: epd.position, score, result })
}

fn centipawns(text: &str) -> Result<Option<f64>, TextFault> {
    match text.trim() {
        "" => Ok(None),
        word => match word.parse::<f64>() {
            Ok(score) if score.is_finite() => Ok(Some(score)),
            _ => Err(TextFault::Score(word.to_owned())),
        },
    }
}

fn result_of(text: &str) -> Result<Option<Wdl>, TextFault> {
    match text.trim() {
        "" | "*" => Ok(None),
        "1-0" | "1.0" | "1" => Ok(Some(Wdl::Win)),
        "1/2-1/2" | "0.5" | "1/2" => Ok(Some(Wdl::Draw)),
        "0-1" | "0.0" | "0" => Ok(Some(Wdl::Loss)),
        other => Err(TextFault::Result(other.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r3k3/8/8/8/8/8/8/4K2R b Kq - 3 40";

    #[test]
    fn all_dialects_say_the_same() {
        let position = Position::from_fen(FEN).unwrap();
        let line = |score, result| Line { position, score, result };
        for (text, wanted) in [
            (format!("{FEN} | -25 | 0.5"), line(Some(-25.0), Some(Wdl::Draw))),
            (format!("{FEN}|-25|1/2-1/2"), line(Some(-25.0), Some(Wdl::Draw))),
            (format!("{FEN} [1.0] -25"), line(Some(-25.0), Some(Wdl::Win))),
            (format!("{FEN} [0-1]"), line(None, Some(Wdl::Loss))),
            (format!("{FEN} | 7.5 |"), line(Some(7.5), None)),
            (format!("{FEN} ce 25; c9 \"1-0\";"), line(Some(-25.0), Some(Wdl::Win))),
            (format!("{FEN} c9 \"from a book\";"), line(None, None)),
            (FEN.to_owned(), line(None, None)),
        ] {
            assert_eq!(parse(&text).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            (format!("{FEN} | good | 0.5"), "'good' is no score"),
            (format!("{FEN} | NaN | 0.5"), "'NaN' is no score"),
            (format!("{FEN} | 3 | 2-0"), "'2-0' is no result"),
            ("8/8 w - - 0 1 | 3 | 0.5".to_owned(), ""),
            ("nonsense".to_owned(), ""),
        ] {
            let fault = parse(&text).unwrap_err().to_string();
            assert!(fault.contains(part) && !fault.is_empty(), "{fault}");
        }
    }
}
