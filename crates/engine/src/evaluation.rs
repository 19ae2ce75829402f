// SPDX-License-Identifier: GPL-3.0-or-later
//! The static evaluation as a ledger, for faces that explain.

use crate::EngineSetup;
use chess::{Color, Position, Square};
use eval::{Ledger, Term};

/// One term of the evaluation, White's share minus Black's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it stands for.
    pub term: Term,
    /// Worth on a full board, in centipawns.
    pub middlegame: i32,
    /// Worth on an empty one.
    pub endgame: i32,
    /// Worth here: both mixed by the phase, and what a known ending or the cap
    /// changed afterwards.
    pub mixed: i32,
}

/// What a position is worth, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationTable {
    /// The terms that have something to say.
    pub rows: Vec<Row>,
    /// What rounding leaves: rows and this add up to the total.
    pub rounding: i32,
    /// How much of a middlegame it is,
    pub phase: i32,
    /// of this much.
    pub full: i32,
    /// The sum, from White's view.
    pub total: i32,
    /// What each piece is worth to a network, from White's view; none for others.
    pub pieces: Vec<(Square, i32)>,
}

/// The static evaluation of a position, term by term.
pub fn explain(setup: &EngineSetup, position: &Position) -> EvaluationTable {
    let ledger = setup.explain(position);
    let (mixed, rounding) = ledger.mixed();
    let rows = mixed
        .into_iter()
        .map(|(term, mixed)| {
            let balance = ledger.balance(term);
            Row { term, middlegame: balance.mg, endgame: balance.eg, mixed }
        })
        .collect();
    EvaluationTable {
        rows,
        rounding,
        phase: ledger.phase,
        full: ledger.full,
        total: ledger.total(),
        pieces: pieces(&ledger),
    }
}

/// What a network gives for each piece.
fn pieces(ledger: &Ledger) -> Vec<(Square, i32)> {
    let of_pieces = ledger.entries.iter().filter(|entry| entry.term == Term::NetworkPiece);
    let placed = of_pieces.filter_map(|entry| {
        let sign = if entry.color == Color::White { 1 } else { -1 };
        Some((entry.squares.first()?, sign * entry.worth.mg))
    });
    placed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table for people that does not add up explains nothing.
    #[test]
    fn the_table_adds_up_also_in_known_endings() {
        for fen in [
            "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/KBN5 b - - 0 1",
            "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 8",
        ] {
            for &evaluation in crate::Evaluation::ALL {
                let setup = EngineSetup { evaluation, ..EngineSetup::default() };
                let position = Position::from_fen(fen).unwrap();
                let table = explain(&setup, &position);
                let sum: i32 = table.rows.iter().map(|row| row.mixed).sum();
                assert_eq!(sum + table.rounding, table.total, "{evaluation}: {fen}");
                let view = if position.turn() == chess::Color::White { 1 } else { -1 };
                let score = evaluation.evaluate(&setup.settings, &position);
                assert_eq!(table.total, view * score, "{evaluation}: {fen}");
            }
        }
    }
}
