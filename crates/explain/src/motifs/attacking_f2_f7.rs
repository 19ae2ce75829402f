// SPDX-License-Identifier: GPL-3.0-or-later
//! The square that only the king guards.

use chess::Square;

use super::{Finding, Parts, PieceOn, Theme, Variation};

/// The first capture on f2 or f7 happens beside a king on e1 or e8.
pub fn find(line: &Variation) -> Option<Finding> {
    let on_weak_square = |square| matches!(square, Square::F2 | Square::F7);
    let step = line.moves().find(|step| step.taken.is_some() && on_weak_square(step.to))?;
    let king = PieceOn::on(&step.after, step.after.king(!step.side()))?;
    let fits =
        matches!((step.to, king.square), (Square::F2, Square::E1) | (Square::F7, Square::E8));
    fits.then(|| Finding::new(Theme::AttackingF2F7, step.ply, Parts::King { king }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn the_scholar_takes_on_f7() {
        let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
        assert!(solved(fen, "h5f7", Theme::AttackingF2F7).is_some());
        let castled = "r1bq1rk1/pppp1ppp/2n2n2/2b1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQ - 0 1";
        assert_eq!(solved(castled, "h5f7", Theme::AttackingF2F7), None);
    }
}
