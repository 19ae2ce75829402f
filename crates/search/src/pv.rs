// SPDX-License-Identifier: GPL-3.0-or-later
//! Principal variations, one for each distance from the root.

use chess::Move;

use crate::value::MAX_PLY;

/// The best variation from some node on.
#[derive(Clone, Copy)]
struct Pv {
    moves: [Move; MAX_PLY],
    len: usize,
}

/// The triangular table: a node's line is its best move and the line of the
/// node behind it. It is never cut short by the transposition table, since nodes
/// with an open window do not answer from there; so a mate's line is complete.
pub struct PvTable(Vec<Pv>);

impl PvTable {
    /// An empty variation for every ply.
    #[allow(clippy::new_without_default)] // large: made once for each thread
    pub fn new() -> Self {
        PvTable(vec![Pv { moves: [Move::NULL; MAX_PLY], len: 0 }; MAX_PLY + 2])
    }

    /// The node at `ply` has no line yet.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].len = 0;
    }

    /// The line of `ply` becomes `best`, followed by the line of `ply + 1`.
    pub fn extend(&mut self, ply: usize, best: Move) {
        let (before, behind) = self.0.split_at_mut(ply + 1);
        let (line, tail) = (&mut before[ply], &behind[0]);
        let len = tail.len.min(MAX_PLY - 1);
        line.moves[0] = best;
        line.moves[1..=len].copy_from_slice(&tail.moves[..len]);
        line.len = len + 1;
    }

    /// The line of the node at `ply`.
    pub fn get(&self, ply: usize) -> &[Move] {
        let line = &self.0[ply];
        &line.moves[..line.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_grows_from_its_end() {
        let mut lines = PvTable::new();
        let [a, b, c] = [1, 2, 3].map(Move::from_bits);
        lines.extend(2, c);
        lines.extend(1, b);
        lines.extend(0, a);
        assert_eq!(lines.get(0), [a, b, c]);
        lines.clear(1);
        lines.extend(0, c);
        assert_eq!(lines.get(0), [c]);
    }

    #[test]
    fn the_longest_line_fits() {
        let mut lines = PvTable::new();
        (0..=MAX_PLY).rev().for_each(|ply| lines.extend(ply, Move::from_bits(ply as u16)));
        assert_eq!(lines.get(0).len(), MAX_PLY);
    }
}
