// SPDX-License-Identifier: GPL-3.0-or-later
//! Labelled positions out of training files: the quiet ones, in centipawns.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess::{MoveList, Position, Role};
use formats::viriformat::{self, ViriError, Wdl};
use formats::{OpenError, open_text};

/// Labels beyond this (in the file's units) are mates, or mean "no label".
const MATE_LABEL: i16 = 31_000;

/// A file of labelled positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is; plain or packed with Zstandard or gzip.
    pub path: PathBuf,
    /// Whether the results in it mean something.
    pub results: bool,
    /// At most this many positions are taken,
    pub limit: usize,
    /// and of each record only about one position in this many.
    pub every: usize,
}

/// Which part of the records is read: they are dealt out by their number, so
/// that no game has positions in both parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One record in `Part::HELD_OUT`.
    HeldOut,
    /// The others.
    Training,
}

impl Part {
    /// One record of this many is held out.
    pub const HELD_OUT: usize = 16;

    fn has(self, record: usize) -> bool {
        (self == Part::HeldOut) == record.is_multiple_of(Part::HELD_OUT)
    }
}

/// A position with what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<'a> {
    /// The position; quiet, and not in check.
    pub position: &'a Position,
    /// Its score in centipawns, White's view.
    pub score: f64,
    /// The result for White, 0 to 1, if known.
    pub result: Option<f64>,
}

/// A source that could not be read to its end.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// It could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
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
}

/// Calls `visit` with the quiet positions of one part of a source, until it has
/// seen enough; gives how many there were.
///
/// # Errors
/// When the file cannot be opened or is damaged.
pub fn visit(
    source: &Source,
    part: Part,
    visit: &mut dyn FnMut(Labelled<'_>) -> ControlFlow<()>,
) -> Result<usize, SourceError> {
    let file = open_text(Path::new(&source.path))?;
    // A generator of its own decides which positions: the same ones every time.
    let mut dice = 0x2545_F491_4F6C_DD1Du64;
    let (mut taken, mut number, mut enough) = (0, 0, false);
    let mut records = viriformat::read(file);
    while !enough && taken < source.limit {
        let at = records.offset();
        let Some(record) = records.next() else { break };
        number += 1;
        let path = || source.path.clone();
        let record = record.map_err(|reason| SourceError::Content { path: path(), reason })?;
        if !part.has(number - 1) {
            continue;
        }
        let result = source.results.then_some(match record.result {
            Wdl::Loss => 0.0,
            Wdl::Draw => 0.5,
            Wdl::Win => 1.0,
        });
        let each = |position: &Position, _, label: i16| {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let wanted = dice.is_multiple_of(source.every.max(1) as u64);
            if wanted && !enough && label.abs() < MATE_LABEL && is_quiet(position) {
                taken += 1;
                let score = centipawns(position, label);
                enough = visit(Labelled { position, score, result }).is_break();
            }
        };
        record.visit(each).map_err(|reason| SourceError::Record {
            path: path(),
            record: number,
            at,
            reason,
        })?;
    }
    Ok(taken)
}

/// Not in check, and no capture or promotion that wins anything.
pub fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let mut noisy = MoveList::default();
    position.noisy_moves(&mut noisy);
    !noisy.iter().any(|&m| m.is_promotion() || position.see_at_least(m, 1))
}

/// A label as centipawns such that one pawn up means even chances to win: the
/// files keep the internal unit of the engine that made them, whose worth
/// depends on the material left.
pub fn centipawns(position: &Position, label: i16) -> f64 {
    f64::from(label) * 100.0 / unit(position)
}

/// The label of a score in centipawns: what [`centipawns`] turns back. Scores
/// beyond everything that is a matter of opinion are cut off there.
pub fn label(position: &Position, centipawns: f64) -> i16 {
    let most = f64::from(MATE_LABEL) - 1.0;
    (centipawns * unit(position) / 100.0).round().clamp(-most, most) as i16
}

/// What a pawn is worth in the files' unit, with this material on the board.
fn unit(position: &Position) -> f64 {
    let count = |role| f64::from(position.by_role(role).count());
    let minors = count(Role::Knight) + count(Role::Bishop);
    let material =
        count(Role::Pawn) + 3.0 * minors + 5.0 * count(Role::Rook) + 9.0 * count(Role::Queen);
    let m = material.clamp(17.0, 78.0) / 58.0;
    ((-72.325_658_36 * m + 185.938_320_38) * m - 144.588_621_93) * m + 416.449_504_46
}
