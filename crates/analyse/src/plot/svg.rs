// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawings as SVG: by classes, so that a page can follow the reader's colours.

use std::fmt::Write;

use arena::report::html::escape;

use super::drawing::{Anchor, Drawing, Paint, Shape};

/// The colours of graphs, light and dark; a page that shows drawings needs it once.
pub const STYLE: &str = "
.g { font: 12px system-ui, sans-serif; }
.g .ground { fill: #fff; } .g .ink { fill: #1c2024; stroke: #1c2024; } .g .dim { fill: #667078; }
.g .grid { stroke: #8886; } .g .white { fill: #f4efe6; } .g .black { fill: #5d656c; }
.g .curve { stroke: #2563a8; } .g .turn { stroke: #8c3f91; stroke-dasharray: 4 3; }
.g .inaccuracy { fill: #2f86c4; } .g .mistake { fill: #d98a00; } .g .blunder { fill: #c8362c; }
.g text { stroke: none !important; } .g polyline { fill: none !important; }
.g .tick { stroke: #667078; }
@media (prefers-color-scheme: dark) { .g .ground { fill: #15181b; } .g .white { fill: #b9b4aa; }
  .g .black { fill: #33393f; } .g .ink { fill: #e6e8ea; stroke: #e6e8ea; } .g .dim { fill: #9aa4ac; }
  .g .curve { stroke: #79aef0; } .g .turn { stroke: #d694da; } .g .tick { stroke: #9aa4ac; } }
";

impl Drawing {
    /// A file of its own.
    pub fn to_svg(&self) -> String {
        self.svg("xmlns=\"http://www.w3.org/2000/svg\" ", &format!("<style>{STYLE}</style>\n"))
    }

    /// A part of a page that has [`STYLE`].
    pub fn to_inline_svg(&self) -> String {
        self.svg("", "")
    }

    fn svg(&self, namespace: &str, style: &str) -> String {
        let title = escape(&self.title);
        let mut out = format!(
            "<svg {namespace}class=\"g\" viewBox=\"0 0 {} {}\" role=\"img\" \
             aria-label=\"{title}\">\n<title>{title}</title>\n{style}",
            self.width, self.height
        );
        for shape in &self.shapes {
            write_shape(&mut out, shape);
        }
        out + "</svg>\n"
    }
}

fn write_shape(out: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Area { points, paint, note, ply } => {
            let (class, ply, end) = (paint.class(), target(*ply), end("polygon", note));
            writeln!(out, "<polygon class=\"{class}\"{ply} points=\"{}\"{end}", path(points))
        }
        Shape::Line { points, paint, width } => {
            // Ticks and grids are strokes, their paint as text is a filling.
            let class = if *paint == Paint::Dim { "tick" } else { paint.class() };
            let path = path(points);
            writeln!(
                out,
                "<polyline class=\"{class}\" stroke-width=\"{width}\" points=\"{path}\"/>"
            )
        }
        Shape::Dot { at, radius, paint, note, ply } => {
            let (class, ply, end) = (paint.class(), target(*ply), end("circle", note));
            let (x, y) = at;
            writeln!(
                out,
                "<circle class=\"{class}\"{ply} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"{end}"
            )
        }
        Shape::Text { at, anchor, paint, text } => {
            let (class, text, (x, y)) = (paint.class(), escape(text), at);
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            writeln!(
                out,
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" \
                 text-anchor=\"{anchor}\">{text}</text>"
            )
        }
    };
}

fn target(ply: Option<usize>) -> String {
    ply.map(|ply| format!(" data-ply=\"{ply}\"")).unwrap_or_default()
}

fn end(name: &str, note: &Option<String>) -> String {
    match note {
        Some(note) => format!("><title>{}</title></{name}>", escape(note)),
        None => "/>".to_owned(),
    }
}

fn path(points: &[(f64, f64)]) -> String {
    let words: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    words.join(" ")
}

impl Paint {
    fn class(self) -> &'static str {
        match self {
            Paint::Ground => "ground",
            Paint::Ink => "ink",
            Paint::Dim => "dim",
            Paint::Grid => "grid",
            Paint::White => "white",
            Paint::Black => "black",
            Paint::Curve => "curve",
            Paint::Inaccuracy => "inaccuracy",
            Paint::Mistake => "mistake",
            Paint::Blunder => "blunder",
            Paint::Turn => "turn",
        }
    }
}
