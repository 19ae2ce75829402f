// SPDX-License-Identifier: GPL-3.0-or-later
//! The one binary: subcommands and wiring only.
#![forbid(unsafe_code)]

#[macro_use]
extern crate journal;

/// Prints a line on standard output. Unlike `println!` it does not break down when nobody reads it
/// or the disk is full; the exit code tells of the latter.
macro_rules! say {
    ($($words:tt)*) => { $crate::progress::say_line(format_args!($($words)*)) };
}

mod accuracy;
mod analyse;
mod arguments;
mod bench;
mod book;
mod calculate;
mod cli;
mod cluster;
mod data;
mod datagen;
mod explain;
mod lichess;
mod manual;
mod motifs;
mod options;
mod perft;
mod play;
mod progress;
mod serve;
mod show;
mod speak;
mod study;
mod tb;
mod teacher;
mod train;
mod tune;
mod version;

use clap::{CommandFactory, Parser};
use cli::{Cli, Task};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    if !self::cluster::stays_with_parent() {
        return ExitCode::FAILURE;
    }
    if let Some(code) = help_of_matches() {
        return code;
    }
    if asks_for_version() {
        let _ = io::stdout().write_all(version::text().as_bytes());
        return ExitCode::SUCCESS;
    }
    let Cli { persona, task } = Cli::parse();
    // As their help says: 2 if the input is wrong, 1 if something failed.
    let reads_games = matches!(task, Some(Task::Analyse(_) | Task::Motifs(_)));
    let done = match task {
        None => speak::on_stdin(persona),
        Some(Task::Uci { commands }) if commands.is_empty() => speak::on_stdin(persona),
        Some(Task::Uci { commands }) => {
            speak::script(persona, std::iter::once("uci".to_owned()).chain(commands).collect())
        }
        Some(Task::Commands(words)) => speak::script(persona, words),
        Some(Task::Bench(args)) => bench::run(&args),
        Some(Task::Perft(args)) => perft::run(&args),
        Some(Task::Show(args)) => show::run(&args),
        Some(Task::Explain(args)) => explain::run(&args),
        Some(Task::Motifs(args)) => motifs::run(&args),
        Some(Task::Analyse(args)) => self::analyse::run(persona, &args),
        Some(Task::Play(args)) => play::run(persona, &args),
        Some(Task::Serve(args)) => serve::run(persona, args),
        Some(Task::Lichess(args)) => self::lichess::run(persona, *args),
        Some(Task::Cluster(args)) => self::cluster::run(persona, &args),
        Some(Task::Tb(args)) => tb::run(&args),
        Some(Task::Match { args }) => match with_persona(persona, args) {
            Some(args) => Ok(arena::cli::main(args)),
            None => {
                refuse("--persona NAME match wants -engine: its first engine plays the persona")
            }
        },
        Some(Task::Epd { args }) => Ok(arena::epd::cli::main(args)),
        Some(Task::Elo(args)) => calculate::elo(&args),
        Some(Task::Sprt(args)) => calculate::sprt(&args),
        Some(Task::Book(args)) => book::run(&args),
        Some(Task::Tune(args)) => tune::run(&args),
        Some(Task::Data(args)) => data::run(&args),
        Some(Task::Datagen(args)) => datagen::run(persona, &args),
        Some(Task::Train(args)) => self::train::run(&args),
        Some(Task::Study(args)) => self::study::run(&args),
        Some(Task::Options { markdown }) => options::run(markdown),
        Some(Task::Manual(args)) => manual::run(&args),
        Some(Task::Completions { shell }) => completions(shell),
    };
    match done {
        Ok(code) => match progress::unsaid() {
            Some(why) => {
                complain!("error: standard output: {why}");
                ExitCode::FAILURE
            }
            None => code,
        },
        // Whoever reads our output has had enough: no reason to complain.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {}", progress::printable(&with_causes(&error)));
            if reads_games && is_not_found(&error) { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// `xanthos --version --verbose`, in either order: clap's `--version` ends at once and hears
/// nothing more.
fn asks_for_version() -> bool {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let has = |names: [&str; 2]| words.iter().any(|word| names.iter().any(|name| word == name));
    words.len() == 2 && has(["--version", "-V"]) && has(["--verbose", "-v"])
}

/// `xanthos help match` and `xanthos help epd`: these two read their options themselves, in the
/// style of other match programs, so clap knows nothing of them.
fn help_of_matches() -> Option<ExitCode> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let [help, command] = words.as_slice() else { return None };
    if help != "help" {
        return None;
    }
    match command.to_str()? {
        "match" => Some(arena::cli::main(vec!["--help".to_owned()])),
        "epd" => Some(arena::epd::cli::main(vec!["--help".to_owned()])),
        _ => None,
    }
}

/// The arguments of a match whose first engine plays a persona; `None` if it has none.
fn with_persona(persona: Option<engine::Persona>, mut args: Vec<String>) -> Option<Vec<String>> {
    let Some(persona) = persona else { return Some(args) };
    let first = args.iter().position(|word| word.trim_start_matches('-') == "engine")?;
    args.insert(first + 1, format!("option.Persona={persona}"));
    Some(args)
}

fn refuse(message: &str) -> anyhow::Result<ExitCode> {
    writeln!(io::stderr(), "error: {message}")?;
    Ok(ExitCode::from(show::WRONG_INPUT))
}

fn completions(shell: clap_complete::Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "xanthos", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// An error and what caused it. Some errors name their cause themselves: it is said once.
fn with_causes(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text += &format!(": {cause}");
        }
    }
    text
}

/// A file that the arguments name is not there: the arguments are wrong.
fn is_not_found(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::NotFound)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
