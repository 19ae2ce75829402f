// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune`: numbers found by data or by games.

mod texel;

use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(subcommand)]
    what: Tuner,
}

#[derive(Debug, Subcommand)]
enum Tuner {
    /// Fit the weights of the classical evaluation to labelled positions
    #[command(after_help = "\
Examples:
  xanthos tune texel games:games.vf.zst
  xanthos tune texel games:games.vf.zst:1000000:2 lines:tree.vf:3500000:3 \\
      --epochs 16 --threads 2 --output weights.rs
  xanthos tune texel games:games.vf.zst --resume    after Ctrl-C, to the same weights

A source is KIND:FILE[:LIMIT[:EVERY]]: 'games' have results that mean something, 'lines' only \
scores; at most LIMIT positions, one in EVERY of each record. Files are in viriformat, plain or \
packed. One record in 16 is held out for validation. Compile the weights in by putting the \
output in the place of crates/eval/src/classical/weights.rs.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Texel(texel::TexelArgs),
}

/// Tunes.
pub fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    match &args.what {
        Tuner::Texel(args) => texel::run(args),
    }
}
