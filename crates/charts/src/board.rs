// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards as SVG, with pieces drawn for this project.

use std::fmt::Write;

use chess::{Color, Piece, Position, Role, Square};

use crate::html::escape;

/// The side of a square, in the units of the pieces.
pub const SIDE: usize = 45;

/// Each piece as one outline.
const SHAPES: [(Role, &str); 6] = [
    (
        Role::Pawn,
        "M22.5 9a6 6 0 0 1 3.6 10.8c2.6 1.6 4 4 4 6.7h-3c.4 4 2 6.5 5.4 8.5v3h-20v-3c3.4-2 5-4.5 \
         5.4-8.5h-3c0-2.7 1.4-5.1 4-6.7a6 6 0 0 1 3.6-10.8z",
    ),
    (
        Role::Knight,
        "M12 38c0-8 3-11.5 7.5-16.5-2 .8-4 1.2-6 3.5l-3.5 1.5-2-3 5.5-11 2-5 2.5 3c9 0 15 7 15 \
         17.5V38zM15 15.5h2",
    ),
    (
        Role::Bishop,
        "M11 38v-3c4-.5 7-1.5 8.5-3.5h-3c.3-2.5.8-4 2-5.5-2.5-2-3.8-4.5-3.8-7.5 0-4.5 3.5-8 6.5-11\
         a3 3 0 1 1 2.6 0c3 3 6.5 6.5 6.5 11 0 3-1.3 5.5-3.8 7.5 1.2 1.5 1.7 3 2 5.5h-3c1.5 2 4.5 3 \
         8.5 3.5v3zM19 19h7M22.5 15.5v7",
    ),
    (
        Role::Rook,
        "M11 38v-4h3l2-4V19l-3-3V9h4v3h3.5V9h4v3H28V9h4v7l-3 3v11l2 4h3v4zM16 19h13M16 30h13",
    ),
    (
        Role::Queen,
        "M11 38v-3l2.5-3-2-6-5-14 7.5 8 1-12 6 11.5 1.5-13 1.5 13 6-11.5 1 12 7.5-8-5 14-2 6 2.5 \
         3v3zM13.5 32h18",
    ),
    (
        Role::King,
        "M11 38v-3l2-4c-5-3-7.5-6-7.5-10 0-4 3-7 7-7 3 0 5.5 1.2 7.5 3.5V12h-3V8.5h3v-3h5v3h3V12h-3\
         v5.5c2-2.3 4.5-3.5 7.5-3.5 4 0 7 3 7 7 0 4-2.5 7-7.5 10l2 4v3zM13 31h19",
    ),
];

/// The style sheet of boards; a page that shows boards needs it once. It reads the colours of
/// squares from `--light` and `--dark` if the page sets them.
pub const STYLE: &str = include_str!("board.css");

/// A picture of a position.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    /// The position.
    pub position: &'a Position,
    /// Whose side is at the bottom.
    pub orientation: Color,
    /// Arrows over the pieces.
    pub arrows: Vec<Arrow>,
    /// What the picture shows, for screen readers.
    pub description: String,
}

/// An arrow from square to square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
    /// What it stands for.
    pub kind: ArrowKind,
}

/// What an arrow stands for; decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// The move that was played.
    Played,
    /// A better move.
    Better,
}

impl ArrowKind {
    const ALL: [ArrowKind; 2] = [ArrowKind::Played, ArrowKind::Better];

    fn class(self) -> &'static str {
        match self {
            ArrowKind::Played => "played",
            ArrowKind::Better => "better",
        }
    }
}

impl Arrow {
    /// An arrow for a move in UCI notation.
    ///
    /// ```
    /// use xanthos_charts::{Arrow, ArrowKind};
    /// assert!(Arrow::from_uci("e2e4", ArrowKind::Played).is_some());
    /// assert!(Arrow::from_uci("", ArrowKind::Played).is_none());
    /// ```
    pub fn from_uci(uci: &str, kind: ArrowKind) -> Option<Arrow> {
        let [a, b, c, d, ..] = *uci.as_bytes() else { return None };
        let (from, to) = (Square::from_letters(a, b)?, Square::from_letters(c, d)?);
        Some(Arrow { from, to, kind })
    }
}

