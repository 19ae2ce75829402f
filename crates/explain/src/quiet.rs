// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the dust has settled: material is counted only where neither side is
//! about to win any.

use chess::{MoveList, Position};

use crate::exchange;

/// Positions that are looked at before a position is given up as too wild to count in.
const BUDGET: u32 = 20_000;

/// Is nothing going on? Nobody is in check; the side to move can win nothing by
/// captures and promotions, neither on one square nor all over the board; and whatever
/// the other side is about to take, a move is there that holds everything together.
pub fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let mut noisy = MoveList::new();
    position.noisy_moves(&mut noisy);
    if noisy.iter().any(|&m| exchange::gain(position, m) > 0) {
        return false;
    }
    let mut brawl = Brawl { budget: BUDGET };
    let calm = |yes: Option<bool>| yes == Some(false);
    calm(brawl.wins(position, 1))
        && (calm(brawl.wins(&position.after_null(), 1)) || brawl.holds(position) == Some(true))
}

/// Captures and promotions all over the board, every one of them tried. Each answer is
/// none when the budget does not suffice.
struct Brawl {
    budget: u32,
}

impl Brawl {
    /// Can the side to move win so many points? It need not take; in check it must move.
    fn wins(&mut self, position: &Position, points: i32) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        let check = position.in_check();
        if !check && points <= 0 {
            return Some(true);
        }
        let moves = if check { position.legal_moves() } else { noisy(position) };
        for m in &moves {
            let taken = exchange::taken(position, m);
            let after = position.after(m);
            // The answer to anything but a check is to leave it at that.
            if taken < points && !after.in_check() {
                continue;
            }
            if !self.wins(&after, taken - points + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Has the side to move a move after which the other side wins nothing?
    fn holds(&mut self, position: &Position) -> Option<bool> {
        for m in &position.legal_moves() {
            let after = position.after(m);
            // A check only puts off what it does not prevent.
            if after.in_check() {
                continue;
            }
            if !self.wins(&after, exchange::taken(position, m) + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Captures and promotions, the dearest first.
fn noisy(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    moves.sort_by_key(|&m| -exchange::taken(position, m));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet(fen: &str) -> bool {
        is_quiet(&Position::from_fen(fen).expect("a FEN"))
    }

    #[test]
    fn a_fork_that_cannot_be_parried_is_no_rest() {
        // White can take nothing and loses one of the rooks; a check only puts it off.
        assert!(!quiet("6k1/8/8/8/8/8/2n5/R3R2K w - - 0 1"));
        // A single rook steps aside.
        assert!(quiet("6k1/8/8/8/8/8/2n5/R6K w - - 0 1"));
    }

    #[test]
    fn exchanges_on_two_squares_hang_together() {
        // Each of the two captures wins nothing on its square; both together win a bishop.
        assert!(!quiet("6k1/6p1/5n2/3b2B1/8/2N5/8/6K1 w - - 0 1"));
        // Rooks that look at each other, both protected, are at rest.
        assert!(quiet("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1"));
    }
}
