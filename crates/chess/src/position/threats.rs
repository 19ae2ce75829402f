// SPDX-License-Identifier: GPL-3.0-or-later
//! What a side attacks, and with what.

use super::Position;
use crate::{Bitboard, Color, Square, attacks};

/// The squares that a side attacks, by the most valuable piece that is needed for it.
///
/// ```
/// use xanthos_chess::{Color, Position, Square};
/// let threats = Position::startpos().threats(Color::White);
/// assert!(threats.by_pawns.contains(Square::E3));
/// assert!(!threats.by_pawns.contains(Square::D2) && threats.all.contains(Square::D2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    /// By pawns.
    pub by_pawns: Bitboard,
    /// By pawns, knights and bishops.
    pub by_minors: Bitboard,
    /// By anything but queen and king.
    pub by_rooks: Bitboard,
    /// By anything.
    pub all: Bitboard,
}

impl Position {
    /// What a side attacks.
    #[inline]
    pub fn threats(&self, color: Color) -> Threats {
        let (occupied, own) = (self.occupied(), self.by_color(color));
        let [pawns, knights, bishops, rooks, queens, _] = self.roles.map(|role| role & own);
        // All pawns at once: those of an edge take in one direction only.
        let forward = if color == Color::White { 8 } else { -8 };
        let by_pawns = (pawns & !Bitboard::FILES[0]).shift(forward - 1)
            | (pawns & !Bitboard::FILES[7]).shift(forward + 1);
        let by_minors = by_pawns
            | together(knights, attacks::knight)
            | together(bishops, |from| attacks::bishop(from, occupied));
        let by_rooks = by_minors | together(rooks, |from| attacks::rook(from, occupied));
        let all = by_rooks
            | together(queens, |from| attacks::queen(from, occupied))
            | attacks::king(self.king(color));
        Threats { by_pawns, by_minors, by_rooks, all }
    }

    /// Every square that a side attacks.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position, Square};
    /// let attacked = Position::startpos().attacked_by(Color::White);
    /// assert!(attacked.contains(Square::F3) && !attacked.contains(Square::F4));
    /// ```
    #[inline]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        self.threats(color).all
    }
}

/// All that these pieces attack.
#[inline(always)]
fn together(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks(from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    /// Piece by piece, as the rules say it.
    fn by_roles(position: &Position, color: Color, roles: &[Role]) -> Bitboard {
        let moved = position.by_color(color).into_iter().filter(|&square| {
            position.piece_on(square).is_some_and(|piece| roles.contains(&piece.role()))
        });
        moved.fold(Bitboard::EMPTY, |all, square| all | position.attacks_from(square))
    }

    #[test]
    fn threats_are_what_single_pieces_attack() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        for game in 0..200 {
            let mut position = Position::chess960(game * 4);
            for _ in 0..120 {
                for color in Color::ALL {
                    let threats = position.threats(color);
                    let expected =
                        [1, 3, 4, 6].map(|count| by_roles(&position, color, &Role::ALL[..count]));
                    let Threats { by_pawns, by_minors, by_rooks, all } = threats;
                    assert_eq!([by_pawns, by_minors, by_rooks, all], expected, "{position:?}");
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.play(moves[(random >> 33) as usize % moves.len()]);
            }
        }
    }
}
