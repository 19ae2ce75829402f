// SPDX-License-Identifier: GPL-3.0-or-later
//! The statistics keep their promises on games with a known truth.
//!
//! Every test draws results from a distribution it knows, with a fixed seed,
//! and compares how often the conclusion is wrong with how often it may be.
//! Tolerances are three standard deviations of the measured frequency.

use arena::options::{SprtConfig, SprtModel};
use arena::stats::{
    Ending, Estimate, GameResult, Outcomes, Pentanomial, Played, Sprt, SprtDecision, Tally, Wdl,
    elo_of_score, ratings, score_of_elo,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

struct Random(SplitMix64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0.random()
    }

    fn pick(&mut self, probabilities: &[f64]) -> usize {
        let mut x = self.uniform();
        for (i, p) in probabilities.iter().enumerate() {
            x -= p;
            if x < 0.0 {
                return i;
            }
        }
        probabilities.len() - 1
    }
}

fn mean_and_deviation(p: &[f64]) -> (f64, f64) {
    let last = (p.len() - 1) as f64;
    let mean: f64 = p.iter().enumerate().map(|(i, p)| p * i as f64 / last).sum();
    let variance: f64 =
        p.iter().enumerate().map(|(i, p)| p * (i as f64 / last - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// A distribution of pairs like `base`, tilted exponentially until `target`
/// says it is right.
fn tilted(base: [f64; 5], measure: impl Fn(&[f64]) -> f64, target: f64) -> [f64; 5] {
    let at = |lambda: f64| {
        let mut p = base;
        p.iter_mut().enumerate().for_each(|(i, p)| *p *= (lambda * i as f64).exp());
        let sum: f64 = p.iter().sum();
        p.map(|x| x / sum)
    };
    let (mut low, mut high) = (-5.0, 5.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if measure(&at(middle)) < target { low = middle } else { high = middle }
    }
    at(low)
}

fn nelo(p: &[f64]) -> f64 {
    let (mean, deviation) = mean_and_deviation(p);
    (mean - 0.5) / (2f64.sqrt() * deviation) * 800.0 / std::f64::consts::LN_10
}

/// Balanced openings with many draws.
const DRAWISH: [f64; 5] = [0.01, 0.14, 0.70, 0.14, 0.01];
/// Openings that favour one side: a win each is common.
const SHARP: [f64; 5] = [0.05, 0.25, 0.40, 0.25, 0.05];

/// Share of tests that accept H1, and pairs per test.
fn accepted(sprt: &Sprt, truth: &[f64; 5], runs: u32, seed: u64) -> (f64, f64) {
    let mut random = Random(SplitMix64::seed_from_u64(seed));
    let (mut wins, mut pairs) = (0, 0u64);
    for _ in 0..runs {
        let mut seen = Pentanomial::default();
        loop {
            seen.counts[random.pick(truth)] += 1;
            pairs += 1;
            match sprt.decision(sprt.llr(&Outcomes::pairs(&seen))) {
                SprtDecision::Continue => {}
                SprtDecision::H0 => break,
                SprtDecision::H1 => {
                    wins += 1;
                    break;
                }
            }
        }
    }
    (f64::from(wins) / f64::from(runs), pairs as f64 / f64::from(runs))
}

/// The rates of error at the bounds themselves. Wald's bounds ignore that the
/// ratio jumps past them, so the true rates lie somewhat below the nominal.
fn errs_as_often_as_it_says(base: [f64; 5], model: SprtModel, alpha: f64, beta: f64) {
    const RUNS: u32 = 2000;
    let (elo0, elo1) = (0.0, 40.0);
    let sprt = Sprt::new(SprtConfig { elo0, elo1, alpha, beta, model });
    let at = |elo: f64| match model {
        SprtModel::Normalized => tilted(base, nelo, elo),
        _ => tilted(base, |p| elo_of_score(mean_and_deviation(p).0), elo),
    };
    let (false_positives, pairs0) = accepted(&sprt, &at(elo0), RUNS, 1);
    let (true_positives, pairs1) = accepted(&sprt, &at(elo1), RUNS, 2);
    let false_negatives = 1.0 - true_positives;
    println!(
        "{model:?}: false positives {false_positives:.4} of {alpha}, false negatives \
         {false_negatives:.4} of {beta}, pairs {pairs0:.0} and {pairs1:.0}"
    );
    for (found, nominal) in [(false_positives, alpha), (false_negatives, beta)] {
        let sigma = (nominal * (1.0 - nominal) / f64::from(RUNS)).sqrt();
        assert!(found < nominal + 3.0 * sigma, "{found} exceeds {nominal}");
        assert!(found > 0.55 * nominal - 3.0 * sigma, "{found} is far below {nominal}");
    }
}

#[test]
fn sprt_errs_as_often_as_it_says_among_draws() {
    errs_as_often_as_it_says(DRAWISH, SprtModel::Normalized, 0.05, 0.05);
}

#[test]
fn sprt_errs_as_often_as_it_says_in_sharp_games() {
    errs_as_often_as_it_says(SHARP, SprtModel::Normalized, 0.05, 0.10);
}

#[test]
fn sprt_errs_as_often_as_it_says_by_logistic_elo() {
    errs_as_often_as_it_says(SHARP, SprtModel::Logistic, 0.05, 0.05);
}

/// Truths outside the bounds are decided more surely and sooner.
#[test]
fn sprt_is_surer_outside_its_bounds() {
    let sprt = Sprt::new(SprtConfig {
        elo0: 0.0,
        elo1: 40.0,
        alpha: 0.05,
        beta: 0.05,
        model: SprtModel::Normalized,
    });
    let (worse, pairs_worse) = accepted(&sprt, &tilted(SHARP, nelo, -20.0), 500, 3);
    let (better, pairs_better) = accepted(&sprt, &tilted(SHARP, nelo, 60.0), 500, 4);
    let (_, pairs_between) = accepted(&sprt, &tilted(SHARP, nelo, 20.0), 500, 5);
    assert!(worse < 0.01, "{worse}");
    assert!(better > 0.99, "{better}");
    assert!(pairs_between > pairs_worse && pairs_between > pairs_better);
}

#[test]
fn ninety_five_percent_intervals_cover_ninety_five_percent() {
    const RUNS: u32 = 4000;
    let mut random = Random(SplitMix64::seed_from_u64(6));
    for (base, elo) in [(DRAWISH, 15.0), (SHARP, -35.0), (SHARP, 0.0)] {
        let truth = tilted(base, |p| elo_of_score(mean_and_deviation(p).0), elo);
        let truth_nelo = nelo(&truth);
        let (mut covered, mut covered_nelo) = (0, 0);
        for _ in 0..RUNS {
            let mut seen = Pentanomial::default();
            (0..400).for_each(|_| seen.counts[random.pick(&truth)] += 1);
            let e = Estimate::of(&Outcomes::pairs(&seen));
            covered += u32::from(e.elo_low <= elo && elo <= e.elo_high);
            covered_nelo += u32::from((e.nelo - truth_nelo).abs() <= e.nelo_error);
        }
        let sigma = (0.95 * 0.05 / f64::from(RUNS)).sqrt();
        for share in [covered, covered_nelo].map(|n| f64::from(n) / f64::from(RUNS)) {
            println!("coverage {share:.4}");
            assert!((share - 0.95).abs() < 3.0 * sigma + 0.003, "{share}");
        }
    }
}

#[test]
fn superiority_is_calibrated() {
    // With equal engines every likelihood of superiority is equally likely.
    let mut random = Random(SplitMix64::seed_from_u64(7));
    let mut tenths = [0u32; 10];
    for _ in 0..5000 {
        let mut wdl = Wdl::default();
        (0..300).for_each(|_| wdl.add(random.pick(&[0.3, 0.4, 0.3]) as u8));
        let mut los = Estimate::of(&Outcomes::games(&wdl)).los;
        if wdl.wins == wdl.losses {
            // A tie is one lump in the middle: let it fall to either side.
            los += 1e-9 * (random.uniform() - 0.5);
        }
        tenths[((los * 10.0) as usize).min(9)] += 1;
    }
    for count in tenths {
        // 500 ± 3·√450, and a little for scores being lumpy.
        assert!(count.abs_diff(500) < 90, "{tenths:?}");
    }
}

/// Plays a round robin of pairs between engines of known strength.
fn tournament(random: &mut Random, truth: &[f64], pairs: u32) -> Tally {
    let mut tally = Tally::new(truth.len());
    for a in 0..truth.len() {
        for b in a + 1..truth.len() {
            for pair in 0..pairs {
                // Openings favour White by a tenth of a point, which makes the
                // games of a pair depend on each other but keeps the average.
                for (white, black) in [(a, b), (b, a)] {
                    let expected = score_of_elo(truth[white] - truth[black]) + 0.1;
                    let draw = 0.8 * f64::min(expected, 1.0 - expected);
                    let odds = [1.0 - expected - 0.5 * draw, draw, expected - 0.5 * draw];
                    let result = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins]
                        [random.pick(&odds)];
                    tally.record(&Played::new(white, black, pair, result, Ending::Adjudication));
                }
            }
        }
    }
    tally
}

#[test]
fn rating_lists_find_the_truth_within_their_errors() {
    const RUNS: u32 = 300;
    let truth = [0.0, 30.0, -80.0, 150.0, -40.0, 60.0];
    let mut random = Random(SplitMix64::seed_from_u64(8));
    let (mut covered, mut all, mut bias) = (0u32, 0u32, [0.0; 6]);
    for _ in 0..RUNS {
        let tally = tournament(&mut random, &truth, 60);
        let list = ratings::rate(&tally, Some((0, 0.0)));
        for entry in list.entries.iter().filter(|e| e.engine != 0) {
            let off = entry.rating - truth[entry.engine];
            bias[entry.engine] += off / f64::from(RUNS);
            covered += u32::from(off.abs() <= entry.error.unwrap());
            all += 1;
        }
    }
    let share = f64::from(covered) / f64::from(all);
    println!("rating coverage {share:.4}, bias {bias:.1?}");
    assert!(bias.iter().all(|b| b.abs() < 3.0), "{bias:?}");
    assert!((0.93..0.97).contains(&share), "{share}");
}
