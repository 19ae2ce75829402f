// SPDX-License-Identifier: GPL-3.0-or-later
//! What is proven about a node, and needs no further iterations (the solver).

use crate::value::{MAX_PLY, mate_in, mated_in, tablebase_in};

/// The end of the game with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Whether the side to move wins; otherwise it loses.
    pub wins: bool,
    /// In so many half-moves, at most: a shorter way may not have been seen.
    pub plies: u16,
    /// Whether tablebases say so, and the distance is that to their door.
    pub table: bool,
}

impl Proof {
    /// The side to move is mated.
    pub const MATED: Proof = Proof { wins: false, plies: 0, table: false };

    /// Bits of a proof; 0 means there is none.
    pub fn bits(self) -> u16 {
        0x8000
            | u16::from(self.wins) << 14
            | u16::from(self.table) << 13
            | self.plies.min(MAX_PLY as u16)
    }

    /// The proof with these bits.
    pub fn from_bits(bits: u16) -> Option<Proof> {
        (bits & 0x8000 != 0).then_some(Proof {
            wins: bits & 0x4000 != 0,
            table: bits & 0x2000 != 0,
            plies: bits & 0x1FFF,
        })
    }

    /// The score at `ply`, for the side to move.
    pub fn score(self, ply: usize) -> i32 {
        let plies = (usize::from(self.plies) + ply).min(MAX_PLY);
        match (self.table, self.wins) {
            (false, true) => mate_in(plies),
            (false, false) => mated_in(plies),
            (true, true) => tablebase_in(plies),
            (true, false) => -tablebase_in(plies),
        }
    }

    /// What the node before is proven to be by this move alone: won, if the
    /// opponent is lost here.
    pub fn won_before(self) -> Option<Proof> {
        (!self.wins).then_some(Proof { wins: true, plies: self.plies + 1, table: self.table })
    }

    /// Lost, if all moves lead to nodes that the opponent wins: the longest way.
    pub fn lost_before(all: impl Iterator<Item = Option<Proof>>) -> Option<Proof> {
        let mut longest: Option<Proof> = None;
        for proof in all {
            let proof = proof.filter(|proof| proof.wins)?;
            let here = Proof { wins: false, plies: proof.plies + 1, table: proof.table };
            // From the loser's view a larger score is better.
            if longest.is_none_or(|known| here.score(0) > known.score(0)) {
                longest = Some(here);
            }
        }
        longest
    }

    /// Whether it says more than one that was known: a quicker win.
    pub fn improves_on(self, known: Proof) -> bool {
        self.wins && known.wins && self.score(0) > known.score(0)
    }

    /// What the node is worth to the side that moved here.
    pub fn value_before(self) -> f64 {
        f64::from(u8::from(!self.wins))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back() {
        for wins in [false, true] {
            for table in [false, true] {
                let proof = Proof { wins, plies: 17, table };
                assert_eq!(Proof::from_bits(proof.bits()), Some(proof));
            }
        }
        assert_eq!(Proof::from_bits(0), None);
    }

    #[test]
    fn proofs_go_up_the_tree() {
        let mates = Proof::MATED.won_before().unwrap();
        assert_eq!((mates.wins, mates.plies), (true, 1));
        assert_eq!(mates.won_before(), None);
        let slower = Proof { plies: 3, ..mates };
        let lost = Proof::lost_before([Some(mates), Some(slower)].into_iter()).unwrap();
        assert_eq!((lost.wins, lost.plies), (false, 4));
        assert_eq!(Proof::lost_before([Some(mates), None].into_iter()), None);
        assert!(mates.improves_on(slower) && !slower.improves_on(mates));
    }
}
