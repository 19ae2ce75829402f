// SPDX-License-Identifier: GPL-3.0-or-later
//! Elo over games as a chart.

use charts::{Axis, Chart, Interval, Legend, Paint, Series};

use super::curve::{Curve, CurvePoint};

/// The chart; `None` if there is too little to see. A single curve comes with its interval
/// as a band.
pub fn chart(curves: &[Curve], names: &[&str]) -> Option<Chart> {
    let all: Vec<&CurvePoint> = curves.iter().flat_map(|c| &c.points).collect();
    let games = all.iter().map(|p| p.games).max()?;
    if curves.iter().all(|c| c.points.len() < 2) {
        return None;
    }
    let is_single = curves.len() == 1;
    let (low, high) = elo_range(&all, games, is_single);
    let x = Axis::new("games").range(0.0, games as f64);
    let y = Axis::new("Elo").range(low, high);
    let mut chart = Chart::new("", x, y).description("Elo over games").legend(Legend::LineEnds);
    for (number, curve) in curves.iter().enumerate() {
        if is_single {
            let interval =
                |p: &CurvePoint| Interval { x: p.games as f64, low: p.low, high: p.high };
            let band = Series::band("", curve.points.iter().map(interval));
            chart = chart.series(band.paint(Paint::Series(number)));
        }
        let name = names.get(curve.engine).copied().unwrap_or("?");
        let points = curve.points.iter().map(|p| (p.games as f64, p.elo));
        let line = Series::line(name, points);
        // The band took the colour that its line shares.
        chart = chart.series(if is_single { line.paint(Paint::Series(number)) } else { line });
    }
    Some(chart)
}

/// Room for every value, and for intervals once they have settled: those of the first games
/// would flatten everything else.
fn elo_range(points: &[&CurvePoint], games: u64, intervals: bool) -> (f64, f64) {
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    for point in points.iter().filter(|point| point.games * 10 >= games) {
        let (l, h) = if intervals { (point.low, point.high) } else { (point.elo, point.elo) };
        (low, high) = (low.min(l), high.max(h));
    }
    let margin = 0.06 * (high - low).max(1.0);
    (low - margin, high + margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_is_no_chart() {
        assert_eq!(chart(&[], &[]), None);
        let point = CurvePoint { games: 1, elo: 0.0, low: -1.0, high: 1.0 };
        assert_eq!(chart(&[Curve { engine: 0, points: vec![point] }], &["a"]), None);
    }
}
