// SPDX-License-Identifier: GPL-3.0-or-later
//! Letters for PNG files, which have no fonts to ask for: each is a few strokes of a round
//! pen, drawn for this project. Their widths also say how much room text needs in an SVG,
//! whose font only the reader's machine knows.

use crate::drawing::Font;

/// Points of one stroke of the pen.
pub(crate) type Stroke = Vec<(f64, f64)>;

/// Units of the table in the height of a line of text.
const EM: f64 = 10.0;
/// Digits are all this wide, so that numbers stand below each other.
const DIGIT: f64 = 4.0;

/// Letter, width, strokes. The baseline is 0, small letters are 5 high, capitals 7. `M` lifts
/// the pen and moves it, `L` draws a line, `q` a curve bent towards the first point; `h` and
/// `v` draw a quarter of an ellipse that begins horizontally or vertically.
const LETTERS: &[(char, f64, &str)] = &[
    (' ', 1.3, ""),
    ('0', DIGIT, "M4,3.5v2,7h0,3.5v2,0h4,3.5"),
    ('1', DIGIT, "M0.6,5.6L2.4,7L2.4,0"),
    ('2', DIGIT, "M0.2,5.2v2,7h3.9,5.1q3.9,3.9,2.3,2.4L0,0L4,0"),
    ('3', DIGIT, "M0.2,5.6v1.9,7h3.7,5.3v1.9,3.75L1.4,3.75M1.9,3.75h4,1.9v1.9,0h0,1.5"),
    ('4', DIGIT, "M3.1,0L3.1,7L0,2.2L4.2,2.2"),
    ('5', DIGIT, "M3.6,7L0.6,7L0.3,3.8q1,4.6,2,4.6h4,2.3v1.9,0h0,1.4"),
    ('6', DIGIT, "M3.6,5.8v2.1,7h0,3.2L0,2.3v2,0h4,2.3v2,4.5h0,2.3"),
    ('7', DIGIT, "M0,7L4,7q1.8,3.8,1.4,0"),
    ('8', DIGIT, "M3.6,5.35v2,7h0.4,5.35v2,3.75h3.6,5.35M4,1.9v2,3.75h0,1.9v2,0h4,1.9"),
    ('9', DIGIT, "M0.4,1.2v1.9,0h4,3.8L4,4.7v2,7h0,4.7v2,2.5h4,4.7"),
    ('A', 5.4, "M0,0L2.7,7L5.4,0M1,2.5L4.4,2.5"),
    ('B', 4.6, "M0,0L0,7L2.5,7h4.2,5.35v2.5,3.7L0,3.7M2.5,3.7h4.6,1.85v2.5,0L0,0"),
    ('C', 5.1, "M5.1,5.2v2.9,7h0,3.5v2.9,0h5.1,1.8"),
    ('D', 5.0, "M0,0L0,7L2.2,7h5,3.5v2.2,0L0,0"),
    ('E', 4.3, "M4.2,7L0,7L0,0L4.3,0M0,3.7L3.8,3.7"),
    ('F', 4.1, "M4.1,7L0,7L0,0M0,3.6L3.6,3.6"),
    ('G', 5.2, "M5,5.4v2.9,7h0,3.5v2.9,0h5.2,2.2L5.2,3.2L3.2,3.2"),
    ('H', 5.0, "M0,7L0,0M5,7L5,0M0,3.7L5,3.7"),
    ('I', 0.0, "M0,7L0,0"),
    ('J', 3.2, "M3.2,7L3.2,2v1.6,0h0,1.8"),
    ('K', 4.8, "M0,7L0,0M4.7,7L0,2.4M1.8,4.2L4.9,0"),
    ('L', 3.9, "M0,7L0,0L3.9,0"),
    ('M', 5.8, "M0,0L0,7L2.9,0L5.8,7L5.8,0"),
    ('N', 5.0, "M0,0L0,7L5,0L5,7"),
    ('O', 5.8, "M5.8,3.5v2.9,7h0,3.5v2.9,0h5.8,3.5"),
    ('P', 4.5, "M0,0L0,7L2.5,7h4.5,5.1v2.5,3.2L0,3.2"),
    ('Q', 5.8, "M5.8,3.5v2.9,7h0,3.5v2.9,0h5.8,3.5M3.6,1.6L5.8,-0.5"),
    ('R', 4.7, "M0,0L0,7L2.5,7h4.5,5.2v2.5,3.4L0,3.4M2.5,3.4L4.7,0"),
    ('S', 4.7, "M4.4,5.6v2.3,7h0.2,5.25v2.3,3.7h4.7,1.8v2.3,0h0,1.6"),
    ('T', 5.0, "M0,7L5,7M2.5,7L2.5,0"),
    ('U', 4.8, "M0,7L0,2.3v2.4,0h4.8,2.3L4.8,7"),
    ('V', 5.2, "M0,7L2.6,0L5.2,7"),
    ('W', 7.6, "M0,7L1.9,0L3.8,7L5.7,0L7.6,7"),
    ('X', 4.9, "M0,7L4.9,0M4.9,7L0,0"),
    ('Y', 5.0, "M0,7L2.5,3.4L5,7M2.5,3.4L2.5,0"),
    ('Z', 4.8, "M0.2,7L4.7,7L0,0L4.8,0"),
    ('a', 3.9, "M3.9,5L3.9,0M3.9,2.5v1.95,5h0,2.5v1.95,0h3.9,2.5"),
    ('b', 3.9, "M0,7L0,0M0,2.5v1.95,5h3.9,2.5v1.95,0h0,2.5"),
    ('c', 3.6, "M3.6,3.8v2,5h0,2.5v2,0h3.6,1.2"),
    ('d', 3.9, "M3.9,7L3.9,0M3.9,2.5v1.95,5h0,2.5v1.95,0h3.9,2.5"),
    ('e', 4.0, "M0,2.6L4,2.6v2,5h0,2.5v2.1,0h3.7,1"),
    ('f', 2.5, "M2.5,7h1,5.5L1,0M0,5L2.3,5"),
    ('g', 3.9, "M3.9,5L3.9,-0.3v2,-2h0.3,-1.1M3.9,2.5v1.95,5h0,2.5v1.95,0h3.9,2.5"),
    ('h', 3.7, "M0,7L0,0M0,3v1.95,5h3.7,3L3.7,0"),
    ('i', 0.0, "M0,5L0,0M0,6.7L0,7"),
    ('j', 0.9, "M0.9,5L0.9,-0.9v-0.2,-2M0.9,6.7L0.9,7"),
    ('k', 3.6, "M0,7L0,0M3.4,5L0,1.8M1.3,3L3.6,0"),
    ('l', 0.0, "M0,7L0,0"),
    ('m', 6.2, "M0,5L0,0M0,3.2v1.6,5h3.1,3.2L3.1,0M3.1,3.2v4.7,5h6.2,3.2L6.2,0"),
    ('n', 3.7, "M0,5L0,0M0,3v1.95,5h3.7,3L3.7,0"),
    ('o', 4.0, "M4,2.5v2,5h0,2.5v2,0h4,2.5"),
    ('p', 3.9, "M0,5L0,-2M0,2.5v1.95,5h3.9,2.5v1.95,0h0,2.5"),
    ('q', 3.9, "M3.9,5L3.9,-2M3.9,2.5v1.95,5h0,2.5v1.95,0h3.9,2.5"),
    ('r', 2.2, "M0,5L0,0M0,3v1.8,5L2.2,5"),
    ('s', 3.4, "M3.2,4.1v1.7,5h0.1,3.75v1.7,2.6h3.4,1.25v1.7,0h0,1.1"),
    ('t', 2.4, "M1,6.4L1,1.3v2.4,0M0,5L2.3,5"),
    ('u', 3.7, "M0,5L0,2v1.75,0h3.7,2M3.7,5L3.7,0"),
    ('v', 3.8, "M0,5L1.9,0L3.8,5"),
    ('w', 5.8, "M0,5L1.4,0L2.9,5L4.4,0L5.8,5"),
    ('x', 3.7, "M0,5L3.7,0M3.7,5L0,0"),
    ('y', 3.8, "M0,5L1.95,0M3.8,5L1.95,0L1.5,-1.1v0.2,-2"),
    ('z', 3.5, "M0,5L3.4,5L0,0L3.5,0"),
    ('.', 0.0, "M0,0L0,0.3"),
    (',', 0.3, "M0.3,0.3L0,-1.2"),
    (':', 0.0, "M0,0L0,0.3M0,4.3L0,4.6"),
    (';', 0.3, "M0.3,0.3L0,-1.2M0.3,4.3L0.3,4.6"),
    ('-', 2.2, "M0,2.6L2.2,2.6"),
    ('–', 4.0, "M0,2.6L4,2.6"),
    ('—', 7.0, "M0,2.6L7,2.6"),
    ('−', 4.0, "M0,3L4,3"),
    ('+', 4.0, "M0,3L4,3M2,5L2,1"),
    ('±', 4.0, "M0,3.6L4,3.6M2,5.6L2,1.6M0,0.2L4,0.2"),
    ('×', 3.2, "M0,4.6L3.2,1.4M3.2,4.6L0,1.4"),
    ('=', 4.0, "M0,3.9L4,3.9M0,2.1L4,2.1"),
    ('<', 3.8, "M3.8,5L0,3L3.8,1"),
    ('>', 3.8, "M0,5L3.8,3L0,1"),
    ('/', 2.6, "M0,-0.5L2.6,7.3"),
    ('\\', 2.6, "M2.6,-0.5L0,7.3"),
    ('|', 0.0, "M0,-1.5L0,7.5"),
    (
        '%',
        6.6,
        "M2.6,5.6v1.3,7h0,5.6v1.3,4.2h2.6,5.6M6.6,1.4v5.3,2.8h4,1.4v5.3,0h6.6,1.4M5.3,7L1.3,0",
    ),
    ('\'', 0.0, "M0,7L0,5.3"),
    ('"', 1.6, "M0,7L0,5.3M1.6,7L1.6,5.3"),
    ('`', 1.0, "M0,7L1,5.8"),
    ('(', 1.5, "M1.5,7.5q-0.9,3,1.5,-1.5"),
    (')', 1.5, "M0,7.5q2.4,3,0,-1.5"),
    ('[', 1.3, "M1.3,7.4L0,7.4L0,-1.4L1.3,-1.4"),
    (']', 1.3, "M0,7.4L1.3,7.4L1.3,-1.4L0,-1.4"),
    ('{', 1.8, "M1.8,7.4h0.9,6.4L0.9,4v0,3h0.9,2L0.9,-0.4v1.8,-1.4"),
    ('}', 1.8, "M0,7.4h0.9,6.4L0.9,4v1.8,3h0.9,2L0.9,-0.4v0,-1.4"),
    ('*', 2.8, "M1.4,7L1.4,4.2M0.1,6.3L2.7,4.9M2.7,6.3L0.1,4.9"),
    ('?', 3.5, "M0,5.4v1.8,7h3.5,5.3q3.5,4.3,2.5,3.6q1.7,3,1.7,1.9M1.7,0L1.7,0.3"),
    ('!', 0.0, "M0,7L0,2M0,0L0,0.3"),
    ('_', 4.6, "M0,-1L4.6,-1"),
    ('#', 4.8, "M1.6,7L0.6,0M4.2,7L3.2,0M0.2,4.6L4.8,4.6M0,2.4L4.6,2.4"),
    ('$', 4.7, "M4.4,5.6v2.3,7h0.2,5.25v2.3,3.7h4.7,1.8v2.3,0h0,1.6M2.4,8L2.4,-1"),
    ('&', 5.0, "M4.9,2.8q4.2,0,1.9,0h0,1.8q0,2.9,2,3.9q3.4,4.6,3.4,5.6v2.1,7h0.9,5.6q0.9,4.6,5,0"),
    (
        '@',
        7.0,
        "M5,2.9v3.4,4.6h1.8,2.9v3.4,1.2h5,2.9q5,1.2,6,1.2h7,3.4v3.5,6.6h0,2.9v3.5,-0.8q4.8,-0.8,5.6,-0.3",
    ),
    ('^', 3.2, "M0,4.6L1.6,7L3.2,4.6"),
    ('~', 4.0, "M0,2.6q1,3.9,2,3q3,2.1,4,3.4"),
    ('°', 2.2, "M2.2,5.9v1.1,7h0,5.9v1.1,4.8h2.2,5.9"),
    ('·', 0.0, "M0,2.8L0,3.1"),
    ('…', 4.0, "M0,0L0,0.3M2,0L2,0.3M4,0L4,0.3"),
];

