// SPDX-License-Identifier: GPL-3.0-or-later
//! Correction history: how far the static evaluation tends to be off.
//!
//! After a search the static evaluation can be compared with what came out.
//! Positions that share a feature (the pawns, the pieces of one side, the last
//! two moves) share its errors, so the next one with that feature is corrected.

use chess::{Color, Position};

use super::{PIECE_TOS, PieceTo, table};
use crate::tunables as t;

/// Rows of each table; keys share them.
const ROWS: usize = 16_384;

/// Entries stay within this bound, and one update moves them by a quarter at most.
const MOST: i32 = 1_024;

/// An entry of this size at the usual weight is a centipawn.
const GRAIN: i32 = 40;

type Rows = Box<[[i16; 2]; ROWS]>;

/// Errors by feature, for each side to move.
pub struct CorrectionHistory {
    pawns: Rows,
    pieces: [Rows; 2],
    minors: Rows,
    majors: Rows,
    moves: Box<[[i16; PIECE_TOS]; PIECE_TOS]>,
}

impl CorrectionHistory {
    /// No errors known.
    pub fn new() -> Self {
        let rows = || table([0; 2]);
        CorrectionHistory {
            pawns: rows(),
            pieces: [rows(), rows()],
            minors: rows(),
            majors: rows(),
            moves: table([0; PIECE_TOS]),
        }
    }

    /// What to add to the evaluation, in centipawns. `before` are the last two moves.
    #[inline]
    pub fn get(&self, position: &Position, before: [PieceTo; 2]) -> i32 {
        let side = position.turn().index();
        let at = |rows: &Rows, key: u64| i32::from(rows[key as usize % ROWS][side]);
        let [white, black] =
            Color::ALL.map(|color| at(&self.pieces[color.index()], position.nonpawn_key(color)));
        let sum = at(&self.pawns, position.pawn_key()) * t::correction_pawns()
            + (white + black) * t::correction_nonpawns()
            + at(&self.minors, position.minor_key()) * t::correction_minors()
            + at(&self.majors, position.major_key()) * t::correction_majors()
            + i32::from(self.moves[before[1].index()][before[0].index()])
                * t::correction_continuation();
        sum / (64 * GRAIN)
    }

    /// Brings nearer what [`get`](CorrectionHistory::get) will want.
    #[inline]
    pub fn prefetch(&self, position: &Position, before: [PieceTo; 2]) {
        let at = |rows: &Rows, key: u64| chess::prefetch(&rows[key as usize % ROWS]);
        at(&self.pawns, position.pawn_key());
        at(&self.minors, position.minor_key());
        at(&self.majors, position.major_key());
        for color in Color::ALL {
            at(&self.pieces[color.index()], position.nonpawn_key(color));
        }
        chess::prefetch(&self.moves[before[1].index()][before[0].index()]);
    }

    /// The search found `error` centipawns more than the corrected evaluation
    /// said. All tables are updated by what is left of the error, so that
    /// together they do not correct it many times over.
    pub fn update(&mut self, position: &Position, before: [PieceTo; 2], error: i32, depth: i32) {
        let side = position.turn().index();
        let bonus = (error * depth / 4).clamp(-MOST / 4, MOST / 4);
        let apply_bonus = |history: &mut i16| {
            let old = i32::from(*history);
            *history = (old + bonus - old * bonus.abs() / MOST) as i16;
        };
        for color in Color::ALL {
            let key = position.nonpawn_key(color) as usize % ROWS;
            apply_bonus(&mut self.pieces[color.index()][key][side]);
        }
        apply_bonus(&mut self.pawns[position.pawn_key() as usize % ROWS][side]);
        apply_bonus(&mut self.minors[position.minor_key() as usize % ROWS][side]);
        apply_bonus(&mut self.majors[position.major_key() as usize % ROWS][side]);
        apply_bonus(&mut self.moves[before[1].index()][before[0].index()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_met_again_and_again_is_corrected() {
        let position = Position::startpos();
        let mut correction_history = CorrectionHistory::new();
        let nothing = [PieceTo::NONE; 2];
        assert_eq!(correction_history.get(&position, nothing), 0);
        for _ in 0..1_000 {
            let left = 30 - correction_history.get(&position, nothing);
            correction_history.update(&position, nothing, left, 10);
        }
        assert!((29..=31).contains(&correction_history.get(&position, nothing)));
        let other = position.after_null();
        assert_eq!(correction_history.get(&other, [PieceTo(1), PieceTo(2)]), 0);
    }

    #[test]
    fn corrections_are_bounded() {
        let position = Position::startpos();
        let mut correction_history = CorrectionHistory::new();
        for _ in 0..1_000 {
            correction_history.update(&position, [PieceTo::NONE; 2], -30_000, 200);
        }
        let worst = correction_history.get(&position, [PieceTo::NONE; 2]);
        assert!((-200..-50).contains(&worst), "{worst}");
    }
}
