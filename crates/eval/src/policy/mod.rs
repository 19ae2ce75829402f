// SPDX-License-Identifier: GPL-3.0-or-later
//! The policy network: which moves deserve a look, before any is searched.
//!
//! ```
//! use chess::Position;
//! use xanthos_eval::policy::{self, Policy};
//!
//! // The queen on g5 can be taken.
//! let fen = "r1b1kbnr/pppp1ppp/2n5/4p1q1/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 1";
//! let position = Position::from_fen(fen)?;
//! let moves = position.legal_moves();
//! let mut priors = Vec::new();
//! Policy::new(policy::shipped()).priors(&position, &moves, 1.0, &mut priors);
//! let best = (0..moves.len()).max_by(|&a, &b| priors[a].total_cmp(&priors[b])).unwrap();
//! assert_eq!(moves[best].to(), chess::Square::G5);
//! # Ok::<(), chess::FenError>(())
//! ```
//!
//! [`shape`] says what the net looks like, [`PolicyNet`] holds its weights and reads
//! and writes its file; the trainer knows both. All arithmetic is in whole numbers
//! and in plain loops over arrays of one length, which the compiler turns into
//! vector instructions: the answer is the same on every processor.

mod net;
pub mod shape;

pub use net::{PolicyNet, Row};

use std::sync::{Arc, OnceLock};

use chess::{Move, Position};
use shape::{Candidate, HIDDEN, QA, QB, Scene};

/// The policy network that is built in, read when it is first wanted.
///
/// # Panics
/// If the file that was built in does not fit this engine; the one in `nets/`
/// does, by test.
pub fn shipped() -> Arc<PolicyNet> {
    static NET: OnceLock<Arc<PolicyNet>> = OnceLock::new();
    let read = || match PolicyNet::from_bytes(include_bytes!(env!("XANTHOS_POLICY"))) {
        Ok(net) => Arc::new(net),
        Err(error) => panic!("the policy that was built in cannot be used: {error}"),
    };
    Arc::clone(NET.get_or_init(read))
}

/// A policy net at work.
#[derive(Clone, Debug)]
pub struct Policy {
    net: Arc<PolicyNet>,
}

impl Policy {
    /// Asks this net.
    pub fn new(net: Arc<PolicyNet>) -> Self {
        Policy { net }
    }

    /// What the net says to each of these legal moves: larger is better, and
    /// differences are logarithms of odds.
    pub fn logits(&self, position: &Position, moves: &[Move], logits: &mut Vec<f32>) {
        let scene = Scene::of(position);
        let hidden = self.net.hidden(scene.features());
        logits.clear();
        for &mv in moves {
            logits.push(self.net.logit(&hidden, scene.candidate(position, mv)));
        }
    }

    /// The chance of each of these legal moves; they sum to 1. A `temperature`
    /// above 1 levels them.
    pub fn priors(
        &self,
        position: &Position,
        moves: &[Move],
        temperature: f32,
        priors: &mut Vec<f32>,
    ) {
        self.logits(position, moves, priors);
        soften(priors, temperature);
    }
}

/// Turns logarithms of odds into chances that sum to 1. A `temperature` above 1
/// levels them.
pub fn soften(logits: &mut [f32], temperature: f32) {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = ((*logit - most) / temperature).exp();
        sum += *logit;
    }
    logits.iter_mut().for_each(|chance| *chance /= sum);
}

impl PolicyNet {
    /// The hidden layer for these inputs: squared activations.
    pub fn hidden(&self, features: &[u16]) -> Row {
        let mut total = self.bias;
        for &feature in features {
            add(&mut total, &self.input[usize::from(feature)]);
        }
        for number in &mut total.0 {
            let clipped = (*number).clamp(0, QA as i16);
            *number = clipped * clipped;
        }
        total
    }

    /// What it says to a move.
    #[inline]
    pub fn logit(&self, hidden: &Row, candidate: Candidate) -> f32 {
        let sum = dot(hidden, &self.rows[usize::from(candidate.row)]);
        let unit = (QA * QA * QB) as f32;
        sum as f32 / unit + self.kinds[usize::from(candidate.kind)]
    }
}

#[inline]
fn add(sum: &mut Row, row: &Row) {
    for i in 0..HIDDEN {
        sum.0[i] = sum.0[i].wrapping_add(row.0[i]);
    }
}

/// Sums of neighbouring products, which is one instruction on most processors.
#[inline]
fn dot(a: &Row, b: &Row) -> i32 {
    let mut sum = 0;
    for i in 0..HIDDEN {
        sum += i32::from(a.0[i]) * i32::from(b.0[i]);
    }
    sum
}

// Squared activations and a hidden layer's product stay inside their types.
const _: () = assert!(QA * QA <= i16::MAX as i32);
const _: () = assert!((QA * QA) as i64 * 127 * (HIDDEN as i64) < i32::MAX as i64);

#[cfg(test)]
mod tests {
    use super::*;
    use shape::{INPUTS, KINDS, ROWS};

    /// A net of noise.
    fn noise() -> PolicyNet {
        let mut state = 77u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 30) as i32 % 128
        };
        let mut net = PolicyNet::zero();
        for row in net.input.iter_mut().chain(net.rows.iter_mut()) {
            row.0.iter_mut().for_each(|number| *number = next() as i16);
        }
        assert_eq!((net.input.len(), net.rows.len()), (INPUTS, ROWS));
        for kind in 0..KINDS {
            net.kinds[kind] = next() as f32 / 64.0;
        }
        net
    }

    #[test]
    fn vector_loops_say_what_plain_sums_say() {
        let net = noise();
        let policy = Policy::new(Arc::new(net.clone()));
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let moves = position.legal_moves();
        let mut logits = Vec::new();
        policy.logits(&position, &moves, &mut logits);
        let scene = Scene::of(&position);
        for (&mv, &logit) in moves.iter().zip(&logits) {
            let Candidate { row, kind } = scene.candidate(&position, mv);
            let mut sum = 0i64;
            for neuron in 0..HIDDEN {
                let on = scene.features().iter();
                let total =
                    on.map(|&f| i64::from(net.input[usize::from(f)].0[neuron])).sum::<i64>()
                        + i64::from(net.bias.0[neuron]);
                let active = total.clamp(0, i64::from(QA));
                sum += active * active * i64::from(net.rows[usize::from(row)].0[neuron]);
            }
            let wanted = sum as f32 / (QA * QA * QB) as f32 + net.kinds[usize::from(kind)];
            assert_eq!(logit, wanted, "{}", position.san(mv));
        }
    }

    #[test]
    fn priors_are_chances() {
        let policy = Policy::new(Arc::new(noise()));
        let position = Position::startpos();
        let moves = position.legal_moves();
        let (mut sharp, mut level) = (Vec::new(), Vec::new());
        policy.priors(&position, &moves, 1.0, &mut sharp);
        policy.priors(&position, &moves, 4.0, &mut level);
        assert!((sharp.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let most = |priors: &[f32]| priors.iter().copied().fold(0.0, f32::max);
        assert!(most(&sharp) >= most(&level));
    }

    #[test]
    fn the_shipped_policy_fits() {
        assert!(shipped().rows.len() == ROWS);
    }
}
