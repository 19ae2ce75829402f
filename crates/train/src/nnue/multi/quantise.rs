// SPDX-License-Identifier: GPL-3.0-or-later
//! From trained weights to the engine's numbers.

use std::sync::Arc;

use eval::nnue::multi::{L1, QA, QB, product};
use eval::nnue::{MultiLayerNet, Network, SCALE};

use super::model::Model;
use crate::nnue::batch::Entry;
use crate::nnue::vector::{LANES, Row};
use crate::trainer::CheckpointFault;

impl<const K: usize> Model<K> {
    /// The engine's net; `None` if the engine has none with so many neurons.
    pub fn quantised(&self) -> Option<Network> {
        match self.neurons() {
            512 => Some(Network::Multi512(Arc::new(self.net()))),
            768 => Some(Network::Multi768(Arc::new(self.net()))),
            1024 => Some(Network::Multi1024(Arc::new(self.net()))),
            _ => None,
        }
    }

    /// The net of `N` neurons, of which this model must have as many.
    fn net<const N: usize>(&self) -> MultiLayerNet<N> {
        let mut net = MultiLayerNet::zero();
        let half = LANES * K / 2;
        for (number, slice) in self.slices.iter().enumerate() {
            // Lanes of a slice are neurons of the first half, then their partners in the second.
            let neuron = |lane: usize| match lane.checked_sub(half) {
                None => number * half + lane,
                Some(partner) => N / 2 + number * half + partner,
            };
            let quantise = |row: &mut [i16; N], weights: &[f32]| {
                for (lane, weight) in weights.iter().enumerate() {
                    row[neuron(lane)] = (weight * QA as f32).round() as i16;
                }
            };
            for (feature, row) in net.transformer.weights.iter_mut().enumerate() {
                quantise(&mut row.0, slice.transformer.feature(feature).0.as_flattened());
            }
            quantise(&mut net.transformer.bias.0, slice.transformer.bias().0.as_flattened());
            for (bucket, layers) in net.layers.iter_mut().enumerate() {
                for output in 0..L1 {
                    let weights = slice.l1[bucket * L1 + output].0.as_flattened();
                    // Products of the side to move, then of the other side.
                    for (lane, weight) in weights.iter().enumerate() {
                        let input = neuron(lane % half) + lane / half * (N / 2);
                        *layers.l1_weight(input, output) = (weight * QB as f32).round() as i8;
                    }
                }
            }
        }
        for (layers, trained) in net.layers.iter_mut().zip(&self.layers[0]) {
            layers.l1_bias = trained.l1_bias;
            layers.l2 = trained.l2;
            layers.l2_bias = trained.l2_bias;
            layers.output = trained.output;
            layers.output_bias = trained.output_bias;
        }
        net
    }
}

