// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune texel` of the real binary, on games written here.

use crate::games;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use eval::classical::Weights;
use games::write_games;

fn command(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xanthos"));
    command.args(["tune", "texel"]).args(arguments).current_dir(dir).stdin(Stdio::null());
    command
}

fn run(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(dir, arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

const RUN: &[&str] =
    &["lines:games.vf", "--epochs", "3", "--batch", "128", "--rate", "4", "--threads", "2"];

#[test]
fn it_tunes_tells_and_writes_the_weights_file() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.vf"), 48);
    let (code, stdout, stderr) = run(dir.path(), RUN);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    assert_eq!(stdout.lines().filter(|line| line.starts_with("epoch ")).count(), 3, "{stdout}");
    let written = std::fs::read_to_string(dir.path().join("weights.rs")).unwrap();
    let weights = Weights::parse(&written).unwrap();
    assert_ne!(weights, Weights::default());
    assert_eq!(weights.source(), written, "the file that the engine compiles in");
    for file in ["weights.rs.checkpoint", "weights.rs.svg"] {
        assert!(dir.path().join(file).exists(), "{file}");
    }

    // An earlier run is not written over by accident.
    let (code, _, stderr) = run(dir.path(), RUN);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("--resume") && stderr.contains("weights.rs.checkpoint"), "{stderr}");
    // The same again gives the same, on any number of threads; and --start reads
    // what was written.
    let (code, _, stderr) =
        run(dir.path(), &[RUN, &["--fresh", "--threads", "1"][..]].concat()[..]);
    assert_eq!(code, Some(2), "a flag twice: {stderr}");
    let again: Vec<&str> = RUN.iter().map(|&word| if word == "2" { "1" } else { word }).collect();
    let (code, ..) = run(dir.path(), &[&again[..], &["--output", "again.rs"]].concat());
    assert_eq!(code, Some(0));
    assert_eq!(std::fs::read_to_string(dir.path().join("again.rs")).unwrap(), written);
    let (code, ..) =
        run(dir.path(), &["lines:games.vf", "--start", "again.rs", "--epochs", "0", "-o", "x.rs"]);
    assert_eq!(code, Some(0));
}

#[test]
fn what_is_wrong_is_said_and_where() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("bad.vf"), [7; 40]).unwrap();
    std::fs::write(dir.path().join("bad.rs"), "fn main() {}").unwrap();
    for (arguments, code, said) in [
        (&["games:bad.vf"][..], 1, &["bad.vf", "at byte 0"][..]),
        (&["games:missing.vf"], 1, &["missing.vf"]),
        (&["games:bad.vf", "--start", "bad.rs"], 1, &["bad.rs", "MATERIAL"]),
        (&["bad.vf"], 2, &["KIND:FILE", "games, lines"]),
        (&["games:bad.vf", "--blend", "2"], 2, &["from 0 to 1"]),
        (&["games:bad.vf", "--threads", "0"], 2, &["from 1"]),
        (&[], 2, &["SOURCE"]),
    ] {
        let (found, _, stderr) = run(dir.path(), arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {stderr}");
        for part in said {
            assert!(stderr.contains(part), "{arguments:?}: {stderr}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_to_the_same_weights() {
    use std::io::{BufRead, BufReader};

    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.vf"), 48);
    // So many epochs that there is time to interrupt it.
    let long =
        ["lines:games.vf", "--epochs", "150", "--batch", "128", "--rate", "4", "-o", "cut.rs"];
    let mut child =
        command(dir.path(), &long).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("epoch 1/150")));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    lines.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(dir.path().join("cut.rs.checkpoint").exists());

    let (code, stdout, _) = run(dir.path(), &[&long[..], &["--resume"]].concat());
    assert_eq!(code, Some(0));
    assert!(stdout.contains("resumed after"), "{stdout}");
    let whole: Vec<&str> =
        long.iter().map(|&word| if word == "cut.rs" { "whole.rs" } else { word }).collect();
    assert_eq!(run(dir.path(), &whole).0, Some(0));
    let text = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(text("cut.rs.checkpoint"), text("whole.rs.checkpoint"));
    assert_eq!(text("cut.rs"), text("whole.rs"));
}
