// SPDX-License-Identifier: GPL-3.0-or-later
//! The journal: every finished game on a line of its own, written before it is
//! counted, so that the same command continues where it stopped however the
//! last run ended.
//!
//! The first line says which tournament this is; a tournament that differs in
//! anything that matters for its results is refused, with the differences.

mod entry;
mod identity;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use entry::{Entry, GameEntry};
pub use identity::Identity;

use ::journal::{AppendError, Appender};

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    file: Appender,
}

/// What an earlier run left.
#[derive(Debug, Default)]
pub struct Past {
    /// Its games, in finishing order.
    pub games: Vec<GameEntry>,
    /// Why nothing was left to play, if nothing was.
    pub ended: Option<String>,
}

impl Past {
    /// How long this PGN file was when its last game had been written.
    pub fn length_of(&self, pgn: &Path) -> Option<u64> {
        let ends = self.games.iter().filter_map(|game| game.pgn.as_ref());
        ends.filter(|(file, _)| file == pgn).map(|(_, end)| *end).max()
    }
}

/// Why a journal cannot be continued.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It belongs to something else.
    #[error(
        "the journal {path} belongs to a different tournament:\n{}\n\
         finish that one, choose another journal, or discard this one",
        differences.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
    )]
    Different {
        /// The journal.
        path: PathBuf,
        /// What is not the same.
        differences: Vec<String>,
    },
    /// A line in its middle makes no sense.
    #[error("line {line} of the journal {path} is damaged: {source}")]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// It cannot be read.
    #[error("cannot read the journal {path}: {source}")]
    Read {
        /// The journal.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another run is writing it.
    #[error("the journal {path} is in use: the same tournament is already running")]
    InUse {
        /// The journal.
        path: PathBuf,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] AppendError),
}

impl Journal {
    /// Opens the journal of a tournament, with what it already holds: a tournament that was
    /// finished may go on with more rounds. One that is to be discarded is begun anew.
    pub fn open(
        path: &Path,
        identity: &Identity,
        discard: bool,
    ) -> Result<(Journal, Past), JournalError> {
        check_kind(path)?;
        let mut file = Appender::open(path, None)?;
        if !file.lock() {
            return Err(JournalError::InUse { path: path.to_owned() });
        }
        let bytes = match fs::read(path) {
            Ok(_) if discard => Vec::new(),
            Ok(bytes) => bytes,
            Err(source) => return Err(JournalError::Read { path: path.to_owned(), source }),
        };
        let (past, good) = read(path, &bytes, identity)?;
        match past {
            Some(past) => {
                file.cut(good)?;
                Ok((Journal { file }, past))
            }
            None => {
                file.cut(0)?;
                file.append(&Entry::Tournament(identity.clone()).line())?;
                Ok((Journal { file }, Past::default()))
            }
        }
    }

    /// Writes down a game.
    pub fn record(&mut self, game: GameEntry) -> Result<(), AppendError> {
        self.file.append(&Entry::Game(game).line()).map(drop)
    }

    /// Waits until the disk has it.
    pub fn sync(&self) -> Result<(), AppendError> {
        self.file.sync()
    }

    /// Writes down that there is nothing left to continue.
    pub fn close(&mut self, reason: &str) -> Result<(), AppendError> {
        self.file.append(&Entry::Done { reason: reason.to_owned() }.line())?;
        self.file.sync()
    }
}

/// Reads a journal: its past (`None` if it has not even a header), and how many of its bytes are
/// good.
fn read(
    path: &Path,
    bytes: &[u8],
    identity: &Identity,
) -> Result<(Option<Past>, u64), JournalError> {
    let (past, good) = read_any(path, bytes)?;
    let Some((theirs, past)) = past else { return Ok((None, good)) };
    let differences = theirs.differences(identity);
    if !differences.is_empty() {
        return Err(JournalError::Different { path: path.to_owned(), differences });
    }
    Ok((Some(past), good))
}

/// Reads a journal of whatever tournament.
fn read_any(path: &Path, bytes: &[u8]) -> Result<(Option<(Identity, Past)>, u64), JournalError> {
    let mut past: Option<(Identity, Past)> = None;
    let mut good = 0;
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        // Only a line with an end was written whole; the last one may not be.
        if line.last() != Some(&b'\n') {
            break;
        }
        let entry = Entry::parse(line).map_err(|source| JournalError::Damaged {
            path: path.to_owned(),
            line: index + 1,
            source,
        })?;
        good += line.len() as u64;
        match (entry, &mut past) {
            (Entry::Tournament(theirs), None) => past = Some((theirs, Past::default())),
            (Entry::Game(game), Some((_, past))) => {
                past.games.push(game);
                past.ended = None;
            }
            (Entry::Done { reason }, Some((_, past))) => past.ended = Some(reason),
            (Entry::Tournament(_), Some(_)) | (Entry::Game(_) | Entry::Done { .. }, None) => {}
        }
    }
    Ok((past, good))
}

/// A device or a pipe would be read for ever.
fn check_kind(path: &Path) -> Result<(), JournalError> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => {
            let source = io::Error::other("this is not a regular file (-journal none is none)");
            Err(JournalError::Read { path: path.to_owned(), source })
        }
        _ => Ok(()),
    }
}

