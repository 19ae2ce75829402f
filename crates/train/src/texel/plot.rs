// SPDX-License-Identifier: GPL-3.0-or-later
//! The loss over the epochs, drawn.

use std::path::Path;

use plotters::prelude::*;

/// Draws training and validation loss as SVG.
pub fn draw(losses: &[(f64, f64)], path: &Path) -> Result<(), String> {
    let all = losses.iter().flat_map(|&(train, validation)| [train, validation]);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    if losses.is_empty() {
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
    chart.configure_mesh().x_desc("epoch").y_desc("mean squared error").draw().map_err(say)?;
    for (of, color) in [(0, &BLUE), (1, &RED)] {
        let points = losses.iter().enumerate().map(|(i, &(train, validation))| {
            (i as f64 + 1.0, if of == 0 { train } else { validation })
        });
        let name = if of == 0 { "training" } else { "validation" };
        chart
            .draw_series(LineSeries::new(points, color))
            .map_err(say)?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
    }
    chart.configure_series_labels().border_style(BLACK).draw().map_err(say)?;
    area.present().map_err(say)
}
