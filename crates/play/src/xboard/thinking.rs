// SPDX-License-Identifier: GPL-3.0-or-later
//! Thinking output (`post`): `ply score time nodes line`.

use std::time::Duration;

use search::{Bound, Score};

use crate::reply::Thinking;

/// Scores from here on announce mates: 100000 + moves.
const MATE: i32 = 100_000;

/// Reads a line of thinking output; `None` if it is something else.
pub fn parse(line: &str) -> Option<Thinking> {
    let mut words = line.split_whitespace();
    // Engines decorate the depth: `8.`, `8+`, `8&`.
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let centiseconds: f64 = words.next()?.parse().ok()?;
    let nodes: u64 = words.next()?.parse().ok()?;
    let score = match score {
        n if (MATE..MATE + 1000).contains(&n) => Score::Mate(n - MATE),
        n if (-MATE - 999..=-MATE).contains(&n) => Score::Mate(n + MATE),
        n => Score::Cp(n),
    };
    let time = Duration::try_from_secs_f64(centiseconds / 100.0).ok();
    // Further numbers (selective depth, speed), move numbers, dots and
    // punctuation are no moves; a guess of the reply comes in brackets.
    let pv = words
        .map(|word| word.trim_matches(['<', '>', '(', ')', ',', ';']))
        .map(|word| word.rsplit_once('.').map_or(word, |(_, after)| after))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '0'))
        .filter(|word| word.len() >= 2 && !word.bytes().all(|b| b.is_ascii_digit()))
        .map(str::to_owned)
        .collect();
    Some(Thinking {
        score: Some(score),
        bound: Some(Bound::Exact),
        depth: Some(depth),
        nodes: Some(nodes),
        time,
        pv,
        ..Thinking::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_real_engines_print_them() {
        let sjeng = parse(" 7       8     9    80037  d4 Nc6 Nf3 d5 Nc3 Nf6 <e5> ").unwrap();
        assert_eq!((sjeng.depth, sjeng.score), (Some(7), Some(Score::Cp(8))));
        assert_eq!(sjeng.pv, ["d4", "Nc6", "Nf3", "d5", "Nc3", "Nf6", "e5"]);
        assert_eq!(sjeng.time, Some(Duration::from_millis(90)));
        let sjaak = parse("  4   -37      1      3323  1. ...  d5 2. Qf3 Nf6 3. Nc3").unwrap();
        assert_eq!(sjaak.pv, ["d5", "Qf3", "Nf6", "Nc3"]);
        let gnu = parse("1 +10 0 77 Nc6").unwrap();
        assert_eq!(gnu.score, Some(Score::Cp(10)));
        let extended = parse("9 12 174 1804060 31 250000 0\te2e4 e7e5").unwrap();
        assert_eq!(extended.pv, ["e2e4", "e7e5"]);
        assert_eq!(parse("10. 100003 5 900 Qh5#").unwrap().score, Some(Score::Mate(3)));
        assert_eq!(parse("10& -100002 5 900").unwrap().score, Some(Score::Mate(-2)));
    }

    #[test]
    fn other_lines_are_not_thinking() {
        for line in ["", "move e2e4", "1. e2e4", "1 2 3", "0-1 {mate}", "# 1 2 3 4", "1 x 3 4"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
