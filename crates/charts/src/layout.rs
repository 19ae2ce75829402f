// SPDX-License-Identifier: GPL-3.0-or-later
//! From a chart to shapes: where everything stands.

use crate::axis::{Tick, Ticks};
use crate::chart::{Chart, Data, Legend, Mark, Series};
use crate::drawing::{Anchor, Dash, Drawing, Font, Link, Shape};
use crate::paint::Paint;
use crate::{clip, font};

/// Free space at the edges of the picture.
const MARGIN: f64 = 12.0;
/// Height of a row of small text.
const ROW: f64 = 18.0;
/// A name at the end of a line is cut when it is wider.
const LONGEST_NAME: f64 = 170.0;
/// Rows of names below an axis at most.
const MOST_ROWS: usize = 3;
/// Opacity of bands.
const BAND: f64 = 0.2;

/// The room for a text. The font of an SVG is the reader's, often a little wider than ours.
fn width(text: &str, font: Font) -> f64 {
    1.12 * font::width(text, font)
}

/// Draws a chart.
pub(crate) fn draw(chart: &Chart) -> Drawing {
    let description = if chart.description.is_empty() { &chart.title } else { &chart.description };
    let mut drawing = Drawing::new(chart.size.0, chart.size.1, description.clone());
    let xs = chart.x.span(chart.series.iter().flat_map(Series::xs), 0.0);
    let ys = chart.y.span(chart.series.iter().flat_map(Series::ys), 0.05);
    let (x_ticks, y_ticks) = (chart.x.marks(xs.0, xs.1), chart.y.marks(ys.0, ys.1));
    // From here on everything is linear.
    let chart = &chart.in_distances();

    let mut top = MARGIN;
    if !chart.title.is_empty() {
        heading(&mut drawing, &chart.title, top);
        top += 24.0;
    }
    let styles = styles(&chart.series);
    if chart.legend == Legend::Above {
        top += legend(&mut drawing, chart, &styles, top);
    }
    drawing.text((MARGIN, top + 12.0), Anchor::Start, Paint::Label, chart.y.label.clone());
    top += ROW + 10.0;

    let widest = y_ticks.iter().map(|tick| width(&tick.label, Font::SMALL)).fold(0.0, f64::max);
    let mut plot = Plot {
        left: MARGIN + widest + 6.0,
        right: chart.size.0 - right_margin(chart, &x_ticks),
        top,
        bottom: chart.size.1 - MARGIN - 2.0 * ROW,
        x: xs,
        y: ys,
    };
    // Names are all needed, and get as many rows as that takes; of numbers some are enough.
    let named = matches!(chart.x.ticks, Ticks::At(_));
    let rows = if named { rows(&plot, &x_ticks, MOST_ROWS) } else { 1 };
    plot.bottom -= (rows - 1) as f64 * ROW;
    if let Some(ground) = chart.ground {
        let (from, to) = ((plot.left, plot.top), (plot.right, plot.bottom));
        drawing.rectangle(from, to, ground, Link::default());
    }
    // Surfaces lie behind the grid, lines and points before it.
    for (series, style) in chart.series.iter().zip(&styles) {
        surface(&mut drawing, &plot, series, *style);
    }
    // On a coloured ground the pale colour of the grid would shine.
    let paint = if chart.ground.is_some() { Paint::Axis } else { Paint::Grid };
    grid(&mut drawing, &plot, &x_ticks, &y_ticks, rows, paint);
    let label = chart.x.label.clone();
    let middle = ((plot.left + plot.right) / 2.0, plot.bottom + (rows + 1) as f64 * ROW + 2.0);
    drawing.text(middle, Anchor::Middle, Paint::Label, label);
    for mark in &chart.marks {
        draw_line_mark(&mut drawing, &plot, mark);
    }
    for (series, style) in chart.series.iter().zip(&styles) {
        foreground(&mut drawing, &plot, series, *style);
    }
    for mark in &chart.marks {
        draw_text_mark(&mut drawing, &plot, mark);
    }
    if chart.legend == Legend::LineEnds {
        names_at_ends(&mut drawing, &plot, chart, &styles);
    }
    drawing
}

/// The rectangle of the data, and what its edges mean.
struct Plot {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: (f64, f64),
    y: (f64, f64),
}

