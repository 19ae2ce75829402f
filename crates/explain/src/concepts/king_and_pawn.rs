// SPDX-License-Identifier: GPL-3.0-or-later
//! King and pawn against king: exact, by the bitbase.

use chess::{Color, Position, Role, Square};
use eval::classical::kpk;

use super::side_view::square;
use super::{Concept, ConceptFound};

/// Is king and pawn against king won for the side with the pawn? None for other material.
pub fn pawn_ending_is_won(position: &Position) -> Option<(Color, bool)> {
    let ending = Ending::of(position)?;
    Some((ending.strong, ending.is_won(position.turn())))
}

struct Ending {
    strong: Color,
    king: Square,
    pawn: Square,
    enemy: Square,
}

impl Ending {
    fn of(position: &Position) -> Option<Ending> {
        let pawns = position.by_role(Role::Pawn);
        if position.occupied().count() != 3 || pawns.count() != 1 {
            return None;
        }
        let pawn = pawns.first()?;
        let strong = if position.by_color(Color::White).contains(pawn) {
            Color::White
        } else {
            Color::Black
        };
        Some(Ending {
            strong,
            king: square(strong, position.king(strong)),
            pawn: square(strong, pawn),
            enemy: square(strong, position.king(!strong)),
        })
    }

    /// With this side of the real board to move.
    fn is_won(&self, turn: Color) -> bool {
        let turn = if turn == self.strong { Color::White } else { Color::Black };
        kpk::is_won(self.king, self.pawn, self.enemy, turn)
    }

    /// From which squares the king brings its pawn through whoever is to move.
    fn key_squares(&self) -> Vec<Square> {
        let (file, rank) = (self.pawn.file(), self.pawn.rank());
        if matches!(file, 0 | 7) {
            let beside = if file == 0 { 1 } else { 6 };
            return vec![Square::new(beside, 6), Square::new(beside, 7)];
        }
        let ranks = match rank {
            1..=3 => rank + 2..=rank + 2,
            4 | 5 => rank + 1..=rank + 2,
            _ => rank + 1..=rank + 1,
        };
        ranks
            .flat_map(|rank| (file - 1..=file + 1).map(move |file| Square::new(file, rank)))
            .collect()
    }

    /// Is the enemy king too far away, wherever the own king is?
    fn runs(&self, turn: Color) -> bool {
        let goal = Square::new(self.pawn.file(), 7);
        let start = if self.pawn.rank() == 1 { 2 } else { self.pawn.rank() };
        let steps = 7 - start;
        let free = self.king.file() != self.pawn.file() || self.king.rank() < self.pawn.rank();
        let grace = usize::from(turn != self.strong);
        free && self.enemy.distance(goal) > steps + grace
    }

    /// One square between the kings on a file, a rank or a diagonal.
    fn are_opposed(&self) -> bool {
        let files = self.king.file().abs_diff(self.enemy.file());
        let ranks = self.king.rank().abs_diff(self.enemy.rank());
        matches!((files, ranks), (0, 2) | (2, 0))
    }
}

pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let ending = Ending::of(position).filter(|ending| ending.strong == side)?;
    let turn = position.turn();
    let won = ending.is_won(turn);
    let real = |name: Square| square(side, name);
    // The position with the turn passed must be one that can be.
    let passed = !position.in_check()
        && !chess::attacks::pawn(side, real(ending.pawn)).contains(position.king(!side));
    let always = won && passed && ending.is_won(!turn);
    let (concept, side, squares) = if won && ending.runs(turn) {
        (Concept::OutsideTheSquare, side, vec![ending.enemy, ending.pawn])
    } else if always && ending.key_squares().contains(&ending.king) {
        (Concept::KeySquare, side, vec![ending.king, ending.pawn])
    } else if passed && ending.are_opposed() && won != ending.is_won(!turn) {
        // Whoever is not to move has the opposition.
        (Concept::Opposition, !turn, vec![ending.king, ending.enemy])
    } else if won {
        (Concept::PawnEndingWon, side, vec![ending.pawn])
    } else {
        (Concept::PawnEndingDrawn, side, vec![ending.pawn])
    };
    Some(ConceptFound::new(concept, side, squares.into_iter().map(real).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn key_squares_opposition_and_the_square() {
        assert!(found("8/4k3/8/4K3/8/4P3/8/8 w - - 0 1", Concept::KeySquare).is_some());
        let opposed = found("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Concept::Opposition).unwrap();
        assert_eq!(opposed.side, Color::White);
        let opposed = found("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Concept::Opposition).unwrap();
        assert_eq!(opposed.side, Color::Black);
        assert!(found("7k/8/8/P7/8/8/8/K7 w - - 0 1", Concept::OutsideTheSquare).is_some());
        assert!(found("8/8/8/8/8/k7/P7/K7 w - - 0 1", Concept::PawnEndingDrawn).is_some());
    }
}
