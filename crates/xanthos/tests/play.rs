// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos play` through pipes: line by line, as a script or a screen reader has it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Plays with these lines typed; gives exit code, output and errors.
fn play_in(folder: &Path, arguments: &[&str], lines: &[&str]) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xanthos"))
        .arg("play")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all((lines.join("\n") + "\n").as_bytes());
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

fn play(arguments: &[&str], lines: &[&str]) -> String {
    let arguments = [&["--nodes", "500"], arguments].concat();
    let (code, stdout, stderr) = play_in(Path::new("."), &arguments, lines);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    stdout
}

#[test]
fn the_engine_answers_and_the_game_is_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--nodes", "500", "--pgn", "my.pgn", "--name", "Anna", "--tc", "5+3"];
    let lines = ["e4", "Nf3", "moves", "clock", "resign", "moves"];
    let (code, stdout, stderr) = play_in(folder.path(), &arguments, &lines);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.contains("White: Anna, Black: Xanthos"), "{stdout}");
    assert!(stdout.contains("\n1... ") && stdout.contains("\n2... "), "{stdout}");
    assert!(stdout.contains("1. e4 ") && stdout.contains("White 5:0"), "{stdout}");
    assert!(stdout.contains("0-1: White resigns"), "{stdout}");
    let pgn = fs::read_to_string(folder.path().join("my.pgn")).unwrap();
    assert!(pgn.contains("[White \"Anna\"]") && pgn.contains("[TimeControl \"300+3\"]"), "{pgn}");
    assert!(pgn.contains("[%clk 0:05:0") && pgn.contains("White resigns"), "{pgn}");
    assert!(pgn.trim_end().ends_with("0-1") && pgn.contains("[Result \"0-1\"]"), "{pgn}");
    // The next game goes behind it.
    play_in(folder.path(), &arguments, &["d4", "quit"]);
    let pgn = fs::read_to_string(folder.path().join("my.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
    assert!(pgn.trim_end().ends_with('*'), "an unfinished game has no result");
}

#[test]
fn a_coach_remarks_on_moves_and_hints_in_words() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let stdout = play(&["--coach", "--fen", fen], &["hint", "d3", "quit"]);
    assert!(stdout.contains("Qxf7# is checkmate."), "{stdout}");
    assert!(stdout.contains("d3 is a blunder: Qxf7# was mate."), "{stdout}");
    let alone = play(&["--fen", fen], &["d3", "quit"]);
    assert!(!alone.contains("blunder"), "{alone}");
}

#[test]
fn black_waits_for_the_first_move() {
    let stdout = play(&["--side", "black"], &["moves", "quit"]);
    assert!(stdout.contains("\n1. "), "{stdout}");
    assert!(stdout.contains("White: Xanthos"), "{stdout}");
}

#[test]
fn a_mate_ends_the_game() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let stdout = play(&["--fen", fen], &["rd8", "e4", "back", "moves", "Rd8#"]);
    assert_eq!(stdout.matches("1-0: White mates").count(), 2, "{stdout}");
    assert!(stdout.contains("The game is over.") && stdout.contains("Taken back."), "{stdout}");
}

#[test]
fn a_pawn_becomes_what_is_asked_for() {
    let fen = "8/P6k/8/8/8/8/7p/K7 w - - 0 1";
    for (typed, letter) in [("a8=N", 'N'), ("a7a8r", 'R'), ("a8Q", 'Q')] {
        let stdout = play(&["--fen", fen, "--ascii"], &[typed, "moves", "quit"]);
        assert!(stdout.contains(&format!("1. a8={letter}")), "{typed}: {stdout}");
    }
}

#[test]
fn taking_back_gives_the_move_again() {
    let stdout = play(&[], &["e4", "back", "moves", "d4", "moves", "back", "back", "quit"]);
    assert!(stdout.contains("Taken back.") && stdout.contains("1. d4 "), "{stdout}");
    assert!(stdout.contains("no move of yours to take back"), "{stdout}");
}

#[test]
fn hints_are_moves_and_nonsense_is_answered() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let stdout =
        play(&["--fen", fen], &["hint", "xyzzy", "e5", "", "help", "draw", "board", "quit"]);
    assert!(stdout.contains("Hint: Rd8#"), "{stdout}");
    assert!(stdout.contains("xyzzy") && stdout.contains("help lists the words"), "{stdout}");
    assert!(stdout.contains("declines the draw") && stdout.contains("♔"), "{stdout}");
}

#[test]
fn a_lost_engine_takes_a_draw() {
    let fen = "k7/8/8/8/8/8/1QQ5/K7 w - - 0 1";
    let stdout = play(&["--fen", fen], &["Qd1", "draw", "quit"]);
    assert!(stdout.contains("1/2-1/2: Draw by agreement"), "{stdout}");
}

#[test]
fn shuffled_pieces_castle() {
    // King on b1, rook on a1: castling is typed either way.
    let fen = "rk6/pppppppp/8/8/8/8/PPPPPPPP/RK6 w QAqa - 0 1";
    let fen = &fen.replace("QAqa", "Aa");
    for typed in ["O-O-O", "b1a1", "0-0-0"] {
        let stdout = play(&["--fen", fen], &[typed, "moves", "quit"]);
        assert!(stdout.contains("1. O-O-O "), "{typed}: {stdout}");
    }
    let stdout = play(&["--chess960", "518"], &["moves", "Nf3", "moves", "quit"]);
    assert!(stdout.contains("1. Nf3 "), "{stdout}");
    assert!(play(&["--chess960"], &["board", "quit"]).contains('♚'));
}

#[test]
fn wrong_orders_are_refused() {
    for (arguments, words) in [
        (&["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"][..], "king"),
        (&["--tc", "soon"][..], "5+3"),
        (&["--option", "NoSuch=1"][..], "NoSuch"),
        (&["--elo", "99999"][..], "UCI_Elo"),
    ] {
        let (code, _, stderr) = play_in(Path::new("."), arguments, &["quit"]);
        assert_eq!(code, Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
}
