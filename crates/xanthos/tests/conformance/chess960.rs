// SPDX-License-Identifier: GPL-3.0-or-later
//! I: Chess960.

use crate::driver::{Gui, best};
use crate::info;

#[test]
fn the_option_changes_nothing_but_the_text() {
    let position = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
    let mut answers = Vec::new();
    for option in ["false", "true"] {
        let mut gui = Gui::ready();
        gui.send(&format!("setoption name UCI_Chess960 value {option}"));
        let lines = gui.search(position, "depth 8");
        let said: Vec<(u32, i64, u64)> =
            info::all(&lines).iter().map(|info| (info.depth, info.score, info.nodes)).collect();
        answers.push(said);
    }
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn king_takes_rook_is_no_king_step() {
    // King on f1, rook on g1: f1g1 can only be castling; the king does not move, the rook does.
    let mut gui = Gui::ready();
    gui.send("setoption name UCI_Chess960 value true");
    for (fen, castling, after) in [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/2KR4 w - - 0 1", "c1b1", "4k3/8/8/8/8/8/8/1K1R4 b - - 1 1"),
    ] {
        let lines = gui.search(&format!("fen {fen}"), &format!("depth 2 searchmoves {castling}"));
        assert_eq!(best(&lines), castling, "{fen}");
        gui.send(&format!("position fen {fen} moves {castling}"));
        gui.send("d");
        let lines = gui.sync();
        assert!(lines.iter().any(|line| line == &format!("Fen: {after}")), "{fen}: {lines:?}");
    }
}

#[test]
fn a_chess960_position_is_written_unambiguously_without_the_option() {
    let mut gui = Gui::ready();
    let lines = gui.search("fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "depth 2 searchmoves f1g1");
    assert_eq!(best(&lines), "f1g1");
}

#[test]
fn double_chess960_starts_are_legal() {
    let mut gui = Gui::ready();
    gui.send("setoption name UCI_Chess960 value true");
    for fen in [
        "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/BRNKQNRB w GBgb - 0 1",
        "rkrbbqnn/pppppppp/8/8/8/8/PPPPPPPP/NNRKRBBQ w ECca - 0 1",
    ] {
        let lines = gui.search(&format!("fen {fen}"), "depth 5");
        let position = chess::Position::from_fen(fen).unwrap();
        assert!(position.parse_uci(best(&lines)).is_ok(), "{fen}");
        assert!(lines.iter().all(|line| !line.starts_with("info string")), "{lines:?}");
    }
}
