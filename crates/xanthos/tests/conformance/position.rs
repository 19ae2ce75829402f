// SPDX-License-Identifier: GPL-3.0-or-later
//! B: `position`.

use crate::driver::{Gui, best, errors};
use crate::info;

/// The FEN that `d` shows.
fn fen(gui: &mut Gui) -> String {
    gui.send("d");
    let lines = gui.sync();
    let line = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    line.unwrap_or_else(|| panic!("{lines:?}")).to_owned()
}

#[test]
fn every_form_is_understood() {
    let mut gui = Gui::ready();
    info::check("startpos", &gui.go("depth 2"));
    for position in [
        "startpos",
        "startpos moves e2e4 c7c5",
        "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
    ] {
        info::check(position, &gui.search(position, "depth 3"));
    }
    gui.send("position startpos moves");
    assert!(gui.sync().is_empty());
}

#[test]
fn four_to_six_fields_and_every_castling_notation() {
    let mut gui = Gui::ready();
    for (text, read) in [
        ("4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 7", "4k3/8/8/8/8/8/8/4K2R w K - 7 1"),
        ("4k3/8/8/8/8/8/8/4K2R w H - 7 9", "4k3/8/8/8/8/8/8/4K2R w K - 7 9"),
        // The en passant square stays only if a pawn can really take.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        ("4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1", "4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1"),
    ] {
        gui.send(&format!("position fen {text}"));
        assert!(gui.sync().is_empty(), "{text}");
        assert_eq!(fen(&mut gui), read);
    }
}

#[test]
fn impossible_rights_are_dropped_and_reported() {
    let mut gui = Gui::ready();
    gui.send("position fen 4k3/8/8/8/8/8/8/4K2R w KQk - 0 1");
    let lines = gui.sync();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines.iter().all(|line| line.starts_with("info string ") && line.contains("castling")));
    assert_eq!(fen(&mut gui), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn an_impossible_position_is_no_position() {
    let mut gui = Gui::ready();
    for (bad, token) in [
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8"),
        ("fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "4k3"),
        ("fen 4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "3KK3"),
        ("fen 4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "4RK2"),
        ("fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "P3k3"),
        ("fen 4k3/8/8/8/8/8/8/4K2p w - - 0 1", "4K2p"),
        ("fen 4k3/qqqqqqqq/qqqqqqqq/8/8/8/8/4K3 w - - 0 1", "qqqqqqqq"),
        ("fen 4k3/8/8/8/8/8/8/4K3 w - - x 1", "x"),
        ("fen 4k3/9/8/8/8/8/8/4K3 w - - 0 1", "9"),
        ("fen 4k3/8/8/8/8/8/8/4K3 z - - 0 1", "z"),
        ("fen", "missing"),
        ("fen \u{1f600}", "\u{1f600}"),
        ("startpos moves e2e5", "e2e5"),
        ("startpos moves e2e4 e7e5 e1g1", "e1g1"),
        ("startpos moves e2e4 nonsense d2d4", "nonsense"),
        ("startpos moves a7a8q", "a7a8q"),
        ("nowhere", "nowhere"),
        ("", "position"),
    ] {
        gui.send(&format!("position {bad}"));
        let lines = gui.sync();
        assert_eq!((lines.len(), errors(&lines).len()), (1, 1), "{bad}: {lines:?}");
        assert!(lines[0].contains(token), "{bad}: {}", lines[0]);
        let lines = gui.go("depth 2");
        assert_eq!(best(&lines), "(none)", "{bad}");
        assert!(lines.iter().any(|line| line == "info depth 0 score cp 0"), "{lines:?}");
        info::check("startpos moves e2e4", &gui.search("startpos moves e2e4", "depth 2"));
    }
}

#[test]
fn games_of_thousands_of_moves() {
    let mut gui = Gui::ready();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(1_500);
    let position = format!("startpos moves {}", shuffle.trim_end());
    gui.send(&format!("position {position}"));
    assert!(gui.sync().is_empty());
    gui.send("d");
    let lines = gui.sync();
    assert!(
        lines.iter().any(|line| line == "Repetitions: 1500"),
        "the whole list counts: {lines:?}"
    );
    info::check(&position, &gui.go("depth 3"));
}

#[test]
fn a_megabyte_of_garbage_is_one_refusal() {
    let mut gui = Gui::ready();
    for garbage in ["x".repeat(1 << 20), "foo ".repeat(1 << 18), "\u{0}\u{1}\u{2}".repeat(1 << 18)]
    {
        gui.send(&garbage);
        let lines = gui.sync();
        assert_eq!((lines.len(), errors(&lines).len()), (1, 1));
        assert!(lines[0].len() < 300);
    }
    gui.send(&format!("position fen {}", "8/".repeat(1 << 19)));
    assert_eq!(errors(&gui.sync()).len(), 1);
    let bytes: Vec<u8> = (0..1 << 20)
        .map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .filter(|&b| b != b'\n')
        .collect();
    gui.send_bytes(&bytes);
    gui.send_bytes(b"\n");
    assert_eq!(errors(&gui.sync()).len(), 1);
    info::check("startpos", &gui.search("startpos", "depth 2"));
}

#[test]
fn moves_in_any_case_and_both_castling_notations() {
    let line = "startpos moves e2e4 E7E5 g1f3 B8c6 f1c4 f8c5";
    for option in ["false", "true"] {
        let mut gui = Gui::ready();
        gui.send(&format!("setoption name UCI_Chess960 value {option}"));
        for castling in ["e1g1", "e1h1", "E1G1"] {
            gui.send(&format!("position {line} {castling}"));
            assert!(gui.sync().is_empty());
            assert_eq!(
                fen(&mut gui).split(' ').next(),
                Some("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1")
            );
        }
    }
    let mut gui = Gui::ready();
    gui.send("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q");
    assert!(gui.sync().is_empty());
}

#[test]
fn a_position_is_refused_during_an_endless_search() {
    let mut gui = Gui::ready();
    gui.send_all(&[
        "position startpos",
        "go infinite",
        "position fen 6k1/8/8/8/8/8/8/K6R w - - 0 1",
    ]);
    let lines = gui.sync();
    assert_eq!(errors(&lines).len(), 1, "{lines:?}");
    gui.send("stop");
    let lines = gui.until("bestmove");
    assert_ne!(best(&lines), "(none)");
    assert!(info::game("startpos").position().parse_uci(best(&lines)).is_ok());
    assert!(fen(&mut gui).starts_with("rnbqkbnr/"));
}

#[test]
fn a_position_waits_for_a_search_that_ends() {
    let mut gui = Gui::ready();
    let second = "fen 6k1/8/8/8/8/8/8/K6R w - - 0 1";
    // Stop, position and go in one breath, as many GUIs send them.
    gui.send_all(&["position startpos", "go infinite"]);
    gui.send_bytes(format!("stop\nposition {second}\ngo depth 3\n").as_bytes());
    let first = gui.until("bestmove");
    assert!(errors(&first).is_empty());
    info::check(second, &gui.until("bestmove"));
    // Two searches with an end of their own, one after the other.
    gui.send_all(&["position startpos", "go depth 9", &format!("position {second}"), "go depth 4"]);
    info::check("startpos", &gui.until("bestmove"));
    info::check(second, &gui.until("bestmove"));
    assert!(gui.sync().is_empty());
}

#[test]
fn a_stop_ends_every_search_asked_for_before_it() {
    let mut gui = Gui::ready();
    gui.send_all(&["position startpos", "go movetime 100000", "go infinite", "stop"]);
    gui.until("bestmove");
    gui.until("bestmove");
    assert!(gui.sync().is_empty());
}
