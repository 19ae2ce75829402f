// SPDX-License-Identifier: GPL-3.0-or-later
//! Result files for programs and for people, and the live table.

use std::collections::BTreeSet;
use std::time::Duration;

use arena::options::*;
use arena::report::*;
use arena::stats::{Ending, Failure, GameResult, Played, Tally};

fn tournament(words: &str) -> TournamentConfig {
    match parse(engine::split_words(words)) {
        Ok(Request::Run { config, .. }) => *config,
        other => panic!("{other:?}"),
    }
}

/// Results that vary without a random number generator.
fn games(engines: usize, pairs: u32) -> Vec<Played> {
    let results = [
        GameResult::WhiteWins,
        GameResult::Draw,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::WhiteWins,
    ];
    let mut games = Vec::new();
    for pair in 0..pairs {
        for a in 0..engines {
            for b in a + 1..engines {
                let pick = |salt: u32| {
                    results[((pair * 7 + salt * 3 + a as u32 * 5 + b as u32) % 5) as usize]
                };
                games.push(Played::new(a, b, pair, pick(0), Ending::Checkmate));
                games.push(Played::new(b, a, pair, pick(1), Ending::Adjudication));
            }
        }
    }
    games
}

fn tally(engines: usize, games: &[Played]) -> Tally {
    let mut tally = Tally::new(engines);
    games.iter().for_each(|game| tally.record(game));
    tally
}

#[test]
fn json_has_what_the_lines_have() {
    let config = tournament(
        "-engine cmd=./a name=A -engine cmd=./b name=B -each depth=1 -sprt elo0=0 elo1=5",
    );
    let mut played = games(2, 40);
    played.push(Played::new(0, 1, 40, GameResult::BlackWins, Ending::Failure(Failure::Crash)));
    let tally = tally(2, &played);
    let json: serde_json::Value =
        serde_json::from_str(&json::compose(&config, &tally, Some(DoneReason::Sprt))).unwrap();
    assert_eq!(json["version"], 1);
    assert_eq!(json["games"], 81);
    assert_eq!(json["done"], "sprt");
    assert_eq!(json["engines"][0]["name"], "A");
    assert_eq!(json["engines"][0]["failures"]["crash"], 1);
    let encounter = &json["encounters"][0];
    let record = tally.between(0, 1);
    assert_eq!(encounter["wdl"]["wins"], record.wdl.wins);
    assert_eq!(encounter["pairs"]["counts"][2], record.pairs.counts[2]);
    assert_eq!(encounter["estimate"]["unit"], "pairs");
    assert!((encounter["estimate"]["elo"].as_f64().unwrap() - record.estimate().elo).abs() < 1e-9);
    assert_eq!(json["sprt"]["model"], "normalized");
    assert_eq!(json["sprt"]["verdict"], "Continue");
    assert_eq!(json["endings"]["crash"], 1);
}

#[test]
fn json_of_nothing_and_of_a_clean_score_is_valid() {
    let config = tournament("-engine cmd=a -engine cmd=b -each depth=1");
    for games in [vec![], vec![Played::new(0, 1, 0, GameResult::WhiteWins, Ending::Checkmate)]] {
        let text = json::compose(&config, &tally(2, &games), None);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(json["done"].is_null());
        if !games.is_empty() {
            assert!(json["encounters"][0]["estimate"]["elo"].is_null(), "{text}");
        }
    }
}

/// Every opened element is closed, in order: names cannot break the page.
fn assert_balanced(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html.split_once("</style>").map(|(_, rest)| rest).unwrap();
    open.extend(["html", "head"]);
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn html_is_one_self_contained_page() {
    for engines in [2, 5] {
        let mut words = String::from("-each depth=1 -event 'A & B <Cup>'");
        for i in 0..engines {
            words += &format!(" -engine cmd=e{i} 'name=<b>\"{i}\" & co'");
        }
        let config = tournament(&words);
        let tally = tally(engines, &games(engines, 30));
        let html = html::compose(&config, &tally, Some(DoneReason::Complete));
        assert_balanced(&html);
        for part in ["Rating list", "Crosstable", "Failures", "Endings", "<svg", "<polyline"] {
            assert!(html.contains(part), "{part}");
        }
        assert!(html.contains("prefers-color-scheme: dark"));
        assert!(html.contains("A &amp; B &lt;Cup&gt;"));
        assert!(!html.contains("<b>"), "names are escaped");
        for outside in ["http:", "https:", "src=", "href=", "url(", "@import", "<script"] {
            assert!(!html.contains(outside), "{outside}");
        }
        let (bands, lines) = ("opacity=\"0.2\"", "<polyline class=\"s");
        assert_eq!(html.matches(bands).count(), usize::from(engines == 2));
        // A line that leaves the chart goes on where it returns, in the same colour.
        let colours: BTreeSet<&str> =
            html.split(lines).skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(colours.len(), if engines == 2 { 1 } else { engines });
    }
}

#[test]
fn html_of_nothing_is_a_page_too() {
    let config = tournament("-engine cmd=a -engine cmd=b -each depth=1");
    let html = html::compose(&config, &Tally::new(2), None);
    assert_balanced(&html);
    assert!(html.contains("in progress") && !html.contains("<svg"));
    assert!(!html.contains("nan") && !html.contains("NaN"), "{html}");
}

#[test]
fn files_are_rewritten_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (json, html) = (folder.path().join("r.json"), folder.path().join("r.html"));
    let config = tournament(&format!(
        "-engine cmd=a -engine cmd=b -each depth=1 -json {} -html file={}",
        json.display(),
        html.display()
    ));
    let mut reporter = Reporter::default();
    reporter.add_files(&config);
    let mut tally = Tally::new(2);
    for (index, played) in games(2, 5).into_iter().enumerate() {
        tally.record(&played);
        let finished = GameFinished {
            number: index as u64 + 1,
            played,
            plies: 10,
            duration: Duration::from_millis(5),
        };
        reporter.event(&MatchEvent::Finished(finished), &tally);
        assert!(json.exists() && html.exists(), "after the first game already");
    }
    reporter.event(&MatchEvent::Done(DoneReason::Complete), &tally);
    let text = std::fs::read_to_string(&json).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((value["games"].as_u64(), value["done"].as_str()), (Some(10), Some("complete")));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "no partial files stay behind");
}

