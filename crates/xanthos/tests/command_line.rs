// SPDX-License-Identifier: GPL-3.0-or-later
//! The subcommands of the real binary: what they print, where, and their exit codes.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_xanthos"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("xanthos {arguments:?}: {error}"));
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn a_match_with_a_program_that_is_not_there_does_not_begin() {
    let engines = ["-engine", "cmd=./no-such-engine", "-engine", "cmd=no-such-program", "-each"];
    let words: Vec<&str> =
        ["match"].into_iter().chain(engines).chain(["tc=1+0", "-rounds", "1"]).collect();
    let (code, stdout, stderr) = run(&words);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    assert!(stderr.contains("there is no program ./no-such-engine"), "{stderr}");
}

#[test]
fn a_cause_is_said_once() {
    for (words, expected) in [
        (&["analyse", "no-such-file.pgn"][..], 2),
        (&["motifs", "no-such-file.csv"][..], 2),
        (&["tune", "texel", "games:no-such-file"][..], 1),
        (&["book", "list", "no-such-file.bin"][..], 1),
    ] {
        let (code, _, stderr) = run(words);
        assert_eq!(code, Some(expected), "{words:?}: {stderr}");
        assert_eq!(stderr.matches("No such file or directory").count(), 1, "{words:?}: {stderr}");
    }
}

#[test]
fn every_subcommand_has_help_with_examples() {
    let (code, help, _) = run(&["--help"]);
    assert_eq!(code, Some(0));
    for task in
        ["uci", "bench", "perft", "show", "explain", "book", "tb", "tune", "options", "completions"]
    {
        assert!(help.contains(task), "{task} is not in the help");
        let (code, help, _) = run(&[task, "--help"]);
        assert_eq!(code, Some(0), "{task}");
        assert!(
            help.contains("Examples:") && help.contains(&format!("xanthos {task}")),
            "{task}: {help}"
        );
    }
    for (task, option) in [("match", "-openings"), ("epd", "-concurrency")] {
        let (code, help, _) = run(&["help", task]);
        assert_eq!(code, Some(0), "{task}");
        assert!(help.contains(option) && help == run(&[task, "--help"]).1, "{task}: {help}");
    }
    assert!(run(&["--version"]).1.starts_with("xanthos "));
}

#[test]
fn every_network_is_trained_with_its_own_usual_numbers() {
    // Arguments that kinds of networks share must not share their defaults.
    for (kind, batch) in [("nnue", 16_384), ("cnn", 512)] {
        let (_, help, _) = run(&["train", kind, "--help"]);
        let words: Vec<&str> = help.split_whitespace().collect();
        let words = words.join(" ");
        let wanted = format!("--batch <BATCH> Samples of a batch [default: {batch}]");
        assert!(words.contains(&wanted), "{kind}: {help}");
    }
}

#[test]
fn wrong_arguments_are_explained_with_code_two() {
    for arguments in [
        &["perft"][..],
        &["perft", "many"],
        &["perft", "3", "--threads", "0"],
        &["bench", "0"],
        &["--nonsense"],
        &["nonsense"],
        &["completions", "tcl"],
        &["show", "--moves", "e2e5"],
        &["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
    ] {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(stderr.starts_with("error: "), "{arguments:?}: {stderr}");
    }
}

#[test]
fn perft_ends_with_its_count() {
    for (arguments, nodes) in [
        (&["perft", "0"][..], 1),
        (&["perft", "4"], 197_281),
        (&["perft", "4", "--threads", "3"], 197_281),
        (
            &[
                "perft",
                "3",
                "--fen",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            ],
            97_862,
        ),
        (
            &[
                "perft",
                "3",
                "--fen",
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            ],
            12_189,
        ),
    ] {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
        let words: Vec<&str> = stdout.lines().last().unwrap().split(' ').collect();
        assert_eq!((words[0], words[1], words[3]), (nodes.to_string().as_str(), "nodes", "nps"));
    }
}

#[test]
fn divide_lists_every_move_in_the_chosen_notation() {
    let position = ["--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"];
    for (notation, castling) in [(&[][..], "e1g1: "), (&["--chess960"], "e1h1: ")] {
        let (_, stdout, _) = run(&[&["perft", "2", "--divide"][..], &position, notation].concat());
        assert_eq!(stdout.lines().count(), 15 + 1);
        assert!(stdout.lines().any(|line| line.starts_with(castling)), "{stdout}");
        let sum: u64 =
            stdout.lines().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok()).sum();
        assert!(stdout.ends_with(" nps\n") && stdout.contains(&format!("\n{sum} nodes ")));
    }
}

