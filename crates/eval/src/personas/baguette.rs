// SPDX-License-Identifier: GPL-3.0-or-later
//! Baguette (B7): material, squares, blocked pawns, and company for the king.

use chess::{Bitboard, Color, Position, Role, attacks};

use crate::classical::Slot;
use crate::compass::{ahead, pawn_attacks};
use crate::tally::Tally;
use crate::{Groups, Settings, Trace};

use super::tariff::{Source, Tariff, groups, matrix, same, tariff};
use super::{Persona, material, printed, settle, squares};

const TABLES: Source = Source::Chosen("the document refers to Michniewski for it");

tariff! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL: 5, Material, same([100, 300, 300, 500, 900]), Source::Document("5.2.1, in centipawns");
    /// A pawn's square.
    PAWN_SQUARE: 64, Placement, same(matrix(printed::table(Role::Pawn))), Source::Document("5.2.2");
    /// A knight's square.
    KNIGHT_SQUARE: 64, Placement, same(matrix(printed::table(Role::Knight))), TABLES;
    /// A bishop's square.
    BISHOP_SQUARE: 64, Placement, same(matrix(printed::table(Role::Bishop))), TABLES;
    /// A rook's square.
    ROOK_SQUARE: 64, Placement, same(matrix(printed::table(Role::Rook))), TABLES;
    /// A queen's square; the king's side of the published table stands on both sides (A2).
    QUEEN_SQUARE: 64, Placement, same(matrix(printed::table(Role::Queen))), TABLES;
    /// A king's square; the middlegame's table throughout, as no phase is mentioned.
    KING_SQUARE: 64, Placement, same(matrix(printed::table(Role::King))), TABLES;
    /// A pawn that can neither advance nor take.
    BLOCKED_PAWN: 1, Pawns, same([-50]), Source::Document("5.2.4");
    /// An own piece or pawn next to the king.
    KING_COMPANY: 1, Shelter, same([50]), Source::Document("5.2.5");
}

const SQUARES: [Slot; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

/// The evaluation of Baguette. Repetitions on the path cost a pawn each, which
/// the search has to see to: [`Evaluator::repetition_penalty`](crate::Evaluator).
#[derive(Clone, Debug)]
pub struct Baguette {
    tariff: Tariff<COUNT>,
    cap: Option<i32>,
}

impl Baguette {
    /// Set up; of the settings it knows the cap and the ideas to do without.
    pub fn new(settings: &Settings) -> Self {
        let plain = Settings { style: 0, ..*settings };
        Baguette { tariff: Tariff::new(&VALUES, NUMBERS, &plain), cap: settings.cap }
    }

    /// The ideas it knows.
    pub fn groups() -> Groups {
        groups(NUMBERS)
    }
}

impl Default for Baguette {
    fn default() -> Self {
        Baguette::new(&Settings::default())
    }
}

impl Persona for Baguette {
    const FULL_PHASE: i32 = 1;
    const REPETITION_PENALTY: i32 = 100;

    fn phase(&self, _: &Position) -> i32 {
        1
    }

    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let mut tally = Tally::new(&self.tariff, trace);
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
