// SPDX-License-Identifier: GPL-3.0-or-later
//! A joint rating list of many engines.
//!
//! Every rating is chosen at once so that the results become likeliest, where
//! a difference of d Elo means an expected score of 1/(1 + 10^(−d/400)) and a
//! draw is half a win and half a loss. For two engines this is the ordinary
//! Elo difference. Colours are not modelled, because every opening is played
//! from both sides.
//!
//! Errors are those of a quasi-likelihood: what the fit makes of a result
//! (the Hessian) on either side of how much results really scatter. The scatter
//! is measured on pairs of games where there are pairs, so draws and openings
//! that favour one colour make errors smaller, as they should.
//!
//! An engine that won or lost everything has no finite rating. Where that
//! happens, the engines fall into leagues: within a league results go both ways,
//! between two leagues one side won everything. One drawn game is then added
//! between each two leagues that met, spread over their encounters, and the list
//! marks all but the largest league: their distance from it is a bound rather
//! than an estimate. Engines that no chain of games connects are rated in
//! separate groups.
//!
//! ```
//! use arena::stats::{Ending, GameResult, Played, Tally, ratings::rate};
//!
//! let mut tally = Tally::new(2);
//! for pair in 0..50 {
//!     tally.record(&Played::new(0, 1, pair, GameResult::WhiteWins, Ending::Checkmate));
//!     tally.record(&Played::new(1, 0, pair, GameResult::Draw, Ending::Stalemate));
//! }
//! let list = rate(&tally, Some((1, 2000.0)));
//! assert_eq!(list.entries[0].engine, 0);
//! assert_eq!(list.entries[0].rating.round(), 2191.0); // a score of 75 %
//! assert_eq!(list.entries[1].rating, 2000.0);
//! ```

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::distribution::Outcomes;
use super::elo::score_of_elo;
use super::groups::mutual_groups;
use super::linear::{Matrix, apply, inverse, product, zeros};
use super::normal::{Z95, cdf};
use super::results::{Record, Tally};

/// Natural logarithm of odds per Elo.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// An encounter's own scatter counts in full from about this many
/// observations on; below, it is pulled towards that of the whole list.
const SCATTER_PRIOR: f64 = 10.0;

/// The list, strongest first within each group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RatingList {
    /// The engines.
    pub entries: Vec<Rating>,
    /// Number of groups that no game connects; ratings of different groups
    /// cannot be compared.
    pub groups: usize,
}

/// One engine's line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Index of the engine.
    pub engine: usize,
    /// Its group, from 0.
    pub group: usize,
    /// Elo.
    pub rating: f64,
    /// Half the width of the 95 % interval, relative to the anchor or, without
    /// one, to the group's average. `None` if there is nothing to compare with.
    pub error: Option<f64>,
    /// Whether results go both ways between it and the largest league; if not,
    /// the rating is only a bound.
    pub bounded: bool,
    /// Games played.
    pub games: u64,
    /// Points scored.
    pub points: f64,
    /// Share of draws.
    pub draw_ratio: f64,
    /// Average rating of opponents, weighted by games.
    pub opponents: f64,
    /// Probability of being stronger than the next in the list.
    pub superior_to_next: Option<f64>,
}

/// An encounter as the fit sees it: points of the first engine among games,
/// possibly with a drawn game added.
struct Encounter {
    a: usize,
    b: usize,
    points: f64,
    games: f64,
    record: Record,
}