/// A frame for letters that are not in the table.
const UNKNOWN: (f64, &str) = (4.0, "M0,0L0,7L4,7L4,0L0,0");

/// Free space on both sides of a letter.
fn bearing(font: Font) -> f64 {
    if font.bold { 1.0 } else { 0.85 }
}

/// The width of a text.
pub(crate) fn width(text: &str, font: Font) -> f64 {
    let units: f64 = text.chars().map(|letter| glyph(letter).0 + 2.0 * bearing(font)).sum();
    units * font.size / EM
}

/// How wide the pen is.
pub(crate) fn pen(font: Font) -> f64 {
    font.size * if font.bold { 0.145 } else { 0.1 }
}

/// The strokes of a text that begins at `x` on the baseline `y`.
pub(crate) fn strokes(text: &str, font: Font, x: f64, y: f64) -> Vec<Stroke> {
    let (unit, bearing) = (font.size / EM, bearing(font));
    let mut left = x;
    let mut all = Vec::new();
    for letter in text.chars() {
        let (width, path) = glyph(letter);
        let place = |(px, py): (f64, f64)| (left + (bearing + px) * unit, y - py * unit);
        all.extend(trace(path).into_iter().map(|s| s.into_iter().map(place).collect::<Stroke>()));
        left += (width + 2.0 * bearing) * unit;
    }
    all
}

