// SPDX-License-Identifier: GPL-3.0-or-later
//! What all terms need to know of the board, found out once.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

/// The squares next to the given ones, a step ahead for `color`.
#[inline(always)]
pub const fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// The squares beside the given ones.
#[inline(always)]
pub const fn beside(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !Bitboard::FILES[7].0) << 1 | (set.0 & !Bitboard::FILES[0].0) >> 1)
}

/// What pawns on `set` attack.
#[inline(always)]
pub const fn pawn_attacks(color: Color, set: Bitboard) -> Bitboard {
    beside(ahead(color, set))
}

/// What pawns on `set` attack twice.
#[inline(always)]
pub const fn pawn_double_attacks(color: Color, set: Bitboard) -> Bitboard {
    let up = ahead(color, set).0;
    Bitboard((up & !Bitboard::FILES[7].0) << 1 & (up & !Bitboard::FILES[0].0) >> 1)
}

/// Everything in front of the given squares on their files.
#[inline(always)]
pub const fn in_front(color: Color, set: Bitboard) -> Bitboard {
    let mut all = ahead(color, set).0;
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    Bitboard(all)
}

/// The ranks from `from` to `to`, counted by `color`'s own side.
#[inline(always)]
pub const fn ranks(color: Color, from: usize, to: usize) -> Bitboard {
    let white = (!0u64 >> (8 * (7 - to))) & (!0u64 << (8 * from));
    match color {
        Color::White => Bitboard(white),
        Color::Black => Bitboard(white.swap_bytes()),
    }
}

/// A square as `color` sees it.
#[inline(always)]
pub const fn own_view(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.index() ^ 56,
    }
}

/// Files from the edge, 0 to 3.
#[inline(always)]
pub const fn from_edge(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// The files around each king file whose pawns and pieces matter to it.
pub const FLANKS: [Bitboard; 8] = {
    let f = Bitboard::FILES;
    let queen = f[0].0 | f[1].0 | f[2].0 | f[3].0;
    let king = f[4].0 | f[5].0 | f[6].0 | f[7].0;
    let middle = f[2].0 | f[3].0 | f[4].0 | f[5].0;
    let (corner_a, corner_h) = (queen & !f[3].0, king & !f[4].0);
    [
        Bitboard(corner_a),
        Bitboard(queen),
        Bitboard(queen),
        Bitboard(middle),
        Bitboard(middle),
        Bitboard(king),
        Bitboard(king),
        Bitboard(corner_h),
    ]
};

/// Attacks of both sides; each array is indexed by [`Color::index`].
pub struct Board<'a> {
    pub position: &'a Position,
    pub occupied: Bitboard,
    pub pawns: [Bitboard; 2],
    pub kings: [Square; 2],
    /// Attacks by role; filled as the pieces are looked at.
    pub by_role: [[Bitboard; 6]; 2],
    /// Attacked at all, and at least twice.
    pub attacked: [Bitboard; 2],
    pub attacked_twice: [Bitboard; 2],
    /// Own pieces that stand alone between their king and an enemy slider.
    pub pinned: [Bitboard; 2],
    /// Squares on which a piece counts as mobile.
    pub mobility_area: [Bitboard; 2],
    /// The king, its neighbours, and one rank more.
    pub king_zone: [Bitboard; 2],
    /// Attackers of the *enemy's* zone by role from knight to queen, and their
    /// attacks on squares next to that king.
    pub zone_attackers: [[i32; 4]; 2],
    pub adjacent_attacks: [i32; 2],
}

impl<'a> Board<'a> {
    #[inline(always)]
    pub fn new(position: &'a Position) -> Self {
        let occupied = position.occupied();
        let side = |color| position.pieces(color, Role::Pawn);
        let pawns = [side(Color::White), side(Color::Black)];
        let kings = [position.king(Color::White), position.king(Color::Black)];
        let mut board = Board {
            position,
            occupied,
            pawns,
            kings,
            by_role: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            attacked_twice: [Bitboard::EMPTY; 2],
            pinned: [Bitboard::EMPTY; 2],
            mobility_area: [Bitboard::EMPTY; 2],
            king_zone: [Bitboard::EMPTY; 2],
            zone_attackers: [[0; 4]; 2],
            adjacent_attacks: [0; 2],
        };
        board.prepare(Color::White);
        board.prepare(Color::Black);
        for us in Color::ALL {
            let them = !us;
            // A pawn that cannot move, or has not, is in the way; the squares
            // that enemy pawns attack are no good to anybody.
            let stuck = board.pawns[us.index()] & (ahead(them, occupied) | ranks(us, 1, 2));
            board.mobility_area[us.index()] = !(stuck
                | Bitboard::of(kings[us.index()])
                | board.by_role[them.index()][Role::Pawn.index()]);
        }
        board
    }

    #[inline(always)]
    fn prepare(&mut self, us: Color) {
        let u = us.index();
        let king = self.kings[u];
        let pawns = pawn_attacks(us, self.pawns[u]);
        let around = attacks::king(king);
        self.by_role[u][Role::Pawn.index()] = pawns;
        self.by_role[u][Role::King.index()] = around;
        self.attacked[u] = pawns | around;
        self.attacked_twice[u] = pawn_double_attacks(us, self.pawns[u]) | (pawns & around);
        self.king_zone[u] = around | Bitboard::of(king) | ahead(us, around);
        self.pinned[u] = self.pins(us);
    }

    #[inline(always)]
    fn pins(&self, us: Color) -> Bitboard {
        let (position, king) = (self.position, self.kings[us.index()]);
        let enemy = position.by_color(!us);
        let queens = position.by_role(Role::Queen);
        let diagonal = (position.by_role(Role::Bishop) | queens) & attacks::bishop_rays(king);
        let straight = (position.by_role(Role::Rook) | queens) & attacks::rook_rays(king);
        let mut pinned = Bitboard::EMPTY;
        for sniper in (diagonal | straight) & enemy {
            let between = attacks::between(king, sniper) & self.occupied;
            if !between.is_empty() && !between.more_than_one() {
                pinned |= between & position.by_color(us);
            }
        }
        pinned
    }

    /// Notes the attacks of one piece.
    #[inline(always)]
    pub fn attack(&mut self, us: Color, role: Role, attacks: Bitboard) {
        let u = us.index();
        self.attacked_twice[u] |= self.attacked[u] & attacks;
        self.attacked[u] |= attacks;
        self.by_role[u][role.index()] |= attacks;
    }

    #[inline(always)]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.position.pieces(color, role)
    }
}
