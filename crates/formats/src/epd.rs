// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions with tasks and notes, one to a line: Extended Position Description.
//!
//! ```
//! use xanthos_formats::epd::Epd;
//!
//! let epd: Epd = r#"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";"#.parse()?;
//! assert_eq!(epd.id().as_deref(), Some("back rank"));
//! let best = epd.best_moves()?;
//! assert_eq!(epd.position.san(best[0]), "Rd8#");
//! # Ok::<(), xanthos_formats::epd::EpdError>(())
//! ```
//!
//! Suites are old and their dialects many. Both four-field and six-field lines are read, with or
//! without the semicolon before the first operation; `bm #5` counts as a mate distance; `Qd1 +`
//! as one move.

use chess::{FenError, Move, MoveError, Position, Repair, Setup};
use std::io::{self, BufRead};
use std::str::FromStr;

/// A position and the operations that stand behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// What had to be dropped from the line to make it a chess position.
    pub repairs: Vec<Repair>,
    /// Every operation in the order of the line.
    pub ops: Vec<Op>,
}

/// An opcode with its operands, such as `bm Nf3 Nc3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Op {
    /// The opcode.
    pub code: String,
    /// The operands, quotes taken off.
    pub operands: Vec<String>,
}

/// A line that is no EPD, or an operation that is not what it claims to be.
#[derive(Debug, thiserror::Error)]
pub enum EpdError {
    /// The position fields.
    #[error("{0}")]
    Position(#[from] FenError),
    /// A move named by an operation cannot be played.
    #[error("{code}: {source}")]
    Move {
        /// The opcode.
        code: String,
        /// Why the move was refused.
        source: MoveError,
    },
    /// An operand that should be a number.
    #[error("{code}: {text:?} is no number in the range it needs")]
    Number {
        /// The opcode.
        code: String,
        /// The operand.
        text: String,
    },
    /// A quoted operand that does not end.
    #[error("{code}: the quotation mark is never closed")]
    Quote {
        /// The opcode.
        code: String,
    },
    /// The text could not be read any further.
    #[error("reading failed: {0}")]
    Io(#[from] io::Error),
}

/// An [`EpdError`] with the line it happened on.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct EpdLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What was wrong with it.
    #[source]
    pub error: EpdError,
}

/// Reads an EPD file line by line, skipping empty lines and those that begin with `#`.
///
/// A bad line is handed over as an error, and reading goes on.
///
/// ```
/// use xanthos_formats::epd;
///
/// let text = "# two positions\n8/8/8/8/8/k7/p7/K7 w - -\nnonsense\n";
/// let lines: Vec<_> = epd::read(text.as_bytes()).collect();
/// assert!(lines[0].is_ok());
/// assert_eq!(lines[1].as_ref().unwrap_err().line, 3);
/// ```
pub fn read<R: BufRead>(mut reader: R) -> impl Iterator<Item = Result<Epd, EpdLineError>> {
    let mut line = 0;
    let mut bytes = Vec::new();
    let mut failed = false;
    std::iter::from_fn(move || {
        while !failed {
            line += 1;
            bytes.clear();
            match reader.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => {
                    // A broken reader may fail for ever.
                    failed = true;
                    let error = EpdError::Io(error);
                    return Some(Err(EpdLineError { line, error }));
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            // Old editors left a byte-order mark, or zero bytes behind the text.
            let is_blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
            let text = text.trim_matches(is_blank);
            if !text.is_empty() && !text.starts_with('#') {
                return Some(text.parse().map_err(|error| EpdLineError { line, error }));
            }
        }
        None
    })
}

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

impl Epd {
    /// The operands of the first operation with this code.
    pub fn op(&self, code: &str) -> Option<&[String]> {
        self.ops.iter().find(|op| op.code == code).map(|op| op.operands.as_slice())
    }

    /// `id`: the name of the position.
    pub fn id(&self) -> Option<String> {
        self.op("id").map(|words| words.join(" "))
    }

    /// `bm`: the best moves, empty when there is no such operation or it is a mate distance.
    ///
    /// # Errors
    /// When a move cannot be played here.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("bm")
    }

    /// `am`: the moves to avoid.
    ///
    /// # Errors
    /// When a move cannot be played here.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("am")
    }

    /// `dm`, or `bm #n`: mate in this many moves; negative when the side to move is mated.
    ///
    /// # Errors
    /// When the operand is no number.
    pub fn mate_distance(&self) -> Result<Option<i32>, EpdError> {
        let direct = self.op("dm").and_then(|operands| operands.first());
        let marked = self.op("bm").and_then(|operands| operands.first());
        let text = match (direct, marked.and_then(|text| text.strip_prefix('#'))) {
            (Some(text), _) => text,
            (None, Some(text)) => text,
            (None, None) => return Ok(None),
        };
        let number = text
            .parse()
            .map_err(|_| EpdError::Number { code: "dm".to_owned(), text: text.to_owned() })?;
        Ok(Some(number))
    }

    /// The moves that an operation names, in SAN, LAN or UCI.
    ///
    /// # Errors
    /// When a move cannot be played here.
    pub fn moves(&self, code: &str) -> Result<Vec<Move>, EpdError> {
        let Some(operands) = self.op(code) else {
            return Ok(Vec::new());
        };
        let mut moves = Vec::new();
        for operand in operands {
            let text = operand.trim_end_matches(',');
            let is_sign = text.chars().all(|c| "+#!?=".contains(c));
            if is_sign || text.starts_with('#') {
                continue;
            }
            match self.position.parse_move(text) {
                Ok(mv) => moves.push(mv),
                // A careless suite names both knights at once, and so means either.
                Err(MoveError::Ambiguous(_, all)) => {
                    moves.extend(all.iter().filter_map(|san| self.position.parse_san(san).ok()));
                }
                Err(source) => return Err(EpdError::Move { code: code.to_owned(), source }),
            }
        }
        Ok(moves)
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
                    current = Some(Op {
                        code: word.trim_end_matches(':').to_owned(),
                        operands: Vec::new(),
                    });
                }
            }
            rest = behind;
        }
        rest = rest.trim_start();
    }
    ops.extend(current);
    Ok(ops)
}
