// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions that a search really asks about, picked on the way.
//!
//! ```
//! use chess::{Game, Position};
//! use search::{AlphaBeta, Control, Job, Limits, Search};
//! use xanthos_train::datagen::{Basket, Sampler};
//!
//! let basket = Basket::new(8);
//! let mut search = AlphaBeta::new(Sampler::new(eval::Placement, basket.clone()));
//! let limits = Limits { nodes: Some(1000), ..Limits::default() };
//! let job = Job::new(Game::new(Position::startpos()), limits);
//!
//! basket.begin(42);
//! search.think(&job, &Control::default(), &mut |_| {});
//! assert_eq!(basket.take().len(), 8);
//! ```

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chess::{Move, Position};
use eval::Evaluator;

/// An evaluator that lets a basket see what it is asked about. The search notices
/// nothing: every answer is that of the evaluator inside.
#[derive(Debug)]
pub struct Sampler<E> {
    inner: E,
    basket: Basket,
    random: SplitMix64,
    /// Positions that might have been kept so far.
    seen: usize,
}

/// Some of the positions of one search, each with the same chance (Vitter 1985,
/// algorithm R). Clones are handles of one basket.
#[derive(Clone, Debug)]
pub struct Basket {
    size: usize,
    contents: Arc<Mutex<Contents>>,
}

#[derive(Debug)]
struct Contents {
    random: SplitMix64,
    positions: Vec<Position>,
}

impl Basket {
    /// A basket for at most so many positions of a search.
    pub fn new(size: usize) -> Basket {
        let contents = Contents { random: SplitMix64::seed_from_u64(0), positions: Vec::new() };
        Basket { size, contents: Arc::new(Mutex::new(contents)) }
    }

    /// Empties it for the next search; the seed decides what will be kept.
    pub fn begin(&self, seed: u64) {
        let mut contents = self.lock();
        contents.random = SplitMix64::seed_from_u64(seed);
        contents.positions.clear();
    }

    /// What was kept since [`Basket::begin`].
    pub fn take(&self) -> Vec<Position> {
        std::mem::take(&mut self.lock().positions)
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<E> Sampler<E> {
    /// Watches what `inner` is asked about.
    pub fn new(inner: E, basket: Basket) -> Sampler<E> {
        Sampler { inner, basket, random: SplitMix64::seed_from_u64(0), seen: 0 }
    }

    /// Kept out of the way of the answer: few positions come this far.
    #[cold]
    fn keep(&mut self, position: &Position, place: usize) {
        let mut contents = self.basket.lock();
        match contents.positions.get_mut(place) {
            Some(old) => *old = *position,
            None => contents.positions.push(*position),
        }
    }
}

/// A search takes a fresh clone for each thread: with it a new count begins.
impl<E: Clone> Clone for Sampler<E> {
    fn clone(&self) -> Self {
        let random = SplitMix64::seed_from_u64(self.basket.lock().random.next_u64());
        Sampler { inner: self.inner.clone(), basket: self.basket.clone(), random, seen: 0 }
    }
}

impl<E: Evaluator> Evaluator for Sampler<E> {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.seen += 1;
        let place = self.random.random_range(..self.seen);
        if place < self.basket.size || self.seen <= self.basket.size {
            if position.in_check() {
                self.seen -= 1;
            } else {
                self.keep(position, if self.seen <= self.basket.size { usize::MAX } else { place });
            }
        }
        self.inner.evaluate(position)
    }

    #[inline]
    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        self.inner.push(before, mv, after);
    }

    #[inline]
    fn prepare(&mut self, position: &Position) {
        self.inner.prepare(position);
    }

    #[inline]
    fn pop(&mut self) {
        self.inner.pop();
    }
}
