// SPDX-License-Identifier: GPL-3.0-or-later
//! The course of the parameters as a chart.

use std::path::Path;

use charts::{Axis, Chart, Series};

use super::Parameter;

/// Writes the course as SVG: each parameter from its start, in units of its `c_end`, so that
/// they fit in one picture.
///
/// # Errors
/// When the file can't be written.
pub fn draw(parameters: &[Parameter], course: &[Vec<f64>], path: &Path) -> Result<(), String> {
    let last = course.len().max(2) - 1;
    let x = Axis::new("iteration").range(0.0, last as f64);
    let y = Axis::new("distance from the start (c_end)").include(0.0);
    let mut chart = Chart::new("Parameters by iteration", x, y).size(900.0, 520.0);
    for (i, parameter) in parameters.iter().enumerate() {
        let distance = |values: &Vec<f64>| (values[i] - parameter.start) / parameter.c_end;
        let points = course.iter().enumerate().map(|(k, values)| (k as f64, distance(values)));
        chart = chart.series(Series::line(&parameter.name, points));
    }
    crate::plot::write(&chart, path)
}
