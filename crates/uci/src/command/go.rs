// SPDX-License-Identifier: GPL-3.0-or-later
//! `go` and its limits. They compose: whichever is reached first ends the search.

use super::words::Words;
use search::Limits;
use std::time::Duration;

/// Everything a `go` may say. Moves stay text until there is a position to read them in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// All limits but the moves.
    pub limits: Limits,
    /// The words after `searchmoves`.
    pub searchmoves: Option<Vec<String>>,
    /// `go perft N`: count, don't search.
    pub perft: Option<u32>,
    /// Limits that could not be used, as they were written.
    pub unusable: Vec<String>,
}

const WORDS: [&str; 14] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "moves",
];

impl Go {
    pub(super) fn parse(mut words: Words) -> Go {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.limits.infinite = true,
                "ponder" => go.limits.ponder = true,
                "searchmoves" => {
                    let list = go.searchmoves.get_or_insert_default();
                    while let Some(m) = words.peek().filter(|m| !WORDS.contains(m)) {
                        list.push(m.to_owned());
                        words.next();
                    }
                }
                _ if WORDS.contains(&word) => {
                    let value = words.peek().filter(|value| !WORDS.contains(value));
                    match value.and_then(number) {
                        Some(n) => go.limit(word, n),
                        None => go.unusable.push(format!("{word} {}", value.unwrap_or(""))),
                    }
                    if value.is_some() {
                        words.next();
                    }
                }
                // Unknown words are passed over: the rest may still be understood.
                _ => {}
            }
        }
        go.settle();
        go
    }

    fn limit(&mut self, word: &str, n: i64) {
        let time = Duration::from_millis(n.max(0).unsigned_abs());
        let at_least_one = n.max(1).unsigned_abs();
        let small = u32::try_from(at_least_one).unwrap_or(u32::MAX);
        let limits = &mut self.limits;
        match word {
            "wtime" => limits.clock.time[0] = Some(time),
            "btime" => limits.clock.time[1] = Some(time),
            "winc" => limits.clock.inc[0] = time,
            "binc" => limits.clock.inc[1] = time,
            // Some GUIs say 0 when there is no next time control.
            "movestogo" if n == 0 => limits.clock.movestogo = None,
            "movestogo" if n < 0 => self.unusable.push(format!("movestogo {n}")),
            "movestogo" => limits.clock.movestogo = Some(small),
            "depth" => limits.depth = Some(small),
            "nodes" => limits.nodes = Some(at_least_one),
            "mate" => limits.mate = Some(small),
            "movetime" => limits.movetime = Some(time),
            "perft" => self.perft = Some(u32::try_from(n.max(0)).unwrap_or(u32::MAX)),
            _ => {}
        }
    }

    /// A `go` without any limit is infinite. But if the GUI meant to set a
    /// limit and it could not be used, it waits for an answer: the shortest
    /// search gives it one.
    fn settle(&mut self) {
        let limits = &mut self.limits;
        if limits.is_bounded() || limits.infinite {
            return;
        }
        if self.unusable.is_empty() {
            limits.infinite = true;
        } else {
            limits.depth = Some(1);
        }
    }
}

/// A whole number of any size; fractions are cut off, what is too large is as large as can be.
fn number(text: &str) -> Option<i64> {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let saturated = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if whole.starts_with('-') { -saturated } else { saturated })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::parse(Words::new(text))
    }

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn limits_compose() {
        let go = go(
            "movetime 3000 depth 12 wtime 60000 btime 50000 winc 1000 binc 900 movestogo 7 nodes 9",
        );
        let limits = go.limits;
        assert_eq!(
            (limits.movetime, limits.depth, limits.nodes),
            (Some(ms(3000)), Some(12), Some(9))
        );
        assert_eq!(limits.clock.time, [Some(ms(60000)), Some(ms(50000))]);
        assert_eq!(limits.clock.inc, [ms(1000), ms(900)]);
        assert_eq!(limits.clock.movestogo, Some(7));
        assert!(!limits.infinite);
    }

    #[test]
    fn searchmoves_may_stand_anywhere() {
        for text in ["searchmoves e2e4 d2d4 depth 3", "depth 3 searchmoves e2e4 d2d4"] {
            let go = go(text);
            assert_eq!(go.searchmoves.unwrap(), ["e2e4", "d2d4"]);
            assert_eq!(go.limits.depth, Some(3));
        }
        assert_eq!(go("searchmoves").searchmoves, Some(Vec::new()));
    }

    #[test]
    fn go_alone_is_infinite_and_zeros_are_small() {
        assert!(go("").limits.infinite);
        assert!(go("searchmoves e2e4").limits.infinite);
        assert_eq!(go("depth 0").limits.depth, Some(1));
        assert_eq!(go("nodes 0").limits.nodes, Some(1));
        assert_eq!(go("movetime 0").limits.movetime, Some(ms(0)));
        assert_eq!(go("wtime -50 btime 0").limits.clock.time, [Some(ms(0)), Some(ms(0))]);
        assert!(!go("wtime -50").limits.infinite);
        let no_next = go("wtime 1000 movestogo 0");
        assert_eq!(no_next.limits.clock.movestogo, None);
        assert!(no_next.unusable.is_empty(), "nothing is wrong with it");
        assert_eq!(go("movestogo -3").limits.depth, Some(1));
    }

    #[test]
    fn huge_values_and_unknown_words_are_no_obstacle() {
        let go = go("wtime 99999999999999999999999 foo depth 3 bar");
        assert!(go.limits.clock.time[0].unwrap() > ms(1_000_000_000));
        assert_eq!(go.limits.depth, Some(3));
        assert!(go.unusable.is_empty());
    }

    #[test]
    fn a_limit_that_cannot_be_used_still_ends_the_search() {
        for text in ["depth abc", "depth", "movetime", "wtime x btime y", "nodes 1e6"] {
            let go = go(text);
            assert!(!go.unusable.is_empty(), "{text}");
            assert_eq!(go.limits.depth, Some(1), "{text}");
            assert!(!go.limits.infinite, "{text}");
        }
        assert!(go("depth infinite").limits.infinite);
    }

    #[test]
    fn perft_is_a_word_of_go() {
        assert_eq!(go("perft 5").perft, Some(5));
    }
}
