// SPDX-License-Identifier: GPL-3.0-or-later
//! A: handshake and options.

use crate::driver::{Gui, errors};
use crate::info;
use std::collections::HashMap;

/// The answer to `uci`, with the option lines by name.
fn introduction(command: &str) -> (Vec<String>, HashMap<String, String>) {
    let mut gui = Gui::start();
    gui.send(command);
    let lines = gui.until("uciok");
    let options = lines
        .iter()
        .filter_map(|line| line.strip_prefix("option name "))
        .map(|rest| rest.split_once(" type ").expect("every option has a type"))
        .map(|(name, rest)| (name.to_owned(), rest.to_owned()))
        .collect();
    (lines, options)
}

#[test]
fn names_then_options_then_uciok_and_nothing_else() {
    let (lines, options) = introduction("uci");
    assert!(lines[0].starts_with("id name Xanthos "));
    assert!(lines[1].starts_with("id author "));
    assert_eq!(lines.last().unwrap(), "uciok");
    assert_eq!(options.len(), lines.len() - 3);
}

#[test]
fn silence_between_uciok_and_the_first_go() {
    let mut gui = Gui::start();
    gui.send("uci");
    gui.until("uciok");
    gui.send_all(&[
        "setoption name Hash value 32",
        "setoption name SyzygyPath value /nowhere",
        "ucinewgame",
        "position startpos moves e2e4",
    ]);
    assert!(gui.sync().is_empty());
    let lines = gui.go("depth 1");
    let told = |line: &String| line.starts_with("info string SyzygyPath");
    assert!(lines.iter().any(told), "{lines:?}");
}

#[test]
fn no_banner_in_a_pipe() {
    let mut gui = Gui::start();
    gui.send("isready");
    assert_eq!(gui.until("readyok").len(), 1);
}

#[test]
fn other_greetings_are_ignored() {
    let mut gui = Gui::start();
    gui.send_all(&["xboard", "", "   ", "# a comment", "uci"]);
    assert!(gui.until("uciok")[0].starts_with("id name "));
    assert_eq!(gui.quit().0.code(), Some(0));
}

#[test]
fn any_white_space_is_read_and_single_spaces_are_written() {
    let mut gui = Gui::start();
    gui.send_bytes(b"uci\r\n\tposition \t startpos  moves\te2e4   e7e5 \r\n  go\tdepth   6\r\n");
    let mut lines = gui.until("bestmove");
    lines.extend(gui.sync());
    gui.send("d");
    lines.extend(gui.sync().into_iter().filter(|line| line.starts_with("info")));
    for line in &lines {
        assert!(!line.contains("  ") && !line.contains('\r') && !line.contains('\t'), "{line:?}");
        assert_eq!(line.trim(), line, "{line:?}");
    }
}

#[test]
fn every_option_is_complete() {
    for (name, rest) in introduction("ucifull").1 {
        let words: Vec<&str> = rest.split(' ').collect();
        match words[..] {
            ["spin", "default", default, "min", min, "max", max] => {
                let [default, min, max] = [default, min, max].map(|n| n.parse::<i64>().unwrap());
                assert!(min <= default && default <= max, "{name}");
            }
            ["check", "default", "true" | "false"] | ["button"] => {}
            ["string", "default", first, ..] => assert!(!first.is_empty(), "{name}"),
            ["combo", "default", default, "var", ..] => {
                assert!(words.windows(2).any(|pair| pair == ["var", default]), "{name}");
            }
            _ => panic!("{name}: {rest}"),
        }
    }
}

#[test]
fn names_match_in_any_case() {
    let mut gui = Gui::ready();
    gui.send_all(&[
        "setoption name mULTIpv value 3",
        "setoption name clear hash",
        "setoption name moveoverhead value 20",
    ]);
    assert!(gui.sync().is_empty());
    assert!(gui.go("depth 2").iter().any(|line| line.contains(" multipv 3 ")));
}

#[test]
fn the_agreed_options_are_there() {
    let options = introduction("uci").1;
    for (name, kind) in [
        ("Hash", "spin"),
        ("Threads", "spin"),
        ("MultiPV", "spin"),
        ("Ponder", "check default false"),
        ("Clear Hash", "button"),
        ("Move Overhead", "spin"),
        ("SyzygyPath", "string default <empty>"),
        ("SyzygyProbeDepth", "spin"),
        ("SyzygyProbeLimit", "spin"),
        ("Syzygy50MoveRule", "check default true"),
        ("UCI_Chess960", "check default false"),
        ("UCI_ShowWDL", "check default false"),
        ("UCI_LimitStrength", "check default false"),
        ("UCI_Elo", "spin"),
        ("UCI_AnalyseMode", "check default false"),
        ("UCI_Opponent", "string default <empty>"),
        ("UCI_EngineAbout", "string"),
        ("Skill Level", "spin"),
        ("OwnBook", "check default false"),
        ("BookFile", "string"),
        ("EvalFile", "string"),
        ("Debug Log File", "string default <empty>"),
    ] {
        let rest = options.get(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert!(rest.starts_with(kind), "{name}: {rest}");
    }
    let mut gui = Gui::ready();
    gui.send_all(&[
        "setoption name MoveOverhead value 50",
        "setoption name MoveOverheadMs value 60",
    ]);
    assert!(gui.sync().is_empty());
}

#[test]
fn the_full_list_holds_the_short_one() {
    let (short, full) = (introduction("uci").0, introduction("ucifull").0);
    assert!(short.iter().all(|line| full.contains(line)));
}

#[test]
fn a_bad_value_is_refused_with_one_line() {
    let mut gui = Gui::ready();
    for bad in [
        "setoption name Threads value abc",
        "setoption name Threads value 0",
        "setoption name Hash value -5",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash",
        "setoption name Ponder value perhaps",
        "setoption name Nonsense value 3",
        "setoption name UCI_EngineAbout value somebody else",
        "setoption Hash 32",
        "setoption",
        "setoption name \u{1f600} value \u{7}",
    ] {
        gui.send(bad);
        let lines = gui.sync();
        assert_eq!((lines.len(), errors(&lines).len()), (1, 1), "{bad}: {lines:?}");
    }
    info::check("startpos", &gui.search("startpos", "depth 3"));
}

#[test]
fn paths_keep_their_spaces() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my  log file.txt");
    let mut gui = Gui::ready();
    gui.send(&format!("setoption name Debug Log File value {}", file.display()));
    gui.send("setoption name SyzygyPath value :/a b::/c:;");
    assert!(gui.sync().is_empty());
    assert!(file.exists());
}