impl Plot {
    fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * (value - self.x.0) / (self.x.1 - self.x.0)
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value - self.y.0) / (self.y.1 - self.y.0);
        self.bottom - (self.bottom - self.top) * share.clamp(0.0, 1.0)
    }

    fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x(x), self.y(y))
    }

    fn is_inside(&self, x: f64, y: f64) -> bool {
        (self.x.0..=self.x.1).contains(&x) && (self.y.0..=self.y.1).contains(&y)
    }
}

/// Colour and dash of a series.
#[derive(Clone, Copy)]
struct Style {
    paint: Paint,
    dash: Dash,
}

fn styles(series: &[Series]) -> Vec<Style> {
    let mut next = 0;
    let style = |series: &Series| match series.paint {
        Some(paint) => Style { paint, dash: Dash::Solid },
        None => {
            let dash = match next / Paint::SERIES % 3 {
                0 => Dash::Solid,
                1 => Dash::Dashed,
                _ => Dash::Dotted,
            };
            next += 1;
            Style { paint: Paint::Series(next - 1), dash }
        }
    };
    series.iter().map(style).collect()
}

fn heading(drawing: &mut Drawing, title: &str, top: f64) {
    drawing.shapes.push(Shape::Text {
        at: (MARGIN, top + 13.0),
        anchor: Anchor::Start,
        paint: Paint::Text,
        font: Font::TITLE,
        text: shorten(title, Font::TITLE, drawing.width - 2.0 * MARGIN),
    });
}

/// Cuts a text that is too wide.
fn shorten(text: &str, font: Font, most: f64) -> String {
    if width(text, font) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        if width(&kept, font) + width(&format!("{letter}…"), font) > most {
            break;
        }
        kept.push(letter);
    }
    kept + "…"
}

/// Rows of samples and names; their height.
fn legend(drawing: &mut Drawing, chart: &Chart, styles: &[Style], top: f64) -> f64 {
    const SAMPLE: f64 = 22.0;
    let named: Vec<(&Series, &Style)> =
        chart.series.iter().zip(styles).filter(|(series, _)| !series.name.is_empty()).collect();
    if named.len() < 2 {
        return 0.0;
    }
    let (mut x, mut y) = (MARGIN, top + 6.0);
    for (series, style) in named {
        let room = SAMPLE + 6.0 + width(&series.name, Font::SMALL) + 18.0;
        if x > MARGIN && x + room > drawing.width {
            (x, y) = (MARGIN, y + ROW);
        }
        match series.data {
            Data::Line(_) => drawing.shapes.push(Shape::Line {
                points: vec![(x, y), (x + SAMPLE, y)],
                paint: style.paint,
                width: 2.0,
                dash: style.dash,
            }),
            Data::Points(_) => drawing.shapes.push(Shape::Dot {
                at: (x + SAMPLE / 2.0, y),
                radius: 4.0,
                paint: style.paint,
                link: Link::default(),
            }),
            Data::Area { .. } | Data::Band(_) | Data::Bars { .. } => {
                let points =
                    vec![(x, y - 5.0), (x + SAMPLE, y - 5.0), (x + SAMPLE, y + 5.0), (x, y + 5.0)];
                let opacity = if matches!(series.data, Data::Band(_)) { BAND } else { 1.0 };
                let (paint, link) = (style.paint, Link::default());
                drawing.shapes.push(Shape::Area { points, paint, opacity, link });
            }
        }
        let at = (x + SAMPLE + 6.0, y + 4.0);
        drawing.text(at, Anchor::Start, Paint::Text, series.name.clone());
        x += room;
    }
    y + ROW - 6.0 - top
}

/// Room for the last number of the axis, and for names at the ends of lines.
fn right_margin(chart: &Chart, x_ticks: &[Tick]) -> f64 {
    let names = chart.series.iter().map(|series| width(&series.name, Font::SMALL));
    let names = match chart.legend {
        Legend::LineEnds => names.fold(0.0, f64::max).min(LONGEST_NAME) + 8.0,
        _ => 0.0,
    };
    let number = x_ticks.last().map_or(0.0, |tick| width(&tick.label, Font::SMALL) / 2.0);
    MARGIN + names.max(number)
}

