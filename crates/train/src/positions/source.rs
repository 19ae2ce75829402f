// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of labelled positions, whatever their format.

use std::fmt;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess::{Color, Move, Position};
use formats::binpack::{self, BinpackError};
use formats::pgn::{self, GameResult, PgnError};
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
    /// The same packed, as Stockfish's data is published.
    Binpack,
    /// Games as PGN: results without scores.
    Pgn,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 6] =
        [Format::Games, Format::Lines, Format::Text, Format::Plain, Format::Binpack, Format::Pgn];

    /// Its name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Games => "games",
            Format::Lines => "lines",
            Format::Text => "text",
            Format::Plain => "plain",
            Format::Binpack => "binpack",
            Format::Pgn => "pgn",
        }
    }

    /// Whether a record is a game, so that its positions belong together.
    pub fn has_games(self) -> bool {
        matches!(self, Format::Games | Format::Plain | Format::Binpack | Format::Pgn)
    }
}

impl Format {
    /// What a file looks like by its first bytes; games rather than lines.
    ///
    /// # Errors
    /// When the file cannot be opened or read.
    pub fn guess(path: &Path) -> Result<Format, SourceError> {
        let read = |reason| SourceError::Read { path: path.to_owned(), reason };
        let mut head = Vec::new();
        open_text(path)?.take(256).read_to_end(&mut head).map_err(read)?;
        Ok(if head.starts_with(b"BINP") {
            Format::Binpack
        } else if head.trim_ascii_start().starts_with(b"[Event ") {
            Format::Pgn
        } else if head.trim_ascii_start().starts_with(b"fen ") {
            Format::Plain
        } else if !head.is_empty()
            && head.iter().all(|b| b.is_ascii_graphic() || b" \t\r\n".contains(b))
        {
            Format::Text
        } else {
            Format::Games
        })
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
    /// A chain in it is damaged.
    #[error("{}: {reason}", path.display())]
    Binpack {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: BinpackError,
    },
    /// A block in it is no labelled position.
    #[error("{}: {reason}", path.display())]
    Plain {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: PlainError,
    },
    /// A game in it cannot be played through.
    #[error("{}: {reason}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: Box<PgnError>,
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
        Format::Binpack => read_binpack(source, &mut visit),
        Format::Pgn => read_pgn(source, &mut visit),
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
        let score = white(&block.position, block.score);
        let entry = Entry {
            record: game,
            position: &block.position,
            played: Some(block.played),
            score: scored(&block.position, score),
            result: Some(result(&block.position, block.result)),
        };
        if visit(&entry).is_break() {
            break;
        }
    }
    Ok(())
}

fn read_binpack(source: &Source, visit: &mut Visit<'_>) -> Result<(), SourceError> {
    for (record, chain) in binpack::read(open_text(&source.path)?).enumerate() {
        let chain =
            chain.map_err(|reason| SourceError::Binpack { path: source.path.clone(), reason })?;
        for each in &chain {
            let position = &each.position;
            let score = scored(position, white(position, each.score));
            let result = Some(result(position, each.result));
            let entry = Entry { record, position, played: each.played, score, result };
            if visit(&entry).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn read_pgn(source: &Source, visit: &mut Visit<'_>) -> Result<(), SourceError> {
    let fail = |reason| SourceError::Pgn { path: source.path.clone(), reason: Box::new(reason) };
    let mut games = pgn::read_games(open_text(&source.path)?);
    let (mut record, mut enough) = (0, false);
    while !enough && let Some(game) = games.next_text() {
        let game = game.map_err(fail)?;
        let result = match game.result() {
            GameResult::WhiteWins => Some(Wdl::Win),
            GameResult::BlackWins => Some(Wdl::Loss),
            GameResult::Draw => Some(Wdl::Draw),
            GameResult::Unknown => None,
        };
        let start = game.start().map_err(fail)?;
        let each = |position: &Position, played| {
            if !enough {
                let entry = Entry { record, position, played: Some(played), score: None, result };
                enough = visit(&entry).is_break();
            }
        };
        game.play(start, usize::MAX, each).map_err(fail)?;
        record += 1;
    }
    Ok(())
}

/// White's score of one for the side to move.
fn white(position: &Position, score: i16) -> i16 {
    if position.turn() == Color::Black { score.saturating_neg() } else { score }
}

/// White's result of one for the side to move.
fn result(position: &Position, result: i8) -> Wdl {
    match white(position, result.into()) {
        0 => Wdl::Draw,
        1.. => Wdl::Win,
        ..0 => Wdl::Loss,
    }
}

/// Centipawns of White's label in the unit of Stockfish; nothing for mates and for
/// what stands for "no label".
fn scored(position: &Position, label: i16) -> Option<f64> {
    (label.unsigned_abs() < MATE_LABEL as u16).then(|| centipawns(position, label))
}
