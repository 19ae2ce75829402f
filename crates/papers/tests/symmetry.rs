// SPDX-License-Identifier: GPL-3.0-or-later
//! Symmetry (Axon §2) and range (Axon §1) of every evaluator, on positions from random
//! games.

use crate::common;

use chess::Position;
use common::{random_games, set_ups, white_view};
use eval::{Evaluator, Explains, LIMIT, Placement};
use xanthos_papers::{Evaluation, Visitor};

struct IsSymmetric<'a>(&'a str);

impl Visitor for IsSymmetric<'_> {
    type Out = ();

    fn with<E: Explains>(self, mut evaluator: E) {
        let (mut seen, mut mirrored_ones) = (0, 0);
        random_games(60, |position| {
            let here = white_view(&mut evaluator, position);
            let flipped = white_view(&mut evaluator, &position.flipped());
            assert_eq!(here, -flipped, "{}: colours swapped: {position}", self.0);
            if let Some(mirrored) = position.mirrored() {
                let there = white_view(&mut evaluator, &mirrored);
                assert_eq!(here, there, "{}: files mirrored: {position}", self.0);
                mirrored_ones += 1;
            }
            assert!(here.abs() <= LIMIT, "{}: {position}", self.0);
            seen += 1;
        });
        assert!(
            seen > 4_000 && mirrored_ones > 1_500,
            "{seen} positions, {mirrored_ones} mirrored"
        );
    }
}

#[test]
fn every_evaluator_is_symmetric_in_every_set_up() {
    for &kind in Evaluation::ALL {
        for settings in set_ups() {
            kind.build(&settings, IsSymmetric(&format!("{kind} {settings:?}")));
        }
    }
}

#[test]
fn the_heaviest_board_stays_within_the_limit() {
    let heavy = "6nk/6pp/8/8/8/8/QQQQQQQQ/Q5K1 w - - 0 1";
    let position = Position::from_fen(heavy).expect("nine queens are legal");
    for &kind in Evaluation::ALL {
        let worth = kind.evaluate(&Default::default(), &position);
        // A sigmoid has little to tell between won and won by far.
        let least = if kind == Evaluation::Cnn { 400 } else { 2_000 };
        assert!(worth > least && worth < LIMIT, "{kind}: {worth}");
    }
}

#[test]
fn mop_up_prefers_the_cornered_king() {
    let worth = |fen: &str| Placement.evaluate(&Position::from_fen(fen).expect("a legal position"));
    let cornered = worth("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    let at_large = worth("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    assert!(cornered > at_large + 50, "{cornered} {at_large}");
}
