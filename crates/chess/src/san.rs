// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves as people write them: standard and long algebraic notation.
//!
//! ```
//! use xanthos_chess::Position;
//! let position: Position = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".parse().unwrap();
//! let m = position.parse_san("Rad1").unwrap();
//! assert_eq!(position.san(m), "Rad1");
//! assert_eq!(position.lan(m), "Ra1-d1");
//! assert!(position.parse_san("Rd1").is_err(), "two rooks can go there");
//! ```

use crate::moves::Kind;
use crate::notation::{MoveError, quoted};
use crate::{Bitboard, Color, Move, Position, Role, Side, Square, attacks};

impl Position {
    /// A legal move in standard algebraic notation, with `+` or `#`.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.san(start.parse_uci("g1f3").unwrap()), "Nf3");
    /// ```
    pub fn san(&self, m: Move) -> String {
        let mut san = String::with_capacity(8);
        let Some(role) = self.role_on(m.from()) else { return "--".to_owned() };
        if m.is_castle() {
            san.push_str(castling_text(m));
        } else {
            if role == Role::Pawn {
                if m.is_capture() {
                    san.push(m.from().file_letter());
                }
            } else {
                san.push(role.letter().to_ascii_uppercase());
                self.disambiguate(m, role, &mut san);
            }
            if m.is_capture() {
                san.push('x');
            }
            push_target(m, &mut san);
        }
        self.push_check(m, &mut san);
        san
    }

    /// A legal move in long algebraic notation: `Ng1-f3`, `e5xd6`, `e7-e8=Q`.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.lan(start.parse_uci("g1f3").unwrap()), "Ng1-f3");
    /// ```
    pub fn lan(&self, m: Move) -> String {
        let mut lan = String::with_capacity(10);
        let Some(role) = self.role_on(m.from()) else { return "--".to_owned() };
        if m.is_castle() {
            lan.push_str(castling_text(m));
        } else {
            if role != Role::Pawn {
                lan.push(role.letter().to_ascii_uppercase());
            }
            lan.push_str(&m.from().to_string());
            lan.push(if m.is_capture() { 'x' } else { '-' });
            push_target(m, &mut lan);
        }
        self.push_check(m, &mut lan);
        lan
    }

    /// Adds file, rank or both where another piece of the same role could go to
    /// the same square: the file if it tells them apart, else the rank.
    fn disambiguate(&self, m: Move, role: Role, san: &mut String) {
        let rivals: Bitboard = if self.pieces(self.turn(), role).more_than_one() {
            let same = |&other: &Move| {
                other.to() == m.to()
                    && other.from() != m.from()
                    && !other.is_castle()
                    && self.role_on(other.from()) == Some(role)
            };
            self.legal_moves().iter().copied().filter(same).map(Move::from).collect()
        } else {
            return;
        };
        if rivals.is_empty() {
            return;
        }
        let from = m.from();
        let file_is_shared = (rivals & Bitboard::FILES[from.file()]).any();
        let rank_is_shared = (rivals & Bitboard::RANKS[from.rank()]).any();
        if !file_is_shared || rank_is_shared {
            san.push(from.file_letter());
        }
        if file_is_shared {
            san.push(from.rank_digit());
        }
    }

    fn push_check(&self, m: Move, text: &mut String) {
        let next = self.after(m);
        if next.in_check() {
            text.push(if next.has_legal_move() { '+' } else { '#' });
        }
    }

    /// Reads a move in standard or long algebraic notation, generously: marks
    /// such as `+ # ! ?` may be missing or too many, castling may be written
    /// with zeros, a promotion without `=`, and more of the origin may be given
    /// than needed.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.uci(start.parse_san("Nf3").unwrap()).to_string(), "g1f3");
    /// assert!(start.parse_san("Nf6").is_err());
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let trimmed = without_marks(text.as_bytes());
        let illegal = || MoveError::Illegal(quoted(text));
        if let Some(side) = castling_side(trimmed) {
            let king = self.king(self.turn());
            let rook = self.castling().rook(self.turn(), side);
            let castling = rook.map(|rook| Move::new(king, rook, Kind::Castle));
            return castling.filter(|&m| self.is_legal(m)).ok_or_else(illegal);
        }
        let pattern = Pattern::read(trimmed).ok_or_else(|| MoveError::Syntax(quoted(text)))?;
        if let Some(only) = self.only_fitting(&pattern) {
            return Ok(only);
        }
        let legal = self.legal_moves();
        let mut fitting = legal.iter().copied().filter(|&m| {
            !m.is_castle() && self.role_on(m.from()) == Some(pattern.role) && pattern.fits(m)
        });
        let first = fitting.next().ok_or_else(illegal)?;
        let more: Vec<String> = fitting.map(|m| self.san(m)).collect();
        if more.is_empty() {
            return Ok(first);
        }
        let all = std::iter::once(self.san(first)).chain(more).collect();
        Err(MoveError::Ambiguous(quoted(text), all))
    }

    /// The one legal move that fits, found backwards from its target: a list of all legal
    /// moves would be most of the cost of reading a collection of games.
    fn only_fitting(&self, pattern: &Pattern) -> Option<Move> {
        let to = pattern.to.first().filter(|_| !pattern.to.more_than_one())?;
        let us = self.turn();
        let capture = self.by_color(!us).contains(to);
        let origins = match pattern.role {
            Role::Pawn => self.pawn_origins(to, capture),
            Role::Knight => attacks::knight(to),
            Role::Bishop => attacks::bishop(to, self.occupied()),
            Role::Rook => attacks::rook(to, self.occupied()),
            Role::Queen => attacks::queen(to, self.occupied()),
            Role::King => attacks::king(to),
        };
        let mut found = None;
        for from in origins & pattern.from & self.pieces(us, pattern.role) {
            let m = match (pattern.role, pattern.promotion) {
                (Role::Pawn, Some(role)) => Move::promoting(from, to, role, capture),
                (Role::Pawn, None) if from.file() != to.file() && !capture => {
                    Move::new(from, to, Kind::EnPassant)
                }
                (Role::Pawn, None) if from.rank().abs_diff(to.rank()) == 2 => {
                    Move::new(from, to, Kind::DoublePush)
                }
                _ if capture => Move::new(from, to, Kind::Capture),
                _ => Move::new(from, to, Kind::Quiet),
            };
            if self.is_legal(m) && found.replace(m).is_some() {
                return None;
            }
        }
        found
    }

    /// Where a pawn may come from that takes on `to`, or goes there.
    fn pawn_origins(&self, to: Square, capture: bool) -> Bitboard {
        let beside = attacks::pawn(!self.turn(), to);
        if capture || self.en_passant() == Some(to) {
            return beside;
        }
        let back = if self.turn() == Color::White { -8 } else { 8 };
        let behind = Bitboard::of(to).shift(back);
        behind | (behind & !self.occupied()).shift(back)
    }
}

