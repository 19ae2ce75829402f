// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawings as pixels. Everything is drawn several times too large and then shrunk, which
//! makes edges smooth without any cleverness.

use super::drawing::{Anchor, Drawing, Paint, Shape};
use super::{letters, png};

type Rgb = [u8; 3];

/// Pixels for a unit in the file, and samples for a pixel in each direction.
const SCALE: usize = 2;
const SAMPLES: usize = 2;

/// Units that a letter's dot is wide.
const DOT: f64 = 1.25;

impl Drawing {
    /// A PNG file, in light colours, two pixels for a unit.
    ///
    /// # Errors
    /// None that memory does not cause.
    pub fn to_png(&self) -> std::io::Result<Vec<u8>> {
        let mut sheet = Sheet::new(self.width, self.height);
        for shape in &self.shapes {
            sheet.draw(shape);
        }
        let rows = sheet.shrunk();
        png::encode((sheet.width / SAMPLES) as u32, &rows)
    }
}

struct Sheet {
    width: usize,
    height: usize,
    dots: Vec<Rgb>,
}

impl Sheet {
    fn new(width: f64, height: f64) -> Sheet {
        let size = |units: f64| units.ceil().max(1.0) as usize * SCALE * SAMPLES;
        let (width, height) = (size(width), size(height));
        Sheet { width, height, dots: vec![color(Paint::Ground); width * height] }
    }

    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Area { points, paint, .. } => self.fill(points, color(*paint)),
            Shape::Line { points, paint, width } => {
                for pair in points.windows(2) {
                    if let [from, to] = pair {
                        self.stroke(*from, *to, *width, color(*paint));
                    }
                }
                // Round joints, or sharp turns of a curve would show gaps.
                for &at in points.iter().skip(1).take(points.len().saturating_sub(2)) {
                    self.disc(at, width / 2.0, color(*paint));
                }
            }
            Shape::Dot { at, radius, paint, .. } => self.disc(*at, *radius, color(*paint)),
            Shape::Text { at, anchor, paint, text } => {
                self.write(*at, *anchor, color(*paint), text)
            }
        }
    }

    /// Fills a polygon: on each row, between each second crossing and the next.
    fn fill(&mut self, points: &[(f64, f64)], ink: Rgb) {
        let unit = (SCALE * SAMPLES) as f64;
        let points: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x * unit, y * unit)).collect();
        let (mut top, mut bottom) = (f64::MAX, f64::MIN);
        for (_, y) in &points {
            (top, bottom) = (top.min(*y), bottom.max(*y));
        }
        let first = top.floor().max(0.0) as usize;
        let last = (bottom.ceil().max(0.0) as usize).min(self.height);
        for row in first..last {
            let middle = row as f64 + 0.5;
            let mut crossings: Vec<f64> = Vec::new();
            for (index, from) in points.iter().enumerate() {
                let to = points[(index + 1) % points.len()];
                if (from.1 <= middle) != (to.1 <= middle) {
                    crossings.push(from.0 + (middle - from.1) / (to.1 - from.1) * (to.0 - from.0));
                }
            }
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                self.span(row, pair[0], pair[1], ink);
            }
        }
    }

    /// The samples of a row whose middles lie between two places.
    fn span(&mut self, row: usize, from: f64, to: f64, ink: Rgb) {
        let place = |x: f64| ((x - 0.5).ceil().max(0.0) as usize).min(self.width);
        let (from, to) = (place(from), place(to));
        if from < to {
            self.dots[row * self.width + from..row * self.width + to].fill(ink);
        }
    }

    fn stroke(&mut self, from: (f64, f64), to: (f64, f64), width: f64, ink: Rgb) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length == 0.0 {
            return;
        }
        let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
        let corners = [
            (from.0 + nx, from.1 + ny),
            (to.0 + nx, to.1 + ny),
            (to.0 - nx, to.1 - ny),
            (from.0 - nx, from.1 - ny),
        ];
        self.fill(&corners, ink);
    }

    fn disc(&mut self, at: (f64, f64), radius: f64, ink: Rgb) {
        const CORNERS: u32 = 24;
        let corner = |n: u32| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(n) / f64::from(CORNERS)).sin_cos();
            (at.0 + radius * cos, at.1 + radius * sin)
        };
        let points: Vec<(f64, f64)> = (0..CORNERS).map(corner).collect();
        self.fill(&points, ink);
    }

    fn write(&mut self, at: (f64, f64), anchor: Anchor, ink: Rgb, text: &str) {
        let text = letters::known(text);
        let advance = DOT * letters::ADVANCE as f64;
        let width = advance * text.chars().count() as f64 - DOT;
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width / 2.0,
            Anchor::End => at.0 - width,
        };
        let top = at.1 - DOT * letters::HEIGHT as f64;
        for (place, letter) in text.chars().enumerate() {
            let x = left + advance * place as f64;
            for (column, row) in letters::dots(letter) {
                let (x, y) = (x + DOT * column as f64, top + DOT * row as f64);
                let corners = [(x, y), (x + DOT, y), (x + DOT, y + DOT), (x, y + DOT)];
                self.fill(&corners, ink);
            }
        }
    }

    /// Each pixel is the mean of its samples.
    fn shrunk(&self) -> Vec<Vec<u8>> {
        let pixel = |x: usize, y: usize| -> Rgb {
            let mut sums = [0_usize; 3];
            for dy in 0..SAMPLES {
                for dx in 0..SAMPLES {
                    let dot = self.dots[(y * SAMPLES + dy) * self.width + x * SAMPLES + dx];
                    sums.iter_mut().zip(dot).for_each(|(sum, part)| *sum += usize::from(part));
                }
            }
            sums.map(|sum| (sum / (SAMPLES * SAMPLES)) as u8)
        };
        let row = |y: usize| (0..self.width / SAMPLES).flat_map(|x| pixel(x, y)).collect();
        (0..self.height / SAMPLES).map(row).collect()
    }
}

/// The light colours of the style sheet.
fn color(paint: Paint) -> Rgb {
    match paint {
        Paint::Ground => [0xff, 0xff, 0xff],
        Paint::Ink => [0x1c, 0x20, 0x24],
        Paint::Dim => [0x66, 0x70, 0x78],
        Paint::Grid => [0xc4, 0xc6, 0xc8],
        Paint::White => [0xf4, 0xef, 0xe6],
        Paint::Black => [0x5d, 0x65, 0x6c],
        Paint::Curve => [0x25, 0x63, 0xa8],
        Paint::Inaccuracy => [0x2f, 0x86, 0xc4],
        Paint::Mistake => [0xd9, 0x8a, 0x00],
        Paint::Blunder => [0xc8, 0x36, 0x2c],
        Paint::Turn => [0x8c, 0x3f, 0x91],
    }
}
