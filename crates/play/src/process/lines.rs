// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines out of a pipe, of bounded length.

use std::io::Read;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use super::Line;

/// The longest line that is accepted. The longest honest line is a variation
/// of a few hundred moves: some kilobytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// What comes out of the reader.
#[derive(Debug)]
pub enum Output {
    /// A line.
    Line(Line),
    /// A line that was too long; nothing follows.
    Endless,
}

/// Reads until the pipe ends, a line is too long, or nobody listens; passes on
/// the lines that are `wanted`.
pub fn read_lines(mut source: impl Read, wanted: fn(&[u8]) -> bool, sink: &SyncSender<Output>) {
    let mut buffer = vec![0; 16 * 1024];
    let mut unfinished: Vec<u8> = Vec::new();
    loop {
        let read = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        // One stamp for all lines of one read: they came out together.
        let at = Instant::now();
        let mut rest = &buffer[..read];
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            unfinished.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            if unfinished.len() > LONGEST_LINE {
                let _ = sink.send(Output::Endless);
                return;
            }
            if wanted(&unfinished) && sink.send(Output::Line(line(&unfinished, at))).is_err() {
                return;
            }
            unfinished.clear();
        }
        unfinished.extend_from_slice(rest);
        if unfinished.len() > LONGEST_LINE {
            let _ = sink.send(Output::Endless);
            return;
        }
    }
    // A last line without an end is still a line.
    if !unfinished.is_empty() && wanted(&unfinished) {
        let _ = sink.send(Output::Line(line(&unfinished, Instant::now())));
    }
}

fn line(bytes: &[u8], at: Instant) -> Line {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    Line { text: String::from_utf8_lossy(bytes).into_owned(), at }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn all(bytes: &[u8]) -> Vec<String> {
        some(bytes, |_| true)
    }

    fn some(bytes: &[u8], wanted: fn(&[u8]) -> bool) -> Vec<String> {
        let (sender, receiver) = mpsc::sync_channel(100);
        read_lines(bytes, wanted, &sender);
        drop(sender);
        receiver
            .iter()
            .map(|output| match output {
                Output::Line(line) => line.text,
                Output::Endless => "ENDLESS".to_owned(),
            })
            .collect()
    }

    #[test]
    fn line_ends_of_all_kinds() {
        assert_eq!(all(b"uciok\r\nreadyok\n\nlast"), ["uciok", "readyok", "", "last"]);
        assert_eq!(all(b""), Vec::<String>::new());
    }

    #[test]
    fn what_nobody_wants_is_not_passed_on() {
        let best = |line: &[u8]| line.starts_with(b"best");
        assert_eq!(
            some(b"info a\nbestmove e2e4\n\nbest last", best),
            ["bestmove e2e4", "best last"]
        );
        assert_eq!(some(b"bestmove a1a1\ninfo last", best), ["bestmove a1a1"]);
    }

    #[test]
    fn bytes_that_are_no_text_survive_as_marks() {
        assert_eq!(all(b"id \xff\xfe\n"), ["id \u{fffd}\u{fffd}"]);
    }

    #[test]
    fn lines_across_reads_are_whole() {
        let long = "x".repeat(100_000);
        assert_eq!(all(format!("{long}\nshort\n").as_bytes()), [long.as_str(), "short"]);
    }

    #[test]
    fn a_line_of_ten_megabytes_is_cut_off() {
        let mut bytes = b"fine\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', 10 << 20));
        assert_eq!(all(&bytes), ["fine", "ENDLESS"]);
        bytes.extend_from_slice(b"\nmore\n");
        assert_eq!(all(&bytes), ["fine", "ENDLESS"]);
    }
}
