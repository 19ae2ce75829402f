// SPDX-License-Identifier: GPL-3.0-or-later
//! Forsyth-Edwards notation: reading and writing, and what can be wrong with it.
//!
//! Standard FEN, X-FEN and Shredder-FEN are read alike:
//!
//! ```
//! use xanthos_chess::{FenProblem, Position};
//! let position = Position::from_fen("4k2r/8/8/8/8/8/8/4K3 b k - 0 1").unwrap();
//! assert_eq!(position.shredder_fen(), "4k2r/8/8/8/8/8/8/4K3 b h - 0 1");
//!
//! let error = Position::from_fen("4k2r/8/8/8/8/8/8/9 w - - 0 1").unwrap_err();
//! assert_eq!(error.to_string(), "board: '9' is neither a piece nor a count of empty squares (character 18)");
//! ```

use crate::setup::Setup;
use crate::{Color, Piece, Position, Role, Side, Square};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The six parts of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Field {
    Board,
    Turn,
    Castling,
    EnPassant,
    HalfmoveClock,
    FullmoveNumber,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "board",
            Field::Turn => "side to move",
            Field::Castling => "castling",
            Field::EnPassant => "en passant",
            Field::HalfmoveClock => "half-move clock",
            Field::FullmoveNumber => "move number",
        })
    }
}

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FenProblem {
    MissingField,
    TrailingText,
    BadCharacter(char),
    /// A rank (1 to 8) does not have eight squares.
    BadRank {
        rank: usize,
        squares: usize,
    },
    TooFewRanks(usize),
    TooManyRanks,
    BadTurn,
    BadCastlingLetter(char),
    CastlingTwice(char),
    /// King or rook is not where the right needs it.
    ImpossibleCastling(char),
    BadSquare,
    /// No pawn can just have jumped over this square.
    ImpossibleEnPassant(Square),
    BadNumber,
    KingCount(Color, u32),
    TooManyPieces(Color, u32),
    TooManyPawns(Color, u32),
    PawnOnEdge(Square),
    OpponentInCheck,
    /// No last move can have given these checks.
    ImpossibleCheck,
}

impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenProblem::*;
        match self {
            MissingField => f.write_str("missing"),
            TrailingText => f.write_str("text after the sixth field"),
            BadCharacter(c) => {
                write!(f, "{c:?} is neither a piece nor a count of empty squares")
            }
            BadRank { rank, squares } => write!(f, "rank {rank} has {squares} squares, not 8"),
            TooFewRanks(ranks) => write!(f, "{ranks} ranks, not 8"),
            TooManyRanks => f.write_str("more than 8 ranks"),
            BadTurn => f.write_str("neither 'w' nor 'b'"),
            BadCastlingLetter(c) => write!(f, "{c:?} is not one of KQkq, A to H, a to h, or '-'"),
            CastlingTwice(c) => write!(f, "{c:?} names a right a second time"),
            ImpossibleCastling(c) => {
                write!(f, "{c:?} needs a king and a rook on their first rank")
            }
            BadSquare => f.write_str("neither a square nor '-'"),
            ImpossibleEnPassant(square) => {
                write!(f, "no pawn can just have jumped over {square}")
            }
            BadNumber => f.write_str("not a number from 0 to 9999"),
            KingCount(color, 0) => write!(f, "{color} has no king"),
            KingCount(color, n) => write!(f, "{color} has {n} kings"),
            TooManyPieces(color, n) => write!(f, "{color} has {n} pieces, more than 16"),
            TooManyPawns(color, n) => write!(f, "{color} has {n} pawns, more than 8"),
            PawnOnEdge(square) => write!(f, "a pawn can't stand on {square}"),
            OpponentInCheck => f.write_str("the side that just moved left its king in check"),
            ImpossibleCheck => f.write_str("no last move can have given these checks"),
        }
    }
}

/// What is wrong with a FEN, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The part that is wrong.
    pub field: Field,
    /// What is wrong with it.
    pub problem: FenProblem,
    /// Where in the text, in bytes; empty when the text is too short.
    pub span: Range<usize>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)?;
        if self.span.is_empty() {
            return Ok(());
        }
        write!(f, " (character {})", self.span.start + 1)
    }
}

