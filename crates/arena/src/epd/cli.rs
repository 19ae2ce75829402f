// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of test suites:
//! `FILE... [-engine cmd=PROGRAM ...] -st S|-nodes N|-depth N`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::{Progress, Suite, SuiteRunner};
use crate::options::{EngineConfig, Request, parse};
use journal::{StopFlag, interrupt};

/// What `--help` says.
pub const HELP: &str = "\
Ask an engine every position of test suites and say which it missed.

usage: xanthos epd FILE... [-engine cmd=PROGRAM [proto=uci|xboard] [args=...] [option.NAME=VALUE]...]
           (-st SECONDS | -nodes N | -depth N) [-concurrency N] [-first N] [-json FILE]

  FILE         EPD with bm, am, dm (also `bm #5`) or STS points in c0 or c8/c9; .gz, .zst, .zip too
  -engine      the engine, as in a match; without it, this program itself
  -st          seconds per position
  -nodes       nodes per position
  -depth       plies per position
  -concurrency processes at once (1)
  -first       only so many positions of each file
  -json        write all results there
";

/// What was asked for.
#[derive(Debug)]
pub struct EpdCommand {
    /// The suites.
    pub files: Vec<PathBuf>,
    /// The engine and its limits.
    pub engine: EngineConfig,
    /// Processes at once.
    pub concurrency: usize,
    /// Positions of each file.
    pub first: Option<usize>,
    /// Result file.
    pub json: Option<PathBuf>,
}

/// Runs the command; `args` come after `epd`.
pub fn main(args: Vec<String>) -> ExitCode {
    if args.is_empty() || args.iter().any(|word| matches!(word.as_str(), "-h" | "-help" | "--help"))
    {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let command = match EpdCommand::parse(&args) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let stop = StopFlag::new();
    interrupt::listen(&stop, "stopping after this position; once more to leave at once");
    match run(&command, &stop) {
        Ok(true) => ExitCode::from(130),
        Ok(false) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all suites; answers whether the user stopped it.
fn run(command: &EpdCommand, stop: &StopFlag) -> Result<bool, Box<dyn std::error::Error>> {
    let mut reports = Vec::new();
    for file in &command.files {
        let mut suite = Suite::load(file)?;
        for warning in &suite.warnings {
            eprintln!("warning: {}: {warning}", file.display());
        }
        suite.tasks.truncate(command.first.unwrap_or(usize::MAX));
        let mut exam = SuiteRunner::new(command.engine.clone());
        exam.concurrency = command.concurrency;
        let live = io::stderr().is_terminal();
        let report = exam.run(&suite, &mut |progress| show(live, progress), stop)?;
        if live {
            eprint!("\r\x1b[K");
        }
        if command.files.len() > 1 {
            println!("{}", file.display());
        }
        print!("{}", report.text());
        io::stdout().flush()?;
        let interrupted = report.interrupted;
        reports.push((file.clone(), report));
        if interrupted {
            break;
        }
    }
    if let Some(path) = &command.json {
        let all: Vec<_> = reports
            .iter()
            .map(|(file, report)| serde_json::json!({ "file": file, "report": report }))
            .collect();
        std::fs::write(path, serde_json::to_vec_pretty(&all)?)?;
    }
    Ok(reports.iter().any(|(_, report)| report.interrupted))
}

fn show(live: bool, progress: &Progress<'_>) {
    if live {
        let Progress { done, solved, total, result } = progress;
        eprint!("\r\x1b[K{done}/{total}, {solved} solved, {}", result.id);
        let _ = io::stderr().flush();
    }
}

impl EpdCommand {
    /// Reads the arguments. The engine is read by the parser of matches, so
    /// that it is written the same way everywhere.
    pub fn parse(args: &[String]) -> Result<EpdCommand, String> {
        let mut files = Vec::new();
        let mut engine: Option<Vec<String>> = None;
        let mut limits = Vec::new();
        let (mut concurrency, mut first, mut json) = (1, None, None);
        let mut words = args.iter().peekable();
        while let Some(word) = words.next() {
            // `--depth=5` is `-depth 5`.
            let (name, attached) = match word.strip_prefix("--").and_then(|w| w.split_once('=')) {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => match word.strip_prefix('-') {
                    Some(name) => (name.trim_start_matches('-'), None),
                    None => {
                        files.push(PathBuf::from(word));
                        continue;
                    }
                },
            };
            let mut value = || {
                let next = attached.clone().or_else(|| words.next().cloned());
                next.ok_or_else(|| format!("{word} needs a value"))
            };
            let number = |text: String| {
                text.parse::<usize>()
                    .ok()
                    .filter(|&number| number > 0)
                    .ok_or_else(|| format!("{word}: `{text}` is not a number above 0"))
            };
            match name {
                "engine" => {
                    if engine.is_some() {
                        return Err("only one engine can be asked".to_owned());
                    }
                    let mut settings = Vec::new();
                    while let Some(next) = words.next_if(|next| !next.starts_with('-')) {
                        settings.push(next.clone());
                    }
                    engine = Some(settings);
                }
                "st" | "nodes" | "depth" => limits.push(format!("{name}={}", value()?)),
                "concurrency" | "threads" => concurrency = number(value()?)?,
                "first" => first = Some(number(value()?)?),
                "json" => json = Some(PathBuf::from(value()?)),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        if files.is_empty() {
            return Err("no suite was named".to_owned());
        }
        let settings = match engine {
            Some(settings) => settings,
            None => {
                let own = std::env::current_exe().map_err(|error| error.to_string())?;
                vec![format!("cmd={}", own.display()), "name=xanthos".to_owned()]
            }
        };
        let engine = read_engine(&settings, &limits)?;
        Ok(EpdCommand { files, engine, concurrency, first, json })
    }
}

/// Reads one engine with the parser for two.
fn read_engine(settings: &[String], limits: &[String]) -> Result<EngineConfig, String> {
    let mut words = vec!["-engine".to_owned()];
    words.extend(settings.iter().cloned());
    words.extend(["-engine", "cmd=nobody", "name=nobody", "depth=1"].map(str::to_owned));
    words.push("-each".to_owned());
    words.extend(limits.iter().cloned());
    match parse(words).map_err(|error| error.to_string())? {
        Request::Run { mut config, .. } => Ok(config.engines.swap_remove(0)),
        Request::Help | Request::Version => Err("no engine was named".to_owned()),
    }
}
