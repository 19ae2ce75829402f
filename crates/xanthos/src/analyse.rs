// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos analyse`: files of games in, reports out.

use crate::arguments::{at_least_one, beside};
use crate::cli::LevelChoice;
use crate::progress::Progress;
use crate::show::WRONG_INPUT;
use ::analyse::batch::{Batch, Event, Output, PlotFormat};
use ::analyse::{Effort, OtherEngine, Settings, Thresholds};
use anyhow::{Context, bail};
use arena::options::Shard;
use clap::{Args, ValueEnum};
use engine::options::Options;
use engine::{EngineSetup, Persona};
use journal::StopFlag;
use play::Launch;
use search::Tablebase;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use syzygy::Tables;

/// Arguments of `analyse`.
#[derive(Debug, Args)]
pub struct AnalyseArgs {
    /// PGN file, compressed or not; - for standard input
    games: PathBuf,
    /// Write this file: .pgn, .json, .jsonl or .html; may be given several times [default: PGN to
    /// standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Write charts of winning chances and of time per move into this folder
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// Format of the charts
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [PlotChoice::Svg], requires = "plots")]
    plot_format: Vec<PlotChoice>,
    /// Depth of the search of each position
    #[arg(long, group = "effort", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Nodes for each position [default: 200000]
    #[arg(long, group = "effort", value_parser = clap::value_parser!(u64).range(100..))]
    nodes: Option<u64>,
    /// Time for each position: 800ms, 2s (the report then depends on the machine)
    #[arg(long, group = "effort", value_parser = crate::explain::duration)]
    time: Option<Duration>,
    /// Games analysed in parallel
    #[arg(short, long, default_value_t = 1, value_parser = at_least_one)]
    jobs: usize,
    /// Threads of each search (with more than one the report differs from run to run)
    #[arg(long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
    /// Hash table of each search, in MiB
    #[arg(long, default_value_t = Settings::default().hash, value_parser = at_least_one)]
    hash: usize,
    /// Evaluation to use [default: nnue, or that of --persona]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<engine::Evaluation>,
    /// Let another UCI engine evaluate the positions: its program, with arguments after spaces. Sentences
    /// (--explain) still rest on our own search
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["evaluation", "syzygy"])]
    engine: Option<String>,
    /// Another engine option of the evaluation, such as Style=40, or of --engine; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Folders with Syzygy tablebases
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    /// Explain bad moves in words
    #[arg(long, value_enum, value_name = "READER")]
    explain: Option<LevelChoice>,
    /// Loss of winning chances of an inaccuracy, a mistake and a blunder, in per cent
    #[arg(long, value_name = "I,M,B", default_value = "5,10,20", value_parser = thresholds)]
    thresholds: Thresholds,
    /// Longest best line, in plies
    #[arg(long, default_value_t = Settings::default().plies, value_parser = at_least_one)]
    plies: usize,
    /// Drop comments, glyphs and variations of the games; clocks stay
    #[arg(long)]
    bare: bool,
    /// Journal of finished games [default: the first output with .journal behind it]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Start again, ignoring an existing journal
    #[arg(long)]
    restart: bool,
    /// Analyse only part I of N of the games, into a journal of its own; auto asks Slurm or MPI
    #[arg(long, value_name = "I/N|auto", value_parser = Shard::read, requires = "output")]
    shard: Option<Shard>,
    /// Write the report of N parts; what is missing of them is analysed here
    #[arg(long, value_name = "N", conflicts_with = "shard", requires = "output")]
    merge: Option<u32>,
}

/// Format of the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlotChoice {
    /// Scalable, light and dark
    Svg,
    /// Pixels
    Png,
}