#[test]
fn the_present_value_changes_nothing() {
    // What the second search finds in the table shows in its node count.
    let second_search = |between: &[&str]| {
        let mut gui = Gui::ready();
        gui.search("startpos", "depth 9");
        gui.send_all(between);
        info::all(&gui.go("depth 9")).last().unwrap().nodes
    };
    let remembering = second_search(&[]);
    let same = [
        "setoption name Hash value 16",
        "setoption name Threads value 1",
        "setoption name MultiPV value 1",
    ];
    assert_eq!(second_search(&same), remembering, "something was done for nothing");
    let cleared = second_search(&["setoption name Hash value 17", "setoption name Hash value 16"]);
    assert_ne!(cleared, remembering, "the test would not notice a cleared table");
}

#[test]
fn threads_and_hash_in_any_order() {
    for order in [["Threads value 3", "Hash value 8"], ["Hash value 8", "Threads value 3"]] {
        let mut gui = Gui::ready();
        order.iter().for_each(|option| gui.send(&format!("setoption name {option}")));
        assert!(gui.sync().is_empty());
        info::check("startpos", &gui.search("startpos", "depth 8"));
    }
}

#[test]
fn an_option_waits_for_the_end_of_the_search() {
    let mut gui = Gui::ready();
    gui.send_all(&["position startpos", "go infinite", "setoption name MultiPV value 2"]);
    assert!(errors(&gui.sync()).is_empty());
    gui.send("stop");
    let lines = gui.until("bestmove");
    assert!(lines.iter().all(|line| !line.contains(" multipv 2 ")));
    assert!(gui.go("depth 3").iter().any(|line| line.contains(" multipv 2 ")));
}

#[test]
fn elo_alone_limits_nothing() {
    let mut gui = Gui::ready();
    gui.send("setoption name UCI_Elo value 800");
    let lines = gui.search("startpos", "depth 2");
    assert!(lines.iter().all(|line| !line.starts_with("info string")), "{lines:?}");
    gui.send("setoption name UCI_LimitStrength value true");
    // A won ending stays won.
    let rook = "fen 8/8/8/8/8/4k3/8/4K2R w - - 0 1";
    info::check(rook, &gui.search(rook, "depth 4"));
}

#[test]
fn the_log_records_both_directions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    let mut gui = Gui::ready();
    gui.send(&format!("setoption name Debug Log File value {}", file.display()));
    gui.search("startpos", "depth 1");
    gui.send("nonsense");
    gui.sync();
    gui.quit();
    let log = std::fs::read_to_string(&file).unwrap();
    let entries: Vec<(&str, &str)> = log
        .lines()
        .map(|line| {
            let (stamp, rest) = line.split_at(27);
            assert!(stamp.ends_with('Z') && stamp.as_bytes()[10] == b'T', "{line}");
            (&rest[1..4], &rest[5..])
        })
        .collect();
    for entry in [("in ", "go depth 1"), ("in ", "nonsense"), ("out", "readyok"), ("in ", "quit")] {
        assert!(entries.contains(&entry), "{entry:?} is missing in\n{log}");
    }
    assert!(entries.iter().any(|(way, line)| *way == "out" && line.starts_with("bestmove ")));
    assert!(
        entries.iter().any(|(way, line)| *way == "out" && line.starts_with("info string error: "))
    );
}

#[test]
fn play_goes_on_without_a_log() {
    let mut gui = Gui::ready();
    gui.send("setoption name Debug Log File value /no/such/folder/log");
    assert_eq!(errors(&gui.sync()).len(), 1);
    info::check("startpos", &gui.search("startpos", "depth 2"));
}

#[test]
fn an_echo_is_no_command() {
    let mut gui = Gui::ready();
    gui.send_all(&["position startpos", "go infinite"]);
    gui.send_all(&[
        "info string stop",
        "bestmove e2e4 ponder stop",
        "info string quit",
        "id name stop",
    ]);
    let lines = gui.sync();
    assert_eq!(errors(&lines).len(), 4);
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    gui.send("stop");
    gui.until("bestmove");
}