/// Rates everybody. `anchor` fixes an engine's rating; groups without the
/// anchor average zero.
pub fn rate(tally: &Tally, anchor: Option<(usize, f64)>) -> RatingList {
    let count = tally.engines();
    let met = |a: usize, b: usize| a != b && tally.between(a, b).wdl.games() > 0;
    let scored = |a: usize, b: usize| a != b && tally.between(a, b).wdl.points() > 0.0;
    let groups = mutual_groups(count, met);
    let leagues = mutual_groups(count, scored);

    let mut meetings: HashMap<(usize, usize), f64> = HashMap::new();
    for (a, b) in encounters_of(count, met).filter(|&(a, b)| leagues[a] != leagues[b]) {
        *meetings.entry(both(leagues[a], leagues[b])).or_default() += 1.0;
    }
    let encounters: Vec<Encounter> = encounters_of(count, met)
        .map(|(a, b)| {
            let record = tally.between(a, b);
            let shared = meetings.get(&both(leagues[a], leagues[b])).map_or(0.0, |n| 1.0 / n);
            let points = record.wdl.points() + 0.5 * shared;
            Encounter { a, b, points, games: record.wdl.games() as f64 + shared, record }
        })
        .collect();
    let bounded: Vec<bool> =
        (0..count).map(|engine| in_largest_league(engine, &groups, &leagues)).collect();

    let mut ratings = fit(count, &groups, &encounters);
    let group_count = groups.iter().max().map_or(0, |g| g + 1);
    let reference: Vec<Reference> =
        (0..group_count).map(|g| Reference::of(g, &groups, anchor)).collect();
    for reference in &reference {
        let shift = reference.shift(&ratings);
        reference.members.iter().for_each(|&i| ratings[i] += shift);
    }
    let covariance = covariance(count, &groups, &encounters, &ratings);

    let mut entries: Vec<Rating> = (0..count)
        .map(|engine| {
            let total = tally.total(engine).wdl;
            let members = &reference[groups[engine]].members;
            Rating {
                engine,
                group: groups[engine],
                rating: ratings[engine],
                error: (members.len() > 1)
                    .then(|| Z95 * reference[groups[engine]].deviation(&covariance, engine)),
                bounded: bounded[engine],
                games: total.games(),
                points: total.points(),
                draw_ratio: total.draw_ratio(),
                opponents: (0..count)
                    .filter(|&other| other != engine)
                    .map(|other| tally.between(engine, other).wdl.games() as f64 * ratings[other])
                    .sum::<f64>()
                    / total.games() as f64,
                superior_to_next: None,
            }
        })
        .collect();
    entries.sort_by(|x, y| x.group.cmp(&y.group).then(y.rating.total_cmp(&x.rating)));
    for i in 1..entries.len() {
        let (x, y) = (&entries[i - 1], &entries[i]);
        if x.group == y.group {
            let (a, b) = (x.engine, y.engine);
            let variance = covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b];
            entries[i - 1].superior_to_next =
                Some(cdf((ratings[a] - ratings[b]) / variance.max(f64::MIN_POSITIVE).sqrt()));
        }
    }
    RatingList { entries, groups: group_count }
}

/// Every two engines that met, the first one first.
fn encounters_of(
    count: usize,
    met: impl Fn(usize, usize) -> bool + Copy,
) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).filter(move |&b| met(a, b)).map(move |b| (a, b)))
}

