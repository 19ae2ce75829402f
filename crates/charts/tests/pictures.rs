// SPDX-License-Identifier: GPL-3.0-or-later
//! Charts as files: well-formed SVG, PNG that can be decoded, the same picture in both.

use std::io::Read;

use chess::Position;
use xanthos_charts::{
    Arrow, ArrowKind, Axis, Bar, Board, Chart, Interval, Legend, Mark, Paint, Point, Series, board,
};

fn wave(n: usize, phase: f64) -> Vec<(f64, f64)> {
    (0..n).map(|i| (i as f64, 30.0 * (i as f64 / 9.0 + phase).sin() + i as f64 / 2.0)).collect()
}

/// One chart of every kind.
fn charts() -> Vec<(&'static str, Chart)> {
    let axes = || (Axis::new("games"), Axis::new("Elo"));
    let (x, y) = axes();
    let band = wave(200, 0.0).into_iter().map(|(x, y)| {
        let half = 400.0 / (x + 4.0) + 8.0;
        Interval { x, low: y - half, high: y + half }
    });
    let interval = Chart::new("Elo difference over games", x, y.range(-40.0, 130.0))
        .series(Series::band("95 % interval", band).paint(Paint::Series(0)))
        .series(Series::line("Xanthos <dev> & co", wave(200, 0.0)).paint(Paint::Series(0)))
        .mark(Mark::Horizontal { y: 5.0, label: "H1".to_owned() })
        .mark(Mark::Vertical { x: 120.0, label: "LLR 2.95".to_owned() });
    let (x, y) = axes();
    let mut many = Chart::new("Ratings over games", x, y).legend(Legend::LineEnds);
    let (x, y) = (Axis::new("iteration"), Axis::new("distance from the start (c_end)"));
    let mut parameters = Chart::new("SPSA", x, y);
    for n in 0..10 {
        let name = format!("engine number {n}");
        many = many.series(Series::line(&name, wave(120, 0.6 * f64::from(n))));
        parameters = parameters.series(Series::line(&name, wave(60, 0.4 * f64::from(n))));
    }
    let (x, y) = (Axis::new("move"), Axis::new("time (s)").unsigned());
    let bar = |i: u32, sign: f64| Bar::new(f64::from(i), sign * f64::from(i * 37 % 23));
    let bars = Chart::new("Time for each move", x, y)
        .series(
            Series::bars("White", (1..40).step_by(2).map(|i| bar(i, 1.0)), 1.8).paint(Paint::White),
        )
        .series(
            Series::bars("Black", (2..40).step_by(2).map(|i| bar(i, -1.0)), 1.8)
                .paint(Paint::Black),
        )
        .mark(Mark::Text { x: 5.0, y: 21.0, text: "22 s".to_owned() });
    let chances = |i: usize| (i as f64, 50.0 + 45.0 * (i as f64 / 7.0).sin());
    let dot = |i: usize| {
        let (x, y) = chances(i);
        let mut point = Point { paint: Some(Paint::Blunder), ..Point::new(x, y) };
        point.link.note = Some("12. Qh5?? (-3.20)".to_owned());
        point.link.ply = Some(i);
        point
    };
    let (x, y) = (Axis::new("move"), Axis::new("White's winning chances").range(0.0, 100.0));
    let area = Chart::new("Anna – Bén, 1-0", x, y.suffix(" %").about(5))
        .size(860.0, 280.0)
        .ground(Paint::Black)
        .series(Series::area("", (0..80).map(chances), 0.0).paint(Paint::White))
        .series(Series::line("", (0..80).map(chances)).paint(Paint::Series(0)))
        .series(Series::points("", [20, 45, 61].map(dot)))
        .mark(Mark::Vertical { x: 45.0, label: String::new() });
    let letters = Chart::new(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz",
        Axis::new("0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ±×°·…–—"),
        Axis::new("The quick brown fox jumps over the lazy dog; Müller, Łódź, Đoković"),
    );
    let effort = (10..24).map(|n| (2f64.powi(n), 60.0 * f64::from(n) - 700.0));
    let (x, y) = (Axis::new("nodes per move").log(), Axis::new("Elo"));
    let log = Chart::new("Strength and effort", x, y)
        .series(Series::line("Xanthos", effort.clone()))
        .series(Series::points("measured", effort.step_by(3).map(|(x, y)| Point::new(x, y))));
    let empty = Chart::new("", Axis::new("x"), Axis::new("y")).series(Series::line("none", []));
    let strange = Chart::new("strange", Axis::new("x"), Axis::new("y")).series(Series::line(
        "s",
        [(0.0, f64::NAN), (1.0, f64::INFINITY), (2.0, 1e300), (3.0, -1e300), (f64::NAN, 0.0)],
    ));
    vec![
        ("interval", interval),
        ("many", many),
        ("parameters", parameters),
        ("bars", bars),
        ("area", area),
        ("letters", letters),
        ("log", log),
        ("empty", empty),
        ("strange", strange),
    ]
}

