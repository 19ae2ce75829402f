// SPDX-License-Identifier: GPL-3.0-or-later
//! E: `bestmove`.

use crate::driver::{Gui, best};
use crate::info;

#[test]
fn exactly_one_answer_to_each_go() {
    let mut gui = Gui::ready();
    gui.send("position startpos");
    for limits in ["depth 1", "nodes 100", "movetime 1", "movetime 5", "wtime 10 btime 10"]
        .iter()
        .cycle()
        .take(100)
    {
        gui.send(&format!("go {limits}"));
        // Sometimes too late, sometimes in time: one answer either way.
        gui.send("stop");
        let lines = gui.until("bestmove");
        info::check("startpos", &lines);
        assert!(gui.sync().is_empty());
    }
}

#[test]
fn no_move_is_none() {
    let mut gui = Gui::ready();
    for position in [
        "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "startpos moves f2f3 e7e5 g2g4 d8h4",
    ] {
        for limits in ["depth 5", "movetime 10", "wtime 1000 btime 1000", "nodes 10"] {
            assert_eq!(gui.search(position, limits).last().unwrap(), "bestmove (none)");
        }
    }
}

#[test]
fn stop_at_once_still_gives_a_move_and_a_verdict() {
    for threads in [1, 4] {
        let mut gui = Gui::ready();
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send("position startpos");
        for _ in 0..100 {
            gui.send_bytes(b"go infinite\nstop\n");
            info::check("startpos", &gui.until("bestmove"));
        }
        assert!(gui.sync().is_empty());
    }
}

#[test]
fn promotions_in_small_letters() {
    let mut gui = Gui::ready();
    let position = "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let lines = gui.search(position, "depth 4 searchmoves A7A8Q");
    assert_eq!(best(&lines), "a7a8q");
}

#[test]
fn castling_as_the_option_wants_it() {
    let mut gui = Gui::ready();
    let position = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (option, text) in [("false", "e1g1"), ("true", "e1h1")] {
        gui.send(&format!("setoption name UCI_Chess960 value {option}"));
        for searchmoves in ["e1g1", "e1h1"] {
            let lines = gui.search(position, &format!("depth 2 searchmoves {searchmoves}"));
            assert_eq!(best(&lines), text);
        }
    }
}
