// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos data`: positions for training, from games to a shuffled file.

use crate::accuracy;
use crate::arguments::{SourceWord, at_least_one, positive};
use crate::teacher::TeacherArgs;
use anyhow::bail;
use arena::options::Shard;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use papers::Evaluation;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use train::data::{
    self, Census, Conversion, Filter, Positions, Progress, Quiet, Relabelling, Tally,
};
use train::positions::{Format, Source};

/// Arguments of `data`.
#[derive(Debug, Args)]
pub struct DataArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    /// Turn games and lines into samples: labelled positions of 32 bytes
    #[command(after_help = "\
Examples:
  xanthos data convert games:games.vf.zst lines:tree.vf -o all.xts
  xanthos data convert games:games.vf:1000000:4 --quiet-games exchange -o some.xts

A source is KIND:FILE[:LIMIT[:EVERY]], at most LIMIT samples, one position in EVERY. The kinds:
  games    viriformat; results mean something, scores come from a search
  lines    viriformat; static scores only
  plain    the blocks of text of Stockfish's training tools
  binpack  the same packed
  text     a position a line: 'FEN | score | result', 'FEN [result] score', or EPD with ce and c9
  pgn      games with results and without scores, for 'relabel' and 'accuracy'
Files may be packed with gzip, Zstandard or zip. Positions in check and positions without a label \
are left out. An output that ends in .vf gets the games themselves, in viriformat, with everything.")]
    Convert {
        /// Where positions come from: games:FILE, lines:FILE, binpack:FILE, plain:FILE or text:FILE
        #[arg(required = true, value_name = "SOURCE")]
        sources: Vec<SourceWord>,
        /// The file of samples to write, or of games if it ends in .vf
        #[arg(short, long)]
        output: PathBuf,
        /// How quiet positions of games must be
        #[arg(long, value_enum, default_value_t = QuietWord::Move)]
        quiet_games: QuietWord,
        /// How quiet positions of lines must be
        #[arg(long, value_enum, default_value_t = QuietWord::Any)]
        quiet_lines: QuietWord,
        /// Leave out scores beyond this, in centipawns
        #[arg(long, default_value_t = Filter::default().max_score)]
        max_score: u16,
        /// Multiply scores with this, if the file's unit is another
        #[arg(long, default_value_t = 1.0, value_parser = positive)]
        scale: f64,
    },
    /// Ask an engine about positions that there are
    #[command(after_help = "\
Examples:
  xanthos data relabel games:games.vf -o new.xts --teacher stockfish --teacher-ask 'go depth 8' -j 4
  xanthos data relabel old.xts -o new.xts --teacher stockfish \\
      --teacher-ask 'eval NNUE evaluation' --teacher-ahead 64

The positions are a file of samples or a source as for 'convert'. Ctrl-C ends the run; the same \
command goes on. An engine that dies is started again without the position it died of.")]
    Relabel {
        /// A file of samples, or KIND:FILE
        positions: String,
        /// The file of samples to write, or to go on with
        #[arg(short, long)]
        output: PathBuf,
        #[command(flatten)]
        teacher: TeacherArgs,
        /// Teachers at a time
        #[arg(short = 'j', long, default_value_t = 1, value_parser = at_least_one)]
        teachers: usize,
        /// Leave out scores beyond this, in centipawns
        #[arg(long, default_value_t = Filter::default().max_score)]
        max_score: u16,
        /// Ask about part I of N of the positions, into a file of its own (all.2-of-8.xts); auto
        /// asks Slurm or MPI. --merge puts the parts together
        #[arg(long, value_name = "I/N|auto", value_parser = Shard::read)]
        shard: Option<Shard>,
        /// Put the N finished parts of the output together, one behind the other; nobody is asked
        #[arg(long, conflicts_with_all = ["shard", "teacher"], value_name = "N")]
        merge: Option<u32>,
    },
    /// Tell how well evaluations predict the results of games
    #[command(after_help = "\
Examples:
  xanthos data accuracy pgn:games.pgn:200000:5 --net new.xnn
  xanthos data accuracy pgn:games.pgn:200000:5 --net new.xnn --teacher stockfish \\
      --teacher-ask 'eval NNUE evaluation' --teacher-ahead 64

