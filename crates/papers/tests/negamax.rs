// SPDX-License-Identifier: GPL-3.0-or-later
//! The search of the papers against plain minimax, written here once more and
//! without any idea that saves work.

use crate::searching as common;

use chess::{Game, Move, Position};
use common::*;
use eval::{Evaluator, Placement};
use search::{Clock, Control, Event, Job, Limits, Score, Search, Settings};
use std::time::Duration;
use xanthos_papers::bannan::Bannan;
use xanthos_papers::{Features, Horizon, Negamax, Order};

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

const FENS: [&str; 6] = [
    MIDDLEGAME,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
    "k7/2P5/1K6/8/8/8/8/8 w - - 0 1",
    "7k/5Q2/8/8/8/8/8/K7 w - - 98 120",
];

/// What a position is worth, with every move of every node and no window.
struct Minimax {
    horizon: Horizon,
    evaluator: Bannan,
}

const MATE: i32 = 32_000;

impl Minimax {
    fn value(&mut self, line: &mut Game, depth: u32, ply: i32, behind: u32) -> i32 {
        let position = *line.position();
        let moves = position.legal_moves();
        if ply > 0 && (line.repetitions() > 0 || is_drawn(line)) {
            return 0;
        }
        if moves.is_empty() {
            return if position.in_check() { ply - MATE } else { 0 };
        }
        let mut best = -MATE;
        // Axon answers a check wherever it is given.
        let evades = self.horizon == Horizon::CapturesPromotionsChecks && position.in_check();
        if depth == 0 && !evades {
            best = self.evaluator.evaluate(&position);
        }
        for &mv in moves.iter() {
            if depth == 0 && !evades && !self.is_loud(&position, mv, behind) {
                continue;
            }
            line.play(mv);
            let next = if depth == 0 { behind + 1 } else { 0 };
            best = best.max(-self.value(line, depth.saturating_sub(1), ply + 1, next));
            line.undo();
        }
        best
    }

    fn is_loud(&self, position: &Position, mv: Move, behind: u32) -> bool {
        match self.horizon {
            Horizon::Evaluated => false,
            Horizon::Captures => mv.is_capture(),
            Horizon::CapturesPromotionsChecks => {
                mv.is_capture() || mv.is_promotion() || behind == 0 && position.after(mv).in_check()
            }
        }
    }
}

fn is_drawn(line: &Game) -> bool {
    let position = line.position();
    position.is_fifty_moves() || position.is_insufficient_material()
}

fn cp(score: Score) -> i32 {
    match score {
        Score::Cp(n) => n,
        Score::Mate(n) if n > 0 => MATE - (2 * n - 1),
        Score::Mate(n) => -MATE - 2 * n,
        Score::Tablebase(n) => panic!("{n} from a table that is not there"),
    }
}

/// Every combination of ideas.
fn all_ideas(horizon: Horizon) -> Vec<Features> {
    let mut all = Vec::new();
    for alpha_beta in [false, true] {
        for narrow_root in [false, true] {
            for order in [Order::AsTheyCome, Order::CapturesAndChecksFirst, Order::VictimsFirst] {
                let ideas = Features { alpha_beta, narrow_root, order, horizon, ..Features::PLAIN };
                all.push(ideas);
            }
        }
    }
    all
}

/// Every combination of ideas against minimax, at depths up to `deepest`.
fn compare(fen: &str, horizon: Horizon, deepest: u32) {
    for plies in 1..=deepest {
        let mut oracle = Minimax { horizon, evaluator: Bannan::default() };
        let wanted = oracle.value(&mut game(fen), plies, 0, 0);
        let mut nodes = [0, 0];
        for ideas in all_ideas(horizon) {
            let mut search = Negamax::new(Bannan::default(), ideas);
            let job = Job::new(game(fen), depth(plies));
            let (outcome, infos) = run(&mut search, &job);
            check_answer(&job, &outcome, &infos);
            let last = infos.last().unwrap();
            assert_eq!(cp(last.score), wanted, "{fen}, depth {plies}, {ideas}");
            let most = &mut nodes[usize::from(ideas.alpha_beta)];
            *most = outcome.nodes.max(*most);
        }
        assert!(nodes[1] <= nodes[0], "pruning costs nodes: {fen}, {nodes:?}");
    }
}

