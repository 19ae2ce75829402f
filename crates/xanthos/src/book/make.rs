// SPDX-License-Identifier: GPL-3.0-or-later
//! Books out of games.

use crate::arguments::at_least_one;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use formats::move_stats::{GameFilter, Keys, MoveStats, Tally};
use formats::polyglot::{self, BookFilter};
use formats::trie::{self, Names};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Broken games that are told one by one; the others are only counted.
const TOLD: usize = 20;

const MIB: usize = 1 << 20;

/// Which games, and how they are read.
#[derive(Debug, Args)]
struct Source {
    /// Games in PGN, plain or packed with gzip, bzip2, Zstandard or zip; '-' is standard input
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// Only games of which both players are rated at least so
    #[arg(long)]
    min_rating: Option<u16>,
    /// Only games of these years, such as 2015-2024 or 2015-
    #[arg(long, value_parser = years)]
    years: Option<RangeInclusive<u16>>,
    /// Threads to read with [default: all cores]
    #[arg(short, long, value_parser = at_least_one)]
    threads: Option<usize>,
    /// Memory to use, in MiB; the rest goes through files beside the output
    #[arg(long, default_value_t = 2048, value_parser = at_least_one)]
    memory: usize,
}

/// Arguments of `book make`.
#[derive(Debug, Args)]
pub struct MakeArgs {
    #[command(flatten)]
    source: Source,
    /// The book to write
    #[arg(short, long)]
    output: PathBuf,
    /// So many half-moves of each game
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// Leave out moves that fewer games had
    #[arg(long, default_value_t = BookFilter::default().min_games)]
    min_games: u32,
    /// Leave out moves that scored less, in per cent for the side that played them
    #[arg(long, default_value_t = BookFilter::default().min_score, value_parser = per_cent)]
    min_score: f64,
    /// Leave out moves of less weight
    #[arg(long, default_value_t = BookFilter::default().min_weight)]
    min_weight: u64,
    /// Only moves of one side
    #[arg(long, value_enum)]
    only: Option<Side>,
    /// Every move weighs 1
    #[arg(long)]
    uniform: bool,
}

/// Arguments of `book build`.
#[derive(Debug, Args)]
pub struct BuildArgs {
    #[command(flatten)]
    source: Source,
    /// The trie to write
    #[arg(short, long)]
    output: PathBuf,
    /// So many half-moves of each game
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// Leave out moves that fewer games had
    #[arg(long, default_value_t = 2)]
    min_games: u32,
    /// A table of names: ECO code, name and moves, with tabs between; may be given several times
    #[arg(long, value_name = "FILE")]
    eco: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

fn years(text: &str) -> Result<RangeInclusive<u16>, String> {
    let year = |text: &str, open: u16| match text.trim() {
        "" => Some(open),
        text => text.parse().ok(),
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (year(first, 0), year(last, u16::MAX)) {
        (Some(first), Some(last)) if first <= last && !text.trim().is_empty() => Ok(first..=last),
        _ => Err("years are wanted, such as 2015-2024, 2015- or 2015".into()),
    }
}

fn per_cent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if (0.0..=100.0).contains(&number) => Ok(number),
        _ => Err("a number from 0 to 100 is wanted".into()),
    }
}

/// Makes a Polyglot book.
pub fn make(args: &MakeArgs) -> anyhow::Result<ExitCode> {
    let mut stats = gather(&args.source, args.plies, Keys::Polyglot, &args.output)?;
    let filter = BookFilter {
        min_games: args.min_games,
        min_score: args.min_score,
        min_weight: args.min_weight.max(1),
        only: args.only.map(|side| match side {
            Side::White => chess::Color::White,
            Side::Black => chess::Color::Black,
        }),
        uniform: args.uniform,
    };
    let mut entries = polyglot::make(&mut stats, &filter)?;
    if entries.is_empty() {
        bail!("no move is left for a book: {}", sentence(stats.tally()));
    }
    polyglot::save(&mut entries, &args.output)
        .with_context(|| args.output.display().to_string())?;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", sentence(stats.tally()))?;
    writeln!(stdout, "{} entries: {}", HumanCount(entries.len() as u64), args.output.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Builds an opening trie.
pub fn build(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    let mut names = Names::default();
    for path in &args.eco {
        let table = formats::open_text(path)?;
        names.add(Names::read(table).with_context(|| path.display().to_string())?);
    }
    let mut stats = gather(&args.source, args.plies, Keys::Rules, &args.output)?;
    let built = trie::build(&mut stats, args.min_games, args.plies, &names)?;
    let (positions, moves) = built.size();
    if moves == 0 {
        bail!("no move is left for a trie: {}", sentence(stats.tally()));
    }
    built.save(&args.output).with_context(|| args.output.display().to_string())?;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", sentence(stats.tally()))?;
    writeln!(
        stdout,
        "{} positions, {} moves, {} names: {}",
        HumanCount(positions as u64),
        HumanCount(moves as u64),
        HumanCount(names.len() as u64),
        args.output.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

fn gather(source: &Source, plies: u16, keys: Keys, output: &Path) -> anyhow::Result<MoveStats> {
    let wanted = GameFilter { plies, min_rating: source.min_rating, years: source.years.clone() };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = source.threads.unwrap_or(cores);
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{human_pos} games ({per_sec})") {
        bar.set_style(style);
    }
    let mut stats = MoveStats::new(keys, source.memory.saturating_mul(MIB), output);
    let mut told = 0;
    for path in &source.games {
        let text = formats::open_text(path)?;
        let complain = |error: formats::pgn::PgnError| {
            told += 1;
            if told <= TOLD {
                bar.suspend(|| {
                    let _ = writeln!(io::stderr(), "warning: {}: {error}", path.display());
                });
            }
        };
        stats.add(text, &wanted, threads, complain, &|games| bar.inc(games as u64))?;
    }
    bar.finish_and_clear();
    if told > TOLD {
        writeln!(io::stderr(), "warning: and {} more games that can't be read", told - TOLD)?;
    }
    Ok(stats)
}

/// What became of the games.
fn sentence(tally: &Tally) -> String {
    let mut text = format!(
        "{} games read, {} used",
        HumanCount(tally.games as u64),
        HumanCount(tally.used as u64)
    );
    for (count, what) in [
        (tally.broken, "broken"),
        (tally.weak, "of too low or no rating"),
        (tally.other_years, "of other years"),
        (tally.set_up, "from other positions"),
        (tally.chess960, "of Chess960, which books can't hold"),
    ] {
        if count > 0 {
            text += &format!(", {} {what}", HumanCount(count as u64));
        }
    }
    text
}
