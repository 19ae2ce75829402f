// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of text files, none of which may eat the memory.

use std::io::{self, BufRead, Read};

/// A line of a file of positions may have so many bytes; real ones have some hundred.
pub const LONGEST_LINE: u64 = 1 << 16;

/// Reads a line into `bytes`, its end included. `None` at the end of the file, `Some(true)` if the
/// line was longer than [`LONGEST_LINE`]: then `bytes` has its beginning, and the rest is passed
/// over.
///
/// ```
/// let mut reader = &b"one\ntwo"[..];
/// let mut line = Vec::new();
/// assert_eq!(xanthos_formats::next_line(&mut reader, &mut line).unwrap(), Some(false));
/// assert_eq!(line, b"one\n");
/// ```
///
/// # Errors
/// Those of the reader.
pub fn next_line(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Option<bool>> {
    bytes.clear();
    if reader.by_ref().take(LONGEST_LINE).read_until(b'\n', bytes)? == 0 {
        return Ok(None);
    }
    let cut = bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n');
    if cut {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(cut))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn a_line_without_end_is_passed_over() {
        let endless = io::repeat(b'x').take(50 << 20);
        let mut reader = BufReader::new(endless.chain(&b"\nnext\n"[..]));
        let mut line = Vec::new();
        assert_eq!(next_line(&mut reader, &mut line).unwrap(), Some(true));
        assert!(line.len() as u64 == LONGEST_LINE && line.capacity() < 1 << 20);
        assert_eq!(next_line(&mut reader, &mut line).unwrap(), Some(false));
        assert_eq!(line, b"next\n");
        assert_eq!(next_line(&mut reader, &mut line).unwrap(), None);
    }
}
