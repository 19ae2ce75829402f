// SPDX-License-Identifier: GPL-3.0-or-later
//! Commands in comments: clocks, evaluations, arrows.

use std::fmt;
use std::time::Duration;

/// A parsed comment: `[%clk 0:59:31] [%eval -0.35,22] a solid move`.
///
/// ```
/// use std::time::Duration;
/// use xanthos_formats::pgn::{Evaluation, Remark};
///
/// let remark = Remark::read("[%eval #-3,20] [%clk 1:02:03.4] hopeless [%cal Ge2e4]");
/// assert_eq!(remark.eval, Some(Evaluation::Mate(-3)));
/// assert_eq!(remark.depth, Some(20));
/// assert_eq!(remark.clock, Some(Duration::from_millis(3_723_400)));
/// assert_eq!(remark.text, "hopeless");
/// assert_eq!(remark.others, [("cal".to_owned(), "Ge2e4".to_owned())]);
/// assert_eq!(remark.to_string(), "[%eval #-3,20] [%clk 1:02:03.4] [%cal Ge2e4] hopeless");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remark {
    /// `%eval`: the evaluation after the move.
    pub eval: Option<Evaluation>,
    /// Depth of the search behind `eval`.
    pub depth: Option<u32>,
    /// `%clk`: time left on the mover's clock.
    pub clock: Option<Duration>,
    /// `%emt`: time taken by the move.
    pub elapsed: Option<Duration>,
    /// Every other command with its value, such as `csl` and `cal` for colours and arrows.
    pub others: Vec<(String, String)>,
    /// The text without commands.
    pub text: String,
}

/// An evaluation from White's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if White is mated.
    Mate(i32),
}

impl Remark {
    /// Parses a comment. Commands that can't be understood stay text.
    pub fn read(comment: &str) -> Remark {
        let mut remark = Remark::default();
        let mut rest = comment;
        while let Some(open) = rest.find("[%") {
            let (text, command) = rest.split_at(open);
            let Some(close) = command.find(']') else { break };
            remark.add_text(text);
            if !remark.apply(&command[2..close]) {
                remark.add_text(&command[..=close]);
            }
            rest = &command[close + 1..];
        }
        remark.add_text(rest);
        remark
    }

    fn add_text(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    /// Takes a command such as `clk 0:59:31`; false if it says nothing.
    fn apply(&mut self, command: &str) -> bool {
        let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let value = value.trim();
        match name {
            "eval" => {
                let (score, depth) = match value.split_once(',') {
                    Some((score, depth)) => (score, Some(depth)),
                    None => (value, None),
                };
                self.eval = evaluation(score.trim());
                self.depth = depth.and_then(|depth| depth.trim().parse().ok());
                self.eval.is_some()
            }
            "clk" => {
                self.clock = duration(value);
                self.clock.is_some()
            }
            "emt" => {
                self.elapsed = duration(value);
                self.elapsed.is_some()
            }
            _ => {
                let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
                if named {
                    self.others.push((name.to_owned(), value.to_owned()));
                }
                named
            }
        }
    }
}

fn evaluation(text: &str) -> Option<Evaluation> {
    if let Some(moves) = text.strip_prefix('#') {
        return moves.parse().ok().map(Evaluation::Mate);
    }
    let pawns: f64 = text.parse().ok()?;
    (pawns.abs() < 1e6).then(|| Evaluation::Centipawns((pawns * 100.0).round() as i32))
}

/// `1:02:03.4`, `59:31`, `12.5`.
fn duration(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        let plain = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let number: f64 = part.parse().ok().filter(|_| plain)?;
        seconds = seconds * 60.0 + number;
    }
    // Milliseconds are what clocks have.
    (seconds < 1e9).then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_millis() > 0 {
        let part = format!("{:03}", time.subsec_millis());
        text += &format!(".{}", part.trim_end_matches('0'));
    }
    text
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Evaluation::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let size = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            Evaluation::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl fmt::Display for Remark {
    /// The comment again, commands first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map_or_else(String::new, |depth| format!(",{depth}"));
        let eval = self.eval.map(|eval| format!("[%eval {eval}{depth}]"));
        let clock = self.clock.map(|time| format!("[%clk {}]", hours(time)));
        let elapsed = self.elapsed.map(|time| format!("[%emt {}]", hours(time)));
        let others = self.others.iter().map(|(name, value)| format!("[%{name} {value}]"));
        let text = (!self.text.is_empty()).then(|| self.text.clone());
        let parts = [eval, clock, elapsed].into_iter().flatten().chain(others).chain(text);
        f.write_str(&parts.collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_clocks_show_them() {
        let clock = |text: &str| Remark::read(&format!("[%clk {text}]")).clock;
        assert_eq!(clock("0:00:05"), Some(Duration::from_secs(5)));
        assert_eq!(clock("10:00"), Some(Duration::from_secs(600)));
        assert_eq!(clock("0:00:00.1"), Some(Duration::from_millis(100)));
        for nonsense in ["", "1:", "soon", "-1", "1e9", "99999999999999999999"] {
            assert_eq!(clock(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn nonsense_stays_text() {
        for text in ["[%", "[%clk soon]", "[%eval]", "[% ]", "[%eval nan] x", "a [%clk 0:0:1"] {
            let remark = Remark::read(text);
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(remark.text, words.join(" "));
            assert_eq!((remark.eval, remark.clock), (None, None));
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "[%eval 0.17] [%clk 0:00:30]",
            "[%eval -12.05,31] [%emt 0:01:01.25] [%csl Ra1,Gb2] said",
            "[%eval 0.00]",
            "plain words",
            "",
        ] {
            assert_eq!(Remark::read(text).to_string(), text);
        }
    }
}
