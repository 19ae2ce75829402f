// SPDX-License-Identifier: GPL-3.0-or-later
//! What the evaluation claims to know about endings, held against the tables.

use crate::common;

use std::collections::HashMap;

use chess::{Color, Piece, Position, Square};
use common::*;
use eval::{Classical, Evaluator, is_drawn_by_table};
use search::Wdl;
use syzygy::Tables;

/// How far positions of an ending that are calm agree with the evaluation.
#[derive(Default)]
struct Agreement {
    positions: u64,
    /// Called drawn by Table II, or worth exactly nothing.
    called_drawn: u64,
    /// … and not drawn.
    wrong: u64,
    /// Scores for the side before the `v`, by how the game really ends for it.
    scores: HashMap<i32, Vec<i32>>,
}

impl Agreement {
    fn median(&mut self, result: i32) -> Option<i32> {
        let scores = self.scores.get_mut(&result)?;
        scores.sort_unstable();
        scores.get(scores.len() / 2).copied()
    }

    /// The share of positions with this result whose score `fits`.
    fn share(&self, result: i32, fits: impl Fn(i32) -> bool) -> f64 {
        let scores = &self.scores[&result];
        scores.iter().filter(|&&score| fits(score)).count() as f64 / scores.len() as f64
    }
}

/// The result for the side before the `v`, which here is White.
fn result(tables: &Tables, position: &Position) -> i32 {
    let result = tables.probe_wdl(position).unwrap().result(true);
    if position.turn() == Color::White { result } else { -result }
}

/// Table II of Axon §2.B against the tables: every position of an ending if there is time for it, or
/// a sample.
fn table_two(tables: &Tables, name: &str) -> Agreement {
    let mut agreement = Agreement::default();
    let mut judge = |position: Position| {
        agreement.positions += 1;
        if is_drawn_by_table(&position) {
            agreement.called_drawn += 1;
            agreement.wrong += u64::from(tables.probe_wdl(&position) != Ok(Wdl::Draw));
        }
    };
    if slow() || name.len() == 4 {
        every_position(name, judge);
    } else {
        let mut dice = Dice(53);
        (0..30_000).for_each(|_| judge(dice.position(name)));
    }
    agreement
}

/// The classical evaluation of random positions without check in which nothing
/// can be taken: what it says of others is for the search to find out.
fn judged(tables: &Tables, name: &str) -> Agreement {
    let mut agreement = Agreement::default();
    let mut dice = Dice(9_001);
    let mut classical = Classical::default();
    while agreement.positions < 3_000 {
        let position = dice.placed(name, false);
        let calm = !position.in_check()
            && position.has_legal_move()
            && position.legal_moves().iter().all(|mv| mv.is_quiet());
        if !calm {
            continue;
        }
        let result = result(tables, &position);
        let score = classical.evaluate(&position);
        let score = if position.turn() == Color::White { score } else { -score };
        agreement.positions += 1;
        agreement.called_drawn += u64::from(score == 0);
        agreement.wrong += u64::from(score == 0 && result != 0);
        agreement.scores.entry(result).or_default().push(score);
    }
    agreement
}

#[test]
fn kings_and_pawn_exactly() {
    let tables = own();
    let mut classical = Classical::default();
    let mut positions = 0;
    every_position("KPvK", |position| {
        if position.in_check() || !position.has_legal_move() {
            return;
        }
        positions += 1;
        let drawn = tables.probe_wdl(&position) == Ok(Wdl::Draw);
        assert_eq!(classical.evaluate(&position) == 0, drawn, "{position:?}");
    });
    assert!(positions > 140_000, "{positions}");
}

#[test]
fn a_lone_queen_or_rook_is_a_win() {
    let tables = own();
    let mut classical = Classical::default();
    for name in ["KQvK", "KRvK"] {
        every_position(name, |position| {
            let wdl = tables.probe_wdl(&position).unwrap();
            let score = classical.evaluate(&position);
            if wdl != Wdl::Draw && !position.in_check() {
                assert!(score.abs() > 300, "{position:?}: {score}");
                assert_eq!(score > 0, wdl == Wdl::Win, "{position:?}: {score}");
            }
        });
    }
}