Quiet positions are taken (not in check, nothing to be won by a capture or promotion). The error is \
the mean square of the difference between the game's result and the sigmoid of the score, whose \
width suits each evaluation best. With an engine, the last column says how much of the way from \
the first evaluation to this engine each has gone.")]
    Accuracy {
        /// Games with results: pgn:FILE, games:FILE, ..., as for 'convert'
        #[arg(required = true, value_name = "SOURCE")]
        sources: Vec<SourceWord>,
        /// Evaluations to measure
        #[arg(long = "evaluation", value_name = "NAME", default_values_t = [Evaluation::Classical, Evaluation::Nnue])]
        evaluations: Vec<Evaluation>,
        /// Networks to measure, besides the one that is built in
        #[arg(long = "net", value_name = "FILE")]
        nets: Vec<PathBuf>,
        #[command(flatten)]
        teacher: TeacherArgs,
    },
    /// Tell what is in a file of samples or of games, whatever its format
    Count {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Keep some samples
    Filter {
        /// The samples to choose from
        input: PathBuf,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// How quiet they must be
        #[arg(long, value_enum, default_value_t = QuietWord::Any)]
        quiet: QuietWord,
        /// Leave out scores beyond this, in centipawns
        #[arg(long, default_value_t = Filter::default().max_score)]
        max_score: u16,
        /// Leave out positions with fewer pieces
        #[arg(long, default_value_t = Filter::default().min_pieces)]
        min_pieces: u32,
    },
    /// Keep one sample of each board
    Dedup {
        /// The samples
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
        /// The file to write; shuffle it afterwards
        #[arg(short, long)]
        output: PathBuf,
        /// Memory to use, in MiB; the rest goes through files beside the output
        #[arg(long, default_value_t = 1024, value_parser = at_least_one)]
        memory: usize,
    },
    /// Put samples into any order, from several files if you like
    Shuffle {
        /// The samples
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Another seed, another order
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Memory to use, in MiB; the rest goes through files beside the output
        #[arg(long, default_value_t = 1024, value_parser = at_least_one)]
        memory: usize,
    },
    /// Put some games aside for validation
    Split {
        /// The samples
        input: PathBuf,
        /// The file of samples to learn from
        #[arg(long)]
        training: PathBuf,
        /// The file of samples put aside
        #[arg(long)]
        validation: PathBuf,
        /// One game of so many is put aside, with all its positions
        #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(2..))]
        every: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum QuietWord {
    /// Any position
    Any,
    /// The move that follows takes and promotes nothing
    Move,
    /// And the side to move can't win anything by taking or promoting
    Exchange,
}

impl From<QuietWord> for Quiet {
    fn from(word: QuietWord) -> Quiet {
        match word {
            QuietWord::Any => Quiet::Any,
            QuietWord::Move => Quiet::Move,
            QuietWord::Exchange => Quiet::Exchange,
        }
    }
}

const MIB: u64 = 1 << 20;

/// Does one step.
pub fn run(args: &DataArgs) -> anyhow::Result<ExitCode> {
    let bar = Bar::new();
    let mut watch = |progress| bar.show(progress);
    match &args.step {
        Step::Convert { sources, output, quiet_games, quiet_lines, max_score, scale } => {
            let sources: Vec<Source> = sources.iter().map(|source| source.0.clone()).collect();
            if output.extension().is_some_and(|ending| ending == "vf") {
                bar.end(data::repack(&sources, output, &mut watch)?, output);
                return Ok(ExitCode::SUCCESS);
            }
            let filter = |quiet: QuietWord| Filter {
                quiet: quiet.into(),
                max_score: *max_score,
                ..Filter::default()
            };
            let (games, lines) = (filter(*quiet_games), filter(*quiet_lines));
            let conversion = Conversion { games, lines, scale: *scale };
            let tally = data::convert(&sources, &conversion, output, &mut watch)?;
            bar.end(tally, output);
        }
        Step::Relabel { output, merge: Some(count), .. } => {
            let part = |index| Shard { index, count: *count }.name(output);
            let parts: Vec<PathBuf> = (1..=*count).map(part).collect();
            bar.end(data::join(&parts, output, &mut watch)?, output);
        }
        Step::Relabel { positions, output, teacher, teachers, max_score, shard, .. } => {
            let Some(teacher) = teacher.config() else { bail!("who is to be asked? --teacher") };
            let filter = Filter { max_score: *max_score, ..Filter::default() };
            let part = shard.map(|shard| (u64::from(shard.index - 1), u64::from(shard.count)));
            let relabelling = Relabelling { teacher, teachers: *teachers, filter, part };
            let output = shard.map_or_else(|| output.clone(), |shard| shard.name(output));
            return relabel(positions, &relabelling, &output, &bar);
        }
        Step::Accuracy { sources, evaluations, nets, teacher } => {
            let sources: Vec<&Source> = sources.iter().map(|source| &source.0).collect();
            let table =
                accuracy::measure(&sources, evaluations, nets, teacher.config(), &mut watch)?;
            bar.clear();
            say!("{}", table.to_string().trim_end_matches('\n'));
        }
        Step::Count { files } => {
            for file in files {
                // `games:own.vf`, as sources are written elsewhere, is the file.
                let source = file.to_str().and_then(|text| text.parse::<SourceWord>().ok());
                let file = match &source {
                    Some(SourceWord(source)) if !file.exists() => &source.path,
                    _ => file,
                };
                let census = data::census(file, &mut watch)?;
                bar.clear();
                say!("{}", file.display());
                tell(&census);
            }
        }
        Step::Filter { input, output, quiet, max_score, min_pieces } => {
            let filter =
                Filter { quiet: (*quiet).into(), max_score: *max_score, min_pieces: *min_pieces };
            bar.end(data::filter(input, output, &filter, &mut watch)?, output);
        }
        Step::Dedup { inputs, output, memory } => {
            let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
            bar.end(data::dedup(&inputs, output, *memory as u64 * MIB, &mut watch)?, output);
        }
        Step::Shuffle { inputs, output, seed, memory } => {
            let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
            let memory = *memory as u64 * MIB;
            bar.end(data::shuffle(&inputs, output, *seed, memory, &mut watch)?, output);
        }
        Step::Split { input, training, validation, every } => {
            let tally = data::split(input, training, validation, *every, &mut watch)?;
            bar.clear();
            say!("{} positions: {}", tally.kept, training.display());
            say!("{} positions: {}", tally.read - tally.kept, validation.display());
            if tally.kept == 0 || tally.kept == tally.read {
                bail!(
                    "one of the files is empty: {} positions of few games; choose a smaller --every",
                    tally.read
                );
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn relabel(
    positions: &str,
    relabelling: &Relabelling,
    output: &Path,
    bar: &Bar,
) -> anyhow::Result<ExitCode> {
    let path = PathBuf::from(positions);
    let input = match positions.parse::<SourceWord>() {
        Ok(SourceWord(source)) => Positions::Source(source),
        Err(_) if path.exists() => Positions::Samples(path),
        Err(error) => bail!("{positions}: no such file, and {error}"),
    };
    let stop = relabelling.teacher.stop.clone();
    journal::interrupt::listen(&stop, "ending; the same command goes on from the last round");
    let done = data::relabel(&input, relabelling, output, &mut |progress| {
        bar.show(progress);
        if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    bar.end(Tally { read: done.read, kept: done.kept }, output);
    if done.stumbled > 0 {
        say!("the teacher stumbled over {}", done.stumbled);
    }
    if !done.finished {
        complain!("the same command goes on from here");
        return Ok(ExitCode::from(journal::interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(census: &Census) {
    match census {
        Census::Games { format, records, positions } => {
            let what = if *format == Format::Text { "lines of text" } else { "games or lines" };
            say!("  {records} {what}, {positions} positions");
        }
        Census::Samples { positions, results, pieces, noisy, tactical, scores } => {
            let share = |part: u64| 100.0 * part as f64 / (*positions).max(1) as f64;
            say!("  {positions} positions");
            let [losses, draws, wins, unknown] = results.map(share);
            say!(
                "  results   win {wins:.1} %, draw {draws:.1} %, loss {losses:.1} %, \
                 unknown {unknown:.1} %"
            );
            say!("  before a capture or promotion {:.1} %", share(*noisy));
            say!("  something to be won {:.1} %", share(*tactical));
            for (first, last) in [(2, 5), (6, 10), (11, 15), (16, 20), (21, 25), (26, 30), (31, 32)]
            {
                let count = pieces[first..=last].iter().sum();
                say!("  {first:>2} to {last:>2} pieces {:>5.1} %", share(count));
            }
            for (hundred, count) in scores.iter().enumerate() {
                say!("  score {:>4} on {:>5.1} %", 100 * hundred, share(*count));
            }
        }
    }
}

/// A bar on a terminal's standard error.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        Bar(bar)
    }

    fn show(&self, Progress { what, done, total }: Progress) {
        if self.0.length() != Some(total) || self.0.message() != what {
            let style = match total {
                0 => "{msg} {spinner} {human_pos} ({per_sec}, {elapsed})",
                _ => "{msg} [{bar:30}] {human_pos}/{human_len} ({per_sec}, {eta} left)",
            };
            if let Ok(style) = ProgressStyle::with_template(style) {
                self.0.set_style(style.progress_chars("=> "));
            }
            self.0.set_length(total);
            self.0.set_message(what);
        }
        self.0.set_position(done);
    }

    fn clear(&self) {
        self.0.finish_and_clear();
    }

    fn end(&self, Tally { read, kept }: Tally, output: &Path) {
        self.clear();
        say!("{kept} of {read} positions: {}", output.display());
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}
