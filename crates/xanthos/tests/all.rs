// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

mod analyse;
mod book;
mod command_line;
mod explain;
mod games;
mod lichess;
mod motifs;
mod papers;
mod play;
mod serve;
mod study;
mod tb;
mod time_models;
mod train_nnue;
mod tune_screen;
mod tune_spsa;
mod tune_texel;
