// SPDX-License-Identifier: GPL-3.0-or-later
//! N: players of limited strength keep to every convention.

use std::time::Duration;

use crate::driver::{Gui, best};
use crate::info;

fn beginner() -> Gui {
    let mut gui = Gui::ready();
    gui.send_all(&[
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 600",
    ]);
    gui
}

const MIDDLEGAME: &str = "fen r2q1rk1/pp2bppp/2n1bn2/2pp4/3P1B2/2N1PN2/PPQ1BPPP/R4RK1 w - - 0 11";

#[test]
fn limited_play_is_legal_under_every_limit() {
    let mut gui = beginner();
    for limits in [
        "depth 1",
        "depth 30",
        "nodes 1",
        "nodes 400",
        "movetime 5",
        "movetime 100",
        "wtime 1 btime 1",
        "wtime 60000 btime 60000 winc 1000 binc 1000",
        "movestogo 1 wtime 50 btime 50",
        "searchmoves a2a3 h2h3 depth 5",
    ] {
        info::check(MIDDLEGAME, &gui.search(MIDDLEGAME, limits));
    }
    assert!(["a2a3", "h2h3"].contains(&best(&gui.go("searchmoves a2a3 h2h3 depth 5"))));
    gui.send("setoption name MultiPV value 4");
    info::check(MIDDLEGAME, &gui.search(MIDDLEGAME, "depth 3"));
    gui.send("setoption name Threads value 2");
    info::check(MIDDLEGAME, &gui.search(MIDDLEGAME, "depth 3"));
    let mated = "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    info::check(mated, &gui.search(mated, "depth 3"));
}

#[test]
fn a_limited_player_waits_for_stop_and_ponderhit() {
    let mut gui = beginner();
    gui.send(&format!("position {MIDDLEGAME}"));
    gui.send("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    let mut lines = gui.sync();
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    gui.send("stop");
    lines.extend(gui.until("bestmove"));
    info::check(MIDDLEGAME, &lines);

    gui.send("go ponder wtime 1000 btime 1000");
    std::thread::sleep(Duration::from_millis(300));
    let mut lines = gui.sync();
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    gui.send("ponderhit");
    lines.extend(gui.until("bestmove"));
    info::check(MIDDLEGAME, &lines);
}
