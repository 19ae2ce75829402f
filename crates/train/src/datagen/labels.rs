// SPDX-License-Identifier: GPL-3.0-or-later
//! Samples of a game: its positions and those of its searches, judged by a teacher.

use std::path::PathBuf;

use chess::{Move, Position};
use formats::viriformat::Record;

use super::game::Played;
use crate::data::{Filter, Outcome, Sample, marks, outcome};
use crate::teacher::{Teacher, TeacherConfig, TeacherError};

/// The teacher, and what becomes of the labelled positions.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Each thread has a teacher of its own.
    pub teacher: TeacherConfig,
    /// Samples go to files of this name with a number behind it.
    pub stem: PathBuf,
    /// Samples in each file, about.
    pub shard: u64,
    /// Positions taken from the search of each move, at most.
    pub tree: usize,
    /// Which samples are kept.
    pub filter: Filter,
}

/// A game and what the teacher says about it.
#[derive(Debug)]
pub(super) struct Labelled {
    pub(super) record: Record,
    pub(super) samples: Vec<Sample>,
    pub(super) stumbled: u64,
}

/// Asks the teacher about everything of game `number`.
pub(super) fn label(
    teacher: &mut Teacher,
    labels: &Labels,
    number: u64,
    played: Played,
) -> Result<Labelled, TeacherError> {
    let Played { record, tree } = played;
    let (mut positions, mut samples) = (Vec::new(), Vec::new());
    let mut ask = |position: &Position, result, marks, played: Option<Move>| {
        let mut sample = Sample::new(position, 0, result);
        if let Some(played) = played {
            sample = sample.with_move(position, played);
        }
        // From 1 on, and only to keep the samples of a game together.
        (sample.marks, sample.group) = (marks, number as u32 + 1);
        // What is left out in any case costs no question.
        if labels.filter.keeps(&sample) {
            positions.push(*position);
            samples.push(sample);
        }
    };
    // A game of our own has only legal moves.
    let _ = record.visit(|position, m, _| {
        if !position.in_check() {
            ask(position, outcome(position, record.result), marks(position, Some(m)), Some(m));
        }
    });
    tree.iter().for_each(|position| ask(position, Outcome::Unknown, marks(position, None), None));
    let before = teacher.stumbled();
    let answers = teacher.label(&positions)?;
    let judged = samples.into_iter().zip(answers).filter_map(|(mut sample, score)| {
        sample.score = score?;
        labels.filter.keeps(&sample).then_some(sample)
    });
    let samples = judged.collect();
    Ok(Labelled { record, samples, stumbled: teacher.stumbled() - before })
}
