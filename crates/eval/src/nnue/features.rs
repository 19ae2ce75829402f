// SPDX-License-Identifier: GPL-3.0-or-later
//! The inputs of the network and its output buckets.
//!
//! Each side sees the board as if it played White, and mirrored so that its king stands on the
//! queen's side: a pattern is learnt once, not four times. The square of the king chooses one of
//! several blocks of weights (king buckets), the number of pieces one of several outputs.

use chess::{Color, Piece, Position, Square};

/// Inputs of one king bucket: own and other pieces, six roles, 64 squares.
pub const INPUTS: usize = 768;

/// Outputs, chosen by the number of pieces.
pub const OUTPUT_BUCKETS: usize = 8;

/// How squares of the own king are put into buckets.
#[derive(Debug, PartialEq, Eq)]
pub struct KingBuckets {
    /// Buckets of files a to d of each rank.
    map: [u8; 32],
    /// How many there are.
    pub count: usize,
}

impl KingBuckets {
    /// Two on the first rank, one on the second, one for the rest.
    #[rustfmt::skip]
    pub const FOUR: KingBuckets = KingBuckets {
        map: [
            0, 0, 1, 1,
            2, 2, 2, 2,
            3, 3, 3, 3,
            3, 3, 3, 3,
            3, 3, 3, 3,
            3, 3, 3, 3,
            3, 3, 3, 3,
            3, 3, 3, 3,
        ],
        count: 4,
    };

    /// Every square of the first rank, two on the second, one for the third, one for the rest.
    #[rustfmt::skip]
    pub const EIGHT: KingBuckets = KingBuckets {
        map: [
            0, 1, 2, 3,
            4, 4, 5, 5,
            6, 6, 6, 6,
            7, 7, 7, 7,
            7, 7, 7, 7,
            7, 7, 7, 7,
            7, 7, 7, 7,
            7, 7, 7, 7,
        ],
        count: 8,
    };

    /// A single bucket: the king's square makes no difference.
    pub const ONE: KingBuckets = KingBuckets { map: [0; 32], count: 1 };

    /// Inputs of one perspective.
    pub const fn features(&self) -> usize {
        self.count * INPUTS
    }
}

/// How one side sees the board: everything that depends on its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    color: Color,
    /// What turns a square into this side's: a flip of ranks, of files, or both.
    flip: u8,
    bucket: u8,
}

impl Perspective {
    /// The perspective of the side whose king stands on `king`.
    #[inline]
    pub fn new(color: Color, king: Square, buckets: &KingBuckets) -> Self {
        let ranks = if color == Color::White { 0 } else { 56 };
        let files = if king.file() >= 4 { 7 } else { 0 };
        let flip = ranks | files;
        let relative = king.index() ^ usize::from(flip);
        let bucket = buckets.map[relative / 8 * 4 + relative % 8 % 4];
        Perspective { color, flip, bucket }
    }

    /// The perspective of `color` in `position`.
    #[inline]
    pub fn of(position: &Position, color: Color, buckets: &KingBuckets) -> Self {
        Perspective::new(color, position.king(color), buckets)
    }

    /// Whose perspective it is.
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
    pub fn relative(self, square: Square) -> usize {
        square.index() ^ usize::from(self.flip)
    }

    /// Whether the board is mirrored, so that the king stands on the left.
    #[inline]
    pub fn is_mirrored(self) -> bool {
        self.flip & 7 != 0
    }

    /// The input "`piece` stands on `square`" with the king in its bucket, below
    /// [`KingBuckets::features`].
    #[inline]
    pub fn feature(self, piece: Piece, square: Square) -> usize {
        self.bucket() * INPUTS + self.input(piece, square)
    }

    /// The same without the king bucket, below [`INPUTS`]: an input of the factoriser.
    #[inline]
    pub fn input(self, piece: Piece, square: Square) -> usize {
        let other = usize::from(piece.color() != self.color);
        other * 384 + piece.role().index() * 64 + self.relative(square)
    }
}

/// The output for a position with so many pieces.
#[inline]
pub fn output_bucket(pieces: u32) -> usize {
    (pieces.saturating_sub(2) as usize / 4).min(OUTPUT_BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Role;

    const ALL: [KingBuckets; 3] = [KingBuckets::ONE, KingBuckets::FOUR, KingBuckets::EIGHT];

    #[test]
    fn every_king_bucket_is_used() {
        for KingBuckets { map, count } in ALL {
            assert!((0..count).all(|bucket| map.contains(&(bucket as u8))));
            assert!(map.iter().all(|&bucket| usize::from(bucket) < count));
        }
    }

    #[test]
    fn features_are_distinct_and_in_range() {
        for buckets in ALL {
            for king in Square::ALL {
                for color in Color::ALL {
                    let perspective = Perspective::new(color, king, &buckets);
                    let mut used = vec![false; buckets.features()];
                    for color in Color::ALL {
                        for role in Role::ALL {
                            for square in Square::ALL {
                                let feature = perspective.feature(Piece::new(color, role), square);
                                assert!(!std::mem::replace(&mut used[feature], true));
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn both_sides_have_the_same_features_in_mirrored_positions() {
        let buckets = &KingBuckets::EIGHT;
        for king in Square::ALL {
            for square in Square::ALL {
                let white = Perspective::new(Color::White, king, buckets);
                let own = Piece::new(Color::White, Role::Rook);
                let here = white.feature(own, square);
                let black = Perspective::new(Color::Black, king.flip(), buckets);
                let theirs = Piece::new(Color::Black, Role::Rook);
                assert_eq!(here, black.feature(theirs, square.flip()));
                let mirrored = Perspective::new(Color::White, king.mirror(), buckets);
                assert_eq!(here, mirrored.feature(own, square.mirror()));
            }
        }
    }

    #[test]
    fn output_buckets_cover_the_board() {
        assert_eq!(output_bucket(2), 0);
        assert_eq!(output_bucket(32), OUTPUT_BUCKETS - 1);
        assert!((2..32).all(|pieces| output_bucket(pieces) <= output_bucket(pieces + 1)));
    }
}
