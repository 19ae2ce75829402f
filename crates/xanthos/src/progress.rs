// SPDX-License-Identifier: GPL-3.0-or-later
//! A progress bar for people who have been waiting for two seconds, and for nobody else.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const SHOWN_AFTER: Duration = Duration::from_secs(2);

/// A text in which no control character of a file, a tag or a path reaches the terminal: whoever
/// names a game must not move the cursor of whoever reads it.
pub fn printable(text: &str) -> String {
    let harmless =
        |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c };
    text.chars().map(harmless).collect()
}

/// Why something could not be said.
static UNSAID: OnceLock<String> = OnceLock::new();

/// Prints a line on standard output; see the macro `say`.
pub fn say_line(line: fmt::Arguments<'_>) {
    // Whoever reads our output may have had enough; the work goes on.
    let _ = writeln!(Output, "{line}").and_then(|()| Output.flush());
}

/// Standard output that remembers why it took something no longer.
pub struct Output;

impl Output {
    fn note<T>(done: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &done
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            let _ = UNSAID.set(error.to_string());
        }
        done
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Output::note(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Output::note(io::stdout().flush())
    }
}

/// Why a line did not get to standard output, if one did not: the disk is full.
pub fn unsaid() -> Option<&'static str> {
    UNSAID.get().map(String::as_str)
}

/// A bar on standard error, if that is a terminal.
pub struct Progress {
    bar: Option<ProgressBar>,
    began: Instant,
}

impl Progress {
    /// A bar that is not drawn yet.
    pub fn new(what: &'static str) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            if let Ok(style) =
                ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {eta} left")
            {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_message(what);
            bar
        });
        Progress { bar, began: Instant::now() }
    }

    /// Says something on a line of its own, above the bar.
    pub fn say(&self, text: &str) {
        let text = printable(text);
        match &self.bar {
            Some(bar) if !bar.is_hidden() => bar.suspend(|| complain!("{text}")),
            _ => complain!("{text}"),
        }
    }

    /// So many of so many are done.
    pub fn at(&self, done: usize, total: usize) {
        let Some(bar) = &self.bar else { return };
        if bar.is_hidden() && self.began.elapsed() >= SHOWN_AFTER && done < total {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    }

    /// So many are done, and nobody knows of how many.
    pub fn count(&self, done: u64) {
        let Some(bar) = &self.bar else { return };
        if bar.is_hidden() && self.began.elapsed() >= SHOWN_AFTER {
            let style = "{msg} {spinner} {human_pos} ({per_sec}, {elapsed})";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_of_others_are_not_printed() {
        assert_eq!(
            printable("a\u{1b}[2Jb\u{7f}\r\u{9b}c\n\td"),
            "a\u{fffd}[2Jb\u{fffd}\u{fffd}\u{fffd}c\n\td"
        );
    }
}
