// SPDX-License-Identifier: GPL-3.0-or-later
//! Order by chance that a seed repeats, on every machine.

/// A source of permutations (SplitMix64: small, and good enough to shuffle a
/// book).
#[derive(Debug, Clone)]
pub struct Shuffle(u64);

impl Shuffle {
    /// From a seed.
    pub fn new(seed: u64) -> Shuffle {
        Shuffle(seed)
    }

    /// The numbers below `count` in some order.
    pub fn order(&mut self, count: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count as u32).collect();
        for last in (1..count).rev() {
            let other = self.below(last as u64 + 1) as usize;
            order.swap(last, other);
        }
        order
    }

    /// A number below `bound`, without bias worth mentioning: the product of a
    /// 64-bit number and the bound is off by at most bound / 2^64.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_reached_equally_often() {
        let mut counts = [[0u32; 5]; 5];
        for seed in 0..20_000 {
            for (place, &item) in Shuffle::new(seed).order(5).iter().enumerate() {
                counts[place][item as usize] += 1;
            }
        }
        // 4000 expected, standard deviation 57: six of them either way.
        for count in counts.as_flattened() {
            assert!((3660..=4340).contains(count), "{counts:?}");
        }
    }

    #[test]
    fn small_orders() {
        assert!(Shuffle::new(1).order(0).is_empty());
        assert_eq!(Shuffle::new(1).order(1), [0]);
    }
}
