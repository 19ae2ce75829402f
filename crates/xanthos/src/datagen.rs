// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos datagen`: games against itself.

use crate::arguments::at_least_one;
use arena::StopFlag;
use clap::Args;
use engine::{Mind, flagship};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use train::datagen::{self, Config, Rules};

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
    /// One game in so many begins from a double Chess960 position; 0 for none
    #[arg(long, default_value_t = Rules::default().chess960_every, value_name = "GAMES")]
    chess960_every: u64,
    /// A game is won at this score, in centipawns, for four half-moves running
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
    /// Who judges positions
    #[arg(long, default_value_t = eval::Kind::default(), value_name = "NAME")]
    evaluation: eval::Kind,
}

/// Plays; the sum is said on standard output.
pub fn run(args: &DatagenArgs) -> anyhow::Result<ExitCode> {
    let config = Config {
        output: args.output.clone(),
        games: args.games,
        seed: args.seed,
        threads: args.threads,
        hash: args.hash,
        rules: Rules {
            nodes: args.nodes,
            random_plies: args.random_plies,
            chess960_every: args.chess960_every,
            win: args.win,
            ..Rules::default()
        },
    };
    let mind = Mind { evaluation: args.evaluation, ..Mind::default() };
    let stop = StopFlag::new();
    arena::interrupt::listen(&stop, "ending the games at hand; once more to leave at once");
    let bar = ProgressBar::with_draw_target(Some(args.games), ProgressDrawTarget::stderr());
    if let Ok(style) =
        ProgressStyle::with_template("[{bar:30}] {pos}/{len} games, {msg}, {eta} left")
    {
        bar.set_style(style.progress_chars("=> "));
    }
    let begun = Instant::now();
    let speed = |positions: u64| positions as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    let done = datagen::run(&config, &|| flagship(&mind), &mut |progress| {
        if progress.positions == 0 {
            bar.set_position(progress.found);
            bar.reset_eta();
        }
        bar.set_position(progress.games);
        bar.set_message(format!("{:.0} positions/s", speed(progress.positions)));
        if stop.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
    if done.games < args.games {
        eprintln!("the same command goes on from here");
        return Ok(ExitCode::from(arena::interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}
