// SPDX-License-Identifier: GPL-3.0-or-later
//! H: what engine testers rely on.

use crate::driver::{Gui, run};
use crate::info;
use chess::Position;
use std::path::Path;
use std::process::Command;

#[test]
fn bench_counts_the_same_nodes_in_every_run() {
    let nodes = |arguments: &[&str]| {
        let run = run(arguments);
        assert_eq!(run.code, Some(0));
        let last = run.stdout.lines().last().unwrap().to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        assert!(
            matches!(words[..], [_, "nodes", nps, "nps"] if nps.parse::<u64>().is_ok()),
            "{last}"
        );
        words[0].parse::<u64>().unwrap()
    };
    let first = nodes(&["bench", "6"]);
    assert!(first > 10_000);
    assert_eq!(nodes(&["bench", "6", "--quiet"]), first);
    assert_eq!(nodes(&["bench 6", "quit"]), first, "the command and the subcommand");
}

#[test]
fn make_builds_where_it_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dry = Command::new("make")
        .current_dir(root)
        .args(["-n", "EXE=some/where/engine", "EVALFILE=net.bin"])
        .output();
    let Ok(dry) = dry else {
        println!("SKIPPED: there is no make on this machine");
        return;
    };
    let plan = String::from_utf8(dry.stdout).unwrap();
    assert!(dry.status.success());
    assert!(
        plan.contains("cargo rustc --release") && plan.contains("link=\"some/where/engine\""),
        "{plan}"
    );
}

#[test]
fn genfens_makes_as_many_positions_as_asked_for() {
    let fens = |order: &str| -> Vec<String> {
        let run = run(&[order, "quit"]);
        assert_eq!(run.code, Some(0), "{order}: {}", run.stdout);
        let fen = |line: &str| {
            line.strip_prefix("info string genfens ").unwrap_or_else(|| panic!("{line}")).to_owned()
        };
        run.stdout.lines().map(fen).collect()
    };
    let first = fens("genfens 12 seed 7 book None");
    assert_eq!(first.len(), 12);
    for fen in &first {
        let position = Position::from_fen(fen).unwrap();
        assert!(position.has_legal_move(), "{fen}");
    }
    assert_eq!(fens("genfens 12 seed 7 book None"), first, "the seed decides");
    assert_ne!(fens("genfens 12 seed 8 book None"), first);

    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.epd");
    std::fs::write(&book, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - bm e4;\nnot a position\n")
        .unwrap();
    for fen in fens(&format!("genfens 3 seed 1 book {}", book.display())) {
        assert!(!fen.contains(['q', 'Q', 'r', 'R']), "{fen} is not from the book");
    }
    assert_eq!(run(&["genfens 3 seed 1 book /no/such/file", "quit"]).code, Some(1));
}

#[test]
fn the_same_search_twice_says_the_same() {
    let mut gui = Gui::ready();
    let mut once = || {
        gui.send("ucinewgame");
        let lines = gui.search("startpos moves d2d4 d7d5", "nodes 60000");
        let said: Vec<(u32, u64, Vec<String>)> =
            info::all(&lines).into_iter().map(|info| (info.depth, info.nodes, info.pv)).collect();
        (said, lines.last().unwrap().clone())
    };
    assert_eq!(once(), once());
}

#[test]
fn no_book_and_no_pondering_by_default() {
    let mut gui = Gui::start();
    gui.send("uci");
    let lines = gui.until("uciok");
    for option in [
        "option name OwnBook type check default false",
        "option name Ponder type check default false",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}");
    }
}
