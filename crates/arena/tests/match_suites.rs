// SPDX-License-Identifier: GPL-3.0-or-later
//! Test suites, asked of real processes.

use crate::match_support;

use std::path::Path;
use std::time::Duration;

use arena::epd::cli::EpdCommand;
use arena::epd::{Attempt, Suite, SuiteReport, SuiteRunError, SuiteRunner};
use arena::options::{ClockRule, EngineConfig, Protocol};
use journal::StopFlag;
use match_support::dummy;

/// Two only moves that are right, one that is wrong, and a mate that an engine
/// that says `cp 0` does not see.
const SUITE: &str = "\
k7/8/8/8/8/8/6r1/7K w - - bm Kxg2; id \"only move\";
k7/8/8/8/8/8/1r6/K7 w - - bm Kxb2; id \"with points\"; c0 \"Kxb2=7\";
k7/8/8/8/8/8/1r6/K7 w - - am Kxb2; id \"no way out\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; id \"unseen mate\";
this is not a position
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"no question\";
";

fn suite(text: &str) -> Suite {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    Suite::load(file.path()).unwrap()
}

fn examine(engine: EngineConfig, suite: &Suite, concurrency: usize) -> SuiteReport {
    let mut exam = SuiteRunner::new(engine);
    exam.concurrency = concurrency;
    let mut seen = 0;
    let mut count = |progress: &arena::epd::Progress<'_>| {
        seen += 1;
        assert_eq!((progress.done, progress.total), (seen, suite.tasks.len()));
    };
    exam.run(suite, &mut count, &StopFlag::new()).unwrap()
}

fn node_limited(arguments: &str) -> EngineConfig {
    let mut engine = dummy("dummy", arguments);
    engine.limits.clock = ClockRule::Unlimited;
    engine.limits.depth = Some(1);
    engine
}

#[test]
fn bad_lines_become_warnings() {
    let suite = suite(SUITE);
    assert_eq!(suite.tasks.len(), 4);
    assert_eq!(suite.warnings.len(), 2);
    assert!(suite.warnings[0].starts_with("line 5"), "{:?}", suite.warnings);
}

#[test]
fn solved_missed_and_points() {
    let suite = suite(SUITE);
    for (arguments, concurrency) in [("seed=1", 1), ("seed=1", 3), ("xboard seed=2", 2)] {
        let report = examine(node_limited(arguments), &suite, concurrency);
        let ids: Vec<_> = report.results.iter().map(|result| result.index).collect();
        assert_eq!(ids, [0, 1, 2, 3], "in the order of the suite");
        assert_eq!(report.solved(), 2);
        assert_eq!(report.points(), (7, 7));
        let misses: Vec<_> = report.misses().map(|miss| miss.id.as_str()).collect();
        assert_eq!(misses, ["no way out", "unseen mate"]);
        let text = report.text();
        assert!(text.contains("solved 2 of 4 (50.0 %), 7 of 7 points"), "{text}");
    }
}

#[test]
fn a_crash_costs_one_position() {
    let suite = suite(SUITE);
    let report = examine(node_limited("fault=crash at=1"), &suite, 1);
    assert_eq!(report.results.len(), 4);
    assert_eq!(report.failures(), 4, "every process crashes at its first move");
    let Attempt::Failed { reason } = &report.results[0].attempt else { panic!() };
    assert!(reason.contains("SIGABRT"), "{reason}");
}

#[test]
fn an_engine_that_does_not_start_is_an_error() {
    let suite = suite(SUITE);
    let exam = SuiteRunner::new(node_limited("fault=exits-at-start"));
    let error = exam.run(&suite, &mut |_| {}, &StopFlag::new()).unwrap_err();
    assert!(matches!(error, SuiteRunError::Engine { .. }));
    let mut engine = dummy("dummy", "");
    engine.limits.nodes = None;
    let error = SuiteRunner::new(engine).run(&suite, &mut |_| {}, &StopFlag::new()).unwrap_err();
    assert!(matches!(error, SuiteRunError::NoLimit));
}

#[test]
fn the_command_line() {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let command = EpdCommand::parse(&words(
        "a.epd b.epd -engine cmd=./x proto=xboard option.Hash=8 -st 0.5 -concurrency 2 -first 10",
    ))
    .unwrap();
    assert_eq!(command.files, [Path::new("a.epd"), Path::new("b.epd")]);
    assert_eq!(command.engines[0].protocol, Protocol::Xboard);
    assert_eq!(command.engines[0].options, [("Hash".to_owned(), "8".to_owned())]);
    assert_eq!(command.engines[0].limits.clock, ClockRule::PerMove(Duration::from_millis(500)));
    assert_eq!((command.concurrency, command.first), (2, Some(10)));
    let own = EpdCommand::parse(&words("a.epd --depth=5")).unwrap();
    assert_eq!(own.engines[0].limits.depth, Some(5));
    let two = "a.epd -engine cmd=a -engine cmd=b -depth 5 -shard 2/3 -json r.json";
    let two = EpdCommand::parse(&words(two)).unwrap();
    assert_eq!(two.engines.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(two.json.as_deref(), Some(Path::new("r.2-of-3.json")));
    for bad in [
        "-depth 5",
        "a.epd -wat 3",
        "a.epd -depth 1 -shard 4/3",
        "a.epd -concurrency 0",
        "a.epd -depth",
        "a.epd",
    ] {
        assert!(EpdCommand::parse(&words(bad)).is_err(), "{bad}");
    }
}

#[test]
fn a_strong_engine_solves_what_can_be_solved() {
    let stockfish = "/usr/games/stockfish";
    if !Path::new(stockfish).exists() {
        println!("SKIPPED: stockfish is not installed");
        return;
    }
    let mut engine = EngineConfig::new("stockfish", stockfish);
    engine.limits.clock = ClockRule::Unlimited;
    engine.limits.nodes = Some(20_000);
    let suite = suite(SUITE);
    let report = examine(engine, &suite, 2);
    assert_eq!(report.solved(), 3, "{}", report.text());
}
