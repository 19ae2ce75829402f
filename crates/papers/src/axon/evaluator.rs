// SPDX-License-Identifier: GPL-3.0-or-later
//! The evaluation of Axon: the rules of its paper, and nothing more.
//!
//! Where to look: `numbers` has every number with its source; `survey` finds
//! out once who controls and masks what; `pieces`, `king`, `development` are
//! the positional part, under the cap; `pawns` has the structure, and passed
//! pawns, which stand outside the cap because the paper credits two of them
//! with seven pawns.

use chess::{Bitboard, Color, Position, Role};
use eval::tally::{Tally, WeightTable};
use eval::{Group, Groups, Term, Trace, is_drawn_by_table};

use super::numbers::{COUNT, MATERIAL, NUMBERS, TRADE_PAWN, TRADE_PIECE, VALUES};
use super::survey::{PIECES, Survey};
use super::{development, king, pawns, pieces};
use crate::Settings;
use crate::evaluator::{PaperEvaluator, evaluates, material, settle};
use crate::numbers::{PaperWeights, groups};

/// What both sides begin with.
const ALL_PIECES: i32 = 14;
const OWN_PAWNS: i32 = 8;

/// The evaluation of Axon.
#[derive(Clone, Debug)]
pub struct Axon {
    weights: PaperWeights<COUNT>,
    cap: Option<i32>,
    material_limit: i32,
    masks: bool,
    endings: bool,
}

impl Axon {
    fn is_middlegame(&self, position: &Position) -> bool {
        let over = |us| non_king_material(position, us) > self.material_limit;
        over(Color::White) || over(Color::Black)
    }
}

evaluates!(Axon);

/// Everything that `us` has but the king, by Table I.
fn non_king_material(position: &Position, us: Color) -> i32 {
    pieces_worth(position, us) + worth(position, us, Role::Pawn)
}

/// Its knights, bishops, rooks and queens.
pub(super) fn pieces_worth(position: &Position, us: Color) -> i32 {
    PIECES.map(|role| worth(position, us, role)).iter().sum()
}

fn worth(position: &Position, us: Color, role: Role) -> i32 {
    VALUES[MATERIAL.start + role.index()].mg * position.pieces(us, role).count() as i32
}

impl PaperEvaluator for Axon {
    const NAME: &'static str = "axon";
    const DESCRIPTION: &'static str =
        "the rules of the paper on Axon: Table I to III, capped at two pawns";
    /// Two pawns (§3).
    const CAP: Option<i32> = Some(200);
    const HAS_STYLE: bool = true;

    fn new(settings: &Settings) -> Self {
        let (least, most) = Settings::MATERIAL_LIMITS.into_inner();
        Axon {
            weights: PaperWeights::new(&VALUES, NUMBERS, settings),
            cap: settings.cap.or(Self::CAP),
            material_limit: settings.material_limit.clamp(least, most),
            masks: !settings.without.has(Group::Masked),
            endings: !settings.without.has(Group::Endings),
        }
    }

    fn groups() -> Groups {
        groups(NUMBERS).with(Group::Endings)
    }

    /// The switch is hard: all of the middlegame, or nothing of it (§3.B).
    fn phase(&self, position: &Position) -> i32 {
        i32::from(self.is_middlegame(position))
    }

    fn white_view<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let phase = self.phase(position);
        let survey = Survey::new(position, self.masks);
        let mut tally = Tally::new(&self.weights, trace);
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
        let score = settle(tally.sum, free, (phase, 1), self.cap, tally.trace);
        if self.endings && is_drawn_by_table(position) {
            tally.trace.adjust(Term::Endgame, -score);
            return 0;
        }
        score
    }
}

/// Who is ahead wants pieces off the board and own pawns on it; who is behind
/// the contrary (§2.A).
fn trade<T: Trace, W: WeightTable>(position: &Position, tally: &mut Tally<'_, T, W>) {
    let ahead = match non_king_material(position, Color::White)
        - non_king_material(position, Color::Black)
    {
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
