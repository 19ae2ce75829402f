// SPDX-License-Identifier: GPL-3.0-or-later
//! Files as they are found: written by this crate and read back, written by others and compared
//! with another reader, and broken in every way.

mod epd;
mod pgn;

use std::path::{Path, PathBuf};

/// A file or folder of the material beside the project, or `None` with a line that says so.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("SKIPPED: {name} is not beside the project");
    None
}

/// All files under a folder whose names end so.
fn files_under(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder that is there") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            files.extend(files_under(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}
