// SPDX-License-Identifier: GPL-3.0-or-later
//! Lichess's puzzles: a table of comma-separated values whose first line names the columns.
//!
//! ```
//! use xanthos_formats::puzzles;
//!
//! let table = "FEN,Moves,Themes\nq3k3/8/8/3N4/8/8/8/4K3 w - - 0 1,d5c7 e8d8 c7a8,fork short\n";
//! let mut rows = puzzles::read(table.as_bytes())?;
//! let text = rows.next().unwrap()?;
//! let puzzle = rows.columns().puzzle(&text.text).unwrap();
//! assert_eq!(puzzle.moves, "d5c7 e8d8 c7a8");
//! assert_eq!(puzzle.themes.as_deref(), Some("fork short"));
//! # Ok::<(), puzzles::TableError>(())
//! ```
//!
//! Reading lines and taking them apart are two steps, so that the second can be shared among
//! threads.

use std::borrow::Cow;
use std::io::{self, BufRead};

/// A table that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The source failed.
    #[error("line {line}: {reason}")]
    Read {
        /// The line, counted from 1.
        line: u64,
        /// What went wrong.
        #[source]
        reason: io::Error,
    },
    /// The first line does not name a column that is needed.
    #[error(
        "the first line names no column {0}: a table of puzzles begins with names such as \
         PuzzleId,FEN,Moves,Themes"
    )]
    Column(&'static str),
}

/// A row that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {0} in this row: too few columns")]
pub struct RowError(pub &'static str);

/// Which column holds what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    fen: usize,
    moves: usize,
    id: Option<usize>,
    themes: Option<usize>,
    plays: Option<usize>,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Counted from 1; the first row is on line 2.
    pub line: u64,
    /// Without the end of the line.
    pub text: String,
}

/// A row, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle<'a> {
    /// Its name.
    pub id: Option<Cow<'a, str>>,
    /// The position before the mistake that is to be punished.
    pub fen: Cow<'a, str>,
    /// The mistake and the solution, in UCI notation.
    pub moves: Cow<'a, str>,
    /// The labels, if the table has any.
    pub themes: Option<Cow<'a, str>>,
    /// How often it was played, if the table says so.
    pub plays: Option<u64>,
}

impl Columns {
    fn of(header: &str) -> Result<Columns, TableError> {
        let names: Vec<Cow<str>> = fields(header).collect();
        let find = |name: &str| names.iter().position(|other| other.trim() == name);
        Ok(Columns {
            fen: find("FEN").ok_or(TableError::Column("FEN"))?,
            moves: find("Moves").ok_or(TableError::Column("Moves"))?,
            id: find("PuzzleId"),
            themes: find("Themes"),
            plays: find("NbPlays"),
        })
    }

    /// Does the table have labels?
    pub fn has_themes(&self) -> bool {
        self.themes.is_some()
    }

    /// Takes a row apart.
    ///
    /// # Errors
    /// If it has no position or no moves.
    pub fn puzzle<'a>(&self, row: &'a str) -> Result<Puzzle<'a>, RowError> {
        let mut puzzle = Puzzle {
            id: None,
            fen: Cow::Borrowed(""),
            moves: Cow::Borrowed(""),
            themes: None,
            plays: None,
        };
        let (mut has_fen, mut has_moves) = (false, false);
        for (index, field) in fields(row).enumerate() {
            if index == self.fen {
                puzzle.fen = field;
                has_fen = true;
            } else if index == self.moves {
                puzzle.moves = field;
                has_moves = true;
            } else if Some(index) == self.id {
                puzzle.id = Some(field);
            } else if Some(index) == self.themes {
                puzzle.themes = Some(field);
            } else if Some(index) == self.plays {
                puzzle.plays = field.trim().parse().ok();
            }
        }
        match (has_fen, has_moves) {
            (false, _) => Err(RowError("FEN")),
            (_, false) => Err(RowError("Moves")),
            _ => Ok(puzzle),
        }
    }
}

