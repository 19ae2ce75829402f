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
//! without the semicolon before the first operation; `- -1 12` is taken for `- - 1 12`; `bm #5`
//! counts as a mate distance, `Qd1 +` as one move, `Bcx3` as the capture it must mean.
//!
//! Every operation is kept as it stands ([`Epd::op`]); those of the standard have methods that
//! give them their types. Printed, an [`Epd`] is a line in export form:
//!
//! ```
//! use xanthos_formats::epd::Epd;
//!
//! let line = r#"4k3/8/8/8/8/8/4P3/4K3 w - - 3 40; acd 12; ce 150; pv e4 Kd7 Kd2; id "two words""#;
//! let epd: Epd = line.parse()?;
//! assert_eq!((epd.depth()?, epd.centipawns()?), (Some(12), Some(150)));
//! assert_eq!(epd.line()?.len(), 3);
//! assert_eq!(
//!     epd.to_string(),
//!     r#"4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; ce 150; pv e4 Kd7 Kd2; id "two words"; hmvc 3; fmvn 40;"#
//! );
//! # Ok::<(), xanthos_formats::epd::EpdError>(())
//! ```

mod text;

use chess::{FenError, Move, MoveError, Position, Repair};
use std::io::{self, BufRead};

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
            match crate::next_line(&mut reader, &mut bytes) {
                Ok(None) => return None,
                Ok(Some(false)) => {}
                Ok(Some(true)) => {
                    let what = format!("a line of more than {} bytes", crate::LONGEST_LINE);
                    let error = EpdError::Io(std::io::Error::other(what));
                    return Some(Err(EpdLineError { line, error }));
                }
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
        let mut moves = Vec::new();
        for text in self.move_texts(code) {
            match read_move(&self.position, text) {
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

    /// `pv`: the predicted line, move after move.
    ///
    /// # Errors
    /// When a move cannot be played where it stands.
    pub fn line(&self) -> Result<Vec<Move>, EpdError> {
        let code = if self.op("pv").is_some() { "pv" } else { "PV" };
        let mut position = self.position;
        let mut line = Vec::new();
        for text in self.move_texts(code) {
            let mv = read_move(&position, text)
                .map_err(|source| EpdError::Move { code: code.to_owned(), source })?;
            line.push(mv);
            position.play(mv);
        }
        Ok(line)
    }

    /// `pm`: the predicted move. `sm`, the supplied move, is read by [`Epd::moves`].
    ///
    /// # Errors
    /// When the move cannot be played here.
    pub fn predicted_move(&self) -> Result<Option<Move>, EpdError> {
        Ok(self.moves("pm")?.first().copied())
    }

    /// `acd`: how deep the analysis was, in half-moves.
    ///
    /// # Errors
    /// When the operand is no number.
    pub fn depth(&self) -> Result<Option<i64>, EpdError> {
        self.number("acd")
    }

    /// `acn`: how many nodes the analysis took.
    ///
    /// # Errors
    /// When the operand is no number.
    pub fn nodes(&self) -> Result<Option<i64>, EpdError> {
        self.number("acn")
    }

    /// `acs`: how many seconds the analysis took.
    ///
    /// # Errors
    /// When the operand is no number.
    pub fn seconds(&self) -> Result<Option<i64>, EpdError> {
        self.number("acs")
    }

    /// `ce`: the evaluation in centipawns, for the side to move.
    ///
    /// # Errors
    /// When the operand is no number.
    pub fn centipawns(&self) -> Result<Option<i64>, EpdError> {
        self.number("ce")
    }

    /// The first operand of an operation as a whole number.
    ///
    /// # Errors
    /// When it is not a number.
    pub fn number(&self, code: &str) -> Result<Option<i64>, EpdError> {
        let Some(text) = self.op(code).and_then(|operands| operands.first()) else {
            return Ok(None);
        };
        let number = text
            .parse()
            .map_err(|_| EpdError::Number { code: code.to_owned(), text: text.to_owned() })?;
        Ok(Some(number))
    }

    /// The operands that name moves; signs apart from their moves and mate distances do not.
    fn move_texts(&self, code: &str) -> impl Iterator<Item = &str> {
        let operands = self.op(code).unwrap_or_default();
        operands.iter().flat_map(|operand| operand.split_whitespace()).filter_map(|word| {
            let text = word.trim_end_matches(',');
            let is_sign = text.chars().all(|c| "+#!?=".contains(c));
            (!is_sign && !text.starts_with('#')).then_some(text)
        })
    }
}

/// A move in any notation; the sign of a capture may be in the wrong place.
fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    position.parse_move(text).or_else(|error| match error {
        MoveError::Syntax(_) if text.contains('x') => {
            position.parse_move(&text.replace('x', "")).map_err(|_| error)
        }
        _ => Err(error),
    })
}
