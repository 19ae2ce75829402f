// SPDX-License-Identifier: GPL-3.0-or-later
//! From games and lines to samples.

use std::ops::ControlFlow;
use std::path::Path;

use chess::{Color, Move, Position};
use formats::viriformat::Wdl;

use super::error::DataError;
use super::file::Writer;
use super::filter::{Filter, Quiet};
use super::sample::{Outcome, Sample};
use super::{Progress, TELL_EVERY, Tally, Watcher};
use crate::positions::{self, Entry, Format, Source, is_quiet};

/// Lines of one search stand together in a file and share positions: so many
/// neighbours are kept on one side of a split.
const LINES_OF_A_GROUP: usize = 256;

/// How samples are chosen. Positions in check and positions without a label are
/// left out in any case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conversion {
    /// What is kept of games, whose labels come from a search, and of text.
    pub games: Filter,
    /// What is kept of lines, whose labels are static evaluations.
    pub lines: Filter,
    /// What scores are multiplied with.
    pub scale: f64,
}

impl Conversion {
    /// What is kept of this format.
    pub(super) fn filter(&self, format: Format) -> &Filter {
        if format == Format::Lines { &self.lines } else { &self.games }
    }
}

impl Default for Conversion {
    fn default() -> Self {
        let lines = Filter::default();
        Conversion { games: Filter { quiet: Quiet::Move, ..lines }, lines, scale: 1.0 }
    }
}

/// Reads positions and writes their samples, in the order of the files.
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
    let (mut tally, mut groups) = (Tally::default(), Groups::default());
    for source in sources {
        let filter = conversion.filter(source.format);
        let (mut seen, mut kept, mut failed) = (0, 0, None);
        groups.begin_file();
        positions::read(source, &|_| source.limit > 0, &mut |entry| {
            (seen, tally.read) = (seen + 1, tally.read + 1);
            if tally.read.is_multiple_of(TELL_EVERY) {
                watcher(Progress { what: "positions", done: tally.kept, total: 0 });
            }
            let group = groups.of(source.format, entry.record);
            if seen % source.every.max(1) != 0 {
                return ControlFlow::Continue(());
            }
            let Some(mut sample) = labelled(entry, group, conversion.scale) else {
                return ControlFlow::Continue(());
            };
            // Moves of lines were tried; that they are good nobody says.
            if let Some(played) = entry.played.filter(|_| source.format.has_games()) {
                sample = sample.with_move(entry.position, played);
            }
            if filter.keeps(&sample) {
                (kept, tally.kept) = (kept + 1, tally.kept + 1);
                failed = writer.push(&sample).err();
            }
            if failed.is_some() || kept >= source.limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
    }
    writer.finish()?;
    Ok(tally)
}

/// Numbers for what belongs together: a game, or lines that stand together.
#[derive(Debug, Default)]
pub(super) struct Groups {
    first: u32,
    last: u32,
}

impl Groups {
    pub(super) fn begin_file(&mut self) {
        self.first = self.last.wrapping_add(1);
    }

    pub(super) fn of(&mut self, format: Format, record: usize) -> u32 {
        let number = if format.has_games() { record } else { record / LINES_OF_A_GROUP };
        self.last = self.first.wrapping_add(number as u32);
        self.last
    }
}

/// The sample of a position that has a label and is not in check.
fn labelled(entry: &Entry<'_>, group: u32, scale: f64) -> Option<Sample> {
    let score = (entry.score? * scale).round();
    let mut sample = unlabelled(entry, group)?;
    let white = entry.position.turn() == Color::White;
    sample.score = if white { score } else { -score } as i16;
    Some(sample)
}

/// The sample of a position that is not in check, without its score.
pub(super) fn unlabelled(entry: &Entry<'_>, group: u32) -> Option<Sample> {
    let position = entry.position;
    if position.in_check() {
        return None;
    }
    let result = entry.result.map_or(Outcome::Unknown, |result| outcome(position, result));
    let mut sample = Sample::new(position, 0, result);
    sample.marks = marks(position, entry.played);
    sample.group = group;
    Some(sample)
}

/// What a filter may want to know of a position that is not in check, and of the
/// move that followed.
pub(crate) fn marks(position: &Position, played: Option<Move>) -> u8 {
    let noisy = if played.is_some_and(Move::is_noisy) { Sample::NOISY_MOVE } else { 0 };
    let tactical = if is_quiet(position) { 0 } else { Sample::TACTICAL };
    noisy | tactical
}

/// The result for the side to move.
pub(crate) fn outcome(position: &Position, result: Wdl) -> Outcome {
    match (result, position.turn()) {
        (Wdl::Draw, _) => Outcome::Draw,
        (Wdl::Win, Color::White) | (Wdl::Loss, Color::Black) => Outcome::Win,
        (Wdl::Loss, Color::White) | (Wdl::Win, Color::Black) => Outcome::Loss,
    }
}