/// The fields of a row; those in quotes may hold commas and doubled quotes.
fn fields(row: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = Some(row);
    std::iter::from_fn(move || {
        let text = rest?;
        if let Some(quoted) = text.strip_prefix('"') {
            let mut end = None;
            let mut skip = false;
            for (at, letter) in quoted.bytes().enumerate() {
                if skip {
                    skip = false;
                } else if letter == b'"' {
                    if quoted.as_bytes().get(at + 1) == Some(&b'"') {
                        skip = true;
                    } else {
                        end = Some(at);
                        break;
                    }
                }
            }
            let end = end.unwrap_or(quoted.len());
            let behind = quoted.get(end + 1..).unwrap_or("");
            rest = behind.split_once(',').map(|(_, more)| more);
            return Some(Cow::Owned(quoted[..end].replace("\"\"", "\"")));
        }
        let (field, more) = match text.split_once(',') {
            Some((field, more)) => (field, Some(more)),
            None => (text, None),
        };
        rest = more;
        Some(Cow::Borrowed(field))
    })
}

/// The rows of a table, line by line.
pub struct Rows<R> {
    source: R,
    columns: Columns,
    header: String,
    line: u64,
    failed: bool,
}

/// Reads the names of the columns; the rows follow.
///
/// # Errors
/// If the source fails or there are no columns `FEN` and `Moves`.
pub fn read<R: BufRead>(mut source: R) -> Result<Rows<R>, TableError> {
    let header = next_line(&mut source)
        .map_err(|reason| TableError::Read { line: 1, reason })?
        .unwrap_or_default();
    let header = header.trim_start_matches('\u{feff}').to_owned();
    let columns = Columns::of(&header)?;
    Ok(Rows { source, columns, header, line: 1, failed: false })
}

impl<R> Rows<R> {
    /// Which column holds what.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The line with the names of the columns.
    pub fn header(&self) -> &str {
        &self.header
    }
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = Result<Row, TableError>;

    /// The next row that is not empty. After an error of the source there are no more.
    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            self.line += 1;
            match next_line(&mut self.source) {
                Ok(None) => return None,
                Ok(Some(text)) if text.trim().is_empty() => {}
                Ok(Some(text)) => return Some(Ok(Row { line: self.line, text })),
                Err(reason) => {
                    self.failed = true;
                    return Some(Err(TableError::Read { line: self.line, reason }));
                }
            }
        }
        None
    }
}

/// A line without its end; bytes that are no text are replaced, so that one bad row stays one.
fn next_line(source: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if source.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    while bytes.last().is_some_and(|&last| last == b'\n' || last == b'\r') {
        bytes.pop();
    }
    Ok(Some(
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(table: &str) -> Vec<Row> {
        read(table.as_bytes()).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn columns_are_found_by_name() {
        let table = read("Themes,NbPlays,Moves,x,FEN\n".as_bytes()).unwrap();
        let puzzle = table.columns().puzzle("fork,12,e2e4,y,board").unwrap();
        assert_eq!((&*puzzle.fen, &*puzzle.moves), ("board", "e2e4"));
        assert_eq!((puzzle.themes.as_deref(), puzzle.plays), (Some("fork"), Some(12)));
        assert!(table.columns().has_themes());
        assert_eq!(table.columns().puzzle("fork,12"), Err(RowError("FEN")));
    }

    #[test]
    fn a_table_without_names_is_refused() {
        for header in ["", "PuzzleId,Moves\n", "KDVcR,k3r3/pbpN3p w,d7c5\n"] {
            assert!(matches!(read(header.as_bytes()), Err(TableError::Column(_))), "{header:?}");
        }
    }

    #[test]
    fn lines_are_counted_and_empty_ones_skipped() {
        let rows = rows("\u{feff}FEN,Moves\r\na,b\r\n\r\nc,d");
        let seen: Vec<(u64, &str)> = rows.iter().map(|row| (row.line, &*row.text)).collect();
        assert_eq!(seen, [(2, "a,b"), (4, "c,d")]);
    }

    #[test]
    fn quotes_hold_commas() {
        let all: Vec<Cow<str>> = fields("a,\"b,\"\"c\"\"\",d,\"\",\"open").collect();
        assert_eq!(all, ["a", "b,\"c\"", "d", "", "open"]);
        assert_eq!(fields("").count(), 1);
    }

    #[test]
    fn bytes_that_are_no_text_spoil_one_row_only() {
        let table = b"FEN,Moves\n\xff\xfe,x\na,b\n";
        let rows: Vec<Row> = read(&table[..]).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2);
    }
}
