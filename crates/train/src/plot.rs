// SPDX-License-Identifier: GPL-3.0-or-later
//! The losses, drawn.

use std::path::Path;

use plotters::prelude::*;

/// Draws training and validation loss as SVG, one pair for each `step` (an epoch,
/// a superbatch). What is not a number is left out.
pub fn draw(losses: &[(f64, f64)], step: &str, path: &Path) -> Result<(), String> {
    let known = |pick: fn(&(f64, f64)) -> f64| -> Vec<(f64, f64)> {
        let points = losses.iter().enumerate();
        let points = points.map(|(i, pair)| (i as f64 + 1.0, pick(pair)));
        points.filter(|point| point.1.is_finite()).collect()
    };
    let curves =
        [("training", BLUE, known(|pair| pair.0)), ("validation", RED, known(|pair| pair.1))];
    let all = curves.iter().flat_map(|curve| &curve.2).map(|point| point.1);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return Ok(());
    }
    let margin = (high - low).max(1e-9) * 0.05;
    let area = SVGBackend::new(path, (800, 480)).into_drawing_area();
    let say = |error: DrawingAreaErrorKind<_>| error.to_string();
    area.fill(&WHITE).map_err(say)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(32)
        .y_label_area_size(72)
        .build_cartesian_2d(1.0..losses.len().max(2) as f64, low - margin..high + margin)
        .map_err(say)?;
    chart.configure_mesh().x_desc(step).y_desc("mean loss").draw().map_err(say)?;
    for (name, color, points) in curves {
        chart
            .draw_series(LineSeries::new(points, color))
            .map_err(say)?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
    }
    chart.configure_series_labels().border_style(BLACK).draw().map_err(say)?;
    area.present().map_err(say)
}
