// SPDX-License-Identifier: GPL-3.0-or-later
//! The time for every move as a bar, as in Fig. 10 of the Achilles paper.

use charts::{Axis, Bar, Chart, Legend, Link, Mark, Paint, Series};

use super::{WIDTH, moves_axis, title};
use crate::report::{MoveReport, Report, Side};

/// The chart, White's bars above the line and Black's below; `None` if no time is known.
/// A side whose times are not known gets no room.
pub fn times(report: &Report) -> Option<Chart> {
    let longest = report.moves.iter().filter_map(|m| m.spent).max()?;
    let most = (longest as f64 / 1000.0).max(0.001) * 1.15;
    let has_times = |side: Side| report.moves.iter().any(|m| m.color == side && m.spent.is_some());
    let (white, black) = (has_times(Side::White), has_times(Side::Black));
    let heading = match (white, black) {
        (true, false) => "Time for each move, White",
        (false, true) => "Time for each move, Black",
        _ => "Time for each move, White above, Black below",
    };
    let range = (if black { -most } else { 0.0 }, if white { most } else { 0.0 });
    let halves = usize::from(white) + usize::from(black);
    let y = Axis::new("time (s)").range(range.0, range.1).about(4 * halves).unsigned();
    let bars = |side: Side| report.moves.iter().filter(move |m| m.color == side).filter_map(bar);
    let chart = Chart::new(heading, moves_axis(report), y)
        .description(format!("Seconds for each move: {}", title(report)))
        .size(WIDTH, 150.0 + 110.0 * halves as f64)
        .legend(Legend::None)
        .series(Series::bars("White", bars(Side::White), BAR).paint(Paint::White))
        .series(Series::bars("Black", bars(Side::Black), BAR).paint(Paint::Black));
    let marks = [Side::White, Side::Black].into_iter().filter_map(|side| longest_of(report, side));
    Some(marks.fold(chart, Chart::mark))
}

/// Width of a bar in plies: a side moves every second one.
const BAR: f64 = 1.8;

/// Seconds, below zero for Black.
fn signed(m: &MoveReport, spent: u64) -> f64 {
    let seconds = spent as f64 / 1000.0;
    match m.color {
        Side::White => seconds,
        Side::Black => -seconds,
    }
}

fn bar(m: &MoveReport) -> Option<Bar> {
    let spent = m.spent?;
    let note = format!("{} {}: {}", m.numbering(), m.san, seconds(spent));
    let link = Link { note: Some(note), ply: Some(m.ply) };
    Some(Bar { x: m.ply as f64, y: signed(m, spent), link })
}

/// The seconds of a side's longest move, beside its bar.
fn longest_of(report: &Report, side: Side) -> Option<Mark> {
    let own = report.moves.iter().filter(|m| m.color == side);
    let (m, spent) =
        own.filter_map(|m| Some((m, m.spent?))).max_by_key(|&(m, spent)| (spent, m.ply))?;
    let (x, y) = (m.ply as f64, signed(m, spent));
    (spent > 0).then(|| Mark::Text { x, y, text: seconds(spent) })
}

/// `289 s`, `0.12 s`
pub(crate) fn seconds(milliseconds: u64) -> String {
    let seconds = milliseconds as f64 / 1000.0;
    match seconds {
        s if s >= 10.0 => format!("{s:.0} s"),
        s if s >= 1.0 => format!("{s:.1} s"),
        s => format!("{s:.2} s"),
    }
}
