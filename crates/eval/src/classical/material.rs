// SPDX-License-Identifier: GPL-3.0-or-later
//! What the number of pieces says: imbalance, phase, known endings. It changes
//! only with captures and promotions and is remembered.

use chess::{Bitboard, Color, Position, Role};

use crate::{Pair, Place, Trace};

use super::Weights;
use super::endgame::Endgame;
use super::schema::{IMBALANCE_ENEMY, IMBALANCE_OWN, PHASE};
use crate::tally::{Tally, WeightTable};

/// The phase of a full board; the phase weights are in these units.
pub const FULL_PHASE: i32 = 240;

const ENTRIES: usize = 2048;

/// How many of each role from pawn to queen each side has.
pub type Counts = [[i32; 5]; 2];

/// What the material says.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    key: u64,
    /// Credits, White's view.
    pub sum: Pair,
    /// From 0, bare kings, to [`FULL_PHASE`].
    pub phase: i32,
    /// The ending it is, if it is a known one.
    pub ending: Endgame,
}

/// Materials seen before.
#[derive(Clone, Debug)]
pub struct MaterialTable(Vec<Material>);

impl MaterialTable {
    pub fn new() -> Self {
        let none = Material { key: u64::MAX, sum: Pair::ZERO, phase: 0, ending: Endgame::None };
        MaterialTable(vec![none; ENTRIES])
    }

    /// What the material on the board says, remembered or found out.
    #[inline(always)]
    pub fn probe(&mut self, position: &Position, weights: &Weights) -> Material {
        let counts = counts(position);
        let key = counts.as_flattened().iter().fold(0u64, |key, &n| key << 4 | n as u64);
        let index = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 53) as usize;
        let entry = &mut self.0[index % ENTRIES];
        if entry.key != key {
            let mut nobody = ();
            let mut tally = Tally::new(weights, &mut nobody);
            let phase = material(&counts, &mut tally);
            *entry = Material { key, sum: tally.sum, phase, ending: Endgame::of(&counts) };
        }
        *entry
    }
}

/// Counts the pieces.
#[inline(always)]
pub fn counts(position: &Position) -> Counts {
    Color::ALL.map(|color| {
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .map(|role| position.pieces(color, role).count() as i32)
    })
}

/// Credits the imbalance and gives the phase.
pub fn material<T: Trace>(counts: &Counts, tally: &mut Tally<'_, T>) -> i32 {
    for us in Color::ALL {
        let own = with_pair(&counts[us.index()]);
        let enemy = with_pair(&counts[(!us).index()]);
        for (i, &n) in own.iter().enumerate().filter(|&(_, &n)| n > 0) {
            for (j, &m) in own.iter().enumerate().take(i + 1).filter(|&(_, &m)| m > 0) {
                tally.add(us, IMBALANCE_OWN, i * (i + 1) / 2 + j, n * m, Bitboard::EMPTY);
            }
            for (j, &m) in enemy.iter().enumerate().take(i).filter(|&(_, &m)| m > 0) {
                tally.add(us, IMBALANCE_ENEMY, i * (i - 1) / 2 + j, n * m, Bitboard::EMPTY);
            }
        }
    }
    let mut phase = 0;
    for index in 0..4 {
        let count = counts[0][index + 1] + counts[1][index + 1];
        let weight = tally.weights.get(PHASE, index);
        if count > 0 {
            let place = Place { slot: PHASE, index };
            tally.trace.count(place, Color::White, count, weight, Bitboard::EMPTY);
        }
        phase += count * weight.mg;
    }
    phase.clamp(0, FULL_PHASE)
}

/// Bishop pair, pawns, knights, bishops, rooks, queens.
fn with_pair(counts: &[i32; 5]) -> [i32; 6] {
    let [pawns, knights, bishops, rooks, queens] = *counts;
    [i32::from(bishops > 1), pawns, knights, bishops, rooks, queens]
}
