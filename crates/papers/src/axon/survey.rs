// SPDX-License-Identifier: GPL-3.0-or-later
//! Who controls and who masks what, found out once.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

/// The pieces whose activity counts.
pub const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

pub struct Survey<'a> {
    pub position: &'a Position,
    /// Squares that each side attacks with anything.
    pub control: [Bitboard; 2],
    /// Pieces that mask something once or more often, and twice or more often.
    pub masked: [Bitboard; 2],
    pub doubly_masked: [Bitboard; 2],
    /// Those that mask the king and so are pinned.
    pub pinned: [Bitboard; 2],
}

impl<'a> Survey<'a> {
    pub fn new(position: &'a Position, masks: bool) -> Self {
        let control = Color::ALL.map(|color| position.attacked_by(color));
        let none = [Bitboard::EMPTY; 2];
        let mut survey =
            Survey { position, control, masked: none, doubly_masked: none, pinned: none };
        if masks {
            survey.look_for_masks(Color::White);
            survey.look_for_masks(Color::Black);
        }
        survey
    }

    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.position.pieces(color, role)
    }

    /// Squares a piece controls while it stays where it may go: a piece that
    /// masks the king moves on the line of its pin, a doubly masked one not at all.
    pub fn reach(&self, us: Color, square: Square) -> Bitboard {
        let u = us.index();
        let reach = self.position.attacks_from(square);
        if self.doubly_masked[u].contains(square) {
            Bitboard::EMPTY
        } else if self.pinned[u].contains(square) {
            reach & attacks::line(self.position.king(us), square)
        } else {
            reach
        }
    }

    /// A piece is masked that stands alone between an enemy slider and its own
    /// king, or between a lesser slider and its own queen.
    fn look_for_masks(&mut self, us: Color) {
        let them = !us;
        let [bishops, rooks, queens] =
            [Role::Bishop, Role::Rook, Role::Queen].map(|role| self.of(them, role));
        let king = self.position.king(us);
        let on_king = self.between(us, king, bishops | queens, rooks | queens);
        let u = us.index();
        self.pinned[u] = on_king.0;
        self.masked[u] = on_king.0;
        for queen in self.of(us, Role::Queen) {
            let (once, twice) = self.between(us, queen, bishops, rooks);
            self.doubly_masked[u] |= twice | self.masked[u] & once;
            self.masked[u] |= once;
        }
    }

    /// Pieces of `us` alone between `target` and one of the sliders; and those
    /// that are so for two of them.
    fn between(
        &self,
        us: Color,
        target: Square,
        diagonal: Bitboard,
        straight: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let rays = |sliders, rays| sliders & rays;
        let snipers = rays(diagonal, attacks::bishop_rays(target))
            | rays(straight, attacks::rook_rays(target));
        let pieces = self.position.by_color(us) & !self.position.by_role(Role::Pawn);
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in snipers {
            let between = attacks::between(target, sniper) & self.position.occupied();
            if !between.more_than_one() {
                let masked = between & pieces & !self.position.by_role(Role::King);
                twice |= once & masked;
                once |= masked;
            }
        }
        (once, twice)
    }
}
