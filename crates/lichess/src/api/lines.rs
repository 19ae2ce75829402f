// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of a stream, however its bytes arrive.
//!
//! ```
//! use xanthos_lichess::api::Lines;
//!
//! let mut lines = Lines::new(&b"{\"type\":\"a\"}\r\n\n{\"type\":\"b\"}\nhalf"[..]);
//! assert_eq!(lines.next_line().unwrap().as_deref(), Some("{\"type\":\"a\"}"));
//! assert_eq!(lines.next_line().unwrap().as_deref(), Some("")); // the stream is alive
//! assert_eq!(lines.next_line().unwrap().as_deref(), Some("{\"type\":\"b\"}"));
//! assert_eq!(lines.next_line().unwrap(), None, "half a line is none");
//! ```

use std::io::{self, Read};

/// The longest line that is read; the longest game of lichess fits in many times over.
const LONGEST: usize = 1 << 20;

/// Reads whole lines.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// Where the next line begins,
    start: usize,
    /// and up to where no line end was found.
    searched: usize,
}

impl<R: Read> Lines<R> {
    /// Lines of `source`.
    pub fn new(source: R) -> Lines<R> {
        Lines { source, buffer: Vec::new(), start: 0, searched: 0 }
    }

    /// The next line without its end; empty ones keep the connection alive. `None` at the end
    /// of the stream: what came after the last line end is not a line.
    ///
    /// # Errors
    /// If the connection fails or is silent for too long, or a line has no end.
    pub fn next_line(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(found) = self.buffer[self.searched..].iter().position(|&b| b == b'\n') {
                let end = self.searched + found;
                let line = String::from_utf8_lossy(&self.buffer[self.start..end]);
                let line = line.trim_end_matches('\r').to_owned();
                self.start = end + 1;
                self.searched = self.start;
                if self.start == self.buffer.len() {
                    self.buffer.clear();
                    (self.start, self.searched) = (0, 0);
                }
                return Ok(Some(line));
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            self.searched = self.buffer.len();
            if self.searched > LONGEST {
                return Err(io::Error::other("a line without end"));
            }
            let mut chunk = [0; 4096];
            let count = match self.source.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            if count == 0 {
                return Ok(None);
            }
            self.buffer.extend_from_slice(&chunk[..count]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A source that gives its bytes in pieces of given sizes.
    struct Pieces(Vec<u8>, Vec<usize>);

    impl Read for Pieces {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let size = self.1.pop().unwrap_or(7).clamp(1, into.len()).min(self.0.len());
            into[..size].copy_from_slice(&self.0[..size]);
            self.0.drain(..size);
            Ok(size)
        }
    }

    proptest! {
        #[test]
        fn lines_are_the_same_in_whatever_pieces_they_come(
            lines in prop::collection::vec("[a-z{}\":é]{0,40}", 0..20),
            sizes in prop::collection::vec(1usize..50, 0..100),
            half in "[a-z]{0,10}",
        ) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let mut reader = Lines::new(Pieces((text + &half).into_bytes(), sizes));
            for line in &lines {
                let read = reader.next_line().unwrap();
                prop_assert_eq!(read.as_ref(), Some(line));
            }
            prop_assert_eq!(reader.next_line().unwrap(), None);
        }
    }

    #[test]
    fn a_line_without_end_is_an_error_and_not_all_memory() {
        let mut lines = Lines::new(io::repeat(b'x'));
        assert!(lines.next_line().is_err());
        assert!(lines.buffer.len() < LONGEST + 8192);
    }
}
