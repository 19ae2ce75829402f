// SPDX-License-Identifier: GPL-3.0-or-later
//! The files of the page, embedded by `build.rs`.
//!
//! ```
//! use xanthos_web::assets;
//! let page = assets::find("").unwrap();
//! assert_eq!(page.path, "index.html");
//! assert!(assets::find("../Cargo.toml").is_none());
//! ```

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// Its path in the address, without the leading slash: `assets/index-1a2b.js`.
    pub path: &'static str,
    /// Its content type.
    pub mime: &'static str,
    /// What is sent.
    pub bytes: &'static [u8],
    /// How the bytes are compressed: `gzip`, or not at all.
    pub encoding: Option<&'static str>,
    /// The name has a hash in it: the file never changes and may be kept for a year.
    pub immutable: bool,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file at a path of the address, without the leading slash; the empty path is the page.
///
/// Only paths of the table are found, so there is no way out of it.
pub fn find(path: &str) -> Option<&'static Asset> {
    let path = if path.is_empty() { "index.html" } else { path };
    FILES.iter().find(|file| file.path == path)
}

/// Every file.
pub fn all() -> &'static [Asset] {
    FILES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_with_everything_it_asks_for() {
        let page = find("").expect("there is always a page");
        assert!(page.mime.starts_with("text/html"));
        assert!(!page.immutable, "the page itself must be asked for again");
        for file in all() {
            assert!(!file.bytes.is_empty(), "{} is empty", file.path);
            let gzip = file.bytes.starts_with(&[0x1f, 0x8b]);
            assert_eq!(gzip, file.encoding == Some("gzip"), "{}", file.path);
        }
    }

    #[test]
    fn the_page_weighs_less_than_half_a_megabyte() {
        let weight: usize = all().iter().map(|file| file.bytes.len()).sum();
        assert!(weight < 500_000, "{weight} bytes");
    }

    #[test]
    fn nothing_outside_the_table_is_found() {
        for path in ["../Cargo.toml", "/index.html", "assets", "assets/..", "index.html/", "%2e%2e"]
        {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
