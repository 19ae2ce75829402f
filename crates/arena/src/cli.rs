// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of matches.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::compliance;
use crate::merge::Merged;
use crate::options::{EngineConfig, Request, TournamentConfig, help, journal_folder, parse};
use crate::report::{DoneReason, MatchEvent, Reporter, Sink};
use crate::stats::{Sprt, SprtDecision};
use crate::tournament::{run, try_engines};
use ::journal::{StopFlag, interrupt};

/// Runs a match; `args` come after `match`.
///
/// The exit code is 0 when everything was played or the test was decided, 130
/// after an interruption, 1 when an engine or a file failed, and 2 when the
/// arguments make no sense.
pub fn main(args: Vec<String>) -> ExitCode {
    match args.first().map(|word| word.trim_start_matches('-')) {
        Some("merge") => return done(merge(&args[1..])),
        Some("compliance") => return compliance::main(&args[1..]),
        _ => {}
    }
    match parse(args) {
        Ok(Request::Help) => say(&help::text()),
        Ok(Request::Version) => say(concat!("xanthos match ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Request::Run { config, warnings }) => {
            for warning in warnings {
                journal::complain!("warning: {warning}");
            }
            play(&config)
        }
        Err(error) => {
            journal::complain!("error: {error}");
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
        journal::complain!("error: engine {}: there is no program {}", engine.name, engine.command);
        return ExitCode::FAILURE;
    }
    let stop = StopFlag::new();
    interrupt::listen(
        &stop,
        "stopping: games in progress are dropped, finished ones are kept; once more to leave at once",
    );
    match try_engines(config, &stop) {
        Ok(_) if stop.is_raised() => return ExitCode::from(interrupt::EXIT_CODE),
        // They are told again when the engines start to play.
        Ok(_) => {}
        Err(error) => {
            journal::complain!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    prune_journals();
    let mut reporter = Reporter::new(config);
    match run(config, &mut reporter, &stop) {
        Ok(summary) => match summary.reason {
            DoneReason::Complete | DoneReason::Sprt => ExitCode::SUCCESS,
            DoneReason::Interrupted => ExitCode::from(interrupt::EXIT_CODE),
            DoneReason::Failure => ExitCode::FAILURE,
        },
        Err(error) => {
            journal::complain!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The last step of a command that fails with a sentence.
fn done(result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|error| {
        journal::complain!("error: {error}");
        ExitCode::from(2)
    })
}

/// `-merge A.journal B.journal ... [-sprt ...] [-output ...] [-pgnout ...] [-json ...]`: the
/// results of all parts together.
fn merge(args: &[String]) -> Result<ExitCode, String> {
    let files: Vec<PathBuf> =
        args.iter().take_while(|word| !word.starts_with('-')).map(PathBuf::from).collect();
    let merged = Merged::read(&files).map_err(|error| error.to_string())?;
    // The parser of matches wants two engines; who really played is in the journals.
    let mut words = args[files.len()..].to_vec();
    words.extend(
        "-engine cmd=a -engine cmd=b -each depth=1 -journal none".split(' ').map(str::to_owned),
    );
    let Request::Run { config: asked, .. } = parse(words).map_err(|error| error.to_string())?
    else {
        return Ok(say(&help::text()));
    };
    let played = merged.config().ok_or("the journals were written by another version")?;
    let TournamentConfig { report, sprt, pgn, .. } = *asked;
    let config = TournamentConfig { report, sprt, pgn, ..played };
    if sprt.is_some() && config.engines.len() != 2 {
        return Err(format!("-sprt compares two engines, not {}", config.engines.len()));
    }
    let tally = merged.tally(config.engines.len());
    let mut reporter = Reporter::new(&config);
    let (total, count) = (merged.games.len() as u64, files.len());
    reporter.event(&MatchEvent::Begin { total, resumed: 0 }, &tally);
    reporter.event(&MatchEvent::Note(format!("{total} games of {count} journals")), &tally);
    if merged.repeated > 0 {
        let text =
            format!("{} games stood in more than one journal and count once", merged.repeated);
        reporter.event(&MatchEvent::Note(text), &tally);
    }
    if let Some(output) = &config.pgn {
        let missing = merged.write_pgn(&output.file).map_err(|error| error.to_string())?;
        if missing > 0 {
            let text = format!("{missing} games are in no PGN file any more");
            reporter.event(&MatchEvent::Warning { engine: None, text }, &tally);
        }
    }
    let missing = merged.missing();
    if missing > 0 {
        let text = format!(
            "{missing} games between these are in none of the journals: parts are missing or not finished"
        );
        reporter.event(&MatchEvent::Warning { engine: None, text }, &tally);
    }
    let decided = config.sprt.is_some_and(|sprt| {
        Sprt::new(sprt).status(&tally.between(0, 1)).decision != SprtDecision::Continue
    });
    let reason = match decided {
        true => DoneReason::Sprt,
        false if missing > 0 => DoneReason::Interrupted,
        false => DoneReason::Complete,
    };
    reporter.event(&MatchEvent::Done(reason), &tally);
    Ok(ExitCode::SUCCESS)
}

/// Journals of finished matches are kept for so long, so that these can go on.
const KEPT: std::time::Duration = std::time::Duration::from_secs(90 * 24 * 3600);

/// Removes journals without a name whose matches were finished long ago.
fn prune_journals() {
    let Some(entries) = journal_folder().and_then(|folder| std::fs::read_dir(folder).ok()) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let age = path.metadata().and_then(|data| data.modified()).ok();
        let old = age.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > KEPT);
        if old && crate::journal::look(&path).is_ok_and(|(_, past)| past.ended.is_some()) {
            let _ = std::fs::remove_file(path);
        }
    }
}
