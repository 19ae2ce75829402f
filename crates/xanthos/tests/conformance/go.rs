// SPDX-License-Identifier: GPL-3.0-or-later
//! C: `go`.

use crate::driver::{Gui, best, errors};
use crate::info;

const MATE_IN_TWO: &str = "fen r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1";
const MATED: &str = "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const STALEMATED: &str = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const ONE_REPLY: &str = "fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1";

#[test]
fn the_first_limit_reached_ends_the_search() {
    let mut gui = Gui::ready();
    for limits in [
        "movetime 100000 depth 3 wtime 900000 btime 900000 winc 1000 binc 1000",
        "depth 200 nodes 3000 movetime 100000",
        "wtime 900000 btime 900000 movestogo 1 depth 2",
        "depth 100 movetime 30",
        "infinite depth 2",
    ] {
        gui.send("position startpos");
        gui.send(&format!("go {limits}"));
        if limits.contains("infinite") {
            gui.send("stop");
        }
        let lines = gui.until("bestmove");
        info::check("startpos", &lines);
        if limits.contains("depth 3") {
            assert!(info::all(&lines).iter().all(|info| info.depth <= 3));
        }
        if limits.contains("nodes 3000") {
            assert!(info::all(&lines).iter().all(|info| info.nodes <= 3000));
        }
    }
}

#[test]
fn searchmoves_anywhere_and_illegal_ones_dropped() {
    let mut gui = Gui::ready();
    for limits in [
        "searchmoves a2a3 h2h4 depth 4",
        "depth 4 searchmoves a2a3 h2h4",
        "searchmoves e2e5 banana A2A3 depth 3",
    ] {
        let lines = gui.search("startpos", limits);
        info::check("startpos", &lines);
        assert!(["a2a3", "h2h4"].contains(&best(&lines)), "{limits}: {lines:?}");
        let told = lines.iter().filter(|line| line.starts_with("info string error: searchmoves"));
        assert_eq!(told.count(), if limits.contains("banana") { 2 } else { 0 }, "{lines:?}");
    }
    for limits in ["depth 3 searchmoves 0000", "searchmoves e7e5 depth 3", "searchmoves depth 3"] {
        let lines = gui.search("startpos", limits);
        assert_eq!(best(&lines), "(none)", "{limits}");
        assert!(!info::all(&lines).is_empty());
    }
    gui.send("setoption name MultiPV value 5");
    let lines = gui.search("startpos", "depth 3 searchmoves e2e4 d2d4");
    assert_eq!(info::all(&lines).iter().map(|info| info.multipv).max(), Some(2));
}

#[test]
fn go_alone_lasts_until_stop() {
    let mut gui = Gui::ready();
    gui.send_all(&["position startpos", "go"]);
    assert!(gui.listen().iter().all(|line| !line.starts_with("bestmove")));
    gui.send("stop");
    gui.until("bestmove");
}

#[test]
fn the_smallest_limits_still_give_a_move() {
    let mut gui = Gui::ready();
    for limits in [
        "depth 0",
        "depth -3",
        "nodes 0",
        "nodes 1",
        "movetime 0",
        "movetime -100",
        "wtime 0 btime 0",
        "wtime 1 btime 1",
        "wtime -5000 btime -5000 winc 0 binc 0",
        "wtime 1 btime 1 movestogo 0",
        "wtime 1 btime 1 movestogo -4",
        "movestogo -4",
        "mate 0 depth 1",
        "depth",
        "depth banana",
        "wtime",
    ] {
        info::check("startpos", &gui.search("startpos", limits));
    }
}

#[test]
fn no_next_time_control_is_no_error() {
    let mut gui = Gui::ready();
    let lines = gui.search("startpos", "wtime 100 btime 100 movestogo 0");
    assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
}

#[test]
fn half_a_clock_and_unknown_words() {
    let mut gui = Gui::ready();
    for limits in [
        "wtime 100",
        "btime 100",
        "winc 10",
        "wtime 100 btime",
        "wtime 100 foo bar depth 3 baz",
        "wtime 99999999999999999999999 btime 18446744073709551616 depth 2",
        "depth 99999999999 movetime 20",
        "nodes 99999999999999999999999 depth 2",
        "wtime 100.7 btime 100.2",
    ] {
        for position in ["startpos", "startpos moves e2e4"] {
            let lines = gui.search(position, limits);
            info::check(position, &lines);
        }
    }
}

