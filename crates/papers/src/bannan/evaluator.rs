// SPDX-License-Identifier: GPL-3.0-or-later
//! Bannan §D.1 and §E.1: material and one piece-square table a piece.

use chess::{Position, Role};
use eval::classical::Slot;
use eval::tally::Tally;
use eval::{Groups, Trace};

use crate::Settings;
use crate::evaluator::{PaperEvaluator, evaluates, material, settle, squares};
use crate::michniewski;
use crate::numbers::{PaperWeights, Source, groups, matrix, numbers, same};

const TABLES: Source =
    Source::Chosen("the tables are a picture; these fit its description and its material");

numbers! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL: 5, Material, same([100, 320, 330, 500, 900]), Source::Printed("§E.1");
    /// A pawn's square.
    PAWN_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Pawn))), TABLES;
    /// A knight's square.
    KNIGHT_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Knight))), TABLES;
    /// A bishop's square.
    BISHOP_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Bishop))), TABLES;
    /// A rook's square.
    ROOK_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Rook))), TABLES;
    /// A queen's square; the king's side of the published table stands on both wings.
    QUEEN_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::Queen))), TABLES;
    /// A king's square: positive on its first two ranks alone.
    KING_SQUARE: 64, Placement, same(matrix(michniewski::table(Role::King))), TABLES;
}

const SQUARES: [Slot; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

/// The evaluation of the engine of Bannan and Das without its network.
#[derive(Clone, Debug)]
pub struct Bannan {
    weights: PaperWeights<COUNT>,
    cap: Option<i32>,
}

evaluates!(Bannan);

impl PaperEvaluator for Bannan {
    const NAME: &'static str = "bannan";
    const DESCRIPTION: &'static str = "material and one table of squares a piece";

    fn new(settings: &Settings) -> Self {
        let plain = Settings { style: 0, ..*settings };
        Bannan { weights: PaperWeights::new(&VALUES, NUMBERS, &plain), cap: settings.cap }
    }

    fn groups() -> Groups {
        groups(NUMBERS)
    }

    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let mut tally = Tally::new(&self.weights, trace);
        material(position, MATERIAL, &mut tally);
        let free = tally.sum;
        squares(position, &SQUARES, &mut tally);
        settle(tally.sum, free, (1, 1), self.cap, tally.trace)
    }
}
