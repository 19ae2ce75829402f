// SPDX-License-Identifier: GPL-3.0-or-later
//! Which move is played.

use chess::Position;
use xanthos_formats::book::{Candidate, Choice};

fn candidate(san: &str, weight: u64, games: u32, score: Option<f64>) -> Candidate {
    let mv = Position::startpos().parse_san(san).expect("a move");
    Candidate { mv, weight, learn: weight as u32, games, score }
}

/// How often each of the candidates is chosen out of `times`, with numbers that are spread evenly.
fn shares(choice: &Choice, candidates: &[Candidate], times: u32) -> Vec<u32> {
    let mut counts = vec![0; candidates.len()];
    let mut state = 0.0f64;
    // Multiples of the golden section fill the interval evenly, pairs of them the square.
    let mut random = move || {
        state = (state + 0.618_033_988_749_895).fract();
        state
    };
    let mut other = 0.0f64;
    for _ in 0..times {
        other = (other + 0.414_213_562_373_095).fract();
        let mut first = Some(other);
        if let Some(index) = choice.choose(candidates, || first.take().unwrap_or_else(&mut random))
        {
            counts[index] += 1;
        }
    }
    counts
}

#[test]
fn by_weight_means_in_proportion() {
    let moves =
        [candidate("e4", 70, 0, None), candidate("d4", 25, 0, None), candidate("a3", 5, 0, None)];
    let counts = shares(&Choice::default(), &moves, 10_000);
    for (count, weight) in counts.iter().zip([7_000i32, 2_500, 500]) {
        assert!((*count as i32 - weight).abs() < 150, "{counts:?}");
    }
}

#[test]
fn the_best_is_the_best_by_score_that_can_be_trusted() {
    let moves = [
        candidate("e4", 80_000, 80_000, Some(0.54)),
        candidate("d4", 70_000, 70_000, Some(0.55)),
        candidate("a3", 3, 3, Some(1.0)),
        candidate("h4", 200, 200, Some(0.57)),
    ];
    let best = Choice { variety: 0, ..Choice::default() };
    assert_eq!(shares(&best, &moves, 100), [0, 100, 0, 0]);
}

#[test]
fn without_results_the_heaviest_is_the_best_and_of_equals_the_first() {
    let best = Choice { variety: 0, ..Choice::default() };
    let moves =
        [candidate("e4", 9, 0, None), candidate("d4", 9, 0, None), candidate("a3", 2, 0, None)];
    assert_eq!(shares(&best, &moves, 100), [100, 0, 0]);
}

#[test]
fn variety_lies_between() {
    let moves = [candidate("e4", 50, 100, Some(0.5)), candidate("d4", 50, 100, Some(0.6))];
    let counts = shares(&Choice { variety: 50, ..Choice::default() }, &moves, 10_000);
    assert!((2_200..2_800).contains(&counts[0]), "{counts:?}");
}

#[test]
fn thresholds_leave_moves_out() {
    let moves =
        [candidate("e4", 90, 0, None), candidate("d4", 9, 0, None), candidate("a3", 1, 0, None)];
    for choice in [
        Choice { min_weight: 5, ..Choice::default() },
        Choice { min_learn: 5, ..Choice::default() },
        Choice { min_share: 0.05, ..Choice::default() },
    ] {
        let counts = shares(&choice, &moves, 1_000);
        assert!(counts[0] > 0 && counts[1] > 0 && counts[2] == 0, "{choice:?}: {counts:?}");
    }
    let none = Choice { min_weight: 100, ..Choice::default() };
    assert_eq!(none.choose(&moves, || 0.5), None);
    let nothing = [candidate("e4", 0, 0, None)];
    assert_eq!(Choice::default().choose(&nothing, || 0.5), None, "a weight of 0 is never played");
}
