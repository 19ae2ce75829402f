// SPDX-License-Identifier: GPL-3.0-or-later
//! D: `info` lines. Their order and ranges are checked wherever one is read.

use crate::driver::Gui;
use crate::info::{self, Info};

const POSITIONS: [&str; 6] = [
    "startpos moves d2d4 g8f6 c2c4 e7e6",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 8/8/8/8/8/4k3/8/4K2R w - - 0 1",
    "fen 8/8/3k4/8/3K4/8/3R4/8 w - - 96 130",
    "fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1",
];

#[test]
fn every_answer_is_in_order() {
    let mut gui = Gui::ready();
    for position in POSITIONS {
        for limits in ["depth 9", "nodes 20000", "movetime 60", "wtime 500 btime 500"] {
            let lines = gui.search(position, limits);
            info::check(position, &lines);
        }
    }
}

#[test]
fn mates_are_counted_in_moves_from_the_mover() {
    let mut gui = Gui::ready();
    for (position, score) in [
        ("fen 6k1/5ppp/8/8/8/8/8/K6R w - - 0 1 moves h1h2", None),
        ("fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Some(1)),
        ("fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1", Some(-1)),
        ("fen r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", Some(2)),
        ("fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some(0)),
    ] {
        let lines = gui.search(position, "depth 12");
        info::check(position, &lines);
        let last = info::all(&lines).pop().unwrap();
        match score {
            Some(moves) => {
                assert_eq!((last.unit.as_str(), last.score), ("mate", moves), "{position}")
            }
            None => assert_eq!(last.unit, "cp", "{position}"),
        }
    }
}

#[test]
fn chances_add_up_and_only_come_when_asked_for() {
    let mut gui = Gui::ready();
    let lines = gui.search("startpos", "depth 5");
    assert!(info::all(&lines).iter().all(|info| info.wdl.is_none()));
    gui.send("setoption name UCI_ShowWDL value true");
    for position in POSITIONS {
        for info in info::all(&gui.search(position, "depth 6")) {
            let wdl = info.wdl.expect("chances behind the score");
            assert_eq!(wdl.iter().sum::<u32>(), 1000);
            if info.unit == "mate" && info.score > 0 {
                assert_eq!(wdl[0], 1000);
            }
        }
    }
}

#[test]
fn finished_games_have_a_verdict_too() {
    let mut gui = Gui::ready();
    let lines = gui.search("fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "depth 5");
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    let lines = gui.search("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "movetime 50");
    assert_eq!(lines, ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn blocks_are_complete_ordered_and_exact() {
    let mut gui = Gui::ready();
    gui.send("setoption name MultiPV value 4");
    for position in [POSITIONS[0], POSITIONS[1], POSITIONS[5], "fen 7k/8/8/8/8/8/8/K6R b - - 0 1"] {
        let expected = info::game(position).position().legal_moves().len().min(4);
        let infos = info::all(&gui.search(position, "depth 7"));
        assert!(infos.iter().all(|info| info.exact), "{position}");
        for block in infos.chunks(expected) {
            check_block(position, block, expected);
        }
    }
}

fn check_block(position: &str, block: &[Info], lines: usize) {
    let numbers: Vec<usize> = block.iter().map(|info| info.multipv).collect();
    assert_eq!(numbers, (1..=lines).collect::<Vec<_>>(), "{position}");
    assert!(block.iter().all(|info| info.depth == block[0].depth), "{position}: {block:?}");
    let worth = |info: &Info| match info.unit.as_str() {
        "mate" if info.score > 0 => 100_000 - info.score,
        "mate" => -100_000 - info.score,
        _ => info.score,
    };
    assert!(
        block.windows(2).all(|pair| worth(&pair[0]) >= worth(&pair[1])),
        "{position}: {block:?}"
    );
    let mut first: Vec<&String> = block.iter().map(|info| &info.pv[0]).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), lines, "{position}: a move twice");
}

#[test]
fn trivial_mates_do_not_flood_the_gui() {
    let mut gui = Gui::ready();
    let position = "fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    gui.send(&format!("position {position}"));
    gui.send("go infinite");
    let mut lines = gui.listen();
    gui.send("stop");
    lines.extend(gui.until("bestmove"));
    assert!(lines.len() < 150, "{} lines", lines.len());
    info::check(position, &lines);
}

#[test]
fn no_root_moves_in_short_searches() {
    let mut gui = Gui::ready();
    let lines = gui.search("startpos", "movetime 700");
    assert!(lines.iter().all(|line| !line.contains("currmove") && !line.contains("bound")));
}

#[test]
fn nothing_is_said_outside_the_protocol() {
    let mut gui = Gui::ready();
    gui.send_all(&["debug on", "ucinewgame", "position startpos moves e2e4", "nonsense"]);
    let mut lines = gui.sync();
    lines.extend(gui.go("movetime 100"));
    gui.send("debug off");
    lines.extend(gui.sync());
    for line in &lines {
        assert!(line.starts_with("info ") || line.starts_with("bestmove "), "{line}");
    }
}
