// SPDX-License-Identifier: GPL-3.0-or-later
//! Which squares a piece attacks, and the lines between squares.
//!
//! ```
//! use xanthos_chess::{Bitboard, Square, attacks};
//! let blockers = Bitboard::of(Square::E4);
//! let rook = attacks::rook(Square::E1, blockers);
//! assert!(rook.contains(Square::E4) && !rook.contains(Square::E5));
//! assert_eq!(attacks::between(Square::A1, Square::D4).count(), 2);
//! ```
//!
//! All tables are computed by the compiler. Sliding pieces are looked up by a
//! perfect hash of the blockers: PEXT where the CPU does it in one step, a
//! magic multiplication elsewhere (the build script decides).

#[cfg(any(not(pext), test))]
mod magic;
#[cfg(any(pext, test))]
mod pext;
mod rays;

#[cfg(not(pext))]
use magic as sliders;
#[cfg(pext)]
use pext as sliders;

use crate::{Bitboard, Color, Role, Square};
use rays::{DIAGONAL, STRAIGHT, slide};

/// How sliding attacks are looked up in this build: `pext` or `magic`.
pub const METHOD: &str = if cfg!(pext) { "pext" } else { "magic" };

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// For each square the squares one of `steps` away.
const fn leaps<const N: usize>(steps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        let mut step = 0;
        while step < N {
            let (file, rank) = (i as i8 % 8 + steps[step].0, i as i8 / 8 + steps[step].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[i].0 |= 1 << (rank * 8 + file);
            }
            step += 1;
        }
        i += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = leaps(KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaps(KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];

const fn empty_board(straight: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = Bitboard(slide(i, 0, if straight { &STRAIGHT } else { &DIAGONAL }));
        i += 1;
    }
    table
}

static ROOK_RAYS: [Bitboard; 64] = empty_board(true);
static BISHOP_RAYS: [Bitboard; 64] = empty_board(false);

/// What a piece other than a pawn attacks on an empty board, for tables made at
/// compile time.
pub(crate) const fn on_empty_board(role: Role, from: usize) -> u64 {
    match role {
        Role::Pawn => 0,
        Role::Knight => leaps(KNIGHT_STEPS)[from].0,
        Role::King => leaps(KING_STEPS)[from].0,
        Role::Bishop => slide(from, 0, &DIAGONAL),
        Role::Rook => slide(from, 0, &STRAIGHT),
        Role::Queen => slide(from, 0, &DIAGONAL) | slide(from, 0, &STRAIGHT),
    }
}

/// The whole line through each two squares, or what lies strictly between them.
const fn lines(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut direction = 0;
        while direction < 8 {
            // Walk one ray from `a`; `passed` are the squares already behind us.
            let (df, dr) = KING_STEPS[direction];
            let ray = rays::ray(a, df, dr, 0);
            let back = rays::ray(a, -df, -dr, 0);
            let mut passed = 0u64;
            let (mut file, mut rank) = (a as i8 % 8 + df, a as i8 / 8 + dr);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                let b = (rank * 8 + file) as usize;
                table[a][b] = Bitboard(if whole { ray | back | 1 << a } else { passed });
                passed |= 1 << b;
                file += df;
                rank += dr;
            }
            direction += 1;
        }
        a += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = lines(false);
static LINE: [[Bitboard; 64]; 64] = lines(true);

/// The squares that a pawn of `color` on `square` attacks.
///
/// ```
/// use xanthos_chess::{Color, Square, attacks};
/// let taken: Vec<_> = attacks::pawn(Color::White, Square::E4).into_iter().collect();
/// assert_eq!(taken, [Square::D5, Square::F5]);
/// ```
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a knight attacks.
///
/// ```
/// use xanthos_chess::{Square, attacks};
/// assert_eq!(attacks::knight(Square::new(0, 0)).count(), 2);
/// ```
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares next to a king.
///
/// ```
/// use xanthos_chess::{Square, attacks};
/// assert_eq!(attacks::king(Square::A1).count(), 3);
/// ```
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a bishop attacks; the first blocker in each direction is
/// attacked, whoever owns it.
///
/// ```
/// use xanthos_chess::{Bitboard, Square, attacks};
/// let blocker = Bitboard::of(Square::E3);
/// let attacked = attacks::bishop(Square::C1, blocker);
/// assert!(attacked.contains(Square::E3) && !attacked.contains(Square::F4));
/// ```
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::bishop(square, occupied.0))
}

