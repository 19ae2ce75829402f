// SPDX-License-Identifier: GPL-3.0-or-later
//! Listening to `info` lines.
//!
//! Engines report in lines that each say a part: this one has a score, that
//! one only nodes. [`Listener`] keeps the best of both: the last verdict with
//! its own depth and line, and the last counters.
//!
//! ```
//! use search::Score;
//! use play::uci::info::Listener;
//! let mut listener = Listener::default();
//! listener.hear("info depth 12 score cp 31 nodes 5000 time 20 pv e2e4 e7e5");
//! listener.hear("info nodes 9000 nps 250000");
//! let thinking = listener.finish();
//! assert_eq!(thinking.score, Some(Score::Cp(31)));
//! assert_eq!(thinking.nodes, Some(9000));
//! ```

use std::time::Duration;

use search::{Bound, Score};

use crate::reply::Thinking;
use engine::time_report::reason_in;

/// Collects what an engine says while it thinks.
#[derive(Debug, Clone, Default)]
pub struct Listener {
    heard: Thinking,
}

/// One `info` line, taken apart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InfoLine {
    /// Everything it says.
    pub thinking: Thinking,
    /// Rank among several lines of play, from 1.
    pub multipv: Option<u32>,
}

impl Listener {
    /// Takes in an `info` line.
    pub fn hear(&mut self, line: &str) {
        let info = InfoLine::parse(line);
        if info.multipv.is_some_and(|rank| rank > 1) {
            return;
        }
        let new = info.thinking;
        let heard = &mut self.heard;
        heard.nodes = new.nodes.or(heard.nodes);
        heard.nps = new.nps.or(heard.nps);
        heard.time = new.time.or(heard.time);
        heard.hashfull = new.hashfull.or(heard.hashfull);
        heard.tbhits = new.tbhits.or(heard.tbhits);
        heard.why = new.why.or(heard.why.take());
        if new.score.is_some() {
            heard.score = new.score;
            heard.bound = new.bound;
            heard.depth = new.depth.or(heard.depth);
            heard.seldepth = new.seldepth.or(heard.seldepth);
            // A fail-high line may carry one move or none: then the last whole
            // line is the better guess of what the engine expects.
            if new.pv.len() > 1 || new.bound == Some(Bound::Exact) && !new.pv.is_empty() {
                heard.pv = new.pv;
            }
        } else if !new.pv.is_empty() {
            heard.pv = new.pv;
        }
    }

    /// What was heard.
    pub fn finish(self) -> Thinking {
        self.heard
    }
}

impl InfoLine {
    /// Reads what can be read; words that are unknown or out of place are
    /// passed over.
    pub fn parse(line: &str) -> InfoLine {
        let mut info = InfoLine::default();
        let thinking = &mut info.thinking;
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => thinking.depth = number(words.next()),
                "seldepth" => thinking.seldepth = number(words.next()),
                "multipv" => info.multipv = number(words.next()),
                "nodes" => thinking.nodes = number(words.next()),
                "nps" => thinking.nps = number(words.next()),
                "time" => thinking.time = number(words.next()).map(Duration::from_millis),
                "hashfull" => thinking.hashfull = number(words.next()),
                "tbhits" => thinking.tbhits = number(words.next()),
                "score" => {
                    let kind = words.next();
                    let value: Option<i32> = number(words.next());
                    thinking.score = match (kind, value) {
                        (Some("cp"), Some(n)) => Some(Score::Cp(n)),
                        (Some("mate"), Some(n)) => Some(Score::Mate(n)),
                        _ => None,
                    };
                    thinking.bound = thinking.score.map(|_| match words.peek() {
                        Some(&"lowerbound") => Bound::Lower,
                        Some(&"upperbound") => Bound::Upper,
                        _ => Bound::Exact,
                    });
                }
                // Both run to the end of the line.
                "pv" => {
                    thinking.pv = words.by_ref().map(str::to_owned).collect();
                }
                "string" => {
                    thinking.why = reason_in(line).map(str::to_owned);
                    break;
                }
                _ => {}
            }
        }
        info
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_line() {
        let line = "info depth 20 seldepth 31 multipv 1 score mate -3 upperbound nodes 123 nps 456 \
                    hashfull 7 tbhits 8 time 99 pv e2e4 e7e5";
        let info = InfoLine::parse(line);
        assert_eq!(info.multipv, Some(1));
        let thinking = info.thinking;
        assert_eq!(thinking.score, Some(Score::Mate(-3)));
        assert_eq!(thinking.bound, Some(Bound::Upper));
        assert_eq!((thinking.depth, thinking.seldepth), (Some(20), Some(31)));
        assert_eq!((thinking.nodes, thinking.nps), (Some(123), Some(456)));
        assert_eq!((thinking.hashfull, thinking.tbhits), (Some(7), Some(8)));
        assert_eq!(thinking.time, Some(Duration::from_millis(99)));
        assert_eq!(thinking.pv, ["e2e4", "e7e5"]);
    }

    #[test]
    fn second_lines_of_play_do_not_count() {
        let mut listener = Listener::default();
        listener.hear("info depth 5 multipv 1 score cp 10 pv e2e4");
        listener.hear("info depth 5 multipv 2 score cp -400 pv g2g4");
        let thinking = listener.finish();
        assert_eq!(thinking.score, Some(Score::Cp(10)));
        assert_eq!(thinking.pv, ["e2e4"]);
    }

    #[test]
    fn a_bound_without_a_line_keeps_the_line() {
        let mut listener = Listener::default();
        listener.hear("info depth 5 score cp 10 pv e2e4 e7e5");
        listener.hear("info depth 6 score cp 50 lowerbound pv d2d4");
        let thinking = listener.finish();
        assert_eq!(thinking.pv, ["e2e4", "e7e5"]);
        assert_eq!((thinking.depth, thinking.score), (Some(6), Some(Score::Cp(50))));
    }

    #[test]
    fn the_reason_for_the_time_is_heard() {
        let mut listener = Listener::default();
        listener.hear("info depth 5 score cp 10 pv e2e4 e7e5");
        listener.hear("info string time: adaptive used 168 ms; ended because the limit is reached");
        listener.hear("info string something else");
        let thinking = listener.finish();
        assert_eq!(thinking.why.as_deref(), Some("the limit is reached"));
        assert_eq!(thinking.score, Some(Score::Cp(10)));
    }

    #[test]
    fn prose_and_nonsense_do_no_harm() {
        for line in ["info string score cp 900", "info score", "info score cp", "info depth x"] {
            assert_eq!(InfoLine::parse(line).thinking.score, None, "{line}");
        }
    }
}
