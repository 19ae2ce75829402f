// SPDX-License-Identifier: GPL-3.0-or-later
//! What the arena itself costs, measured with an engine that says how long it
//! thought.
//!
//! ```text
//! cargo run --release -p xanthos-arena --example overhead -- moves 20000
//! cargo run --release -p xanthos-arena --example overhead -- games 10000
//! ```
//!
//! `moves`: wall clock per move at concurrency 1 from one answer to the next,
//! minus the engine's own thinking: both pipes, the reading of the answer, the
//! rules, the clock and the next question. `games`: memory of this process
//! while that many games are played and written down, two at a time.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use arena::game::{FinishedGame, GameRules, Side, play};
use arena::launcher;
use arena::options::{
    CommentFields, EngineConfig, Notation, PgnOutput, Protocol, TournamentConfig,
};
use arena::report::MatchEvent;
use arena::stats::Tally;
use chess::Game;
use journal::StopFlag;
use play::Timeouts;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let count = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(10_000);
    match words.first().map(String::as_str) {
        Some("moves") => {
            for protocol in [Protocol::Uci, Protocol::Xboard] {
                moves(count, protocol)?;
            }
            Ok(())
        }
        Some("games") => games(count),
        _ => Err("usage: overhead moves|games [COUNT]".into()),
    }
}

fn dummies(protocol: Protocol) -> Result<Vec<EngineConfig>, Box<dyn std::error::Error>> {
    let program = std::env::current_exe()?.with_file_name("dummy_engine");
    if !program.is_file() {
        return Err(
            "build the dummy first: cargo build --release -p xanthos-arena --examples".into()
        );
    }
    let engine = |name: &str, seed: u32| {
        let mut engine = EngineConfig::new(name, program.to_str().unwrap_or("dummy_engine"));
        engine.args = vec![format!("seed={seed}")];
        if protocol == Protocol::Xboard {
            engine.protocol = protocol;
            engine.args.push("xboard".to_owned());
        }
        engine
    };
    Ok(vec![engine("one", 1), engine("two", 2)])
}

fn moves(count: usize, protocol: Protocol) -> Result<(), Box<dyn std::error::Error>> {
    let config = TournamentConfig::between(dummies(protocol)?);
    let cancel = StopFlag::new();
    let timeouts = Timeouts::default();
    let mut players = Vec::new();
    for engine in &config.engines {
        let launch = launcher::launch(engine);
        players.push(launcher::start(engine, &launch, &timeouts, &cancel)?.player);
    }
    let rules = GameRules {
        config: &config,
        tables: None,
        cancel: &cancel,
        stall_watch: None,
        watcher: None,
    };
    let mut overheads: Vec<Duration> = Vec::with_capacity(count);
    while overheads.len() < count {
        let [white, black] = players.as_mut_slice() else { unreachable!("two players") };
        let sides = [
            Side { config: &config.engines[0], player: white },
            Side { config: &config.engines[1], player: black },
        ];
        let game = play(sides, Game::default(), &rules);
        if game.unusable != [false; 2] {
            return Err(game.over.reason.into());
        }
        overheads.extend(shares(&game, protocol));
    }
    overheads.truncate(count);
    overheads.sort_unstable();
    let at = |share: f64| overheads[((count - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{protocol:?}: {count} moves: median {:.3} ms, 90 % {:.3} ms, 99 % {:.3} ms, worst {:.3} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

/// The arena's share of every move but the first. The xboard dummy does not
/// say how long it thought (some microseconds), so that its figure includes
/// that.
fn shares(game: &FinishedGame, protocol: Protocol) -> Vec<Duration> {
    let answered = |played: &play::MoveRecord| played.began.map(|began| began + played.elapsed);
    game.moves
        .windows(2)
        .map(|pair| {
            let own = match protocol {
                Protocol::Uci => Duration::from_nanos(pair[1].thinking.nodes.unwrap_or(0)),
                Protocol::Xboard => Duration::ZERO,
            };
            let between = answered(&pair[1]).zip(answered(&pair[0])).map(|(now, then)| now - then);
            between.unwrap_or_default().saturating_sub(own)
        })
        .collect()
}

fn games(count: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut config = TournamentConfig::between(dummies(Protocol::Uci)?);
    let dir = std::env::temp_dir().join(format!("xanthos-overhead-{}", std::process::id()));
    std::fs::create_dir_all(&dir)?;
    config.rounds = count.div_ceil(2) as u32;
    config.concurrency = 2;
    config.max_moves = Some(40);
    config.journal = Some(dir.join("journal"));
    config.pgn = Some(PgnOutput {
        file: dir.join("games.pgn"),
        notation: Notation::San,
        truncate: true,
        minimal: false,
        finished_only: false,
        match_lines: Vec::new(),
        crc32: false,
        comments: CommentFields::default(),
    });
    let started = Instant::now();
    let step = (count / 10).max(1) as u64;
    let mut listen = |event: &MatchEvent, tally: &Tally| {
        if matches!(event, MatchEvent::Finished(_)) && tally.games().is_multiple_of(step) {
            let (resident, threads) = memory().unwrap_or((0, 0));
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "{:>7} games, {seconds:7.1} s: {resident} KiB resident, {threads} threads",
                tally.games()
            );
        }
    };
    let summary = arena::run(&config, &mut listen, &StopFlag::new())?;
    println!("{:?}, {} failures", summary.reason, summary.tally.failures(0).total());
    std::fs::remove_dir_all(PathBuf::from(&dir))?;
    Ok(())
}

/// Resident kibibytes and threads of this process, where the system tells.
fn memory() -> Option<(u64, u64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    Some((field("VmRSS:")?, field("Threads:")?))
}
