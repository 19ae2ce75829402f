// SPDX-License-Identifier: GPL-3.0-or-later
//! White's chances over the game.

use explain::Quality;

use super::{Across, Anchor, BOTTOM, Drawing, LEFT, Paint, RIGHT, Shape, TOP, WIDTH, title};
use crate::report::Report;

const HEIGHT: f64 = 260.0;

/// The graph: what lies below the curve is White's. Dots mark bad moves, upright lines
/// the moves where the game turned.
pub fn evaluation(report: &Report) -> Drawing {
    let across = Across::new(report);
    let bottom = HEIGHT - BOTTOM;
    let up = |chance: u16| bottom - (bottom - TOP) * f64::from(chance) / 1000.0;
    let words = format!("White's winning chances over the game: {}", title(report));
    let mut drawing = Drawing::new(WIDTH, HEIGHT, words);
    drawing.text(LEFT, 20.0, Anchor::Start, Paint::Ink, title(report));

    drawing.rectangle((LEFT, TOP), (WIDTH - RIGHT, bottom), Paint::Black);
    let mut curve: Vec<(f64, f64)> = report
        .chances()
        .enumerate()
        .map(|(ply, chance)| (across.at(ply as f64), up(chance)))
        .collect();
    if let [only] = curve[..] {
        curve.push((WIDTH - RIGHT, only.1));
    }
    let mut area = curve.clone();
    area.extend([(WIDTH - RIGHT, bottom), (LEFT, bottom)]);
    drawing.shapes.push(Shape::Area { points: area, paint: Paint::White, note: None, ply: None });
    for percent in [0, 25, 50, 75, 100] {
        let y = up(percent * 10);
        drawing.line((LEFT, y), (WIDTH - RIGHT, y), Paint::Grid, 1.0);
        drawing.text(LEFT - 6.0, y + 4.0, Anchor::End, Paint::Dim, format!("{percent} %"));
    }
    across.numbers(report, &mut drawing, bottom);
    for turn in &report.turning_points {
        let x = across.at(turn.ply as f64);
        drawing.line((x, TOP), (x, bottom), Paint::Turn, 1.5);
    }
    drawing.shapes.push(Shape::Line { points: curve, paint: Paint::Curve, width: 2.0 });
    for m in &report.moves {
        let paint = match m.judgement {
            Quality::Best | Quality::Good => continue,
            Quality::Inaccuracy => Paint::Inaccuracy,
            Quality::Mistake => Paint::Mistake,
            Quality::Blunder => Paint::Blunder,
        };
        drawing.shapes.push(Shape::Dot {
            at: (across.at(m.ply as f64), up(m.win_chance)),
            radius: 4.5,
            paint,
            note: Some(format!("{} {}{} ({})", m.numbering(), m.san, m.sign(), m.score)),
            ply: Some(m.ply),
        });
    }
    drawing
}
