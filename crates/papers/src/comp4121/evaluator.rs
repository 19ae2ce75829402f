// SPDX-License-Identifier: GPL-3.0-or-later
//! COMP4121 §3: material, maps of squares, and a corner for the enemy king.

use chess::{Bitboard, Color, Position, Role, Square};
use eval::classical::Slot;
use eval::placement::{FULL_PHASE, map, phase, walk};
use eval::tally::Tally;
use eval::{Groups, Trace};

use crate::Settings;
use crate::evaluator::{PaperEvaluator, evaluates, material, settle, squares};
use crate::numbers::{PaperWeights, Source, endgame, groups, numbers, same};

const MAPS: Source =
    Source::Chosen("the paper prints no map and credits another engine; ours are `placement`'s");

/// Material ahead from which an ending counts as won: more than a minor piece.
const WON: i32 = 400;

numbers! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL: 5, Material, same([100, 300, 325, 500, 900]), Source::Printed("§3.1");
    /// A pawn's square.
    PAWN_SQUARE: 64, Placement, map(Role::Pawn), MAPS;
    /// A knight's square.
    KNIGHT_SQUARE: 64, Placement, map(Role::Knight), MAPS;
    /// A bishop's square.
    BISHOP_SQUARE: 64, Placement, map(Role::Bishop), MAPS;
    /// A rook's square.
    ROOK_SQUARE: 64, Placement, map(Role::Rook), MAPS;
    /// A queen's square.
    QUEEN_SQUARE: 64, Placement, map(Role::Queen), MAPS;
    /// A king's square.
    KING_SQUARE: 64, Placement, map(Role::King), MAPS;
    /// Each step (Manhattan distance) that the enemy king is nearer to a corner than from the middle, 400 or more ahead.
    CORNER: 1, MopUp, endgame([10]), Source::Chosen("§3.2 has the idea, not the number");
}

const SQUARES: [Slot; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

/// The evaluation of COMP4121bot.
#[derive(Clone, Debug)]
pub struct Comp4121 {
    weights: PaperWeights<COUNT>,
    cap: Option<i32>,
}

evaluates!(Comp4121);

impl PaperEvaluator for Comp4121 {
    const NAME: &'static str = "comp4121";
    const DESCRIPTION: &'static str = "material, maps of squares, a corner for the enemy king";
    const FULL_PHASE: i32 = FULL_PHASE;

    fn new(settings: &Settings) -> Self {
        let plain = Settings { style: 0, ..*settings };
        Comp4121 { weights: PaperWeights::new(&VALUES, NUMBERS, &plain), cap: settings.cap }
    }

    fn groups() -> Groups {
        groups(NUMBERS)
    }

    fn phase(&self, position: &Position) -> i32 {
        phase(position)
    }

    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let mut tally = Tally::new(&self.weights, trace);
        material(position, MATERIAL, &mut tally);
        let free = tally.sum;
        squares(position, &SQUARES, &mut tally);
        if free.eg.abs() >= WON {
            let us = if free.eg > 0 { Color::White } else { Color::Black };
            let prey = position.king(!us);
            let steps = corner_distance(prey);
            tally.add(us, CORNER, 0, 6 - steps, Bitboard::of(prey));
        }
        settle(tally.sum, free, (phase(position), FULL_PHASE), self.cap, tally.trace)
    }
}

/// Steps along files and ranks to the nearest corner: 0 to 6.
fn corner_distance(square: Square) -> i32 {
    CORNERS.into_iter().map(|corner| walk(square, corner)).min().unwrap_or(0)
}
