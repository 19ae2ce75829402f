// SPDX-License-Identifier: GPL-3.0-or-later
//! The shape of the network, and what its inputs mean.
//!
//! ```text
//! own view:   768 inputs x 4 king buckets ─> HIDDEN ─┐
//!                                                    ├─ squared clipped ReLU ─> 1 of 8 outputs
//! other view: 768 inputs x 4 king buckets ─> HIDDEN ─┘
//! ```
//!
//! Each side sees the board as if it played White, and mirrored so that its king
//! stands on the queen's side: a pattern is learnt once, not four times. The
//! output is chosen by how many men are left.

use chess::{Color, Piece, Position, Square};

/// Neurons of the hidden layer, for each side's view.
pub const HIDDEN: usize = 512;

/// Inputs of one bucket: own and other, six roles, 64 squares.
pub const INPUTS: usize = 768;

/// Where the king stands, roughly: its place decides which weights are used.
pub const KING_BUCKETS: usize = 4;

/// All inputs of one view.
pub const FEATURES: usize = INPUTS * KING_BUCKETS;

/// Outputs, chosen by the number of men.
pub const OUTPUT_BUCKETS: usize = 8;

/// The activation 1.0 in the quantised hidden layer.
pub const QA: i32 = 255;

/// The output weight 1.0 in the quantised net. Trained output weights are small,
/// about 0.04: with 64 instead of 256, rounding raised the loss by 4 %.
pub const QB: i32 = 256;

/// Centipawns of an output of 1.0.
pub const SCALE: i32 = 400;

/// No weight of an input is larger than this before quantisation: the sum of a
/// full board then fits 16 bits.
pub const WEIGHT_LIMIT: f32 = 1.98;

/// No output weight is larger than this before quantisation: an activation times
/// an output weight then fits 16 bits.
pub const OUTPUT_LIMIT: f32 = 126.0 / QB as f32;

/// Buckets of the king's square in its own view, files a to d of each rank.
#[rustfmt::skip]
const KING_MAP: [u8; 32] = [
    0, 0, 1, 1,
    2, 2, 2, 2,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
];

/// How one side sees the board: everything that depends on its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    color: Color,
    /// What turns a square into this side's: a flip of ranks, of files, or both.
    turn: u8,
    bucket: u8,
}

impl View {
    /// The view of the side whose king stands on `king`.
    #[inline]
    pub fn new(color: Color, king: Square) -> Self {
        let flip = if color == Color::White { 0 } else { 56 };
        let mirror = if king.file() >= 4 { 7 } else { 0 };
        let turn = flip | mirror;
        let seen = king.index() ^ usize::from(turn);
        let bucket = KING_MAP[seen / 8 * 4 + seen % 8 % 4];
        View { color, turn, bucket }
    }

    /// The view of `color` in `position`.
    #[inline]
    pub fn of(position: &Position, color: Color) -> Self {
        View::new(color, position.king(color))
    }

    /// Whose view it is.
    pub fn color(self) -> Color {
        self.color
    }

    /// The king bucket.
    #[inline]
    pub fn bucket(self) -> usize {
        usize::from(self.bucket)
    }

    /// A square as this side sees it, from 0, its own left corner.
    #[inline]
    pub fn seen(self, square: Square) -> usize {
        square.index() ^ usize::from(self.turn)
    }

    /// Whether the board is mirrored, so that the king stands on the left.
    #[inline]
    pub fn is_mirrored(self) -> bool {
        self.turn & 7 != 0
    }

    /// The input that says "`piece` stands on `square`", below [`FEATURES`].
    #[inline]
    pub fn feature(self, piece: Piece, square: Square) -> usize {
        self.bucket() * INPUTS + self.shared_feature(piece, square)
    }

    /// The same without the king's place, below [`INPUTS`]: what all buckets of a
    /// factorised net have in common.
    #[inline]
    pub fn shared_feature(self, piece: Piece, square: Square) -> usize {
        let other = usize::from(piece.color() != self.color);
        let seen = self.seen(square);
        other * 384 + piece.role().index() * 64 + seen
    }
}

/// The output that speaks for a position with so many men.
#[inline]
pub fn output_bucket(men: u32) -> usize {
    (men.saturating_sub(2) as usize / 4).min(OUTPUT_BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Role;

    #[test]
    fn the_map_names_every_bucket() {
        for bucket in 0..KING_BUCKETS as u8 {
            assert!(KING_MAP.contains(&bucket));
        }
        assert!(KING_MAP.iter().all(|&bucket| usize::from(bucket) < KING_BUCKETS));
    }

    #[test]
    fn features_are_distinct_and_in_range() {
        for king in Square::ALL {
            for color in Color::ALL {
                let view = View::new(color, king);
                let mut seen = vec![false; FEATURES];
                for color in Color::ALL {
                    for role in Role::ALL {
                        for square in Square::ALL {
                            let feature = view.feature(Piece::new(color, role), square);
                            assert!(!std::mem::replace(&mut seen[feature], true));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_in_a_mirror() {
        for king in Square::ALL {
            for square in Square::ALL {
                let white = View::new(Color::White, king);
                let own = Piece::new(Color::White, Role::Rook);
                let here = white.feature(own, square);
                let black = View::new(Color::Black, king.flip());
                let theirs = Piece::new(Color::Black, Role::Rook);
                assert_eq!(here, black.feature(theirs, square.flip()));
                let mirrored = View::new(Color::White, king.mirror());
                assert_eq!(here, mirrored.feature(own, square.mirror()));
            }
        }
    }

    #[test]
    fn output_buckets_cover_the_board() {
        assert_eq!(output_bucket(2), 0);
        assert_eq!(output_bucket(32), OUTPUT_BUCKETS - 1);
        assert!((2..32).all(|men| output_bucket(men) <= output_bucket(men + 1)));
    }
}
