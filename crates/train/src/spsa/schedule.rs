// SPDX-License-Identifier: GPL-3.0-or-later
//! How far to look and how far to follow, iteration by iteration.

use super::Parameter;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// How the look-around and the following shrink: Spall's usual exponents.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// A, which keeps the first steps from being too large, as a part of all
/// iterations.
const STABILITY: f64 = 0.1;

/// What to tune and for how long.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Iterations in all; the gains depend on it.
    pub iterations: usize,
    /// Exponent with which the following shrinks.
    pub alpha: f64,
    /// Exponent with which the look-around shrinks.
    pub gamma: f64,
    /// A, as a part of all iterations.
    pub stability: f64,
    /// Seed of everything random but the games.
    pub seed: u64,
}

/// The gains of a parameter in an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// How far it is moved either way: c(k).
    pub reach: f64,
    /// How far it follows the winner, in units of the reach: a(k) / c(k)².
    pub follow: f64,
}

impl Plan {
    /// A thousand iterations with the usual gains.
    pub fn new(parameters: Vec<Parameter>) -> Plan {
        Plan {
            parameters,
            iterations: 1_000,
            alpha: ALPHA,
            gamma: GAMMA,
            stability: STABILITY,
            seed: 1,
        }
    }

    /// The gains of `parameter` in an iteration, from 0: such that in the last
    /// one the reach is its `c_end` and the following its `r_end`.
    pub fn gains(&self, parameter: &Parameter, iteration: usize) -> Gains {
        let all = self.iterations.max(1) as f64;
        let a_stability = self.stability * all;
        let k = iteration as f64 + 1.0;
        let reach = parameter.c_end * (all / k).powf(self.gamma);
        let step = parameter.r_end
            * parameter.c_end.powi(2)
            * ((a_stability + all) / (a_stability + k)).powf(self.alpha);
        Gains { reach, follow: step / reach.powi(2) }
    }
}

/// Random numbers that depend on the seed and the iteration alone, so that a resumed run finds
/// the same ones.
pub(super) fn random(seed: u64, iteration: usize) -> SplitMix64 {
    let mixed = SplitMix64::seed_from_u64(seed).next_u64();
    SplitMix64::seed_from_u64(mixed ^ iteration as u64)
}

/// 1 or −1.
pub(super) fn sign(random: &mut SplitMix64) -> f64 {
    if random.random() { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_end_where_the_parameter_says() {
        let parameter = Parameter::read("X,50,0,100,4,0.002").unwrap();
        let plan = Plan { iterations: 500, ..Plan::new(vec![parameter.clone()]) };
        let last = plan.gains(&parameter, 499);
        assert!((last.reach - 4.0).abs() < 1e-12 && (last.follow - 0.002).abs() < 1e-12);
        // By hand for the first: c = 4 x 500^0.101, a = 0.002 x 16 x (550/51)^0.602.
        let first = plan.gains(&parameter, 0);
        let reach = 4.0 * 500f64.powf(0.101);
        let step = 0.032 * (550f64 / 51.0).powf(0.602);
        assert!((first.reach - reach).abs() < 1e-12);
        assert!((first.follow - step / (reach * reach)).abs() < 1e-12);
        for k in 1..500 {
            let (before, now) = (plan.gains(&parameter, k - 1), plan.gains(&parameter, k));
            let step = |gains: Gains| gains.follow * gains.reach.powi(2);
            assert!(now.reach < before.reach && step(now) < step(before));
        }
    }

    #[test]
    fn random_numbers_are_uniform_and_repeatable() {
        let rolls = |seed| -> Vec<f64> {
            let each = (0..4_000).map(|iteration| random(seed, iteration));
            each.map(|mut random| sign(&mut random) + random.random::<f64>()).collect()
        };
        assert_eq!(rolls(7), rolls(7));
        assert_ne!(rolls(7), rolls(8));
        let mean = rolls(7).iter().sum::<f64>() / 4_000.0;
        assert!((mean - 0.5).abs() < 0.06, "{mean}");
    }
}
