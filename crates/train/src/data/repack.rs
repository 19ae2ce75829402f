// SPDX-License-Identifier: GPL-3.0-or-later
//! From any format that has moves to viriformat.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use chess::{Move, Position};
use formats::viriformat::{Record, Wdl};
use journal::AtomicFile;

use super::error::DataError;
use super::{Progress, TELL_EVERY, Tally, Watcher};
use crate::positions::{self, Entry, NO_LABEL, Source, label};

/// Writes games and lines in viriformat, in the order of the files. Positions
/// that do not follow each other become records of their own.
///
/// # Errors
/// When a file cannot be read or written, is damaged, or has no moves.
pub fn repack(
    sources: &[Source],
    output: &Path,
    watcher: &mut Watcher<'_>,
) -> Result<Tally, DataError> {
    let mut out = AtomicFile::create(output).map_err(DataError::file(output))?;
    let mut tally = Tally::default();
    for source in sources {
        let mut game: Option<Game> = None;
        let (mut kept, mut failed) = (0, None);
        positions::read(source, &|_| source.limit > 0, &mut |entry| {
            tally.read += 1;
            if tally.read.is_multiple_of(TELL_EVERY) {
                watcher(Progress { what: "positions", done: tally.kept, total: 0 });
            }
            let Some(played) = entry.played else {
                if !source.format.has_games() {
                    failed = Some(DataError::NoMoves { path: source.path.clone() });
                    return ControlFlow::Break(());
                }
                // The last position of a game: its score has no move to stand beside.
                return ControlFlow::Continue(());
            };
            (kept, tally.kept) = (kept + 1, tally.kept + 1);
            if let Some(done) = game.take_if(|game| !game.goes_on_with(entry))
                && let Err(reason) = done.write(&mut out)
            {
                failed = Some(DataError::file(output)(reason));
                return ControlFlow::Break(());
            }
            game.get_or_insert_with(|| Game::new(entry)).push(entry, played);
            if kept < source.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        if let Some(done) = game {
            done.write(&mut out).map_err(DataError::file(output))?;
        }
    }
    out.commit().map_err(DataError::file(output))?;
    Ok(tally)
}

/// A record in the making.
struct Game {
    record: usize,
    start: Position,
    result: Wdl,
    /// After the last move.
    now: Position,
    moves: Vec<(Move, i16)>,
}

impl Game {
    fn new(entry: &Entry<'_>) -> Game {
        Game {
            record: entry.record,
            start: *entry.position,
            result: entry.result.unwrap_or(Wdl::Draw),
            now: *entry.position,
            moves: Vec::new(),
        }
    }

    fn goes_on_with(&self, entry: &Entry<'_>) -> bool {
        self.record == entry.record && self.now.key() == entry.position.key()
    }

    fn push(&mut self, entry: &Entry<'_>, played: Move) {
        let label = entry.score.map_or(NO_LABEL, |score| label(entry.position, score));
        self.moves.push((played, label));
        self.now.play(played);
    }

    fn write(self, out: &mut impl Write) -> std::io::Result<()> {
        Record::new(self.start, self.result, self.moves).write(out)
    }
}
