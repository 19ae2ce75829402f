// SPDX-License-Identifier: GPL-3.0-or-later
//! Developers' tasks, run as `cargo xtask <task>`.
//!
//! `test` is the one command that decides whether a change is sound; `slow` is its patient
//! sister; `bench` measures and asserts nothing.
#![forbid(unsafe_code)]

mod arrows;
mod bench_trailer;
mod cluster;
mod dist;
mod fuzz;
mod machine;
mod page;
mod pgo;
mod python;
mod steps;
mod summary;
#[cfg(test)]
mod test_files;
mod tests_output;
mod trace_cost;
#[cfg(test)]
mod words;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use steps::Step;
use summary::Summary;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developers' tasks of Xanthos")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check: format, lints, docs, tests, fuzzing for a bounded time, conformance
    ///
    /// Missing parts of the machine are installed first where that is allowed. What could not be
    /// installed is listed as skipped at the end.
    #[command(
        after_help = "Examples:\n  cargo xtask test\n  cargo xtask test --only fmt,clippy\n  \
        cargo xtask test --no-install"
    )]
    Test {
        /// Only these steps
        #[arg(long, value_delimiter = ',', value_enum)]
        only: Vec<Step>,
        /// Install nothing; use what is there
        #[arg(long)]
        no_install: bool,
        /// Seconds for each fuzz target
        #[arg(long, default_value_t = 12)]
        fuzz_seconds: u32,
    },
    /// Run the suites that take long: perft to its full depth, ten minutes of each fuzz target,
    /// packages built twice and installed
    ///
    /// The perft suites alone have 5.2 million million move paths: an hour and more on two cores.
    Slow {
        /// Seconds for each fuzz target
        #[arg(long, default_value_t = 600)]
        fuzz_seconds: u32,
    },
    /// Write the table of crates into ARCHITECTURE.md and check it against the workspace
    Arrows,
    /// Measure: move generation beside other libraries, and the engine's own bench
    Bench,
    /// Build the engine by a profile of its own bench, if the tool chain has what that needs
    Pgo,
    /// Make packages: a portable binary, a tar file, a .deb, checksums (in target/dist)
    Dist {
        /// Build profile
        #[arg(long, default_value = "release")]
        profile: String,
        /// Build a second time elsewhere and compare; install into a clean Debian and play there
        #[arg(long)]
        check: bool,
    },
    /// Count the instructions of evaluations beside the same code with the trace removed
    TraceCost {
        /// Evaluators by name
        #[arg(default_values = ["classical", "placement", "axon", "baguette", "bannan", "comp4121"])]
        evaluators: Vec<String>,
    },
}

fn main() -> ExitCode {
    let mut summary = Summary::default();
    match Cli::parse().task {
        Task::Test { only, no_install, fuzz_seconds } => {
            let chosen = if only.is_empty() { Step::ALL.to_vec() } else { only };
            if !no_install {
                machine::install_missing(&chosen, &mut summary);
            }
            for step in chosen {
                step.run(fuzz_seconds, &mut summary);
            }
        }
        Task::Slow { fuzz_seconds } => {
            steps::slow_tests(&mut summary);
            fuzz::run(fuzz_seconds, &mut summary);
            dist::run("release", true, &mut summary);
        }
        Task::Arrows => summary.check("arrows", arrows::write_and_check),
        Task::Bench => steps::bench(&mut summary),
        Task::Pgo => pgo::run(&mut summary),
        Task::Dist { profile, check } => dist::run(&profile, check, &mut summary),
        Task::TraceCost { evaluators } => trace_cost::run(&evaluators, &mut summary),
    }
    summary.print();
    if summary.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