/// Checks nesting, quoting and entities of markup; a small XML parser for what we write.
fn assert_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['<', '&']) {
        let (kind, after) = (rest.as_bytes()[start], &rest[start + 1..]);
        if kind == b'&' {
            let end = after.find(';').expect("an entity ends");
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&&after[..end]), "{after:.20}");
            rest = &after[end + 1..];
            continue;
        }
        let end = after.find('>').expect("a tag ends");
        let tag = &after[..end];
        assert!(tag.matches('"').count() % 2 == 0, "quotes in <{tag}>");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closing tag");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &after[end + 1..];
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

/// Reads a PNG by the book: signature, chunks with their checksums, rows without filters.
fn decode(file: &[u8]) -> (u32, u32, Vec<u8>) {
    assert_eq!(file[..8], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
    let (mut at, mut packed, mut size) = (8, Vec::new(), (0, 0));
    loop {
        let length = number(at) as usize;
        let (name, data) = (&file[at + 4..at + 8], &file[at + 8..at + 8 + length]);
        assert_eq!(crc32(&file[at + 4..at + 8 + length]), number(at + 8 + length));
        match name {
            b"IHDR" => {
                size = (number(at + 8), number(at + 12));
                assert_eq!(data[8..], [8, 2, 0, 0, 0]);
            }
            b"IDAT" => packed.extend(data),
            b"IEND" => break,
            other => panic!("{other:?}"),
        }
        at += 12 + length;
    }
    let mut rows = Vec::new();
    flate2::read::ZlibDecoder::new(&packed[..]).read_to_end(&mut rows).unwrap();
    let line = 1 + 3 * size.0 as usize;
    assert_eq!(rows.len(), line * size.1 as usize);
    let mut pixels = Vec::new();
    for row in rows.chunks(line) {
        assert_eq!(row[0], 0);
        pixels.extend(&row[1..]);
    }
    (size.0, size.1, pixels)
}

/// Bit by bit, as the standard writes it down.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

#[test]
fn every_svg_is_well_formed_and_labelled() {
    for (name, chart) in charts() {
        for svg in [chart.to_svg(), chart.to_inline_svg()] {
            assert_well_formed(&svg);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
            let escaped = |text: &str| xanthos_charts::html::escape(text);
            assert!(svg.contains(&format!(">{}</text>", escaped(&chart.x.label))), "{name}");
            assert!(svg.contains(&format!(">{}</text>", escaped(&chart.y.label))), "{name}");
        }
        assert!(chart.to_svg().contains("prefers-color-scheme: dark"));
    }
}

/// `CHARTS=folder cargo test -p xanthos-charts` keeps the pictures for people.
#[test]
fn every_png_decodes_and_shows_the_colours_of_the_data() {
    let folder = std::env::var_os("CHARTS").map(std::path::PathBuf::from);
    for (name, chart) in charts() {
        let file = chart.to_png().unwrap();
        let (width, height, pixels) = decode(&file);
        assert_eq!((f64::from(width), f64::from(height)), (2.0 * chart.size.0, 2.0 * chart.size.1));
        if matches!(name, "interval" | "many" | "area") {
            let blue = pixels.chunks(3).filter(|p| **p == [0x25, 0x63, 0xa8]).count();
            assert!(blue > 500, "{name}: {blue} pixels of the line");
        }
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{name}.png")), &file).unwrap();
            std::fs::write(folder.join(format!("{name}.svg")), chart.to_svg()).unwrap();
        }
    }
}

#[test]
fn shapes_of_data_stay_in_the_picture() {
    for (name, chart) in charts() {
        let drawing = chart.draw();
        let inside = |&(x, y): &(f64, f64)| {
            (-1.0..=drawing.width + 1.0).contains(&x) && (-1.0..=drawing.height + 1.0).contains(&y)
        };
        for shape in &drawing.shapes {
            let ok = match shape {
                xanthos_charts::Shape::Area { points, .. }
                | xanthos_charts::Shape::Line { points, .. } => points.iter().all(inside),
                xanthos_charts::Shape::Dot { at, .. } | xanthos_charts::Shape::Text { at, .. } => {
                    inside(at)
                }
            };
            assert!(ok, "{name}: {shape:?}");
        }
    }
}

#[test]
fn a_note_and_a_ply_reach_the_page() {
    let (_, chart) = charts().into_iter().find(|(name, _)| *name == "area").unwrap();
    let svg = chart.to_inline_svg();
    assert!(svg.contains("data-ply=\"45\""), "{svg}");
    assert!(svg.contains("<title>12. Qh5?? (-3.20)</title>"));
}

#[test]
fn boards_show_every_piece_and_arrow() {
    let position = Position::startpos();
    let mut picture = Board::new(&position, "Board: <start>");
    picture.arrows.extend(Arrow::from_uci("e2e4", ArrowKind::Better));
    for svg in [picture.to_svg(), picture.to_inline_svg(), board::symbols()] {
        assert_well_formed(&svg);
    }
    let svg = picture.to_inline_svg();
    assert_eq!(svg.matches("<use ").count(), 32);
    assert_eq!(svg.matches("<line ").count(), 1);
    assert!(svg.contains("&lt;start&gt;"));
}
