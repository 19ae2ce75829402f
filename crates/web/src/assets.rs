// SPDX-License-Identifier: GPL-3.0-or-later
//! The files of the page, as they are in the binary.

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// Its path in the URL, without the leading slash.
    pub path: &'static str,
    /// What it is.
    pub mime: &'static str,
    /// Its bytes, as they are sent.
    pub bytes: &'static [u8],
    /// How they are compressed.
    pub encoding: Option<&'static str>,
    /// Whether its name changes with its contents, so that browsers may keep it.
    pub immutable: bool,
}

static FILES: &[Asset] = &[Asset {
    path: "index.html",
    mime: "text/html; charset=utf-8",
    bytes: b"<!doctype html>\n<html lang=\"en\"><title>Xanthos</title><p>The page is not part of this build.</p></html>\n",
    encoding: None,
    immutable: false,
}];

/// The file at a path of the URL, without the leading slash; the empty path is the page.
pub fn find(path: &str) -> Option<&'static Asset> {
    let path = if path.is_empty() { "index.html" } else { path };
    FILES.iter().find(|file| file.path == path)
}

/// Every file.
pub fn all() -> &'static [Asset] {
    FILES
}
