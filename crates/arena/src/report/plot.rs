// SPDX-License-Identifier: GPL-3.0-or-later
//! Elo over games as an SVG that follows the page's colours.

use std::fmt::Write;

use super::curve::{Curve, CurvePoint};
use super::html::escape;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 44.0;

/// The plot; `None` if there is too little to see. With a single curve its
/// interval is drawn as a band.
pub fn svg(curves: &[Curve], names: &[&str]) -> Option<String> {
    let all: Vec<&CurvePoint> = curves.iter().flat_map(|c| &c.points).collect();
    let most_games = all.iter().map(|p| p.games).max()?;
    if curves.iter().all(|c| c.points.len() < 2) {
        return None;
    }
    let alone = curves.len() == 1;
    let axes = Axes::around(&all, most_games, alone);

    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Elo over games\" \
         class=\"plot\">\n"
    );
    axes.draw(&mut out);
    for (number, curve) in curves.iter().enumerate().filter(|(_, c)| !c.points.is_empty()) {
        let name = escape(names.get(curve.engine).copied().unwrap_or("?"));
        let class = format!("c{}", number % 8);
        if alone {
            let upper = curve.points.iter().map(|p| axes.at(p.games, p.high));
            let lower = curve.points.iter().rev().map(|p| axes.at(p.games, p.low));
            let _ = writeln!(
                out,
                "<polygon class=\"band {class}\" points=\"{}\"/>",
                path(upper.chain(lower))
            );
        }
        let line = path(curve.points.iter().map(|p| axes.at(p.games, p.elo)));
        let _ = writeln!(
            out,
            "<polyline class=\"line {class}\" points=\"{line}\"><title>{name}</title></polyline>"
        );
    }
    for label in labels(curves, &axes) {
        let name = escape(names.get(curves[label.curve].engine).copied().unwrap_or("?"));
        let _ = writeln!(
            out,
            "<text class=\"label c{}\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            label.curve % 8,
            label.x,
            label.y
        );
    }
    out += "</svg>\n";
    Some(out)
}

/// A name at the end of its line.
struct Label {
    curve: usize,
    x: f64,
    y: f64,
}

/// Names beside the ends of lines, moved apart where they would overlap.
fn labels(curves: &[Curve], axes: &Axes) -> Vec<Label> {
    const APART: f64 = 14.0;
    let mut labels: Vec<Label> = curves
        .iter()
        .enumerate()
        .filter_map(|(curve, c)| {
            let last = c.points.last()?;
            let (x, y) = axes.at(last.games, last.elo);
            Some(Label { curve, x: x + 6.0, y: y + 4.0 })
        })
        .collect();
    labels.sort_by(|a, b| a.y.total_cmp(&b.y));
    for i in 1..labels.len() {
        labels[i].y = labels[i].y.max(labels[i - 1].y + APART);
    }
    // What was pushed out at the bottom pushes back.
    let mut limit = HEIGHT - BOTTOM + 4.0;
    for label in labels.iter_mut().rev() {
        label.y = label.y.min(limit);
        limit = label.y - APART;
    }
    labels
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

struct Axes {
    games: f64,
    low: f64,
    high: f64,
}

impl Axes {
    /// Room for every value, and for intervals once they have settled: those
    /// of the first games would flatten everything else.
    fn around(points: &[&CurvePoint], games: u64, intervals: bool) -> Axes {
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for point in points {
            let settled = point.games * 10 >= games;
            if settled {
                let (l, h) =
                    if intervals { (point.low, point.high) } else { (point.elo, point.elo) };
                (low, high) = (low.min(l), high.max(h));
            }
        }
        let margin = 0.06 * (high - low).max(1.0);
        Axes { games: games as f64, low: low - margin, high: high + margin }
    }

    fn at(&self, games: u64, elo: f64) -> (f64, f64) {
        let x = LEFT + (WIDTH - LEFT - RIGHT) * games as f64 / self.games;
        let share = ((elo - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        (x, TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share))
    }

    fn draw(&self, out: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for elo in ticks(self.low, self.high, 6) {
            let (_, y) = self.at(0, elo);
            let class = if elo == 0.0 { "zero" } else { "grid" };
            let _ = writeln!(
                out,
                "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick end\" x=\"{}\" y=\"{:.1}\">{elo}</text>",
                LEFT - 8.0,
                y + 4.0
            );
        }
        for games in ticks(0.0, self.games, 7) {
            let (x, _) = self.at(games as u64, self.low);
            let _ = writeln!(
                out,
                "<text class=\"tick middle\" x=\"{x:.1}\" y=\"{}\">{games}</text>",
                bottom + 18.0
            );
        }
        let _ = writeln!(
            out,
            "<text class=\"tick middle\" x=\"{:.1}\" y=\"{}\">games</text>\
             <text class=\"tick end\" x=\"{}\" y=\"{}\">Elo</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 8.0,
            LEFT - 8.0,
            HEIGHT - 8.0
        );
    }
}

/// Round numbers between two values: about `count` of them, a step of 1, 2 or
/// 5 times a power of ten apart.
pub fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let rough = (high - low) / count as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * power);
    // A hair's breadth for ends that are round themselves.
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|n| ((n as f64 * step) * 1e9).round() / 1e9).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(-12.0, 31.0, 5), [-10.0, 0.0, 10.0, 20.0, 30.0]);
        assert_eq!(ticks(0.0, 1000.0, 5), [0.0, 200.0, 400.0, 600.0, 800.0, 1000.0]);
        assert_eq!(ticks(0.0, 0.6, 6), [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
    }

    #[test]
    fn too_little_is_no_plot() {
        assert_eq!(svg(&[], &[]), None);
        let point = CurvePoint { games: 1, elo: 0.0, low: -1.0, high: 1.0 };
        assert_eq!(svg(&[Curve { engine: 0, points: vec![point] }], &["a"]), None);
    }
}
