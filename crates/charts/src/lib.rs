// SPDX-License-Identifier: GPL-3.0-or-later
//! The one place that draws: charts as SVG and PNG, boards as SVG, parts of HTML pages.
//!
//! ```
//! use xanthos_charts::{Axis, Chart, Series};
//!
//! let training = [(1.0, 0.081), (2.0, 0.074), (3.0, 0.071)];
//! let validation = [(1.0, 0.083), (2.0, 0.078), (3.0, 0.077)];
//! let chart = Chart::new("Loss", Axis::new("epoch"), Axis::new("mean loss"))
//!     .series(Series::line("training", training))
//!     .series(Series::line("validation", validation));
//! assert!(chart.to_svg().contains("validation"));
//! assert!(chart.to_png()?.starts_with(b"\x89PNG"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A [`Chart`] is data and labels. `layout.rs` turns it into a [`Drawing`], a list of shapes
//! without any file format, and `svg.rs` and `raster.rs` write that one drawing down, so both
//! formats show the same picture. Colours are named by [`Paint`]; an SVG carries them as CSS
//! classes and follows the reader's light or dark theme.
#![forbid(unsafe_code)]

mod axis;
pub mod board;
mod chart;
mod clip;
mod drawing;
mod font;
pub mod html;
mod layout;
mod paint;
mod png;
mod raster;
mod svg;

pub use axis::{Axis, Scale, Tick, Ticks, nice_ticks};
pub use board::{Arrow, ArrowKind, Board};
pub use chart::{Bar, Chart, Data, Interval, Legend, Mark, Point, Series};
pub use drawing::{Anchor, Dash, Drawing, Font, Link, Shape};
pub use paint::{Paint, chart_style};
