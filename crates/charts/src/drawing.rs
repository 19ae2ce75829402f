// SPDX-License-Identifier: GPL-3.0-or-later
//! Shapes on a sheet, before any file format.

use crate::paint::Paint;

/// A picture as shapes, each drawn over those before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width, in CSS pixels.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// What the picture shows, for screen readers.
    pub description: String,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
}

/// On which side of its place a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// To the right of it.
    Start,
    /// Around it.
    Middle,
    /// To the left of it.
    End,
}

/// How a line is broken up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dash {
    /// Not at all.
    #[default]
    Solid,
    /// Into dashes.
    Dashed,
    /// Into dots.
    Dotted,
}

impl Dash {
    /// Lengths drawn and left out, in turn; empty for a solid line.
    pub(crate) fn pattern(self) -> &'static [f64] {
        match self {
            Dash::Solid => &[],
            Dash::Dashed => &[5.0, 3.0],
            Dash::Dotted => &[1.5, 3.0],
        }
    }
}

/// Size and weight of letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Font {
    /// Height of the line in CSS pixels.
    pub size: f64,
    /// Whether it is bold.
    pub bold: bool,
}

impl Font {
    /// For labels.
    pub const SMALL: Font = Font { size: 12.0, bold: false };
    /// For titles.
    pub const TITLE: Font = Font { size: 14.0, bold: true };
}

/// What a shape tells and does in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Shown while the pointer rests on the shape.
    pub note: Option<String>,
    /// The ply of the game that a click goes to (`data-ply`).
    pub ply: Option<usize>,
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "coordinates speak for themselves")]
pub enum Shape {
    /// A filled polygon.
    Area { points: Vec<(f64, f64)>, paint: Paint, opacity: f64, link: Link },
    /// A line through points.
    Line { points: Vec<(f64, f64)>, paint: Paint, width: f64, dash: Dash },
    /// A filled circle.
    Dot { at: (f64, f64), radius: f64, paint: Paint, link: Link },
    /// One line of text; `at` lies on its baseline.
    Text { at: (f64, f64), anchor: Anchor, paint: Paint, font: Font, text: String },
}

impl Drawing {
    /// An empty sheet.
    pub fn new(width: f64, height: f64, description: impl Into<String>) -> Drawing {
        let description = description.into();
        let mut drawing = Drawing { width, height, description, shapes: Vec::new() };
        drawing.rectangle((0.0, 0.0), (width, height), Paint::Background, Link::default());
        drawing
    }

    /// Adds a filled rectangle.
    pub fn rectangle(&mut self, from: (f64, f64), to: (f64, f64), paint: Paint, link: Link) {
        let points = vec![from, (to.0, from.1), to, (from.0, to.1)];
        self.shapes.push(Shape::Area { points, paint, opacity: 1.0, link });
    }

    /// Adds a straight solid line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: Paint, width: f64) {
        let points = vec![from, to];
        self.shapes.push(Shape::Line { points, paint, width, dash: Dash::Solid });
    }

    /// Adds a small text.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, paint: Paint, text: impl Into<String>) {
        let text = text.into();
        self.shapes.push(Shape::Text { at, anchor, paint, font: Font::SMALL, text });
    }
}
