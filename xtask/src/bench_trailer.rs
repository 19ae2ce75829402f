// SPDX-License-Identifier: GPL-3.0-or-later
//! Does the engine still search the tree that its history says it searches?
//!
//! A commit that changes what the engine plays ends with `Bench: N`, the node count of
//! `xanthos bench`. The newest such line must be what the built engine prints; otherwise a
//! functional change went in without saying so, and without the games it needs.

use crate::machine::root;
use crate::steps::build_engine;
use crate::summary::Verdict;
use std::process::Command;

/// Compares the newest trailer with the built engine.
pub fn check() -> Verdict {
    let Some(log) = newest_message() else {
        return Verdict::Skipped("no git history to read a Bench: line from".to_owned());
    };
    let Some((commit, expected)) = trailer(&log) else {
        return Verdict::Skipped("no commit of this history has a Bench: line".to_owned());
    };
    let Some(engine) = build_engine() else {
        return Verdict::Failed("the engine could not be built".to_owned());
    };
    let output = match Command::new(engine).args(["bench", "--quiet"]).output() {
        Ok(output) => output,
        Err(error) => return Verdict::Failed(error.to_string()),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    match nodes(&text) {
        Some(found) if found == expected => {
            println!("{found} nodes, as commit {commit} says");
            Verdict::Passed
        }
        Some(found) => Verdict::Failed(format!(
            "bench searches {found} nodes, commit {commit} says {expected}: a commit that changes \
             the search must end with `Bench: {found}`"
        )),
        None => Verdict::Failed(format!("bench did not print a node count: {text:?}")),
    }
}

/// Hash and message of the newest commit that has a line `Bench: N`.
fn newest_message() -> Option<String> {
    let mut git = Command::new("git");
    git.args(["log", "-1", "-E", "--grep=^Bench: [0-9]+$", "--format=%h%n%B"]);
    let output = git.current_dir(root()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The commit and the number of its last `Bench:` line.
fn trailer(log: &str) -> Option<(&str, u64)> {
    let commit = log.lines().next()?;
    let last = log.lines().rev().find_map(|line| line.strip_prefix("Bench: "))?;
    Some((commit, last.trim().parse().ok()?))
}

/// The node count in the last line of `xanthos bench`: `N nodes M nps`.
fn nodes(text: &str) -> Option<u64> {
    let (count, _) = text.lines().next_back()?.split_once(" nodes ")?;
    count.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bench_line_of_a_message_counts() {
        let log = "a1b2c3d\nReduce late moves less\n\nBench: 1 was before.\n\nBench: 3676010\n";
        assert_eq!(trailer(log), Some(("a1b2c3d", 3_676_010)));
        assert_eq!(trailer(""), None);
        assert_eq!(trailer("a1b2c3d\nNothing here\n"), None);
    }

    #[test]
    fn the_node_count_is_read_from_the_last_line() {
        assert_eq!(nodes("position 1\n3676010 nodes 1400000 nps\n"), Some(3_676_010));
        assert_eq!(nodes("no evaluation\n"), None);
    }
}
