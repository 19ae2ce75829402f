// SPDX-License-Identifier: GPL-3.0-or-later
//! PGN in its export format: byte for byte the same for the same game.

use super::{Line, PlayedMove, Record};
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
/// whatever its tags say. Variations follow the move that they replace. A closing brace cannot
/// stand in a PGN comment: it becomes `)`.
///
/// # Errors
/// When `out` does not take the bytes.
pub fn write(game: &Record, out: &mut impl Write) -> io::Result<()> {
    write_tags(game, out)?;
    let mut column = Column::new(out);
    if let Some(comment) = &game.comment {
        column.comment(comment)?;
    }
    column.moves(game.start, &game.moves)?;
    column.word(&game.result.to_string())?;
    column.flush()?;
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
    /// The last word, to which a bracket may still be added.
    word: String,
    /// Brackets that the next word takes with it.
    opening: String,
}

impl<'a, W: Write> Column<'a, W> {
    fn new(out: &'a mut W) -> Self {
        Self { out, used: 0, word: String::new(), opening: String::new() }
    }

    /// Moves with everything that was said about them, variations included.
    fn moves(&mut self, start: Position, moves: &[PlayedMove]) -> io::Result<()> {
        let mut position = start;
        let mut numbered = false;
        for played in moves {
            let number = position.fullmove_number();
            match position.turn() {
                Color::White => self.word(&format!("{number}."))?,
                Color::Black if !numbered => self.word(&format!("{number}..."))?,
                Color::Black => {}
            }
            match played.mv.is_null() {
                true => self.word("--")?,
                false => self.word(&position.san(played.mv))?,
            }
            for nag in &played.nags {
                self.word(&format!("${nag}"))?;
            }
            if let Some(comment) = &played.comment {
                self.comment(comment)?;
            }
            let mut silent = is_silent(&played.comment);
            for line in &played.variations {
                silent &= !self.variation(position, line)?;
            }
            // Anything between a move and the reply makes the reply repeat its number.
            numbered = played.nags.is_empty() && silent;
            if played.mv.is_null() {
                position.play_null();
            } else {
                position.play(played.mv);
            }
        }
        Ok(())
    }

    /// A variation in brackets; false if there was nothing to write.
    fn variation(&mut self, before: Position, line: &Line) -> io::Result<bool> {
        if line.moves.is_empty() && is_silent(&line.comment) {
            return Ok(false);
        }
        self.opening.push('(');
        if let Some(comment) = &line.comment {
            self.comment(comment)?;
        }
        self.moves(before, &line.moves)?;
        self.word.push(')');
        Ok(true)
    }

    /// Adds a word behind the last one.
    fn word(&mut self, word: &str) -> io::Result<()> {
        self.flush()?;
        std::mem::swap(&mut self.word, &mut self.opening);
        self.word.push_str(word);
        Ok(())
    }

    /// Writes the last word, on a new line if it is too long for this one.
    fn flush(&mut self) -> io::Result<()> {
        if self.word.is_empty() {
            return Ok(());
        }
        let width = self.word.chars().count();
        // At the start of a line a percent sign would hide the line from every reader, and a
        // bracket looks like the tags of the next game to many.
        let may_start_line = !self.word.starts_with(['%', '[']);
        if self.used > 0 {
            if self.used + 1 + width > MAX_COLUMNS && may_start_line {
                self.out.write_all(b"\n")?;
                self.used = 0;
            } else {
                self.out.write_all(b" ")?;
                self.used += 1;
            }
        }
        self.out.write_all(self.word.as_bytes())?;
        self.used += width;
        self.word.clear();
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

fn is_silent(comment: &Option<String>) -> bool {
    comment.as_ref().is_none_or(|comment| comment.trim().is_empty())
}
