// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos explain`, as a person at a terminal and a program that reads JSON see it.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SCHOLAR: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_xanthos"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("xanthos {arguments:?}: {error}"));
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Runs `xanthos explain` quickly.
fn explain(arguments: &[&str]) -> (Option<i32>, String, String) {
    run(&[&["explain", "--nodes", "3000"][..], arguments].concat())
}

fn document(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = explain(&[arguments, &["--json"]].concat());
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"))
}

#[test]
fn a_page_has_its_chapters() {
    let (code, stdout, _) = explain(&["startpos", "f3", "--against", "a3", "--more"]);
    assert_eq!(code, Some(0));
    for heading in ["The position\n", "The best move\n", "Your move\n", "Why not …\n"] {
        assert!(stdout.contains(heading), "{heading}: {stdout}");
    }
    let (_, stdout, _) = explain(&["startpos", "--moves", "e4 e5 Qh5 Nc6 Bc4", "Nf6", "--more"]);
    assert!(stdout.contains("What is threatened\n"), "{stdout}");
    assert!(stdout.contains("Qxf7# with mate") && stdout.contains("blunder"), "{stdout}");
    assert!(stdout.lines().all(|line| line.chars().count() <= 80), "{stdout}");
}

#[test]
fn the_answer_is_short_and_begins_with_the_idea() {
    let (_, stdout, _) = explain(&["startpos", "--moves", "e4 e5 Qh5 Nc6 Bc4", "Nf6"]);
    assert!(stdout.starts_with("Nf6 is a blunder: Qxf7# is mate."), "{stdout}");
    assert!(stdout.lines().all(|line| line.chars().count() <= 80), "{stdout}");
    let page = document(&["startpos", "--moves", "e4 e5 Qh5 Nc6 Bc4", "Nf6"]);
    let told = page["summary"].as_array().expect("sentences");
    assert!((2..=5).contains(&told.len()), "{told:?}");
    assert_eq!(told[0]["part"], "verdict");
    let (_, beginner, _) = explain(&[SCHOLAR, "--level", "beginner"]);
    assert!(beginner.starts_with("Qxf7# is checkmate."), "{beginner}");
}

#[test]
fn german_is_spoken() {
    let (_, stdout, _) = explain(&[SCHOLAR, "d3", "--language", "german"]);
    assert!(stdout.starts_with("d3 ist ein grober Fehler: Dxf7# war matt."), "{stdout}");
    let (code, stdout, _) = explain(&["startpos", "--language", "de", "--more"]);
    assert!(code == Some(0) && stdout.contains("Die Stellung\n"), "{stdout}");
}

#[test]
fn a_fen_needs_no_quotes_and_moves_any_notation() {
    let words: Vec<&str> = SCHOLAR.split(' ').collect();
    let (_, quoted, _) = explain(&[SCHOLAR, "Qxf7#"]);
    let (_, loose, _) = explain(&[&words[..], &["h5f7"]].concat());
    assert_eq!(quoted, loose);
    assert!(quoted.contains("Qxf7# is checkmate."), "{quoted}");
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(explain(&[chess960]).0, Some(0));
}

#[test]
fn levels_differ_in_words_and_not_in_facts() {
    let told =
        ["beginner", "club", "expert"].map(|level| document(&[SCHOLAR, "d3", "--level", level]));
    for key in ["position", "best", "played", "why_not"] {
        assert!(told.iter().all(|page| page[key] == told[0][key]), "{key}");
    }
    let pages =
        ["beginner", "club", "expert"].map(|level| explain(&[SCHOLAR, "d3", "--level", level]).1);
    assert!(pages[0] != pages[1] && pages[1] != pages[2]);
    assert!(!pages[0].contains('%') && !pages[0].contains("depth"), "{}", pages[0]);
    let (_, more, _) = explain(&[SCHOLAR, "d3", "--level", "expert", "--more"]);
    assert!(more.contains("nodes") && more.contains("sum"), "{more}");
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for arguments in [&["startpos", "e4"][..], &[SCHOLAR, "--level", "expert", "--json"]] {
        assert_eq!(explain(arguments), explain(arguments));
    }
}

