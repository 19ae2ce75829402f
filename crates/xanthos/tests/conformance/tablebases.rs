// SPDX-License-Identifier: GPL-3.0-or-later
//! M: tablebases by `SyzygyPath`, found, missing, damaged and changed.

use std::path::{Path, PathBuf};

use crate::driver::Gui;
use crate::info;

const ROOK: &str = "fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1";

fn tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../syzygy/tests/tables")
}

fn set_path(gui: &mut Gui, path: &str) {
    gui.send(&format!("setoption name SyzygyPath value {path}"));
    assert!(gui.sync().is_empty(), "nothing is said before the next go");
}

/// What is said about tables.
fn notes(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string ")).collect()
}

#[test]
fn tables_are_found_used_and_changed_at_run_time() {
    let mut gui = Gui::ready();
    let without = gui.search(ROOK, "depth 3");
    assert!(info::all(&without).iter().all(|info| info.tbhits == 0));
    set_path(&mut gui, &format!(":{}:", tables().display()));
    let lines = gui.search(ROOK, "depth 3");
    assert_eq!(notes(&lines), ["SyzygyPath: 5 WDL and 5 DTZ tables with up to 3 pieces"]);
    let last = info::all(&lines).pop().unwrap();
    assert_eq!((last.unit.as_str(), last.score, last.tbhits), ("cp", 19_999, 15));
    // Said once, and the same path again is no news.
    set_path(&mut gui, &format!(":{}:", tables().display()));
    assert!(notes(&gui.search(ROOK, "depth 3")).is_empty());
    set_path(&mut gui, "<empty>");
    let lines = gui.search(ROOK, "depth 3");
    assert!(notes(&lines).is_empty());
    assert!(info::all(&lines).iter().all(|info| info.tbhits == 0));
}

#[test]
fn a_path_without_tables_is_told_and_play_goes_on() {
    let empty = tempfile::tempdir().unwrap();
    let mut gui = Gui::ready();
    set_path(&mut gui, &empty.path().display().to_string());
    let lines = gui.search(ROOK, "depth 3");
    assert_eq!(notes(&lines), ["SyzygyPath: no tables"]);
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")));
    // After a failure another path works.
    set_path(&mut gui, &format!("/not/there:{}", tables().display()));
    let lines = gui.search(ROOK, "depth 3");
    let notes = notes(&lines);
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].contains("5 WDL") && notes[1].contains("/not/there"), "{notes:?}");
    assert_eq!(info::all(&lines).pop().unwrap().tbhits, 15);
}

#[test]
fn a_damaged_table_is_told_and_play_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let length = std::fs::metadata(tables().join("KRvK.rtbw")).unwrap().len() as usize;
    std::fs::write(dir.path().join("KRvK.rtbw"), vec![7; length]).unwrap();
    std::fs::write(dir.path().join("KQvK.rtbw"), b"short").unwrap();
    let mut gui = Gui::ready();
    set_path(&mut gui, &dir.path().display().to_string());
    let lines = gui.search(ROOK, "depth 3");
    let notes = notes(&lines);
    assert!(notes.iter().any(|note| note.contains("KQvK.rtbw")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("KRvK.rtbw is damaged")), "{notes:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
}

#[test]
fn the_fifty_move_rule_is_an_option() {
    let mut gui = Gui::ready();
    set_path(&mut gui, &tables().display().to_string());
    let late = "fen 8/8/8/3k4/8/8/8/KR6 w - - 90 100";
    let score = |gui: &mut Gui| info::all(&gui.search(late, "depth 2")).pop().unwrap().score;
    assert_eq!(score(&mut gui), 1);
    gui.send("setoption name Syzygy50MoveRule value false");
    assert_eq!(score(&mut gui), 19_999);
    gui.send("setoption name SyzygyProbeLimit value 2");
    assert_ne!(score(&mut gui), 19_999);
}
