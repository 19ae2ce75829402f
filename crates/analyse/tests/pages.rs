// SPDX-License-Identifier: GPL-3.0-or-later
//! Pages and pictures: whole, well-formed, and content with themselves.

use std::io::Read;

use arena::StopFlag;
use formats::pgn;
use xanthos_analyse::{Effort, Report, Settings, analyse_game, plot};

fn report(index: usize) -> Report {
    let text = include_str!("games/mixed.pgn");
    let game = pgn::read_games(text.as_bytes()).filter_map(Result::ok).nth(index).unwrap();
    let settings = Settings { effort: Effort::Nodes(500), hash: 1, ..Settings::default() };
    analyse_game(&game, &settings, &StopFlag::new(), &mut |_| ()).unwrap()
}

/// Checks that tags are closed in their order and attributes are quoted and not repeated.
/// Raw text (script and style) is passed over.
fn check(text: &str) -> Result<usize, String> {
    let mut open: Vec<String> = Vec::new();
    let (mut rest, mut count) = (text, 0);
    while let Some(at) = rest.find('<') {
        let words = &rest[..at];
        if words.contains('>') {
            return Err(format!("a bare > in {words:?}"));
        }
        for entity in words.split('&').skip(1) {
            let name = entity.split(';').next().unwrap_or("");
            if !["amp", "lt", "gt", "quot", "#39"].contains(&name) {
                return Err(format!("a bare & before {entity:?}"));
            }
        }
        rest = &rest[at + 1..];
        let end = rest.find('>').ok_or("a tag without end")?;
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if tag.starts_with('!') {
            continue;
        }
        count += 1;
        if let Some(name) = tag.strip_prefix('/') {
            let opened = open.pop();
            if opened.as_deref() != Some(name) {
                return Err(format!("{opened:?} closed by {name:?}"));
            }
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let name = tag.split_whitespace().next().unwrap_or("").to_owned();
        attributes(&tag[name.len()..])?;
        if name == "script" || name == "style" {
            let close = format!("</{name}>");
            let at = rest.find(&close).ok_or_else(|| format!("{name} without end"))?;
            rest = &rest[at + close.len()..];
        } else if !empty {
            open.push(name);
        }
    }
    if open.is_empty() { Ok(count) } else { Err(format!("left open: {open:?}")) }
}

fn attributes(mut text: &str) -> Result<(), String> {
    let mut names = Vec::new();
    while let Some((name, after)) = text.split_once('=') {
        let name = name.trim();
        let value = after.strip_prefix('"').ok_or_else(|| format!("{name} is not quoted"))?;
        let (value, after) = value.split_once('"').ok_or_else(|| format!("{name} has no end"))?;
        if names.contains(&name) || value.contains('<') {
            return Err(format!("{name}={value:?}"));
        }
        let refers = ["href", "src", "action", "data", "poster", "srcset", "xlink:href"];
        if refers.contains(&name) && !value.starts_with('#') {
            return Err(format!("a reference to elsewhere: {name}={value:?}"));
        }
        names.push(name);
        text = after;
    }
    if text.trim().is_empty() { Ok(()) } else { Err(format!("words behind attributes: {text:?}")) }
}

#[test]
fn a_page_is_well_formed_and_asks_for_nothing() {
    for index in 0..4 {
        let page = report(index).to_html();
        let tags = check(&page).unwrap_or_else(|error| panic!("{error}\n{page}"));
        assert!(tags > 50);
        for word in ["@import", "fetch(", "XMLHttpRequest", "<link", "<img", "<iframe", "<base"] {
            assert!(!page.contains(word), "{word}");
        }
        for reference in page.match_indices("url(") {
            assert!(page[reference.0..].starts_with("url(#"));
        }
        assert!(page.contains("Content-Security-Policy") && page.contains("default-src 'none'"));
        assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
    }
}

#[test]
fn the_checker_sees_what_is_wrong() {
    for wrong in
        ["<p>", "<b><i></b></i>", "<p class=x></p>", "<a href=\"x.html\"></a>", "a & b<p/>"]
    {
        assert!(check(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn names_cannot_break_out() {
    let page = report(0).to_html();
    assert!(page.contains("Anna &lt;b&gt;") && page.contains("Ben &amp; &quot;Co&quot;"));
    assert!(!page.contains("Anna <b>"));
}

#[test]
fn a_page_tells_what_a_player_wants_to_know() {
    let report = report(0);
    let page = report.to_html();
    for words in ["Accuracy", "Turning points", "What was better", "Nf6??", "threw away equality"] {
        assert!(page.contains(words), "{words}");
    }
    assert_eq!(page.matches("data-fen=").count(), report.moves.len());
    let boards = page.matches("<svg class=\"board\"").count();
    assert_eq!(boards, 2, "one to follow, one diagram of the blunder");
    let drawings = page.matches("<svg class=\"g\"").count();
    assert_eq!(drawings, 2, "chances and times");
    // A game without clocks has no graph of times.
    assert_eq!(self::report(1).to_html().matches("<svg class=\"g\"").count(), 1);
}

#[test]
fn graphs_are_pictures_of_their_own() {
    let report = report(0);
    let times = plot::times(&report).expect("clocks");
    for drawing in [plot::evaluation(&report), times] {
        let svg = drawing.to_svg();
        check(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
        assert!(svg.starts_with("<svg xmlns=") && svg.contains("<title>"));
        let (width, height, pixels) = decode(&drawing.to_png().unwrap());
        assert_eq!((width, height), (2 * drawing.width as u32, 2 * drawing.height as u32));
        let colours: std::collections::BTreeSet<&[u8]> = pixels.chunks(3).collect();
        assert!(colours.len() > 8, "something is drawn");
    }
    assert!(plot::times(&self::report(1)).is_none());
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
