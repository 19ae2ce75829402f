// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos motifs`, as a person at a terminal and a program that reads its output see it.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const FORK: &str = "q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";

/// A labelled table with two puzzles and two rows that are none.
const TABLE: &str = "\
PuzzleId,FEN,Moves,Rating,NbPlays,Themes
one,3qk3/8/8/3N4/8/8/8/4K3 b - - 0 1,d8a8 d5c7 e8d8 c7a8,1000,5,endgame fork short
bad,no position,e2e4,1000,5,fork
two,7k/5ppp/8/8/8/8/8/R5K1 b - - 0 1,h8g8 a1a8,1000,5,backRankMate endgame mate mateIn1 oneMove rookEndgame
worse,7k/5ppp/8/8/8/8/8/R5K1 b - - 0 1,h8g8 a1b8,1000,5,mate
";

fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xanthos"))
        .arg("motifs")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("xanthos starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that refuses its arguments reads nothing.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("xanthos ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn one_line_is_told_in_words() {
    let (code, stdout, stderr) = run(&[FORK, "d5c7 e8d8 c7a8"], "");
    assert_eq!((code, &*stderr), (Some(0), ""));
    let first = stdout.lines().next().unwrap_or_default();
    assert!(first.starts_with("fork") && first.contains("1. Nc7+"), "{stdout}");
    assert!(first.ends_with("The knight on c7 attacks the king on e8 and the queen on a8."));
    let words: Vec<&str> = FORK.split(' ').chain(["Nc7+", "Kd8", "Nxa8"]).collect();
    assert_eq!(run(&words, "").1, stdout, "quotes and notation make no difference");
}

#[test]
fn one_line_as_json() {
    let (code, stdout, _) = run(&[FORK, "d5c7 e8d8 c7a8", "--json"], "");
    assert_eq!(code, Some(0));
    let document: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(document["idea"], "fork");
    assert_eq!(document["solver"], "white");
    let motifs = document["motifs"].as_array().expect("a list");
    let fork = motifs.iter().find(|motif| motif["theme"] == "fork").expect("a fork");
    assert_eq!((&fork["ply"], &fork["san"]), (&0.into(), &"Nc7+".into()));
    assert_eq!(fork["parts"]["fork"]["forker"]["square"], "c7");
    assert_eq!(fork["parts"]["fork"]["targets"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_solver_can_be_named() {
    let line = "d8a8 d5c7 e8d8 c7a8";
    let fen = "3qk3/8/8/3N4/8/8/8/4K3 b - - 0 1";
    assert!(run(&[fen, line, "--solver", "white"], "").1.starts_with("fork"));
    assert!(!run(&[fen, line], "").1.contains("fork"));
}

#[test]
fn themes_that_need_an_engine_are_asked_for() {
    let arguments =
        ["4k3/8/8/8/8/8/8/QR2K3 w - - 0 1", "a1a7", "--engine-themes", "--nodes", "2000"];
    let (code, stdout, _) = run(&arguments, "");
    assert_eq!(code, Some(0));
    assert!(stdout.contains("crushing"), "{stdout}");
    assert!(!run(&arguments[..2], "").1.contains("crushing"));
}

#[test]
fn a_table_is_tagged_and_bad_rows_are_reported() {
    let (code, stdout, stderr) = run(&["-"], TABLE);
    assert_eq!(code, Some(0), "{stderr}");
    let rows: Vec<&str> = stdout.lines().collect();
    assert_eq!(rows.len(), 2, "{stdout}");
    assert!(rows[0].starts_with("one ") && rows[0].contains("fork"), "{stdout}");
    assert!(rows[1].starts_with("two ") && rows[1].contains("backRankMate"), "{stdout}");
    let skipped: Vec<&str> =
        stderr.lines().filter(|line| line.starts_with("skipped: line ")).collect();
    assert_eq!(skipped.len(), 2, "{stderr}");
    assert!(skipped[0].starts_with("skipped: line 3: "), "{stderr}");
    assert!(skipped[1].starts_with("skipped: line 5: move 2: \"a1b8\""), "{stderr}");
    assert!(stderr.contains("2 lines tagged, 2 skipped"), "{stderr}");
}

#[test]
fn formats_for_programs() {
    let (_, csv, _) = run(&["-", "--format", "csv"], TABLE);
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("PuzzleId,FEN,Moves,Rating,NbPlays,Themes,Motifs"),);
    let row = lines.next().unwrap_or_default();
    assert!(row.starts_with("one,3qk3/") && row.contains(",fork "), "{row}");

    let (_, jsonl, _) = run(&["-", "--format", "jsonl"], TABLE);
    let rows: Vec<Value> =
        jsonl.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&rows[0]["id"], &rows[0]["line"]), (&"one".into(), &2.into()));
    assert!(rows[0]["themes"].as_array().is_some_and(|themes| themes.contains(&"fork".into())));
    assert!(rows[1]["motifs"].as_array().is_some_and(|motifs| !motifs.is_empty()));
}

#[test]
fn labels_are_scored() {
    let (code, stdout, _) = run(&["-", "--score"], TABLE);
    assert_eq!(code, Some(0));
    let fork = stdout.lines().find(|line| line.starts_with("fork ")).unwrap_or_default();
    let cells: Vec<&str> = fork.split_whitespace().collect();
    assert_eq!(cells, ["fork", "1", "1.000", "1.000", "1.000"], "{stdout}");
    assert!(stdout.contains("macro average") && stdout.contains("--engine-themes"), "{stdout}");

    let unlabelled = "FEN,Moves\n7k/5ppp/8/8/8/8/8/R5K1 b - - 0 1,h8g8 a1a8\n";
    let (code, _, stderr) = run(&["-", "--score"], unlabelled);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("Themes"), "{stderr}");
    let (code, stdout, _) = run(&["-"], unlabelled);
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("2 "), "rows without a name have a number: {stdout}");
}

