// SPDX-License-Identifier: GPL-3.0-or-later
//! Where test material lies, and whether a run is the long one.

use std::path::{Path, PathBuf};

/// A file or folder of the material beside the project, or `None` with a line that says so.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("SKIPPED: {name} is not beside the project");
    None
}

/// The text of a shared file, or `None` with a line that says so.
pub fn shared_text(name: &str) -> Option<String> {
    let bytes = std::fs::read(shared(name)?).expect("a file that is there can be read");
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether this is the long run, `cargo xtask slow`.
pub fn is_slow_run() -> bool {
    std::env::var_os("XANTHOS_SLOW").is_some()
}
