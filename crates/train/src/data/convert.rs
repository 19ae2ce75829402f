// SPDX-License-Identifier: GPL-3.0-or-later
//! From games and lines to samples.

use std::path::Path;

use chess::{Color, Move, MoveList, Position};
use formats::open_text;
use formats::viriformat::{self, Wdl};

use super::error::DataError;
use super::file::Writer;
use super::filter::{Filter, Quiet};
use super::sample::{Outcome, Sample};
use super::{Progress, TELL_EVERY, Tally, Watcher};
use crate::positions::{Source, SourceError, centipawns};

/// Labels from here on are mates, or mean "no label".
const MATE_LABEL: u16 = 31_000;

/// Lines of one search stand together in a file and share positions: so many
/// neighbours are kept on one side of a split.
const LINES_OF_A_GROUP: u32 = 256;

/// How samples are chosen. Positions in check and positions without a label are
/// left out in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// What is kept of games, whose labels come from a search.
    pub games: Filter,
    /// What is kept of lines, whose labels are static evaluations.
    pub lines: Filter,
}

impl Default for Conversion {
    fn default() -> Self {
        let lines = Filter::default();
        Conversion { games: Filter { quiet: Quiet::Move, ..lines }, lines }
    }
}

/// Reads games and lines and writes their samples, in the order of the files.
///
/// # Errors
/// When a file cannot be read or written, or is damaged: the message says where.
pub fn convert(
    sources: &[Source],
    conversion: &Conversion,
    output: &Path,
    watcher: &mut Watcher<'_>,
) -> Result<Tally, DataError> {
    let mut writer = Writer::create(output)?;
    let (mut tally, mut group) = (Tally::default(), 0u32);
    for source in sources {
        let mut one = Tally::default();
        let mut every = 0usize;
        let filter = if source.results { &conversion.games } else { &conversion.lines };
        let mut records = viriformat::read(open_text(&source.path).map_err(SourceError::from)?);
        let mut number = 0usize;
        while (one.kept as usize) < source.limit {
            let at = records.offset();
            let Some(record) = records.next() else { break };
            let path = || source.path.clone();
            let record = record.map_err(|reason| SourceError::Content { path: path(), reason })?;
            if source.results || number.is_multiple_of(LINES_OF_A_GROUP as usize) {
                group = group.wrapping_add(1);
            }
            number += 1;
            let mut failed = None;
            let each = |position: &Position, played: Move, label: i16| {
                one.read += 1;
                every = (every + 1) % source.every.max(1);
                if every != 0 || failed.is_some() || one.kept as usize >= source.limit {
                    return;
                }
                let result = source.results.then_some(record.result);
                let Some(mut sample) = labelled(position, played, label, result) else {
                    return;
                };
                sample.group = group;
                if filter.keeps(&sample) {
                    one.kept += 1;
                    failed = writer.push(&sample).err();
                }
                if one.read.is_multiple_of(TELL_EVERY) {
                    let done = tally.kept + one.kept;
                    watcher(Progress { what: "positions", done, total: 0 });
                }
            };
            record.visit(each).map_err(|reason| SourceError::Record {
                path: path(),
                record: number,
                at,
                reason,
            })?;
            if let Some(error) = failed {
                return Err(error);
            }
        }
        tally.read += one.read;
        tally.kept += one.kept;
    }
    writer.finish()?;
    Ok(tally)
}

/// The sample of a position that has a label and is not in check.
fn labelled(position: &Position, played: Move, label: i16, result: Option<Wdl>) -> Option<Sample> {
    if label.unsigned_abs() >= MATE_LABEL || position.in_check() {
        return None;
    }
    let white = position.turn() == Color::White;
    let score = centipawns(position, label).round() as i16;
    let score = if white { score } else { -score };
    let result = match (result, white) {
        (None, _) => Outcome::Unknown,
        (Some(Wdl::Draw), _) => Outcome::Draw,
        (Some(Wdl::Win), true) | (Some(Wdl::Loss), false) => Outcome::Win,
        (Some(Wdl::Loss), true) | (Some(Wdl::Win), false) => Outcome::Loss,
    };
    let mut sample = Sample::new(position, score, result);
    if played.is_noisy() {
        sample.marks |= Sample::NOISY_MOVE;
    }
    let mut noisy = MoveList::default();
    position.noisy_moves(&mut noisy);
    if noisy.iter().any(|&m| m.is_promotion() || position.see_at_least(m, 1)) {
        sample.marks |= Sample::TACTICAL;
    }
    Some(sample)
}
