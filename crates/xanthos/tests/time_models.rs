// SPDX-License-Identifier: GPL-3.0-or-later
//! Every model of time plays fast games to the end without losing on time, and
//! says why it took its time.

use std::process::{Command, Stdio};

const XANTHOS: &str = env!("CARGO_BIN_EXE_xanthos");

/// A short match between two models; its games as PGN.
fn games(first: &str, second: &str, tc: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let pgn = dir.path().join("games.pgn");
    let output = Command::new(XANTHOS)
        .arg("match")
        .args(["-engine", &format!("cmd={XANTHOS}"), "name=first"])
        .arg(format!("option.TimeModel={first}"))
        .args(["-engine", &format!("cmd={XANTHOS}"), "name=second"])
        .arg(format!("option.TimeModel={second}"))
        .args(["-each", &format!("tc={tc}"), "option.Hash=1", "-rounds", "1", "-repeat"])
        .args(["-maxmoves", "30", "-concurrency", "2"])
        .args(["-pgnout", &format!("file={}", pgn.display())])
        .current_dir(dir.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(pgn).unwrap()
}

#[test]
fn no_model_loses_on_time() {
    for (first, second, tc) in [
        ("adaptive", "fixed", "1+0.02"),
        ("safety", "ply", "1+0.02"),
        ("material", "blitz", "1+0.02"),
        ("adaptive", "blitz", "10/0.5"),
    ] {
        let pgn = games(first, second, tc);
        assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
        let late = pgn.contains("time forfeit") || pgn.contains("on time");
        assert!(!late, "{first} {second} {tc}: {pgn}");
        assert!(!pgn.contains("illegal") && !pgn.contains("abandoned"), "{pgn}");
    }
}

/// What is said about time when these commands are run, each after the other.
fn time_lines(commands: &[&str]) -> Vec<String> {
    let output = Command::new(XANTHOS).args(commands).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("info string time:"));
    lines.map(str::to_owned).collect()
}

#[test]
fn the_reasons_are_told_to_who_asks() {
    let only_move =
        ["position fen 7k/8/8/8/8/8/r7/K6r w - - 0 1", "go wtime 600000 btime 600000", "quit"];
    assert_eq!(time_lines(&only_move), Vec::<String>::new());
    for ask in ["debug on", "setoption name TimeReport value true"] {
        let lines = time_lines(&[&[ask], &only_move[..]].concat());
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains("adaptive recommended"), "{lines:?}");
        assert!(lines[0].ends_with("ended because there is only one move"), "{lines:?}");
    }
    let fixed = ["debug on", "position startpos", "go movetime 30", "go depth 3", "quit"];
    let lines = time_lines(&fixed);
    assert_eq!(lines.len(), 1, "a depth has nothing to say about time: {lines:?}");
    assert!(lines[0].contains("time a move recommended 20 ms, limit 20 ms"), "{lines:?}");
}

/// The clock that a GUI tells does not run in these commands; the engine's own, which counts nodes,
/// does, and a second process has the same thoughts.
#[test]
fn a_clock_that_counts_nodes_is_the_same_everywhere() {
    let mut commands = vec!["setoption name NodesTime value 20", "debug on"];
    commands.extend(["position startpos", "go wtime 10000 btime 10000"].repeat(4));
    let told = time_lines(&commands);
    assert_eq!(told, time_lines(&commands));
    let recommended: Vec<u32> = told
        .iter()
        .filter_map(|line| line.split("recommended ").nth(1)?.split(' ').next()?.parse().ok())
        .collect();
    assert_eq!(recommended.len(), 4, "{told:?}");
    assert!(recommended.is_sorted_by(|a, b| a > b), "{told:?}");
    // Another game begins with what is told then.
    commands.extend(["ucinewgame", "go wtime 10000 btime 10000"]);
    let told = time_lines(&commands);
    assert_eq!(told.last(), told.first());
}