impl<const K: usize> Model<K> {
    /// Takes the weights of a finished net of the same number of neurons.
    pub(super) fn take_net(&mut self, net: &Network) -> Result<(), CheckpointFault> {
        let other = |then: usize| CheckpointFault::OtherRun {
            name: "neurons".to_owned(),
            then: then.to_string(),
            now: self.neurons().to_string(),
        };
        match (net, self.neurons()) {
            (Network::Multi512(net), 512) => self.take(net),
            (Network::Multi768(net), 768) => self.take(net),
            (Network::Multi1024(net), 1024) => self.take(net),
            (Network::Multi512(_), _) => return Err(other(512)),
            (Network::Multi768(_), _) => return Err(other(768)),
            (Network::Multi1024(_), _) => return Err(other(1024)),
            (Network::Single(_), _) => {
                return Err(CheckpointFault::OtherRun {
                    name: "layers".to_owned(),
                    then: "1".to_owned(),
                    now: "16-32-1".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The reverse of [`Model::net`].
    fn take<const N: usize>(&mut self, net: &MultiLayerNet<N>) {
        let half = LANES * K / 2;
        for (number, slice) in self.slices.iter_mut().enumerate() {
            let neuron = |lane: usize| match lane.checked_sub(half) {
                None => number * half + lane,
                Some(partner) => N / 2 + number * half + partner,
            };
            let floats = |row: &[i16; N]| {
                let mut weights = Row::ZERO;
                let lanes = weights.0.as_flattened_mut().iter_mut().enumerate();
                lanes.for_each(|(lane, weight)| {
                    *weight = f32::from(row[neuron(lane)]) / QA as f32;
                });
                weights
            };
            let row = |feature: usize| floats(&net.transformer.weights[feature].0);
            slice.transformer.take(row, floats(&net.transformer.bias.0));
            for (bucket, layers) in net.layers.iter().enumerate() {
                for output in 0..L1 {
                    let weights = slice.l1[bucket * L1 + output].0.as_flattened_mut();
                    for (lane, weight) in weights.iter_mut().enumerate() {
                        let input = neuron(lane % half) + lane / half * (N / 2);
                        *weight = f32::from(layers.l1[input / 4].0[output][input % 4]) / QB as f32;
                    }
                }
            }
            slice.refresh();
        }
        for (layers, trained) in net.layers.iter().zip(&mut self.layers[0]) {
            trained.l1_bias = layers.l1_bias;
            trained.l2 = layers.l2;
            trained.l2_bias = layers.l2_bias;
            trained.output = layers.output;
            trained.output_bias = layers.output_bias;
        }
    }
}

/// Puts the pairs of neurons that are active most often first. The net computes the same; but
/// products that are 0 then stand side by side, and the engine skips them four at a time.
pub fn sort_by_activity(net: &Network, entries: &[Entry]) -> Network {
    match net {
        Network::Multi512(net) => Network::Multi512(Arc::new(sorted(net, entries))),
        Network::Multi768(net) => Network::Multi768(Arc::new(sorted(net, entries))),
        Network::Multi1024(net) => Network::Multi1024(Arc::new(sorted(net, entries))),
        Network::Single(_) => net.clone(),
    }
}

fn sorted<const N: usize>(net: &MultiLayerNet<N>, entries: &[Entry]) -> MultiLayerNet<N> {
    let half = N / 2;
    let mut active = vec![0_u32; half];
    for entry in entries {
        for side in 0..2 {
            let neurons = neurons(net, entry.features(side));
            for (i, active) in active.iter_mut().enumerate() {
                *active += u32::from(product(neurons[i], neurons[i + half]) > 0);
            }
        }
    }
    let mut order: Vec<usize> = (0..half).collect();
    order.sort_by_key(|&pair| std::cmp::Reverse(active[pair]));
    let mut sorted = net.clone();
    let rows = sorted.transformer.weights.iter_mut().chain([&mut sorted.transformer.bias]);
    let old = net.transformer.weights.iter().chain([&net.transformer.bias]);
    for (row, old) in rows.zip(old) {
        for (to, &from) in order.iter().enumerate() {
            (row.0[to], row.0[to + half]) = (old.0[from], old.0[from + half]);
        }
    }
    for (layers, old) in sorted.layers.iter_mut().zip(&net.layers) {
        for side in [0, half] {
            for (to, &from) in order.iter().enumerate() {
                for output in 0..L1 {
                    let input = side + from;
                    let weight = old.l1[input / 4].0[output][input % 4];
                    *layers.l1_weight(side + to, output) = weight;
                }
            }
        }
    }
    sorted
}

/// The clipped neurons of one perspective.
fn neurons<const N: usize>(net: &MultiLayerNet<N>, features: &[u16]) -> [i32; N] {
    let mut neurons = net.transformer.bias.0.map(i32::from);
    for &feature in features {
        let weights = &net.transformer.weights[usize::from(feature)].0;
        neurons.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += i32::from(weight));
    }
    neurons.map(|sum| sum.clamp(0, QA))
}

/// The output of a quantised net in centipawns for the side to move: the integers in the plainest
/// way, as a reference.
pub fn evaluate<const N: usize>(net: &MultiLayerNet<N>, entry: &Entry) -> f32 {
    let layers = &net.layers[usize::from(entry.output)];
    let mut sums = [0; L1];
    for side in 0..2 {
        let neurons = neurons(net, entry.features(side));
        for i in 0..N / 2 {
            let product = product(neurons[i], neurons[i + N / 2]);
            let input = side * N / 2 + i;
            for (sum, weights) in sums.iter_mut().zip(&layers.l1[input / 4].0) {
                *sum += product * i32::from(weights[input % 4]);
            }
        }
    }
    layers.forward(&sums) * SCALE as f32
}

/// The same for a network of any size.
pub(super) fn evaluate_any(net: &Network, entry: &Entry) -> f32 {
    match net {
        Network::Multi512(net) => evaluate(net, entry),
        Network::Multi768(net) => evaluate(net, entry),
        Network::Multi1024(net) => evaluate(net, entry),
        Network::Single(net) => crate::nnue::single::evaluate(net, entry) as f32,
    }
}
