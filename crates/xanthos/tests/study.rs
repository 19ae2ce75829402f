// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos study` as it is run: the list, one study, all of them, an interruption; and the option
//! that uses what the study of lengths writes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const XANTHOS: &str = env!("CARGO_BIN_EXE_xanthos");

const STUDIES: [&str; 10] = [
    "length",
    "two-move",
    "stability",
    "time",
    "quiescence",
    "granularity",
    "cutoffs",
    "mcts",
    "cnn",
    "evaluators",
];

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(XANTHOS);
    command.arg("study").args(arguments).current_dir(folder).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_study_is_listed_with_what_can_be_set() {
    let folder = tempfile::tempdir().unwrap();
    let (code, stdout, stderr) = run(folder.path(), &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    for name in STUDIES {
        assert!(
            stdout.lines().any(|line| line.starts_with(&format!("{name} ("))),
            "{name}: {stdout}"
        );
    }
    assert!(stdout.contains("--set nodes="), "{stdout}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A small run of everything: pages, data, and the table of claims. Sizes are those of `--quick`.
#[test]
fn all_studies_run_and_leave_pages_data_and_claims() {
    let folder = tempfile::tempdir().unwrap();
    let (code, stdout, stderr) = run(folder.path(), &["all", "--quick", "--out", "all"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let out = folder.path().join("all");
    let claims = read(out.join("README.md"));
    for name in STUDIES {
        let at = out.join(name);
        let page = read(at.join("index.html"));
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg"), "{name}");
        for link in page.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(link.starts_with("http") || at.join(link).exists(), "{name}: {link}");
        }
        let json: serde_json::Value =
            serde_json::from_str(&read(at.join(format!("{name}.json")))).unwrap();
        assert_eq!(json["study"], name);
        let tables = json["tables"].as_array().unwrap();
        assert!(!tables.is_empty() && !json["claims"].as_array().unwrap().is_empty(), "{name}");
        for table in tables {
            let (rows, columns) =
                (table["rows"].as_array().unwrap(), table["columns"].as_array().unwrap());
            assert!(!rows.is_empty(), "{name}: {}", table["name"]);
            assert!(
                rows.iter().all(|row| row.as_array().unwrap().len() == columns.len()),
                "{name}"
            );
            let csv = read(at.join(format!("{}.csv", table["name"].as_str().unwrap())));
            assert_eq!(csv.lines().count(), rows.len() + 1, "{name}");
        }
        let chapter = read(at.join(format!("{name}.md")));
        assert!(chapter.contains(&format!("xanthos study {name} --quick")), "{name}");
        // Every picture of the chapter is there.
        for link in chapter.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(!link.ends_with(".svg") || at.join(link).exists(), "{name}: {link}");
        }
        assert!(
            claims.contains(&format!("[`xanthos study {name}`]({name}.md)")),
            "{name}: {claims}"
        );
    }
    assert!(claims.contains("50.3 % by its own formula"), "{claims}");
    // Once more: everything is remembered, and the pages are the same.
    let before = read(out.join("cutoffs/cutoffs.md"));
    let (code, _, stderr) = run(folder.path(), &["cutoffs", "--quick", "--out", "all/cutoffs"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(read(out.join("cutoffs/cutoffs.md")), before);
    // What the study of lengths wrote is a file for the engine.
    let tables = out.join("length/time-tables.txt");
    let option = format!("setoption name TimeTables value {}", tables.display());
    assert_eq!(uci(&[&option, "isready"]).matches("info string").count(), 0);
}

/// What the engine says to these commands.
fn uci(commands: &[&str]) -> String {
    let output =
        Command::new(XANTHOS).args(commands).arg("quit").stdin(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The time that is recommended for the first move of a long game.
fn recommended(options: &[&str]) -> String {
    let mut commands = options.to_vec();
    commands.extend([
        "setoption name TimeReport value true",
        "position startpos",
        "go wtime 1000 btime 1000",
    ]);
    let text = uci(&commands);
    let line = text.lines().find(|line| line.starts_with("info string time:")).expect("a report");
    line.split(',').find(|part| part.contains("recommended")).expect("a recommendation").to_owned()
}

#[test]
fn the_engine_uses_the_tables_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.txt");
    let table = |rest: u32| {
        let by_ply = (0..31).map(|i| format!("ply {} {rest}\n", 10 * i));
        let by_material = (0..14).map(|i| format!("material {} {rest}\n", 6 * i));
        by_ply.chain(by_material).collect::<String>()
    };
    fs::write(&path, table(400)).unwrap();
    let option = format!("setoption name TimeTables value {}", path.display());
    let (usual, longer) = (recommended(&[]), recommended(&[&option]));
    assert_ne!(usual, longer);
    // Without a name the tables that ship are back.
    assert_eq!(recommended(&[&option, "setoption name TimeTables value <empty>"]), usual);
    // A file that is none is refused with its line, and nothing changes.
    fs::write(&path, "ply 0 84\nnonsense\n").unwrap();
    let told = uci(&[&option, "isready"]);
    assert!(told.contains("TimeTables") && told.contains("line 2"), "{told}");
    assert_eq!(recommended(&[&option]), usual);
}

#[test]
fn an_interrupted_study_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["two-move", "--quick", "--out", "out"];
    assert_eq!(run(folder.path(), &arguments).0, Some(0));
    let whole = read(folder.path().join("out/two-move.json"));
    // As if it had been killed over its third measurement.
    let journal = folder.path().join("out/journal");
    let text = read(&journal);
    let kept: Vec<&str> = text.lines().take(3).collect();
    fs::write(&journal, format!("{}\n{{\"key\":\"n 5", kept.join("\n"))).unwrap();
    fs::remove_file(folder.path().join("out/two-move.json")).unwrap();
    assert_eq!(run(folder.path(), &arguments).0, Some(0));
    assert_eq!(read(folder.path().join("out/two-move.json")), whole);
    assert_eq!(read(&journal), text);
    // Other settings in the same folder are another run.
    let (code, _, stderr) =
        run(folder.path(), &["two-move", "--quick", "--out", "out", "--set", "time=20"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("--restart"), "{stderr}");
}

#[test]
fn wrong_arguments_get_one_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty.pgn"), "").unwrap();
    fs::write(folder.path().join("no-times.pgn"), "1. e4 e5 *\n").unwrap();
    for (arguments, named) in [
        (&["lenght"][..], "no study is called 'lenght'"),
        (&["two-move", "--set", "time"], "NAME=VALUE"),
        (&["two-move", "--set", "time=long"], "a number from"),
        (&["two-move", "--set", "games=3"], "no parameter 'games'"),
        (&["two-move", "games.pgn"], "reads no files"),
        (&["length", "missing.pgn"], "missing.pgn"),
        (&["length", "empty.pgn", "--out", "a"], "no game with a result"),
        (&["time", "missing.pgn"], "missing.pgn"),
        (&["stability", "missing.pgn"], "missing.pgn"),
        (&["time", "no-times.pgn"], "no move of the game has a time"),
        (&["stability", "--quick", "--set", "engine=./no-such-engine"], "no-such-engine"),
        (&["all", "games.pgn"], "'all' reads no files"),
        (&["all", "--set", "tempo=3"], "no study has a parameter 'tempo'"),
    ] {
        let (code, stdout, stderr) = run(folder.path(), arguments);
        // An engine that does not start is no fault of the command line.
        let wanted = if named == "no-such-engine" { 1 } else { 2 };
        assert_eq!(code, Some(wanted), "{arguments:?}: {stdout}{stderr}");
        assert!(stderr.contains(named), "{arguments:?}: {stderr}");
        assert_eq!(stderr.matches("error:").count(), 1, "{arguments:?}: {stderr}");
    }
}