fn glyph(letter: char) -> (f64, &'static str) {
    let find = |letter| LETTERS.iter().find(|(known, ..)| *known == letter);
    let found = find(letter).or_else(|| find(without_accent(letter)));
    found.map_or(UNKNOWN, |&(_, width, path)| (width, path))
}

/// The plain letter below an accent.
fn without_accent(letter: char) -> char {
    let capital = letter.to_uppercase().next().unwrap_or(letter);
    let plain = match capital {
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => 'A',
        'Ç' | 'Ć' | 'Č' => 'C',
        'Ď' | 'Đ' => 'D',
        'È'..='Ë' | 'Ē' | 'Ė' | 'Ę' | 'Ě' => 'E',
        'Ğ' => 'G',
        'Ì'..='Ï' | 'Ī' | 'İ' => 'I',
        'Ł' | 'Ľ' => 'L',
        'Ñ' | 'Ń' | 'Ň' => 'N',
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ő' => 'O',
        'Ř' => 'R',
        'Ś' | 'Š' | 'Ş' | 'Ș' => 'S',
        'Ť' | 'Ţ' | 'Ț' => 'T',
        'Ù'..='Ü' | 'Ū' | 'Ů' | 'Ű' => 'U',
        'Ý' => 'Y',
        'Ź' | 'Ż' | 'Ž' => 'Z',
        other => other,
    };
    if letter.is_lowercase() { plain.to_ascii_lowercase() } else { plain }
}

