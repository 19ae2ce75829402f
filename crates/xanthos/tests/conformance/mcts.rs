// SPDX-License-Identifier: GPL-3.0-or-later
//! The same conventions when the move is found by MCTS.

use crate::driver::{Gui, best};
use crate::info;

const POSITIONS: [&str; 5] = [
    "startpos moves e2e4 c7c5",
    "fen r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 8",
    "fen 8/5pk1/6p1/7p/3R3P/5PP1/r7/6K1 b - - 0 1",
    "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
];

/// A gui whose engine searches in this way.
fn by(search: &str) -> Gui {
    let mut gui = Gui::ready();
    gui.send(&format!("setoption name Search value {search}"));
    assert!(gui.sync().is_empty(), "{search} is refused");
    gui
}

#[test]
fn every_search_keeps_to_the_conventions() {
    for search in ["mcts", "uct"] {
        let mut gui = by(search);
        for position in POSITIONS {
            for limits in ["nodes 60", "movetime 60", "depth 1", "wtime 500 btime 500"] {
                info::check(position, &gui.search(position, limits));
            }
        }
    }
}

#[test]
fn a_mate_is_announced_with_its_whole_line() {
    for position in [
        "fen r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "fen r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1",
        "fen 7k/8/8/8/8/1r6/r7/7K w - - 0 1",
        "fen 8/8/8/8/8/4k3/r7/4K3 b - - 0 1",
    ] {
        let lines = by("mcts").search(position, "nodes 20000");
        info::check(position, &lines);
        assert_eq!(info::all(&lines).pop().expect("an info").unit, "mate", "{lines:?}");
    }
}

#[test]
fn a_node_is_an_iteration() {
    for threads in [1, 2] {
        let mut gui = by("mcts");
        gui.send(&format!("setoption name Threads value {threads}"));
        let lines = gui.search("startpos", "nodes 777");
        let last = info::all(&lines).pop().expect("an info");
        assert_eq!(last.nodes, 777, "{lines:?}");
    }
}

#[test]
fn infinite_and_ponder_wait_for_their_word() {
    let mut gui = by("mcts");
    gui.send("position startpos");
    for order in ["go infinite", "go ponder wtime 1 btime 1", "go infinite searchmoves a2a3"] {
        gui.send(order);
        assert!(!gui.sync().iter().any(|line| line.starts_with("bestmove")), "{order}");
        gui.send("stop");
        gui.until("bestmove");
    }
    gui.send("go ponder wtime 100 btime 100");
    gui.sync();
    gui.send("ponderhit");
    assert_ne!(best(&gui.until("bestmove")), "0000");
}

#[test]
fn one_thread_says_the_same_twice() {
    let said = || {
        let lines = by("mcts").search(POSITIONS[1], "nodes 1500");
        let strip = |line: &info::Info| (line.depth, line.score, line.pv.clone());
        info::all(&lines).iter().map(strip).collect::<Vec<_>>()
    };
    assert_eq!(said(), said());
}

/// KiB of memory that a process has, seen from outside.
fn resident(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn a_long_analysis_does_not_grow() {
    let mut gui = by("mcts");
    // A tree of 1 MiB is full after some thousand iterations.
    gui.send("setoption name Hash value 1");
    let fullness = |line: &String| -> Option<u32> {
        line.split_once(" hashfull ")?.1.split(' ').next()?.parse().ok()
    };
    // The system keeps the stacks and heaps of the first few searches for the next
    // ones, a MiB each. A tree without bounds would grow by ten below.
    let lines: Vec<String> = (0..8).flat_map(|_| gui.search(POSITIONS[1], "nodes 2000")).collect();
    assert!(lines.iter().filter_map(fullness).any(|full| full > 400), "{lines:?}");
    let Some(before) = resident(gui.id()) else {
        println!("SKIPPED: this system does not say how much memory a process has");
        return;
    };
    for _ in 0..3 {
        gui.search(POSITIONS[1], "nodes 20000");
        let after = resident(gui.id()).expect("the engine is running");
        assert!(after < before + 4096, "{before} KiB became {after} KiB");
    }
}
