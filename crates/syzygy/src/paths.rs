// SPDX-License-Identifier: GPL-3.0-or-later
//! Lists of folders in one line.

use std::path::PathBuf;

/// What stands between two folders of a list.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// The folders of a list, each once. Stray separators and blanks around a folder
/// do no harm.
///
/// ```
/// use syzygy::{SEPARATOR, split};
/// let list = format!("{SEPARATOR}/tables/wdl{SEPARATOR} /more tables{SEPARATOR}{SEPARATOR}");
/// assert_eq!(split(&list), ["/tables/wdl", "/more tables"].map(std::path::PathBuf::from));
/// ```
pub fn split(list: &str) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for text in list.split(SEPARATOR).map(str::trim).filter(|text| !text.is_empty()) {
        let folder = PathBuf::from(text);
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}