impl std::error::Error for FenError {}

/// The longest number that a clock or a move count may have.
const LARGEST_NUMBER: u32 = 9999;

impl Setup {
    /// Reads the syntax of a FEN with four to six fields; whether it is a chess
    /// position is asked later.
    ///
    /// ```
    /// use xanthos_chess::Setup;
    /// let setup = Setup::parse("8/8/8/8/8/8/8/8 b - -").unwrap();
    /// assert_eq!(setup.fullmove_number, 1);
    /// assert!(setup.position().is_err(), "a board without kings");
    /// assert!(Setup::parse("8/8/8 w").is_err());
    /// ```
    pub fn parse(fen: &str) -> Result<Setup, FenError> {
        let mut fields = fields(fen);
        let mut next = |field| fields.next().ok_or(missing(field, fen));
        let (board, turn, castling, en_passant) = (
            next(Field::Board)?,
            next(Field::Turn)?,
            next(Field::Castling)?,
            next(Field::EnPassant)?,
        );
        let mut setup = Setup { pieces: read_board(&board)?, ..Setup::empty() };
        setup.turn = match turn.text {
            "w" | "W" => Color::White,
            "b" | "B" => Color::Black,
            _ => return Err(turn.error(Field::Turn, FenProblem::BadTurn)),
        };
        setup.castling = read_castling(&castling)?;
        setup.en_passant = match en_passant.text {
            "-" | "–" => None,
            text => Some(
                text.parse()
                    .map_err(|_| en_passant.error(Field::EnPassant, FenProblem::BadSquare))?,
            ),
        };
        if let Some(clock) = fields.next() {
            setup.halfmove_clock = read_number(&clock, Field::HalfmoveClock)?;
        }
        if let Some(number) = fields.next() {
            // Some programs count from 0.
            setup.fullmove_number = read_number(&number, Field::FullmoveNumber)?.max(1);
        }
        if let Some(rest) = fields.next() {
            return Err(rest.error(Field::FullmoveNumber, FenProblem::TrailingText));
        }
        setup.spans = [&board, &turn, &castling, &en_passant].map(|word| word.span());
        Ok(setup)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Setup, FenError> {
        Setup::parse(fen)
    }
}

impl Position {
    /// Reads a FEN that must be a legal chess position.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// assert_eq!(position.legal_moves().len(), 6);
    /// // A position without kings says so.
    /// assert!(Position::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
    /// # Ok::<(), xanthos_chess::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Setup::parse(fen)?.position()
    }

    /// The position as FEN. Castling rights are `KQkq` where that is
    /// unambiguous, else the rook's file (X-FEN).
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert_eq!(Position::startpos().fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    pub fn fen(&self) -> String {
        self.write_fen(false)
    }

    /// The position as FEN with castling rights as rook files (Shredder-FEN).
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let fen = Position::startpos().shredder_fen();
    /// assert!(fen.contains(" HAha "));
    /// ```
    pub fn shredder_fen(&self) -> String {
        self.write_fen(true)
    }

    fn write_fen(&self, shredder: bool) -> String {
        let mut fen = String::with_capacity(90);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.piece_on(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            fen.push((b'0' + empty) as char);
                        }
                        empty = 0;
                        fen.push(piece.letter());
                    }
                }
            }
            if empty > 0 {
                fen.push((b'0' + empty) as char);
            }
            fen.push(if rank > 0 { '/' } else { ' ' });
        }
        fen.push(self.turn().letter());
        fen.push(' ');
        let rights = fen.len();
        for color in Color::ALL {
            for side in Side::ALL {
                if let Some(rook) = self.castling().rook(color, side) {
                    fen.push(self.castling_letter(color, side, rook, shredder));
                }
            }
        }
        if fen.len() == rights {
            fen.push('-');
        }
        let en_passant = self.en_passant().map_or("-".to_owned(), |square| square.to_string());
        fen.push_str(&format!(
            " {en_passant} {} {}",
            self.halfmove_clock(),
            self.fullmove_number()
        ));
        fen
    }

    fn castling_letter(&self, color: Color, side: Side, rook: Square, shredder: bool) -> char {
        let outermost =
            outermost_rook(color, side, |square| self.pieces(color, Role::Rook).contains(square));
        let letter = match side {
            _ if shredder || outermost != Some(rook) => rook.file_letter(),
            Side::King => 'k',
            Side::Queen => 'q',
        };
        if color == Color::White { letter.to_ascii_uppercase() } else { letter }
    }
}