/// The tournament of a journal and its games, for those who only look on.
///
/// # Errors
/// If it cannot be read, is damaged in its middle or belongs to no tournament.
pub fn look(path: &Path) -> Result<(Identity, Past), JournalError> {
    let fail = |source| JournalError::Read { path: path.to_owned(), source };
    check_kind(path)?;
    let bytes = fs::read(path).map_err(fail)?;
    let (past, _) = read_any(path, &bytes)?;
    past.ok_or_else(|| fail(io::Error::other("this is no journal of a match")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{EngineConfig, TournamentConfig};
    use crate::stats::{Ending, GameResult, Played};

    fn config() -> TournamentConfig {
        let engines = vec![EngineConfig::new("a", "a"), EngineConfig::new("b", "b")];
        TournamentConfig::between(engines)
    }

    fn game(number: u64) -> GameEntry {
        GameEntry {
            number,
            round: 1,
            opening: 3,
            played: Played::new(0, 1, 0, GameResult::Draw, Ending::Threefold),
            reason: "Draw by 3-fold repetition".to_owned(),
            plies: 40,
            milliseconds: 1234,
            failures: Vec::new(),
            pgn: Some(("games.pgn".into(), number * 100)),
        }
    }

    fn numbers(past: &Past) -> Vec<u64> {
        past.games.iter().map(|game| game.number).collect()
    }

    #[test]
    fn games_come_back_and_a_torn_line_does_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let identity = Identity::of(&config());
        let (mut journal, past) = Journal::open(&path, &identity, false).unwrap();
        assert!(past.games.is_empty());
        journal.record(game(1)).unwrap();
        journal.record(game(3)).unwrap();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        let line = Entry::Game(game(2)).line();
        for cut in 0..line.len() {
            let mut torn = whole.clone();
            torn.extend_from_slice(&line[..cut]);
            fs::write(&path, torn).unwrap();
            let (mut journal, past) = Journal::open(&path, &identity, false).unwrap();
            assert_eq!(numbers(&past), [1, 3]);
            assert_eq!(past.length_of("games.pgn".as_ref()), Some(300));
            assert_eq!(past.length_of("other.pgn".as_ref()), None);
            assert_eq!(past.games[1], game(3));
            journal.record(game(4)).unwrap();
            drop(journal);
            let (_, past) = Journal::open(&path, &identity, false).unwrap();
            assert_eq!(numbers(&past), [1, 3, 4]);
        }
    }

    #[test]
    fn another_tournament_is_refused_with_its_differences() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let (mut journal, _) = Journal::open(&path, &Identity::of(&config()), false).unwrap();
        journal.record(game(1)).unwrap();
        drop(journal);
        let mut other = config();
        other.engines[1].options.push(("Hash".into(), "32".into()));
        other.seed = 7;
        let error = Journal::open(&path, &Identity::of(&other), false).unwrap_err().to_string();
        assert!(error.contains("engines[1].options"), "{error}");
        assert!(error.contains("seed: 0 before, 7 now"), "{error}");
        let (_, past) = Journal::open(&path, &Identity::of(&other), true).unwrap();
        assert!(past.games.is_empty());
    }

    #[test]
    fn what_does_not_matter_may_change() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let (mut journal, _) = Journal::open(&path, &Identity::of(&config()), false).unwrap();
        journal.record(game(1)).unwrap();
        drop(journal);
        let mut other = config();
        other.rounds = 500;
        other.concurrency = 7;
        let (_, past) = Journal::open(&path, &Identity::of(&other), false).unwrap();
        assert_eq!(numbers(&past), [1]);
    }

    #[test]
    fn a_finished_tournament_may_go_on() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let identity = Identity::of(&config());
        let (mut journal, _) = Journal::open(&path, &identity, false).unwrap();
        journal.record(game(1)).unwrap();
        journal.close("complete").unwrap();
        drop(journal);
        let (mut journal, past) = Journal::open(&path, &identity, false).unwrap();
        assert_eq!((numbers(&past), past.ended.as_deref()), (vec![1], Some("complete")));
        journal.record(game(2)).unwrap();
        drop(journal);
        let (_, past) = look(&path).unwrap();
        assert_eq!((numbers(&past), past.ended), (vec![1, 2], None));
        // What another match has left is not overwritten, finished or not.
        let mut other = config();
        other.seed = 7;
        let refused = Journal::open(&path, &Identity::of(&other), false).unwrap_err();
        assert!(matches!(refused, JournalError::Different { .. }));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_journal() {
        let identity = Identity::of(&config());
        let opened = Journal::open(Path::new("/dev/zero"), &identity, false);
        assert!(matches!(opened, Err(JournalError::Read { .. })));
        assert!(look(Path::new("/dev/zero")).is_err());
    }

    #[test]
    fn two_runs_do_not_share_a_journal() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let identity = Identity::of(&config());
        let (_first, _) = Journal::open(&path, &identity, false).unwrap();
        let error = Journal::open(&path, &identity, false).unwrap_err();
        assert!(matches!(error, JournalError::InUse { .. }), "{error}");
    }

    #[test]
    fn damage_in_the_middle_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let identity = Identity::of(&config());
        drop(Journal::open(&path, &identity, false).unwrap());
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend_from_slice(b"garbage\n");
        fs::write(&path, bytes).unwrap();
        let error = Journal::open(&path, &identity, false).unwrap_err().to_string();
        assert!(error.starts_with("line 2 of the journal"), "{error}");
    }
}
