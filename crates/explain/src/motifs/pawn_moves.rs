// SPDX-License-Identifier: GPL-3.0-or-later
//! What pawns do: run, promote, take in passing.

use chess::Role;

use super::variation::Step;
use super::{Finding, Parts, Theme, Variation};

fn moved(theme: Theme, step: &Step) -> Finding {
    Finding::new(theme, step.ply, Parts::Mover { mover: step.mover() })
}

/// A pawn reaches its seventh rank or promotes.
pub fn advanced_pawn(line: &Variation) -> Option<Finding> {
    line.moves().find(|step| step.pushes_to(7)).map(|step| moved(Theme::AdvancedPawn, step))
}

/// A pawn promotes.
pub fn promotion(line: &Variation) -> Option<Finding> {
    line.moves().find(|step| step.m.is_promotion()).map(|step| moved(Theme::Promotion, step))
}

/// A pawn becomes something else than a queen; if the line mates by it, a knight.
pub fn under_promotion(line: &Variation) -> Option<Finding> {
    let step = line
        .moves()
        .find(|step| step.mates() || step.m.promotion().is_some_and(|role| role != Role::Queen))?;
    let fits = !step.mates() || step.m.promotion() == Some(Role::Knight);
    fits.then(|| moved(Theme::UnderPromotion, step))
}

/// A pawn is taken in passing.
pub fn en_passant(line: &Variation) -> Option<Finding> {
    line.moves().find(|step| step.m.is_en_passant()).map(|step| moved(Theme::EnPassant, step))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn pawns_run_and_promote() {
        let fen = "8/P6k/8/8/8/8/8/6K1 w - - 0 1";
        assert!(solved(fen, "a7a8q", Theme::Promotion).is_some());
        assert!(solved(fen, "a7a8q", Theme::AdvancedPawn).is_some());
        assert_eq!(solved(fen, "a7a8q", Theme::UnderPromotion), None);
        assert!(solved(fen, "a7a8r", Theme::UnderPromotion).is_some());
        assert_eq!(solved(fen, "g1g2", Theme::AdvancedPawn), None);
    }

    #[test]
    fn a_pawn_is_taken_in_passing() {
        let fen = "6k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1";
        assert!(solved(fen, "e5d6", Theme::EnPassant).is_some());
        assert_eq!(solved(fen, "e5d6", Theme::AdvancedPawn), None);
        assert_eq!(solved(fen, "e5e6", Theme::EnPassant), None);
    }
}
