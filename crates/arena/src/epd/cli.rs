// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of test suites:
//! `FILE... [-engine cmd=PROGRAM ...] -st S|-nodes N|-depth N`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::{Progress, Suite, SuiteReport, SuiteRunner};
use crate::options::engine::default_name;
use crate::options::{EngineConfig, Request, Shard, parse};
use journal::{StopFlag, interrupt};

/// What `--help` says.
pub const HELP: &str = "\
Ask an engine every position of test suites and say which it missed.

usage: xanthos epd FILE... [-engine cmd=PROGRAM [proto=uci|xboard] [args=...] [option.NAME=VALUE]...]...
           (-st SECONDS | -nodes N | -depth N) [-concurrency N] [-first N] [-json FILE] [-shard I/N]
       xanthos epd -merge PART.json... [-json FILE]

  FILE         EPD with bm, am, dm (also `bm #5`) or STS points in c0 or c8/c9; .gz, .zst, .zip too
  -engine      an engine, as in a match; several are asked one after the other; without it,
               this program itself
  -st          seconds per position
  -nodes       nodes per position
  -depth       plies per position
  -concurrency processes at once (1)
  -first       only so many positions of each file
  -json        write all results there
  -shard       ask only part I of N of each file, for several machines; auto asks Slurm or MPI.
               With -json results.json the part is results.I-of-N.json
  -merge       the results of all parts together
";

/// What was asked for.
#[derive(Debug)]
pub struct EpdCommand {
    /// The suites.
    pub files: Vec<PathBuf>,
    /// The engines and their limits.
    pub engines: Vec<EngineConfig>,
    /// Processes at once.
    pub concurrency: usize,
    /// Positions of each file.
    pub first: Option<usize>,
    /// Result file.
    pub json: Option<PathBuf>,
    /// Which part of the positions is asked.
    pub shard: Option<Shard>,
}

