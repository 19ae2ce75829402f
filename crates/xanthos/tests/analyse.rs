// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos analyse` as it is run: files in, files out, killed and run again.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const SCHOLAR: &str =
    "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";
const BROKEN: &str = "[White \"No\"]\n[Black \"Body\"]\n\n1. e4 e5 2. Ke3 *\n\n";

fn xanthos(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xanthos"));
    command.arg("analyse").args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run_with(input: &str, folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut child = xanthos(folder, arguments).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that does not want its input closes it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    run_with("", folder, arguments)
}

#[test]
fn a_filter_from_games_to_annotated_games() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{SCHOLAR}{BROKEN}");
    let (code, stdout, stderr) = run_with(&input, folder.path(), &["-", "--nodes", "2000"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("3... Nf6 $4") && stdout.contains("[%eval #1"), "{stdout}");
    assert!(
        stderr.contains("skipped: game 2 (No - Body)") && stderr.contains("1 broken"),
        "{stderr}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn every_kind_of_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), format!("{SCHOLAR}{BROKEN}{SCHOLAR}")).unwrap();
    let (code, stdout, stderr) = run(
        path,
        &[
            "games.pgn",
            "--depth",
            "4",
            "-j",
            "2",
            "-o",
            "a.pgn",
            "-o",
            "a.json",
            "-o",
            "a.html",
            "--plots",
            "graphs",
            "--plot-format",
            "svg,png",
            "--explain",
            "club",
        ],
    );
    assert_eq!((code, stdout.as_str()), (Some(0), ""), "{stderr}");
    assert!(stderr.contains("2 games analysed; 1 broken"), "{stderr}");
    let document: Value =
        serde_json::from_str(&fs::read_to_string(path.join("a.json")).unwrap()).unwrap();
    assert_eq!(document["how"]["effort"], "depth 4");
    assert_eq!(document["games"][1]["number"], 3);
    assert_eq!(document["games"][0]["moves"][5]["judgement"], "blunder");
    assert!(document["games"][0]["moves"][5]["remarks"][0]["text"].is_string());
    assert!(fs::read_to_string(path.join("a.html")).unwrap().contains("Turning points"));
    let graphs: Vec<_> = ["0001-evaluation.svg", "0003-evaluation.png"].into();
    assert!(graphs.iter().all(|name| path.join("graphs").join(name).exists()));
    assert!(!path.join("a.pgn.journal").exists(), "a finished run needs no journal");
}

#[test]
fn killed_and_run_again_writes_what_one_run_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), SCHOLAR.repeat(20)).unwrap();
    let order = |output: &'static str| ["games.pgn", "--nodes", "10000", "-j", "2", "-o", output];
    let mut child = xanthos(path, &order("a.json")).spawn().unwrap();
    let journal = path.join("a.json.journal");
    let begun = Instant::now();
    let lines =
        || fs::read(&journal).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count());
    while lines() < 4 && child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(300), "nothing happens");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    if journal.exists() {
        assert!(!path.join("a.json").exists(), "no half of a file");
    }
    let (code, _, stderr) = run(path, &order("a.json"));
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("of them before"), "{stderr}");
    assert_eq!(run(path, &order("b.json")).0, Some(0));
    let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
    assert_eq!(read("a.json"), read("b.json"));
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), SCHOLAR.repeat(200)).unwrap();
    let child = xanthos(path, &["games.pgn", "--nodes", "20000", "-o", "a.pgn"]).spawn().unwrap();
    let journal = path.join("a.pgn.journal");
    let begun = Instant::now();
    while fs::read(&journal).map_or(0, |text| text.len()) < 3_000 {
        assert!(begun.elapsed() < Duration::from_secs(300), "nothing happens");
        std::thread::sleep(Duration::from_millis(2));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("the same command goes on from here"), "{stderr}");
    let games = fs::read_to_string(path.join("a.pgn")).unwrap().matches("[White ").count();
    assert!((1..200).contains(&games) && journal.exists());
}

#[test]
fn wrong_orders_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), SCHOLAR).unwrap();
    fs::write(path.join("broken.pgn"), BROKEN).unwrap();
    for (arguments, code, words) in [
        (&["games.pgn", "-o", "a.txt"][..], 2, "unknown ending"),
        (&["games.pgn", "-o", "./games.pgn"][..], 2, "over themselves"),
        (&["none.pgn"][..], 2, "none.pgn"),
        (&["games.pgn", "--depth", "0"][..], 2, "depth"),
        (&["games.pgn", "--depth", "3", "--nodes", "1000"][..], 2, "cannot be used with"),
        (&["games.pgn", "--thresholds", "20,10,5"][..], 2, "three rising numbers"),
        (&["games.pgn", "--option", "Style"][..], 2, "NAME=VALUE"),
        (&["games.pgn", "--option", "NoSuch=1"][..], 2, "NoSuch"),
        (&["broken.pgn", "--nodes", "500"][..], 2, "Ke3"),
    ] {
        let (status, _, stderr) = run(path, arguments);
        assert_eq!(status, Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
}
