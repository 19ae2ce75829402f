// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos motifs`: lines in, the names of their ideas out.

mod one;
mod report;
mod scorer;
mod table;

use crate::arguments::at_least_one;
use crate::show::WRONG_INPUT;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Arguments of `motifs`.
#[derive(Debug, Args)]
pub struct MotifsArgs {
    /// A table of puzzles (packed or not; - for standard input), or a position and the moves
    /// from it
    #[arg(required = true, value_name = "FILE | FEN MOVES")]
    words: Vec<String>,
    /// How rows are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Instead of rows: how far they agree with the labels in the column Themes
    #[arg(long)]
    score: bool,
    /// One line: everything that was found, as JSON
    #[arg(long)]
    json: bool,
    /// One line: whose ideas are looked for [default: those of the side to move]
    #[arg(long, value_enum, value_name = "SIDE")]
    solver: Option<Solver>,
    /// Ask the engine for zugzwang, crushing, advantage and equality too (slow)
    #[arg(long)]
    engine_themes: bool,
    /// Nodes of each question to the engine
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Threads [default: as many as there are processors]
    #[arg(short, long, value_parser = at_least_one)]
    jobs: Option<usize>,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Name of the row and its themes
    Text,
    /// The table with a column Motifs
    Csv,
    /// An object for each row, with moves and pieces
    Jsonl,
}

/// Whose ideas are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Solver {
    White,
    Black,
}

/// Tags a table or a line.
pub fn run(args: &MotifsArgs) -> anyhow::Result<ExitCode> {
    match &args.words[..] {
        [file] if is_file(file) => table::run(args, Path::new(file)),
        words => one::run(args, words),
    }
}

/// A single word is a file, unless it can only be a position.
fn is_file(word: &str) -> bool {
    let is_position = word == "startpos" || word.contains(' ') || word.matches('/').count() == 7;
    !is_position || Path::new(word).is_file()
}

fn refuse(message: &str) -> anyhow::Result<ExitCode> {
    writeln!(io::stderr(), "error: {message}")?;
    Ok(ExitCode::from(WRONG_INPUT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_positions_are_told_apart() {
        assert!(is_file("-") && is_file("puzzles.csv.zst") && is_file("a/b/c.csv"));
        assert!(!is_file("startpos") && !is_file("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        assert!(!is_file("4k3/8/8/8/8/8/8/4K3"));
    }
}
