// SPDX-License-Identifier: GPL-3.0-or-later
//! The ledger of an evaluation as plain values that add up.

use chess::{Bitboard, Color, Position};
use eval::{Classical, Entry, Ledger, Term};
use serde::Serialize;

use crate::piece::shown;

/// A middlegame and an endgame value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With none.
    pub endgame: i32,
}

/// One credit of the evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Credit {
    /// The term it belongs to.
    #[serde(serialize_with = "shown")]
    pub term: Term,
    /// The side that gets it.
    #[serde(serialize_with = "shown")]
    pub side: Color,
    /// The name of the weight, if it has one.
    pub weight: Option<String>,
    /// How often it counts.
    pub count: i32,
    /// In both phases, from that side's own view.
    pub worth: Worth,
    /// Here: mixed by the phase, in centipawns.
    pub mixed: i32,
    /// The squares concerned.
    pub squares: Vec<String>,
}

/// A term of the evaluation: what it gives to each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TermRow {
    /// The term.
    #[serde(serialize_with = "shown")]
    pub term: Term,
    /// What White gets, in both phases.
    pub white: Worth,
    /// What Black gets.
    pub black: Worth,
    /// The difference here, in centipawns from White's view.
    pub balance: i32,
}

/// The evaluation of a position, taken apart. From White's view:
/// the balances of the terms and the rounding add up to the total exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Account {
    /// How much of a middlegame it is,
    pub phase: i32,
    /// of this much.
    pub full: i32,
    /// The terms that have something to say.
    pub terms: Vec<TermRow>,
    /// Every credit.
    pub credits: Vec<Credit>,
    /// Corrections after the phases are mixed: known endings, the cap.
    pub corrections: Vec<Correction>,
    /// What rounding leaves.
    pub rounding: i32,
    /// The sum.
    pub total: i32,
    #[serde(skip)]
    pub(crate) ledger: Ledger,
}

/// A change to the mixed score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Correction {
    /// The term that corrects.
    #[serde(serialize_with = "shown")]
    pub term: Term,
    /// By how much, from White's view.
    pub by: i32,
}

impl Account {
    /// The evaluation of `position` with its reasons.
    pub fn of(evaluator: &Classical, position: &Position) -> Account {
        let ledger = evaluator.explain(position);
        let (mixed, rounding) = ledger.mixed();
        let worth = |term, color| {
            let pair = ledger.share(term, color);
            Worth { middlegame: pair.mg, endgame: pair.eg }
        };
        let terms = mixed
            .into_iter()
            .map(|(term, balance)| TermRow {
                term,
                white: worth(term, Color::White),
                black: worth(term, Color::Black),
                balance,
            })
            .collect();
        let credits = ledger.entries.iter().map(|entry| credit(&ledger, entry)).collect();
        let corrections =
            ledger.adjustments.iter().map(|&(term, by)| Correction { term, by }).collect();
        Account {
            phase: ledger.phase,
            full: ledger.full,
            terms,
            credits,
            corrections,
            rounding,
            total: ledger.total(),
            ledger,
        }
    }

    /// What a term gives to `color` minus what it gives to the opponent.
    pub fn balance(&self, term: Term, color: Color) -> i32 {
        let row = self.terms.iter().find(|row| row.term == term);
        seen_by(color, row.map_or(0, |row| row.balance))
    }

    /// What a term gives to one side, mixed by the phase.
    pub fn share(&self, term: Term, color: Color) -> i32 {
        self.ledger.share(term, color).taper(self.phase, self.full.max(1))
    }

    /// The largest credits and debits of one side for a term, with their squares.
    pub fn largest(&self, term: Term, color: Color, at_most: usize) -> Vec<Credit> {
        let own = self.credits.iter().filter(|c| c.term == term && c.side == color && c.mixed != 0);
        let mut own: Vec<Credit> = own.cloned().collect();
        own.sort_by_key(|credit| -credit.mixed.abs());
        own.truncate(at_most);
        own
    }
}

/// A value from White's view as `color` sees it.
pub(crate) fn seen_by(color: Color, white: i32) -> i32 {
    if color == Color::White { white } else { -white }
}

fn credit(ledger: &Ledger, entry: &Entry) -> Credit {
    Credit {
        term: entry.term,
        side: entry.color,
        weight: entry.weight.map(|place| place.to_string()),
        count: entry.count,
        worth: Worth { middlegame: entry.worth.mg, endgame: entry.worth.eg },
        mixed: entry.worth.taper(ledger.phase, ledger.full.max(1)),
        squares: names(entry.squares),
    }
}

/// The names of the squares of a set.
pub(crate) fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// How a term differs between two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TermChange {
    /// The term.
    #[serde(serialize_with = "shown")]
    pub term: Term,
    /// Before, in centipawns from the mover's view.
    pub before: i32,
    /// After, from the same view.
    pub after: i32,
    /// After minus before.
    pub change: i32,
    /// By how much the mover's own share changed,
    pub own: i32,
    /// and by how much the opponent's.
    pub others: i32,
}

impl TermChange {
    /// Whose share makes most of the change, and whether it grew.
    pub fn mostly(&self, side: Color) -> (Color, bool) {
        if self.own.abs() >= self.others.abs() {
            (side, self.own > 0)
        } else {
            (!side, self.others > 0)
        }
    }
}

/// What a move or a line changes, term by term, from the view of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Whose view.
    #[serde(serialize_with = "shown")]
    pub side: Color,
    /// The position before.
    pub from: String,
    /// The position after.
    pub to: String,
    /// Every term that changed, the largest change first.
    pub terms: Vec<TermChange>,
    /// The change of what rounding leaves.
    pub rounding: i32,
    /// The evaluation before.
    pub before: i32,
    /// The evaluation after.
    pub after: i32,
}

impl Changes {
    /// From one position to another, as `side` sees it.
    pub fn between(evaluator: &Classical, side: Color, from: &Position, to: &Position) -> Changes {
        let (old, new) = (Account::of(evaluator, from), Account::of(evaluator, to));
        let mut terms: Vec<TermChange> = Term::ALL
            .into_iter()
            .map(|term| (term, old.balance(term, side), new.balance(term, side)))
            .filter(|(_, before, after)| before != after)
            .map(|(term, before, after)| TermChange {
                term,
                before,
                after,
                change: after - before,
                own: new.share(term, side) - old.share(term, side),
                others: new.share(term, !side) - old.share(term, !side),
            })
            .collect();
        terms.sort_by_key(|row| -row.change.abs());
        Changes {
            side,
            from: from.fen(),
            to: to.fen(),
            terms,
            rounding: seen_by(side, new.rounding) - seen_by(side, old.rounding),
            before: seen_by(side, old.total),
            after: seen_by(side, new.total),
        }
    }
}
