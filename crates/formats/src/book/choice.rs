// SPDX-License-Identifier: GPL-3.0-or-later
//! The choice among the moves of a book.

use super::Candidate;

/// Standard errors subtracted from a score.
const CAUTION: f64 = 2.0;

/// The standard deviation of a game's result that is assumed. Real ones are lower, as draws are
/// frequent; with few games a score should not be trusted any more than that.
const DEVIATION: f64 = 0.5;

/// How a move is chosen.
///
/// ```
/// use xanthos_formats::book::Choice;
///
/// let careful = Choice { variety: 0, ..Choice::default() };
/// let loose = Choice { variety: 100, min_share: 0.02, ..Choice::default() };
/// # let _ = (careful, loose);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// How often, in per cent, a move is drawn by weight. Otherwise the best one is played, so 0
    /// is always the best and 100 always by weight.
    pub variety: u8,
    /// Moves of less weight are left out.
    pub min_weight: u64,
    /// Moves with a smaller learn field are left out.
    pub min_learn: u32,
    /// Moves with a smaller share of the weight of all are left out.
    pub min_share: f64,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { variety: 100, min_weight: 1, min_learn: 0, min_share: 0.0 }
    }
}

impl Choice {
    /// One of the candidates, by its index; `None` if none is good enough. `random` gives numbers
    /// from 0 to below 1.
    pub fn choose(
        &self,
        candidates: &[Candidate],
        mut random: impl FnMut() -> f64,
    ) -> Option<usize> {
        let sum: u64 = candidates.iter().map(|candidate| candidate.weight).sum();
        let least = self.min_weight.max(1).max((self.min_share * sum as f64).ceil() as u64);
        let allowed =
            |candidate: &Candidate| candidate.weight >= least && candidate.learn >= self.min_learn;
        let allowed: Vec<usize> =
            (0..candidates.len()).filter(|&index| allowed(&candidates[index])).collect();
        if random() * 100.0 >= f64::from(self.variety) {
            let merit = |&index: &usize| merit(&candidates[index]);
            // Of equals the first: candidates come with the heaviest first.
            return allowed.into_iter().rev().max_by(|a, b| merit(a).total_cmp(&merit(b)));
        }
        let sum: u64 = allowed.iter().map(|&index| candidates[index].weight).sum();
        let mut drawn = (random() * sum as f64) as u64;
        for &index in &allowed {
            match drawn.checked_sub(candidates[index].weight) {
                Some(rest) => drawn = rest,
                None => return Some(index),
            }
        }
        allowed.last().copied()
    }
}

/// What makes a move good: its score, as far as it can be trusted. Where no results are known the
/// weight is all there is, and counts on a scale of its own below every score.
fn merit(candidate: &Candidate) -> f64 {
    match (candidate.score, candidate.games) {
        (Some(score), games @ 1..) => score - CAUTION * DEVIATION / f64::from(games).sqrt(),
        _ => candidate.weight as f64 * 1e-6 - 1e6,
    }
}
