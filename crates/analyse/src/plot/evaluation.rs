// SPDX-License-Identifier: GPL-3.0-or-later
//! White's winning chances over the game.

use charts::{Axis, Chart, Link, Mark, Paint, Point, Series, Tick};
use explain::Quality;

use super::{WIDTH, moves_axis, title};
use crate::report::{MoveReport, Report};

/// The chart: what lies below the line is White's. Points mark bad moves, vertical lines the
/// turning points.
pub fn evaluation(report: &Report) -> Chart {
    let percent = |chance: u16| f64::from(chance) / 10.0;
    let mut line: Vec<(f64, f64)> =
        report.chances().enumerate().map(|(ply, chance)| (ply as f64, percent(chance))).collect();
    if let [only] = line[..] {
        line.push((1.0, only.1));
    }
    let quarters = [0, 25, 50, 75, 100];
    let tick = |n: i32| Tick { value: f64::from(n), label: format!("{n} %") };
    let y = Axis::new("White's winning chances").range(0.0, 100.0).ticks(quarters.map(tick).into());
    let mut chart = Chart::new(title(report), moves_axis(report), y)
        .description(format!("White's winning chances over the game: {}", title(report)))
        .size(WIDTH, 300.0)
        .ground(Paint::Black)
        .series(Series::area("", line.clone(), 0.0).paint(Paint::White))
        .series(Series::line("", line).paint(Paint::Series(0)))
        .series(Series::points("", report.moves.iter().filter_map(bad_move)));
    for turn in &report.turning_points {
        chart = chart.mark(Mark::Vertical { x: turn.ply as f64, label: String::new() });
    }
    chart
}

fn bad_move(m: &MoveReport) -> Option<Point> {
    let paint = match m.judgement {
        Quality::Best | Quality::Good => return None,
        Quality::Inaccuracy => Paint::Inaccuracy,
        Quality::Mistake => Paint::Mistake,
        Quality::Blunder => Paint::Blunder,
    };
    let note = format!("{} {}{} ({})", m.numbering(), m.san, m.sign(), m.score);
    Some(Point {
        x: m.ply as f64,
        y: f64::from(m.win_chance) / 10.0,
        paint: Some(paint),
        link: Link { note: Some(note), ply: Some(m.ply) },
    })
}
