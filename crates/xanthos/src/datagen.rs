// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos datagen`: games against itself.

use crate::arguments::{at_least_one, share};
use crate::teacher::TeacherArgs;
use anyhow::Context;
use arena::options::Shard;
use clap::Args;
use engine::{EngineSetup, Persona};
use eval::nnue::Network;
use eval::{AnyEvaluator, Explains};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::StopFlag;
use papers::{Features, Method, Visitor};
use search::Search;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use train::data::Filter;
use train::datagen::{self, Basket, Config, Labels, Rules, Sampler};

/// Arguments of `datagen`.
#[derive(Debug, Args)]
pub struct DatagenArgs {
    /// The file of games to write, or to go on with
    output: PathBuf,
    /// Games in the file at the end
    #[arg(long, default_value_t = Config::default().games)]
    games: u64,
    /// Nodes of each search
    #[arg(long, default_value_t = Rules::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random half-moves at the beginning; half of the games have one more
    #[arg(long, default_value_t = Rules::default().random_plies, value_name = "PLIES")]
    random_plies: usize,
    /// Begin games from a position of this file: FEN or EPD lines, or the ends of games in PGN,
    /// plain or packed; may be given several times
    #[arg(long, value_name = "FILE")]
    openings: Vec<PathBuf>,
    /// Random plies after an opening of a file, at most
    #[arg(long, default_value_t = Rules::default().opening_plies, value_name = "PLIES", requires = "openings")]
    opening_plies: usize,
    /// Throw away a start that is worth more, in centipawns
    #[arg(long, default_value_t = Rules::default().balanced, value_name = "CP")]
    balanced: i32,
    /// The share of games, 0 to 1, that begin without one to four pieces, of whichever side
    #[arg(long, default_value_t = Rules::default().unbalanced, value_parser = share, value_name = "SHARE")]
    unbalanced: f64,
    /// One game in so many begins from a double Chess960 position; 0 for none
    #[arg(long, default_value_t = Rules::default().chess960_every, value_name = "GAMES")]
    chess960_every: u64,
    /// A game is won at this score, in centipawns, for four plies in a row
    #[arg(long, default_value_t = Rules::default().win, value_name = "CP")]
    win: i32,
    /// Another seed, other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at a time
    #[arg(short, long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
    /// Hash table of each player, in MiB
    #[arg(long, default_value_t = Config::default().hash, value_parser = at_least_one)]
    hash: usize,
    /// Evaluation to use [default: nnue, or that of --persona]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<engine::Evaluation>,
    /// Evaluate with the network in this file
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    #[command(flatten)]
    teacher: TeacherArgs,
    /// Where the samples go that the teacher labels: NAME-0001.xts and so on
    #[arg(long, value_name = "NAME", requires = "teacher")]
    samples: Option<PathBuf>,
    /// Positions to sample from the search of each move, at most
    #[arg(long, default_value_t = 8, value_name = "POSITIONS", requires = "teacher")]
    tree: usize,
    /// Samples in each file
    #[arg(long, default_value_t = 1_000_000, value_name = "SAMPLES", value_parser = clap::value_parser!(u64).range(1..))]
    samples_per_file: u64,
    /// Play only part I of N, into a file of its own (own.2-of-8.vf); auto asks Slurm or MPI. A
    /// plain number is --samples-per-file
    #[arg(long, value_name = "I/N|auto", value_parser = part)]
    shard: Option<Part>,
    /// Put the finished parts of the output together, in order
    #[arg(long, conflicts_with = "shard", value_name = "N")]
    merge: Option<u32>,
}

/// What `--shard` says: a part of the work, or how long the files of samples are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Shard(Shard),
    Samples(u64),
}

fn part(text: &str) -> Result<Part, String> {
    match text.parse() {
        Ok(samples) if samples > 0 => Ok(Part::Samples(samples)),
        _ => Shard::read(text).map(Part::Shard),
    }
}

