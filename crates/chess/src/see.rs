// SPDX-License-Identifier: GPL-3.0-or-later
//! Static exchange evaluation: what a series of captures on one square is worth.
//!
//! ```
//! use xanthos_chess::Position;
//! let position: Position = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1".parse().unwrap();
//! let takes = position.parse_uci("e1e5").unwrap();
//! assert!(position.see_at_least(takes, 100), "the pawn is free");
//! assert!(!position.see_at_least(takes, 101));
//! ```

use crate::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// Squares from a side's first rank on, so that of two equal pieces both sides take with the one
/// that corresponds.
#[inline]
fn in_order(side: Color, squares: Bitboard) -> impl Iterator<Item = Square> {
    let black = side == Color::Black;
    let flip = move |square: Square| if black { square.flip() } else { square };
    let turned = if black { squares.flip() } else { squares };
    turned.into_iter().map(flip)
}

/// What the pieces count in an exchange, pawn to king.
pub const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

impl Position {
    /// Does this legal move win at least `threshold` by captures on its target
    /// square, when both sides take with their least valuable piece and may stop
    /// at any time?
    ///
    /// Pieces behind others join in. A piece that would expose its own king, as
    /// the board is at that moment, does not take; a king takes only what is not
    /// protected; a pawn that takes on the last rank becomes a queen.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// // A queen takes a pawn that a pawn protects.
    /// let position = Position::from_fen("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1").unwrap();
    /// let takes = position.parse_san("Qxd6").unwrap();
    /// assert!(!position.see_at_least(takes, 0));
    /// ```
    pub fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        if m.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.role_on(from) else { return threshold <= 0 };
        let mut occupied = self.occupied().without(from).with(to);
        let mut balance = -threshold;
        if m.is_en_passant() {
            occupied = occupied.without(Square::new(to.file(), from.rank()));
            balance += VALUES[Role::Pawn.index()];
        } else if let Some(captured) = self.role_on(to) {
            balance += VALUES[captured.index()];
        }
        let arrived = m.promotion().unwrap_or(mover);
        balance += VALUES[arrived.index()] - VALUES[mover.index()];
        // `balance` is what we are above the threshold. Is it enough to take and
        // stop? Is it enough even if the piece is lost?
        if balance < 0 {
            return false;
        }
        balance -= VALUES[arrived.index()];
        // A pawn that takes on the last rank wins the difference to a queen as
        // well, which can make a capture pay that otherwise would not.
        let promotes = matches!(to.rank(), 0 | 7);
        if balance >= 0 && !promotes {
            return true;
        }

        let us = self.turn();
        let mut side = us;
        let mut attackers = self.attackers_to(to, occupied) & occupied;
        let snipers = Color::ALL.map(|color| self.snipers(color));
        loop {
            side = !side;
            let aimed = snipers[side.index()];
            let Some((taker, role)) = self.least_taker(side, to, attackers, occupied, aimed) else {
                break;
            };
            let extra = if promotes && role == Role::Pawn {
                VALUES[Role::Queen.index()] - VALUES[Role::Pawn.index()]
            } else {
                0
            };
            if balance >= extra {
                break;
            }
            occupied = occupied.without(taker);
            attackers = (attackers | self.uncovered(role, to, occupied)) & occupied;
            // From the taker's side: it is now ahead by what the other was
            // behind, and stands to lose what it took with. (The new queen of a
            // pawn is won and risked at once, so only the pawn counts.)
            balance = -balance - 1 - VALUES[role.index()];
        }
        // The side that can't or need not go on has lost the argument.
        side != us
    }

    /// Sliders of the other side on a line with the king of `side`, whatever stands between: only
    /// a piece between them can shield it.
    #[inline]
    fn snipers(&self, side: Color) -> Bitboard {
        let king = self.king(side);
        (attacks::bishop_rays(king) & self.diagonal(!side))
            | (attacks::rook_rays(king) & self.straight(!side))
    }

    /// The cheapest piece of `side` that may take on `to`.
    #[inline]
    fn least_taker(
        &self,
        side: Color,
        to: Square,
        attackers: Bitboard,
        occupied: Bitboard,
        snipers: Bitboard,
    ) -> Option<(Square, Role)> {
        let own = attackers & self.by_color(side);
        if own.is_empty() {
            return None;
        }
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for taker in in_order(side, own & self.by_role(role)) {
                if snipers.is_empty() || !self.shields_king(side, taker, to, occupied, snipers) {
                    return Some((taker, role));
                }
            }
        }
        let king = (own & self.by_role(Role::King)).first()?;
        (attackers & self.by_color(!side)).is_empty().then_some((king, Role::King))
    }

    /// Would the king of `side` be open to a slider if `taker` went to `to`?
    #[inline]
    fn shields_king(
        &self,
        side: Color,
        taker: Square,
        to: Square,
        occupied: Bitboard,
        snipers: Bitboard,
    ) -> bool {
        let king = self.king(side);
        let line = attacks::line(king, taker);
        if (line & snipers).is_empty() || line.contains(to) {
            return false;
        }
        let after = occupied.without(taker);
        let sliders = after.without(to) & line;
        (attacks::bishop(king, after) & sliders & self.diagonal(!side)).any()
            || (attacks::rook(king, after) & sliders & self.straight(!side)).any()
    }

    /// Sliders that attack `to` now that a piece of this role has left its line.
    #[inline]
    fn uncovered(&self, role: Role, to: Square, occupied: Bitboard) -> Bitboard {
        let [_, _, bishops, rooks, queens, _] = self.roles;
        let mut found = Bitboard::EMPTY;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen | Role::King) {
            found |= attacks::bishop(to, occupied) & (bishops | queens);
        }
        if matches!(role, Role::Rook | Role::Queen | Role::King) {
            found |= attacks::rook(to, occupied) & (rooks | queens);
        }
        found
    }
}
