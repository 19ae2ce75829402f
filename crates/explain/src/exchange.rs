// SPDX-License-Identifier: GPL-3.0-or-later
//! What captures on one square win, by playing them out.
//!
//! The search's own exchange evaluation looks at one square's attackers only; a
//! sentence must also be true when a capture gives check. So every legal way of
//! taking and of stopping is tried: slower, and right.

use chess::{Move, MoveList, Position, Square};

use crate::piece::{POINTS, PieceOn, captured};

/// Points that a move wins, with the best exchange that follows on the square it goes to.
pub fn gain(position: &Position, m: Move) -> i32 {
    taken(position, m) - best(&position.after(m), m.to())
}

/// Points that a move wins at once, by what it takes and what the pawn becomes.
pub fn taken(position: &Position, m: Move) -> i32 {
    let taken = captured(position, m).map_or(0, PieceOn::price);
    let made = m.promotion().map_or(0, |role| POINTS[role.index()] - 1);
    taken + made
}

/// Points that the side to move can win by taking on one square; it need not.
pub fn best(position: &Position, square: Square) -> i32 {
    let mut noisy = MoveList::new();
    position.noisy_moves(&mut noisy);
    let takes = noisy.iter().filter(|m| m.is_capture() && m.to() == square);
    takes.map(|&m| gain(position, m)).max().unwrap_or(0).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_on_the_way_is_seen() {
        // Taking on g6 uncovers the rook: nobody has time to take back.
        let fen = "r1bq2r1/pp3pbk/2p1p1p1/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 2";
        let position = Position::from_fen(fen).expect("a FEN");
        let m = position.parse_san("hxg6+").expect("legal");
        assert!(gain(&position, m) > 0 && !position.see_at_least(m, 1));
    }
}
