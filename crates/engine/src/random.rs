// SPDX-License-Identifier: GPL-3.0-or-later
//! Repeatable chance: the same seed makes the same choices on every machine.
//!
//! ```
//! use xanthos_engine::random::Random;
//!
//! let draw = |seed| Random::new(seed).unit();
//! assert_eq!(draw(7), draw(7));
//! assert_ne!(draw(7), draw(8));
//! assert!((0.0..1.0).contains(&Random::by_chance().unit()));
//! ```

use std::hash::{BuildHasher, RandomState};

/// Vigna's SplitMix64: small, fast, and good enough to shuffle openings.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// With this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// With a seed that nobody knows.
    pub fn by_chance() -> Random {
        // The standard library asks the system for the keys of its hash tables.
        Random(RandomState::new().hash_one(std::process::id()))
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        const BITS: u32 = f64::MANTISSA_DIGITS;
        (self.bits() >> (u64::BITS - BITS)) as f64 / (1u64 << BITS) as f64
    }

    /// Sixty-four even bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0. Fixed point instead of a
    /// remainder: no bias worth naming, and no division.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }
}
