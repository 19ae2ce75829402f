// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune screen` of the real binary, playing against itself.

use std::path::Path;
use std::process::{Command, Stdio};

const XANTHOS: &str = env!("CARGO_BIN_EXE_xanthos");

fn run(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(XANTHOS)
        .args(["tune", "screen", "--engine", XANTHOS])
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_tiny_run_tells_what_each_change_is_worth_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("changes.txt"), "Contempt=0..20  # bolder\n").unwrap();
    let run_for = |trials| {
        let changes = ["--file", "changes.txt", "--change", "late:Move Overhead=10..11"];
        let games = ["--nodes", "100", "--option", "Hash=1", "--trials", trials];
        let short = ["--", "-maxmoves", "6"];
        run(dir.path(), &[&changes[..], &games, &short].concat())
    };
    let (code, stdout, stderr) = run_for("3");
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    assert!(stdout.starts_with("3 of 3 trials, 6 games\ntoo few trials"), "{stdout}");
    // A torn line is played again; what is whole is not.
    let record = dir.path().join("screen.record");
    let mut text = std::fs::read_to_string(&record).unwrap();
    assert_eq!(text.lines().count(), 2 + 2 + 1 + 3, "{text}");
    text.push_str("4 0.");
    std::fs::write(&record, &text).unwrap();
    let (code, stdout, _) = run_for("12");
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("12 of 12 trials, 24 games\n"), "{stdout}");
    for name in ["Contempt  ", "late      "] {
        assert!(
            stdout.lines().any(|line| line.starts_with(name) && line.contains("+/-")),
            "{stdout}"
        );
    }
    let (code, _, stderr) = run(dir.path(), &["--nodes", "9", "--change", "Contempt=0..9"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("screen.record") && stderr.contains("other settings"), "{stderr}");
}

#[test]
fn a_change_that_cannot_be_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    for (arguments, code, said) in [
        (&["--nodes", "9"][..], 1, "no change"),
        (&["--nodes", "9", "--change", "Contempt=5"], 2, "OPTION=OLD..NEW"),
        (&["--change", "Contempt=0..5"], 2, "--tc"),
        (&["--nodes", "9", "--change", "a:Hash=1..2", "--change", "b:hash=1..3"], 1, "twice"),
    ] {
        let (found, _, stderr) = run(dir.path(), arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    }
}
