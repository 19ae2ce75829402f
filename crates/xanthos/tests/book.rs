// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos book` on the command line: books made, merged, looked into.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const GAMES: &str = "[White \"A\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n[Date \"2020.01.01\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n\
    [White \"B\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2500\"]\n[Date \"1999.01.01\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2\n\n\
    [White \"C\"]\n\n1. d4 d5 0-1\n\n\
    [White \"Broken\"]\n[Black \"Game\"]\n\n1. e4 e5 2. Ke3 *\n\n\
    [Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. e4 *\n";

const NAMES: &str =
    "eco\tname\tpgn\nC60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\nB00\tKing's Pawn\t1. e4\n";

fn run_with(input: &str, folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xanthos"))
        .arg("book")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("xanthos book {arguments:?}: {error}"));
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

/// A folder with games, names, and both kinds of book.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.pgn"), GAMES).expect("writes");
    std::fs::write(folder.path().join("names.tsv"), NAMES).expect("writes");
    for arguments in [
        &["make", "games.pgn", "-o", "book.bin", "--min-games", "1"][..],
        &["build", "games.pgn", "-o", "elite.trie", "--min-games", "1", "--eco", "names.tsv"],
    ] {
        let (code, stdout, stderr) = run(folder.path(), arguments);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stdout.starts_with("5 games read, 3 used, 1 broken, 1 of Chess960"), "{stdout}");
        let told = "warning: games.pgn: game 4 (Broken - Game), line 22: move 2.Ke3: \"Ke3\"";
        assert!(stderr.starts_with(told), "{stderr}");
    }
    folder
}

#[test]
fn positions_are_listed_for_eyes_and_for_programs() {
    let folder = folder();
    let (code, table, _) = run(folder.path(), &["list", "book.bin", "--moves", "e4 e5 Nf3 Nc6"]);
    assert_eq!(code, Some(0));
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["1.", "e4", "e5", "2.", "Nf3", "Nc6"]);
    assert_eq!(rows[2][..3], ["1", "Bb5", "2"]);
    assert_eq!(rows[3][..3], ["2", "Bc4", "1"]);

    let (code, table, _) = run(folder.path(), &["list", "elite.trie", "--moves", "e4 e5 Nf3 Nc6"]);
    assert_eq!(code, Some(0));
    assert!(table.starts_with("B00 King's Pawn\n"), "the last name on the way: {table}");
    assert!(table.contains("C60 Ruy Lopez\n"), "{table}");

    let (_, json, _) = run(folder.path(), &["list", "elite.trie", "--json", "--moves", "e4 e5"]);
    let view: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let row = &view["candidates"][0];
    assert_eq!((&row["uci"], &row["san"]), (&"g1f3".into(), &"Nf3".into()));
    assert_eq!((&row["games"], &row["white"], &row["draws"]), (&2.into(), &1.into(), &1.into()));
    assert_eq!((&row["rating"], &row["last_year"]), (&2500.into(), &2020.into()));
    assert_eq!((&row["score"], &view["opening"]["eco"]), (&0.75.into(), &"B00".into()));
}

#[test]
fn a_move_is_chosen() {
    let folder = folder();
    let best = |book: &str| run(folder.path(), &["probe", book, "--choice", "best"]);
    assert_eq!(best("book.bin"), (Some(0), "e2e4\n".into(), String::new()));
    assert_eq!(best("elite.trie"), (Some(0), "e2e4\n".into(), String::new()));
    let seeded = |seed: &str| {
        run(folder.path(), &["probe", "elite.trie", "--seed", seed, "--moves", "e4 e5 Nf3 Nc6"]).1
    };
    let answers: std::collections::BTreeSet<String> =
        (0..12).map(|seed| seeded(&seed.to_string())).collect();
    assert_eq!(answers.into_iter().collect::<Vec<_>>(), ["f1b5\n", "f1c4\n"]);
    assert_eq!(seeded("3"), seeded("3"));
    let (code, stdout, stderr) = run(folder.path(), &["probe", "book.bin", "--moves", "a3"]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("no move here"), "{stderr}");
    let heavy = ["probe", "book.bin", "--min-weight", "3", "--moves", "e4 e5 Nf3 Nc6"];
    assert_eq!(run(folder.path(), &heavy).0, Some(1));
}