/// Analyses; a summary goes to standard error.
pub fn run(persona: Option<Persona>, args: &AnalyseArgs) -> anyhow::Result<ExitCode> {
    let outputs = match outputs(args) {
        Ok(outputs) => outputs,
        Err(error) => return refuse(&error),
    };
    let settings = match settings(persona, args) {
        Ok(settings) => settings,
        Err(error) => return refuse(&error),
    };
    // Without a file to stand beside, the journal only lives as long as the run.
    let passing = std::env::temp_dir().join(format!("xanthos-analyse-{}", std::process::id()));
    let first = outputs.iter().find_map(|output| output.path());
    let journal = args.journal.clone().or_else(|| first.map(|path| beside(path, ".journal")));
    let is_passing = journal.is_none();
    let journal = match (journal, args.shard, args.merge) {
        (Some(path), Some(shard), _) => Some(shard.name(&path)),
        (Some(path), None, Some(count)) => {
            join_journals(&path, count)?;
            Some(path)
        }
        (journal, ..) => journal,
    };
    let batch = Batch {
        settings,
        options: args.option.clone(),
        jobs: args.jobs,
        bare: args.bare,
        restart: args.restart,
        part: args.shard.map(|shard| (shard.index as usize, shard.count as usize)),
        ..Batch::new(args.games.clone(), journal.unwrap_or(passing))
    };
    let total = batch.extent()?;
    let stop = StopFlag::new();
    journal::interrupt::listen(&stop, "writing what is finished; once more to leave at once");
    let progress = Progress::new("positions");
    let mut judged = 0;
    let (mut told, mut untold) = (Vec::new(), 0);
    let done = batch.run(&stop, &mut |event| {
        match event {
            Event::Position => judged += 1,
            Event::Resumed { positions, .. } => judged += positions,
            Event::Broken { error } => progress.say(&format!("skipped: {error}")),
            Event::Game { report, .. } if told.len() < MOST_TOLD => told.push(told_of(report)),
            Event::Game { .. } => untold += 1,
        }
        if let Some(total) = total {
            progress.at(judged, total.positions);
        }
    });
    drop(progress);
    let done = match done {
        Ok(done) => done,
        Err(error) => {
            if is_passing {
                let _ = std::fs::remove_file(&batch.journal);
            }
            return Err(error.into());
        }
    };
    if let Some(shard) = args.shard.filter(|_| !done.stopped) {
        complain!("{}", sum(&done, &[]));
        complain!(
            "part {shard} is in its journal; --merge {} makes the report of all",
            shard.count
        );
        return Ok(ExitCode::SUCCESS);
    }
    for output in &outputs {
        done.write(output)?;
    }
    // What was found, for whoever sits before a screen: games first, then the sum.
    for line in &told {
        complain!("{line}");
    }
    if untold > 0 {
        complain!("… and {untold} more");
    }
    complain!("{}", sum(&done, &outputs));
    let (stopped, games, broken) = (done.stopped, done.games, done.broken);
    if !stopped || is_passing {
        done.remove_journal().context("the journal can't be removed")?;
    }
    if stopped {
        if !is_passing {
            complain!("the same command goes on from here");
        }
        return Ok(ExitCode::from(journal::interrupt::EXIT_CODE));
    }
    // A file without a single readable game is an error.
    Ok(if games == 0 && broken > 0 { ExitCode::from(WRONG_INPUT) } else { ExitCode::SUCCESS })
}

/// Puts the journals of all parts into one that goes on where they ended.
fn join_journals(path: &std::path::Path, count: u32) -> anyhow::Result<()> {
    let mut whole: Vec<u8> = std::fs::read(path).unwrap_or_default();
    for index in 1..=count {
        let part = Shard { index, count }.name(path);
        let text = std::fs::read(&part).with_context(|| part.display().to_string())?;
        for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            // The first line says how it was made; the last may have been torn off.
            let head = number == 0 && !whole.is_empty();
            if head && !whole.starts_with(line) {
                bail!("{} was made with other settings", part.display());
            }
            if !head && line.last() == Some(&b'\n') {
                whole.extend_from_slice(line);
            }
        }
    }
    journal::write_atomic(path, &whole).with_context(|| path.display().to_string())
}

fn refuse(error: &anyhow::Error) -> anyhow::Result<ExitCode> {
    complain!("error: {error:#}");
    Ok(ExitCode::from(WRONG_INPUT))
}

/// Games that the summary on the screen has a line for.
const MOST_TOLD: usize = 10;

