// SPDX-License-Identifier: GPL-3.0-or-later
//! The words of the field, kept by a test: what engine people and players search for is what
//! code, messages and documentation say.
//!
//! docs/log is history and stays as it was written.

use crate::machine::root;
use std::fs;
use std::path::{Path, PathBuf};

/// A word that must not come back, and what the field says.
const WORDS: &[(&str, &str)] = &[
    ("men", "pieces"),
    ("slopes", "gradients"),
    ("playout", "MCTS iteration"),
    ("playouts", "MCTS iterations"),
    ("judges", "evaluates, or the evaluation"),
    ("knob", "option"),
    ("knobs", "options"),
    ("sequels", "continuation history"),
    ("lessons", "history updates"),
    ("house", "project, or the other crates"),
    ("seers", "neighbours"),
];

/// A phrase that must not come back, and what to say. Spaces stand for themselves.
const PHRASES: &[(&str, &str)] = &[
    ("let mind", "setup"),
    ("let mut mind", "setup"),
    ("&mind", "setup"),
    (" room of ", "file, module or crate"),
    ("struct Face", "the name of what it shows or identifies"),
    ("struct Door", "the name of what it holds"),
    ("struct Patience", "Timeouts"),
    ("const PATIENCE: Duration", "the name of what happens after that time"),
];

/// What is read: code, the page and its documentation.
const PLACES: &[&str] = &[
    "crates",
    "web/src",
    "xtask/src",
    "docs",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
];

/// Endings of the files that are read.
const ENDINGS: &[&str] = &["rs", "ts", "tsx", "md"];

/// Folders that are not: history, and this list itself.
const LEFT_OUT: &[&str] = &["docs/log", "xtask/src/words.rs"];

/// A place in a file where a word should be another.
fn faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let at = format!("{name}:{}", number + 1);
        // Headings of the log stay, and so do links to them.
        let mut parts = line.split("](");
        let mut prose = parts.next().unwrap_or_default().to_owned();
        parts.for_each(|part| prose += part.split_once(')').map_or(part, |(_, after)| after));
        for word in prose.split(|c: char| !c.is_alphanumeric()) {
            let small = word.to_lowercase();
            if let Some((_, say)) = WORDS.iter().find(|(avoid, _)| *avoid == small) {
                faults.push(format!("{at}: {word:?}: say {say}"));
            }
        }
        for (avoid, say) in PHRASES.iter().filter(|(avoid, _)| line.contains(avoid)) {
            faults.push(format!("{at}: {avoid:?}: say {say}"));
        }
        if let Some(code) = requirement_code(line) {
            faults.push(format!("{at}: {code:?}: name the paper and its section instead"));
        }
    }
    faults
}

/// A code such as `(T7)` or a test called `b4_…`: they mean nothing to a reader of this project.
fn requirement_code(line: &str) -> Option<&str> {
    let is_code = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(|first| first.is_ascii_alphabetic())
            && (1..=2).contains(&letters.as_str().len())
            && letters.all(|c| c.is_ascii_digit())
    };
    if let Some(name) = line.trim_start().strip_prefix("fn ")
        && let Some((head, _)) = name.split_once('_')
        && is_code(head)
    {
        return Some(name);
    }
    let (_, comment) = line.split_once("//")?;
    let mut rest = comment;
    while let Some((_, after)) = rest.split_once('(') {
        let (inside, beyond) = after.split_once(')')?;
        let capital = inside.starts_with(['A', 'B', 'C', 'D', 'T']);
        if capital && inside.split(", ").all(is_code) {
            return Some(inside);
        }
        rest = beyond;
    }
    None
}

/// Every file below a place, except what is left out.
fn files(place: &Path, into: &mut Vec<PathBuf>) {
    if LEFT_OUT.iter().any(|name| place.ends_with(name)) {
        return;
    }
    if place.is_dir() {
        let entries = fs::read_dir(place).expect("a folder of the project");
        entries.map(|entry| entry.expect("an entry").path()).for_each(|path| files(&path, into));
    } else if place.extension().is_some_and(|end| ENDINGS.iter().any(|known| end == *known)) {
        into.push(place.to_owned());
    }
}

#[test]
fn code_and_documents_use_the_words_of_the_field() {
    let mut all = Vec::new();
    PLACES.iter().for_each(|place| files(&root().join(place), &mut all));
    assert!(all.len() > 400, "only {} files found", all.len());
    let found: Vec<String> = all
        .iter()
        .flat_map(|path| {
            let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
            faults(&name, &fs::read_to_string(path).expect("a text of the project"))
        })
        .collect();
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
}

#[test]
fn codes_are_found_and_squares_are_not() {
    assert_eq!(requirement_code("/// Two mirrors (A2)."), Some("A2"));
    assert_eq!(requirement_code("// as it is (T7, A15) there"), Some("T7, A15"));
    assert!(requirement_code("    fn b4_the_log_records()").is_some());
    assert_eq!(requirement_code("    fn knight_moves()"), None);
    assert_eq!(requirement_code("let a = line(Square::A1, Square::H8);"), None);
    assert_eq!(requirement_code("/// A pawn (on d4) is passed."), None);
}

#[test]
fn words_are_found_whole() {
    assert_eq!(faults("a.rs", "// All men move.").len(), 1);
    assert!(faults("a.rs", "// The government of moments.").is_empty());
    assert_eq!(faults("a.rs", "// Known to the rest of the house.").len(), 1);
    assert_eq!(faults("a.rs", "    let mind = EngineSetup::default();").len(), 1);
    assert_eq!(faults("a.rs", "//! The only room of this crate with `unsafe` in it.").len(), 1);
    assert!(faults("a.rs", "// Crazyhouse has a mind of its own; there is room.").is_empty());
}