impl DatagenArgs {
    fn part(&self) -> Option<Shard> {
        match self.shard {
            Some(Part::Shard(shard)) => Some(shard),
            _ => None,
        }
    }

    fn samples_per_file(&self) -> u64 {
        match self.shard {
            Some(Part::Samples(samples)) => samples,
            _ => self.samples_per_file,
        }
    }
}

/// The share of a part in `games`, and its seed: parts play different games, and the same ones in
/// every run.
fn share_of(games: u64, seed: u64, shard: Shard) -> (u64, u64) {
    let (index, count) = (u64::from(shard.index), u64::from(shard.count));
    (
        games / count + u64::from(index <= games % count),
        seed.wrapping_mul(count).wrapping_add(index),
    )
}

/// Puts the files of all parts behind each other. Games of viriformat are complete in themselves.
fn merge(output: &Path, count: u32) -> anyhow::Result<ExitCode> {
    let parts: Vec<PathBuf> =
        (1..=count).map(|index| Shard { index, count }.name(output)).collect();
    let mut bytes = 0;
    journal::replace(output, |out| {
        for part in &parts {
            let mut file = std::fs::File::open(part).map_err(|error| {
                std::io::Error::new(error.kind(), format!("{}: {error}", part.display()))
            })?;
            bytes += std::io::copy(&mut file, out)?;
        }
        Ok(())
    })?;
    say!("{count} parts, {bytes} bytes: {}", output.display());
    Ok(ExitCode::SUCCESS)
}

/// What the games of a file depend on is kept beside it: a file of other games does not go on.
fn check_settings(output: &Path, settings: &str) -> anyhow::Result<()> {
    let path = crate::arguments::beside(output, ".settings");
    match std::fs::read_to_string(&path) {
        Ok(before) if before.trim() == settings => Ok(()),
        Ok(before) if output.exists() => anyhow::bail!(
            "{} was made with other settings: choose another file, or remove it and {}\n\
             before: {}\n   now: {settings}",
            output.display(),
            path.display(),
            before.trim()
        ),
        // An older file says nothing of its settings.
        _ => Ok(journal::write_atomic(&path, format!("{settings}\n").as_bytes())?),
    }
}

/// How often a run without a terminal says how far it is.
const TELL: std::time::Duration = std::time::Duration::from_secs(30);

