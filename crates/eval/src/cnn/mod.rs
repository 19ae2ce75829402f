// SPDX-License-Identifier: GPL-3.0-or-later
//! A convolutional network as evaluator (Bannan §E.2).
//!
//! ```
//! use chess::Position;
//! use std::sync::Arc;
//! use xanthos_eval::Evaluator;
//! use xanthos_eval::cnn::{Cnn, Net, Shape};
//!
//! let shape = Shape { layers: 2, filters: 8, residual: false, policy: false };
//! let mut cnn = Cnn::new(Arc::new(Net::zero(shape, 191.0)));
//! assert_eq!(cnn.evaluate(&Position::startpos()), 0);
//! ```
//!
//! [`Planes`] are what it sees, [`Shape`] what it looks like, [`Net`] holds its
//! numbers, reads and writes its file, and [`Net::forward`] is the arithmetic: the
//! trainer uses it too.

pub mod convolution;
mod forward;
pub mod head;
pub mod kernels;
mod net;
mod planes;
pub mod product;
mod shape;
mod view;

pub use forward::Between;
pub use net::Net;
pub use planes::{PLANES, Planes};
pub use shape::{DENSE, Layer, POLICY_CHANNELS, SQUARES, Shape, TAPS};
pub use view::View;

use std::sync::{Arc, OnceLock};

use chess::{Color, Move, Piece, Position, Square};

use crate::nnue::explain;
use crate::{Evaluator, Explains, LIMIT, Ledger};

/// Positions whose opinion is remembered: a network of this kind is slow, and a
/// search meets its positions again and again.
const REMEMBERED: usize = 1 << 16;

/// Positions that are looked at together: a whole number of what the convolutions
/// take at once, and few enough that a cut-off behind the first wastes little.
const BATCH: usize = convolution::AT_ONCE;

/// A position takes some thirty microseconds, and more on a busy machine.
const COST: u64 = 64;

/// The network that is built in, read when it is first wanted.
///
/// # Panics
/// If what was built in is no such network; the one in `nets/` is, by test.
pub fn shipped() -> Arc<Net> {
    static NET: OnceLock<Arc<Net>> = OnceLock::new();
    let read = || match Net::from_bytes(include_bytes!("../../../../nets/bannan.xcn")) {
        Ok(net) => Arc::new(net),
        Err(error) => panic!("the network that was built in cannot be used: {error}"),
    };
    Arc::clone(NET.get_or_init(read))
}

/// The evaluator: a net, and what it has said lately.
#[derive(Clone)]
pub struct Cnn {
    net: Arc<Net>,
    between: Between,
    memory: Vec<(u64, i32)>,
    planes: Vec<Planes>,
    words: Vec<f32>,
}

impl Cnn {
    /// An evaluator around a net.
    pub fn new(net: Arc<Net>) -> Cnn {
        // No position has the key of an entry that is empty: keys are looked up in
        // the place that they name, and 0 is not looked up at all.
        let memory = vec![(0, 0); REMEMBERED];
        Cnn { net, between: Between::default(), memory, planes: Vec::new(), words: Vec::new() }
    }

    /// The net.
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }

    fn remembered(&self, key: u64) -> Option<i32> {
        let (known, score) = self.memory[key as usize % REMEMBERED];
        (known == key && key != 0).then_some(score)
    }

    /// An opinion in centipawns.
    fn score(&self, output: f32) -> i32 {
        let limit = LIMIT as f32;
        (output * self.net.width).round().clamp(-limit, limit) as i32
    }
}

impl Evaluator for Cnn {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let key = position.key();
        if let Some(score) = self.remembered(key) {
            return score;
        }
        let output = self.net.forward(&[Planes::of(position)], &mut self.between)[0];
        let score = self.score(output);
        self.memory[key as usize % REMEMBERED] = (key, score);
        score
    }

    fn logits(&mut self, position: &Position, moves: &[Move], logits: &mut Vec<f32>) -> bool {
        if self.net.shape.policy {
            self.net.forward(&[Planes::of(position)], &mut self.between);
            self.net.policy_features(&self.between, &mut self.words);
            head::logits(&self.words, position, moves, logits);
        }
        self.net.shape.policy
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn cost(&self) -> u64 {
        COST
    }

    fn evaluate_all(&mut self, positions: &[Position], scores: &mut Vec<i32>) {
        scores.clear();
        scores.extend(positions.iter().map(|p| self.remembered(p.key()).unwrap_or(i32::MAX)));
        let unknown = || scores.iter().zip(positions).filter(|(score, _)| **score == i32::MAX);
        self.planes.clear();
        self.planes.extend(unknown().map(|(_, position)| Planes::of(position)));
        if self.planes.is_empty() {
            return;
        }
        self.net.forward(&self.planes, &mut self.between);
        let mut outputs = self.between.outputs.iter();
        for (score, position) in scores.iter_mut().zip(positions) {
            if *score == i32::MAX
                && let Some(&output) = outputs.next()
            {
                let key = position.key();
                *score = self.score(output);
                self.memory[key as usize % REMEMBERED] = (key, *score);
            }
        }
    }
}

impl Explains for Cnn {
    fn explain(&self, position: &Position) -> Ledger {
        let mut between = Between::default();
        let turned = position.turn() == Color::Black;
        explain::by_removal(position, |pieces: &[(Piece, Square)]| {
            let seen = pieces.iter().map(|&(piece, square)| match turned {
                true => (Piece::new(!piece.color(), piece.role()), square.flip()),
                false => (piece, square),
            });
            let output = self.net.forward(&[Planes::of_pieces(seen)], &mut between)[0];
            self.score(output)
        })
    }
}
