// SPDX-License-Identifier: GPL-3.0-or-later
//! The time that every move took: a bar for each, as in Fig. 10 of the paper on Achilles.

use super::{Across, Anchor, BOTTOM, Drawing, LEFT, Paint, RIGHT, TOP, WIDTH, title};
use crate::report::{MoveReport, Report, Side};

/// Height of the bars of one side.
const TALL: f64 = 110.0;

/// Room for the seconds below the longest bar.
const LABEL: f64 = 14.0;

/// The graph, White's bars above the line and Black's below it; `None` if no time is known.
/// A side whose times are not known has no half of its own.
pub fn times(report: &Report) -> Option<Drawing> {
    let longest = report.moves.iter().filter_map(|m| m.spent).max()?;
    let known = |side: Side| report.moves.iter().any(|m| m.color == side && m.spent.is_some());
    let (up, down) = (known(Side::White), known(Side::Black));
    let most = (longest as f64 / 1000.0).max(0.001);
    let zero = TOP + if up { TALL } else { 0.0 };
    let bottom = zero + if down { TALL + LABEL } else { 0.0 };
    let across = Across::new(report);
    let words = format!("Seconds for each move: {}", title(report));
    let mut drawing = Drawing::new(WIDTH, bottom + BOTTOM, words);
    let whose = match (up, down) {
        (true, false) => "White's seconds for each move",
        (false, true) => "Black's seconds for each move",
        _ => "Seconds for each move, White above, Black below",
    };
    drawing.text(LEFT, 20.0, Anchor::Start, Paint::Ink, whose);
    let scale = TALL / most;
    for seconds in arena::report::plot::ticks(0.0, most, 4) {
        for (wanted, sign) in [(up, -1.0), (down, 1.0)] {
            if wanted && (seconds > 0.0 || sign < 0.0 || !up) {
                let y = zero + sign * seconds * scale;
                drawing.line((LEFT, y), (WIDTH - RIGHT, y), Paint::Grid, 1.0);
                drawing.text(LEFT - 6.0, y + 4.0, Anchor::End, Paint::Dim, seconds.to_string());
            }
        }
    }
    let step = across.at(1.0) - across.at(0.0);
    for m in &report.moves {
        let Some(spent) = m.spent else { continue };
        // A move is two half-moves wide; each half has its own bar.
        let half = (step * 0.9).min(9.0);
        let x = across.at(m.ply as f64);
        let height = spent as f64 / 1000.0 * scale;
        let (paint, sign) = match m.color {
            Side::White => (Paint::White, -1.0),
            Side::Black => (Paint::Black, 1.0),
        };
        let tip = zero + sign * height;
        let (top, low) = (zero.min(tip), zero.max(tip));
        let note = Some(format!("{} {}: {}", m.numbering(), m.san, told(spent)));
        drawing.bar((x - half, top), (x + half, low), Paint::Dim, note.clone(), Some(m.ply));
        if low - top > 2.0 && half > 1.5 {
            drawing.bar(
                (x - half + 1.0, top + 1.0),
                (x + half - 1.0, low - 1.0),
                paint,
                note,
                Some(m.ply),
            );
        }
    }
    drawing.line((LEFT, zero), (WIDTH - RIGHT, zero), Paint::Ink, 1.0);
    across.numbers(report, &mut drawing, bottom);
    for side in [Side::White, Side::Black] {
        name_longest(report, side, &across, &mut drawing, zero, scale);
    }
    Some(drawing)
}

/// Writes its seconds beside the longest bar of a side.
fn name_longest(
    report: &Report,
    side: Side,
    across: &Across,
    drawing: &mut Drawing,
    zero: f64,
    scale: f64,
) {
    let own = report.moves.iter().filter(|m| m.color == side);
    let longest: Option<(&MoveReport, u64)> = own
        .filter_map(|m| m.spent.map(|spent| (m, spent)))
        .max_by_key(|&(m, spent)| (spent, m.ply));
    let Some((m, spent)) = longest.filter(|&(_, spent)| spent > 0) else { return };
    let height = spent as f64 / 1000.0 * scale;
    let y = match side {
        Side::White => zero - height - 3.0,
        Side::Black => zero + height + 11.0,
    };
    let x = across.at(m.ply as f64).clamp(LEFT + 24.0, WIDTH - RIGHT - 24.0);
    drawing.text(x, y, Anchor::Middle, Paint::Ink, told(spent));
}

/// `289 s`, `0.12 s`
pub(crate) fn told(milliseconds: u64) -> String {
    let seconds = milliseconds as f64 / 1000.0;
    match seconds {
        s if s >= 10.0 => format!("{s:.0} s"),
        s if s >= 1.0 => format!("{s:.1} s"),
        s => format!("{s:.2} s"),
    }
}
