// SPDX-License-Identifier: GPL-3.0-or-later
//! Start positions for games that are worth playing: a few random moves from
//! the start position or from a book, not finished, and balanced in the eyes of
//! a quick search. Test frameworks ask for them with
//! `genfens N seed S book <None|path>`.

use chess::{Game, Position, Setup};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use search::{Control, Event, Job, Limits, Score, Search};
use std::fs;
use std::path::PathBuf;
use thiserror::Error;

/// Random plies after the start position.
const PLIES: usize = 8;
/// Random plies after a book line, which brings variety of its own.
const PLIES_AFTER_BOOK: usize = 4;
/// Nodes to search each position with.
const NODES: u64 = 5_000;
/// Largest score, in centipawns, of a balanced position.
const BALANCED: i32 = 150;
/// Attempts for one position; a book of decided positions would never end.
const ATTEMPTS: usize = 10_000;

/// How many positions, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// How many.
    pub count: usize,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// A file with a FEN or EPD on each line.
    pub book: Option<PathBuf>,
}

/// Why there are no positions.
#[derive(Debug, Error)]
pub enum FensError {
    /// The file could not be read.
    #[error("the book {path} can't be read: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file holds no position.
    #[error("the book {path} holds no position")]
    Empty {
        /// The file.
        path: String,
    },
    /// Nothing near the book was balanced.
    #[error("no balanced position found after {ATTEMPTS} attempts")]
    Unbalanced,
}

/// Makes the positions and hands each FEN to `found`. Ends early when `control` says so.
pub fn run(
    search: &mut dyn Search,
    order: &Order,
    control: &Control,
    found: &mut dyn FnMut(String),
) -> Result<(), FensError> {
    let book = read_book(order)?;
    let mut random = SplitMix64::seed_from_u64(order.seed);
    for _ in 0..order.count {
        let fen = (0..ATTEMPTS)
            .take_while(|_| !control.is_stopped())
            .find_map(|_| attempt(search, &book, &mut random, control));
        match fen {
            Some(fen) => found(fen),
            None if control.is_stopped() => break,
            None => return Err(FensError::Unbalanced),
        }
    }
    Ok(())
}

/// The positions of the book file; none if there is no file.
fn read_book(order: &Order) -> Result<Vec<Position>, FensError> {
    let Some(file) = &order.book else { return Ok(Vec::new()) };
    let path = file.display().to_string();
    let bytes =
        fs::read(file).map_err(|source| FensError::Unreadable { path: path.clone(), source })?;
    let text = String::from_utf8_lossy(&bytes);
    let book: Vec<Position> = text.lines().filter_map(position_of_line).collect();
    if book.is_empty() { Err(FensError::Empty { path }) } else { Ok(book) }
}

/// The position that a line of a FEN or EPD file begins with.
fn position_of_line(line: &str) -> Option<Position> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    // An EPD goes on with operations where a FEN has its two counters.
    let counters =
        words.iter().skip(4).take(2).take_while(|word| word.parse::<u32>().is_ok()).count();
    let fields = if counters == 2 { 6 } else { 4 };
    let fen = words.get(..fields)?.join(" ");
    Some(Setup::parse(&fen).ok()?.position_lenient().ok()?.0)
}

/// One random walk; `None` if it ends in a position not worth playing.
fn attempt(
    search: &mut dyn Search,
    book: &[Position],
    random: &mut SplitMix64,
    control: &Control,
) -> Option<String> {
    let (start, plies) = match book.len() {
        0 => (Position::startpos(), PLIES + random.random_range(..2_usize)),
        len => {
            (book[random.random_range(..len)], PLIES_AFTER_BOOK + random.random_range(..2_usize))
        }
    };
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        game.play(moves[random.random_range(..moves.len())]);
    }
    if game.outcome().is_some() || !game.position().has_legal_move() || game.position().in_check() {
        return None;
    }
    let fen = game.position().fen();
    is_balanced(search, game, control).then_some(fen)
}

fn is_balanced(search: &mut dyn Search, game: Game, control: &Control) -> bool {
    let job = Job::new(game, Limits { nodes: Some(NODES), ..Limits::default() });
    let mut score = None;
    // Each position is searched as if it were the first: the list depends on the seed alone.
    search.new_game();
    search.think(&job, control, &mut |event| {
        if let Event::Depth(depth) = event {
            score = Some(depth.best().score);
        }
    });
    matches!(score, Some(Score::Cp(cp)) if cp.abs() <= BALANCED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn book_lines_may_be_fen_or_epd() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(position_of_line(fen).unwrap().fen(), fen);
        let epd = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id \"x\";";
        assert!(position_of_line(epd).is_some());
        assert!(position_of_line("").is_none());
        assert!(position_of_line("# a comment of five words").is_none());
    }
}
