// SPDX-License-Identifier: GPL-3.0-or-later
//! The static evaluation as a ledger, for faces that explain.

use crate::flagship::evaluator;
use chess::Position;
use eval::Term;

/// One term of the evaluation, White's share minus Black's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it stands for.
    pub term: Term,
    /// Worth on a full board, in centipawns.
    pub middlegame: i32,
    /// Worth on an empty one.
    pub endgame: i32,
}

/// What a position is worth, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The terms that have something to say.
    pub rows: Vec<Row>,
    /// How much of a middlegame it is,
    pub phase: i32,
    /// of this much.
    pub full: i32,
    /// The sum, from White's view.
    pub total: i32,
}

/// The evaluation of the search that plays, taken apart.
pub fn explain(position: &Position) -> Verdict {
    let ledger = evaluator().explain(position);
    let mut rows: Vec<Row> = Vec::new();
    for entry in &ledger.entries {
        if rows.iter().all(|row| row.term != entry.term) {
            let balance = ledger.balance(entry.term);
            rows.push(Row { term: entry.term, middlegame: balance.mg, endgame: balance.eg });
        }
    }
    Verdict { rows, phase: ledger.phase, full: ledger.full, total: ledger.total() }
}