/// Follows the commands of the table.
fn trace(path: &str) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |n| n + 1);
        let numbers: Vec<f64> = rest[1..end].split(',').filter_map(|n| n.parse().ok()).collect();
        rest = &rest[end..];
        let from = strokes.last().and_then(|stroke| stroke.last()).copied().unwrap_or_default();
        let curve: Vec<(f64, f64)> = match (command, &numbers[..]) {
            ('M', &[x, y]) => {
                strokes.push(vec![(x, y)]);
                continue;
            }
            ('L', &[x, y]) => vec![(x, y)],
            ('h', &[x, y]) => {
                quarter(|sin, cos| (from.0 + (x - from.0) * sin, y + (from.1 - y) * cos))
            }
            ('v', &[x, y]) => {
                quarter(|sin, cos| (x + (from.0 - x) * cos, from.1 + (y - from.1) * sin))
            }
            ('q', &[cx, cy, x, y]) => (1..=STEPS)
                .map(|step| {
                    let t = f64::from(step) / f64::from(STEPS);
                    let mix = |a: f64, b: f64, c: f64| {
                        a * (1.0 - t).powi(2) + 2.0 * b * t * (1.0 - t) + c * t * t
                    };
                    (mix(from.0, cx, x), mix(from.1, cy, y))
                })
                .collect(),
            _ => Vec::new(),
        };
        if let Some(stroke) = strokes.last_mut() {
            stroke.extend(curve);
        }
    }
    strokes
}

/// Straight pieces of a curve.
const STEPS: u32 = 8;

fn quarter(at: impl Fn(f64, f64) -> (f64, f64)) -> Vec<(f64, f64)> {
    let angle = |step: u32| std::f64::consts::FRAC_PI_2 * f64::from(step) / f64::from(STEPS);
    (1..=STEPS)
        .map(|step| {
            let (sin, cos) = angle(step).sin_cos();
            at(sin, cos)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_table_stays_in_its_box() {
        for &(letter, width, path) in LETTERS {
            for stroke in trace(path) {
                assert!(stroke.len() >= 2, "{letter}: a stroke without a line");
                for (x, y) in stroke {
                    assert!((-0.3..=width + 0.3).contains(&x), "{letter}: x {x}");
                    assert!((-2.5..=8.0).contains(&y), "{letter}: y {y}");
                }
            }
        }
    }

    #[test]
    fn ascii_is_complete_and_accents_fall_back() {
        for letter in ' '..='~' {
            assert_ne!(glyph(letter), UNKNOWN, "{letter}");
        }
        assert_eq!(glyph('é'), glyph('e'));
        assert_eq!(glyph('Š'), glyph('S'));
        assert_eq!(glyph('象'), UNKNOWN);
    }
}
