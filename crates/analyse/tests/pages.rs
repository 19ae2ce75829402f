// SPDX-License-Identifier: GPL-3.0-or-later
//! Pages and pictures: whole, well-formed, and content with themselves.

use formats::pgn;
use journal::StopFlag;
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
    let drawings = page.matches("<svg class=\"chart\"").count();
    assert_eq!(drawings, 2, "chances and times");
    // A game without clocks has no graph of times.
    assert_eq!(self::report(1).to_html().matches("<svg class=\"chart\"").count(), 1);
}

#[test]
fn charts_are_files_of_their_own() {
    let report = report(0);
    let times = plot::times(&report).expect("clocks");
    for chart in [plot::evaluation(&report), times] {
        let svg = chart.to_svg();
        check(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
        assert!(svg.starts_with("<svg xmlns=") && svg.contains("<title>"));
        assert!(chart.to_png().unwrap().starts_with(b"\x89PNG"));
    }
    assert!(plot::times(&self::report(1)).is_none());
}
