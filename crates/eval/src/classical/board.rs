// SPDX-License-Identifier: GPL-3.0-or-later
//! What all terms need to know of the board, found out once.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

pub use crate::directions::{
    FLANKS, ahead, beside, from_edge, in_front, islands, own_view, pawn_attacks,
    pawn_double_attacks, ranks,
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
