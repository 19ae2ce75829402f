// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers that look random and are the same in every run.

/// SplitMix64 (Steele, Lea, Flood 2014): one word of state, good enough to
/// shuffle with, and any two seeds give unrelated sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        scramble(self.0)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of a product instead of a remainder: no division, and a
        // bias far below anything that a shuffle shows.
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from -1 to 1.
    pub fn signed(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    /// Puts things into any order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i + 1));
        }
    }
}

/// Spreads a number over all 64 bits.
pub(super) fn scramble(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_keeps_everything_and_favours_no_place() {
        let mut random = Random::new(7);
        let mut places = [[0u32; 8]; 8];
        for _ in 0..8000 {
            let mut things = [0, 1, 2, 3, 4, 5, 6, 7];
            random.shuffle(&mut things);
            things.iter().enumerate().for_each(|(place, &thing)| places[thing][place] += 1);
        }
        // 1000 expected each, standard deviation 30.
        assert!(places.iter().flatten().all(|&count| (850..1150).contains(&count)), "{places:?}");
    }
}