/// The row in which each label stands so that none touches another; `None` for those that find
/// no room in any.
fn placed(plot: &Plot, ticks: &[Tick], rows: usize) -> Vec<Option<usize>> {
    let mut free = vec![f64::MIN; rows];
    let place = |tick: &Tick| {
        let (x, half) = (plot.x(tick.value), width(&tick.label, Font::SMALL) / 2.0);
        let row = free.iter().position(|&free| x - half > free)?;
        free[row] = x + half + 4.0;
        Some(row)
    };
    ticks.iter().map(place).collect()
}

/// Rows that all labels need, or the most that there may be.
fn rows(plot: &Plot, ticks: &[Tick], most: usize) -> usize {
    let fits = |rows: &usize| placed(plot, ticks, *rows).iter().all(Option::is_some);
    (1..most).find(fits).unwrap_or(most)
}

fn grid(
    drawing: &mut Drawing,
    plot: &Plot,
    x_ticks: &[Tick],
    y_ticks: &[Tick],
    rows: usize,
    paint: Paint,
) {
    for tick in y_ticks {
        let y = plot.y(tick.value);
        let paint = if tick.value == 0.0 { Paint::Axis } else { paint };
        drawing.line((plot.left, y), (plot.right, y), paint, 1.0);
        let at = (plot.left - 6.0, y + 4.0);
        drawing.text(at, Anchor::End, Paint::Label, tick.label.clone());
    }
    drawing.line((plot.left, plot.bottom), (plot.right, plot.bottom), Paint::Axis, 1.0);
    for (tick, row) in x_ticks.iter().zip(placed(plot, x_ticks, rows)) {
        let x = plot.x(tick.value);
        let down = row.unwrap_or(0) as f64 * ROW;
        drawing.line((x, plot.bottom), (x, plot.bottom + 4.0 + down), Paint::Axis, 1.0);
        if row.is_some() {
            let at = (x, plot.bottom + ROW + down);
            drawing.text(at, Anchor::Middle, Paint::Label, tick.label.clone());
        }
    }
}

/// Areas and bands.
fn surface(drawing: &mut Drawing, plot: &Plot, series: &Series, style: Style) {
    let mut put = |points: Vec<(f64, f64)>, opacity: f64| {
        let (paint, link) = (style.paint, Link::default());
        drawing.shapes.push(Shape::Area { points, paint, opacity, link });
    };
    match &series.data {
        Data::Area { points, base } => {
            for run in clip::pressed(points, plot.y.0, plot.y.1) {
                let ends = [run[run.len() - 1].0, run[0].0].map(|x| (x, *base));
                put(run.into_iter().chain(ends).map(|p| plot.at(p)).collect(), 1.0);
            }
        }
        Data::Band(intervals) => {
            let is_finite = |i: &crate::Interval| (i.x + i.low + i.high).is_finite();
            for run in intervals.split(|i| !is_finite(i)).filter(|run| run.len() > 1) {
                let edge = |pick: fn(&crate::Interval) -> f64| {
                    let line: Vec<(f64, f64)> = run.iter().map(|i| (i.x, pick(i))).collect();
                    clip::pressed(&line, plot.y.0, plot.y.1).concat()
                };
                let (upper, lower) = (edge(|i| i.high), edge(|i| i.low));
                let outline = upper.into_iter().chain(lower.into_iter().rev());
                put(outline.map(|p| plot.at(p)).collect(), BAND);
            }
        }
        Data::Line(_) | Data::Points(_) | Data::Bars { .. } => {}
    }
}

/// Bars, lines and points.
fn foreground(drawing: &mut Drawing, plot: &Plot, series: &Series, style: Style) {
    match &series.data {
        Data::Line(points) => {
            for piece in clip::pieces(points, plot.y.0, plot.y.1) {
                drawing.shapes.push(Shape::Line {
                    points: piece.into_iter().map(|p| plot.at(p)).collect(),
                    paint: style.paint,
                    width: 2.0,
                    dash: style.dash,
                });
            }
        }
        Data::Points(points) => {
            for point in points.iter().filter(|p| plot.is_inside(p.x, p.y)) {
                drawing.shapes.push(Shape::Dot {
                    at: plot.at((point.x, point.y)),
                    radius: 4.5,
                    paint: point.paint.unwrap_or(style.paint),
                    link: point.link.clone(),
                });
            }
        }
        Data::Bars { bars, width } => {
            for bar in bars.iter().filter(|bar| bar.x.is_finite() && bar.y.is_finite()) {
                draw_bar(drawing, plot, bar, *width, style.paint);
            }
        }
        Data::Area { .. } | Data::Band(_) => {}
    }
}

