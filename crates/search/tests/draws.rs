// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws are worth exactly nothing, are found by the losing side and avoided by
//! the winning one (COMP4121 §7).

use crate::common;

use common::*;
use xanthos_search::{Job, Score};

const ROOK_AGAINST_KING: &str = "k7/8/8/8/8/8/8/K6R w - - 0 1";

#[test]
fn the_losing_side_repeats() {
    let game = game_with(ROOK_AGAINST_KING, "h1h2 a8b8 h2h1 b8a8 h1h2 a8b8 h2h1");
    let position = *game.position();
    let (outcome, info) = think(game, depth(6));
    assert_eq!(position.san(outcome.best.unwrap()), "Ka8");
    assert_eq!(info.score, Score::Cp(0));
    assert_eq!(info.pv.len(), 1, "the game is over after it");
}

#[test]
fn the_winning_side_does_not_repeat() {
    let game = game_with(ROOK_AGAINST_KING, "h1h2 a8b8 h2h1 b8a8 h1h2 a8b8");
    let position = *game.position();
    for plies in 1..=8 {
        let (outcome, info) = think(game.clone(), depth(plies));
        if plies > 1 {
            assert_ne!(position.san(outcome.best.unwrap()), "Rh1", "depth {plies}");
        }
        assert!(matches!(info.score, Score::Cp(300..) | Score::Mate(1..)), "{}", info.score);
    }
}

#[test]
fn a_perpetual_check_saves_the_losing_side() {
    // A rook down, with mate to come: the queen checks on e8 and h5 for ever.
    let (_, info) = think(game("6k1/6p1/8/7Q/8/2q5/1r4PP/7K w - - 0 1"), depth(8));
    assert_eq!(info.score, Score::Cp(0));
}

#[test]
fn a_stalemate_saves_the_losing_side() {
    // The queen gives itself up with check: taking it is stalemate.
    let (_, info) = think(game("7k/8/6Q1/4q3/8/7p/7p/7K w - - 0 1"), depth(8));
    assert_eq!(info.score, Score::Cp(0));
}

#[test]
fn the_winning_side_does_not_stalemate() {
    // Qe6 would end the game without a capture ever made by it.
    let loyd = "2Q2bnr/4p1pq/5pkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR w KQ - 1 10";
    let qe6 = position(loyd).parse_san("Qe6").unwrap();
    assert!(position(loyd).after(qe6).is_stalemate());
    for plies in 1..=7 {
        assert_ne!(best(loyd, depth(plies)), "Qe6");
    }
    for fen in [
        "k7/2Q5/8/8/8/8/8/1K6 w - - 0 1",
        "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
        "8/8/8/8/8/5K2/4Q3/7k w - - 0 1",
    ] {
        let (outcome, info) = think(game(fen), depth(5));
        assert!(!position(fen).after(outcome.best.unwrap()).is_stalemate(), "{fen}");
        assert_ne!(info.score, Score::Cp(0), "{fen}");
    }
}

#[test]
fn fifty_moves_are_a_draw_but_mate_comes_first() {
    // Kb6, Kb8, Rh8 mate: three half-moves.
    let with_clock = |clock: u32| format!("k7/8/2K5/8/8/8/8/7R w - - {clock} 90");
    for clock in [0, 50, 96, 97] {
        let (_, info) = think(game(&with_clock(clock)), depth(8));
        assert_eq!(info.score, Score::Mate(2), "clock {clock}");
    }
    for clock in [98, 99] {
        let (outcome, info) = think(game(&with_clock(clock)), depth(8));
        assert_eq!(info.score, Score::Cp(0), "clock {clock}");
        assert!(outcome.best.is_some());
    }
    let (_, info) = think(game("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 90"), depth(4));
    assert_eq!(info.score, Score::Mate(1));
}

/// The same table serves positions of every age; none may believe a mate that
/// the clock forbids.
#[test]
fn an_older_position_does_not_inherit_a_mate() {
    let mut engine = engine();
    for clock in [0, 90, 97, 98, 99, 50, 98] {
        let fen = format!("k7/8/2K5/8/8/8/8/7R w - - {clock} 90");
        let job = Job::new(game(&fen), depth(9));
        let (outcome, infos) = run(&mut engine, &job);
        check_answer(&job, &outcome, &infos);
        let wanted = if clock < 98 { Score::Mate(2) } else { Score::Cp(0) };
        assert_eq!(infos.last().unwrap().score, wanted, "clock {clock}");
    }
}

/// A pawn move gives the winning side another fifty.
#[test]
fn a_pawn_move_in_time_keeps_the_win() {
    let (outcome, info) = think(game("8/8/8/4k3/8/8/P7/KQ6 w - - 99 90"), depth(6));
    assert_eq!(outcome.best.unwrap().from(), chess::Square::A2);
    assert!(matches!(info.score, Score::Cp(500..) | Score::Mate(1..)), "{}", info.score);
}

#[test]
fn too_little_material_is_a_draw() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/5B2 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/5n2 w - - 0 1",
        "8/8/4k3/8/8/3K1n2/8/8 w - - 0 1",
    ] {
        let (outcome, info) = think(game(fen), depth(6));
        assert_eq!(info.score, Score::Cp(0), "{fen}");
        assert!(outcome.best.is_some());
    }
}