#[test]
fn a_mate_that_is_found_ends_the_search() {
    let mut gui = Gui::ready();
    let lines = gui.search(MATE_IN_TWO, "mate 2");
    info::check(MATE_IN_TWO, &lines);
    let last = info::all(&lines).pop().unwrap();
    assert_eq!((last.unit.as_str(), last.score), ("mate", 2));
    // One that is not there is sought until stop.
    gui.send_all(&["position startpos", "go mate 1"]);
    assert!(gui.listen().iter().all(|line| !line.starts_with("bestmove")));
    gui.send("stop");
    gui.until("bestmove");
}

#[test]
fn nodes_are_never_exceeded_and_always_the_same() {
    let mut gui = Gui::ready();
    for nodes in [1, 2, 50, 1_000, 12_345, 200_000] {
        let mut count = || {
            gui.send("ucinewgame");
            let lines = gui.search("startpos", &format!("nodes {nodes}"));
            let infos = info::all(&lines);
            assert!(infos.iter().all(|info| info.nodes <= nodes), "{nodes}: {lines:?}");
            // Bounds are told only when a search takes long, which is not a
            // matter of nodes.
            let last = infos.iter().rfind(|info| info.exact).unwrap();
            (last.nodes, best(&lines).to_owned())
        };
        assert_eq!(count(), count(), "{nodes}");
    }
}

#[test]
fn perft_in_both_forms() {
    let mut gui = Gui::ready();
    for command in ["perft 4", "go perft 4"] {
        gui.send("position startpos");
        gui.send(command);
        let lines = gui.until("Nodes");
        assert_eq!(lines.last().unwrap(), "Nodes searched: 197281");
        assert_eq!(
            lines.iter().filter(|line| line.contains(": ") && !line.starts_with("Nodes")).count(),
            20
        );
        assert!(lines.contains(&"e2e4: 13160".to_owned()), "{lines:?}");
    }
    // It can be interrupted, and the engine lives on.
    gui.send_all(&["go perft 12", "stop"]);
    assert!(gui.sync().is_empty());
    info::check("startpos", &gui.go("depth 2"));
}

#[test]
fn infinite_waits_even_when_nothing_is_left_to_think() {
    let mut gui = Gui::ready();
    for position in [MATED, STALEMATED, ONE_REPLY, MATE_IN_TWO, "fen 8/8/8/8/8/1k6/8/K7 w - - 0 1"]
    {
        for limits in
            ["infinite", "ponder wtime 1000 btime 1000", "infinite depth 1", "ponder depth 1"]
        {
            gui.send(&format!("position {position}"));
            gui.send(&format!("go {limits}"));
            let mut lines = gui.listen();
            assert!(
                lines.iter().all(|line| !line.starts_with("bestmove")),
                "{position} {limits}: {lines:?}"
            );
            gui.send("stop");
            lines.extend(gui.until("bestmove"));
            info::check(position, &lines);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn waiting_costs_no_processor_time() {
    let mut gui = Gui::ready();
    gui.send(&format!("position {MATED}"));
    gui.send("go infinite");
    gui.sync();
    let ticks = || -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", gui.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    let before = ticks();
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    // A spinning thread would use 150 hundredths of a second.
    assert!(ticks() - before < 20, "the engine spins while it waits");
    gui.send("stop");
    gui.until("bestmove");
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut gui = Gui::ready();
    let position = "startpos moves e2e4 e7e5";
    gui.send(&format!("position {position}"));
    gui.send("go ponder wtime 200 btime 200");
    let mut lines = gui.listen();
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    gui.send("ponderhit");
    lines.extend(gui.until("bestmove"));
    info::check(position, &lines);
    let depths: Vec<u32> = info::all(&lines).iter().map(|info| info.depth).collect();
    assert!(depths.is_sorted(), "the tree was thrown away: {depths:?}");
}

#[test]
fn ponderhit_and_stop_mean_nothing_to_an_idle_engine() {
    let mut gui = Gui::ready();
    gui.send_all(&["ponderhit", "stop", "stop", "ponderhit"]);
    assert!(gui.sync().is_empty());
    info::check("startpos", &gui.search("startpos", "depth 2"));
    // Pressed once too often, after the answer.
    gui.send_all(&["stop", "ponderhit"]);
    assert!(gui.sync().is_empty());
}

#[test]
fn a_hit_in_the_same_breath_reaches_the_search() {
    let mut gui = Gui::ready();
    gui.send_bytes(b"position startpos\ngo infinite\nstop\nposition startpos moves e2e4\ngo ponder wtime 100 btime 100\nponderhit\n");
    gui.until("bestmove");
    let lines = gui.until("bestmove");
    assert!(errors(&lines).is_empty());
    info::check("startpos moves e2e4", &lines);
}
