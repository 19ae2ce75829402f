// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawings as pixels, in the light theme.
//!
//! Each shape becomes a mask of sixteen samples for a pixel, four by four. Parts of one shape
//! (the pieces of a line, its joints) are united in the mask, so nothing is blended twice.

use crate::drawing::{Anchor, Dash, Drawing, Font, Shape};
use crate::paint::{Paint, Rgb};
use crate::{font, png};

/// Pixels for a unit of the drawing: sharp on screens of high density.
const SCALE: f64 = 2.0;
/// Samples for a pixel in each direction.
const SAMPLES: usize = 4;

impl Drawing {
    /// A PNG file in the light theme, two pixels for each unit.
    ///
    /// # Errors
    /// When compression fails, which only lack of memory causes.
    pub fn to_png(&self) -> std::io::Result<Vec<u8>> {
        let mut sheet = Sheet::new(self.width, self.height);
        for shape in &self.shapes {
            sheet.draw(shape);
        }
        let rows: Vec<Vec<u8>> =
            sheet.pixels.chunks(sheet.width).map(|row| row.as_flattened().to_vec()).collect();
        png::encode(sheet.width as u32, &rows)
    }
}

struct Sheet {
    width: usize,
    height: usize,
    pixels: Vec<Rgb>,
}

impl Sheet {
    fn new(width: f64, height: f64) -> Sheet {
        let size = |units: f64| (units * SCALE).ceil().clamp(1.0, 20_000.0) as usize;
        let (width, height) = (size(width), size(height));
        Sheet { width, height, pixels: vec![Paint::Background.light(); width * height] }
    }

    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Area { points, paint, opacity, .. } => {
                let mut mask = self.mask(points, 0.0);
                mask.fill(points);
                self.blend(&mask, paint.light(), *opacity);
            }
            Shape::Line { points, paint, width, dash } => {
                let mut mask = self.mask(points, *width);
                match dash {
                    Dash::Solid => mask.stroke(points, *width),
                    _ => dashes(points, dash.pattern())
                        .iter()
                        .for_each(|piece| mask.stroke(piece, *width)),
                }
                self.blend(&mask, paint.light(), 1.0);
            }
            Shape::Dot { at, radius, paint, .. } => {
                let mut mask = self.mask(&[*at], *radius);
                mask.disc(*at, *radius);
                self.blend(&mask, paint.light(), 1.0);
            }
            Shape::Text { at, anchor, paint, font, text } => {
                self.write(*at, *anchor, *font, paint.light(), text);
            }
        }
    }

    fn write(&mut self, at: (f64, f64), anchor: Anchor, font: Font, ink: Rgb, text: &str) {
        let width = font::width(text, font);
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width / 2.0,
            Anchor::End => at.0 - width,
        };
        let pen = font::pen(font);
        let corners = [(left, at.1 - font.size), (left + width, at.1 + font.size / 2.0)];
        let mut mask = self.mask(&corners, pen);
        for stroke in font::strokes(text, font, left, at.1) {
            mask.stroke(&stroke, pen);
            // Round ends.
            for end in [stroke.first(), stroke.last()].into_iter().flatten() {
                mask.disc(*end, pen / 2.0);
            }
        }
        self.blend(&mask, ink, 1.0);
    }

    /// An empty mask that covers the points and a margin.
    fn mask(&self, points: &[(f64, f64)], margin: f64) -> Mask {
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for &(x, y) in points {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        let first =
            |x: f64, most: usize| (((x - margin) * SCALE).floor().max(0.0) as usize).min(most);
        let last =
            |x: f64, most: usize| (((x + margin) * SCALE).ceil().max(0.0) as usize + 1).min(most);
        let (x, y) = (first(low.0, self.width), first(low.1, self.height));
        let width = last(high.0, self.width).saturating_sub(x);
        let height = last(high.1, self.height).saturating_sub(y);
        Mask { x, y, width, height, samples: vec![0; width * height] }
    }

    fn blend(&mut self, mask: &Mask, ink: Rgb, opacity: f64) {
        for row in 0..mask.height {
            for column in 0..mask.width {
                let covered = mask.samples[row * mask.width + column].count_ones();
                if covered > 0 {
                    let share = opacity * f64::from(covered) / (SAMPLES * SAMPLES) as f64;
                    let pixel = &mut self.pixels[(mask.y + row) * self.width + mask.x + column];
                    for (old, new) in pixel.iter_mut().zip(ink) {
                        let mixed = f64::from(*old) * (1.0 - share) + f64::from(new) * share;
                        *old = mixed.round() as u8;
                    }
                }
            }
        }
    }
}

/// Which samples of which pixels a shape covers.
struct Mask {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    /// Sixteen bits for a pixel, four for each row of samples.
    samples: Vec<u16>,
}