#[test]
fn the_order_of_rows_does_not_depend_on_threads() {
    let mut table = String::from("PuzzleId,FEN,Moves\n");
    for number in 0..3_000 {
        let row = if number % 7 == 0 {
            "nothing,e2e4"
        } else {
            "7k/5ppp/8/8/8/8/8/R5K1 b - - 0 1,h8g8 a1a8"
        };
        table += &format!("{number},{row}\n");
    }
    let (_, one, _) = run(&["-", "-j", "1"], &table);
    let (_, four, _) = run(&["-", "-j", "4"], &table);
    assert_eq!(one, four);
    assert_eq!(one.lines().count(), 3_000 - 3_000_usize.div_ceil(7));
}

#[test]
fn wrong_input_is_explained() {
    for (arguments, input, word) in [
        (&["-"][..], "a,b\n1,2\n", "FEN"),
        (&["-"][..], "", "FEN"),
        (&["-"][..], "FEN,Moves\nx,y\n", "line 2"),
        (&[FORK][..], "", "no move"),
        (&[FORK, "d5c8"][..], "", "move 1"),
        (&["8/8/8/8/8/8/8/8 w - - 0 1", "e2e4"][..], "", "king"),
    ] {
        let (code, stdout, stderr) = run(arguments, input);
        assert_eq!((code, &*stdout), (Some(2), ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(word), "{arguments:?}: {stderr}");
    }
    let (code, _, stderr) = run(&["no-such-file.csv"], "");
    assert_eq!(code, Some(2));
    assert_eq!(stderr.matches("No such file").count(), 1, "{stderr}");
    assert!(stderr.contains("no-such-file.csv"), "{stderr}");
}

#[test]
fn packed_tables_are_read() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("puzzles.csv");
    std::fs::write(&path, TABLE).expect("a file");
    let name = path.to_str().expect("a name");
    assert_eq!(run(&[name], "").1, run(&["-"], TABLE).1);
}

/// Whoever reads our output has had enough: the command ends, though its input does not.
#[test]
fn a_closed_pipe_ends_it() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xanthos"))
        .args(["motifs", "-", "--format", "csv"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("xanthos starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let row = "x,7k/5ppp/8/8/8/8/8/R5K1 b - - 0 1,h8g8 a1a8\n";
    let _ = stdin.write_all(format!("PuzzleId,FEN,Moves\n{}", row.repeat(5_000)).as_bytes());
    let status = child.wait().expect("xanthos ends");
    assert!(status.success(), "{status}");
}