#[test]
fn every_combination_of_ideas_gives_the_value_of_minimax() {
    for (fen, deepest) in FENS.iter().zip([2, 2, 3, 3, 3, 3]) {
        compare(fen, Horizon::Evaluated, deepest);
    }
    // Without pruning every exchange is played out in every order: few pieces only.
    for fen in &FENS[2..] {
        compare(fen, Horizon::Captures, 2);
        compare(fen, Horizon::CapturesPromotionsChecks, 2);
    }
}

#[test]
fn values_are_those_of_minimax_in_random_games() {
    let mut dice = Dice(0xD0C);
    let mut compared = 0;
    while compared < 12 {
        let game = dice.game(300);
        if game.position().occupied().count() <= 12 {
            compare(&game.position().fen(), Horizon::Captures, 2);
            compared += 1;
        }
    }
}

#[test]
fn threads_that_share_the_root_find_the_same_value() {
    let ideas = Features { split_root: true, ..Features::PLAIN };
    for fen in FENS {
        let job = Job::new(game(fen), depth(3));
        let mut alone = Negamax::new(Placement, ideas);
        let mut shared = Negamax::new(Placement, ideas);
        shared.set_threads(3);
        let (_, one) = run(&mut alone, &job);
        let (outcome, three) = run(&mut shared, &job);
        check_answer(&job, &outcome, &three);
        assert_eq!(one.last().unwrap().score, three.last().unwrap().score, "{fen}");
    }
}

#[test]
fn limits_are_kept() {
    let ideas = Features { horizon: Horizon::Captures, ..Features::PLAIN };
    let search = || Negamax::new(Placement, ideas);
    for limit in [0, 1, 2, 31, 32, 33, 1_000, 4_321] {
        let job = Job::new(game(MIDDLEGAME), nodes(limit));
        let (outcome, infos) = run(&mut search(), &job);
        check_answer(&job, &outcome, &infos);
        assert_eq!(outcome.nodes, limit);
        assert!(outcome.best.is_some());
    }
    for plies in 1..=2 {
        let job = Job::new(game(MIDDLEGAME), depth(plies));
        assert_eq!(run(&mut search(), &job).1.last().unwrap().depth, plies);
    }
    let ms = Duration::from_millis;
    let clock = Clock { time: [Some(ms(30)); 2], ..Clock::default() };
    for limits in [
        Limits { movetime: Some(ms(5)), ..Limits::default() },
        Limits { movetime: Some(ms(0)), ..Limits::default() },
        Limits { clock, ..Limits::default() },
    ] {
        let job = Job::new(game(MIDDLEGAME), limits);
        let (outcome, infos) = run(&mut search(), &job);
        check_answer(&job, &outcome, &infos);
        assert!(outcome.best.is_some());
    }
    let deep = Features { deepest: Some(2), ..ideas };
    let job = Job::new(game(MIDDLEGAME), Limits { infinite: true, ..Limits::default() });
    let (_, infos) = run(&mut Negamax::new(Placement, deep), &job);
    assert_eq!(infos.last().unwrap().depth, 2);
}

