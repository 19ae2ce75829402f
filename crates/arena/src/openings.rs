// SPDX-License-Identifier: GPL-3.0-or-later
//! Where games begin.
//!
//! ```
//! use arena::openings::Book;
//! use arena::options::Variant;
//!
//! // Without a book, games begin at the beginning.
//! let book = Book::initial(Variant::Standard, 1);
//! assert!(book.opening(17).unwrap().game.moves().is_empty());
//! // In Chess960 the beginning differs from pair to pair.
//! let book = Book::initial(Variant::Fischerandom, 1);
//! assert_ne!(book.opening(0).unwrap().game, book.opening(1).unwrap().game);
//! ```

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::SplitMix64;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use chess::{Game, Move, Position};
use formats::epd::Epd;

use crate::options::{BookFormat, BookOrder, Openings, Variant};

/// A start with the moves that are made for the engines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The position and moves.
    pub game: Game,
    /// Its number in the file, from 1 (of a start without a file: 0).
    pub number: usize,
}

/// All openings of a tournament, in the order of use.
#[derive(Debug)]
pub struct Book {
    lines: Lines,
    order: Option<Vec<u32>>,
    skip: u64,
    warnings: Vec<String>,
}

/// What a book is made of. A position per line stays text until it is needed:
/// a million of them must not need a million boards.
#[derive(Debug)]
enum Lines {
    Initial,
    Chess960,
    Positions { text: String, ends: Vec<usize>, numbers: Vec<u32> },
    Games { starts: Vec<Position>, moves: Vec<Vec<Move>> },
}

/// Why there is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read openings from {path}: {source}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file holds nothing that can be used.
    #[error("no usable opening in {path}{}", first_of(warnings))]
    Empty {
        /// The file.
        path: PathBuf,
        /// What is wrong with its lines.
        warnings: Vec<String>,
    },
}

fn first_of(warnings: &[String]) -> String {
    warnings.first().map_or_else(String::new, |warning| format!(": {warning}"))
}

/// The numbers below `count` in an order that the seed repeats on every machine.
fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.shuffle(&mut SplitMix64::seed_from_u64(seed));
    order
}

impl Book {
    /// No book: the initial position, or all of Chess960's in an order given
    /// by the seed.
    pub fn initial(variant: Variant, seed: u64) -> Book {
        let (lines, order) = match variant {
            Variant::Standard => (Lines::Initial, None),
            Variant::Fischerandom => (Lines::Chess960, Some(shuffled(960, seed))),
        };
        Book { lines, order, skip: 0, warnings: Vec::new() }
    }

    /// Reads a book.
    pub fn load(openings: &Openings, variant: Variant, seed: u64) -> Result<Book, BookError> {
        let path = &openings.file;
        let reader = formats::open_text(path)
            .map_err(|error| BookError::Open { path: path.clone(), source: Box::new(error) })?;
        let (lines, warnings) = match openings.format {
            BookFormat::Epd => read_positions(reader, variant, path)?,
            BookFormat::Pgn => read_games(reader, variant, openings.plies),
        };
        let mut book =
            Book { lines, order: None, skip: openings.start.saturating_sub(1), warnings };
        let count = book.len();
        if count == 0 {
            return Err(BookError::Empty { path: path.clone(), warnings: book.warnings });
        }
        if openings.order == BookOrder::Random {
            book.order = Some(shuffled(count, seed));
        }
        Ok(book)
    }

    /// Openings in the book.
    #[allow(clippy::len_without_is_empty)] // a book is never empty
    pub fn len(&self) -> usize {
        match &self.lines {
            Lines::Initial => 1,
            Lines::Chess960 => 960,
            Lines::Positions { ends, .. } => ends.len(),
            Lines::Games { starts, .. } => starts.len(),
        }
    }

    /// Lines of the file that could not be used.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The opening of this index, from 0; after the last one the book begins
    /// again.
    pub fn opening(&self, index: u64) -> Option<Opening> {
        let count = self.len() as u64;
        let place = ((index % count + self.skip % count) % count) as usize;
        let at = self.order.as_ref().map_or(place, |order| order[place] as usize);
        match &self.lines {
            Lines::Initial => Some(Opening { game: Game::default(), number: 0 }),
            Lines::Chess960 => {
                Some(Opening { game: Game::new(Position::chess960(at as u16)), number: 0 })
            }
            Lines::Positions { text, ends, numbers } => {
                let begin = at.checked_sub(1).map_or(0, |before| ends[before]);
                let position = Position::from_fen(&text[begin..ends[at]]).ok()?;
                Some(Opening { game: Game::new(position), number: numbers[at] as usize })
            }
            Lines::Games { starts, moves } => {
                let mut game = Game::new(starts[at]);
                moves[at].iter().for_each(|&mv| game.play(mv));
                Some(Opening { game, number: at + 1 })
            }
        }
    }
}

