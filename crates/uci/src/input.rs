// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines out of a stream of bytes: of any length, in any encoding, with or
//! without an end, each with the moment it was complete.

use std::io::{self, BufRead};
use std::time::Instant;

/// Lines are read up to this length (a game of two hundred thousand moves); the rest of
/// a longer one is dropped, so that garbage can eat neither memory nor time.
pub(crate) const LONGEST: usize = 1 << 20;

/// One line of input.
#[derive(Debug)]
pub(crate) struct InputLine {
    pub(crate) text: String,
    /// When it was there: a clock runs from here.
    pub(crate) at: Instant,
    /// The line was longer than can be read.
    pub(crate) cut: bool,
}

/// Reads the next line, the last of which may lack its end; `None` at the end of input.
pub(crate) fn next_line(
    source: &mut impl BufRead,
    longest: usize,
) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let mut cut = false;
    loop {
        let chunk = match source.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let at_end = chunk.is_empty();
        if at_end && bytes.is_empty() {
            return Ok(None);
        }
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..newline.unwrap_or(chunk.len())];
        let room = longest - bytes.len();
        cut |= part.len() > room;
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let used = newline.map_or(chunk.len(), |end| end + 1);
        source.consume(used);
        if newline.is_some() || at_end {
            let at = Instant::now();
            let text = match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            };
            return Ok(Some(InputLine { text, at, cut }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], longest: usize) -> Vec<(String, bool)> {
        let mut source = BufReader::with_capacity(3, bytes);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut source, longest).unwrap() {
            lines.push((line.text, line.cut));
        }
        lines
    }

    #[test]
    fn half_a_line_at_the_end_is_a_line() {
        assert_eq!(lines(b"uci\nisready", 100), [("uci".into(), false), ("isready".into(), false)]);
        assert_eq!(lines(b"\n\nx", 100).len(), 3);
        assert!(lines(b"", 100).is_empty());
    }

    #[test]
    fn any_bytes_become_text() {
        let read = lines(b"go\xff\xfe\x00 depth\r\n", 100);
        assert_eq!(read[0].0, "go\u{fffd}\u{fffd}\0 depth\r");
    }

    #[test]
    fn a_line_without_end_is_cut() {
        assert_eq!(lines(b"abcdefghij\nxy\n", 4), [("abcd".into(), true), ("xy".into(), false)]);
    }
}
