// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos perft`

use crate::cli::PerftArgs;
use crate::progress::Progress;
use crate::show;
use chess::Position;
use engine::perft;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

/// Counts and prints. The last line is for scripts: `N nodes M nps`.
pub fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let position = match &args.fen {
        None => Position::startpos(),
        Some(fen) => match Position::from_fen(fen) {
            Ok(position) => position,
            Err(error) => return show::explain(fen, &error),
        },
    };
    let progress = Progress::new("perft");
    let began = Instant::now();
    let division = perft::divide(
        &position,
        args.depth,
        usize::from(args.threads),
        &|| false,
        &mut |done, total| {
            progress.at(done, total);
        },
    );
    let time = began.elapsed();
    drop(progress);
    // Nobody stops it: there is an answer.
    let Some(division) = division else { return Ok(ExitCode::FAILURE) };

    let mut stdout = io::stdout().lock();
    if args.divide {
        for &(m, leaves) in &division.moves {
            let text = if args.chess960 {
                position.uci960(m).to_string()
            } else {
                position.uci(m).to_string()
            };
            writeln!(stdout, "{text}: {leaves}")?;
        }
    }
    let total = division.total();
    writeln!(stdout, "{total} nodes {:.0} nps", total as f64 / time.as_secs_f64().max(1e-9))?;
    Ok(ExitCode::SUCCESS)
}
