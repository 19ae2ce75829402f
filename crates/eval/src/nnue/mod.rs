// SPDX-License-Identifier: GPL-3.0-or-later
//! The network's evaluation: small, quantised, updated move by move.
//!
//! ```
//! use chess::Position;
//! use std::sync::Arc;
//! use xanthos_eval::Evaluator;
//! use xanthos_eval::nnue::{Net, Nnue};
//!
//! let mut nnue = Nnue::new(Arc::new(Net::zero()));
//! assert_eq!(nnue.evaluate(&Position::startpos()), 0);
//! ```
//!
//! [`shape`] says what the net looks like and what its inputs mean, [`Net`] holds
//! its weights and reads and writes its file; the trainer knows both and nothing
//! else of this room. `accumulator` keeps the hidden layer up to date along a
//! line, [`Kernel`] is the arithmetic.

pub(crate) mod account;
mod accumulator;
mod kernels;
mod net;
pub mod shape;

pub use kernels::Kernel;
pub use net::{Net, Row};

use std::sync::{Arc, OnceLock};

use accumulator::{Accumulators, Step};
use chess::{Color, Move, Position};
use shape::{QA, QB, SCALE, output_bucket};

use crate::{Evaluator, LIMIT};

/// The network that is built in, read when it is first wanted.
///
/// # Panics
/// If another network was built in that does not fit this engine; the one in
/// `nets/` does, by test.
pub fn shipped() -> Arc<Net> {
    static NET: OnceLock<Arc<Net>> = OnceLock::new();
    let read = || match Net::from_bytes(include_bytes!(env!("XANTHOS_NET"))) {
        Ok(net) => Arc::new(net),
        Err(error) => panic!("the network that was built in cannot be used: {error}"),
    };
    Arc::clone(NET.get_or_init(read))
}

/// The evaluator: a net, and what it has seen.
#[derive(Clone)]
pub struct Nnue {
    net: Arc<Net>,
    accumulators: Accumulators,
    kernel: Kernel,
}

impl Nnue {
    /// An evaluator with the best kernel of this processor.
    pub fn new(net: Arc<Net>) -> Self {
        Nnue::with_kernel(net, Kernel::best())
    }

    /// An evaluator with a certain kernel, one of [`Kernel::available`].
    pub fn with_kernel(net: Arc<Net>, kernel: Kernel) -> Self {
        let accumulators = Accumulators::new(&net);
        Nnue { net, accumulators, kernel }
    }

    /// The worth of a position, made from nothing and with nothing kept: what
    /// [`evaluate`](Evaluator::evaluate) says, only slower.
    pub fn evaluate_afresh(&self, position: &Position) -> i32 {
        self.look(position, &account::men(position))
    }

    /// The output for these hidden layers, the mover's first.
    fn answer(&self, views: [&Row; 2], men: u32) -> i32 {
        answer(&self.net, self.kernel, views, men)
    }

    /// The net.
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }
}

/// From hidden layers to centipawns.
#[inline]
fn answer(net: &Net, kernel: Kernel, views: [&Row; 2], men: u32) -> i32 {
    let bucket = output_bucket(men);
    let sum = kernel.output(views, &net.output[bucket]);
    let output = i64::from(sum / QA + net.output_bias[bucket]);
    let score = output * i64::from(SCALE) / i64::from(QA * QB);
    score.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as i32
}

impl Evaluator for Nnue {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let [white, black] = self.accumulators.rows(position, &self.net, self.kernel);
        let views = if position.turn() == Color::White { [white, black] } else { [black, white] };
        answer(&self.net, self.kernel, views, position.occupied().count())
    }

    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        let step = if mv.is_null() { Step::NONE } else { Step::of(before, mv) };
        self.accumulators.push(step, before, after);
    }

    fn pop(&mut self) {
        self.accumulators.pop();
    }
}
