// SPDX-License-Identifier: GPL-3.0-or-later
//! The hash by which boards are compared and games are split off.

/// Spreads a number over all 64 bits (the finaliser of SplitMix64).
pub(super) fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
