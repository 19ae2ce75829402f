// SPDX-License-Identifier: GPL-3.0-or-later
//! The games in progress as a PGN file that is rewritten after every move.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use chess::Game;
use formats::pgn;
use journal::Timestamp;
use play::{GameRecord, MoveRecord};

use crate::options::{CommentFields, TournamentConfig, Variant};

/// The file, and what it holds: the game of each worker.
#[derive(Debug)]
pub struct LivePgn {
    path: PathBuf,
    games: Mutex<BTreeMap<usize, Vec<u8>>>,
}

impl LivePgn {
    /// A file without games.
    pub fn new(path: &Path) -> LivePgn {
        LivePgn { path: path.to_owned(), games: Mutex::default() }
    }

    /// A move was made.
    pub fn update(
        &self,
        worker: usize,
        config: &TournamentConfig,
        engines: [usize; 2],
        game: &Game,
        opening_moves: usize,
        moves: &[MoveRecord],
    ) {
        let mut record = GameRecord {
            game,
            opening_moves,
            moves,
            names: engines.map(|index| config.engines[index].name.as_str()),
            controls: [None; 2],
            chess960: config.variant == Variant::Fischerandom,
            date: Timestamp::now().pgn_date(),
            over: None,
        }
        .to_pgn(Some(&CommentFields { clock: true, ..CommentFields::default() }));
        record.set_tag("Event", config.event.clone());
        record.set_tag("Site", config.site.clone());
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = pgn::write(&record, &mut text);
        self.change(|games| drop(games.insert(worker, text)));
    }

    /// The game of a worker is over.
    pub fn end(&self, worker: usize) {
        self.change(|games| drop(games.remove(&worker)));
    }

    /// Whoever looks on sees whole games: the file is replaced, not written over. A picture of
    /// the moment needs no safe place on the disk, and its loss stops no game.
    fn change(&self, change: impl FnOnce(&mut BTreeMap<usize, Vec<u8>>)) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut games);
        let mut beside = self.path.clone().into_os_string();
        beside.push(".part");
        let written = std::fs::File::create(&beside)
            .and_then(|mut file| games.values().try_for_each(|text| file.write_all(text)));
        if written.is_ok() {
            let _ = std::fs::rename(&beside, &self.path);
        }
    }
}