fn read_positions(
    mut reader: impl BufRead,
    variant: Variant,
    path: &Path,
) -> Result<(Lines, Vec<String>), BookError> {
    let mut text = String::new();
    let (mut ends, mut numbers, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    let mut bytes = Vec::new();
    for index in 0.. {
        let read = formats::next_line(&mut reader, &mut bytes)
            .map_err(|error| BookError::Open { path: path.to_owned(), source: Box::new(error) })?;
        match read {
            None => break,
            Some(true) => {
                warnings.push(format!("line {}: it has no end", index + 1));
                continue;
            }
            Some(false) => {}
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let number: u32 = index + 1;
        match usable(line, variant) {
            Ok(position) => {
                text.push_str(&position.fen());
                ends.push(text.len());
                numbers.push(number);
            }
            Err(why) => warnings.push(format!("line {number}: {why}")),
        }
    }
    Ok((Lines::Positions { text, ends, numbers }, warnings))
}

fn usable(line: &str, variant: Variant) -> Result<Position, String> {
    let epd: Epd = line.parse().map_err(|error| format!("{error}"))?;
    check(&epd.position, variant)?;
    Ok(epd.position)
}

/// Whether a game can begin here.
fn check(position: &Position, variant: Variant) -> Result<(), String> {
    if variant == Variant::Standard && !position.is_standard_castling() {
        return Err("castling of Chess960 (play it with -variant fischerandom)".to_owned());
    }
    match Game::new(*position).outcome() {
        Some(outcome) => Err(format!("the game is over: {outcome}")),
        None => Ok(()),
    }
}

fn read_games(reader: impl BufRead, variant: Variant, plies: Option<u32>) -> (Lines, Vec<String>) {
    let (mut starts, mut moves, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for record in formats::pgn::read_games(reader) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                warnings.push(error.to_string());
                continue;
            }
        };
        let limit = plies.map_or(usize::MAX, |plies| plies as usize);
        let line: Vec<Move> = record.moves.iter().take(limit).map(|played| played.mv).collect();
        let mut game = Game::new(record.start);
        line.iter().for_each(|&mv| game.play(mv));
        let problem = check(&record.start, variant)
            .err()
            .or_else(|| game.outcome().map(|outcome| format!("the game is over: {outcome}")));
        match problem {
            None => {
                starts.push(record.start);
                moves.push(line);
            }
            Some(why) => warnings.push(format!("game {}: {why}", starts.len() + 1)),
        }
    }
    (Lines::Games { starts, moves }, warnings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::OpeningPolicy;

    fn book(content: &str, format: BookFormat, change: impl FnOnce(&mut Openings)) -> Book {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), content).unwrap();
        let mut openings = Openings {
            file: file.path().to_owned(),
            format,
            order: BookOrder::Sequential,
            plies: None,
            start: 1,
            policy: OpeningPolicy::Default,
        };
        change(&mut openings);
        Book::load(&openings, Variant::Standard, 42).unwrap()
    }

    fn positions(count: usize) -> String {
        (0..count).map(|n| format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {}\n", n + 1)).collect()
    }

    fn numbers(book: &Book, count: u64) -> Vec<usize> {
        (0..count).map(|index| book.opening(index).unwrap().number).collect()
    }

    #[test]
    fn a_sequential_book_starts_where_it_is_told_and_begins_again() {
        let book = book(&positions(4), BookFormat::Epd, |openings| openings.start = 3);
        assert_eq!(numbers(&book, 6), [3, 4, 1, 2, 3, 4]);
    }

    #[test]
    fn a_random_book_is_a_permutation_that_the_seed_repeats() {
        let random = |openings: &mut Openings| openings.order = BookOrder::Random;
        let first = numbers(&book(&positions(50), BookFormat::Epd, random), 50);
        let again = numbers(&book(&positions(50), BookFormat::Epd, random), 50);
        assert_eq!(first, again);
        let mut sorted = first.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=50).collect::<Vec<_>>());
        assert_ne!(first, sorted);
    }

    #[test]
    fn lines_of_games_are_cut_at_the_wanted_ply() {
        let pgn = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n";
        let book = book(pgn, BookFormat::Pgn, |openings| openings.plies = Some(3));
        assert_eq!(book.opening(0).unwrap().game.moves().len(), 3);
        assert_eq!(book.opening(1).unwrap().game.moves().len(), 2);
    }

    #[test]
    fn bad_lines_are_named_and_passed_over() {
        let text = format!("nonsense\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n{}", positions(1));
        let book = book(&text, BookFormat::Epd, |_| {});
        assert_eq!(book.len(), 1);
        assert_eq!(book.opening(0).unwrap().number, 3);
        assert!(book.warnings()[0].starts_with("line 1: "));
        assert!(book.warnings()[1].contains("over"), "{:?}", book.warnings());
    }

    #[test]
    fn chess960_shows_every_start_before_any_twice() {
        let book = Book::initial(Variant::Fischerandom, 7);
        let mut fens: Vec<_> =
            (0..960).map(|n| book.opening(n).unwrap().game.position().fen()).collect();
        fens.sort();
        fens.dedup();
        assert_eq!(fens.len(), 960);
    }
}
