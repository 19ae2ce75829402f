// SPDX-License-Identifier: GPL-3.0-or-later
//! Charts of a game: White's winning chances after every move, and the time for every move.

mod evaluation;
mod times;

pub use evaluation::evaluation;
pub(crate) use times::seconds;
pub use times::times;

use charts::{Axis, Tick};

use crate::report::{Report, Side};

const WIDTH: f64 = 860.0;

/// The axis of moves, the same in every chart of a game: they can be read one under the
/// other. Values are plies, labels the numbers of moves.
fn moves_axis(report: &Report) -> Axis {
    let first = report.moves.first().map_or(1, |m| m.number);
    let last = report.moves.last().map_or(1, |m| m.number);
    let round = charts::nice_ticks(f64::from(first), f64::from(last), 10);
    let ticks = report
        .moves
        .iter()
        .filter(|m| m.ply == 1 || m.color == Side::White)
        .filter(|m| round.contains(&f64::from(m.number)))
        .map(|m| Tick { value: m.ply as f64, label: m.number.to_string() })
        .collect();
    Axis::new("move").range(0.0, report.moves.len().max(1) as f64 + 0.5).ticks(ticks)
}

/// `Anna – Ben, 1-0`
fn title(report: &Report) -> String {
    format!("{} – {}, {}", report.white.name, report.black.name, report.result)
}
