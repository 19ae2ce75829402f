// SPDX-License-Identifier: GPL-3.0-or-later
//! Which moves are easily overlooked.
//!
//! Chess teachers know the list: moves that go backwards, moves from the far end of
//! the board, discovered attacks, quiet moves in the midst of captures, a capture en
//! passant. What nobody misses is to take back what was just taken.
//!
//! ```
//! use chess::Position;
//! use xanthos_engine::level::difficulty;
//!
//! let board = Position::from_fen("7k/8/8/4p3/8/8/8/B5K1 w - - 0 1").unwrap();
//! let near = Position::from_fen("7k/8/8/4p3/5B2/8/8/6K1 w - - 0 1").unwrap();
//! let takes = |board: &Position, uci| difficulty(board, board.parse_uci(uci).unwrap(), None);
//! assert!(takes(&board, "a1e5") > takes(&near, "f4e5"));
//! ```

use chess::{Bitboard, Move, Position, Role};

use super::chance::{Question, lot};

/// Nothing is overlooked more often than this.
const MOST: f64 = 0.92;

/// How hard a move is to see, from 0 (nobody misses it) to about 3; an ordinary
/// quiet move has 1. `last` is the move that led to the position.
pub fn difficulty(position: &Position, mv: Move, last: Option<Move>) -> f64 {
    if mv.is_castle() {
        return 0.3;
    }
    if last.is_some_and(|last| last.is_capture() && mv.is_capture() && last.to() == mv.to()) {
        return 0.0;
    }
    let Some(piece) = position.piece_on(mv.from()) else { return 1.0 };
    let (from, to, own) = (mv.from(), mv.to(), position.turn());
    let checks = position.gives_check(mv);
    let mut hard = if mv.is_en_passant() {
        1.2
    } else if mv.is_capture() && last.is_some_and(|last| last.to() == to) {
        // What was moved just now has been looked at; so has where it went.
        0.3
    } else if mv.is_capture() {
        0.6
    } else if checks {
        0.7
    } else if mv.is_promotion() {
        0.5
    } else {
        1.0
    };
    let forward = |square: chess::Square| own.relative_rank(square.rank());
    if forward(to) < forward(from) {
        hard += if piece.role() == Role::Knight { 0.5 } else { 0.35 };
    }
    let far = from.distance(to);
    if far >= 4 {
        let diagonal = from.file() != to.file() && from.rank() != to.rank();
        hard += 0.08 * far as f64 + if diagonal { 0.15 } else { 0.0 };
    }
    if mv.promotion().is_some_and(|role| role != Role::Queen) {
        hard += 1.0;
    }
    let after = position.after(mv);
    if discovers(position, &after, mv) {
        hard += 0.6;
    }
    // A mate is looked for wherever there is a check.
    if checks && !after.has_legal_move() {
        hard *= 0.4;
    }
    hard
}

/// Whether the move opens a line onto a king, queen or rook for a piece behind.
fn discovers(before: &Position, after: &Position, mv: Move) -> bool {
    let own = before.turn();
    let others = before.by_color(own).without(mv.from());
    let hits =
        |position: &Position, target| position.attackers_to(target, position.occupied()) & others;
    let worthy = [Role::King, Role::Queen, Role::Rook];
    let targets = worthy.iter().fold(Bitboard::EMPTY, |all, &role| all | after.pieces(!own, role));
    targets
        .into_iter()
        .any(|target| hits(after, target) != hits(before, target) & hits(after, target))
}

/// The sight of a player in one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) blindness: f64,
    pub(super) seed: u64,
}

impl Sight {
    /// Whether the player does not see that this move is possible. Whoever is less
    /// blind overlooks nothing else in the same game.
    pub(super) fn overlooks(self, position: &Position, mv: Move, last: Option<Move>) -> bool {
        if self.blindness <= 0.0 {
            return false;
        }
        let chance = (self.blindness * difficulty(position, mv, last)).min(MOST);
        lot(self.seed, Question::Sight, position, mv) < chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(fen: &str, uci: &str, last: Option<&str>) -> f64 {
        let mut position = Position::from_fen(fen).unwrap();
        let last = last.map(|uci| {
            let mv = position.parse_uci(uci).unwrap();
            position = position.after(mv);
            mv
        });
        difficulty(&position, position.parse_uci(uci).unwrap(), last)
    }

    #[test]
    fn nobody_forgets_to_take_back() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
        assert_eq!(hard(fen, "d7c6", Some("b5c6")), 0.0);
        assert!(hard(fen, "f6e4", Some("b5c6")) > 0.0);
    }

    #[test]
    fn backwards_is_harder_than_forwards() {
        let fen = "6k1/8/2p3p1/8/4N3/2p3p1/8/6K1 w - - 0 1";
        assert!(hard(fen, "e4c3", None) > hard(fen, "e4c5", None) - 0.3 + 0.1);
        let quiet = "6k1/8/8/8/4N3/8/8/6K1 w - - 0 1";
        assert!(hard(quiet, "e4d2", None) > hard(quiet, "e4d6", None));
        let black = "6k1/8/8/4n3/8/8/8/6K1 b - - 0 1";
        assert!(hard(black, "e5d7", None) > hard(black, "e5d3", None));
    }

    #[test]
    fn a_discovered_attack_is_harder_than_the_same_move_without() {
        let with = "3q2k1/8/8/8/3N4/8/8/3R2K1 w - - 0 1";
        let without = "q5k1/8/8/8/3N4/8/8/3R2K1 w - - 0 1";
        assert!(hard(with, "d4f5", None) > hard(without, "d4f5", None));
    }

    #[test]
    fn the_less_blind_see_more_never_other_things() {
        let position = Position::from_fen(
            "r2q1rk1/pp2bppp/2n1bn2/2pp4/3P1B2/2N1PN2/PPQ1BPPP/R4RK1 w - - 0 11",
        )
        .unwrap();
        let moves = position.legal_moves();
        let mut seen = [0, 0];
        for seed in 0..200 {
            for mv in &moves {
                let sees = |blindness| !Sight { blindness, seed }.overlooks(&position, mv, None);
                assert!(sees(0.1) || !sees(0.4), "{mv:?}");
                assert!(sees(0.0));
                seen[0] += usize::from(sees(0.4));
                seen[1] += usize::from(sees(0.1));
            }
        }
        assert!(seen[0] > 0 && seen[0] < seen[1], "{seen:?}");
    }
}