/// A bar with an outline, which shows pale bars on a pale ground.
fn draw_bar(drawing: &mut Drawing, plot: &Plot, bar: &crate::Bar, width: f64, paint: Paint) {
    let (left, right) = (plot.x(bar.x - width / 2.0), plot.x(bar.x + width / 2.0));
    let (foot, tip) = (plot.y(0.0), plot.y(bar.y));
    let (top, bottom) = (foot.min(tip), foot.max(tip));
    let is_neutral = matches!(paint, Paint::White | Paint::Black);
    let outline = if is_neutral { Paint::Axis } else { paint };
    drawing.rectangle((left, top), (right, bottom), outline, bar.link.clone());
    if is_neutral && bottom - top > 2.0 && right - left > 3.0 {
        let inner = ((left + 0.8, top + 0.8), (right - 0.8, bottom - 0.8));
        drawing.rectangle(inner.0, inner.1, paint, bar.link.clone());
    }
}

fn draw_line_mark(drawing: &mut Drawing, plot: &Plot, mark: &Mark) {
    let (points, at, anchor, label) = match mark {
        Mark::Vertical { x, label } if plot.is_inside(*x, plot.y.0) => {
            let x = plot.x(*x);
            let points = vec![(x, plot.top), (x, plot.bottom)];
            (points, (x + 4.0, plot.top + 11.0), Anchor::Start, label)
        }
        Mark::Horizontal { y, label } if plot.is_inside(plot.x.0, *y) => {
            let y = plot.y(*y);
            let points = vec![(plot.left, y), (plot.right, y)];
            (points, (plot.right - 4.0, y - 4.0), Anchor::End, label)
        }
        _ => return,
    };
    let (paint, width, dash) = (Paint::Highlight, 1.5, Dash::Dashed);
    drawing.shapes.push(Shape::Line { points, paint, width, dash });
    if !label.is_empty() {
        drawing.text(at, anchor, Paint::Highlight, label.clone());
    }
}

fn draw_text_mark(drawing: &mut Drawing, plot: &Plot, mark: &Mark) {
    if let Mark::Text { x, y, text } = mark
        && plot.is_inside(*x, *y)
    {
        let half = width(text, Font::SMALL) / 2.0;
        let place = plot.x(*x).max(plot.left + half).min(plot.right - half);
        let above = if *y >= 0.0 { -4.0 } else { 13.0 };
        drawing.text((place, plot.y(*y) + above), Anchor::Middle, Paint::Text, text.clone());
    }
}

/// Names beside the ends of lines, moved apart where they would overlap.
fn names_at_ends(drawing: &mut Drawing, plot: &Plot, chart: &Chart, styles: &[Style]) {
    const APART: f64 = 14.0;
    let mut names: Vec<((f64, f64), Style, &str)> = Vec::new();
    for (series, style) in chart.series.iter().zip(styles) {
        if let Data::Line(points) = &series.data
            && let Some(&last) = clip::runs(points).last().and_then(<[_]>::last)
        {
            let (x, y) = plot.at(last);
            names.push(((x + 6.0, y + 4.0), *style, &series.name));
        }
    }
    names.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
    let mut limit = plot.top;
    for (at, ..) in &mut names {
        at.1 = at.1.max(limit);
        limit = at.1 + APART;
    }
    // What was pushed out at the bottom pushes back.
    let mut limit = plot.bottom + 4.0;
    for (at, ..) in names.iter_mut().rev() {
        at.1 = at.1.min(limit);
        limit = at.1 - APART;
    }
    for (at, style, name) in names {
        let name = shorten(name, Font::SMALL, LONGEST_NAME);
        drawing.text(at, Anchor::Start, style.paint, name);
    }
}