fn castling_text(m: Move) -> &'static str {
    match Side::of(m.from(), m.to()) {
        Side::King => "O-O",
        Side::Queen => "O-O-O",
    }
}

/// The text without blanks around it and the marks behind it.
fn without_marks(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii();
    while let Some(before) = text.strip_suffix(b"e.p.") {
        text = before.trim_ascii_end();
    }
    while let [before @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = before;
    }
    text
}

fn castling_side(text: &[u8]) -> Option<Side> {
    match text {
        b"O-O" | b"0-0" | b"o-o" => Some(Side::King),
        b"O-O-O" | b"0-0-0" | b"o-o-o" => Some(Side::Queen),
        _ => None,
    }
}

fn push_target(m: Move, text: &mut String) {
    text.push_str(&m.to().to_string());
    if let Some(role) = m.promotion() {
        text.push('=');
        text.push(role.letter().to_ascii_uppercase());
    }
}

/// What a text says of a move.
struct Pattern {
    role: Role,
    promotion: Option<Role>,
    /// Where the piece may come from.
    from: Bitboard,
    /// Where it goes to: a square, or for pawns perhaps a file.
    to: Bitboard,
}

/// The file that a letter names.
fn file(letter: u8) -> Option<Bitboard> {
    Bitboard::FILES.get(usize::from(letter.wrapping_sub(b'a'))).copied()
}

/// The rank that a digit names.
fn rank(digit: u8) -> Option<Bitboard> {
    Bitboard::RANKS.get(usize::from(digit.wrapping_sub(b'1'))).copied()
}

impl Pattern {
    #[inline(always)]
    fn read(text: &[u8]) -> Option<Pattern> {
        if let [from, b'x' | b':', to] | [from, to] = text
            && let (Some(from), Some(to)) = (file(*from), file(*to))
        {
            // Files alone name a capture of a pawn: "exd", "ed".
            return Some(Pattern { role: Role::Pawn, promotion: None, from, to });
        }
        let (role, text) = match text {
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P'), rest @ ..] => {
                (Role::from_letter(char::from(*letter))?, rest)
            }
            _ => (Role::Pawn, text),
        };
        let (promotion, text) = Pattern::read_promotion(role, text)?;
        let (before, &[to_file, to_rank]) = text.split_last_chunk::<2>()?;
        let to = file(to_file)? & rank(to_rank)?;
        let before = match before {
            [origin @ .., b'x' | b':' | b'-'] => origin,
            origin => origin,
        };
        let from = match *before {
            [] => Bitboard::ALL,
            [c] => file(c).or_else(|| rank(c))?,
            [f, r] => file(f)? & rank(r)?,
            _ => return None,
        };
        Some(Pattern { role, promotion, from, to })
    }

    /// Splits off `=Q`, `(Q)`, `/Q`, `Q` or `q` behind a pawn move.
    fn read_promotion(role: Role, text: &[u8]) -> Option<(Option<Role>, &[u8])> {
        if role != Role::Pawn {
            return Some((None, text));
        }
        let (letter, rest) = match text {
            [rest @ .., b'(', letter, b')'] | [rest @ .., b'=' | b'/', letter] => (letter, rest),
            [rest @ .., letter] if letter.is_ascii_alphabetic() => (letter, rest),
            _ => return Some((None, text)),
        };
        let role = Role::from_letter(char::from(*letter))?;
        (!matches!(role, Role::Pawn | Role::King)).then_some((Some(role), rest))
    }

    fn fits(&self, m: Move) -> bool {
        self.to.contains(m.to()) && self.from.contains(m.from()) && m.promotion() == self.promotion
    }
}