/// The rook of the home rank that is farthest out on one side.
pub(crate) fn outermost_rook(
    color: Color,
    side: Side,
    is_rook: impl Fn(Square) -> bool,
) -> Option<Square> {
    let mut files = 0..8;
    std::iter::from_fn(|| if side == Side::King { files.next_back() } else { files.next() })
        .map(|file| Square::new(file, color.home_rank()))
        .find(|&square| is_rook(square))
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

/// A word of the text and where it stands.
struct Word<'a> {
    text: &'a str,
    at: usize,
}

impl Word<'_> {
    fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    fn error(&self, field: Field, problem: FenProblem) -> FenError {
        FenError { field, problem, span: self.span() }
    }

    /// An error at one character of the word.
    fn error_at(&self, offset: usize, c: char, field: Field, problem: FenProblem) -> FenError {
        let start = self.at + offset;
        FenError { field, problem, span: start..start + c.len_utf8() }
    }
}

fn fields(fen: &str) -> impl Iterator<Item = Word<'_>> {
    fen.split_ascii_whitespace()
        .map(move |text| Word { text, at: text.as_ptr().addr() - fen.as_ptr().addr() })
}

fn missing(field: Field, fen: &str) -> FenError {
    FenError { field, problem: FenProblem::MissingField, span: fen.len()..fen.len() }
}

fn read_board(word: &Word<'_>) -> Result<[Option<Piece>; 64], FenError> {
    let mut pieces = [None; 64];
    let (mut file, mut rank) = (0, 7);
    let short = |rank, squares| FenProblem::BadRank { rank: rank + 1, squares };
    for (offset, c) in word.text.char_indices() {
        let error = |problem| Err(word.error_at(offset, c, Field::Board, problem));
        match c {
            '/' if file != 8 => return error(short(rank, file)),
            '/' if rank == 0 => return error(FenProblem::TooManyRanks),
            '/' => (file, rank) = (0, rank - 1),
            '1'..='8' => file += (c as u8 - b'0') as usize,
            _ => match Piece::from_letter(c) {
                None => return error(FenProblem::BadCharacter(c)),
                Some(piece) => {
                    if file < 8 {
                        pieces[Square::new(file, rank).index()] = Some(piece);
                    }
                    file += 1;
                }
            },
        }
        if file > 8 {
            return error(short(rank, file));
        }
    }
    if rank > 0 {
        return Err(word.error(Field::Board, FenProblem::TooFewRanks(8 - rank)));
    }
    if file != 8 {
        return Err(word.error(Field::Board, short(rank, file)));
    }
    Ok(pieces)
}

fn read_castling(word: &Word<'_>) -> Result<String, FenError> {
    if matches!(word.text, "-" | "–") {
        return Ok(String::new());
    }
    for (offset, c) in word.text.char_indices() {
        let problem = match c {
            'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h' => {
                if !word.text[..offset].contains(c) {
                    continue;
                }
                FenProblem::CastlingTwice(c)
            }
            _ => FenProblem::BadCastlingLetter(c),
        };
        return Err(word.error_at(offset, c, Field::Castling, problem));
    }
    Ok(word.text.to_owned())
}

fn read_number(word: &Word<'_>, field: Field) -> Result<u32, FenError> {
    let digits = word.text.bytes().all(|b| b.is_ascii_digit());
    word.text
        .parse()
        .ok()
        .filter(|&number| digits && number <= LARGEST_NUMBER)
        .ok_or_else(|| word.error(field, FenProblem::BadNumber))
}
