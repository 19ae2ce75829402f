// SPDX-License-Identifier: GPL-3.0-or-later
//! Themes that no look at the board can decide: what the line is worth, and zugzwang.

use chess::Position;

use super::{Finding, Parts, Theme, Variation};

/// Somebody who can say what a position is worth.
pub trait Scorer {
    /// Centipawns for the side to move, as lichess counted them when it labelled its puzzles; a mate
    /// counts 10,000 or more.
    fn score(&mut self, position: &Position) -> i32;
}

impl<F: FnMut(&Position) -> i32> Scorer for F {
    fn score(&mut self, position: &Position) -> i32 {
        self(position)
    }
}

/// Above this a line without mate is crushing.
const CRUSHING: i32 = 600;
/// Above this it is an advantage.
const ADVANTAGE: i32 = 200;
/// With more replies than this lichess does not ask for zugzwang.
const MANY: u32 = 15;
/// Passing must raise the chances (from −1 to 1) by more than this.
const WORTH_A_PASS: f64 = 0.3;

/// What the line is worth, before its last move.
pub fn worth(line: &Variation, scorer: &mut dyn Scorer) -> Option<Finding> {
    let last = line.last();
    if last.mates() {
        return None;
    }
    let theme = match scorer.score(&last.before) {
        score if score > CRUSHING => Theme::Crushing,
        score if score > ADVANTAGE => Theme::Advantage,
        _ => Theme::Equality,
    };
    Some(Finding::new(theme, last.ply, Parts::None))
}

/// After a quiet move the opponent would much rather pass.
pub fn zugzwang(line: &Variation, scorer: &mut dyn Scorer) -> Option<Finding> {
    let step = line.moves().find(|step| {
        let after = &step.after;
        if after.in_check() || !(1..=MANY).contains(&after.count_legal_moves()) {
            return false;
        }
        let moving = chances(scorer.score(after));
        // The score of the passed position is the solver's.
        let passing = -chances(scorer.score(&after.after_null()));
        passing - moving > WORTH_A_PASS
    })?;
    Some(Finding::new(Theme::Zugzwang, step.ply, Parts::Mover { mover: step.mover() }))
}

/// Winning chances from −1 to 1, as lichess draws them.
pub fn chances(centipawns: i32) -> f64 {
    2.0 / (1.0 + (-0.003_68 * f64::from(centipawns)).exp()) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Color;

    fn line(fen: &str, moves: &str) -> Variation {
        let start = Position::from_fen(fen).unwrap();
        Variation::read(start, moves.split(' '), start.turn()).unwrap()
    }

    #[test]
    fn worth_is_what_the_scorer_says() {
        let line = line("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a2");
        for (score, theme) in
            [(601, Theme::Crushing), (600, Theme::Advantage), (200, Theme::Equality)]
        {
            let found = worth(&line, &mut |_: &Position| score).unwrap();
            assert_eq!(found.theme, theme);
        }
        let mate = self::line("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8");
        assert_eq!(worth(&mate, &mut |_: &Position| 900), None);
    }

    #[test]
    fn zugzwang_is_a_move_that_nobody_wants_to_make() {
        let line = line("3k4/3P4/8/3K4/8/8/8/8 w - - 0 1", "d5d6");
        // Stalemate is none; here Black has no move at all.
        assert_eq!(zugzwang(&line, &mut |_: &Position| 0), None);
        let line = self::line("3k4/8/3KP3/8/8/8/8/8 w - - 0 1", "e6e7");
        let mut white_wins = |position: &Position| match position.turn() {
            Color::Black => -900,
            Color::White => 0,
        };
        assert!(zugzwang(&line, &mut white_wins).is_none(), "a check");
        let line = self::line("4k3/8/3KP3/8/8/8/8/8 w - - 0 1", "e6e7");
        assert!(zugzwang(&line, &mut white_wins).is_some());
        assert_eq!(zugzwang(&line, &mut |_: &Position| 0), None);
    }
}
