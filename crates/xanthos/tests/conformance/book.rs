// SPDX-License-Identifier: GPL-3.0-or-later
//! M: opening moves out of a book, and when there are none.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use crate::driver::{Gui, XANTHOS};

/// Games in which the king's pawn does better.
const GAMES: &str = "1. d4 d5 2. c4 e6 0-1\n\n1. d4 d5 2. c4 e6 1-0\n\n1. d4 d5 2. c4 e6 0-1\n\n\
    1. e4 e5 2. Nf3 Nc6 1-0\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n";

struct Books {
    folder: tempfile::TempDir,
}

impl Books {
    /// A Polyglot book and a trie of the games, each as many times as is said.
    fn new(times: usize) -> Books {
        let folder = tempfile::tempdir().unwrap();
        let pgn = folder.path().join("games.pgn");
        std::fs::write(&pgn, GAMES.repeat(times)).unwrap();
        for (task, output) in [("make", "a book.bin"), ("build", "elite.trie")] {
            let done = Command::new(XANTHOS)
                .args(["book", task, "--min-games", "1"])
                .arg(&pgn)
                .arg("-o")
                .arg(folder.path().join(output))
                .output()
                .unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
        Books { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// An engine that plays from one of them.
    fn gui(&self, name: &str) -> Gui {
        let mut gui = Gui::ready();
        gui.send("setoption name OwnBook value true");
        gui.send(&format!("setoption name BookFile value {}", self.path(name).display()));
        assert!(gui.sync().is_empty());
        gui
    }
}

fn named(lines: &[String]) -> Option<&String> {
    lines.iter().find(|line| line.starts_with("info string book "))
}

#[test]
fn every_answer_has_a_score_a_line_and_the_books_name() {
    let books = Books::new(1);
    for name in ["a book.bin", "elite.trie"] {
        let mut gui = books.gui(name);
        gui.send("setoption name BookVariety value 0");
        gui.send("setoption name UCI_ShowWDL value true");
        let lines = gui.search("startpos", "movetime 1000");
        // By results in the trie, by weight in the book: five points beat two.
        assert_eq!(lines.last().unwrap(), "bestmove e2e4 ponder e7e5", "{lines:?}");
        assert!(named(&lines).is_some_and(|line| line.contains(name)), "{lines:?}");
        let info = lines.iter().find(|line| line.starts_with("info depth ")).unwrap();
        assert!(info.contains(" score cp ") && info.contains(" wdl "), "{info}");
        assert!(info.contains(" pv e2e4 e7e5"), "{info}");
        // Out of the book it thinks.
        let lines = gui.search("startpos moves a2a3", "depth 2");
        assert!(named(&lines).is_none(), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{lines:?}");
    }
}

#[test]
fn without_being_asked_it_plays_without_a_book() {
    let books = Books::new(1);
    let mut gui = Gui::ready();
    gui.send(&format!("setoption name BookFile value {}", books.path("elite.trie").display()));
    let lines = gui.search("startpos", "depth 2");
    assert!(named(&lines).is_none(), "{lines:?}");
    let mut gui = Gui::ready();
    gui.send("setoption name OwnBook value true");
    // Asked, and without a file: the openings that are built in.
    let lines = gui.search("startpos", "depth 2");
    assert!(lines.iter().any(|line| line.contains("book openings.trie")), "{lines:?}");
}

/// Bannan §H: its engine always began with a knight. With the book that its paper has it does
/// not, and the book is there.
#[test]
fn a_persona_with_a_book_has_one_and_varies() {
    let mut gui = Gui::ready();
    gui.send("setoption name Persona value bannan");
    gui.sync();
    let mut seen = std::collections::HashSet::new();
    for _ in 0..40 {
        let lines = gui.search("startpos", "depth 1");
        assert!(lines.iter().any(|line| line.contains("book openings.trie")), "{lines:?}");
        seen.insert(lines.last().cloned().unwrap_or_default());
    }
    assert!(seen.len() >= 3, "{seen:?}");
}

#[test]
fn analysis_is_not_spoilt() {
    let books = Books::new(1);
    let mut gui = books.gui("elite.trie");
    for limits in ["searchmoves a2a3 h2h3 depth 2", "mate 1 depth 2"] {
        let lines = gui.search("startpos", limits);
        assert!(named(&lines).is_none(), "{limits}: {lines:?}");
    }
    assert!(gui.search("startpos", "searchmoves a2a3 depth 2").last().unwrap().contains("a2a3"));
    gui.send("go infinite");
    let lines = gui.listen();
    assert!(named(&lines).is_none() && !lines.iter().any(|line| line.starts_with("bestmove")));
    gui.send("stop");
    gui.until("bestmove");
    gui.send("setoption name MultiPV value 3");
    let lines = gui.search("startpos", "depth 2");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")), "{lines:?}");
    gui.send("setoption name MultiPV value 1");
    gui.send("setoption name UCI_AnalyseMode value true");
    assert!(named(&gui.search("startpos", "depth 2")).is_none());
}

#[test]
fn while_the_opponent_thinks_the_answer_waits() {
    let books = Books::new(1);
    for release in ["ponderhit", "stop"] {
        let mut gui = books.gui("elite.trie");
        gui.send("setoption name BookVariety value 0");
        gui.send("position startpos moves e2e4 e7e5");
        gui.send("go ponder wtime 60000 btime 60000");
        let lines = gui.listen();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        gui.send(release);
        assert_eq!(gui.until("bestmove").last().unwrap(), "bestmove g1f3 ponder b8c6");
    }
}

#[test]
fn the_depth_is_kept() {
    let books = Books::new(1);
    let mut gui = books.gui("elite.trie");
    gui.send("setoption name BookDepth value 1");
    assert!(named(&gui.search("startpos moves e2e4", "depth 2")).is_some());
    assert!(named(&gui.search("startpos moves e2e4 e7e5", "depth 2")).is_none());
    gui.send("setoption name BookDepth value 2");
    assert!(named(&gui.search("startpos moves e2e4 e7e5", "depth 2")).is_some());
}

#[test]
fn moves_vary_by_weight() {
    let books = Books::new(1);
    let mut gui = books.gui("a book.bin");
    let mut first = |variety: &str| {
        gui.send(&format!("setoption name BookVariety value {variety}"));
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..60 {
            let answer = gui.search("startpos", "depth 1").last().unwrap().clone();
            *counts.entry(answer.split(' ').nth(1).unwrap().to_owned()).or_default() += 1;
        }
        counts
    };
    assert_eq!(first("0").into_iter().collect::<Vec<_>>(), [("e2e4".to_owned(), 60)]);
    // Five of seven: a deviation of five standard errors is no accident.
    let counts = first("100");
    assert!((25..=59).contains(&counts["e2e4"]) && counts.len() == 2, "{counts:?}");
}

#[test]
fn a_bad_file_is_refused_and_the_old_book_stays() {
    let books = Books::new(1);
    let mut gui = books.gui("elite.trie");
    let whole = std::fs::read(books.path("elite.trie")).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 4;
    for (name, bytes, why) in [
        ("missing.bin", None, "No such file"),
        ("empty.bin", Some(Vec::new()), "empty"),
        ("odd.bin", Some(vec![0; 17]), "17 bytes"),
        ("short.trie", Some(whole[..whole.len() - 5].to_vec()), "damaged opening trie"),
        ("damaged.trie", Some(damaged), "damaged opening trie"),
    ] {
        if let Some(bytes) = bytes {
            std::fs::write(books.path(name), bytes).unwrap();
        }
        gui.send(&format!("setoption name BookFile value {}", books.path(name).display()));
        let lines = gui.sync();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("info string error: setting BookFile: "), "{lines:?}");
        assert!(lines[0].contains(name) && lines[0].contains(why), "{lines:?}");
        let lines = gui.search("startpos", "depth 1");
        assert!(named(&lines).is_some_and(|line| line.contains("elite.trie")), "{lines:?}");
    }
    gui.send("setoption name BookFile value");
    assert!(gui.sync().is_empty());
    // Without a file, the openings that are built in.
    let lines = gui.search("startpos", "depth 1");
    assert!(named(&lines).is_some_and(|line| line.contains("openings.trie")), "{lines:?}");
}

#[test]
fn chess960_positions_are_not_in_a_book() {
    let books = Books::new(1);
    let mut gui = books.gui("a book.bin");
    gui.send("setoption name UCI_Chess960 value true");
    let start = "fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    assert!(named(&gui.search(start, "depth 1")).is_none());
    assert!(named(&gui.search("startpos", "depth 1")).is_some());
}