/// `Ada 93.8 % (1 inaccuracy) – Bob 41.0 % (2 blunders) 1-0; turning point 3... Nf6`
fn told_of(report: &::analyse::Report) -> String {
    let count = |number: usize, one: &str, more: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {more}")),
    };
    let player = |side: &::analyse::PlayerReport| {
        let accuracy = side.accuracy.map_or_else(|| "–".to_owned(), |part| format!("{part:.1} %"));
        let errors: Vec<String> = [
            count(side.blunders, "blunder", "blunders"),
            count(side.mistakes, "mistake", "mistakes"),
            count(side.inaccuracies, "inaccuracy", "inaccuracies"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let errors = if errors.is_empty() { "no errors".to_owned() } else { errors.join(", ") };
        format!("{} {accuracy} ({errors})", side.name)
    };
    let mut text =
        format!("{} – {} {}", player(&report.white), player(&report.black), report.result);
    let cost = |point: &&::analyse::TurningPoint| point.before.abs_diff(point.after);
    let worst = report.turning_points.iter().max_by_key(cost);
    if let Some(found) =
        worst.and_then(|point| report.moves.iter().find(|played| played.ply == point.ply))
    {
        let dots = if found.color == ::analyse::Side::White { "." } else { "..." };
        text += &format!("; turning point {}{dots} {}", found.number, found.san);
    }
    text
}

/// `3 games analysed, 2 of them before; 1 broken; report.html written`
fn sum(done: &::analyse::batch::Done, outputs: &[Output]) -> String {
    let word = if done.games == 1 { "game" } else { "games" };
    let mut text = format!("{} {word} analysed", done.games);
    if done.resumed > 0 {
        text += &format!(", {} of them before", done.resumed);
    }
    if done.broken > 0 {
        text += &format!("; {} broken, skipped", done.broken);
    }
    let paths = outputs.iter().filter_map(|output| output.path());
    let mut paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    paths.dedup();
    if !paths.is_empty() {
        text += &format!("; written: {}", paths.join(", "));
    }
    text
}

fn outputs(args: &AnalyseArgs) -> anyhow::Result<Vec<Output>> {
    let mut outputs = Vec::new();
    for path in &args.output {
        let Some(output) = Output::for_file(path) else {
            bail!("{}: unknown ending, expected .pgn, .json, .jsonl or .html", path.display());
        };
        // An interruption would leave a part of the games in the place of all of them.
        let same = |(a, b): (PathBuf, PathBuf)| a == b;
        if path.canonicalize().ok().zip(args.games.canonicalize().ok()).is_some_and(same) {
            bail!("{}: the games would be written over themselves", path.display());
        }
        outputs.push(output);
    }
    if let Some(folder) = &args.plots {
        let formats = args.plot_format.iter().map(|choice| match choice {
            PlotChoice::Svg => PlotFormat::Svg,
            PlotChoice::Png => PlotFormat::Png,
        });
        outputs.extend(formats.map(|format| Output::Plots { folder: folder.clone(), format }));
    }
    if outputs.is_empty() {
        outputs.push(Output::Stdout);
    }
    Ok(outputs)
}

fn settings(persona: Option<Persona>, args: &AnalyseArgs) -> anyhow::Result<Settings> {
    let usual = Settings::default();
    let effort = match (args.depth, args.nodes, args.time) {
        (Some(depth), ..) => Effort::Depth(depth),
        (_, Some(nodes), _) => Effort::Nodes(nodes),
        (.., Some(time)) => Effort::Time(time),
        _ => usual.effort,
    };
    Ok(Settings {
        effort,
        setup: if args.engine.is_some() { EngineSetup::default() } else { setup(persona, args)? },
        threads: args.threads,
        hash: args.hash,
        thresholds: args.thresholds,
        plies: args.plies,
        words: args.explain.map(LevelChoice::level),
        tables: args.syzygy.as_deref().map(tables).transpose()?,
        engine: args.engine.as_deref().map(|command| other_engine(command, args)).transpose()?,
    })
}

/// `stockfish`, or `engine --uci`, with its options.
fn other_engine(command: &str, args: &AnalyseArgs) -> anyhow::Result<OtherEngine> {
    // A path may have spaces.
    let whole = Path::new(command).is_file();
    let words: Vec<&str> = if whole { vec![command] } else { command.split_whitespace().collect() };
    let mut words = words.into_iter().map(str::to_owned);
    let Some(program) = words.next() else { bail!("--engine: the name of a program is wanted") };
    let launch = Launch { args: words.collect(), ..Launch::new(&program) };
    let mut options = vec![
        ("Threads".to_owned(), args.threads.to_string()),
        ("Hash".to_owned(), args.hash.to_string()),
    ];
    for option in &args.option {
        let (name, value) = named(option)?;
        options.push((name.to_owned(), value.to_owned()));
    }
    Ok(OtherEngine { launch, options })
}

/// `NAME=VALUE`.
fn named(option: &str) -> anyhow::Result<(&str, &str)> {
    let (name, value) = option
        .split_once('=')
        .with_context(|| format!("--option {option}: NAME=VALUE is wanted"))?;
    Ok((name.trim(), value.trim()))
}

/// The evaluator and search that the options ask for.
fn setup(persona: Option<Persona>, args: &AnalyseArgs) -> anyhow::Result<EngineSetup> {
    let mut options = Options::default();
    if let Some(persona) = persona {
        options.set("Persona", Some(persona.name))?;
    }
    if let Some(evaluation) = args.evaluation {
        options.set("Evaluation", Some(evaluation.name()))?;
    }
    for option in &args.option {
        let (name, value) = named(option)?;
        options.set(name, Some(value))?;
    }
    Ok(EngineSetup::load(&options)?)
}

fn tables(folders: &str) -> anyhow::Result<Arc<dyn Tablebase>> {
    let folders: Vec<PathBuf> = syzygy::split(folders);
    Ok(Arc::new(Tables::open_all(&folders)?))
}

/// Reads `5,10,20`.
fn thresholds(text: &str) -> Result<Thresholds, String> {
    let wanted = || "three rising numbers of per cent, such as 5,10,20".to_owned();
    let parts: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match parts.map_err(|_| wanted())?[..] {
        [i, m, b] if 0.0 < i && i <= m && m <= b && b <= 100.0 => {
            let [inaccuracy, mistake, blunder] = [i, m, b].map(|x| (x * 10.0).round() as u16);
            Ok(Thresholds { inaccuracy, mistake, blunder })
        }
        _ => Err(wanted()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_rise() {
        let usual = thresholds("5,10,20");
        assert_eq!(usual, Ok(Thresholds::USUAL));
        assert_eq!(thresholds(" 2.5, 7,20 ").map(|t| t.inaccuracy), Ok(25));
        for bad in ["", "5", "5,10", "20,10,5", "0,1,2", "5,10,200", "a,b,c", "5,10,nan"] {
            assert!(thresholds(bad).is_err(), "{bad}");
        }
    }
}
