// SPDX-License-Identifier: GPL-3.0-or-later
//! Tournaments between dummy engines.
#![allow(dead_code)] // every test uses a part

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use arena::Summary;
use arena::options::{
    ClockRule, CommentFields, EngineConfig, Notation, PgnOutput, Protocol, TimeControl,
    TournamentConfig,
};
use arena::report::MatchEvent;
use arena::stats::Tally;
use journal::StopFlag;

/// The dummy engine; cargo has built it next to this test, unless only this
/// test was asked for.
pub fn dummy_program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let test = std::env::current_exe().expect("a test has a path");
        let build = test.parent().and_then(Path::parent).expect("tests live in deps");
        let program = build.join("examples").join("dummy_engine");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/dummy_engine.rs");
        let changed = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
        if changed(&program) < changed(&source) {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["build", "--quiet", "--package", "xanthos-arena"]);
            cargo.args(["--example", "dummy_engine"]);
            cargo.env("CARGO_TARGET_DIR", build.parent().expect("a profile lives in target"));
            assert!(cargo.status().expect("cargo runs").success());
        }
        program.to_str().expect("a path in UTF-8").to_owned()
    })
}

/// A dummy with these arguments and plenty of time.
pub fn dummy(name: &str, arguments: &str) -> EngineConfig {
    let mut engine = EngineConfig::new(name, dummy_program());
    engine.args = arguments.split_whitespace().map(str::to_owned).collect();
    if arguments.contains("xboard") {
        engine.protocol = Protocol::Xboard;
    }
    engine.limits.clock = game_clock(10_000, 100);
    engine
}

/// A clock in milliseconds.
pub fn game_clock(base: u64, increment: u64) -> ClockRule {
    ClockRule::Game(TimeControl {
        moves: None,
        base: Duration::from_millis(base),
        increment: Duration::from_millis(increment),
    })
}

/// A tournament whose files are in a directory.
pub fn tournament(engines: Vec<EngineConfig>, rounds: u32, dir: &Path) -> TournamentConfig {
    let mut config = TournamentConfig::between(engines);
    config.rounds = rounds;
    config.max_moves = Some(30);
    config.journal = Some(dir.join("journal"));
    config.pgn = Some(pgn_output(dir.join("games.pgn")));
    config
}

/// PGN as it is by default.
pub fn pgn_output(file: PathBuf) -> PgnOutput {
    PgnOutput {
        file,
        notation: Notation::San,
        truncate: false,
        minimal: false,
        finished_only: false,
        comments: CommentFields::default(),
        match_lines: Vec::new(),
        crc32: false,
    }
}

/// Runs a tournament and collects its events.
pub fn run(config: &TournamentConfig) -> (Summary, Vec<MatchEvent>) {
    let mut events = Vec::new();
    let mut listen = |event: &MatchEvent, _: &Tally| events.push(event.clone());
    let summary = arena::run(config, &mut listen, &StopFlag::new()).expect("the tournament runs");
    (summary, events)
}

/// The games of a PGN file, all of which must be well-formed.
pub fn games(file: &Path) -> Vec<formats::pgn::Record> {
    let text = std::fs::read(file).expect("the PGN is there");
    formats::pgn::read_games(&text[..])
        .collect::<Result<Vec<_>, _>>()
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&text)))
}
