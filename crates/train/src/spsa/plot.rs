// SPDX-License-Identifier: GPL-3.0-or-later
//! The course of the parameters, drawn.

use std::path::Path;

use plotters::prelude::*;

use super::Parameter;

/// Draws the course as SVG: each parameter from its start, in units of its
/// `c_end`, so that they fit in one picture.
///
/// # Errors
/// When it cannot be written.
pub fn draw(parameters: &[Parameter], course: &[Vec<f64>], path: &Path) -> Result<(), String> {
    let of = |i: usize, values: &Vec<f64>| (values[i] - parameters[i].start) / parameters[i].c_end;
    let all = course.iter().flat_map(|values| (0..parameters.len()).map(move |i| of(i, values)));
    let (low, high) = all.fold((-1.0f64, 1.0f64), |(low, high), x| (low.min(x), high.max(x)));
    let margin = (high - low) * 0.05;
    let area = SVGBackend::new(path, (900, 520)).into_drawing_area();
    let say = |error: DrawingAreaErrorKind<_>| error.to_string();
    area.fill(&WHITE).map_err(say)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(32)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..(course.len().max(2) - 1) as f64, low - margin..high + margin)
        .map_err(say)?;
    let distance = "distance from the start, in c_end";
    chart.configure_mesh().x_desc("iteration").y_desc(distance).draw().map_err(say)?;
    for (i, parameter) in parameters.iter().enumerate() {
        let color = Palette99::pick(i).to_rgba();
        let points = course.iter().enumerate().map(|(k, values)| (k as f64, of(i, values)));
        chart
            .draw_series(LineSeries::new(points, color))
            .map_err(say)?
            .label(&parameter.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
    }
    chart.configure_series_labels().border_style(BLACK).draw().map_err(say)?;
    area.present().map_err(say)
}
