// SPDX-License-Identifier: GPL-3.0-or-later
//! Learning from games: tuning weights and options, training networks.
//!
//! [`texel`] fits all weights of the classical evaluation at once to labelled
//! positions; [`accuracy`] measures how well any evaluator predicts the labels;
//! [`positions`] reads them. [`spsa`] tunes any options of any engine by playing,
//! [`screen`] tells which of many changes of them are good.
//! [`datagen`] plays games to learn from, a [`teacher`] labels positions, [`data`]
//! prepares them for a network, and [`nnue`] and [`cnn`] train one; [`policy`] trains
//! the one that chooses moves for the Monte-Carlo tree search.
#![deny(unsafe_code)]

pub mod accuracy;
pub mod cnn;
pub mod data;
pub mod datagen;
pub mod nnue;
mod plot;
pub mod policy;
pub mod positions;
pub mod screen;
pub mod spsa;
pub mod teacher;
pub mod texel;
pub mod trainer;