/// Plays; the sum is said on standard output.
pub fn run(persona: Option<Persona>, args: &DatagenArgs) -> anyhow::Result<ExitCode> {
    if let Some(count) = args.merge {
        return merge(&args.output, count);
    }
    let (output, (games, seed)) = match args.part() {
        None => (args.output.clone(), (args.games, args.seed)),
        Some(shard) => (shard.name(&args.output), share_of(args.games, args.seed, shard)),
    };
    let config = Config {
        output: output.clone(),
        games,
        seed,
        threads: args.threads,
        hash: args.hash,
        rules: Rules {
            nodes: args.nodes,
            random_plies: args.random_plies,
            opening_plies: args.opening_plies,
            balanced: args.balanced,
            unbalanced: args.unbalanced,
            chess960_every: args.chess960_every,
            win: args.win,
            ..Rules::default()
        },
        openings: args.openings.clone(),
        labels: args.teacher.config().map(|teacher| Labels {
            teacher,
            stem: match (&args.samples, args.part()) {
                (Some(stem), Some(shard)) => shard.name(stem),
                (Some(stem), None) => stem.clone(),
                (None, _) => output.with_extension(""),
            },
            shard: args.samples_per_file(),
            tree: args.tree,
            filter: Filter::default(),
        }),
    };
    let net = args.net.as_deref().map(read_net).transpose()?.map(engine::Network::Nnue);
    let Persona { evaluation, method, features, .. } = persona.unwrap_or_default();
    let evaluation = match net {
        Some(_) => engine::Evaluation::Nnue,
        None => args.evaluation.unwrap_or(evaluation),
    };
    let setup = EngineSetup { evaluation, method, features, net, ..EngineSetup::default() };
    let players =
        |basket: &Basket| setup.build(AroundSampler { method, features, basket: basket.clone() });
    let settings = format!(
        "seed {seed}, {:?}, openings {:?}, evaluation {evaluation}, net {:?}, persona {}",
        config.rules,
        args.openings,
        args.net,
        persona.map_or("none", |persona| persona.name)
    );
    check_settings(&output, &settings)?;
    let stop = StopFlag::new();
    journal::interrupt::listen(&stop, "ending the games at hand; once more to leave at once");
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    if let Ok(style) =
        ProgressStyle::with_template("[{bar:30}] {pos}/{len} games, {msg}, {eta} left")
    {
        bar.set_style(style.progress_chars("=> "));
    }
    let begun = Instant::now();
    let mut told = begun;
    let speed = |positions: u64| positions as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    let done = datagen::run(&config, &players, &mut |progress| {
        if progress.positions == 0 {
            bar.set_position(progress.found);
            bar.reset_eta();
        }
        bar.set_position(progress.games);
        let labelled = config.labels.is_some();
        let made = if labelled { progress.samples } else { progress.positions };
        bar.set_message(format!("{:.0} positions/s", speed(made)));
        // Where nobody sees a bar, a line now and then says that it lives.
        if bar.is_hidden() && told.elapsed() >= TELL {
            told = Instant::now();
            complain!("{}/{games} games, {:.0} positions/s", progress.games, speed(made));
        }
        if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let done = done?;
    say!(
        "{} games in {}: {} played now, {} positions, {:.0} a second",
        done.games,
        output.display(),
        done.games - done.found,
        done.positions,
        speed(done.positions)
    );
    if config.labels.is_some() {
        say!(
            "{} samples, {:.0} a second; the teacher stumbled over {}",
            done.samples,
            speed(done.samples),
            done.stumbled
        );
    }
    if done.games < games {
        complain!("the same command goes on from here");
        return Ok(ExitCode::from(journal::interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn read_net(path: &Path) -> anyhow::Result<Network> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let net = Network::from_bytes(&bytes).with_context(|| path.display().to_string())?;
    Ok(net)
}

/// The search around an evaluator whose questions a basket sees.
struct AroundSampler {
    method: Method,
    features: Features,
    basket: Basket,
}

impl Visitor for AroundSampler {
    type Out = Box<dyn Search>;

    fn with<E: Explains>(self, evaluator: E) -> Box<dyn Search> {
        let sampled = Sampler::new(AnyEvaluator::new(evaluator), self.basket);
        self.method.around(sampled, self.features)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_the_games_and_have_seeds_of_their_own() {
        let parts: Vec<(u64, u64)> =
            (1..=4).map(|index| share_of(10, 7, Shard { index, count: 4 })).collect();
        assert_eq!(parts.iter().map(|(games, _)| games).sum::<u64>(), 10);
        assert_eq!(parts, [(3, 29), (3, 30), (2, 31), (2, 32)]);
        assert_eq!(part("2/4"), Ok(Part::Shard(Shard { index: 2, count: 4 })));
        assert_eq!(part("5000"), Ok(Part::Samples(5000)));
        assert!(part("0").is_err() && part("5/4").is_err());
    }

    #[test]
    fn a_file_of_other_games_does_not_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own.vf");
        check_settings(&file, "nodes 1").unwrap();
        std::fs::write(&file, "games").unwrap();
        check_settings(&file, "nodes 1").unwrap();
        let error = check_settings(&file, "nodes 2").unwrap_err().to_string();
        assert!(error.contains("before: nodes 1") && error.contains("now: nodes 2"), "{error}");
        std::fs::remove_file(&file).unwrap();
        check_settings(&file, "nodes 2").unwrap();
    }
}
