// SPDX-License-Identifier: GPL-3.0-or-later
//! Elementary mates are brought home inside the fifty-move rule.

use crate::common;

use chess::{Color, Outcome};
use common::*;
use xanthos_search::{AlphaBeta, Job, Limits, Search};

/// Plays `fen` to its end, both sides searching to `plies`.
fn winner(fen: &str, plies: u32) -> Option<Color> {
    winner_of(engine(), fen, &depth(plies))
}

/// The same with the evaluation that knows endings, both sides searching so many nodes.
fn classical_winner(fen: &str, nodes: u64) -> Option<Color> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    winner_of(AlphaBeta::new(eval::Classical::default()), fen, &limits)
}

fn winner_of(mut engine: impl Search, fen: &str, limits: &Limits) -> Option<Color> {
    engine.new_game();
    let mut game = game(fen);
    while game.outcome().is_none() {
        let job = Job::new(game.clone(), limits.clone());
        let (outcome, infos) = run(&mut engine, &job);
        check_answer(&job, &outcome, &infos);
        game.play(outcome.best.expect("the game goes on"));
    }
    match game.outcome() {
        Some(Outcome::Checkmate { winner }) => Some(winner),
        _ => None,
    }
}

#[test]
fn queen_against_king() {
    for fen in [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
        "8/8/8/4K3/8/k7/8/7Q w - - 0 1",
    ] {
        assert_eq!(winner(fen, 6), Some(Color::White), "{fen}");
    }
    assert_eq!(winner("8/8/8/3K4/8/8/8/kq6 w - - 0 1", 6), Some(Color::Black));
}

#[test]
fn rook_against_king() {
    for fen in [
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/8/3k4/8/8/R3K3 w - - 0 1",
        "7R/8/8/4k3/8/8/8/K7 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 b - - 0 1",
    ] {
        assert_eq!(winner(fen, 8), Some(Color::White), "{fen}");
    }
    assert_eq!(winner("8/8/8/3K4/8/8/8/kr6 w - - 0 1", 8), Some(Color::Black));
}

#[test]
fn with_two_rooks_and_with_pawns() {
    assert_eq!(winner("8/8/8/3k4/8/8/8/KRR5 w - - 0 1", 5), Some(Color::White));
    assert_eq!(winner("8/1p6/8/3k4/8/8/1P6/KQ6 w - - 0 1", 6), Some(Color::White));
    assert_eq!(winner("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", 10), Some(Color::White));
}

/// The hardest elementary mate: without tables, by the evaluation's corner alone. In nodes, since what a
/// depth is worth changes with what is pruned.
#[test]
fn bishop_and_knight_against_king() {
    const NODES: u64 = 12_000;
    for fen in [
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "7k/8/8/8/8/8/2B5/KN6 w - - 0 1",
        "k7/8/8/8/8/8/2B5/KN6 w - - 0 1",
        "8/8/4k3/8/8/8/4N3/4KB2 w - - 0 1",
        "7k/8/8/8/8/8/8/BN5K b - - 0 1",
    ] {
        assert_eq!(classical_winner(fen, NODES), Some(Color::White), "{fen}");
    }
    assert_eq!(classical_winner("8/8/8/3K4/8/8/8/kbn5 w - - 0 1", NODES), Some(Color::Black));
}
