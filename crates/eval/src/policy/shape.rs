// SPDX-License-Identifier: GPL-3.0-or-later
//! The shape of the policy network: what it sees, and what it says about a move.
//!
//! ```text
//! 768 pieces on squares x attacked? x defended? ─> HIDDEN ─ squared clipped ReLU ─> a number a move
//! ```
//!
//! The board is seen by the side to move, as the evaluating network sees it:
//! as White, with the king on the queen's side. A piece that is attacked, defended
//! or both is another input than one left alone, because what hangs and what
//! holds decides most moves. Each move has a row of weights by the piece that moves,
//! from where and where to, one for moves that lose nothing and one for those that
//! do; only the rows of legal moves are ever looked at. What such rows would have
//! to learn square by square (what is taken, whether it is check) has a small
//! table of its own.

use std::sync::LazyLock;

use chess::{Bitboard, Move, Position, Role, Square, attacks};

use crate::nnue::features::{INPUTS as PIECES, KingBuckets, Perspective};

/// Neurons of the hidden layer.
pub const HIDDEN: usize = 128;

/// Inputs: each piece on each square, attacked or not, defended or not.
pub const INPUTS: usize = 4 * PIECES;

/// Rows of moves, each for moves that lose something and for those that don't.
pub const ROWS: usize = 2 * MOVES;

/// Moves by piece, from where and where to; promotions by what the pawn becomes.
const MOVES: usize = 3876;

/// Kinds of moves: the piece, what it takes, whether it loses something, whether
/// it gives check.
pub const KINDS: usize = 6 * 7 * 2 * 2;

/// The activation 1.0 in the quantised hidden layer.
pub const QA: i32 = 128;

/// The weight 1.0 of a move's row in the quantised net.
pub const QB: i32 = 64;

/// No input weight is larger than this before quantisation: it fits 8 bits.
pub const INPUT_LIMIT: f32 = 127.0 / QA as f32;

/// No weight of a row is larger than this before quantisation.
pub const ROW_LIMIT: f32 = 127.0 / QB as f32;

/// Most pieces on a board.
const MOST_PIECES: usize = 32;

/// A position as the network sees it.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    view: Perspective,
    /// Squares that the other side attacks.
    threatened: Bitboard,
    features: [u16; MOST_PIECES],
    pieces: usize,
}

/// A move as the network sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its row, below [`ROWS`].
    pub row: u16,
    /// Its kind, below [`KINDS`].
    pub kind: u8,
}

impl Scene {
    /// What is to be seen in a position.
    pub fn of(position: &Position) -> Scene {
        let turn = position.turn();
        let view = Perspective::of(position, turn, &KingBuckets::ONE);
        let reach = [position.attacked_by(turn), position.attacked_by(!turn)];
        let threatened = reach[1];
        let mut scene = Scene { view, threatened, features: [0; MOST_PIECES], pieces: 0 };
        for square in position.occupied() {
            let Some(piece) = position.piece_on(square) else { continue };
            let other = usize::from(piece.color() != turn);
            let attacked = usize::from(reach[1 - other].contains(square));
            let defended = usize::from(reach[other].contains(square));
            let feature = view.input(piece, square) + PIECES * (attacked + 2 * defended);
            scene.features[scene.pieces] = feature as u16;
            scene.pieces += 1;
        }
        scene
    }

    /// The inputs that are on.
    #[inline]
    pub fn features(&self) -> &[u16] {
        &self.features[..self.pieces]
    }

    /// A legal move of the position.
    pub fn candidate(&self, position: &Position, mv: Move) -> Candidate {
        let role = position.piece_on(mv.from()).map_or(Role::Pawn, |piece| piece.role());
        let safe = usize::from(self.is_unanswered(mv) || position.see_at_least(mv, 0));
        let victim = match position.piece_on(mv.to()) {
            _ if mv.is_castle() => 0,
            _ if mv.is_en_passant() => 1,
            Some(piece) => 1 + piece.role().index(),
            None => 0,
        };
        let check = usize::from(position.gives_check(mv));
        let kind = ((role.index() * 7 + victim) * 2 + safe) * 2 + check;
        Candidate { row: (2 * self.number(role, mv) + safe) as u16, kind: kind as u8 }
    }

