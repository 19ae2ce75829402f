// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves and scores of a chain, bit by bit, the highest bit of a byte first.
//!
//! Of a move, first the number of the piece among those of the side to move, then
//! the number of its target among those it might go to, each in as many bits as the
//! largest number needs. Targets are pseudo-legal; promotions count four each, from
//! knight to queen; castlings follow the king's steps, the long one first. Behind it
//! the difference of the score: four bits at a time, the lowest first, each four
//! preceded by a bit that says whether more follow.

use chess::{Bitboard, Color, Move, Position, Role, Side, Square};

use super::BinpackFault;
use super::stem::{legal, signed};

const SCORE_BITS: u32 = 4;

/// A reader of bits.
#[derive(Debug)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    used: usize,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Bits<'a> {
        Bits { bytes, used: 0 }
    }

    /// Bytes of which something has been read.
    pub(super) fn bytes_used(&self) -> usize {
        self.used.div_ceil(8)
    }

    fn take(&mut self, count: u32) -> Result<u32, BinpackFault> {
        let mut value = 0;
        for _ in 0..count {
            let byte = self.bytes.get(self.used / 8).ok_or(BinpackFault::CutOff)?;
            value = value << 1 | u32::from(byte >> (7 - self.used % 8) & 1);
            self.used += 1;
        }
        Ok(value)
    }

    /// A number below `bound`, or one that should have been.
    fn below(&mut self, bound: u32) -> Result<u32, BinpackFault> {
        let largest = bound.saturating_sub(1);
        self.take(u32::BITS - largest.leading_zeros())
    }

    /// The move of the side to move; nothing if it is not legal.
    pub(super) fn chosen(&mut self, position: &Position) -> Result<Option<Move>, BinpackFault> {
        let us = position.turn();
        let own = position.by_color(us);
        let number = self.below(own.count())?;
        let Some(from) = nth(own, number) else { return Ok(None) };
        let to = |to, promotion| legal(position, Some(from), to, promotion);
        match position.piece_on(from).map(|piece| piece.role()) {
            Some(Role::Pawn) => {
                let targets = pawn_targets(position, from);
                let seventh = if us == Color::White { 6 } else { 1 };
                if from.index() / 8 != seventh {
                    let number = self.below(targets.count())?;
                    return Ok(to(nth(targets, number), None));
                }
                let number = self.below(4 * targets.count())?;
                let role = Role::ALL[1 + number as usize % 4];
                Ok(to(nth(targets, number / 4), Some(role)))
            }
            Some(Role::King) => {
                let steps = position.attacks_from(from) & !own;
                let rook = |side| position.castling().rook(us, side);
                let rooks = [rook(Side::Queen), rook(Side::King)].into_iter().flatten();
                let rooks: Vec<Square> = rooks.collect();
                let number = self.below(steps.count() + rooks.len() as u32)?;
                let target = nth(steps, number)
                    .or_else(|| rooks.get(number.saturating_sub(steps.count()) as usize).copied());
                Ok(to(target, None))
            }
            _ => {
                let targets = position.attacks_from(from) & !own;
                let number = self.below(targets.count())?;
                Ok(to(nth(targets, number), None))
            }
        }
    }

    /// How much the score differs from what was to be expected.
    pub(super) fn difference(&mut self) -> Result<i16, BinpackFault> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let more = self.take(1)?;
            let part = self.take(SCORE_BITS)?;
            value |= part.checked_shl(shift).unwrap_or(0);
            shift += SCORE_BITS;
            if more == 0 {
                return Ok(signed(value as u16));
            }
        }
    }
}

/// Where a pawn may go, checks or not.
fn pawn_targets(position: &Position, from: Square) -> Bitboard {
    let us = position.turn();
    let (forward, second): (i8, usize) = if us == Color::White { (8, 1) } else { (-8, 6) };
    let mut targets = position.by_color(!us);
    if let Some(passed) = position.en_passant() {
        targets = targets.with(passed);
    }
    targets &= position.attacks_from(from);
    let step = Bitboard::of(from).shift(forward) & !position.occupied();
    targets |= step;
    if from.index() / 8 == second {
        targets |= step.shift(forward) & !position.occupied();
    }
    targets
}

/// The square of this number, from 0.
fn nth(squares: Bitboard, number: u32) -> Option<Square> {
    squares.into_iter().nth(number as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_from_the_top_and_end_with_the_bytes() {
        let mut bits = Bits::new(&[0b1011_0010, 0b1100_0000]);
        assert_eq!(bits.take(0).unwrap(), 0);
        assert_eq!(bits.bytes_used(), 0);
        assert_eq!((bits.take(3).unwrap(), bits.take(6).unwrap()), (0b101, 0b10_0101));
        assert_eq!((bits.bytes_used(), bits.below(1).unwrap()), (2, 0));
        assert_eq!(bits.below(5).unwrap(), 0b100, "three bits for numbers up to 4");
        assert!(bits.take(5).is_err());
    }

    // Groups are those of the format, not of bytes.
    #[allow(clippy::unusual_byte_groupings)]
    #[test]
    fn differences_have_as_many_bits_as_they_need() {
        let read = |bytes: &[u8]| Bits::new(bytes).difference().unwrap();
        assert_eq!(read(&[0b0_0000_000]), 0);
        assert_eq!(read(&[0b0_0001_000]), -1);
        assert_eq!(read(&[0b0_0110_000]), 3);
        // 1 0011, 0 1000: 0x83, minus 66.
        assert_eq!(read(&[0b1_0011_010, 0b00_000000]), -66);
    }
}
