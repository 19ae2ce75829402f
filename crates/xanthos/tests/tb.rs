// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tb`: what it prints, and what it says when it can't.

use std::process::{Command, Output, Stdio};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/tables");

fn tb(arguments: &[&str], variable: Option<&str>) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xanthos"));
    command.arg("tb").args(arguments).stdin(Stdio::null()).env_remove("SYZYGY_PATH");
    if let Some(path) = variable {
        command.env("SYZYGY_PATH", path);
    }
    let Output { status, stdout, stderr } = command.output().expect("xanthos runs");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn the_outcome_and_every_move() {
    let fen = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
    let (code, stdout, stderr) = tb(&["--path", TABLES, fen], None);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].starts_with("White wins; capture, pawn move or mate in 3"), "{stdout}");
    let words: Vec<Vec<&str>> =
        lines[1..5].iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        words,
        [
            vec!["Kd6", "win", "3"],
            vec!["Kf6", "win", "3"],
            vec!["Kd5", "draw"],
            vec!["Kf5", "draw"]
        ]
    );
    assert!(lines.last().unwrap().contains("white mates"), "{stdout}");
    // The variable does as well as the option, and words need no quotes.
    let words: Vec<&str> = fen.split(' ').collect();
    assert_eq!(tb(&words, Some(TABLES)).1, stdout);
}

#[test]
fn a_loss_a_draw_a_mate_and_the_clock() {
    let first = |fen: &str| {
        let (code, stdout, stderr) = tb(&["--path", TABLES, fen], None);
        assert_eq!(code, Some(0), "{fen}: {stderr}");
        stdout.lines().next().unwrap().to_owned()
    };
    assert!(first("8/8/8/3k4/8/8/8/KR6 b - - 0 1").starts_with("White wins"));
    assert_eq!(first("8/8/8/3k4/8/8/8/KN6 b - - 0 1"), "Draw");
    assert!(first("8/8/8/3k4/8/8/8/KR6 w - - 90 99").starts_with("Draw: White wins, but"));
    assert_eq!(first("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), "The game is over: white mates");
    let (_, stdout, _) = tb(&["--path", TABLES, "7k/8/6K1/8/8/8/8/R7 w - - 0 1"], None);
    let best: Vec<&str> = stdout.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(best, ["Ra8#", "win", "mate"]);
    let spoilt = ["--path", TABLES, "--no-fifty-moves", "8/8/8/3k4/8/8/8/KR6 w - - 90 99"];
    assert!(tb(&spoilt, None).1.starts_with("White wins"));
}

#[test]
fn as_json() {
    let fen = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
    let (code, stdout, _) = tb(&["--path", TABLES, "--json", fen], None);
    assert_eq!(code, Some(0));
    let told: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(told["fen"], fen);
    assert_eq!(told["outcome"], "win");
    assert_eq!(told["dtz"], 3);
    assert_eq!(told["moves"][0]["uci"], "e6d6");
    assert_eq!(told["moves"][3]["outcome"], "draw");
    assert!(told["line"].as_array().unwrap().len() > 5);
}

#[test]
fn what_it_cannot_answer() {
    let refused = |arguments: &[&str], code: i32, word: &str| {
        let (got, stdout, stderr) = tb(arguments, None);
        assert_eq!((got, stdout.as_str()), (Some(code), ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains("error: ") && stderr.contains(word), "{arguments:?}: {stderr}");
    };
    let rook = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
    refused(&[rook], 2, "SYZYGY_PATH");
    refused(&["--path", TABLES, "8/8/8/8/8/8/8/8 w - - 0 1"], 2, "king");
    refused(&["--path", TABLES, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], 1, "castling");
    refused(&["--path", TABLES, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"], 1, "4 pieces");
    refused(&["--path", "/not/there", rook], 1, "/not/there");
    let dir = tempfile::tempdir().unwrap();
    let copy = |name: &str| {
        std::fs::copy(format!("{TABLES}/{name}"), dir.path().join(name)).unwrap();
    };
    copy("KQvK.rtbw");
    let path = dir.path().display().to_string();
    refused(&["--path", &path, rook], 1, "KRvK.rtbw is missing");
    // Outcomes without distances are outcomes all the same.
    let (code, stdout, _) = tb(&["--path", &path, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"], None);
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("White wins; there is no table of distances"), "{stdout}");
}
