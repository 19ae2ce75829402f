// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune`: numbers found by data or by games.

mod games;
mod screen;
mod spsa;
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
packed. One record in 16 is for validation. Compile the weights in by putting the \
output in the place of crates/eval/src/classical/weights.rs.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Texel(texel::TexelArgs),
    /// Tune spin options of a UCI engine by games against itself (SPSA)
    #[command(after_help = "\
Examples:
  xanthos tune spsa --engine ./xanthos --param 'Contempt,0,-50,50,8' --nodes 5000 \\
      --openings book.epd --iterations 2000 --pairs 2 --concurrency 2
  xanthos tune spsa --engine ./xanthos --file parameters.toml --tc 1+0.01 --option Hash=16 \\
      -- -resign movecount=3 score=600 -draw movenumber=40 movecount=8 score=10
  xanthos tune spsa ... --resume                    after Ctrl-C: goes on where it was

A parameter is NAME,START,MIN,MAX,C_END[,R_END], or in a file

  [[parameter]]
  name = \"Contempt\"
  start = 0
  min = -50
  max = 50
  c_end = 8        # how far it is moved either way in the last iteration
  r_end = 0.002    # how far it then follows the winner, in units of c_end

In each iteration the engine plays PAIRS pairs of games against itself, every parameter moved up or \
down at random, and the parameters follow the winner. What stands behind '--' are options of \
'xanthos match'.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Spsa(spsa::SpsaArgs),
    /// Tell which of many changes of a UCI engine's options are good, all at once, by games
    #[command(after_help = "\
Examples:
  xanthos tune screen --engine ./xanthos --change null_base=4..5 --change 'rfp:rfp_margin=75..50,rfp_improving=65..42' \\
      --nodes 10000 --openings book.epd --trials 1000 --concurrency 2
  xanthos tune screen --engine ./xanthos --file changes.txt --tc 1+0.01 --option Hash=16 \\
      -- -resign movecount=3 score=600 -draw movenumber=40 movecount=8 score=10

A change is [NAME:]OPTION=OLD..NEW[,OPTION=OLD..NEW]; a file has one on each line, '#' begins a comment. In each \
trial one engine has a random half of the changes, the other has the other half; a fit over all trials tells what each \
change is worth, with its 95 % interval. Every game tells something about every change. The same command again goes on where \
it stopped; more --trials extend it. What stands behind '--' are options of 'xanthos match'.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Screen(screen::ScreenArgs),
}

/// Tunes.
pub fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    match &args.what {
        Tuner::Texel(args) => texel::run(args),
        Tuner::Spsa(args) => spsa::run(args),
        Tuner::Screen(args) => screen::run(args),
    }
}
