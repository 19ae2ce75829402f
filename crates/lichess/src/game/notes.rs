// SPDX-License-Identifier: GPL-3.0-or-later
//! What we know about our own moves of a running game and the server does not: scores, depths,
//! lag. One line for each move in a file of the game, so that a restart forgets nothing.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use journal::Appender;
use search::Score;
use serde::{Deserialize, Serialize};

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// The opponent was greeted.
    Greeted,
    /// A move was decided.
    Move(MoveNote),
    /// Its lag in milliseconds became known.
    Lag {
        /// Which move.
        ply: usize,
        /// In milliseconds.
        ms: u64,
    },
}

/// What is known about a move of ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveNote {
    /// Half-moves made before it.
    pub ply: usize,
    /// The move.
    pub uci: String,
    /// From our side.
    #[serde(default)]
    pub score: Option<Score>,
    /// Plies.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// How long we thought, in milliseconds.
    pub ms: u64,
    /// Whether it came out of a book.
    #[serde(default)]
    pub book: bool,
    /// The line that we expected, in UCI notation.
    #[serde(default)]
    pub pv: Vec<String>,
    /// What the way took, in milliseconds.
    #[serde(default)]
    pub lag: Option<u64>,
}

/// The file of a running game.
#[derive(Debug)]
pub struct Notes {
    path: PathBuf,
    file: Option<Appender>,
    /// By ply.
    pub moves: BTreeMap<usize, MoveNote>,
    /// Whether the opponent was greeted.
    pub greeted: bool,
    /// Whether there was a file before.
    pub resumed: bool,
}

/// The folder of running games.
pub fn folder(directory: &Path) -> PathBuf {
    directory.join("running")
}

impl Notes {
    /// The notes of a game, those of an earlier run included. A line that a crash tore apart is
    /// skipped.
    pub fn open(directory: &Path, id: &str) -> io::Result<Notes> {
        let path = folder(directory).join(format!("{id}.jsonl"));
        let old = fs::read_to_string(&path).unwrap_or_default();
        let whole = old.rfind('\n').map_or(0, |end| end + 1);
        let file = Appender::open(&path, Some(whole as u64)).map_err(io::Error::other)?;
        let mut notes = Notes {
            path,
            file: Some(file),
            moves: BTreeMap::new(),
            greeted: false,
            resumed: whole > 0,
        };
        for line in old[..whole].lines().filter_map(|line| serde_json::from_str(line).ok()) {
            notes.take(line);
        }
        Ok(notes)
    }

    /// Notes that no file keeps: the disk does not take them.
    pub fn unwritten(directory: &Path, id: &str) -> Notes {
        let path = folder(directory).join(format!("{id}.jsonl"));
        Notes { path, file: None, moves: BTreeMap::new(), greeted: false, resumed: false }
    }

    fn take(&mut self, line: Line) {
        match line {
            Line::Greeted => self.greeted = true,
            Line::Move(note) => drop(self.moves.insert(note.ply, note)),
            Line::Lag { ply, ms } => {
                if let Some(note) = self.moves.get_mut(&ply) {
                    note.lag = Some(ms);
                }
            }
        }
    }

    fn write(&mut self, line: Line) {
        if let (Some(file), Ok(text)) = (&mut self.file, serde_json::to_string(&line)) {
            // A full disk costs the comments of a game and not the game.
            let _ = file.append(format!("{text}\n").as_bytes());
        }
        self.take(line);
    }

    /// The opponent was greeted.
    pub fn greet(&mut self) {
        self.write(Line::Greeted);
    }

    /// A move was decided.
    pub fn add(&mut self, note: MoveNote) {
        self.write(Line::Move(note));
    }

    /// The lag of a move became known.
    pub fn lag(&mut self, ply: usize, ms: u64) {
        self.write(Line::Lag { ply, ms });
    }

    /// Moves from this ply on were taken back.
    pub fn undo(&mut self, ply: usize) {
        self.moves.retain(|&known, _| known < ply);
    }

    /// The game is over and written down elsewhere.
    pub fn remove(mut self) {
        self.file = None;
        let _ = fs::remove_file(&self.path);
    }
}

/// Games that an earlier run left behind.
pub fn left_behind(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder(directory)).into_iter().flatten().flatten();
    let name =
        |entry: fs::DirEntry| entry.file_name().to_str()?.strip_suffix(".jsonl").map(str::to_owned);
    entries.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_forgets_nothing_but_half_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let note = |ply| MoveNote {
            ply,
            uci: "e2e4".into(),
            score: Some(Score::Cp(31)),
            depth: Some(12),
            nodes: Some(1000),
            ms: 50,
            book: false,
            pv: vec!["e2e4".into()],
            lag: None,
        };
        let mut notes = Notes::open(folder.path(), "abcd").unwrap();
        assert!(!notes.resumed);
        notes.greet();
        notes.add(note(0));
        notes.lag(0, 80);
        let path = notes.path.clone();
        drop(notes);
        let mut text = fs::read_to_string(&path).unwrap();
        text += "{\"move\":{\"ply\":2,\"uc";
        fs::write(&path, text).unwrap();
        let mut notes = Notes::open(folder.path(), "abcd").unwrap();
        assert!(notes.resumed && notes.greeted);
        assert_eq!(notes.moves[&0], MoveNote { lag: Some(80), ..note(0) });
        assert_eq!(notes.moves.len(), 1);
        notes.add(note(2));
        drop(notes);
        let notes = Notes::open(folder.path(), "abcd").unwrap();
        assert_eq!(notes.moves.len(), 2, "the torn line is gone, the next is whole");
        assert_eq!(left_behind(folder.path()), ["abcd"]);
        notes.remove();
        assert!(left_behind(folder.path()).is_empty());
    }
}
