// SPDX-License-Identifier: GPL-3.0-or-later
//! Bannan and Das (C1): material and one table of squares a piece.

use chess::{Position, Role};

use crate::classical::Slot;
use crate::tally::Tally;
use crate::{Groups, Settings, Trace};

use super::tariff::{Source, Tariff, groups, matrix, same, tariff};
use super::{Persona, material, printed, settle, squares};

const TABLES: Source =
    Source::Chosen("the tables are a picture; these fit its description and its material");

tariff! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL: 5, Material, same([100, 320, 330, 500, 900]), Source::Document("the line `material`");
    /// A pawn's square.
    PAWN_SQUARE: 64, Placement, same(matrix(printed::table(Role::Pawn))), TABLES;
    /// A knight's square.
    KNIGHT_SQUARE: 64, Placement, same(matrix(printed::table(Role::Knight))), TABLES;
    /// A bishop's square.
    BISHOP_SQUARE: 64, Placement, same(matrix(printed::table(Role::Bishop))), TABLES;
    /// A rook's square.
    ROOK_SQUARE: 64, Placement, same(matrix(printed::table(Role::Rook))), TABLES;
    /// A queen's square; the king's side of the published table stands on both sides (A2).
    QUEEN_SQUARE: 64, Placement, same(matrix(printed::table(Role::Queen))), TABLES;
    /// A king's square: positive on its first two ranks alone.
    KING_SQUARE: 64, Placement, same(matrix(printed::table(Role::King))), TABLES;
}

const SQUARES: [Slot; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

/// The evaluation of the engine of Bannan and Das without its network.
#[derive(Clone, Debug)]
pub struct Bannan {
    tariff: Tariff<COUNT>,
    cap: Option<i32>,
}

impl Bannan {
    /// Set up; of the settings it knows the cap and the ideas to do without.
    pub fn new(settings: &Settings) -> Self {
        let plain = Settings { style: 0, ..*settings };
        Bannan { tariff: Tariff::new(&VALUES, NUMBERS, &plain), cap: settings.cap }
    }

    /// The ideas it knows.
    pub fn groups() -> Groups {
        groups(NUMBERS)
    }
}

impl Default for Bannan {
    fn default() -> Self {
        Bannan::new(&Settings::default())
    }
}

impl Persona for Bannan {
    const FULL_PHASE: i32 = 1;

    fn phase(&self, _: &Position) -> i32 {
        1
    }

    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let mut tally = Tally::new(&self.tariff, trace);
        material(position, MATERIAL, &mut tally);
        let free = tally.sum;
        squares(position, &SQUARES, &mut tally);
        settle(tally.sum, free, (1, 1), self.cap, tally.trace)
    }
}
