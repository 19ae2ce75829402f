// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions to ask about, and asking.

use std::io::BufRead as _;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use chess::{Game, Move, Position};
use engine::{EngineSetup, flagship};
use formats::epd::Epd;
use formats::pgn;
use search::{Control, Event, FinishedDepth, Job, Limits, Outcome, Score, Search};

use crate::{Lab, StopFlag, StudyError};

/// How often a search is asked whether the study shall end.
const GLANCE: Duration = Duration::from_millis(100);

/// The first positions of the benchmark that are ordinary chess and not over.
pub(crate) fn usual(count: usize) -> Vec<Position> {
    let all = engine::bench::POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok());
    all.filter(|position| position.is_standard_castling() && position.legal_moves().len() > 1)
        .take(count)
        .collect()
}

/// The positions of the files that were named, or those of the benchmark; so many at most.
pub(crate) fn wanted(lab: &Lab<'_>) -> Result<Vec<Position>, StudyError> {
    let most = lab.count("positions");
    let mut all = Vec::new();
    for path in lab.files() {
        all.extend(read(path, most - all.len().min(most))?);
    }
    if lab.files().is_empty() {
        all = usual(most);
    }
    all.truncate(most);
    Ok(all)
}

/// The positions of a file: one to a line as FEN or EPD; or games, each in the position before
/// White's thirtieth move, as in Achilles §5.
pub(crate) fn read(path: &Path, most: usize) -> Result<Vec<Position>, StudyError> {
    let mut reader = formats::open_text(path).map_err(StudyError::input)?;
    let head = reader.fill_buf().map_err(StudyError::file(path))?;
    let is_pgn = head.trim_ascii_start().starts_with(b"[") || head.starts_with(b"1.");
    let mut found = Vec::new();
    if is_pgn {
        for game in pgn::read_games(reader) {
            let game =
                game.map_err(|error| StudyError::Input(format!("{}: {error}", path.display())))?;
            let mut position = game.start;
            let mut moves = game.moves.iter();
            while position.ply() < 58 {
                let Some(played) = moves.next() else { break };
                position.play(played.mv);
            }
            if position.ply() == 58 && position.legal_moves().len() > 1 {
                found.push(position);
            }
            if found.len() >= most {
                break;
            }
        }
    } else {
        for (number, line) in (1..).zip(reader.lines()) {
            let line = line.map_err(StudyError::file(path))?;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let epd: Epd = line.parse().map_err(|error| {
                StudyError::Input(format!("{}: line {number}: {error}", path.display()))
            })?;
            if epd.position.legal_moves().len() > 1 {
                found.push(epd.position);
            }
            if found.len() >= most {
                break;
            }
        }
    }
    if found.is_empty() {
        return Err(StudyError::Input(format!(
            "{}: no position with a choice of moves",
            path.display()
        )));
    }
    Ok(found)
}

/// A search that an [`EngineSetup`] wants, freshly made, with a small table.
pub(crate) fn searcher(setup: &EngineSetup) -> Box<dyn Search> {
    let mut search = flagship(setup);
    // A table that can't be had is smaller: figures change a little.
    let _ = search.set_hash(16);
    search
}

/// Asks a search, and keeps every finished depth. It ends early when the study shall.
pub(crate) fn ask(
    stop: &StopFlag,
    search: &mut dyn Search,
    position: &Position,
    limits: Limits,
    lines: usize,
) -> (Outcome, Vec<FinishedDepth>) {
    let mut job = Job::new(Game::new(*position), limits);
    job.settings.multipv = lines;
    let mut depths = Vec::new();
    let control = Control::default();
    let (done, is_done) = mpsc::channel::<()>();
    search.new_game();
    let outcome = std::thread::scope(|scope| {
        let control = &control;
        scope.spawn(move || {
            // Answers at once when the search is over and its end of the channel gone.
            while is_done.recv_timeout(GLANCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                if stop.is_raised() {
                    return control.stop();
                }
            }
        });
        let outcome = search.think(&job, control, &mut |event| {
            if let Event::Depth(depth) = event {
                depths.push(depth);
            }
        });
        drop(done);
        outcome
    });
    (outcome, depths)
}

/// To a depth.
pub(crate) fn depth(depth: u64) -> Limits {
    Limits { depth: u32::try_from(depth).ok(), ..Limits::default() }
}

/// So many nodes.
pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Only this move.
pub(crate) fn only(limits: Limits, mv: Move) -> Limits {
    Limits { searchmoves: Some(vec![mv]), ..limits }
}

/// A score in centipawns, mates beyond everything else.
pub(crate) fn centipawns(score: Score) -> i32 {
    const MOST: i32 = 2000;
    match score {
        Score::Cp(value) => value.clamp(-MOST, MOST),
        score if score.win_chance().per_mille() >= 500 => MOST,
        _ => -MOST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_positions_and_of_games_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let epd = folder.path().join("a.epd");
        std::fs::write(&epd, "# two\n6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").unwrap();
        assert_eq!(read(&epd, 10).unwrap().len(), 2);
        assert_eq!(read(&epd, 1).unwrap().len(), 1);
        std::fs::write(&epd, "nonsense\n").unwrap();
        let error = read(&epd, 1).unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
        let pgn = folder.path().join("a.pgn");
        let moves: String = (1..40)
            .map(|n| {
                format!("{n}. {} {} ", ["Nf3", "Ng1"][(n - 1) % 2], ["Nf6", "Ng8"][(n - 1) % 2])
            })
            .collect();
        std::fs::write(&pgn, format!("[Event \"x\"]\n\n{moves}*\n")).unwrap();
        let found = read(&pgn, 9).unwrap();
        assert_eq!((found.len(), found[0].ply()), (1, 58));
        assert_eq!(centipawns(Score::Mate(-3)), -2000);
        assert_eq!(centipawns(Score::Mate(3)), 2000);
    }
}
