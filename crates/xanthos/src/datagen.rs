// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos datagen`: games against itself.

use crate::arguments::{at_least_one, share};
use crate::teacher::TeacherArgs;
use anyhow::Context;
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
    shard: u64,
}

/// Plays; the sum is said on standard output.
pub fn run(persona: Option<Persona>, args: &DatagenArgs) -> anyhow::Result<ExitCode> {
    let config = Config {
        output: args.output.clone(),
        games: args.games,
        seed: args.seed,
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
            stem: args.samples.clone().unwrap_or_else(|| args.output.with_extension("")),
            shard: args.shard,
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
    let stop = StopFlag::new();
    journal::interrupt::listen(&stop, "ending the games at hand; once more to leave at once");
    let bar = ProgressBar::with_draw_target(Some(args.games), ProgressDrawTarget::stderr());
    if let Ok(style) =
        ProgressStyle::with_template("[{bar:30}] {pos}/{len} games, {msg}, {eta} left")
    {
        bar.set_style(style.progress_chars("=> "));
    }
    let begun = Instant::now();
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
        if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let done = done?;
    println!(
        "{} games in {}: {} played now, {} positions, {:.0} a second",
        done.games,
        args.output.display(),
        done.games - done.found,
        done.positions,
        speed(done.positions)
    );
    if config.labels.is_some() {
        println!(
            "{} samples, {:.0} a second; the teacher stumbled over {}",
            done.samples,
            speed(done.samples),
            done.stumbled
        );
    }
    if done.games < args.games {
        eprintln!("the same command goes on from here");
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
