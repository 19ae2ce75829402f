// SPDX-License-Identifier: GPL-3.0-or-later
//! The studies, one to a file, and the list of them.

mod cnn;
mod cutoffs;
mod evaluators;
mod granularity;
mod length;
mod mcts;
mod quiescence;
mod stability;
mod time;
mod two_move;

use crate::Study;

/// Every study, in the order of the table of claims.
pub static ALL: &[&Study] = &[
    &length::STUDY,
    &two_move::STUDY,
    &stability::STUDY,
    &time::STUDY,
    &quiescence::STUDY,
    &granularity::STUDY,
    &cutoffs::STUDY,
    &mcts::STUDY,
    &cnn::STUDY,
    &evaluators::STUDY,
];

/// The study of that name.
pub fn find(name: &str) -> Option<&'static Study> {
    ALL.iter().copied().find(|study| study.name.eq_ignore_ascii_case(name))
}
