// SPDX-License-Identifier: GPL-3.0-or-later
//! Limits are kept, and there is always an answer.

use crate::common;

use std::time::Duration;

use chess::Position;
use common::*;
use xanthos_search::{Bound, Clock, Control, Event, Job, Limits, Score, Search};

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn clock(time: u64, inc: u64, movestogo: Option<u32>) -> Limits {
    let ms = Duration::from_millis;
    let clock = Clock { time: [Some(ms(time)); 2], inc: [ms(inc); 2], movestogo };
    Limits { clock, ..Limits::default() }
}

#[test]
fn the_smallest_limits_still_give_a_move() {
    let smallest = [
        depth(0),
        depth(1),
        nodes(0),
        nodes(1),
        nodes(2),
        nodes(17),
        Limits { movetime: Some(Duration::ZERO), ..Limits::default() },
        Limits { movetime: Some(Duration::from_millis(1)), ..Limits::default() },
        clock(0, 0, None),
        clock(1, 0, None),
        clock(1, 0, Some(1)),
        clock(5, 1_000, Some(0)),
        clock(11, 0, Some(40)),
    ];
    for limits in smallest {
        for fen in [MIDDLEGAME, "k7/8/8/8/8/8/8/K6R b - - 0 1"] {
            let mut job = Job::new(game(fen), limits.clone());
            job.latency.overhead = Duration::from_millis(10);
            let (outcome, infos) = run(&mut engine(), &job);
            check_answer(&job, &outcome, &infos);
            assert!(outcome.best.is_some(), "{limits:?}");
            assert!(infos.iter().all(|info| info.depth >= 1));
        }
    }
}

#[test]
fn one_thread_meets_a_node_limit_exactly() {
    for limit in [0, 1, 2, 100, 255, 256, 257, 1_000, 12_345, 100_000] {
        let (first, info) = think(game(MIDDLEGAME), nodes(limit));
        assert_eq!(first.nodes, limit);
        let (second, again) = think(game(MIDDLEGAME), nodes(limit));
        assert_eq!(first, second);
        assert_eq!((info.pv, info.score, info.nodes), (again.pv, again.score, again.nodes));
    }
}

#[test]
fn the_last_iteration_is_the_depth_asked_for() {
    for plies in 1..=8 {
        let (_, info) = think(game(MIDDLEGAME), depth(plies));
        assert_eq!(info.depth, plies);
        assert_eq!(info.bound, Bound::Exact);
        assert!(info.seldepth >= plies);
    }
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let both = Limits { nodes: Some(500), ..depth(30) };
    assert_eq!(think(game(MIDDLEGAME), both).0.nodes, 500);
    let both = Limits { nodes: Some(u64::MAX), movetime: Some(Duration::MAX), ..depth(3) };
    assert_eq!(think(game(MIDDLEGAME), both).1.depth, 3);
    let infinite = Limits { infinite: true, clock: clock(0, 0, None).clock, ..depth(7) };
    assert_eq!(think(game(MIDDLEGAME), infinite).1.depth, 7);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = game(MIDDLEGAME);
    let root = *game.position();
    let wanted = ["a1b1", "h2h3"].map(|text| root.parse_uci(text).unwrap());
    let illegal = Position::startpos().parse_uci("a2a4").unwrap();
    for searchmoves in [vec![wanted[0]], wanted.to_vec(), vec![illegal, wanted[1]]] {
        let limits = Limits { searchmoves: Some(searchmoves.clone()), ..depth(5) };
        let (outcome, _) = think(game.clone(), limits);
        assert!(searchmoves.contains(&outcome.best.unwrap()));
        assert_ne!(outcome.best, Some(illegal));
    }
}

#[test]
fn without_moves_there_is_a_verdict_and_no_move() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let stalemated = "k7/8/1Q6/8/8/8/8/K7 b - - 0 1";
    for (fen, score) in [(mated, Score::Mate(0)), (stalemated, Score::Cp(0))] {
        let (outcome, info) = think(game(fen), depth(9));
        assert_eq!((outcome.best, outcome.ponder), (None, None));
        assert_eq!((info.depth, info.score, info.pv.len()), (0, score, 0), "{fen}");
    }
    let none = Limits { searchmoves: Some(Vec::new()), ..depth(9) };
    let (outcome, info) = think(game(MIDDLEGAME), none);
    assert_eq!((outcome.best, info.depth), (None, 0));
}

