// SPDX-License-Identifier: GPL-3.0-or-later
//! What a chart shows.

use crate::axis::{Axis, Scale};
use crate::drawing::{Drawing, Link};
use crate::paint::Paint;

/// A chart: two axes, data, marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The heading; may be empty.
    pub title: String,
    /// What the chart shows, for screen readers; the title if empty.
    pub description: String,
    /// Width and height in CSS pixels.
    pub size: (f64, f64),
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Colour behind the data.
    pub ground: Option<Paint>,
    /// What is drawn, from back to front.
    pub series: Vec<Series>,
    /// Lines and words that are not data.
    pub marks: Vec<Mark>,
    /// Where the names of series stand.
    pub legend: Legend,
}

/// Named data in one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend; nothing if it needs none.
    pub name: String,
    /// The colour; the next free one of [`Paint::Series`] if not given.
    pub paint: Option<Paint>,
    /// The numbers. What is not finite is left out and breaks lines.
    pub data: Data,
}

/// The kinds of data.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// A line through points.
    Line(Vec<(f64, f64)>),
    /// The area between a line and a base.
    Area {
        /// The line.
        points: Vec<(f64, f64)>,
        /// The value at which the area ends.
        base: f64,
    },
    /// Intervals over x, as a translucent band.
    Band(Vec<Interval>),
    /// Single points.
    Points(Vec<Point>),
    /// Bars from zero.
    Bars {
        /// The bars.
        bars: Vec<Bar>,
        /// How wide each is, in units of x.
        width: f64,
    },
}

/// An interval at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Where.
    pub x: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A single point.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// Value.
    pub y: f64,
    /// Its own colour, if it has one.
    pub paint: Option<Paint>,
    /// What it tells and where a click leads.
    pub link: Link,
}

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The middle of its foot.
    pub x: f64,
    /// Its value, above or below zero.
    pub y: f64,
    /// What it tells and where a click leads.
    pub link: Link,
}

/// A line or words over the data.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A dashed vertical line.
    Vertical {
        /// Where.
        x: f64,
        /// Written at its upper end, if anything.
        label: String,
    },
    /// A dashed horizontal line.
    Horizontal {
        /// Where.
        y: f64,
        /// Written at its right end, if anything.
        label: String,
    },
    /// Words beside a value: above it if it is positive, else below.
    Text {
        /// Where.
        x: f64,
        /// Value.
        y: f64,
        /// The words.
        text: String,
    },
}

/// Where the names of series stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Legend {
    /// In rows above the data, if two or more series have names.
    #[default]
    Above,
    /// At the right end of each line.
    LineEnds,
    /// Nowhere.
    None,
}

impl Chart {
    /// An empty chart of usual size.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Chart {
        Chart {
            title: title.into(),
            description: String::new(),
            size: (860.0, 380.0),
            x,
            y,
            ground: None,
            series: Vec::new(),
            marks: Vec::new(),
            legend: Legend::default(),
        }
    }

    /// Sets width and height.
    #[must_use]
    pub fn size(self, width: f64, height: f64) -> Chart {
        Chart { size: (width, height), ..self }
    }

    /// Sets what screen readers say.
    #[must_use]
    pub fn description(self, description: impl Into<String>) -> Chart {
        Chart { description: description.into(), ..self }
    }

    /// Sets the colour behind the data.
    #[must_use]
    pub fn ground(self, paint: Paint) -> Chart {
        Chart { ground: Some(paint), ..self }
    }

    /// Sets where names stand.
    #[must_use]
    pub fn legend(self, legend: Legend) -> Chart {
        Chart { legend, ..self }
    }

    /// Adds a series in front of the others.
    #[must_use]
    pub fn series(mut self, series: Series) -> Chart {
        self.series.push(series);
        self
    }

    /// Adds a mark.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Chart {
        self.marks.push(mark);
        self
    }

    /// The data and marks with the scales of the axes applied.
    pub(crate) fn in_distances(&self) -> Chart {
        let (x, y) = (self.x.scale, self.y.scale);
        let mut chart = self.clone();
        if (x, y) == (Scale::Linear, Scale::Linear) {
            return chart;
        }
        for series in &mut chart.series {
            series.data.map(|value| x.distance(value), |value| y.distance(value));
        }
        for mark in &mut chart.marks {
            match mark {
                Mark::Vertical { x: at, .. } => *at = x.distance(*at),
                Mark::Horizontal { y: at, .. } => *at = y.distance(*at),
                Mark::Text { x: across, y: up, .. } => {
                    (*across, *up) = (x.distance(*across), y.distance(*up));
                }
            }
        }
        chart
    }

    /// The chart as shapes.
    pub fn draw(&self) -> Drawing {
        crate::layout::draw(self)
    }

    /// The chart as an SVG file.
    pub fn to_svg(&self) -> String {
        self.draw().to_svg()
    }

    /// The chart as an element of a page that has [`crate::chart_style`].
    pub fn to_inline_svg(&self) -> String {
        self.draw().to_inline_svg()
    }

    /// The chart as a PNG file.
    ///
    /// # Errors
    /// As [`Drawing::to_png`].
    pub fn to_png(&self) -> std::io::Result<Vec<u8>> {
        self.draw().to_png()
    }
}

