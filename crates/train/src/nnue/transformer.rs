// SPDX-License-Identifier: GPL-3.0-or-later
//! A slice of the feature transformer: some of its neurons with all their input weights.
//!
//! Few of many inputs are active, so a step is mostly fetching rows of weights (forward) and
//! adding to rows of gradients (backward). Slices are narrow enough for their rows to stay in the
//! second-level cache. Going backward, the samples of a chunk are visited feature by feature
//! ([`FeatureIndex`]): the sum of a row then stays in registers, and each row is written once a
//! chunk instead of once a sample.

use eval::nnue::features::INPUTS;
use rand::RngExt;
use rand_xoshiro::SplitMix64;

use super::batch::Entry;
use super::vector::{FixedRow, Row, Vector};
use crate::trainer::AdamW;

/// Samples of a chunk: their gradients stay in the second-level cache.
pub const CHUNK: usize = 1024;

/// `16 K` neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct TransformerSlice<const K: usize> {
    features: usize,
    /// Inputs of the factoriser: 0 if there is none.
    shared: usize,
    /// Weights of the bucket plus those of the factoriser, then the bias, as the forward pass
    /// takes them.
    merged: Vec<FixedRow<K>>,
    /// Gradients of `merged` and of the bias.
    gradients: Vec<Row<K>>,
    /// The trained weights: features, the factoriser, bias.
    pub weights: Vec<Row<K>>,
    /// Their moments.
    pub first: Vec<Row<K>>,
    /// Their second moments.
    pub second: Vec<Row<K>>,
    limit: f32,
}

impl<const K: usize> TransformerSlice<K> {
    /// Small random weights, the same in every king bucket. Several buckets have a factoriser.
    pub fn new(features: usize, limit: f32, bias: f32, random: &mut SplitMix64) -> Self {
        let shared = if features > INPUTS { INPUTS } else { 0 };
        let rows = features + shared + 1;
        let mut weights = vec![Row::ZERO; rows];
        let inputs = if shared > 0 { features..features + shared } else { 0..features };
        for row in &mut weights[inputs] {
            let numbers = row.0.as_flattened_mut();
            numbers.iter_mut().for_each(|weight| *weight = 0.05 * random.random_range(-1.0..1.0));
        }
        weights[features + shared].0.as_flattened_mut().fill(bias);
        let mut slice = TransformerSlice {
            features,
            shared,
            merged: vec![FixedRow::ZERO; features + 1],
            gradients: vec![Row::ZERO; features + 1],
            weights,
            first: vec![Row::ZERO; rows],
            second: vec![Row::ZERO; rows],
            limit,
        };
        slice.merge();
        slice
    }

    /// Recomputes `merged` from the weights.
    pub fn merge(&mut self) {
        let (features, rest) = self.weights.split_at(self.features);
        for (i, row) in features.iter().enumerate() {
            let mut sum = *row;
            if self.shared > 0 {
                add(&mut sum, &rest[i % INPUTS]);
            }
            self.merged[i] = FixedRow::round(&sum);
        }
        self.merged[self.features] = FixedRow::round(&rest[self.shared]);
    }

    /// Takes finished weights: `row` gives those of a feature. What all king buckets share goes
    /// to the factoriser, the rest stays with the bucket.
    pub fn take(&mut self, row: impl Fn(usize) -> Row<K>, bias: Row<K>) {
        let TransformerSlice { features, shared, weights, limit, .. } = self;
        let buckets = *features / INPUTS;
        let part = if *shared > 0 { *limit / 2.0 } else { *limit };
        for input in 0..INPUTS.min(*features) {
            let rows: Vec<Row<K>> = (0..buckets).map(|b| row(b * INPUTS + input)).collect();
            let mut common = Row::ZERO;
            if *shared > 0 {
                rows.iter().for_each(|row| add(&mut common, row));
                let numbers = common.0.as_flattened_mut().iter_mut();
                numbers.for_each(|sum| *sum = (*sum / buckets as f32).clamp(-part, part));
                weights[*features + input] = common;
            }
            for (bucket, mut row) in rows.into_iter().enumerate() {
                let numbers = row.0.as_flattened_mut().iter_mut();
                numbers.zip(common.0.as_flattened()).for_each(|(weight, common)| *weight -= common);
                weights[bucket * INPUTS + input] = row;
            }
        }
        weights[*features + *shared] = bias;
        self.merge();
    }

    /// Forgets the moments.
    pub fn reset_optimiser(&mut self) {
        self.first.fill(Row::ZERO);
        self.second.fill(Row::ZERO);
    }

    /// The weights of a feature.
    pub fn feature(&self, feature: usize) -> Row<K> {
        self.merged[feature].floats()
    }

    /// The biases.
    pub fn bias(&self) -> Row<K> {
        self.merged[self.features].floats()
    }

    /// The gradients of the last backward pass: features, then the bias.
    pub fn gradients(&self) -> &[Row<K>] {
        &self.gradients
    }

