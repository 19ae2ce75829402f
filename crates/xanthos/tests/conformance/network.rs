// SPDX-License-Identifier: GPL-3.0-or-later
//! L: the network that is built in, and others by `EvalFile`.

use std::path::{Path, PathBuf};

use crate::driver::Gui;
use eval::nnue::{SingleLayerNet, shipped};

/// The evaluation that the engine tells, in centipawns.
fn judged(gui: &mut Gui) -> i64 {
    gui.send("eval");
    let lines = gui.sync();
    let total = lines.last().and_then(|line| line.strip_prefix("Final evaluation: ")).expect("it");
    let total: f64 = total.split(' ').next().and_then(|number| number.parse().ok()).expect("it");
    (total * 100.0).round() as i64
}

fn with_network() -> Gui {
    let mut gui = Gui::ready();
    gui.send("setoption name Evaluation value nnue");
    gui.send("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
    assert!(gui.sync().is_empty());
    gui
}

fn write(dir: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_network_is_loaded_and_left_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut gui = with_network();
    let built_in = judged(&mut gui);
    assert!(built_in < -100, "a knight less: {built_in}");
    let path = write(dir.path(), "nothing to say.xnn", &SingleLayerNet::zero().to_bytes());
    gui.send(&format!("setoption name EvalFile value {}", path.display()));
    assert!(gui.sync().is_empty());
    assert_eq!(judged(&mut gui), 0, "a net of zeros has no opinion");
    let lines = gui.search("startpos", "depth 4");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
    gui.send("setoption name EvalFile value");
    assert!(gui.sync().is_empty());
    gui.send("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
    assert_eq!(judged(&mut gui), built_in);
}

#[test]
fn a_bad_network_is_refused_and_the_old_one_stays() {
    let dir = tempfile::tempdir().unwrap();
    let good = shipped().to_bytes();
    let changed = |at: usize, by: u8| {
        let mut bytes = good.clone();
        bytes[at] ^= by;
        bytes
    };
    let cases = [
        ("empty.xnn", Vec::new(), "XANTHNET"),
        ("picture.xnn", b"\x89PNG\r\n\x1a\n and so on".to_vec(), "XANTHNET"),
        ("newer.xnn", changed(8, 0x40), "format"),
        ("larger.xnn", changed(12, 0x40), "built for"),
        ("cut.xnn", good[..good.len() - 1].to_vec(), "bytes instead of"),
        ("long.xnn", [good.clone(), vec![0]].concat(), "bytes instead of"),
        ("damaged.xnn", changed(good.len() / 2, 1), "checksum"),
    ];
    let mut gui = with_network();
    let before = judged(&mut gui);
    let mut refuse = |path: &Path, why: &str| {
        gui.send(&format!("setoption name EvalFile value {}", path.display()));
        let lines = gui.sync();
        let told = lines.iter().find(|line| line.starts_with("info string")).expect("a word");
        assert!(told.contains("EvalFile") && told.contains(why), "{told}");
        assert!(told.contains(&*path.to_string_lossy()), "{told}");
        assert_eq!(judged(&mut gui), before);
    };
    refuse(&dir.path().join("not there.xnn"), "nothing has changed");
    refuse(dir.path(), "nothing has changed");
    for (name, bytes, why) in cases {
        refuse(&write(dir.path(), name, &bytes), why);
    }
}
