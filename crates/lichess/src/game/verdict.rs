// SPDX-License-Identifier: GPL-3.0-or-later
//! When to give up, to offer a draw, or to accept one.

use search::Score;

use crate::config::DrawOrResign;

/// The scores of our moves so far, from our side.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    scores: Vec<i32>,
    /// What a tablebase said about the last position.
    table: Option<Table>,
    /// After how many of our moves a draw was offered last.
    offered: Option<usize>,
}

/// What a tablebase says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// We win.
    Won,
    /// Nobody does.
    Drawn,
    /// They win.
    Lost,
}

impl Verdict {
    /// Takes the score of a move.
    pub fn note(&mut self, score: Score, table: Option<Table>) {
        self.scores.push(centipawns(score));
        self.table = table.or(match score {
            Score::Tablebase(n) if n < 0 => Some(Table::Lost),
            Score::Tablebase(_) => Some(Table::Won),
            _ => None,
        });
    }

    /// The score of our last move in centipawns.
    pub fn last(&self) -> Option<i32> {
        self.scores.last().copied()
    }

    /// A move was taken back.
    pub fn undo(&mut self) {
        self.scores.pop();
        self.table = None;
    }

    /// Whether to give up rather than to move.
    pub fn resigns(&self, rules: &DrawOrResign) -> bool {
        let hopeless = self.lasts(rules.resign_moves, |score| score <= rules.resign_score);
        let lost = rules.resign_for_egtb_minus_two && self.table == Some(Table::Lost);
        rules.resign_enabled && (hopeless || lost)
    }

    /// Whether a draw is good enough, with so many pieces on the board.
    pub fn content(&self, rules: &DrawOrResign, pieces: u32) -> bool {
        let level =
            self.lasts(rules.offer_draw_moves, |score| score.abs() <= rules.offer_draw_score);
        let drawn = rules.offer_draw_for_egtb_zero && self.table == Some(Table::Drawn);
        rules.offer_draw_enabled && (drawn || (level && pieces <= rules.offer_draw_pieces))
    }

    /// Whether to offer a draw with this move. An offer is not repeated with each move.
    pub fn offers(&mut self, rules: &DrawOrResign, pieces: u32) -> bool {
        let count = self.scores.len();
        let again = self.offered.is_none_or(|last| count >= last + rules.offer_draw_every.max(1));
        let offers = again && self.content(rules, pieces);
        if offers {
            self.offered = Some(count);
        }
        offers
    }

    fn lasts(&self, moves: usize, test: impl Fn(i32) -> bool) -> bool {
        let moves = moves.max(1);
        self.scores.len() >= moves
            && self.scores[self.scores.len() - moves..].iter().all(|&s| test(s))
    }
}

/// A mate and a tablebase win are worth more than any count.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(n) => n,
        Score::Mate(n) if n > 0 => 30_000,
        Score::Mate(_) => -30_000,
        Score::Tablebase(n) if n > 0 => 20_000,
        Score::Tablebase(_) => -20_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(scores: &[i32]) -> Verdict {
        let mut verdict = Verdict::default();
        scores.iter().for_each(|&n| verdict.note(Score::Cp(n), None));
        verdict
    }

    #[test]
    fn one_bad_score_is_no_reason_to_give_up() {
        let rules = DrawOrResign { resign_enabled: true, ..DrawOrResign::default() };
        assert!(!verdict(&[-2000, -2000]).resigns(&rules));
        assert!(!verdict(&[-2000, 0, -2000, -2000]).resigns(&rules));
        assert!(verdict(&[0, -1000, -1100, -2000]).resigns(&rules));
        assert!(!verdict(&[-2000; 9]).resigns(&DrawOrResign::default()), "not unless allowed");
        let mut lost = verdict(&[]);
        lost.note(Score::Tablebase(-10), None);
        assert!(lost.resigns(&rules));
        lost.undo();
        assert!(!lost.resigns(&rules));
    }

    #[test]
    fn a_draw_offer_is_not_repeated_with_each_move() {
        let rules = DrawOrResign::default();
        let mut verdict = verdict(&[0; 9]);
        let mut offers = 0;
        for _ in 0..40 {
            verdict.note(Score::Cp(0), None);
            offers += usize::from(verdict.offers(&rules, 8));
        }
        assert_eq!(offers, 3, "with the 10th, the 25th and the 40th move");
        assert!(verdict.content(&rules, 8) && !verdict.content(&rules, 20));
        verdict.note(Score::Cp(50), None);
        assert!(!verdict.content(&rules, 8));
        verdict.note(Score::Cp(50), Some(Table::Drawn));
        assert!(verdict.content(&rules, 8));
    }
}