    /// The neurons of one perspective, clipped.
    #[inline(always)]
    pub fn forward<V: Vector>(&self, features: &[u16]) -> [V::Fixed; K] {
        let mut sums = self.merged[self.features].0.each_ref().map(V::load_fixed);
        for &feature in features {
            let row = &self.merged[usize::from(feature)].0;
            for i in 0..K {
                sums[i] = V::add_fixed(sums[i], V::load_fixed(&row[i]));
            }
        }
        sums.map(V::clip_fixed)
    }

    /// Adds the gradients of a chunk, two rows a sample.
    #[inline(always)]
    pub fn backward<V: Vector>(&mut self, index: &FeatureIndex, rows: &[Row<K>]) {
        for (feature, samples) in index.features() {
            add_rows::<V, K>(&mut self.gradients[feature], rows, samples.iter().copied());
        }
        let all = 0..rows.len() as u16;
        add_rows::<V, K>(&mut self.gradients[self.features], rows, all);
    }

    /// Updates the weights and clears the gradients.
    pub fn step(&mut self, optimiser: AdamW) {
        let TransformerSlice { features, shared, merged, gradients, weights, first, second, limit } =
            self;
        let (features, shared) = (*features, *shared);
        let mut update = |number: usize, gradient: &Row<K>, limit: f32| {
            let row = [&mut weights[number], &mut first[number], &mut second[number]];
            let row = row.map(|row| row.0.as_flattened_mut());
            optimiser.update_all(row, gradient.0.as_flattened(), limit);
            weights[number]
        };
        // The weights of a bucket and of the factoriser add up.
        let part = if shared > 0 { *limit / 2.0 } else { *limit };
        for input in 0..INPUTS {
            let mut common = Row::ZERO;
            if shared > 0 {
                let mut sum = Row::ZERO;
                for feature in (input..features).step_by(INPUTS) {
                    add(&mut sum, &gradients[feature]);
                }
                common = update(features + input, &sum, part);
            }
            for feature in (input..features).step_by(INPUTS) {
                let gradient = std::mem::replace(&mut gradients[feature], Row::ZERO);
                let mut sum = update(feature, &gradient, part);
                add(&mut sum, &common);
                merged[feature] = FixedRow::round(&sum);
            }
        }
        let gradient = std::mem::replace(&mut gradients[features], Row::ZERO);
        merged[features] = FixedRow::round(&update(features + shared, &gradient, *limit));
    }
}

#[inline]
fn add<const K: usize>(sum: &mut Row<K>, row: &Row<K>) {
    let numbers = sum.0.as_flattened_mut().iter_mut();
    numbers.zip(row.0.as_flattened()).for_each(|(sum, number)| *sum += number);
}

/// Adds some rows, with the sum in registers.
#[inline(always)]
fn add_rows<V: Vector, const K: usize>(
    target: &mut Row<K>,
    rows: &[Row<K>],
    numbers: impl Iterator<Item = u16>,
) {
    let mut sums = target.0.each_ref().map(V::load);
    for number in numbers {
        let row = &rows[usize::from(number)].0;
        for i in 0..K {
            sums[i] = sums[i].add(V::load(&row[i]));
        }
    }
    for (sum, numbers) in sums.into_iter().zip(&mut target.0) {
        sum.store(numbers);
    }
}

/// For each feature the samples of a chunk in which it is active.
#[derive(Clone, Debug, Default)]
pub struct FeatureIndex {
    /// Features that occur, each with the end of its samples in `rows`.
    features: Vec<(u16, u32)>,
    /// Twice the number of the sample, plus 1 for the other side's perspective.
    rows: Vec<u16>,
    /// Counters of the sort.
    counts: Vec<u32>,
}

impl FeatureIndex {
    /// Sorts the active features of a chunk.
    pub fn fill(&mut self, entries: &[Entry], features: usize) {
        let FeatureIndex { features: list, rows, counts } = self;
        counts.clear();
        counts.resize(features, 0);
        for entry in entries {
            for side in 0..2 {
                for &feature in entry.features(side) {
                    counts[usize::from(feature)] += 1;
                }
            }
        }
        list.clear();
        let mut end = 0;
        for (feature, count) in counts.iter_mut().enumerate() {
            let start = end;
            end += *count;
            if *count > 0 {
                list.push((feature as u16, end));
            }
            *count = start;
        }
        rows.resize(end as usize, 0);
        for (sample, entry) in entries.iter().enumerate() {
            for side in 0..2 {
                for &feature in entry.features(side) {
                    let place = &mut counts[usize::from(feature)];
                    rows[*place as usize] = (2 * sample + side) as u16;
                    *place += 1;
                }
            }
        }
    }

    #[inline(always)]
    fn features(&self) -> impl Iterator<Item = (usize, &[u16])> {
        let mut start = 0;
        self.features.iter().map(move |&(feature, end)| {
            let rows = &self.rows[start..end as usize];
            start = end as usize;
            (usize::from(feature), rows)
        })
    }
}
