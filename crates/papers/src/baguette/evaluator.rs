// SPDX-License-Identifier: GPL-3.0-or-later
//! Baguette §5: material, squares, blocked pawns, pieces next to the king, repeated moves.

use chess::{Bitboard, Color, Move, Position, Role, attacks};
use eval::classical::Slot;
use eval::directions::{ahead, pawn_attacks};
use eval::tally::Tally;
use eval::{Evaluator, Groups, LIMIT, Trace};

use crate::Settings;
use crate::evaluator::{PaperEvaluator, explains, material, settle, squares};
use crate::michniewski;
use crate::numbers::{PaperWeights, Source, groups, matrix, numbers, same};

const TABLES: Source = Source::Chosen("the paper refers to Michniewski for it");

numbers! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL: 5, Material, same([100, 300, 300, 500, 900]), Source::Printed("§5.2.1, in centipawns");
    /// A pawn's square.
    PAWN_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Pawn))), Source::Printed("§5.2.2");
    /// A knight's square.
    KNIGHT_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Knight))), TABLES;
    /// A bishop's square.
    BISHOP_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Bishop))), TABLES;
    /// A rook's square.
    ROOK_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Rook))), TABLES;
    /// A queen's square; the king's side of the published table stands on both wings.
    QUEEN_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Queen))), TABLES;
    /// A king's square; the middlegame's table throughout, as no phase is mentioned.
    KING_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::King))), TABLES;
    /// A pawn that can neither advance nor take.
    BLOCKED_PAWN: 1, Pawns, same([-50]), Source::Printed("§5.2.4");
    /// An own piece or pawn next to the king.
    KING_COMPANY: 1, Shelter, same([50]), Source::Printed("§5.2.5");
}

const SQUARES: [Slot; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

/// What a side loses for each earlier time that it made its last move on the path from
/// the root, in centipawns (§5.2.3).
pub const REPETITION: i32 = 100;

/// The evaluation of Baguette. It follows the path of the search, because a move
/// that is repeated on it costs a pawn.
#[derive(Clone, Debug)]
pub struct Baguette {
    weights: PaperWeights<COUNT>,
    cap: Option<i32>,
    /// The moves from the root to the position that is asked about.
    path: Vec<Move>,
}

impl Baguette {
    /// How often the last move of the path was made before by the same side.
    fn repetitions(&self) -> i32 {
        let Some((last, earlier)) = self.path.split_last() else { return 0 };
        let same_side = earlier.iter().rev().skip(1).step_by(2);
        same_side.filter(|mv| *mv == last && !last.is_null()).count() as i32
    }
}

explains!(Baguette);

impl Evaluator for Baguette {
    fn evaluate(&mut self, position: &Position) -> i32 {
        // The opponent of the side to move has just moved and pays.
        let score = self.side_view(position) + REPETITION * self.repetitions();
        score.clamp(-LIMIT, LIMIT)
    }

    fn push(&mut self, _before: &Position, mv: Move, _after: &Position) {
        self.path.push(mv);
    }

    fn pop(&mut self) {
        self.path.pop();
    }
}

impl PaperEvaluator for Baguette {
    const NAME: &'static str = "baguette";
    const DESCRIPTION: &'static str = "material, squares, blocked pawns, company for the king";

    fn new(settings: &Settings) -> Self {
        let plain = Settings { style: 0, ..*settings };
        let weights = PaperWeights::new(&VALUES, NUMBERS, &plain);
        Baguette { weights, cap: settings.cap, path: Vec::new() }
    }

    fn groups() -> Groups {
        groups(NUMBERS)
    }

    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let mut tally = Tally::new(&self.weights, trace);
        material(position, MATERIAL, &mut tally);
        let free = tally.sum;
        squares(position, &SQUARES, &mut tally);
        for us in Color::ALL {
            let blocked = blocked_pawns(position, us);
            if blocked.any() {
                tally.add(us, BLOCKED_PAWN, 0, blocked.count() as i32, blocked);
            }
            let company = attacks::king(position.king(us)) & position.by_color(us);
            if company.any() {
                tally.add(us, KING_COMPANY, 0, company.count() as i32, company);
            }
        }
        settle(tally.sum, free, (1, 1), self.cap, tally.trace)
    }
}

/// Pawns with something before them and nothing to take; a capture en passant
/// is not looked for.
fn blocked_pawns(position: &Position, us: Color) -> Bitboard {
    let pawns = position.pieces(us, Role::Pawn);
    let stopped = pawns & ahead(!us, position.occupied());
    stopped & !pawn_attacks(!us, position.by_color(!us))
}