#[test]
fn every_sentence_of_the_json_has_its_evidence() {
    let page = document(&["startpos", "--moves", "e4 e5 Qh5", "Ke7", "--against", "g6"]);
    assert_eq!(page["format"], 1);
    let sentences = page["sentences"].as_array().expect("sentences");
    assert!(sentences.len() > 8);
    for sentence in sentences {
        assert!(sentence["text"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(sentence["evidence"]["kind"].is_string(), "{sentence}");
        assert!(sentence["phrase"].is_string() && sentence["section"].is_string());
    }
    assert_eq!(page["played"]["judgement"]["quality"], "blunder");
    assert_eq!(page["played"]["why_not"]["proof"]["proof"], "allows_mate");
    let account = &page["position"]["account"];
    let terms = account["terms"].as_array().expect("terms").iter();
    let sum: i64 = terms.map(|row| row["balance"].as_i64().expect("a number")).sum();
    assert_eq!(sum + account["rounding"].as_i64().expect("a number"), account["total"]);
}

#[test]
fn a_finished_game_is_explained_as_such() {
    for (fen, words) in [
        (MATED, "White is checkmated by the queen on h4"),
        ("7k/5Q2/8/6K1/8/8/8/8 b - - 0 1", "stalemate, a draw"),
        ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "Neither side has enough pieces"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 100 80", "Fifty moves"),
    ] {
        let (code, stdout, stderr) = explain(&[fen]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{fen}");
        assert!(stdout.contains(words) && !stdout.contains("The best move"), "{stdout}");
    }
    let (_, stdout, _) = explain(&["startpos", "--moves", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"]);
    assert!(stdout.contains("third time"), "{stdout}");
}

#[test]
fn wrong_input_is_named() {
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    let checked = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1";
    for (arguments, words) in [
        (&["8/8/8/8/8/8/8/8 w - - 0 1"][..], "king"),
        (&["rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"], "'x'"),
        (&["4k3/8/8/8/8/8/8/4K3"], "missing"),
        (&["startpos", "e2e5"], "the pawn on e2 can't go to e5"),
        (&["startpos", "e7e5"], "it is white's turn"),
        (&["startpos", "e3e4"], "there is no piece on e3"),
        (&["startpos", "a1a2"], "occupied by a piece of the same side"),
        (&[pinned, "e2c3"], "pinned to its king"),
        (&[checked, "h1h2"], "it does not end the check"),
        (&["startpos", "Ke5"], "\"Ke5\" is not a legal move here"),
        (&["startpos", "hello"], "\"hello\" is not a move"),
        (&[rooks, "Rd1"], "ambiguous: Rad1 or Rhd1"),
        (&["startpos", "e4", "d4"], "one move at a time"),
        (&["startpos", "--against", "Qh5"], "\"Qh5\" is not a legal move here"),
        (&["startpos", "--moves", "e4 e4"], "move 2 of --moves"),
        (&[MATED, "e4"], "the game is over (black mates)"),
        (&["7k/5Q2/8/6K1/8/8/8/8 b - - 0 1", "Kg8"], "the game is over (draw by stalemate)"),
        (&["startpos", "--level", "grandmaster"], "grandmaster"),
        (&["startpos", "--lines", "1"], "1"),
        (&["startpos", "--depth", "3", "--time", "1s"], "cannot be used with"),
    ] {
        let (code, stdout, stderr) = run(&[&["explain"], arguments].concat());
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(words), "{arguments:?}: {stderr}");
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    assert!(!explain(&["startpos"]).1.contains('\u{1b}'));
    assert!(
        explain(&["startpos", "--more", "--color", "always"]).1.contains("\u{1b}[1mThe position")
    );
}

/// What the examples depend on besides the words: the search and the ledger.
fn signature() -> String {
    let (_, stdout, _) = run(&["explain", "startpos", "--depth", "7", "--json"]);
    let page: Value = serde_json::from_str(&stdout).expect("JSON");
    let scholar = document(&[SCHOLAR]);
    let best = &page["position"]["lines"][0];
    format!("{} {} {}", best["nodes"], best["score"], scholar["position"]["account"]["total"])
}

/// Splits a command of the page as a shell would: words, and words in quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The examples of docs/explain.md are what the program prints. They are made anew
/// by running this test with the variable XANTHOS_BLESS set; when search or
/// evaluation have changed since, only their words could differ for no reason of
/// this command's, and the comparison is skipped.
#[test]
fn the_examples_of_the_manual_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explain.md");
    let page = std::fs::read_to_string(&path).expect("docs/explain.md");
    let mark = format!("<!-- examples made with: {} -->", signature());
    let bless = std::env::var_os("XANTHOS_BLESS").is_some();
    let old_mark = page.lines().find(|line| line.starts_with("<!-- examples made with: "));
    let old_mark = old_mark.expect("a mark of what the examples were made with");
    if !bless && old_mark != mark {
        println!("SKIPPED: search or evaluation changed; XANTHOS_BLESS=1 renews the examples");
        return;
    }
    let mut fresh = String::new();
    for (index, part) in page.split("```").enumerate() {
        if index > 0 {
            fresh.push_str("```");
        }
        let command = part.strip_prefix("console\n$ xanthos ").and_then(|rest| rest.lines().next());
        match command {
            Some(command) if index % 2 == 1 => {
                let arguments = words(command);
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                let (code, stdout, stderr) = run(&arguments);
                assert!(code.is_some(), "{command}");
                fresh.push_str(&format!("console\n$ xanthos {command}\n{stdout}{stderr}"));
            }
            _ => fresh.push_str(part),
        }
    }
    if bless {
        let fresh = fresh.replace(old_mark, &mark);
        std::fs::write(&path, fresh).expect("docs/explain.md can be written");
    } else {
        assert_eq!(page, fresh, "run this test once with XANTHOS_BLESS=1");
    }
}

#[test]
fn two_searches_are_held_against_each_other() {
    let (code, page, _) = explain(&[SCHOLAR, "--searches"]);
    assert_eq!(code, Some(0));
    let chapter = page.split("Two searches\n").nth(1).unwrap_or_else(|| panic!("{page}"));
    assert!(chapter.contains("agree on Qxf7#") && chapter.contains("#1"), "{chapter}");
    let said = document(&["startpos", "--searches"]);
    let [one, two] = ["alphabeta", "mcts"].map(|name| said["searches"][name]["best"].clone());
    assert!(one["line"].is_object() || one["line"].is_array() || one["line"].is_string());
    assert_eq!(said["searches"]["agree"], one["uci"] == two["uci"]);
    assert!(document(&["startpos"]).get("searches").is_none());
    assert!(!explain(&[MATED, "--searches"]).1.contains("Two searches"));
}