/// Runs the command; `args` come after `epd`.
pub fn main(args: Vec<String>) -> ExitCode {
    if args.is_empty() || args.iter().any(|word| matches!(word.as_str(), "-h" | "-help" | "--help"))
    {
        let _ = io::stdout().write_all(HELP.as_bytes());
        return ExitCode::SUCCESS;
    }
    if args[0].trim_start_matches('-') == "merge" && args[0].starts_with('-') {
        return match merge(&args[1..]) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                journal::complain!("error: {error}");
                ExitCode::from(2)
            }
        };
    }
    let command = match EpdCommand::parse(&args) {
        Ok(command) => command,
        Err(error) => {
            journal::complain!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let stop = StopFlag::new();
    interrupt::listen(&stop, "stopping after this position; once more to leave at once");
    match run(&command, &stop) {
        Ok(true) => ExitCode::from(130),
        Ok(false) => ExitCode::SUCCESS,
        Err(error) => {
            journal::complain!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all suites; answers whether the user stopped it.
fn run(command: &EpdCommand, stop: &StopFlag) -> Result<bool, Box<dyn std::error::Error>> {
    let mut reports = Vec::new();
    let every =
        command.engines.iter().flat_map(|engine| command.files.iter().map(move |f| (engine, f)));
    for (engine, file) in every {
        let mut suite = Suite::load_first(file, command.first.unwrap_or(usize::MAX))?;
        for warning in &suite.warnings {
            journal::complain!("warning: {}: {warning}", file.display());
        }
        let mut places: Vec<usize> = (0..suite.tasks.len()).collect();
        if let Some(shard) = command.shard {
            places.retain(|&place| shard.has(place as u64));
            suite.tasks = places.iter().map(|&place| suite.tasks[place].clone()).collect();
        }
        let mut exam = SuiteRunner::new(engine.clone());
        exam.concurrency = command.concurrency;
        let live = io::stderr().is_terminal();
        let mut report = exam.run(&suite, &mut |progress| show(live, progress), stop)?;
        report.results.iter_mut().for_each(|result| result.index = places[result.index]);
        if live {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        // A name that was given tells two engines apart that call themselves alike.
        if engine.name != default_name(&engine.command) {
            report.engine.clone_from(&engine.name);
        }
        let mut out = io::stdout();
        if command.files.len() > 1 || command.engines.len() > 1 {
            writeln!(out, "{}: {}", report.engine, file.display())?;
        }
        write!(out, "{}", report.text())?;
        out.flush()?;
        let interrupted = report.interrupted;
        reports.push((file.clone(), report));
        if interrupted {
            break;
        }
    }
    if let Some(path) = &command.json {
        write_json(path, &reports)?;
    }
    Ok(reports.iter().any(|(_, report)| report.interrupted))
}

/// One suite of a result file.
#[derive(serde::Serialize, serde::Deserialize)]
struct JsonReport {
    file: PathBuf,
    report: SuiteReport,
}

fn write_json(path: &std::path::Path, reports: &[(PathBuf, SuiteReport)]) -> io::Result<()> {
    let all: Vec<JsonReport> = reports
        .iter()
        .map(|(file, report)| JsonReport { file: file.clone(), report: report.clone() })
        .collect();
    journal::write_atomic(path, &serde_json::to_vec_pretty(&all)?)
}

/// The parts of a run together.
fn merge(args: &[String]) -> Result<(), String> {
    let mut args = args.iter();
    let (mut files, mut json) = (Vec::new(), None);
    while let Some(word) = args.next() {
        match word.trim_start_matches('-') {
            "json" if word.starts_with('-') => json = args.next().map(PathBuf::from),
            _ if word.starts_with('-') => return Err(format!("unknown option `{word}`")),
            _ => files.push(PathBuf::from(word)),
        }
    }
    let mut whole: Vec<(PathBuf, SuiteReport)> = Vec::new();
    for file in &files {
        let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = std::fs::read(file).map_err(|error| fail(&error))?;
        let parts: Vec<JsonReport> = serde_json::from_slice(&text).map_err(|error| fail(&error))?;
        for JsonReport { file, report } in parts {
            let known = whole.iter_mut().find(|(f, r)| *f == file && r.engine == report.engine);
            match known {
                Some((_, sum)) => {
                    sum.interrupted |= report.interrupted;
                    sum.duration = sum.duration.max(report.duration);
                    sum.results.extend(report.results);
                }
                None => whole.push((file, report)),
            }
        }
    }
    if whole.is_empty() {
        return Err("no results were named".to_owned());
    }
    for (file, report) in &mut whole {
        report.results.sort_by_key(|result| result.index);
        // A part that was run twice counts once.
        report.results.dedup_by_key(|result| result.index);
        let text = format!("{}: {}\n{}", report.engine, file.display(), report.text());
        io::stdout().write_all(text.as_bytes()).map_err(|error| format!("output: {error}"))?;
    }
    if let Some(path) = json {
        write_json(&path, &whole).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn show(live: bool, progress: &Progress<'_>) {
    if live {
        let Progress { done, solved, total, result } = progress;
        let _ = write!(io::stderr(), "\r\x1b[K{done}/{total}, {solved} solved, {}", result.id);
        let _ = io::stderr().flush();
    }
}

impl EpdCommand {
    /// Reads the arguments. The engine is read by the parser of matches, so
    /// that it is written the same way everywhere.
    pub fn parse(args: &[String]) -> Result<EpdCommand, String> {
        let mut files = Vec::new();
        let mut engines: Vec<Vec<String>> = Vec::new();
        let mut shard = None;
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
                    let mut settings = Vec::new();
                    while let Some(next) = words.next_if(|next| !next.starts_with('-')) {
                        settings.push(next.clone());
                    }
                    engines.push(settings);
                }
                "st" | "nodes" | "depth" => limits.push(format!("{name}={}", value()?)),
                "concurrency" | "threads" => concurrency = number(value()?)?,
                "first" => first = Some(number(value()?)?),
                "shard" => shard = Some(Shard::read(&value()?)?),
                "json" => json = Some(PathBuf::from(value()?)),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        if files.is_empty() {
            return Err("no suite was named".to_owned());
        }
        if engines.is_empty() {
            let own = std::env::current_exe().map_err(|error| error.to_string())?;
            engines.push(vec![format!("cmd={}", own.display())]);
        }
        let engines: Result<Vec<_>, String> =
            engines.iter().map(|settings| read_engine(settings, &limits)).collect();
        let json = match (json, shard) {
            (Some(path), Some(shard)) => Some(shard.name(&path)),
            (json, _) => json,
        };
        Ok(EpdCommand { files, engines: engines?, concurrency, first, json, shard })
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