#[test]
fn a_search_stopped_before_it_began_has_a_move() {
    let control = Control::default();
    control.stop();
    for threads in [1, 3] {
        let mut engine = engine();
        engine.set_threads(threads);
        let job = Job::new(game(MIDDLEGAME), Limits { infinite: true, ..Limits::default() });
        let mut infos = Vec::new();
        let outcome = engine.think(&job, &control, &mut |event| {
            if let Event::Depth(depth) = event {
                infos.extend(depth.into_lines());
            }
        });
        check_answer(&job, &outcome, &infos);
        assert!(outcome.best.is_some());
    }
}

/// Runs until `depth` is reported, then calls `then`; returns the deepest line.
fn run_until(job: &Job, control: &Control, depth: u32, then: impl Fn()) -> u32 {
    let (mut deepest, mut infos) = (0, Vec::new());
    let outcome = engine().think(job, control, &mut |event| {
        if let Event::Depth(finished) = event {
            deepest = finished.best().depth;
            if deepest == depth {
                then();
            }
            infos.extend(finished.into_lines());
        }
    });
    check_answer(job, &outcome, &infos);
    deepest
}

#[test]
fn an_infinite_search_runs_until_it_is_stopped() {
    let limits = Limits { infinite: true, ..clock(0, 0, None) };
    let job = Job::new(game(MIDDLEGAME), limits);
    let control = Control::default();
    let deepest = run_until(&job, &control, 7, || control.stop());
    assert!((7..=8).contains(&deepest), "{deepest}");
}

#[test]
fn time_counts_from_the_ponderhit() {
    let limits = Limits { ponder: true, ..clock(1, 0, None) };
    let job = Job::new(game(MIDDLEGAME), limits);
    let control = Control::new(true);
    let deepest = run_until(&job, &control, 7, || control.ponderhit());
    assert!((7..=8).contains(&deepest), "{deepest}");
}

#[test]
fn a_ponder_search_can_be_stopped() {
    let limits = Limits { ponder: true, ..clock(60_000, 0, None) };
    let job = Job::new(game(MIDDLEGAME), limits);
    let control = Control::new(true);
    assert!(run_until(&job, &control, 6, || control.stop()) >= 6);
}

#[test]
fn an_only_move_is_played_quickly() {
    let fen = "7k/8/8/8/8/8/r7/K6r w - - 0 1";
    assert_eq!(position(fen).legal_moves().len(), 1);
    let (outcome, info) = think(game(fen), clock(600_000, 0, None));
    assert!(outcome.best.is_some() && info.depth <= 4);
}

#[test]
fn win_chances_come_when_asked_for() {
    for show_wdl in [false, true] {
        let mut job = Job::new(game(MIDDLEGAME), depth(4));
        job.settings.show_wdl = show_wdl;
        let (_, infos) = run(&mut engine(), &job);
        assert!(infos.iter().all(|info| info.wdl.is_some() == show_wdl));
    }
}

#[test]
fn a_hash_size_that_cannot_be_had_changes_nothing() {
    let mut engine = engine();
    engine.set_hash(2).unwrap();
    let job = Job::new(game(MIDDLEGAME), depth(7));
    let (before, _) = run(&mut engine, &job);
    let error = engine.set_hash(1 << 40).unwrap_err();
    assert_eq!((error.wanted, error.kept), (1 << 40, 2));
    let (warm, _) = run(&mut engine, &job);
    assert!(warm.nodes < before.nodes, "the table was kept");
}

#[test]
fn root_moves_and_bounds_are_told_in_long_searches_only() {
    for (ago, multipv) in [(0, 1), (10, 1), (10, 2)] {
        let mut job = Job::new(game(MIDDLEGAME), depth(9));
        // As if the search had been running for so long.
        job.started -= Duration::from_secs(ago);
        job.settings.multipv = multipv;
        let (mut root_moves, mut bounds) = (0, 0);
        engine().think(&job, &Control::default(), &mut |event| match event {
            Event::CurrentMove { .. } => root_moves += 1,
            Event::Bound(_) => bounds += 1,
            _ => {}
        });
        assert_eq!(root_moves > 0, ago > 0);
        assert!(bounds == 0 || (ago > 0 && multipv == 1), "{bounds}");
    }
}

/// Wherever a search is cut off, also between a fail high and the search with a wider window, what
/// it tells is true: a legal line of its best move, and no mate that is none.
#[test]
fn a_search_that_is_cut_off_anywhere_tells_the_truth() {
    for fen in [
        "8/4kB2/4N3/4K3/8/8/8/8 w - - 24 13",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/1p1k4/p1p5/P1P2K2/1P6/8/8 w - - 0 1",
    ] {
        let mut engine = engine();
        for limit in (50..6_000).step_by(83) {
            let job = Job::new(game(fen), nodes(limit));
            let (outcome, infos) = run(&mut engine, &job);
            check_answer(&job, &outcome, &infos);
        }
    }
}
