// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether docs/lichess.md is true where a test can tell.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use xanthos_lichess::Config;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            *into += &fs::read_to_string(path).expect("a source");
        }
    }
}

/// Each row of the table beside other bots names a test; all of them exist.
#[test]
fn every_test_that_is_named_is_there() {
    let text = fs::read_to_string(root().join("docs/lichess.md")).expect("the chapter");
    let mut code = String::new();
    sources(&root().join("crates/lichess"), &mut code);
    let words = text.split('`').skip(1).step_by(2);
    let is_name = |word: &&str| {
        word.matches('_').count() >= 2
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let names: BTreeSet<&str> = words.filter(is_name).collect();
    let key = |name: &&str| Config::default().to_toml().contains(&format!("{name} = "));
    let tests: Vec<&str> = names.into_iter().filter(|name| !key(name)).collect();
    assert!(tests.len() > 15, "{tests:?}");
    for name in tests {
        assert!(code.contains(&format!("fn {name}(")), "docs/lichess.md names {name}");
    }
}

/// The configuration that is shown can be used.
#[test]
fn the_example_is_a_configuration() {
    let text = fs::read_to_string(root().join("docs/lichess.md")).expect("the chapter");
    let example = text.split("```toml").nth(1).and_then(|rest| rest.split("```").next());
    Config::read(example.expect("an example")).expect("it can be read");
}