/// Rook pawns, alone or with a bishop of the wrong colour, and the king in their
/// corner: every position.
#[test]
fn fortresses_are_draws() {
    let Some(tables) = shared() else { return };
    let mut classical = Classical::default();
    let corner = Square::new(0, 7);
    for (name, least) in [("KPPvK", 5_000), ("KBPvK", 65_000)] {
        let set = pieces(name);
        let pawn = set[2];
        let on_the_edge = |piece: Piece, square: &Square| piece != pawn || square.file() == 0;
        let mut known = 0;
        for strong in squares() {
            for second in squares().filter(|square| on_the_edge(set[1], square)) {
                for third in squares().filter(|square| on_the_edge(set[2], square)) {
                    for weak in squares().filter(|square| square.distance(corner) <= 1) {
                        for turn in Color::ALL {
                            let at = [strong, second, third, weak];
                            let calm = |position: &Position| !position.in_check();
                            let position = placed(&set, &at, turn).filter(calm);
                            let Some(position) = position else { continue };
                            if classical.evaluate(&position) == 0 {
                                known += 1;
                                assert_eq!(result(&tables, &position), 0, "{position:?}");
                            }
                        }
                    }
                }
            }
        }
        assert!(known > least, "{name}: {known}");
    }
}

#[test]
fn table_two_against_every_position() {
    let tables = own();
    for name in ["KBvK", "KNvK"] {
        let agreement = table_two(&tables, name);
        assert_eq!((agreement.called_drawn, agreement.wrong), (agreement.positions, 0), "{name}");
    }
    let Some(tables) = shared() else { return };
    for name in ["KNvKN", "KBvKN", "KBvKB", "KNNvK"] {
        let Agreement { positions, called_drawn, wrong, .. } = table_two(&tables, name);
        println!("{name}: {positions} positions, {called_drawn} called drawn, {wrong} of them not");
        // A king in the corner with its own piece in the way can be mated.
        assert!(wrong * 2_000 < called_drawn, "{name}: {wrong} of {called_drawn}");
    }
}

#[test]
fn other_endings_by_sample() {
    let Some(tables) = shared() else { return };
    let look = |name: &str| {
        let mut agreement = judged(&tables, name);
        let counts = [1, 0, -1].map(|result| agreement.scores.get(&result).map_or(0, Vec::len));
        let medians = [1, 0, -1].map(|result| agreement.median(result));
        let told =
            |index: usize| medians[index].map_or("–".to_owned(), |score| score.to_string());
        println!(
            "{name}: won {} ({}), drawn {} ({}), lost {} ({}); {} worth nothing, {} of them not drawn",
            counts[0],
            told(0),
            counts[1],
            told(1),
            counts[2],
            told(2),
            agreement.called_drawn,
            agreement.wrong
        );
        agreement
    };
    // A bare king is lost, or the draw is known for certain; a sum of nothing by
    // chance is rare.
    for name in ["KBPvK", "KNPvK", "KPPvK", "KBNvK", "KBBvK"] {
        let agreement = look(name);
        assert!(agreement.wrong <= 2, "{name}");
        assert!(
            agreement.share(1, |score| score > 100) > 0.995,
            "{name}: a win that looks like none"
        );
    }
    // A pawn against a heavy piece: wins are wins, draws are close to nothing.
    let rook = look("KRvKP");
    assert!(rook.share(1, |score| score > 100) > 0.9);
    assert!(rook.share(0, |score| score.abs() < 200) > 0.9);
    let queen = look("KQvKP");
    assert!(queen.share(1, |score| score > 300) > 0.99);
    assert!(look("KQvKR").share(1, |score| score > 100) > 0.95);
    // Drawn in general.
    for name in ["KRvKB", "KRvKN", "KRvKR", "KQvKQ", "KBvKP", "KNvKP"] {
        assert!(look(name).share(0, |score| score.abs() < 200) > 0.95, "{name}");
    }
    let pawns = look("KPvKP");
    assert!(pawns.share(1, |score| score > 0) > 0.8 && pawns.share(-1, |score| score < 0) > 0.8);
}
