// SPDX-License-Identifier: GPL-3.0-or-later
//! The loss curves of a training run.

use std::path::Path;

use charts::{Axis, Chart, Series};

/// Writes training and validation loss as SVG, one pair for each `step` (an epoch, a
/// superbatch). What is not a number is left out.
///
/// # Errors
/// When the file can't be written.
pub fn draw(losses: &[(f64, f64)], step: &str, path: &Path) -> Result<(), String> {
    let curve = |pick: fn(&(f64, f64)) -> f64| {
        let points = losses.iter().enumerate();
        points.map(move |(i, pair)| (i as f64 + 1.0, pick(pair)))
    };
    if !losses.iter().any(|pair| pair.0.is_finite() || pair.1.is_finite()) {
        return Ok(());
    }
    let x = Axis::new(step).range(1.0, losses.len().max(2) as f64);
    let chart = Chart::new("Loss", x, Axis::new("mean loss"))
        .size(800.0, 480.0)
        .series(Series::line("training", curve(|pair| pair.0)))
        .series(Series::line("validation", curve(|pair| pair.1)));
    write(&chart, path)
}

/// Writes a chart as SVG.
pub(crate) fn write(chart: &Chart, path: &Path) -> Result<(), String> {
    std::fs::write(path, chart.to_svg()).map_err(|error| format!("{}: {error}", path.display()))
}