    /// Whether nobody can take what moves, which most moves are and which saves
    /// looking at exchanges: neither end of the move is attacked, so that no line is
    /// opened behind it either.
    fn is_unanswered(&self, mv: Move) -> bool {
        !mv.is_en_passant()
            && !self.threatened.contains(mv.from())
            && !self.threatened.contains(mv.to())
    }

    /// The number of a move, below [`MOVES`].
    fn number(&self, role: Role, mv: Move) -> usize {
        let (from, to) = (self.view.relative(mv.from()), self.view.relative(mv.to()));
        if mv.is_castle() {
            return MOVES - 1 - usize::from(to > from);
        }
        let first = usize::from(NUMBERS[role.index()][from][to]);
        first + mv.promotion().map_or(0, |role| role.index() - 1)
    }
}

/// By role, from and to. Promotions take four numbers; the last two of all are
/// castling, towards the files a and h.
type Numbers = [[[u16; 64]; 64]; 6];

static NUMBERS: LazyLock<Box<Numbers>> = LazyLock::new(|| {
    let mut numbers = Box::new([[[0; 64]; 64]; 6]);
    let mut next = 0;
    for role in Role::ALL {
        for from in Square::ALL {
            for to in targets(role, from) {
                numbers[role.index()][from.index()][to.index()] = next;
                next += if role == Role::Pawn && to.rank() == 7 { 4 } else { 1 };
            }
        }
    }
    assert_eq!(usize::from(next) + 2, MOVES, "every move has a number");
    numbers
});

/// Where a piece could go on an empty board, and a pawn of White's by taking.
fn targets(role: Role, from: Square) -> Bitboard {
    let empty = Bitboard::EMPTY;
    match role {
        Role::Pawn => {
            let (file, rank) = (from.file(), from.rank());
            let mut to = empty;
            if (1..=6).contains(&rank) {
                to |= attacks::pawn(chess::Color::White, from);
                to |= Square::new(file, rank + 1).into();
            }
            if rank == 1 {
                to |= Square::new(file, 3).into();
            }
            to
        }
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, empty),
        Role::Rook => attacks::rook(from, empty),
        Role::Queen => attacks::queen(from, empty),
        Role::King => attacks::king(from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Positions with castling, promotions, en passant, checks, both sides to move.
    const FENS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
        "1nb1k3/P1P5/8/8/8/8/8/4K3 w - - 0 1",
    ];

    #[test]
    fn moves_of_a_position_have_rows_of_their_own() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let scene = Scene::of(&position);
            let mut seen = HashSet::new();
            for &mv in &*position.legal_moves() {
                let Candidate { row, kind } = scene.candidate(&position, mv);
                assert!(usize::from(row) < ROWS && usize::from(kind) < KINDS);
                assert!(seen.insert(row), "{} in {fen}", position.san(mv));
            }
        }
    }

    #[test]
    fn both_colours_see_the_same() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let flipped = position.flipped();
            let gather = |position: &Position| {
                let scene = Scene::of(position);
                let mut features = scene.features().to_vec();
                features.sort_unstable();
                let moves = position.legal_moves();
                let each = moves.iter().map(|&mv| scene.candidate(position, mv));
                let mut rows: Vec<_> = each.map(|each| (each.row, each.kind)).collect();
                rows.sort_unstable();
                (features, rows)
            };
            assert_eq!(gather(&position), gather(&flipped), "{fen}");
        }
    }

    #[test]
    fn what_nobody_can_take_loses_nothing() {
        let mut unanswered = 0;
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let scene = Scene::of(&position);
            for &mv in &*position.legal_moves() {
                if scene.is_unanswered(mv) {
                    unanswered += 1;
                    assert!(position.see_at_least(mv, 0), "{} in {fen}", position.san(mv));
                }
            }
        }
        assert!(unanswered > 50, "{unanswered}");
    }

    #[test]
    fn what_hangs_is_another_input() {
        let hanging = Position::from_fen("4k3/8/8/3q4/8/8/3R4/4K3 b - - 0 1").unwrap();
        let guarded = Position::from_fen("4k3/8/4p3/3q4/8/8/3R4/4K3 b - - 0 1").unwrap();
        let inputs = |position: &Position| Scene::of(position).features().to_vec();
        let queens = |position: &Position| -> Vec<u16> {
            inputs(position).into_iter().filter(|f| usize::from(*f) % PIECES / 64 == 4).collect()
        };
        assert_ne!(queens(&hanging), queens(&guarded));
    }
}
