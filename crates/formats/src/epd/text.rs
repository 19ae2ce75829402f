// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of EPD, read and written.

use super::{Epd, EpdError, Op};
use chess::Setup;
use std::fmt;
use std::str::FromStr;

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Self, EpdError> {
        let (mut fields, ops_text) = split_fields(line);
        let ops = parse_ops(ops_text)?;
        let clock = counter(&ops, "hmvc", 0)?.to_string();
        let number = counter(&ops, "fmvn", 1)?.to_string();
        if fields.len() == 4 {
            fields.extend([clock.as_str(), number.as_str()]);
        }
        let (position, repairs) = Setup::parse(&fields.join(" "))?.position_lenient()?;
        Ok(Self { position, repairs, ops })
    }
}

impl fmt::Display for Epd {
    /// The line in export form: the position in four fields, operations with `;` behind each,
    /// and the counters as operations where they are not those of a fresh position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        for op in &self.ops {
            if matches!(op.code.as_str(), "hmvc" | "fmvn") {
                continue;
            }
            write!(f, " {}", op.code)?;
            for operand in &op.operands {
                // Quotation marks can't be written within quotation marks.
                let text = operand.replace('"', "'");
                let is_text = matches!(
                    op.code.as_bytes(),
                    b"id" | b"eco" | b"nic" | [b'c' | b'v', b'0'..=b'9']
                ) || text.is_empty()
                    || text.contains(|c: char| c.is_whitespace() || c == ';');
                if is_text { write!(f, " \"{text}\"")? } else { write!(f, " {text}")? }
            }
            f.write_str(";")?;
        }
        let (clock, number) = (self.position.halfmove_clock(), self.position.fullmove_number());
        if (clock, number) != (0, 1) {
            write!(f, " hmvc {clock}; fmvn {number};")?;
        }
        Ok(())
    }
}

/// Splits a line behind its four or six position fields.
fn split_fields(line: &str) -> (Vec<&str>, &str) {
    let mut rest = line;
    let mut fields: Vec<&str> = Vec::with_capacity(6);
    for _ in 0..4 {
        let (field, behind, closed) = next_field(rest);
        fields.push(field);
        rest = behind;
        if closed {
            return (fields, rest);
        }
    }
    // "-1 12" for "- 1 12": the blank behind the hyphen is missing.
    if let Some((hyphen, clock)) = fields[3].split_at_checked(1).filter(|(first, _)| *first == "-")
        && !clock.is_empty()
        && clock.bytes().all(|b| b.is_ascii_digit())
    {
        let (number, behind, _) = next_field(rest);
        if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
            fields[3] = hyphen;
            fields.extend([clock, number]);
            return (fields, behind);
        }
    }
    let (clock, behind, _) = next_field(rest);
    let (number, behind, _) = next_field(behind);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if is_number(clock) && is_number(number) {
        fields.extend([clock, number]);
        rest = behind;
    }
    (fields, rest)
}

/// A field, what follows it, and whether a semicolon closed it.
fn next_field(text: &str) -> (&str, &str, bool) {
    let text = text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(text.len());
    let (field, rest) = text.split_at(end);
    match rest.strip_prefix(';') {
        Some(rest) => (field, rest, true),
        None => (field, rest, false),
    }
}

fn counter(ops: &[Op], code: &str, otherwise: u32) -> Result<u32, EpdError> {
    let operand = ops.iter().find(|op| op.code == code).and_then(|op| op.operands.first());
    match operand {
        None => Ok(otherwise),
        Some(text) => {
            text.parse().map_err(|_| EpdError::Number { code: code.to_owned(), text: text.clone() })
        }
    }
}

fn parse_ops(text: &str) -> Result<Vec<Op>, EpdError> {
    let mut ops = Vec::new();
    let mut current: Option<Op> = None;
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            ops.extend(current.take());
            rest = &rest[1..];
        } else if let (Some(op), '"') = (&mut current, first) {
            let Some(end) = rest[1..].find('"') else {
                let code = op.code.clone();
                return Err(EpdError::Quote { code });
            };
            op.operands.push(rest[1..=end].to_owned());
            rest = &rest[end + 2..];
        } else {
            let (word, behind) = rest.split_at(rest.find([' ', '\t', ';']).unwrap_or(rest.len()));
            match &mut current {
                Some(op) => op.operands.push(word.to_owned()),
                None => {
                    // Some write `bm: e4`. A colon alone is no code with a colon.
                    let bare = word.trim_end_matches(':');
                    let code = if bare.is_empty() { word } else { bare }.to_owned();
                    current = Some(Op { code, operands: Vec::new() });
                }
            }
            rest = behind;
        }
        rest = rest.trim_start();
    }
    ops.extend(current);
    Ok(ops)
}
