// SPDX-License-Identifier: GPL-3.0-or-later
//! What a piece is worth on a square.
//!
//! Every number comes from a formula in three coordinates: how near the square
//! is to the middle files, to the middle ranks, and how far it is advanced from
//! its owner's view. The first two are the same for a and h, so the tables are
//! mirror images by construction, and Black's are White's seen from the other
//! side: nothing is written down twice, nothing can disagree.

use chess::{Piece, Role, Square};

use crate::Pair;

/// Worth of each role anywhere on the board.
pub const MATERIAL: [Pair; 6] = [
    Pair::new(85, 110),
    Pair::new(320, 300),
    Pair::new(335, 315),
    Pair::new(475, 530),
    Pair::new(970, 960),
    Pair::ZERO,
];

/// Bonus for the square, by [`Piece::index`] and [`Square::index`].
static PLACEMENT: [[Pair; 64]; 12] = placement_of_all();

/// Material and square in one lookup, which is what the search pays for.
static WORTH: [[Pair; 64]; 12] = worth_of_all();

/// Bonus of a piece for its square, from its owner's view.
pub fn placement(piece: Piece, square: Square) -> Pair {
    PLACEMENT[piece.index()][square.index()]
}

/// Material and placement of a piece, from its owner's view.
#[inline]
pub fn worth(piece: Piece, square: Square) -> Pair {
    WORTH[piece.index()][square.index()]
}

/// The bonuses of a role by square, as its owner sees it.
pub const fn map(role: Role) -> [Pair; 64] {
    let mut map = [Pair::ZERO; 64];
    let mut square = 0;
    while square < 64 {
        map[square] = placement_of(role as usize, Spot::new(square));
        square += 1;
    }
    map
}

/// A square as its owner sees it.
struct Spot {
    /// 0 on the rim files, 3 on the middle ones.
    file: i32,
    /// 0 on the rim ranks, 3 on the middle ones.
    rank: i32,
    /// 0 on the own first rank, 7 on the last.
    advance: i32,
}

impl Spot {
    /// The square with `index`, seen by White.
    const fn new(index: usize) -> Self {
        let (file, rank) = ((index % 8) as i32, (index / 8) as i32);
        Spot { file: from_rim(file), rank: from_rim(rank), advance: rank }
    }

    const fn centre(&self) -> i32 {
        self.file + self.rank
    }
}

/// Distance of a coordinate 0..8 from the nearer rim.
const fn from_rim(x: i32) -> i32 {
    if x < 4 { x } else { 7 - x }
}

/// Centre pawns go forward, wing pawns stay with their king; far advanced pawns
/// promise a queen, above all in the endgame.
const fn pawn(at: Spot) -> Pair {
    let steps = at.advance - 1;
    let storm = if at.advance >= 5 { 15 * (at.advance - 4) } else { 0 };
    Pair::new(5 * (at.file - 1) * steps + storm, 3 * at.advance * at.advance - 20)
}

/// Knights live in the middle, with an eye on the enemy's half.
const fn knight(at: Spot) -> Pair {
    let outpost = if at.advance >= 3 && at.advance <= 5 { 8 } else { 0 };
    Pair::new(8 * at.centre() - 26 + outpost, 7 * at.centre() - 24)
}

/// Bishops want long diagonals and to be off the first rank.
const fn bishop(at: Spot) -> Pair {
    let home = if at.advance == 0 { 12 } else { 0 };
    Pair::new(5 * at.centre() - 12 - home, 4 * at.centre() - 12)
}

/// Rooks want the middle files from behind, or the seventh rank.
const fn rook(at: Spot) -> Pair {
    let seventh = if at.advance == 6 { 18 } else { 0 };
    Pair::new(4 * at.file - 3 * at.rank + seventh, seventh / 2)
}

/// Queens wait in the middlegame and dominate in the endgame.
const fn queen(at: Spot) -> Pair {
    Pair::new(2 * at.centre() - 6, 6 * at.centre() - 18)
}

/// Kings hide behind the wing pawns while there are pieces, and walk into the
/// middle once there are none.
const fn king(at: Spot) -> Pair {
    let shelter = match at.file {
        0 => 20,
        1 => 30,
        2 => 0,
        _ => -5,
    };
    let exposed = if at.advance < 4 { 25 * at.advance } else { 100 };
    Pair::new(shelter - exposed, 10 * at.centre() - 30)
}

const fn placement_of(role: usize, at: Spot) -> Pair {
    match role {
        0 => pawn(at),
        1 => knight(at),
        2 => bishop(at),
        3 => rook(at),
        4 => queen(at),
        _ => king(at),
    }
}

const fn placement_of_all() -> [[Pair; 64]; 12] {
    let mut tables = [[Pair::ZERO; 64]; 12];
    let mut role = Role::Pawn as usize;
    while role <= Role::King as usize {
        let mut square = 0;
        while square < 64 {
            let bonus = placement_of(role, Spot::new(square));
            tables[2 * role][square] = bonus;
            tables[2 * role + 1][square ^ 56] = bonus;
            square += 1;
        }
        role += 1;
    }
    tables
}

const fn worth_of_all() -> [[Pair; 64]; 12] {
    let mut tables = placement_of_all();
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            tables[piece][square].mg += MATERIAL[piece / 2].mg;
            tables[piece][square].eg += MATERIAL[piece / 2].eg;
            square += 1;
        }
        piece += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Color;

    #[test]
    fn black_sees_what_white_sees() {
        for role in Role::ALL {
            for square in Square::ALL {
                let white = worth(Piece::new(Color::White, role), square);
                assert_eq!(white, worth(Piece::new(Color::Black, role), square.flip()));
                assert_eq!(white, worth(Piece::new(Color::White, role), square.mirror()));
            }
        }
    }

    #[test]
    fn worth_is_material_plus_placement() {
        for role in Role::ALL {
            for square in Square::ALL {
                let piece = Piece::new(Color::Black, role);
                let sum = MATERIAL[role.index()] + placement(piece, square);
                assert_eq!(worth(piece, square), sum);
            }
        }
    }

    #[test]
    fn no_square_outweighs_a_pawn_but_the_seventh_rank() {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for square in Square::ALL {
                let bonus = placement(Piece::new(Color::White, role), square);
                assert!(bonus.mg.abs() < 85 && bonus.eg.abs() < 110, "{role:?} {square}");
            }
        }
    }
}
