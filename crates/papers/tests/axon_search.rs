// SPDX-License-Identifier: GPL-3.0-or-later
//! Axon where it matters, in its search: Table II in the tree, Fig. 2, quiescence.

use crate::searching::*;

use chess::Color;
use search::{AlphaBeta, Job, Score, Search};
use xanthos_papers::axon::Axon;
use xanthos_papers::{Persona, Settings};

fn search(persona: &str) -> Box<dyn Search> {
    persona.parse::<Persona>().unwrap().search(&Settings::default())
}

/// What the persona says after a search of `plies`, and the share of quiescence.
fn told(persona: &str, game: chess::Game, plies: u32) -> (Score, f64) {
    let job = Job::new(game, depth(plies));
    let mut score = None;
    let outcome = search(persona).think(&job, &search::Control::default(), &mut |event| {
        if let search::Event::Depth(depth) = event {
            score = Some(depth.best().score);
        }
    });
    (score.expect("a depth"), outcome.qnodes as f64 / outcome.nodes as f64)
}

/// Positions of every row of Table II, some of them with checks to give.
const TABLE_TWO: [&str; 14] = [
    "k7/8/8/3K4/8/8/8/8 w - - 0 1",
    "k7/8/8/3KN3/8/8/8/8 w - - 0 1",
    "k7/1n6/8/3KN3/8/8/8/8 w - - 0 1",
    "k7/2b5/8/3KN3/8/8/8/8 w - - 0 1",
    "k7/2nn4/8/3KN3/8/8/8/8 w - - 0 1",
    "k7/8/8/3KB3/8/8/8/8 w - - 0 1",
    "k7/2n5/8/3KB3/8/8/8/8 w - - 0 1",
    "k7/2b5/8/4KB2/8/8/8/8 w - - 0 1",
    "k7/2nn4/8/3K1B2/8/8/8/8 w - - 0 1",
    "k7/8/3NN3/8/8/8/8/7K w - - 0 1",
    "4k3/8/3N4/3N4/8/8/8/K7 b - - 0 1",
    "3k4/8/3N1n2/3N4/8/8/8/K7 w - - 0 1",
    "3k4/8/3N1b2/3N4/8/8/8/K7 w - - 0 1",
    "3k4/8/3N1n2/3N1n2/8/8/8/K7 w - - 0 1",
];

#[test]
fn table_two_is_worth_nothing_wherever_it_appears() {
    for persona in ["axon", "achilles"] {
        for fen in TABLE_TWO {
            for position in [position(fen), position(fen).flipped()] {
                for plies in 1..=4 {
                    let (score, _) = told(persona, chess::Game::new(position), plies);
                    assert_eq!(score, Score::Cp(0), "{persona}: {position}, depth {plies}");
                }
            }
        }
    }
}

/// Two knights are a draw, and with a pawn to catch they are not; nor is any trade into the
/// table worth material.
#[test]
fn trades_into_table_two_are_seen_as_draws() {
    // Black takes the last pawn: two knights are left.
    let (score, _) = told("axon", game("8/8/4NN2/8/8/3k4/3P4/7K b - - 0 1"), 3);
    assert_eq!(score, Score::Cp(0));
    let (score, _) = told("axon", game("8/8/4NN2/8/8/8/k2P4/7K w - - 0 1"), 3);
    assert!(matches!(score, Score::Cp(700..)), "{score:?}");
}

/// A mate with four pieces is a mate: the table does not hide it.
#[test]
fn a_side_in_check_is_not_a_table_draw() {
    // Nc7 is mate: the other knight has b8, the king a7 and b7.
    let fen = "k7/8/1KN5/3N4/8/8/8/8 w - - 0 1";
    let (score, _) = told("axon", game(fen), 1);
    assert_eq!(score, Score::Mate(1), "{fen}");
}

/// Fig. 2: two connected passed pawns on the sixth rank beat a rook when the king is far.
/// White wins by more than four pawns, as the paper says, and it takes more than nine
/// half-moves to see.
#[test]
fn fig_2_is_won_for_white() {
    let fig_2 = game("8/8/PP6/6k1/8/8/6K1/2r5 b - - 0 1");
    assert_eq!(fig_2.position().turn(), Color::Black);
    let job = Job::new(fig_2.clone(), depth(16));
    let (outcome, infos) = run(&mut AlphaBeta::new(Axon::default()), &job);
    check_answer(&job, &outcome, &infos);
    let last = infos.last().expect("a line");
    assert!(matches!(last.score, Score::Cp(..=-400) | Score::Mate(..0)), "{:?}", last.score);
    assert!(last.depth > 9 && last.pv.len() > 9, "{last:?}");
    // The persona's own search agrees from its static credit on.
    for plies in 1..=5 {
        let (score, _) = told("axon", fig_2.clone(), plies);
        assert!(matches!(score, Score::Cp(..=-200)), "{score:?} at {plies}");
    }
    // With the king near the pawns are stopped.
    let near = Job::new(game("8/1k6/PP6/8/8/8/6K1/2r5 b - - 0 1"), depth(12));
    let (_, infos) = run(&mut AlphaBeta::new(Axon::default()), &near);
    let last = infos.last().expect("a line");
    assert!(matches!(last.score, Score::Cp(200..) | Score::Mate(1..)), "{:?}", last.score);
}

/// The paper: 90 to 10 in tactical positions, 50 to 50 in calm ones.
#[test]
fn quiescence_takes_nine_tenths_of_sharp_positions_and_half_of_calm_ones() {
    let share = |fens: &[&str]| {
        let shares = fens.iter().map(|fen| told("axon", game(fen), 4).1);
        shares.sum::<f64>() / fens.len() as f64
    };
    let sharp = share(&[
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    ]);
    assert!((0.80..0.95).contains(&sharp), "{sharp}");
    let calm = share(&[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
    ]);
    assert!((0.40..0.60).contains(&calm), "{calm}");
}

/// Captures come by victim and are bounded, so that a sharp position is searched to a
/// depth that says something.
#[test]
fn a_sharp_position_is_searched_deeper_than_a_ply() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let job = Job::new(game(kiwipete), nodes(1_000_000));
    let mut deepest = 0;
    search("axon").think(&job, &search::Control::default(), &mut |event| {
        if let search::Event::Depth(depth) = event {
            deepest = depth.best().depth;
        }
    });
    assert!(deepest >= 4, "{deepest}");
}
