// SPDX-License-Identifier: GPL-3.0-or-later
//! Graphs of a game: the chances after every move, and the time that every move took.
//!
//! A graph is a [`Drawing`] first, a list of shapes that knows nothing of files; then
//! [`Drawing::to_svg`] or [`Drawing::to_png`].

mod drawing;
mod evaluation;
mod letters;
mod pixels;
mod png;
mod svg;
mod times;

pub use drawing::{Anchor, Drawing, Paint, Shape};
pub use evaluation::evaluation;
pub use svg::STYLE;
pub use times::times;
pub(crate) use times::told;

use crate::report::Report;

/// Where the graph stands in its picture: room for numbers at the left and below.
const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 34.0;
const WIDTH: f64 = 860.0;

/// From half-moves to places, the same in every graph of a game: they can be read one
/// under the other.
struct Across {
    plies: f64,
}

impl Across {
    fn new(report: &Report) -> Across {
        Across { plies: report.moves.len().max(1) as f64 }
    }

    fn at(&self, ply: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * ply / self.plies
    }

    /// The numbers of moves below the graph.
    fn numbers(&self, report: &Report, drawing: &mut Drawing, bottom: f64) {
        let Some(last) = report.moves.last() else { return };
        let first = report.moves.first().map_or(1, |m| m.number);
        let ticks = arena::report::plot::ticks(f64::from(first), f64::from(last.number), 10);
        for m in &report.moves {
            let is_first_of_number = m.ply == 1 || m.color == crate::Side::White;
            if is_first_of_number && ticks.contains(&f64::from(m.number)) {
                let x = self.at(m.ply as f64);
                drawing.line((x, bottom), (x, bottom + 4.0), Paint::Dim, 1.0);
                drawing.text(x, bottom + 17.0, Anchor::Middle, Paint::Dim, m.number.to_string());
            }
        }
    }
}

/// `Anna – Ben, 1-0`
fn title(report: &Report) -> String {
    format!("{} – {}, {}", report.white.name, report.black.name, report.result)
}