/// Two leagues in a fixed order.
fn both(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// Does nobody in the engine's group belong to a larger league? Where leagues
/// are of one size, none of them is better founded than the other.
fn in_largest_league(engine: usize, groups: &[usize], leagues: &[usize]) -> bool {
    let size = |league: usize| leagues.iter().filter(|&&other| other == league).count();
    let own = size(leagues[engine]);
    (0..groups.len())
        .filter(|&other| groups[other] == groups[engine] && leagues[other] != leagues[engine])
        .all(|other| size(leagues[other]) < own)
}

/// What a group's ratings are relative to.
struct Reference {
    members: Vec<usize>,
    anchor: Option<(usize, f64)>,
}

impl Reference {
    fn of(group: usize, groups: &[usize], anchor: Option<(usize, f64)>) -> Reference {
        let members: Vec<usize> = (0..groups.len()).filter(|&i| groups[i] == group).collect();
        Reference { anchor: anchor.filter(|(engine, _)| members.contains(engine)), members }
    }

    fn shift(&self, ratings: &[f64]) -> f64 {
        match self.anchor {
            Some((engine, rating)) => rating - ratings[engine],
            None => {
                -self.members.iter().map(|&i| ratings[i]).sum::<f64>() / self.members.len() as f64
            }
        }
    }

    /// Standard deviation of an engine's rating minus the reference.
    fn deviation(&self, covariance: &Matrix, engine: usize) -> f64 {
        // The covariance is that of ratings that average zero in the group.
        let variance = match self.anchor {
            Some((anchor, _)) => {
                covariance[engine][engine] + covariance[anchor][anchor]
                    - 2.0 * covariance[engine][anchor]
            }
            None => covariance[engine][engine],
        };
        variance.max(0.0).sqrt()
    }
}

/// Newton's method on the concave likelihood, with each group's average held
/// at zero.
fn fit(count: usize, groups: &[usize], encounters: &[Encounter]) -> Vec<f64> {
    let mut ratings = vec![0.0; count];
    let mut value = log_likelihood(&ratings, encounters);
    for _ in 0..100 {
        let mut gradient = vec![0.0; count];
        for e in encounters {
            let expected = score_of_elo(ratings[e.a] - ratings[e.b]);
            let pull = PER_ELO * (e.points - e.games * expected);
            gradient[e.a] += pull;
            gradient[e.b] -= pull;
        }
        let Some(inverse) = inverse(&hessian(count, groups, encounters, &ratings)) else { break };
        let step = apply(&inverse, &gradient);
        let size = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
        if size < 1e-9 {
            break;
        }
        // A full step may overshoot far from the optimum; no step longer than
        // the scale of the curve, and none that makes things worse.
        let mut scale = f64::min(1.0, 600.0 / size);
        loop {
            let next: Vec<f64> = ratings.iter().zip(&step).map(|(r, s)| r + scale * s).collect();
            let next_value = log_likelihood(&next, encounters);
            if next_value >= value || scale < 1e-6 {
                (ratings, value) = (next, next_value);
                break;
            }
            scale *= 0.5;
        }
    }
    ratings
}

fn log_likelihood(ratings: &[f64], encounters: &[Encounter]) -> f64 {
    // ln of a logistic function, without overflow at large differences.
    let ln_score = |elo: f64| -(-elo * PER_ELO).exp().ln_1p();
    encounters
        .iter()
        .map(|e| {
            let elo = ratings[e.a] - ratings[e.b];
            e.points * ln_score(elo) + (e.games - e.points) * ln_score(-elo)
        })
        .sum()
}

/// The curvature, made invertible by holding each group's average. The held
/// directions carry the same weight as the rest so that the matrix is well
/// conditioned.
fn hessian(count: usize, groups: &[usize], encounters: &[Encounter], ratings: &[f64]) -> Matrix {
    let mut matrix = zeros(count);
    for e in encounters {
        let expected = score_of_elo(ratings[e.a] - ratings[e.b]);
        add_difference(
            &mut matrix,
            e.a,
            e.b,
            PER_ELO * PER_ELO * e.games * expected * (1.0 - expected),
        );
    }
    let mean_diagonal =
        (0..count).map(|i| matrix[i][i]).sum::<f64>() / count.max(1) as f64 + f64::MIN_POSITIVE;
    for a in 0..count {
        for b in (0..count).filter(|&b| groups[a] == groups[b]) {
            matrix[a][b] += mean_diagonal;
        }
    }
    matrix
}

/// Adds `weight`·(e_a − e_b)(e_a − e_b)ᵀ.
fn add_difference(matrix: &mut Matrix, a: usize, b: usize, weight: f64) {
    matrix[a][a] += weight;
    matrix[b][b] += weight;
    matrix[a][b] -= weight;
    matrix[b][a] -= weight;
}

/// Covariance of the ratings of each group around its average.
fn covariance(count: usize, groups: &[usize], encounters: &[Encounter], ratings: &[f64]) -> Matrix {
    let Some(inverse) = inverse(&hessian(count, groups, encounters, ratings)) else {
        return zeros(count);
    };
    // Scatter of one observation relative to that of coin tosses with the
    // same expectation, over the whole list.
    let scatters: Vec<Scatter> =
        encounters.iter().map(|e| Scatter::of(e, ratings[e.a] - ratings[e.b])).collect();
    let squares: f64 = scatters.iter().map(|s| s.squares).sum();
    let coins: f64 = scatters.iter().map(|s| s.count * s.coin_variance).sum();
    let common = if coins > 0.0 { (squares / coins).clamp(0.01, 4.0) } else { 1.0 };

    let mut middle = zeros(count);
    for (e, s) in encounters.iter().zip(&scatters) {
        let own =
            (s.squares + SCATTER_PRIOR * common * s.coin_variance) / (s.count + SCATTER_PRIOR);
        // Variance of the points of all the encounter's games.
        let points = own * e.games * s.games_per_observation;
        add_difference(&mut middle, e.a, e.b, PER_ELO * PER_ELO * points);
    }
    product(&product(&inverse, &middle), &inverse)
}

/// How much the observations of an encounter scatter.
struct Scatter {
    count: f64,
    /// Sum of squared deviations of scores per game from expectation.
    squares: f64,
    /// Variance of such a score if games were independent and never drawn.
    coin_variance: f64,
    games_per_observation: f64,
}

impl Scatter {
    fn of(encounter: &Encounter, elo: f64) -> Scatter {
        let outcomes: Outcomes = encounter.record.outcomes();
        let expected = score_of_elo(elo);
        let count = outcomes.total();
        let (mean, variance) = outcomes.moments();
        let games = outcomes.unit().games();
        Scatter {
            count,
            squares: count * (variance + (mean - expected) * (mean - expected)),
            coin_variance: expected * (1.0 - expected) / games,
            games_per_observation: games,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Ending, GameResult, Played};

    fn play(tally: &mut Tally, a: usize, b: usize, wins: u32, draws: u32, losses: u32) {
        let all = [
            (wins, GameResult::WhiteWins),
            (draws, GameResult::Draw),
            (losses, GameResult::BlackWins),
        ];
        for (times, result) in all {
            for _ in 0..times {
                let game =
                    Played { white: a, black: b, pair: None, result, ending: Ending::Checkmate };
                tally.record(&game);
            }
        }
    }

    /// Odds of 10 to 1 are 400 Elo, odds of 100 to 1 are 800: a table whose
    /// answer needs no computer.
    #[test]
    fn consistent_odds_are_recovered_exactly() {
        let mut tally = Tally::new(3);
        play(&mut tally, 0, 1, 10, 0, 1);
        play(&mut tally, 1, 2, 10, 0, 1);
        play(&mut tally, 0, 2, 100, 0, 1);
        let list = rate(&tally, Some((2, 1000.0)));
        let ratings: Vec<f64> = list.entries.iter().map(|e| e.rating).collect();
        for (found, expected) in ratings.iter().zip([1800.0, 1400.0, 1000.0]) {
            assert!((found - expected).abs() < 1e-6, "{found}");
        }
        assert_eq!(list.groups, 1);
        assert_eq!(list.entries[2].error, Some(0.0));
        assert!(list.entries.iter().all(|e| e.bounded));
    }

    #[test]
    fn two_engines_are_the_ordinary_estimate() {
        let mut tally = Tally::new(2);
        play(&mut tally, 0, 1, 136, 111, 96);
        let list = rate(&tally, Some((1, 0.0)));
        let estimate = tally.between(0, 1).estimate();
        assert!((list.entries[0].rating - estimate.elo).abs() < 1e-6);
        let error = list.entries[0].error.unwrap();
        assert!((error / estimate.elo_error - 1.0).abs() < 0.01, "{error} {estimate:?}");
        let los = list.entries[0].superior_to_next.unwrap();
        assert!((los - estimate.los).abs() < 0.001);
    }

    #[test]
    fn without_an_anchor_the_average_is_zero() {
        let mut tally = Tally::new(3);
        play(&mut tally, 0, 1, 5, 3, 2);
        play(&mut tally, 1, 2, 5, 3, 4);
        let list = rate(&tally, None);
        assert!(list.entries.iter().map(|e| e.rating).sum::<f64>().abs() < 1e-6);
        assert!(list.entries.iter().all(|e| e.error.unwrap() > 0.0));
    }

    #[test]
    fn a_clean_score_is_bounded_and_marked() {
        let mut tally = Tally::new(3);
        play(&mut tally, 0, 1, 20, 0, 0);
        play(&mut tally, 1, 2, 6, 4, 5);
        let list = rate(&tally, Some((1, 0.0)));
        let champion = &list.entries[0];
        assert_eq!((champion.engine, champion.bounded), (0, false));
        // 20½ of 21.
        assert!((champion.rating - 400.0 * 41f64.log10()).abs() < 1e-6);
        assert!(list.entries[2].bounded, "the third has ordinary results");
    }

    #[test]
    fn strangers_are_grouped_apart() {
        let mut tally = Tally::new(5);
        play(&mut tally, 0, 1, 3, 3, 2);
        play(&mut tally, 2, 3, 1, 3, 4);
        let list = rate(&tally, Some((0, 2500.0)));
        assert_eq!(list.groups, 3);
        let of = |engine| list.entries.iter().find(|e| e.engine == engine).unwrap();
        assert_eq!(of(0).rating, 2500.0);
        assert!((of(2).rating + of(3).rating).abs() < 1e-9);
        assert_eq!((of(4).games, of(4).rating, of(4).error), (0, 0.0, None));
    }

    #[test]
    fn nobody_and_nothing() {
        assert_eq!(rate(&Tally::new(0), None).entries.len(), 0);
        assert_eq!(rate(&Tally::new(2), Some((0, 5.0))).groups, 2);
    }

    /// A champion that beat everybody must not lift the marks of the others, nor
    /// be pulled down by a drawn game for each of its victims.
    #[test]
    fn one_clean_score_leaves_the_rest_of_the_field_alone() {
        let mut tally = Tally::new(6);
        for other in 1..6 {
            play(&mut tally, 0, other, 2, 0, 0);
            play(&mut tally, other, other % 5 + 1, 6, 2, 2);
        }
        let list = rate(&tally, Some((1, 0.0)));
        assert_eq!((list.entries[0].engine, list.entries[0].bounded), (0, false));
        assert!(list.entries[1..].iter().all(|entry| entry.bounded));
        // Everybody else is equal by symmetry; 10½ of 11 against them.
        assert!((list.entries[0].rating - 400.0 * 21f64.log10()).abs() < 1e-6);
    }
}
