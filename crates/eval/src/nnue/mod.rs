// SPDX-License-Identifier: GPL-3.0-or-later
//! The network's evaluation: quantised, updated move by move.
//!
//! ```
//! use chess::Position;
//! use std::sync::Arc;
//! use xanthos_eval::Evaluator;
//! use xanthos_eval::nnue::{Nnue, SingleLayerNet};
//!
//! let mut nnue = Nnue::new(Arc::new(SingleLayerNet::zero()));
//! assert_eq!(nnue.evaluate(&Position::startpos()), 0);
//! ```
//!
//! [`features`] says what the inputs mean. Networks come in two shapes, [`single`] and [`multi`],
//! both behind a [`Transformer`]; a [`Network`] is any of them, read from its file. `accumulator`
//! keeps the first layer up to date along a line of moves, [`Kernel`] is the arithmetic.

mod accumulator;
pub(crate) mod explain;
pub mod features;
mod inference;
mod kernels;
pub mod multi;
pub mod single;
mod transformer;

pub use kernels::Kernel;
pub use multi::MultiLayerNet;
pub use single::SingleLayerNet;
pub use transformer::{Row, Transformer};

use std::sync::{Arc, OnceLock};

use accumulator::Delta;
use chess::{Move, Piece, Position, Square};
use inference::Inference;

use crate::Evaluator;
use crate::netfile::NetError;

/// Centipawns of an output of 1.0.
pub const SCALE: i32 = 400;

/// A network of any shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Network {
    /// One hidden layer.
    Single(Arc<SingleLayerNet>),
    /// Three layers behind a transformer of 512 neurons.
    Multi512(Arc<MultiLayerNet<512>>),
    /// Of 768.
    Multi768(Arc<MultiLayerNet<768>>),
    /// Of 1024.
    Multi1024(Arc<MultiLayerNet<1024>>),
}

impl Network {
    /// Reads a file of either format.
    ///
    /// # Errors
    /// When it is damaged, another kind of file, or of a shape that this engine has not.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetError> {
        match single::FORMAT.open(bytes) {
            Err(NetError::Version { found: 2, .. }) => match multi::neurons(bytes)? {
                512 => MultiLayerNet::from_bytes(bytes).map(|net| Network::Multi512(Arc::new(net))),
                1024 => {
                    MultiLayerNet::from_bytes(bytes).map(|net| Network::Multi1024(Arc::new(net)))
                }
                _ => MultiLayerNet::from_bytes(bytes).map(|net| Network::Multi768(Arc::new(net))),
            },
            Err(NetError::Version { kind, found, .. }) => {
                Err(NetError::Version { kind, found, wanted: multi::FORMAT.version })
            }
            opened => SingleLayerNet::from_file(&opened?).map(|net| Network::Single(Arc::new(net))),
        }
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Network::Single(net) => net.to_bytes(),
            Network::Multi512(net) => net.to_bytes(),
            Network::Multi768(net) => net.to_bytes(),
            Network::Multi1024(net) => net.to_bytes(),
        }
    }
}

impl From<Arc<SingleLayerNet>> for Network {
    fn from(net: Arc<SingleLayerNet>) -> Self {
        Network::Single(net)
    }
}

impl From<Arc<MultiLayerNet<512>>> for Network {
    fn from(net: Arc<MultiLayerNet<512>>) -> Self {
        Network::Multi512(net)
    }
}

impl From<Arc<MultiLayerNet<768>>> for Network {
    fn from(net: Arc<MultiLayerNet<768>>) -> Self {
        Network::Multi768(net)
    }
}

impl From<Arc<MultiLayerNet<1024>>> for Network {
    fn from(net: Arc<MultiLayerNet<1024>>) -> Self {
        Network::Multi1024(net)
    }
}

/// The network that is built in, read when it is first wanted.
///
/// # Panics
/// If another network was built in that does not fit this engine; the one in
/// `nets/` does, by test.
pub fn shipped() -> Network {
    static NET: OnceLock<Network> = OnceLock::new();
    let read = || match Network::from_bytes(include_bytes!(env!("XANTHOS_NET"))) {
        Ok(net) => net,
        Err(error) => panic!("the network that was built in cannot be used: {error}"),
    };
    NET.get_or_init(read).clone()
}

/// The evaluator: a network and its accumulators.
#[derive(Clone)]
pub struct Nnue(Shape);

#[derive(Clone)]
enum Shape {
    Single(Inference<SingleLayerNet, { single::HIDDEN }>),
    Multi512(Inference<MultiLayerNet<512>, 512>),
    Multi768(Inference<MultiLayerNet<768>, 768>),
    Multi1024(Inference<MultiLayerNet<1024>, 1024>),
}

/// Does the same whatever the shape.
macro_rules! each_shape {
    ($shape:expr, $inference:ident => $does:expr) => {
        match $shape {
            Shape::Single($inference) => $does,
            Shape::Multi512($inference) => $does,
            Shape::Multi768($inference) => $does,
            Shape::Multi1024($inference) => $does,
        }
    };
}

impl Nnue {
    /// An evaluator with the best kernel of this processor.
    pub fn new(net: impl Into<Network>) -> Self {
        Nnue::with_kernel(net, Kernel::best())
    }

    /// An evaluator with a certain kernel, one of [`Kernel::available`].
    pub fn with_kernel(net: impl Into<Network>, kernel: Kernel) -> Self {
        Nnue(match net.into() {
            Network::Single(net) => Shape::Single(Inference::new(net, kernel)),
            Network::Multi512(net) => Shape::Multi512(Inference::new(net, kernel)),
            Network::Multi768(net) => Shape::Multi768(Inference::new(net, kernel)),
            Network::Multi1024(net) => Shape::Multi1024(Inference::new(net, kernel)),
        })
    }

    /// The evaluation computed from nothing and with nothing kept: equal to
    /// [`evaluate`](Evaluator::evaluate), only slower.
    pub fn evaluate_afresh(&self, position: &Position) -> i32 {
        self.evaluate_pieces(position, &explain::pieces(position))
    }

    fn evaluate_pieces(&self, position: &Position, pieces: &[(Piece, Square)]) -> i32 {
        each_shape!(&self.0, inference => inference.evaluate_pieces(position, pieces))
    }

    /// The network.
    pub fn net(&self) -> Network {
        each_shape!(&self.0, inference => Arc::clone(&inference.net).into())
    }
}

impl Evaluator for Nnue {
    fn evaluate(&mut self, position: &Position) -> i32 {
        each_shape!(&mut self.0, inference => inference.evaluate(position))
    }

    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        let delta = if mv.is_null() { Delta::NONE } else { Delta::of(before, mv) };
        each_shape!(&mut self.0, inference => inference.push(delta, before, after));
    }

    fn prepare(&mut self, position: &Position) {
        each_shape!(&mut self.0, inference => inference.prepare(position));
    }

    fn pop(&mut self) {
        each_shape!(&mut self.0, inference => inference.pop());
    }
}
