// SPDX-License-Identifier: GPL-3.0-or-later
//! What the network sees: fourteen boards of zeros and ones (Bannan §E.2).
//!
//! Six for the own pieces, six for the other's, pawns first, and two for the squares
//! that each side attacks. The paper fixes the number fourteen and not what
//! the last two are; whose move it is would be silent in a net that always sees
//! the mover as White, and attacks are what a small kernel finds hardest to see.
//! The board is mirrored so that the mover's king stands on the queen's side: what
//! is learnt on one wing holds on the other (Axon §2).

use chess::{Bitboard, Color, Piece, Position, Role, Square, attacks};

/// Boards.
pub const PLANES: usize = 14;

/// A position as the network sees it: the side to move plays upwards, its king on
/// the left half.
///
/// ```
/// use chess::Position;
/// use xanthos_eval::cnn::Planes;
///
/// let white = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
/// let black = Position::from_fen("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1")?;
/// assert_eq!(Planes::of(&white), Planes::of(&black));
/// # Ok::<(), chess::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Planes(pub [u64; PLANES]);

impl Planes {
    /// The boards of a position.
    pub fn of(position: &Position) -> Planes {
        let mut boards = [0; PLANES];
        for role in Role::ALL {
            for (side, color) in [position.turn(), !position.turn()].into_iter().enumerate() {
                let there = position.pieces(color, role);
                let seen = if position.turn() == Color::White { there } else { there.flip() };
                boards[side * 6 + role.index()] = seen.0;
            }
        }
        Planes(boards).complete()
    }

    /// The planes of these pieces, with White to move.
    pub fn of_pieces(pieces: impl IntoIterator<Item = (Piece, Square)>) -> Planes {
        let mut boards = [0; PLANES];
        for (piece, square) in pieces {
            boards[piece.color().index() * 6 + piece.role().index()] |= 1 << square.index();
        }
        Planes(boards).complete()
    }

    /// Mirrors if need be, and adds what is attacked.
    fn complete(mut self) -> Planes {
        const KINGS_SIDE: u64 = 0xF0F0_F0F0_F0F0_F0F0;
        if self.0[Role::King.index()] & KINGS_SIDE != 0 {
            self.0.iter_mut().for_each(|board| *board = Bitboard(*board).mirror().0);
        }
        let occupied = Bitboard(self.0[..12].iter().fold(0, |all, board| all | board));
        for (side, color) in Color::ALL.into_iter().enumerate() {
            let mut attacked = Bitboard::EMPTY;
            for role in Role::ALL {
                for square in Bitboard(self.0[side * 6 + role.index()]) {
                    attacked |= match role {
                        Role::Pawn => attacks::pawn(color, square),
                        Role::Knight => attacks::knight(square),
                        Role::Bishop => attacks::bishop(square, occupied),
                        Role::Rook => attacks::rook(square, occupied),
                        Role::Queen => attacks::queen(square, occupied),
                        Role::King => attacks::king(square),
                    };
                }
            }
            self.0[12 + side] = attacked.0;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_are_those_of_the_position() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let planes = Planes::of(&position);
        // The king on e1 is seen on d1.
        assert_eq!(planes.0[12], position.attacked_by(Color::White).mirror().0);
        assert_eq!(planes.0[13], position.attacked_by(Color::Black).mirror().0);
        let pieces = position.occupied().into_iter();
        let pieces = pieces.filter_map(|square| Some((position.piece_on(square)?, square)));
        assert_eq!(Planes::of_pieces(pieces), planes);
    }
}
