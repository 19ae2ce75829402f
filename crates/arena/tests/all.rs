// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

mod documentation;
mod match_broken_engines;
mod match_clocks;
mod match_continues;
mod match_games;
mod match_suites;
mod match_support;
mod options_toml;
mod options_words;
mod report_files;
mod report_lines;
mod stats_oracle;
mod stats_simulation;