#[test]
fn show_draws_and_describes() {
    let (code, stdout, _) = run(&["show"]);
    assert_eq!(code, Some(0));
    assert!(
        stdout.contains("♔") && !stdout.contains('\u{1b}'),
        "figurines, and no colours in a pipe"
    );
    assert!(stdout.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));

    let (_, stdout, _) = run(&["show", "--ascii", "--moves", "f3 e5 g2g4 Qh4#"]);
    assert!(
        stdout.is_ascii() && stdout.contains("Game over: ") && stdout.contains("in check from h4"),
        "{stdout}"
    );

    let (_, upright, _) = run(&["show", "-a"]);
    let (_, flipped, _) = run(&["fen", "-a", "--flip"]);
    assert!(upright.contains("| r | n | b | q | k | b | n | r | 8"));
    assert!(flipped.contains("| r | n | b | k | q | b | n | r | 8"));

    let (_, coloured, _) = run(&["show", "--color", "always"]);
    assert!(coloured.contains('\u{1b}'));

    // Words of a FEN need no quotes.
    let (code, stdout, _) = run(&["show", "4k3/8/8/8/8/8/8/5KR1", "w", "G", "-", "0", "1"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("Shredder  4k3/8/8/8/8/8/8/5KR1 w G - 0 1"), "{stdout}");
}

#[test]
fn show_points_at_what_is_wrong() {
    let (code, stdout, stderr) =
        run(&["show", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "x", "KQkq", "-", "0", "1"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    let lines: Vec<&str> = stderr.lines().collect();
    let caret = lines[2].find('^').expect("a caret");
    assert_eq!(&lines[1][caret..=caret], "x", "{stderr}");
}

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, stdout, _) = run(&["completions", shell]);
        assert_eq!(code, Some(0), "{shell}");
        assert!(stdout.contains("perft") && stdout.contains("divide"), "{shell}");
    }
}

#[test]
fn the_page_about_options_is_the_table() {
    let (code, page, _) = run(&["options", "--markdown"]);
    assert_eq!(code, Some(0));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let written = std::fs::read_to_string(&file).expect("docs/options.md is there");
    assert!(
        written == page,
        "docs/options.md is out of date: xanthos options --markdown > docs/options.md"
    );
    let (_, list, _) = run(&["options"]);
    assert!(list.contains("Hash = 16 (1 to 1048576)"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    let command = format!(
        "'{}' perft 2 --divide --fen '{}' | head -n 1",
        env!("CARGO_BIN_EXE_xanthos"),
        "4k3/8/8/8/8/8/8/4K2R w K -"
    );
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_mistyped_subcommand_is_guessed() {
    for (typed, meant) in [("analize", "analyze"), ("sreve", "serve"), ("explian", "explain")] {
        let (code, _, stderr) = run(&[typed]);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains(&format!("Did you mean 'xanthos {meant}'?\n")), "{stderr}");
    }
    let (_, _, stderr) = run(&["qqqqqq"]);
    assert!(!stderr.contains("Did you mean"), "{stderr}");
    // Options are guessed too, at every subcommand that has them declared.
    let (_, _, stderr) = run(&["play", "--elos", "1500"]);
    assert!(stderr.contains("'--elo'"), "{stderr}");
}

#[test]
fn analyse_has_another_spelling_and_a_summary_for_the_screen() {
    let folder = std::env::temp_dir().join(format!("xanthos-summary-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let games = folder.join("game.pgn");
    let text = "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    std::fs::write(&games, text).unwrap();
    let (code, stdout, stderr) = run(&["analyze", "--nodes", "2000", &games.to_string_lossy()]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("[White \"Ada\"]"), "{stdout}");
    let line = stderr.lines().find(|line| line.starts_with("Ada ")).unwrap_or_default();
    assert!(line.contains("Bob") && line.contains("1 blunder") && line.contains("1-0"), "{stderr}");
    assert!(line.contains("turning point 3... Nf6"), "{stderr}");
    assert!(stderr.contains("1 game analysed"), "{stderr}");
}