/// The squares that a rook attacks, first blockers included.
///
/// ```
/// use xanthos_chess::{Bitboard, Square, attacks};
/// assert_eq!(attacks::rook(Square::new(3, 3), Bitboard::default()).count(), 14);
/// ```
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::rook(square, occupied.0))
}

/// The squares that a queen attacks, first blockers included.
///
/// ```
/// use xanthos_chess::{Bitboard, Square, attacks};
/// assert_eq!(attacks::queen(Square::D4, Bitboard::default()).count(), 27);
/// ```
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// What a bishop attacks on an empty board.
///
/// ```
/// use xanthos_chess::{Square, attacks};
/// assert_eq!(attacks::bishop_rays(Square::A1).count(), 7);
/// ```
#[inline]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// What a rook attacks on an empty board.
///
/// ```
/// use xanthos_chess::{Square, attacks};
/// assert_eq!(attacks::rook_rays(Square::A1).count(), 14);
/// ```
#[inline]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The squares strictly between two squares of one line; none if they share no
/// file, rank or diagonal.
///
/// ```
/// use xanthos_chess::{Square, attacks};
/// assert_eq!(attacks::between(Square::new(0, 0), Square::new(3, 3)).count(), 2);
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole file, rank or diagonal through two squares, edge to edge; empty if
/// they share none.
///
/// ```
/// use xanthos_chess::{Square, attacks};
/// assert_eq!(attacks::line(Square::B2, Square::C3).count(), 8);
/// assert!(attacks::line(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both perfect hashes, against walking the rays, for every set of relevant
    /// blockers of every square: this visits every index of both tables.
    #[test]
    fn hashes_agree_with_walking_the_rays() {
        for square in Square::ALL {
            for (directions, hashes) in [
                (&STRAIGHT, [magic::rook as fn(Square, u64) -> u64, pext::rook]),
                (&DIAGONAL, [magic::bishop, pext::bishop]),
            ] {
                let mask = rays::relevant(square.index(), directions);
                let mut blockers = 0u64;
                loop {
                    // Blockers outside the mask must not matter.
                    for occupied in [blockers, blockers | !mask & 0xff00_0000_8181_00ff] {
                        let walked = slide(square.index(), blockers, directions);
                        let with_edges = slide(square.index(), occupied, directions);
                        assert_eq!(walked, with_edges);
                        for hash in hashes {
                            assert_eq!(hash(square, occupied), walked, "{square} {occupied:#x}");
                        }
                    }
                    blockers = blockers.wrapping_sub(mask) & mask;
                    if blockers == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn lines_and_what_lies_between() {
        assert_eq!(between(Square::A1, Square::H8).count(), 6);
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(line(Square::C3, Square::E5), line(Square::A1, Square::H8));
        assert_eq!(line(Square::C3, Square::C7), Bitboard::FILES[2]);
        for (a, b) in Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b))) {
            assert_eq!(between(a, b), between(b, a));
            assert_eq!(line(a, b), line(b, a));
            let seen = queen(a, Bitboard::of(b)).contains(b);
            assert_eq!(line(a, b).any(), seen);
        }
    }

    #[test]
    fn leapers_count_as_on_paper() {
        assert_eq!(Square::ALL.map(|s| knight(s).count()).iter().sum::<u32>(), 336);
        assert_eq!(Square::ALL.map(|s| king(s).count()).iter().sum::<u32>(), 420);
        assert_eq!(pawn(Color::White, Square::E4), [Square::D5, Square::F5].into_iter().collect());
        assert_eq!(pawn(Color::Black, Square::A4), Bitboard::of(Square::B3));
    }
}
