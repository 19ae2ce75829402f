// SPDX-License-Identifier: GPL-3.0-or-later
//! Mates are found, exist, and are shown to the end.

use crate::common;

use common::*;
use xanthos_search::{Job, Limits, Score, Search};

/// Positions and the moves to mate.
const MATES: [(&str, i32); 22] = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
    ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1),
    ("8/8/8/8/8/8/R6R/3k1K2 b - - 0 1", -1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2),
    ("1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 1", 2),
    ("2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - - 0 1", 2),
    ("2N2B2/2N1r3/8/3nQ2R/1k6/8/2B5/R3K3 w Q - 0 1", 2), // by castling
    ("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1", 2),
    ("3R4/8/8/2p3K1/2p5/5B2/R1pPNB2/1b1k4 w - - 0 1", 2),
    ("7k/5P1p/6K1/8/8/8/8/8 w - - 0 1", 3),
    ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
    ("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", 3),
    ("r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 1", 4),
    ("5r2/5R2/P7/K7/1p6/1Q6/8/k7 w - - 0 1", 4),
    ("8/8/4P3/3p4/2p3p1/1pP1kPPp/1P5P/R3K2R w KQ - 0 1", 4),
    ("8/1k1K4/8/8/6R1/8/8/8 w - - 0 1", 4),
    ("8/1k6/8/1K5R/8/8/8/8 w - - 0 1", 4),
    ("7N/8/8/p5pp/p2B2kr/P5Np/4P2K/8 w - - 0 1", 4),
    ("4Q2B/8/2p5/6R1/1p3p1p/1p1k1p2/8/1K6 w - - 0 1", 4),
];

/// Asked for a mate, the search takes no risks and finds the shortest.
#[test]
fn a_mate_asked_for_is_found() {
    for (fen, moves) in MATES {
        let limits = Limits { mate: Some(moves.unsigned_abs()), ..depth(9) };
        let (_, info) = think(game(fen), limits);
        assert_eq!(info.score, Score::Mate(moves), "{fen}");
        if (1..=3).contains(&moves) {
            assert!(can_mate(&position(fen), moves as u32), "{fen}");
            assert!(!can_mate(&position(fen), moves as u32 - 1), "{fen}");
        }
    }
}

/// In play, most of them are found in passing.
#[test]
fn mates_are_found_in_play() {
    let mut found = 0;
    for (fen, moves) in MATES {
        let (_, info) = think(game(fen), nodes(300_000));
        if let Score::Mate(n) = info.score {
            assert!(n.abs() >= moves.abs() && n.signum() == moves.signum(), "{fen}: {n}");
            found += 1;
        }
    }
    assert!(found >= MATES.len() - 2, "only {found}");
}

/// Whatever mate is announced in random positions, brute force finds it too.
#[test]
fn an_announced_mate_exists() {
    let mut dice = Dice(0x5DEE_CE66_D1CE_4E5B);
    let (mut seen, mut engine) = (0, engine());
    for _ in 0..600 {
        let job = Job::new(dice.game(150), depth(5));
        engine.new_game();
        let (outcome, infos) = run(&mut engine, &job);
        check_answer(&job, &outcome, &infos);
        let root = job.game.position();
        match infos.last().map(|info| info.score) {
            Some(Score::Mate(n @ 1..=2)) => {
                assert!(can_mate(root, n as u32), "{root}: no mate in {n}");
                seen += 1;
            }
            Some(Score::Mate(n @ -2..=-1)) => {
                let doomed = |&mv| can_mate(&root.after(mv), -n as u32);
                assert!(root.legal_moves().iter().all(doomed), "{root}: not mated in {n}");
                seen += 1;
            }
            _ => {}
        }
    }
    assert!(seen >= 10, "only {seen} mates in random games");
}

#[test]
fn the_shortest_mate_is_kept_while_deepening() {
    for (fen, moves) in MATES.into_iter().filter(|&(_, moves)| moves.abs() == 1) {
        let job = Job::new(game(fen), depth(20));
        let (_, infos) = run(&mut engine(), &job);
        assert_eq!(infos.last().map(|info| info.depth), Some(20));
        assert!(infos.iter().skip(3).all(|info| info.score == Score::Mate(moves)), "{fen}");
    }
}

/// Without a depth to reach, a search ends once there is nothing left to find.
#[test]
fn a_solved_position_is_not_searched_for_ever() {
    let limits = Limits { infinite: true, ..Limits::default() };
    let (outcome, info) = think(game(MATES[0].0), limits);
    assert_eq!(info.score, Score::Mate(1));
    assert!(outcome.nodes < 10_000);
}

#[test]
fn a_mate_for_either_side_ends_go_mate() {
    let mated = "8/8/8/8/8/8/R6R/3k1K2 b - - 0 1";
    let limits = Limits { mate: Some(3), ..Limits::default() };
    assert_eq!(think(game(mated), limits).1.score, Score::Mate(-1));
}
