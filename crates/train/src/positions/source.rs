// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of labelled positions, whatever their format.

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess::{Color, Move, Position};
use formats::plain::{self, PlainError};
use formats::viriformat::{self, ViriError, Wdl};
use formats::{OpenError, open_text};

use super::text::{self, TextFault};
use super::{MATE_LABEL, centipawns};

/// What is in a file, and how it is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Games in viriformat: results mean something, scores come from a search.
    Games,
    /// Lines in viriformat: scores are static evaluations, results mean nothing.
    Lines,
    /// One position a line: `FEN | score | result`, `FEN [result]`, or EPD.
    Text,
    /// The blocks of text that Stockfish's trainers write and read.
    Plain,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] = [Format::Games, Format::Lines, Format::Text, Format::Plain];

    /// Its name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Games => "games",
            Format::Lines => "lines",
            Format::Text => "text",
            Format::Plain => "plain",
        }
    }

    /// Whether a record is a game, so that its positions belong together.
    pub fn has_games(self) -> bool {
        matches!(self, Format::Games | Format::Plain)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A file of labelled positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is; plain or packed with Zstandard or gzip.
    pub path: PathBuf,
    /// How it is written.
    pub format: Format,
    /// At most this many positions are taken,
    pub limit: usize,
    /// and of each record only about one position in this many.
    pub every: usize,
}

/// A source that could not be read to its end.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// It could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It could not be read any further.
    #[error("{}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// It is damaged.
    #[error("{}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: ViriError,
    },
    /// A record in it cannot be played through.
    #[error("{}: record {record} at byte {at}: {reason}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The record's number, from 1.
        record: usize,
        /// Where it begins, in the unpacked file.
        at: u64,
        /// What is wrong with it.
        reason: ViriError,
    },
    /// A line in it is no labelled position.
    #[error("{}: line {line}: {fault}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with it.
        fault: TextFault,
    },
    /// A block in it is no labelled position.
    #[error("{}: {reason}", path.display())]
    Plain {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: PlainError,
    },
}

/// A position with what a file says about it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The number of its game, line or line of text, from 0.
    pub record: usize,
    /// The position.
    pub position: &'a Position,
    /// The move that was played from it.
    pub played: Option<Move>,
    /// Its score in centipawns, White's view; none for mates.
    pub score: Option<f64>,
    /// The game's result.
    pub result: Option<Wdl>,
}

/// Who is called with each position, and may break off.
pub type Visit<'a> = dyn FnMut(&Entry<'_>) -> ControlFlow<()> + 'a;

/// Calls `visit` with every position of those records whose number is `wanted`,
/// until it breaks off. Limits are the visitor's part.
///
/// # Errors
/// When the file cannot be opened or is damaged: the message says where.
pub fn read(
    source: &Source,
    wanted: &dyn Fn(usize) -> bool,
    visit: &mut Visit<'_>,
) -> Result<(), SourceError> {
    // Games that nobody wants need not be played through.
    if matches!(source.format, Format::Games | Format::Lines) {
        return read_viriformat(source, wanted, visit);
    }
    let mut visit = |entry: &Entry<'_>| {
        if wanted(entry.record) { visit(entry) } else { ControlFlow::Continue(()) }
    };
    match source.format {
        Format::Plain => read_plain(source, &mut visit),
        _ => text::read(source, &mut visit),
    }
}

fn read_viriformat(
    source: &Source,
    wanted: &dyn Fn(usize) -> bool,
    visit: &mut Visit<'_>,
) -> Result<(), SourceError> {
    let path = || source.path.clone();
    let mut records = viriformat::read(open_text(&source.path)?);
    let (mut number, mut enough) = (0, false);
    while !enough {
        let at = records.offset();
        let Some(record) = records.next() else { break };
        let record = record.map_err(|reason| SourceError::Content { path: path(), reason })?;
        number += 1;
        if !wanted(number - 1) {
            continue;
        }
        let result = (source.format == Format::Games).then_some(record.result);
        let each = |position: &Position, played, label: i16| {
            if !enough {
                let score = scored(position, label);
                let played = Some(played);
                let record = number - 1;
                enough = visit(&Entry { record, position, played, score, result }).is_break();
            }
        };
        record.visit(each).map_err(|reason| SourceError::Record {
            path: path(),
            record: number,
            at,
            reason,
        })?;
    }
    Ok(())
}

fn read_plain(source: &Source, visit: &mut Visit<'_>) -> Result<(), SourceError> {
    let (mut game, mut last) = (0, None);
    for block in plain::read(open_text(&source.path)?) {
        let block =
            block.map_err(|reason| SourceError::Plain { path: source.path.clone(), reason })?;
        // Blocks of one game follow each other.
        if last.is_some_and(|ply: u32| block.ply != ply + 1) {
            game += 1;
        }
        last = Some(block.ply);
        let black = block.position.turn() == Color::Black;
        let turned = |score: i16| if black { score.saturating_neg() } else { score };
        let entry = Entry {
            record: game,
            position: &block.position,
            played: Some(block.played),
            score: scored(&block.position, turned(block.score)),
            result: Some(match (block.result, black) {
                (0, _) => Wdl::Draw,
                (1.., false) | (..0, true) => Wdl::Win,
                (..0, false) | (1.., true) => Wdl::Loss,
            }),
        };
        if visit(&entry).is_break() {
            break;
        }
    }
    Ok(())
}

/// Centipawns of White's label in the unit of Stockfish; nothing for mates and for
/// what stands for "no label".
fn scored(position: &Position, label: i16) -> Option<f64> {
    (label.unsigned_abs() < MATE_LABEL as u16).then(|| centipawns(position, label))
}
