// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers that nobody can guess: tokens, and the keys of games.

use rand::TryRng;
use rand::rngs::SysRng;
/// `N` bytes from the operating system.
fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Every system that the server runs on has a source; without one there would be no
    // secret to speak of, so nothing sensible is left to do.
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system has random numbers");
    bytes
}

/// 128 bits in hexadecimal.
pub fn key() -> String {
    format!("{:032x}", u128::from_ne_bytes(bytes()))
}

/// A number below `end`.
pub fn below(end: u32) -> u32 {
    // The remainder favours no number by more than one part in 2^32.
    (u64::from_ne_bytes(bytes()) % u64::from(end.max(1))) as u32
}

/// Whether two texts are the same, in a time that does not tell where they differ.
pub fn same(a: &str, b: &str) -> bool {
    let differences = a.bytes().zip(b.bytes()).fold(0, |found, (a, b)| found | (a ^ b));
    a.len() == b.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_are_compared_whole() {
        let (a, b) = (key(), key());
        assert_eq!((a.len(), b.len()), (32, 32));
        assert!(a != b && same(&a, &a) && !same(&a, &b) && !same(&a, &a[..31]) && !same("", "x"));
        assert!((0..100).all(|_| below(3) < 3));
    }
}