#[test]
fn curves_end_where_the_estimates_are() {
    let config = tournament("-engine cmd=a -engine cmd=b -each depth=1");
    let tally2 = tally(2, &games(2, 700));
    let curve = &curve::curves(&config, &tally2)[0];
    assert!(curve.points.len() <= 301, "{}", curve.points.len());
    let last = curve.points.last().unwrap();
    let estimate = tally2.between(0, 1).estimate();
    assert_eq!((last.games, last.elo, last.low), (1400, estimate.elo, estimate.elo_low));

    let config = tournament("-engine cmd=a -engine cmd=b -engine cmd=c -each depth=1");
    let tally3 = tally(3, &games(3, 50));
    let list = tables::ratings(&config, &tally3);
    for curve in curve::curves(&config, &tally3) {
        let entry = list.entries.iter().find(|e| e.engine == curve.engine).unwrap();
        assert_eq!(curve.points.last().unwrap().elo, entry.rating);
    }
}

/// What a terminal shows after some output: enough of one for our sequences.
fn screen(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let mut lines = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' => lines.push(String::new()),
            '\r' => {}
            '\x1b' => {
                assert_eq!(chars.next(), Some('['));
                let mut number = String::new();
                let command = loop {
                    match chars.next().unwrap() {
                        digit @ '0'..='9' => number.push(digit),
                        command => break command,
                    }
                };
                match command {
                    'A' => lines.truncate(lines.len() - number.parse::<usize>().unwrap()),
                    'J' => lines.last_mut().unwrap().clear(),
                    other => panic!("unknown sequence {other}"),
                }
            }
            c => lines.last_mut().unwrap().push(c),
        }
    }
    lines
}

#[test]
fn the_live_table_replaces_itself() {
    let config = tournament(
        "-engine cmd=a name=New -engine cmd=b name=Old -each tc=8+0.08 -rounds 50 \
         -sprt elo0=0 elo1=5 -openings file=b.epd",
    );
    let mut out = Vec::new();
    let mut tally = Tally::new(2);
    let mut live = LiveTable::new(&config, &mut out, || 100);
    live.event(&MatchEvent::Begin { total: 100, resumed: 0 }, &tally);
    for (index, played) in games(2, 20).into_iter().enumerate() {
        let (number, white, black) = (index as u64 + 1, played.white, played.black);
        live.event(&MatchEvent::Started(GameStarted { number, white, black }), &tally);
        tally.record(&played);
        let duration = Duration::from_secs(1);
        live.event(
            &MatchEvent::Finished(GameFinished { number, played, plies: 77, duration }),
            &tally,
        );
    }
    live.event(&MatchEvent::Warning { engine: Some(1), text: "two best moves".to_owned() }, &tally);
    drop(live);
    let lines = screen(&out);
    let shown = lines.join("\n");
    assert_eq!(lines[0], "Warning; Old: two best moves", "{shown}");
    assert_eq!(shown.matches("Games ").count(), 1, "one table only\n{shown}");
    for part in [
        "40/100 (40.0 %)",
        "New vs Old",
        "nElo",
        "Pairs (0-2) [",
        "LLR -2.94 ├",
        "8+0.08 · b.epd",
        "39 moves",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    assert!(lines.iter().all(|line| line.chars().count() < 100));
}

#[test]
fn the_live_table_ends_with_the_results() {
    let config = tournament("-engine cmd=a -engine cmd=b -engine cmd=c -each depth=1 -rounds 10");
    let mut out = Vec::new();
    let tally = tally(3, &games(3, 10));
    let mut live = LiveTable::new(&config, &mut out, || 30);
    live.event(&MatchEvent::Tick, &tally);
    live.event(&MatchEvent::Done(DoneReason::Interrupted), &tally);
    drop(live);
    let shown = screen(&out).join("\n");
    assert!(shown.contains("PLAYER") && shown.ends_with("Tournament interrupted\n"), "{shown}");
    assert!(!shown.contains("Playing"), "the table is gone");
}

#[test]
fn frames_fit_any_width() {
    let config = tournament("-engine cmd=a -engine cmd=b -each depth=1 -sprt elo0=0 elo1=5");
    let tally = tally(2, &games(2, 30));
    for width in [0, 1, 10, 40, 80, 300] {
        let progress = frame::Progress { total: 60, ..Default::default() };
        for line in frame::frame(&config, &tally, &progress, width) {
            assert!(line.chars().count() <= width.max(1), "{width}: {line}");
        }
    }
}