impl Data {
    /// Changes every value.
    fn map(&mut self, x: impl Fn(f64) -> f64, y: impl Fn(f64) -> f64) {
        match self {
            Data::Line(points) => points.iter_mut().for_each(|p| *p = (x(p.0), y(p.1))),
            Data::Area { points, base } => {
                points.iter_mut().for_each(|p| *p = (x(p.0), y(p.1)));
                *base = y(*base);
            }
            Data::Band(intervals) => intervals
                .iter_mut()
                .for_each(|i| (i.x, i.low, i.high) = (x(i.x), y(i.low), y(i.high))),
            Data::Points(points) => points.iter_mut().for_each(|p| (p.x, p.y) = (x(p.x), y(p.y))),
            Data::Bars { bars, .. } => bars.iter_mut().for_each(|b| (b.x, b.y) = (x(b.x), y(b.y))),
        }
    }
}

impl Series {
    /// A line through points.
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series::new(name, Data::Line(points.into_iter().collect()))
    }

    /// The area between a line and a base.
    pub fn area(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
        base: f64,
    ) -> Series {
        Series::new(name, Data::Area { points: points.into_iter().collect(), base })
    }

    /// A band of intervals.
    pub fn band(name: impl Into<String>, intervals: impl IntoIterator<Item = Interval>) -> Series {
        Series::new(name, Data::Band(intervals.into_iter().collect()))
    }

    /// Single points.
    pub fn points(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        Series::new(name, Data::Points(points.into_iter().collect()))
    }

    /// Bars from zero, each `width` wide in units of x.
    pub fn bars(
        name: impl Into<String>,
        bars: impl IntoIterator<Item = Bar>,
        width: f64,
    ) -> Series {
        Series::new(name, Data::Bars { bars: bars.into_iter().collect(), width })
    }

    /// Data in the next free colour.
    pub fn new(name: impl Into<String>, data: Data) -> Series {
        Series { name: name.into(), paint: None, data }
    }

    /// Sets the colour.
    #[must_use]
    pub fn paint(self, paint: Paint) -> Series {
        Series { paint: Some(paint), ..self }
    }

    pub(crate) fn xs(&self) -> Vec<f64> {
        match &self.data {
            Data::Line(points) | Data::Area { points, .. } => points.iter().map(|p| p.0).collect(),
            Data::Band(intervals) => intervals.iter().map(|i| i.x).collect(),
            Data::Points(points) => points.iter().map(|p| p.x).collect(),
            Data::Bars { bars, width } => {
                bars.iter().flat_map(|bar| [bar.x - width / 2.0, bar.x + width / 2.0]).collect()
            }
        }
    }

    pub(crate) fn ys(&self) -> Vec<f64> {
        match &self.data {
            Data::Line(points) => points.iter().map(|p| p.1).collect(),
            Data::Area { points, base } => points.iter().map(|p| p.1).chain([*base]).collect(),
            Data::Band(intervals) => intervals.iter().flat_map(|i| [i.low, i.high]).collect(),
            Data::Points(points) => points.iter().map(|p| p.y).collect(),
            Data::Bars { bars, .. } => bars.iter().map(|bar| bar.y).chain([0.0]).collect(),
        }
    }
}

impl Point {
    /// A point in the colour of its series.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y, paint: None, link: Link::default() }
    }
}

impl Bar {
    /// A bar without a note.
    pub fn new(x: f64, y: f64) -> Bar {
        Bar { x, y, link: Link::default() }
    }
}
