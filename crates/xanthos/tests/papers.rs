// SPDX-License-Identifier: GPL-3.0-or-later
//! What the papers ask of whole games: personas in every subcommand that plays, pondering,
//! and clocks with both of their halves.

use std::path::Path;
use std::process::{Command, Stdio};

const XANTHOS: &str = env!("CARGO_BIN_EXE_xanthos");

/// Runs the binary in a folder; what it says, and whether it was content.
fn run_in(folder: &Path, arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(XANTHOS)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// Achilles §5: an engine thinks on the opponent's time, is told whether it was right, and
/// its clock runs only from there.
#[test]
fn engines_ponder_in_matches() {
    let dir = tempfile::tempdir().unwrap();
    let engine = format!("cmd={XANTHOS}");
    let (content, told, complained) = run_in(
        dir.path(),
        &[
            "match",
            "-engine",
            &engine,
            "name=trapper",
            "ponder",
            "-engine",
            &engine,
            "name=other",
            "-each",
            "tc=4+0.1",
            "option.Hash=1",
            "-rounds",
            "1",
            "-games",
            "2",
            "-repeat",
            "-maxmoves",
            "14",
            "-pgnout",
            "file=games.pgn",
            "-log",
            "file=log.txt",
            "level=trace",
            "engine=true",
        ],
    );
    assert!(content, "{told}{complained}");
    let pgn = std::fs::read_to_string(dir.path().join("games.pgn")).unwrap();
    assert!(pgn.contains("ponder hit") || pgn.contains("ponder miss"), "{pgn}");
    assert!(!pgn.contains("time forfeit") && !pgn.contains("disconnect"), "{pgn}");
    // One of two pondered: in each game only the moves of one side say so.
    for game in pgn.split("[Event ").skip(1) {
        let moves = game.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ");
        let comments: Vec<&str> = moves.split('{').skip(1).collect();
        let sides = [0, 1].map(|side| {
            comments.iter().skip(side).step_by(2).any(|comment| comment.contains("ponder "))
        });
        assert!(sides[0] != sides[1], "{moves}");
    }
}

/// Bannan §E: the engine of the paper plays, and not ours, wherever it is named.
#[test]
fn a_persona_plays_in_every_subcommand() {
    let dir = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| run_in(dir.path(), arguments);

    let (content, told, _) = run(&["--persona", "bannan", "play", "--nodes", "200"]);
    assert!(content && told.contains("(bannan)"), "{told}");
    let (content, told, _) = run(&["play", "--persona", "baguette", "--nodes", "200"]);
    assert!(content && told.contains("(baguette)"), "{told}");

    let engine = format!("cmd={XANTHOS}");
    let (content, told, complained) = run(&[
        "--persona",
        "baguette",
        "match",
        "-engine",
        &engine,
        "name=a",
        "-engine",
        &engine,
        "name=b",
        "-each",
        "nodes=50",
        "-rounds",
        "1",
        "-maxmoves",
        "3",
        "-pgnout",
        "file=m.pgn",
        "-log",
        "file=m.log",
        "level=trace",
        "engine=true",
    ]);
    assert!(content, "{told}{complained}");
    let (content, _, complained) = run(&["--persona", "axon", "match", "none.toml"]);
    assert!(!content && complained.contains("first engine"), "{complained}");

    let games = ["datagen", "own.vf", "--games", "2", "--nodes", "60"];
    let (content, told, complained) = run(&[&["--persona", "axon"], &games[..]].concat());
    assert!(content && told.contains("2 games in own.vf"), "{told}{complained}");

    std::fs::write(dir.path().join("one.pgn"), "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n").unwrap();
    let analysed = ["analyse", "one.pgn", "--nodes", "500", "-o", "one.json"];
    let (content, _, complained) = run(&[&["--persona", "axon"], &analysed[..]].concat());
    assert!(content, "{complained}");
    let report = std::fs::read_to_string(dir.path().join("one.json")).unwrap();
    assert!(report.contains("searched by alpha-beta"), "{report}");
}

/// What is said about time for one `go`.
fn time_line(options: &[&str], position: &str, clock: &str) -> String {
    let mut commands = vec!["setoption name TimeReport value true".to_owned()];
    commands.extend(options.iter().map(|&option| format!("setoption name {option}")));
    commands.extend([format!("position {position}"), format!("go {clock}"), "quit".to_owned()]);
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let (_, told, _) = run_in(Path::new("."), &commands);
    let line = told.lines().find(|line| line.starts_with("info string time:"));
    line.unwrap_or_else(|| panic!("{told}")).to_owned()
}

/// Queens are off the board once the king takes back; all else loses one.
const RECAPTURE: &str = "fen 4k3/pp1q1ppp/8/8/8/8/PP1Q1PPP/4K3 b - - 0 1 moves d7d2";

/// Achilles §1: with both halves of its time management every model takes back at once.
#[test]
fn every_model_can_take_back_at_once() {
    for model in ["adaptive", "fixed", "safety", "ply", "material", "blitz"] {
        let model = format!("TimeModel value {model}");
        let options = [model.as_str(), "TimeAdjust value on"];
        let line = time_line(&options, RECAPTURE, "wtime 600000 btime 600000");
        assert!(line.ends_with("ended because only taking back makes sense"), "{model}: {line}");
    }
    let options = ["TimeModel value material", "TimeAdjust value off"];
    let line = time_line(&options, RECAPTURE, "wtime 3000 btime 3000");
    // Without them it thinks for all of its time.
    let spent =
        ["ended because the recommended time is used", "ended because the limit is reached"];
    assert!(spent.iter().any(|end| line.ends_with(end)), "{line}");
}

/// Achilles §1: the opponent's clock and strength are inputs, when asked.
#[test]
fn the_opponents_clock_and_rating_count_when_asked() {
    let recommended = |options: &[&str], clock: &str| {
        let line = time_line(options, "startpos", clock);
        let number = line.split("recommended ").nth(1).and_then(|rest| rest.split(' ').next());
        number.and_then(|ms| ms.parse::<u32>().ok()).unwrap_or_else(|| panic!("{line}"))
    };
    let (even, ahead) = ("wtime 2000 btime 2000", "wtime 2000 btime 500");
    let usual = recommended(&[], even);
    assert_eq!(recommended(&[], ahead), usual, "off by default");
    let on = "TimeOpponent value true";
    assert_eq!(recommended(&[on], even), usual);
    assert!(recommended(&[on], ahead) > usual);
    assert!(recommended(&[on], "wtime 2000 btime 9000") < usual);
    let strong = "UCI_Opponent value none 3600 computer Colossus";
    assert!(recommended(&[on, strong], even) > usual);
    let weak = "UCI_Opponent value none 1200 human Somebody";
    assert!(recommended(&[on, weak], even) < usual);
}

/// Achilles §6: its own clock is near what it recommends, and never spent at the limit.
#[test]
fn achilles_aims_at_its_time() {
    for position in [
        "startpos",
        "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ] {
        let line = time_line(&["Persona value achilles"], position, "wtime 8000 btime 8000");
        assert!(line.contains("time: material recommended"), "{line}");
        assert!(!line.ends_with("the limit is reached"), "{position}: {line}");
    }
}
