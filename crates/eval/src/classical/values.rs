// SPDX-License-Identifier: GPL-3.0-or-later
//! The weights as one value: flat for the tuner, by table for the terms, as text
//! for the weights file.

use std::fmt::Write;

use crate::tally::WeightTable;
use crate::{Group, Groups, Pair, Term};

use super::balance::FULL_SCALE;
use super::schema::{
    BISHOP_SQUARE, COUNT, KING_SQUARE, KNIGHT_SQUARE, Kind, MATERIAL, PAWN_SQUARE, QUEEN_SQUARE,
    ROOK_SQUARE, SLOTS, Slot, TUNED,
};

/// The piece-square tables, by [`Role::index`](chess::Role::index).
pub const SQUARES: [Slot; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

/// A full set of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    flat: [Pair; COUNT],
    /// Material and placement in one lookup, by role and square from the own side.
    pub(super) worth: [[Pair; 64]; 6],
}

/// A weights file that does not fit the schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// A table is not in the file.
    #[error("the weights file has no table {0}")]
    Missing(&'static str),
    /// A table has not as many numbers as it should.
    #[error("table {name} has {found} numbers instead of {wanted}")]
    Length {
        /// The table.
        name: &'static str,
        /// Numbers it should have, two for each weight.
        wanted: usize,
        /// Numbers it has.
        found: usize,
    },
}

impl Default for Weights {
    fn default() -> Self {
        Weights::new(TUNED)
    }
}

impl Weights {
    /// Weights from the flat vector, in the order of [`SLOTS`].
    pub fn new(flat: [Pair; COUNT]) -> Self {
        let mut worth = [[Pair::ZERO; 64]; 6];
        for (role, squares) in worth.iter_mut().enumerate() {
            let material =
                if role < MATERIAL.len { flat[MATERIAL.start + role] } else { Pair::ZERO };
            for (square, pair) in squares.iter_mut().enumerate() {
                *pair = material + flat[SQUARES[role].start + folded(square)];
            }
        }
        Weights { flat, worth }
    }

    /// The flat vector.
    pub fn flat(&self) -> &[Pair; COUNT] {
        &self.flat
    }

    /// The weights with every table of `slots` set to zero: what a position is
    /// worth to somebody who does not know these terms. Scales are set to one.
    pub fn without(&self, slots: impl Fn(&Slot) -> bool) -> Weights {
        self.zeroed(|slot, _| slots(slot))
    }

    /// The weights with every group of `groups` set to zero.
    pub fn without_groups(&self, groups: Groups) -> Weights {
        if groups.is_empty() {
            return self.clone();
        }
        self.zeroed(|slot, index| Group::of(slot, index).is_some_and(|group| groups.has(group)))
    }

    fn zeroed(&self, which: impl Fn(&Slot, usize) -> bool) -> Weights {
        let mut flat = self.flat;
        for slot in SLOTS.iter().filter(|slot| slot.kind != Kind::Phase) {
            let zero = if slot.kind == Kind::Scale { Pair::new(0, FULL_SCALE) } else { Pair::ZERO };
            for index in (0..slot.len).filter(|&index| which(slot, index)) {
                flat[slot.start + index] = zero;
            }
        }
        Weights::new(flat)
    }

    /// The weights of another style (Axon §1), from -100, cautious, over 0, these
    /// ones, to 100, attacking: attack units on kings weigh more or less, and
    /// pawns before the own king the other way round. Both sides are evaluated
    /// alike, so that symmetry holds.
    pub fn styled(&self, style: i32) -> Weights {
        let style = style.clamp(-100, 100);
        let mut flat = self.flat;
        for slot in SLOTS {
            let percent = match (slot.kind, slot.term) {
                (Kind::Danger, _) => 100 + style / 2,
                (_, Term::Shelter) => 100 - style / 2,
                _ => continue,
            };
            for pair in &mut flat[slot.start..slot.start + slot.len] {
                *pair = Pair::new(pair.mg * percent / 100, pair.eg);
            }
        }
        Weights::new(flat)
    }

