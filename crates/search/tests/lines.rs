// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines are legal, complete, as many as asked for, and the same on every run.

use crate::common;

use std::collections::HashSet;

use chess::Game;
use common::*;
use xanthos_search::{Bound, Info, Job, Search};

#[test]
fn lines_from_random_positions_are_legal_and_end_with_the_game() {
    let mut dice = Dice(0x0DDB_1A5E_5BAD_5EED);
    let mut engine = engine();
    // One small table that is never cleared: full of other positions' results.
    engine.set_hash(1).unwrap();
    for _ in 0..300 {
        let job = Job::new(dice.game(200), depth(6));
        let (outcome, infos) = run(&mut engine, &job);
        check_answer(&job, &outcome, &infos);
    }
}

/// Close to the fifty-move rule and with few pieces, lines end in many ways.
#[test]
fn lines_near_a_draw_end_with_the_game() {
    let mut engine = engine();
    for clock in 80..100 {
        for fen in ["8/8/3k4/8/8/2K1R3/8/8 w - -", "8/5k2/8/3q4/8/2K3R1/6P1/8 b - -"] {
            let job = Job::new(game(&format!("{fen} {clock} 120")), depth(7));
            let (outcome, infos) = run(&mut engine, &job);
            check_answer(&job, &outcome, &infos);
        }
    }
}

fn check_lines(job: &Job, infos: &[Info], wanted: usize) {
    let root = job.game.position();
    for lines in infos.chunks(wanted) {
        assert_eq!(lines.len(), wanted, "{root}");
        assert!(
            lines.iter().all(|line| line.depth == lines[0].depth && line.bound == Bound::Exact)
        );
        let numbers: Vec<usize> = lines.iter().map(|line| line.multipv).collect();
        assert_eq!(numbers, (1..=wanted).collect::<Vec<_>>());
        let moves: HashSet<_> = lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(moves.len(), wanted, "{root}: the same move twice");
        assert!(lines.windows(2).all(|pair| rank(&pair[0]) >= rank(&pair[1])), "{root}: {lines:?}");
    }
}

/// An order of scores, for comparison.
fn rank(info: &Info) -> i32 {
    use xanthos_search::Score::*;
    match info.score {
        Cp(n) => n,
        Mate(n) if n > 0 => 100_000 - n,
        Mate(n) => -100_000 - n,
        Tablebase(n) if n > 0 => 50_000 - n,
        Tablebase(n) => -50_000 - n,
    }
}

#[test]
fn as_many_lines_as_asked_for() {
    let mut dice = Dice(0x1234_5678_9ABC_DEF1);
    let mut engine = engine();
    for round in 0..80 {
        let game = dice.game(160);
        let legal = game.position().legal_moves().len();
        let multipv = [2, 3, 5, 500][round % 4];
        let mut job = Job::new(game, depth(5));
        job.settings.multipv = multipv;
        let (outcome, infos) = run(&mut engine, &job);
        check_answer(&job, &outcome, &infos);
        check_lines(&job, &infos, multipv.min(legal));
    }
}

#[test]
fn no_more_lines_than_moves_asked_for() {
    let root = chess::Position::startpos();
    let wanted = ["a2a3", "e2e4", "h2h4"].map(|text| root.parse_uci(text).unwrap());
    let mut job = Job::new(Game::new(root), depth(6));
    job.limits.searchmoves = Some(wanted.to_vec());
    job.settings.multipv = 10;
    let (_, infos) = run(&mut engine(), &job);
    check_lines(&job, &infos, 3);
    assert!(infos.iter().all(|info| wanted.contains(&info.pv[0])));
}

#[test]
fn an_aborted_iteration_leaves_complete_lines() {
    let mut job = Job::new(Game::default(), nodes(30_000));
    job.settings.multipv = 4;
    let (outcome, infos) = run(&mut engine(), &job);
    check_answer(&job, &outcome, &infos);
    check_lines(&job, &infos, 4);
}

/// What a line says, without the time it took.
fn content(infos: &[Info]) -> Vec<String> {
    let timeless = |info: &Info| Info { time: Default::default(), ..info.clone() };
    infos.iter().map(|info| format!("{:?}", timeless(info))).collect()
}

/// One thread counts the same nodes and finds the same lines: in two engines,
/// and in one engine after a new game, with the history of the first job gone.
#[test]
fn one_thread_is_exactly_repeatable() {
    let mut dice = Dice(0xFACE_FEED_0BAD_CAFE);
    let games: Vec<Game> = (0..12).map(|_| dice.game(80)).collect();
    let play = |engine: &mut Engine| -> Vec<String> {
        engine.new_game();
        let mut all = Vec::new();
        for game in &games {
            let (outcome, infos) = run(engine, &Job::new(game.clone(), depth(8)));
            all.push(format!("{outcome:?}"));
            all.extend(content(&infos));
        }
        all
    };
    let mut one = engine();
    let first = play(&mut one);
    assert_eq!(first, play(&mut one));
    assert_eq!(first, play(&mut engine()));
}

#[test]
fn several_threads_keep_the_contract() {
    let mut dice = Dice(0xBEEF_0000_1111_2222);
    let mut engine = engine();
    engine.set_threads(3);
    for round in 0..20 {
        let game = dice.game(120);
        let legal = game.position().legal_moves().len();
        let mut job = Job::new(game, depth(7));
        job.settings.multipv = 1 + round % 3;
        let (outcome, infos) = run(&mut engine, &job);
        check_answer(&job, &outcome, &infos);
        check_lines(&job, &infos, job.settings.multipv.min(legal));
    }
    let job = Job::new(Game::default(), nodes(50_000));
    let (outcome, _) = run(&mut engine, &job);
    assert!((50_000..=50_000 + 3 * 256).contains(&outcome.nodes), "{}", outcome.nodes);
}

/// Achilles §5: against an opponent who expects the best move, another one is played that costs
/// little; one that costs too much is not.
#[test]
fn an_unexpected_move_is_the_second_line_if_it_costs_little() {
    let mut dice = Dice(0x7A11_C4A5_E000_0001);
    let (mut changed, mut kept) = (0, 0);
    for _ in 0..60 {
        let mut job = Job::new(dice.game(120), depth(6));
        if job.game.position().legal_moves().len() < 2 {
            continue;
        }
        job.settings.multipv = 2;
        let (_, infos) = run(&mut engine(), &job);
        let [best, second] = [&infos[infos.len() - 2], &infos[infos.len() - 1]];
        job.settings.multipv = 1;
        job.settings.unexpected = Some(30);
        let (outcome, told) = run(&mut engine(), &job);
        check_answer(&job, &outcome, &told);
        assert!(told.iter().all(|info| info.multipv == 1), "one line was asked for");
        let calm = [best, second].iter().all(|info| rank(info).abs() < 40_000);
        let cheap = calm && rank(best) - rank(second) <= 30;
        let expected = if cheap { second } else { best };
        assert_eq!(outcome.best, Some(expected.pv[0]), "{}", job.game.position());
        *if cheap { &mut changed } else { &mut kept } += 1;
    }
    assert!(changed > 5 && kept > 5, "{changed} changed, {kept} kept");
}