#[test]
fn filters_are_obeyed_and_empty_books_not_written() {
    let folder = folder();
    let filtered = |option: &str, value: &str| {
        let arguments = ["make", "games.pgn", "-o", "x.bin", "--min-games", "1", option, value];
        let (_, stdout, _) = run(folder.path(), &arguments);
        stdout.lines().next().unwrap_or_default().to_owned()
    };
    assert!(filtered("--min-rating", "2500").contains("1 used"));
    assert!(filtered("--years", "1990-2000").contains("1 used"));
    assert!(filtered("--years", "1990-").contains("2 used"));
    std::fs::remove_file(folder.path().join("x.bin")).expect("it was written");
    let (code, _, stderr) =
        run(folder.path(), &["make", "games.pgn", "-o", "x.bin", "--min-games", "9"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("no move is left"), "{stderr}");
    assert!(!folder.path().join("x.bin").exists());
}

#[test]
fn games_come_from_standard_input_too() {
    let folder = folder();
    let (code, _, stderr) =
        run_with(GAMES, folder.path(), &["make", "-", "-o", "same.bin", "--min-games", "1"]);
    assert_eq!(code, Some(0), "{stderr}");
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a book");
    assert_eq!(read("same.bin"), read("book.bin"));
}

#[test]
fn a_book_is_dumped_and_merged() {
    let folder = folder();
    let (code, table, _) = run(folder.path(), &["dump", "book.bin"]);
    assert_eq!(code, Some(0));
    let start = "463b96181691fc9c\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(table.contains(&format!("{start}\te2e4\te4\t3\t0\n")), "{table}");
    let entries = std::fs::metadata(folder.path().join("book.bin")).expect("a book").len() / 16;
    assert_eq!(table.lines().count() as u64, entries);
    assert!(!table.contains('?'), "every position can be reached: {table}");
    let (_, raw, _) = run(folder.path(), &["dump", "book.bin", "--raw"]);
    assert!(raw.contains("463b96181691fc9c\t?\te2e4\t?\t3\t0\n"), "{raw}");
    let (_, table, _) = run(folder.path(), &["dump", "elite.trie"]);
    assert!(
        table.contains(&format!("{start}\te2e4\te4\t2\t1\t1\t0\t0\t2500\t2500\t2020\n")),
        "{table}"
    );

    let merged = ["merge", "book.bin", "book.bin", "-o", "both.bin"];
    assert_eq!(run(folder.path(), &merged).0, Some(0));
    let (_, raw, _) = run(folder.path(), &["dump", "both.bin", "--raw"]);
    assert!(raw.contains("463b96181691fc9c\t?\te2e4\t?\t6\t0\n"), "{raw}");
    assert_eq!(raw.lines().count() as u64, entries);
    let (code, _, stderr) = run(folder.path(), &["merge", "book.bin", "elite.trie", "-o", "x.bin"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("elite.trie"), "{stderr}");
}

#[test]
fn a_walk_through_a_book() {
    let folder = folder();
    let walk = "e4\n1\nNf3 Nc6\nback\nback\nstart\nboard\nfen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nquit\nnever read\n";
    let (code, text, stderr) = run_with(walk, folder.path(), &["explore", "elite.trie"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{text}");
    let views: Vec<&str> =
        text.lines().filter(|line| line.starts_with("1. ") || line.contains("games in")).collect();
    let lines = [
        "3 games",
        "1. e4",
        "2 games",
        "1. e4 e5",
        "2 games",
        "1. e4 e5 2. Nf3 Nc6",
        "2 games",
        "1. e4 e5 2. Nf3",
        "2 games",
        "1. e4 e5",
        "2 games",
        "3 games",
        "2 games",
    ];
    assert_eq!(views.len(), lines.len(), "{text}");
    for (found, expected) in views.iter().zip(lines) {
        assert!(found.trim_start().starts_with(expected), "{found}: {expected}");
    }
    let (code, _, stderr) = run_with("Ke2\n", folder.path(), &["explore", "elite.trie"]);
    assert_eq!(code, Some(2));
    assert!(stderr.starts_with("error: \"Ke2\""), "{stderr}");
    let (code, text, _) = run(folder.path(), &["explore", "book.bin", "--once", "--json"]);
    assert_eq!(code, Some(0));
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
}

#[test]
fn what_is_no_book_is_refused_by_name() {
    let folder = folder();
    for arguments in [
        &["list", "games.pgn"][..],
        &["list", "nowhere.bin"],
        &["dump", "names.tsv"],
        &["make", "nowhere.pgn", "-o", "x.bin"],
        &["build", "games.pgn", "-o", "x.trie", "--eco", "games.pgn"],
    ] {
        let (code, stdout, stderr) = run(folder.path(), arguments);
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{arguments:?}");
        let file = arguments.last().filter(|name| name.ends_with(".pgn")).unwrap_or(&arguments[1]);
        assert!(stderr.starts_with("error: ") && stderr.contains(file), "{arguments:?}: {stderr}");
    }
    let (code, _, stderr) = run(folder.path(), &["list", "book.bin", "8/8/8/8/8/8/8/8 w - -"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains('^'), "{stderr}");
}
