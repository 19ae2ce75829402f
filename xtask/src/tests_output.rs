// SPDX-License-Identifier: GPL-3.0-or-later
//! Reads along with `cargo test`: counts results, and lifts what tests want to say about
//! themselves out of the captured output.
//!
//! A test that cannot run says so in a line `SKIPPED: why`; a test with a figure worth showing
//! prints `NOTE: figure`. Everything else that passing tests print stays hidden.

use crate::summary::Counts;

/// Follows the output line by line.
#[derive(Debug, Default)]
pub struct Listener {
    counts: Counts,
    in_successes: bool,
}

impl Listener {
    /// Takes a line in; true when it should be shown.
    pub fn hear(&mut self, line: &str) -> bool {
        if let Some(rest) = line.strip_prefix("test result: ") {
            self.in_successes = false;
            self.counts.passed += count_before(rest, " passed");
            self.counts.failed += count_before(rest, " failed");
            return true;
        }
        match line {
            "successes:" => self.in_successes = true,
            "failures:" => self.in_successes = false,
            _ => {}
        }
        if let Some(why) = line.strip_prefix("SKIPPED: ") {
            if !self.counts.skipped.iter().any(|known| known == why) {
                self.counts.skipped.push(why.to_owned());
            }
            return true;
        }
        !self.in_successes || line.starts_with("NOTE: ")
    }

    /// The counts, given how the command ended. Failing without a failed test means that it was
    /// not even built.
    pub fn finish(mut self, success: bool) -> Counts {
        if !success && self.counts.failed == 0 {
            self.counts.failed = 1;
        }
        self.counts
    }
}

fn count_before(text: &str, word: &str) -> usize {
    text.split([';', '.'])
        .filter_map(|part| part.trim().strip_suffix(word.trim_start()))
        .filter_map(|number| number.trim().parse::<usize>().ok())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "\
running 3 tests
test a ... ok
test b ... FAILED

successes:

---- a stdout ----
chatter
SKIPPED: no suite here
NOTE: 7 positions

successes:
    a

failures:

---- b stdout ----
left is not right

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
";

    #[test]
    fn counts_and_skips_come_out_and_chatter_stays_in() {
        let mut listener = Listener::default();
        let shown: Vec<&str> = OUTPUT.lines().filter(|line| listener.hear(line)).collect();
        assert!(!shown.contains(&"chatter"));
        assert!(shown.contains(&"NOTE: 7 positions"));
        assert!(shown.contains(&"left is not right"));
        let counts = listener.finish(false);
        assert_eq!((counts.passed, counts.failed), (14, 1));
        assert_eq!(counts.skipped, ["no suite here"]);
    }

    #[test]
    fn a_command_that_fails_without_a_failed_test_counts_as_failed() {
        assert_eq!(Listener::default().finish(false).failed, 1);
        assert_eq!(Listener::default().finish(true).failed, 0);
    }
}
