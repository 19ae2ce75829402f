// SPDX-License-Identifier: GPL-3.0-or-later
//! PGN in its export format: byte for byte the same for the same game.

use super::Record;
use chess::{Color, Position};
use std::io::{self, Write};

/// The tags every archived game has, in their order, with what stands in for a missing value.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The standard asks for lines of fewer than 80 characters.
const MAX_COLUMNS: usize = 79;

/// Writes one game in PGN export format, followed by an empty line.
///
/// The seven-tag roster comes first and the other tags in ASCII order. `Result`, and for games
/// that do not begin at the beginning `SetUp`, `FEN` and `Variant`, are derived from the record,
/// whatever its tags say. A closing brace cannot stand in a PGN comment: it becomes `)`.
///
/// # Errors
/// When `out` does not take the bytes.
pub fn write(game: &Record, out: &mut impl Write) -> io::Result<()> {
    write_tags(game, out)?;
    let mut column = Column::new(out);
    if let Some(comment) = &game.comment {
        column.comment(comment)?;
    }
    let mut position = game.start;
    let mut numbered = false;
    for played in &game.moves {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => column.word(&format!("{number}."))?,
            Color::Black if !numbered => column.word(&format!("{number}..."))?,
            Color::Black => {}
        }
        column.word(&position.san(played.mv))?;
        for nag in &played.nags {
            column.word(&format!("${nag}"))?;
        }
        if let Some(comment) = &played.comment {
            column.comment(comment)?;
        }
        // Anything between a move and the reply makes the reply repeat its number.
        let silent = played.comment.as_ref().is_none_or(|comment| comment.trim().is_empty());
        numbered = played.nags.is_empty() && silent;
        position.play(played.mv);
    }
    column.word(&game.result.to_string())?;
    out.write_all(b"\n\n")
}

fn write_tags(game: &Record, out: &mut impl Write) -> io::Result<()> {
    for (name, unknown) in ROSTER {
        write_tag(out, name, game.tag(name).unwrap_or(unknown))?;
    }
    write_tag(out, "Result", &game.result.to_string())?;

    let derived = ["Result", "SetUp", "FEN"];
    let mut rest: Vec<(&str, String)> = game
        .tags
        .iter()
        .filter(|(name, _)| !ROSTER.iter().any(|(fixed, _)| fixed == name))
        .filter(|(name, _)| !derived.contains(&name.as_str()))
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    if game.start != Position::startpos() {
        rest.push(("FEN", game.start.fen()));
        rest.push(("SetUp", "1".to_owned()));
        if !game.start.is_standard_castling() && game.tag("Variant").is_none() {
            rest.push(("Variant", "Chess960".to_owned()));
        }
    }
    rest.sort();
    for (name, value) in rest {
        write_tag(out, name, &value)?;
    }
    out.write_all(b"\n")
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    // A tag pair is one line of printing characters, whatever the value came from.
    let line: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let escaped = line.replace('\\', r"\\").replace('"', "\\\"");
    writeln!(out, "[{name} \"{escaped}\"]")
}

/// Fills lines with words.
struct Column<'a, W> {
    out: &'a mut W,
    used: usize,
}

impl<'a, W: Write> Column<'a, W> {
    fn new(out: &'a mut W) -> Self {
        Self { out, used: 0 }
    }

    fn word(&mut self, word: &str) -> io::Result<()> {
        let width = word.chars().count();
        // At the start of a line a percent sign would hide the line from every reader, and a
        // bracket looks like the tags of the next game to many.
        let may_start_line = !word.starts_with(['%', '[']);
        if self.used > 0 {
            if self.used + 1 + width > MAX_COLUMNS && may_start_line {
                self.out.write_all(b"\n")?;
                self.used = 0;
            } else {
                self.out.write_all(b" ")?;
                self.used += 1;
            }
        }
        self.out.write_all(word.as_bytes())?;
        self.used += width;
        Ok(())
    }

    fn comment(&mut self, text: &str) -> io::Result<()> {
        let text = text.replace('}', ")");
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [] => Ok(()),
            [only] => self.word(&format!("{{{only}}}")),
            [first, middle @ .., last] => {
                self.word(&format!("{{{first}"))?;
                for word in middle {
                    self.word(word)?;
                }
                self.word(&format!("{last}}}"))
            }
        }
    }
}
