// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawings as SVG. Colours are classes, so that a page can follow the reader's theme.

use std::fmt::Write;

use crate::drawing::{Anchor, Drawing, Link, Shape};
use crate::html::escape;
use crate::paint::chart_style;

impl Drawing {
    /// An SVG file.
    pub fn to_svg(&self) -> String {
        let size = format!(
            "xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" ",
            self.width, self.height
        );
        self.svg(&size, &format!("<style>{}</style>\n", chart_style()))
    }

    /// An element for a page that has [`chart_style`].
    pub fn to_inline_svg(&self) -> String {
        self.svg("", "")
    }

    fn svg(&self, attributes: &str, style: &str) -> String {
        let description = escape(&self.description);
        let mut out = format!(
            "<svg {attributes}class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" \
             aria-label=\"{description}\">\n<title>{description}</title>\n{style}",
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
        Shape::Area { points, paint, opacity, link } => {
            let opacity =
                if *opacity < 1.0 { format!(" opacity=\"{opacity}\"") } else { String::new() };
            writeln!(
                out,
                "<polygon class=\"{}\" fill=\"currentColor\"{opacity}{} points=\"{}\"{}",
                paint.class(),
                ply(link),
                path(points),
                end("polygon", link)
            )
        }
        Shape::Line { points, paint, width, dash } => {
            let dash = match dash.pattern() {
                [] => String::new(),
                pattern => {
                    let lengths: Vec<String> = pattern.iter().map(f64::to_string).collect();
                    format!(" stroke-dasharray=\"{}\"", lengths.join(" "))
                }
            };
            writeln!(
                out,
                "<polyline class=\"{}\" fill=\"none\" stroke=\"currentColor\" \
                 stroke-width=\"{width}\" stroke-linejoin=\"round\"{dash} points=\"{}\"/>",
                paint.class(),
                path(points)
            )
        }
        Shape::Dot { at: (x, y), radius, paint, link } => writeln!(
            out,
            "<circle class=\"{}\" fill=\"currentColor\"{} cx=\"{x:.1}\" cy=\"{y:.1}\" \
             r=\"{radius}\"{}",
            paint.class(),
            ply(link),
            end("circle", link)
        ),
        Shape::Text { at: (x, y), anchor, paint, font, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = if font.bold { " font-weight=\"600\"" } else { "" };
            writeln!(
                out,
                "<text class=\"{}\" fill=\"currentColor\" font-size=\"{}\"{weight} x=\"{x:.1}\" \
                 y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
                paint.class(),
                font.size,
                escape(text)
            )
        }
    };
}

fn ply(link: &Link) -> String {
    link.ply.map(|ply| format!(" data-ply=\"{ply}\"")).unwrap_or_default()
}

fn end(name: &str, link: &Link) -> String {
    match &link.note {
        Some(note) => format!("><title>{}</title></{name}>", escape(note)),
        None => "/>".to_owned(),
    }
}

fn path(points: &[(f64, f64)]) -> String {
    let words: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    words.join(" ")
}