impl Mask {
    /// Fills a polygon: on each row of samples, between each odd crossing and the next.
    fn fill(&mut self, points: &[(f64, f64)]) {
        let fine = SCALE * SAMPLES as f64;
        let offset = ((self.x * SAMPLES) as f64, (self.y * SAMPLES) as f64);
        let points: Vec<(f64, f64)> =
            points.iter().map(|(x, y)| (x * fine - offset.0, y * fine - offset.1)).collect();
        let (mut top, mut bottom) = (f64::MAX, f64::MIN);
        for (_, y) in &points {
            (top, bottom) = (top.min(*y), bottom.max(*y));
        }
        let first = top.floor().max(0.0) as usize;
        let last = (bottom.ceil().max(0.0) as usize).min(self.height * SAMPLES);
        let mut crossings: Vec<f64> = Vec::new();
        for row in first..last {
            let middle = row as f64 + 0.5;
            crossings.clear();
            for (index, from) in points.iter().enumerate() {
                let to = points[(index + 1) % points.len()];
                if (from.1 <= middle) != (to.1 <= middle) {
                    crossings.push(from.0 + (middle - from.1) / (to.1 - from.1) * (to.0 - from.0));
                }
            }
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                self.span(row, pair[0], pair[1]);
            }
        }
    }

    /// Sets the samples of a row whose middles lie between two places.
    fn span(&mut self, row: usize, from: f64, to: f64) {
        let place = |x: f64| ((x - 0.5).ceil().max(0.0) as usize).min(self.width * SAMPLES);
        let (from, to) = (place(from), place(to));
        let start = row / SAMPLES * self.width;
        let shift = row % SAMPLES * SAMPLES;
        for sample in from..to {
            self.samples[start + sample / SAMPLES] |= 1 << (shift + sample % SAMPLES);
        }
    }

    fn stroke(&mut self, points: &[(f64, f64)], width: f64) {
        for pair in points.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx.hypot(dy);
            if length > 0.0 {
                let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
                self.fill(&[
                    (from.0 + nx, from.1 + ny),
                    (to.0 + nx, to.1 + ny),
                    (to.0 - nx, to.1 - ny),
                    (from.0 - nx, from.1 - ny),
                ]);
            }
        }
        // Round joints, or sharp turns would show gaps.
        for &at in points.iter().skip(1).take(points.len().saturating_sub(2)) {
            self.disc(at, width / 2.0);
        }
    }

    fn disc(&mut self, at: (f64, f64), radius: f64) {
        const CORNERS: u32 = 24;
        let corner = |n: u32| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(n) / f64::from(CORNERS)).sin_cos();
            (at.0 + radius * cos, at.1 + radius * sin)
        };
        let points: Vec<(f64, f64)> = (0..CORNERS).map(corner).collect();
        self.fill(&points);
    }
}

/// The pieces of a line that a pattern of lengths leaves.
fn dashes(points: &[(f64, f64)], pattern: &[f64]) -> Vec<Vec<(f64, f64)>> {
    let mut pieces = Vec::new();
    let (mut index, mut left) = (0, pattern[0]);
    let mut piece: Vec<(f64, f64)> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            let drawn = index % 2 == 0;
            if length <= left {
                left -= length;
                if drawn {
                    piece.push(to);
                }
                break;
            }
            let share = left / length;
            from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            if drawn {
                piece.push(from);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![from];
            }
            index += 1;
            left = pattern[index % pattern.len()];
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_cover_their_share() {
        let pieces = dashes(&[(0.0, 0.0), (10.0, 0.0), (10.0, 6.0)], &[5.0, 3.0]);
        let ends: Vec<_> = pieces.iter().map(|p| (p[0], p[p.len() - 1])).collect();
        assert_eq!(ends, [((0.0, 0.0), (5.0, 0.0)), ((8.0, 0.0), (10.0, 3.0))]);
    }

    #[test]
    fn edges_are_smooth_and_parts_of_a_shape_are_not_blended_twice() {
        let mut sheet = Sheet::new(10.0, 10.0);
        let points = vec![(1.0, 1.0), (5.0, 5.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)];
        let area = |opacity| Shape::Area {
            points: points.clone(),
            paint: Paint::Series(0),
            opacity,
            link: crate::Link::default(),
        };
        sheet.draw(&area(0.5));
        let inside = sheet.pixels[16 * sheet.width + 10];
        let expected = Paint::Series(0).light().map(|c| ((u16::from(c) + 256) / 2) as u8);
        assert!(inside.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1), "{inside:?}");
        let mut kinds: Vec<Rgb> = sheet.pixels.clone();
        kinds.sort_unstable();
        kinds.dedup();
        assert!(kinds.len() > 2, "no pixel is half covered");
    }
}
