// SPDX-License-Identifier: GPL-3.0-or-later
//! Colours by what they mean, each with a light and a dark value.

use std::fmt::Write;

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// What a colour means. The values for light and dark themes stand in one table, from which
/// the style sheet of SVGs and the pixels of PNGs both come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// The sheet behind everything.
    Background,
    /// Titles and main text.
    Text,
    /// Labels of axes and ticks.
    Label,
    /// Grid lines.
    Grid,
    /// The line of an axis, and the zero line.
    Axis,
    /// White's part of a game.
    White,
    /// Black's part of a game.
    Black,
    /// An inaccuracy.
    Inaccuracy,
    /// A mistake.
    Mistake,
    /// A blunder.
    Blunder,
    /// A turning point, a threshold: something to notice.
    Highlight,
    /// The colours of series, taken in turn; there are [`Paint::SERIES`] of them.
    Series(usize),
}

impl Paint {
    /// Distinct colours of series. Further series repeat them with another dash.
    pub const SERIES: usize = 8;

    /// Class in SVG, light value, dark value.
    fn entry(self) -> (&'static str, u32, u32) {
        match self {
            Paint::Background => ("background", 0xffffff, 0x15181b),
            Paint::Text => ("text", 0x1c2024, 0xe6e8ea),
            Paint::Label => ("label", 0x5c666e, 0x9aa4ac),
            Paint::Grid => ("grid", 0xdfe2e5, 0x343a40),
            Paint::Axis => ("axis", 0x8a939a, 0x78828a),
            Paint::White => ("white", 0xf4efe6, 0xb9b4aa),
            Paint::Black => ("black", 0x5d656c, 0x33393f),
            Paint::Inaccuracy => ("inaccuracy", 0x2f86c4, 0x5aa9e6),
            Paint::Mistake => ("mistake", 0xd98a00, 0xe5a33a),
            Paint::Blunder => ("blunder", 0xc8362c, 0xf0756b),
            Paint::Highlight => ("highlight", 0xb8269c, 0xe255b8),
            // Eight hues with enough contrast on both grounds.
            Paint::Series(n) => match n % Paint::SERIES {
                0 => ("s0", 0x2563a8, 0x79aef0),
                1 => ("s1", 0xb8571a, 0xf0a268),
                2 => ("s2", 0x2d7d46, 0x77cf93),
                3 => ("s3", 0x8c3f91, 0xd694da),
                4 => ("s4", 0x9a7400, 0xdcb94a),
                5 => ("s5", 0x0f7c86, 0x5fcad4),
                6 => ("s6", 0xa83254, 0xf08aa8),
                _ => ("s7", 0x5b5f97, 0xa9add9),
            },
        }
    }

    /// The CSS class of shapes in this colour.
    pub(crate) fn class(self) -> &'static str {
        self.entry().0
    }

    /// The colour on a light ground.
    pub(crate) fn light(self) -> Rgb {
        let [_, r, g, b] = self.entry().1.to_be_bytes();
        [r, g, b]
    }
}

/// The style sheet of charts, for light and dark themes. A page that shows charts inline
/// needs it once; an SVG file carries its own copy.
pub fn chart_style() -> String {
    let named = [
        Paint::Background,
        Paint::Text,
        Paint::Label,
        Paint::Grid,
        Paint::Axis,
        Paint::White,
        Paint::Black,
        Paint::Inaccuracy,
        Paint::Mistake,
        Paint::Blunder,
        Paint::Highlight,
    ];
    let paints = || named.into_iter().chain((0..Paint::SERIES).map(Paint::Series));
    let mut out = String::from("\n.chart { font-family: system-ui, sans-serif; }\n");
    for paint in paints() {
        let (class, light, _) = paint.entry();
        let _ = writeln!(out, ".chart .{class} {{ color: #{light:06x}; }}");
    }
    out += "@media (prefers-color-scheme: dark) {\n";
    for paint in paints() {
        let (class, _, dark) = paint.entry();
        let _ = writeln!(out, ".chart .{class} {{ color: #{dark:06x}; }}");
    }
    out + "}\n"
}
