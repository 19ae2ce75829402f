// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune spsa` of the real binary, playing against itself.

use std::path::Path;
use std::process::{Command, Stdio};

const XANTHOS: &str = env!("CARGO_BIN_EXE_xanthos");

fn run(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(XANTHOS)
        .args(["tune", "spsa"])
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_tiny_run_plays_keeps_and_tells() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(
        dir.path().join("parameters.toml"),
        "[[parameter]]\nname = \"Contempt\"\nstart = 0\nmin = -50\nmax = 50\nc_end = 8\n",
    )
    .unwrap();
    let tiny = [
        "--engine",
        XANTHOS,
        "--file",
        "parameters.toml",
        "--param",
        "Move Overhead,10,0,100,5",
        "--nodes",
        "100",
        "--iterations",
        "3",
        "--option",
        "Hash=1",
        "--concurrency",
        "2",
    ];
    let short = ["--", "-maxmoves", "10"];
    let (code, stdout, stderr) = run(dir.path(), &[&tiny[..], &short].concat());
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    assert_eq!(stdout.lines().filter(|line| line.starts_with("iteration ")).count(), 3);
    for name in ["Contempt", "Move Overhead"] {
        assert!(stdout.contains(&format!("setoption name {name} value ")), "{stdout}");
    }
    let course = std::fs::read_to_string(dir.path().join("spsa.course")).unwrap();
    assert_eq!(course.lines().count(), 2 + 2 + 3, "{course}");
    assert!(dir.path().join("spsa.svg").exists());

    // What is done is not done again, and not written over by accident.
    let (code, stdout, _) = run(dir.path(), &[&tiny[..], &["--resume"], &short].concat());
    assert_eq!(code, Some(0));
    assert!(!stdout.contains("iteration 3/3") && stdout.contains("after 3 of 3"), "{stdout}");
    let (code, _, stderr) = run(dir.path(), &[&tiny[..], &short].concat());
    assert_eq!(code, Some(1));
    assert!(stderr.contains("--resume"), "{stderr}");
}

#[test]
fn what_is_wrong_is_said() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("bad.toml"), "[[parameter]]\nname = 3\n").unwrap();
    let good = "Contempt,0,-50,50,8";
    for (arguments, code, said) in [
        (&["--engine", XANTHOS, "--param", good][..], 2, "--tc"),
        (&["--engine", XANTHOS, "--param", "X,1", "--nodes", "9"], 2, "NAME,START"),
        (&["--engine", XANTHOS, "--nodes", "9"], 1, "no parameter"),
        (&["--engine", XANTHOS, "--file", "bad.toml", "--nodes", "9"], 1, "bad.toml"),
        (&["--engine", XANTHOS, "--param", good, "--tc", "soon"], 1, "soon"),
        (&["--engine", "./missing", "--param", good, "--nodes", "9"], 1, "missing"),
    ] {
        let (found, _, stderr) = run(dir.path(), arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    }
}