#[test]
fn a_stop_ends_it_and_a_ponder_search_waits_for_the_hit() {
    let mut search = Negamax::new(Placement, Features::PLAIN);
    let job = Job::new(game(MIDDLEGAME), Limits { infinite: true, ..Limits::default() });
    let control = Control::default();
    let outcome = search.think(&job, &control, &mut |event| {
        if matches!(event, Event::Depth(depth) if depth.best().depth == 2) {
            control.stop();
        }
    });
    assert!(outcome.best.is_some());

    let clock = Clock { time: [Some(Duration::from_millis(1)); 2], ..Clock::default() };
    let job = Job::new(game(MIDDLEGAME), Limits { ponder: true, clock, ..Limits::default() });
    let control = Control::new(true);
    let mut deepest = 0;
    search.think(&job, &control, &mut |event| {
        if let Event::Depth(depth) = event {
            deepest = depth.best().depth;
            if deepest == 3 {
                control.ponderhit();
            }
        }
    });
    assert_eq!(deepest, 3, "the clock stands still until the hit, and is over then");
}

#[test]
fn several_lines_are_the_best_ones_in_order() {
    let settings = Settings { multipv: 4, ..Settings::default() };
    let job = Job { settings, ..Job::new(game(MIDDLEGAME), depth(2)) };
    let (outcome, infos) = run(&mut Negamax::new(Placement, Features::PLAIN), &job);
    check_answer(&job, &outcome, &infos);
    let last: Vec<_> = infos.iter().rev().take(4).rev().collect();
    assert_eq!(last.iter().map(|info| info.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.windows(2).all(|pair| cp(pair[0].score) >= cp(pair[1].score)));
    // Two lines compared are two lines searched, but one is shown.
    let ideas = Features { lines: 2, ..Features::PLAIN };
    let job = Job::new(game(MIDDLEGAME), depth(2));
    let (_, infos) = run(&mut Negamax::new(Placement, ideas), &job);
    assert!(infos.iter().all(|info| info.multipv == 1));
}

#[test]
fn a_won_game_is_not_repeated_and_stalemate_is_no_win() {
    // The queen's moves that stalemate are worth nothing, whatever the document's did.
    let job = Job::new(game("7k/8/6Q1/8/8/8/8/K7 w - - 0 1"), depth(3));
    let (outcome, infos) = run(&mut Negamax::new(Placement, Features::PLAIN), &job);
    assert!(cp(infos.last().unwrap().score) > 500);
    assert!(!job.game.position().after(outcome.best.unwrap()).is_stalemate());
    let shuffled =
        game_with("6k1/8/8/8/8/8/R7/K7 w - - 0 1", "a2b2 g8h8 b2a2 h8g8 a2b2 g8h8 b2a2 h8g8");
    let job = Job::new(shuffled, depth(2));
    let (outcome, infos) = run(&mut Negamax::new(Placement, Features::PLAIN), &job);
    assert!(cp(infos.last().unwrap().score) > 300);
    assert_ne!(outcome.best, job.game.position().parse_uci("a2b2").ok());
}

#[test]
fn an_evaluator_can_follow_the_path_and_charge_repeated_moves() {
    #[derive(Clone, Default)]
    struct Charges(Vec<Move>);
    impl Evaluator for Charges {
        fn evaluate(&mut self, _: &Position) -> i32 {
            let Some((last, earlier)) = self.0.split_last() else { return 0 };
            let repeated = earlier.iter().rev().skip(1).step_by(2).filter(|mv| *mv == last);
            100 * repeated.count() as i32
        }
        fn push(&mut self, _: &Position, mv: Move, _: &Position) {
            self.0.push(mv);
        }
        fn pop(&mut self) {
            self.0.pop();
        }
    }
    // White has only Kb1 and back; Black has pawn moves, so nothing is repeated.
    let shut_in = "7k/7p/8/6b1/8/p1p5/P1P5/K7 w - - 0 1";
    for (plies, wanted) in [(3, 0), (4, 0), (5, -100)] {
        let job = Job::new(game(shut_in), depth(plies));
        let (_, infos) = run(&mut Negamax::new(Charges::default(), Features::PLAIN), &job);
        assert_eq!(infos.last().unwrap().score, Score::Cp(wanted), "depth {plies}");
    }
}