    /// The weights as the source file that the engine compiles in.
    pub fn source(&self) -> String {
        let mut text = String::from(
            "// SPDX-License-Identifier: GPL-3.0-or-later\n\
             //! The weights, middlegame and endgame, as the tuner wrote them. What they mean is\n\
             //! said in `schema.rs`; edit there, tune, and this file is written again.\n",
        );
        for slot in SLOTS {
            let _ = write!(text, "\npub const {}: [[i32; 2]; {}] = [", slot.name, slot.len);
            let width = if slot.len == 32 { 4 } else { 8 };
            for (i, pair) in self.flat[slot.start..slot.start + slot.len].iter().enumerate() {
                if slot.len > 1 && i % width == 0 {
                    text.push_str("\n   ");
                }
                let space = if slot.len > 1 { " " } else { "" };
                let _ = write!(text, "{space}[{}, {}]", pair.mg, pair.eg);
                if slot.len > 1 {
                    text.push(',');
                }
            }
            text.push_str(if slot.len > 1 { "\n];\n" } else { "];\n" });
        }
        text
    }

    /// Reads what [`Weights::source`] wrote.
    ///
    /// # Errors
    /// When a table is missing or has the wrong length.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let mut flat = [Pair::ZERO; COUNT];
        for slot in SLOTS {
            let head = format!("pub const {}:", slot.name);
            let body = text.split_once(&head).ok_or(WeightsError::Missing(slot.name))?.1;
            let body = body.split_once('=').map_or("", |(_, body)| body);
            let body = body.split_once(';').map_or(body, |(body, _)| body);
            let numbers: Vec<i32> = body
                .split(|c: char| c != '-' && !c.is_ascii_digit())
                .filter_map(|word| word.parse().ok())
                .collect();
            if numbers.len() != 2 * slot.len {
                let (name, wanted, found) = (slot.name, 2 * slot.len, numbers.len());
                return Err(WeightsError::Length { name, wanted, found });
            }
            for (i, pair) in numbers.chunks_exact(2).enumerate() {
                flat[slot.start + i] = Pair::new(pair[0], pair[1]);
            }
        }
        Ok(Weights::new(flat))
    }
}

impl WeightTable for Weights {
    #[inline(always)]
    fn get(&self, slot: Slot, index: usize) -> Pair {
        debug_assert!(index < slot.len, "{} has no weight {index}", slot.name);
        self.flat[slot.start + index]
    }
}

/// Index of a square (from the own side) in a table of 32.
#[inline(always)]
pub const fn folded(square: usize) -> usize {
    let file = square & 7;
    (square >> 3) * 4 + if file < 4 { file } else { 7 - file }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_and_back() {
        let mut flat = TUNED;
        for (i, pair) in flat.iter_mut().enumerate() {
            *pair = Pair::new(i as i32 - 300, -(i as i32 * 7) % 501);
        }
        let weights = Weights::new(flat);
        assert_eq!(Weights::parse(&weights.source()), Ok(weights));
    }

    #[test]
    fn the_compiled_file_is_what_its_source_says() {
        assert_eq!(Weights::parse(include_str!("weights.rs")), Ok(Weights::default()));
        let canonical = Weights::default().source();
        assert_eq!(canonical, include_str!("weights.rs"), "weights.rs was edited by hand");
    }

    #[test]
    fn style_moves_attack_and_shelter_only() {
        let weights = Weights::default();
        assert_eq!(weights.styled(0), weights);
        assert_eq!(weights.styled(1000), weights.styled(100));
        let bold = weights.styled(100);
        for slot in SLOTS {
            let range = slot.start..slot.start + slot.len;
            let same = bold.flat[range.clone()] == weights.flat[range.clone()];
            let may_move = slot.kind == Kind::Danger || slot.term == Term::Shelter;
            assert!(same || may_move, "{}", slot.name);
        }
        assert_ne!(bold, weights.styled(-100));
    }

    #[test]
    fn a_short_file_is_refused() {
        let source = Weights::default().source();
        assert!(matches!(Weights::parse(""), Err(WeightsError::Missing("MATERIAL"))));
        let head = "pub const MATERIAL: [[i32; 2]; 5] = [";
        let long = source.replace(head, &format!("{head}[1, 2], "));
        let error = WeightsError::Length { name: "MATERIAL", wanted: 10, found: 12 };
        assert_eq!(Weights::parse(&long), Err(error));
    }
}
