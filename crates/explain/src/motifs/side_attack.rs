// SPDX-License-Identifier: GPL-3.0-or-later
//! An attack on a castled king.

use std::ops::RangeInclusive;

use chess::Square;

use super::{Finding, Parts, PieceOn, Theme, Variation};

/// Where a castled king stands and how much must be left on the board.
struct Wing {
    theme: Theme,
    corner: usize,
    files: RangeInclusive<usize>,
    pieces: u32,
}

/// Checks and captures round a king that has castled; the kingside is asked first.
pub fn find(line: &Variation) -> Option<Finding> {
    let kingside = Wing { theme: Theme::KingsideAttack, corner: 7, files: 6..=7, pieces: 20 };
    let queenside = Wing { theme: Theme::QueensideAttack, corner: 0, files: 0..=2, pieces: 18 };
    on(line, &kingside).or_else(|| on(line, &queenside))
}

fn on(line: &Variation, wing: &Wing) -> Option<Finding> {
    let enemy = !line.solver();
    let root = line.root();
    let king = root.king(enemy);
    let first_check = line.moves().find(|step| step.checks())?;
    if king.rank() != enemy.home_rank()
        || !wing.files.contains(&king.file())
        // Lichess takes a king on a1 for none.
        || king == Square::A1
        || root.occupied().count() < wing.pieces
    {
        return None;
    }
    let corner = Square::new(wing.corner, enemy.home_rank());
    let score: i32 = line
        .moves()
        .map(|step| {
            let distance = corner.distance(step.to);
            let near = step.takes() && distance <= 3;
            i32::from(step.checks()) + i32::from(near) - i32::from(distance >= 5)
        })
        .sum();
    let king = PieceOn::on(root, king)?;
    (score >= 2).then(|| Finding::new(wing.theme, first_check.ply, Parts::King { king }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_bishop_on_the_rook_pawn() {
        let short = "rnbq1rk1/pppnbppp/4p3/3pP3/3P4/2PB1N2/PP3PPP/RNBQK2R w KQ - 0 1";
        assert!(solved(short, "d3h7", Theme::KingsideAttack).is_some());
        assert_eq!(solved(short, "f3g5", Theme::KingsideAttack), None);
        let long = "1k1r3r/pppq1ppp/2n2n2/8/8/4B3/PPPQ1PPP/R3KB1R w KQ - 0 1";
        assert!(solved(long, "e3a7", Theme::QueensideAttack).is_some());
        assert_eq!(solved(long, "e3a7", Theme::KingsideAttack), None);
    }
}
