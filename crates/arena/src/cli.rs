// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of matches.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::options::{EngineConfig, Request, TournamentConfig, help, parse};
use crate::report::{DoneReason, Reporter};
use crate::tournament::run;
use ::journal::{StopFlag, interrupt};

/// Runs a match; `args` come after `match`.
///
/// The exit code is 0 when everything was played or the test was decided, 130
/// after an interruption, 1 when an engine or a file failed, and 2 when the
/// arguments make no sense.
pub fn main(args: Vec<String>) -> ExitCode {
    match parse(args) {
        Ok(Request::Help) => say(&help::text()),
        Ok(Request::Version) => say(concat!("xanthos match ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Request::Run { config, warnings }) => {
            for warning in warnings {
                eprintln!("warning: {warning}");
            }
            play(&config)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn say(text: &str) -> ExitCode {
    // A closed pipe is no failure of ours.
    let _ = io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// The first engine whose program is not there. In the middle of a match such an engine loses
/// its games; before the first one the command line is wrong.
fn not_found(config: &TournamentConfig) -> Option<&EngineConfig> {
    config.engines.iter().find(|engine| {
        let program = Path::new(&engine.command);
        if program.components().count() > 1 {
            let folder = engine.directory.as_deref().unwrap_or(Path::new(""));
            return !program.exists() && !folder.join(program).exists();
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let extension = std::env::consts::EXE_EXTENSION;
        !std::env::split_paths(&path).any(|folder| {
            let file = folder.join(program);
            file.exists() || !extension.is_empty() && file.with_extension(extension).exists()
        })
    })
}

fn play(config: &TournamentConfig) -> ExitCode {
    if let Some(engine) = not_found(config) {
        eprintln!("error: engine {}: there is no program {}", engine.name, engine.command);
        return ExitCode::FAILURE;
    }
    let stop = StopFlag::new();
    interrupt::listen(
        &stop,
        "stopping: games in progress are dropped, finished ones are kept; once more to leave at once",
    );
    let mut reporter = Reporter::new(config);
    match run(config, &mut reporter, &stop) {
        Ok(summary) => match summary.reason {
            DoneReason::Complete | DoneReason::Sprt => ExitCode::SUCCESS,
            DoneReason::Interrupted => ExitCode::from(interrupt::EXIT_CODE),
            DoneReason::Failure => ExitCode::FAILURE,
        },
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