/// The pieces and arrowheads, hidden: a page that shows boards needs them once, before them.
pub fn symbols() -> String {
    format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\">{}</svg>\n", definitions())
}

fn definitions() -> String {
    let mut out = String::from("<defs>\n");
    for color in [Color::White, Color::Black] {
        for (role, shape) in SHAPES {
            let letter = Piece::new(color, role).letter();
            let class = match color {
                Color::White => "white-piece",
                Color::Black => "black-piece",
            };
            let _ = writeln!(
                out,
                "<path id=\"piece-{letter}\" class=\"piece {class}\" d=\"{shape}\"/>"
            );
        }
    }
    for class in ArrowKind::ALL.map(ArrowKind::class) {
        let _ = writeln!(
            out,
            "<marker id=\"head-{class}\" viewBox=\"0 0 4 4\" refX=\"2\" refY=\"2\" \
             markerWidth=\"3\" markerHeight=\"3\" orient=\"auto\">\
             <path class=\"head {class}\" d=\"M0 0L4 2L0 4z\"/></marker>"
        );
    }
    out + "</defs>"
}

impl<'a> Board<'a> {
    /// A board with White at the bottom and without arrows.
    pub fn new(position: &'a Position, description: impl Into<String>) -> Board<'a> {
        let (orientation, arrows) = (Color::White, Vec::new());
        Board { position, orientation, arrows, description: description.into() }
    }

    /// An SVG file.
    pub fn to_svg(&self) -> String {
        let style = format!("<style>{STYLE}</style>{}\n", definitions());
        self.svg("xmlns=\"http://www.w3.org/2000/svg\" ", &style)
    }

    /// An element for a page that has [`STYLE`] and [`symbols`].
    pub fn to_inline_svg(&self) -> String {
        self.svg("", "")
    }

    fn svg(&self, attributes: &str, definitions: &str) -> String {
        let size = 8 * SIDE;
        let mut out = format!(
            "<svg {attributes}class=\"board\" viewBox=\"0 0 {size} {size}\" role=\"img\" \
             aria-label=\"{}\">{definitions}\
             <rect class=\"light\" width=\"{size}\" height=\"{size}\"/>\
             <path class=\"dark\" d=\"{}\"/>\n<g class=\"pieces\">",
            escape(&self.description),
            dark_squares()
        );
        for square in self.position.occupied() {
            if let Some(piece) = self.position.piece_on(square) {
                let (x, y) = corner(square, self.orientation);
                let letter = piece.letter();
                let _ = write!(out, "<use href=\"#piece-{letter}\" x=\"{x}\" y=\"{y}\"/>");
            }
        }
        out += "</g>\n";
        for arrow in &self.arrows {
            let middle = |square| {
                let (x, y) = corner(square, self.orientation);
                (x as f64 + SIDE as f64 / 2.0, y as f64 + SIDE as f64 / 2.0)
            };
            let ((x1, y1), (x2, y2)) = (middle(arrow.from), middle(arrow.to));
            let class = arrow.kind.class();
            let _ = writeln!(
                out,
                "<line class=\"arrow {class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" \
                 marker-end=\"url(#head-{class})\"/>"
            );
        }
        out + "</svg>"
    }
}

fn corner(square: Square, orientation: Color) -> (usize, usize) {
    match orientation {
        Color::White => (SIDE * square.file(), SIDE * (7 - square.rank())),
        Color::Black => (SIDE * (7 - square.file()), SIDE * square.rank()),
    }
}

/// The dark squares as one path; they lie alike for both orientations.
fn dark_squares() -> String {
    let mut path = String::new();
    for row in 0..8 {
        for column in (0..8).filter(|column| (row + column) % 2 == 1) {
            let _ = write!(path, "M{} {}h{SIDE}v{SIDE}h-{SIDE}z", column * SIDE, row * SIDE);
        }
    }
    path
}
