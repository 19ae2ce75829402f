// SPDX-License-Identifier: GPL-3.0-or-later
//! No test is left out: where a crate links its tests as one binary, `tests/all.rs` must name
//! every file beside it.

use crate::machine::root;
use std::fs;

#[test]
fn every_test_file_belongs_to_a_test_binary() {
    let mut left_out = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("the folder of crates") {
        let tests = entry.expect("a crate").path().join("tests");
        let Ok(all) = fs::read_to_string(tests.join("all.rs")) else { continue };
        for entry in fs::read_dir(&tests).expect("a folder of tests") {
            let path = entry.expect("a test").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_test = path.extension().is_some_and(|end| end == "rs") && name != "all";
            if is_test && !all.lines().any(|line| line == format!("mod {name};")) {
                left_out.push(path.display().to_string());
            }
        }
    }
    assert!(left_out.is_empty(), "not named in all.rs: {left_out:?}");
}
