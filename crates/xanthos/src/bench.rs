// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos bench`

use crate::cli::BenchArgs;
use crate::progress::Progress;
use engine::{EngineSetup, bench};
use search::Control;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Runs the benchmark. The last line is for scripts: `N nodes M nps`.
pub fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let mut stdout = io::stdout();
    // On a terminal the lines themselves show the progress.
    let progress = (args.quiet || !stdout.is_terminal()).then(|| Progress::new("bench"));
    let setup = EngineSetup { evaluation: args.evaluation, ..EngineSetup::default() };
    let mut search = engine::flagship(&setup);
    let mut written = Ok(());
    let report = bench::run(&mut *search, Some(args.depth), &Control::default(), &mut |step| {
        if let Some(progress) = &progress {
            progress.at(step.number, step.total);
        }
        if !args.quiet && written.is_ok() {
            written = writeln!(
                stdout,
                "{:>2}/{} {:>10} {}",
                step.number, step.total, step.nodes, step.fen
            );
        }
    });
    written?;
    drop(progress);
    let report = report.unwrap_or_default();
    if !args.quiet {
        writeln!(
            stdout,
            "depth {}, {:.2} s, {:.1} % of the nodes in quiescence",
            args.depth,
            report.time.as_secs_f64(),
            report.quiescence_share()
        )?;
    }
    writeln!(stdout, "{} nodes {} nps", report.nodes, report.nps())?;
    Ok(ExitCode::SUCCESS)
}
