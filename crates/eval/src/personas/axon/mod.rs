// SPDX-License-Identifier: GPL-3.0-or-later
//! Axon (A1 to A12, A14, A17): the rules of its document, and nothing more.
//!
//! Where to look: `numbers` has every number with its source; `survey` finds
//! out once who controls and masks what; `pieces`, `king`, `development` are
//! the positional part, under the cap; `pawns` has the structure, and passed
//! pawns, which stand outside the cap because the document credits two of them
//! with seven pawns.

mod development;
mod king;
mod numbers;
mod pawns;
mod pieces;
mod survey;

use chess::{Bitboard, Color, Position, Role};

use crate::classical::endgame::is_drawn_by_table;
use crate::tally::{Prices, Tally};
use crate::{Group, Groups, Settings, Term, Trace};

use super::tariff::{Tariff, groups};
use super::{Persona, material, settle};

pub use numbers::{COUNT, NUMBERS, VALUES};

use numbers::{MATERIAL, TRADE_PAWN, TRADE_PIECE};
use survey::{PIECES, Survey};

/// What both sides begin with.
const ALL_PIECES: i32 = 14;
const OWN_PAWNS: i32 = 8;

/// The evaluation of Axon.
#[derive(Clone, Debug)]
pub struct Axon {
    tariff: Tariff<COUNT>,
    cap: i32,
    material_limit: i32,
    masks: bool,
    endings: bool,
}

impl Axon {
    /// What the positional part may add or take: two pawns (A7).
    pub const CAP: i32 = 200;

    /// Set up; it knows all settings.
    pub fn new(settings: &Settings) -> Self {
        let (least, most) = Settings::MATERIAL_LIMITS.into_inner();
        Axon {
            tariff: Tariff::new(&VALUES, NUMBERS, settings),
            cap: settings.cap.unwrap_or(Axon::CAP),
            material_limit: settings.material_limit.clamp(least, most),
            masks: !settings.without.has(Group::Masked),
            endings: !settings.without.has(Group::Endings),
        }
    }

    /// The ideas it knows.
    pub fn groups() -> Groups {
        groups(NUMBERS).with(Group::Endings)
    }

    fn is_middlegame(&self, position: &Position) -> bool {
        let over = |us| men(position, us) > self.material_limit;
        over(Color::White) || over(Color::Black)
    }
}

impl Default for Axon {
    fn default() -> Self {
        Axon::new(&Settings::default())
    }
}

/// Everything that `us` has but the king, by Table I.
fn men(position: &Position, us: Color) -> i32 {
    pieces_worth(position, us) + worth(position, us, Role::Pawn)
}

/// Its knights, bishops, rooks and queens.
fn pieces_worth(position: &Position, us: Color) -> i32 {
    PIECES.map(|role| worth(position, us, role)).iter().sum()
}

fn worth(position: &Position, us: Color, role: Role) -> i32 {
    VALUES[MATERIAL.start + role.index()].mg * position.pieces(us, role).count() as i32
}

impl Persona for Axon {
    /// The switch is hard: all of the middlegame, or nothing of it (A9).
    const FULL_PHASE: i32 = 1;

    fn phase(&self, position: &Position) -> i32 {
        i32::from(self.is_middlegame(position))
    }

    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let phase = self.phase(position);
        let survey = Survey::new(position, self.masks);
        let mut tally = Tally::new(&self.tariff, trace);
        material(position, MATERIAL, &mut tally);
        trade(position, &mut tally);
        for us in Color::ALL {
            pawns::passed(position, us, &mut tally);
        }
        let free = tally.sum;
        for us in Color::ALL {
            pieces::placement(&survey, us, &mut tally);
            pieces::mobility(&survey, us, &mut tally);
            pieces::bishop_pair(&survey, us, &mut tally);
            pawns::structure(position, us, &mut tally);
            if phase == 1 {
                king::safety(&survey, us, &mut tally);
                development::development(position, us, &mut tally);
            } else {
                king::centralisation(position, us, &mut tally);
            }
        }
        let score = settle(tally.sum, free, (phase, 1), Some(self.cap), tally.trace);
        if self.endings && is_drawn_by_table(position) {
            tally.trace.adjust(Term::Endgame, -score);
            return 0;
        }
        score
    }
}

/// Who is ahead wants pieces off the board and own pawns on it; who is behind
/// the contrary (A4).
fn trade<T: Trace, W: Prices>(position: &Position, tally: &mut Tally<'_, T, W>) {
    let ahead = match men(position, Color::White) - men(position, Color::Black) {
        0 => return,
        1.. => Color::White,
        _ => Color::Black,
    };
    let pawns = position.by_role(Role::Pawn);
    let pieces = position.occupied() & !pawns & !position.by_role(Role::King);
    let own_pawns = pawns & position.by_color(ahead);
    let pieces_gone = (ALL_PIECES - pieces.count() as i32).max(0);
    let pawns_gone = OWN_PAWNS - own_pawns.count() as i32;
    if pieces_gone > 0 {
        tally.add(ahead, TRADE_PIECE, 0, pieces_gone, Bitboard::EMPTY);
    }
    if pawns_gone > 0 {
        tally.add(ahead, TRADE_PAWN, 0, pawns_gone, Bitboard::EMPTY);
    }
}
