// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions of files that games begin from.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use chess::Position;
use formats::epd::{self, EpdLineError};
use formats::pgn::{self, PgnError};
use formats::{OpenError, open_text};
use rand::RngExt;
use rand_xoshiro::SplitMix64;

/// Openings, all with the same chance to be drawn.
///
/// They stay text until they are drawn: a million of them must not need a million
/// boards.
///
/// ```no_run
/// use xanthos_train::datagen::Openings;
///
/// let openings = Openings::read(&["book.epd.zst".into(), "games.pgn".into()])?;
/// println!("{} openings", openings.len());
/// # Ok::<(), xanthos_train::datagen::OpeningsError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Openings {
    fens: String,
    /// Where each FEN ends.
    ends: Vec<usize>,
}

/// A file of openings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// It could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It could not be read.
    #[error("{}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A line in it is no position.
    #[error("{}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, and what is wrong with it.
        reason: EpdLineError,
    },
    /// A game in it cannot be played through.
    #[error("{}: {reason}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Which game, and what is wrong with it.
        reason: Box<PgnError>,
    },
    /// There is nothing in it.
    #[error("{}: no opening in it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

impl Openings {
    /// Reads files of FEN or EPD lines, or of games as PGN, whose last position counts;
    /// plain or packed.
    ///
    /// # Errors
    /// When a file cannot be read, has a line or a game that is wrong, or is empty.
    pub fn read(paths: &[PathBuf]) -> Result<Openings, OpeningsError> {
        let mut openings = Openings::default();
        for path in paths {
            let before = openings.len();
            openings.add(path)?;
            if openings.len() == before {
                return Err(OpeningsError::Empty { path: path.clone() });
            }
        }
        Ok(openings)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One of them; `None` if there is none.
    pub(super) fn draw(&self, random: &mut SplitMix64) -> Option<Position> {
        if self.is_empty() {
            return None;
        }
        let number = random.random_range(..self.len());
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        Position::from_fen(&self.fens[begin..self.ends[number]]).ok()
    }

    fn add(&mut self, path: &Path) -> Result<(), OpeningsError> {
        let path = || path.to_owned();
        let mut text = open_text(&path())?;
        let head =
            text.fill_buf().map_err(|reason| OpeningsError::Read { path: path(), reason })?;
        if is_pgn(head) {
            for game in pgn::read_games(text) {
                let game = game.map_err(|reason| OpeningsError::Game {
                    path: path(),
                    reason: Box::new(reason),
                })?;
                self.push(&game.last_position());
            }
        } else {
            for line in epd::read(text) {
                let line = line.map_err(|reason| OpeningsError::Line { path: path(), reason })?;
                self.push(&line.position);
            }
        }
        Ok(())
    }

    fn push(&mut self, position: &Position) {
        self.fens.push_str(&position.fen());
        self.ends.push(self.fens.len());
    }
}

/// Whether a text is games rather than positions: a board has seven slashes in its
/// first word, which neither a tag nor a move has.
fn is_pgn(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    let lines = head.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#'));
    let word = first.and_then(|line| line.split_whitespace().next());
    word.is_some_and(|word| word.matches('/').count() != 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    const EPD: &str = "# endings\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\n\
        8/8/8/8/8/k7/p7/K7 w - - 0 1\n\
        nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1\n";
    const PGN: &str = "[Event \"?\"]\n\n1. e4 e5 *\n\n[Event \"?\"]\n\n1. d4 *\n";

    fn read(texts: &[&str]) -> Result<Openings, OpeningsError> {
        let dir = tempfile::tempdir().unwrap();
        let write = |(i, text): (usize, &&str)| {
            let path = dir.path().join(format!("{i}.txt"));
            std::fs::write(&path, text).unwrap();
            path
        };
        let paths: Vec<PathBuf> = texts.iter().enumerate().map(write).collect();
        Openings::read(&paths)
    }

    #[test]
    fn every_opening_of_every_file_is_drawn() {
        let openings = read(&[EPD, PGN, "1. c4 c5 *\n"]).unwrap();
        assert_eq!(openings.len(), 6);
        let mut random = SplitMix64::seed_from_u64(1);
        let mut drawn: Vec<String> =
            (0..200).map(|_| openings.draw(&mut random).unwrap().fen()).collect();
        drawn.sort();
        drawn.dedup();
        let mut wanted = [
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "8/8/8/8/8/k7/p7/K7 w - - 0 1",
            "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pp1ppppp/8/2p5/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2",
        ]
        .map(|fen| Position::from_fen(fen).unwrap().fen());
        wanted.sort();
        assert_eq!(drawn, wanted);
    }

    #[test]
    fn without_files_there_is_nothing_to_draw() {
        let openings = read(&[]).unwrap();
        assert!(openings.is_empty());
        assert_eq!(openings.draw(&mut SplitMix64::seed_from_u64(1)), None);
    }

    #[test]
    fn a_file_that_is_wrong_is_named_with_the_place() {
        let error = |texts: &[&str]| read(texts).unwrap_err().to_string();
        let line = error(&[PGN, "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/9/8/8/8/8/8/4K3 w - -\n"]);
        assert!(line.contains("1.txt") && line.contains("line 2"), "{line}");
        let game = error(&["1. e4 *\n\n1. e5 *\n"]);
        assert!(game.contains("0.txt") && game.contains("e5"), "{game}");
        assert!(error(&["\n# nothing\n"]).contains("no opening"));
    }
}
