// SPDX-License-Identifier: GPL-3.0-or-later
//! How far the evaluation tends to be off.
//!
//! After a search the static evaluation can be compared with what came out.
//! Positions that share a feature (the pawns, the pieces of one side, the last
//! two moves) share its errors, so the next one with that feature is corrected.

use chess::{Color, Position};

use super::{ARRIVALS, Arrival, table};
use crate::tunables as t;

/// Rows of each table; keys share them.
const ROWS: usize = 16_384;

/// Records stay within this bound, and one lesson moves them by a quarter at most.
const MOST: i32 = 1_024;

/// A record of this size at the usual weight is a centipawn.
const GRAIN: i32 = 40;

type Rows = Box<[[i16; 2]; ROWS]>;

/// Errors by feature, for each side to move.
pub struct Corrections {
    pawns: Rows,
    pieces: [Rows; 2],
    minors: Rows,
    majors: Rows,
    moves: Box<[[i16; ARRIVALS]; ARRIVALS]>,
}

impl Corrections {
    /// No errors known.
    pub fn new() -> Self {
        let rows = || table([0; 2]);
        Corrections {
            pawns: rows(),
            pieces: [rows(), rows()],
            minors: rows(),
            majors: rows(),
            moves: table([0; ARRIVALS]),
        }
    }

    /// What to add to the evaluation, in centipawns. `before` is what was played
    /// one and two plies before.
    #[inline]
    pub fn get(&self, position: &Position, before: [Arrival; 2]) -> i32 {
        let side = position.turn().index();
        let at = |rows: &Rows, key: u64| i32::from(rows[key as usize % ROWS][side]);
        let [white, black] =
            Color::ALL.map(|color| at(&self.pieces[color.index()], position.nonpawn_key(color)));
        let sum = at(&self.pawns, position.pawn_key()) * t::correct_pawns()
            + (white + black) * t::correct_pieces()
            + at(&self.minors, position.minor_key()) * t::correct_minors()
            + at(&self.majors, position.major_key()) * t::correct_majors()
            + i32::from(self.moves[before[1].index()][before[0].index()]) * t::correct_moves();
        sum / (64 * GRAIN)
    }

    /// The search found `error` centipawns more than the corrected evaluation
    /// said. All features learn from what is left of the error, so that together
    /// they do not correct it many times over.
    pub fn teach(&mut self, position: &Position, before: [Arrival; 2], error: i32, depth: i32) {
        let side = position.turn().index();
        let lesson = (error * depth / 4).clamp(-MOST / 4, MOST / 4);
        let pull = |record: &mut i16| {
            let old = i32::from(*record);
            *record = (old + lesson - old * lesson.abs() / MOST) as i16;
        };
        for color in Color::ALL {
            let key = position.nonpawn_key(color) as usize % ROWS;
            pull(&mut self.pieces[color.index()][key][side]);
        }
        pull(&mut self.pawns[position.pawn_key() as usize % ROWS][side]);
        pull(&mut self.minors[position.minor_key() as usize % ROWS][side]);
        pull(&mut self.majors[position.major_key() as usize % ROWS][side]);
        pull(&mut self.moves[before[1].index()][before[0].index()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_met_again_and_again_is_corrected() {
        let position = Position::startpos();
        let mut corrections = Corrections::new();
        let nothing = [Arrival::NONE; 2];
        assert_eq!(corrections.get(&position, nothing), 0);
        for _ in 0..1_000 {
            let left = 30 - corrections.get(&position, nothing);
            corrections.teach(&position, nothing, left, 10);
        }
        assert!((29..=31).contains(&corrections.get(&position, nothing)));
        let other = position.after_null();
        assert_eq!(corrections.get(&other, [Arrival(1), Arrival(2)]), 0);
    }

    #[test]
    fn corrections_are_bounded() {
        let position = Position::startpos();
        let mut corrections = Corrections::new();
        for _ in 0..1_000 {
            corrections.teach(&position, [Arrival::NONE; 2], -30_000, 200);
        }
        let worst = corrections.get(&position, [Arrival::NONE; 2]);
        assert!((-200..-50).contains(&worst), "{worst}");
    }
}
