// SPDX-License-Identifier: GPL-3.0-or-later
//! Shapes on a sheet, before anybody decides how they are written down.

/// A picture as shapes, each drawn over those before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width, in units that become pixels.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// What the picture shows, for those who can't see it.
    pub title: String,
    /// What is drawn.
    pub shapes: Vec<Shape>,
}

/// What colours mean; which colours they are is decided where the picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// The sheet.
    Ground,
    /// Main text.
    Ink,
    /// Numbers at axes.
    Dim,
    /// Lines to read values by.
    Grid,
    /// White's part.
    White,
    /// Black's part.
    Black,
    /// The curve.
    Curve,
    /// An inaccuracy.
    Inaccuracy,
    /// A mistake.
    Mistake,
    /// A blunder.
    Blunder,
    /// Where the game turned.
    Turn,
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

/// One shape. What has a note says it when it is pointed at; what has a half-move can be
/// used to go to it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "coordinates speak for themselves")]
pub enum Shape {
    /// A filled area.
    Area { points: Vec<(f64, f64)>, paint: Paint, note: Option<String>, ply: Option<usize> },
    /// A line through points.
    Line { points: Vec<(f64, f64)>, paint: Paint, width: f64 },
    /// A filled circle.
    Dot { at: (f64, f64), radius: f64, paint: Paint, note: Option<String>, ply: Option<usize> },
    /// Words on one line, standing on `at`.
    Text { at: (f64, f64), anchor: Anchor, paint: Paint, text: String },
}

impl Drawing {
    /// An empty sheet.
    pub fn new(width: f64, height: f64, title: impl Into<String>) -> Drawing {
        let mut drawing = Drawing { width, height, title: title.into(), shapes: Vec::new() };
        drawing.rectangle((0.0, 0.0), (width, height), Paint::Ground);
        drawing
    }

    pub(super) fn rectangle(&mut self, from: (f64, f64), to: (f64, f64), paint: Paint) {
        self.bar(from, to, paint, None, None);
    }

    pub(super) fn bar(
        &mut self,
        from: (f64, f64),
        to: (f64, f64),
        paint: Paint,
        note: Option<String>,
        ply: Option<usize>,
    ) {
        let points = vec![from, (to.0, from.1), to, (from.0, to.1)];
        self.shapes.push(Shape::Area { points, paint, note, ply });
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: Paint, width: f64) {
        self.shapes.push(Shape::Line { points: vec![from, to], paint, width });
    }

    pub(super) fn text(
        &mut self,
        x: f64,
        y: f64,
        anchor: Anchor,
        paint: Paint,
        text: impl Into<String>,
    ) {
        self.shapes.push(Shape::Text { at: (x, y), anchor, paint, text: text.into() });
    }
}
