// SPDX-License-Identifier: GPL-3.0-or-later
//! PGN text to tokens, line by line, so that every token knows where it stands.

use super::GameResult;
use std::borrow::Cow;
use std::io::{self, BufRead};

/// The smallest meaningful pieces of a PGN file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`, unescaped.
    Tag(String, String),
    /// What stands where a move should.
    Move(String),
    /// A brace or semicolon comment, blanks normalised.
    Comment(String),
    /// `$1`, `!`, `??` and their kin.
    Nag(u8),
    /// `(`
    VariationStart,
    /// `)`
    VariationEnd,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(GameResult),
    /// A brace comment that never ends before the next game or the end of the file.
    UnendedComment,
}

/// A token and its line, counted from 1.
#[derive(Debug)]
pub(super) struct Placed {
    pub token: Token,
    pub line: u64,
    /// Whether an empty line came directly before this token.
    pub after_blank_line: bool,
}

/// Reads tokens from text of any length; holds one line at a time.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    reader: R,
    line: Vec<u8>,
    at: usize,
    number: u64,
    blank_seen: bool,
    in_tags: bool,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(reader: R) -> Self {
        Self { reader, line: Vec::new(), at: 0, number: 0, blank_seen: false, in_tags: true }
    }

    /// The line last read, counted from 1.
    pub fn line_number(&self) -> u64 {
        self.number
    }

    /// The next token, or `None` at the end of the text.
    pub fn next_token(&mut self) -> io::Result<Option<Placed>> {
        loop {
            let Some(&byte) = self.line.get(self.at) else {
                if !self.next_line()? {
                    return Ok(None);
                }
                continue;
            };
            if byte.is_ascii_whitespace() || byte == b'.' {
                self.at += 1;
                continue;
            }
            let line = self.number;
            if let Some(token) = self.token(byte)? {
                self.in_tags = matches!(token, Token::Tag(..) | Token::Result(_));
                return Ok(Some(Placed {
                    token,
                    line,
                    after_blank_line: std::mem::take(&mut self.blank_seen),
                }));
            }
        }
    }

    /// Loads the next line that is not an escape; false at the end.
    fn next_line(&mut self) -> io::Result<bool> {
        loop {
            self.line.clear();
            self.at = 0;
            if self.reader.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(false);
            }
            self.number += 1;
            if self.number == 1 && self.line.starts_with(b"\xef\xbb\xbf") {
                self.at = 3;
            }
            if self.line.iter().all(u8::is_ascii_whitespace) {
                self.blank_seen = true;
            }
            if self.line.get(self.at) != Some(&b'%') {
                return Ok(true);
            }
        }
    }

    /// One token, or `None` when what stood there means nothing.
    fn token(&mut self, byte: u8) -> io::Result<Option<Token>> {
        let rest = &self.line[self.at..];
        match byte {
            b'{' => self.brace_comment().map(Some),
            b';' => {
                let comment = normalised(&rest[1..]);
                self.at = self.line.len();
                Ok(Some(Token::Comment(comment)))
            }
            b'(' => Ok(self.single(Token::VariationStart)),
            b')' => Ok(self.single(Token::VariationEnd)),
            b'*' => Ok(self.single(Token::Result(GameResult::Unknown))),
            b'[' => {
                let tag = match self.tag_may_begin() {
                    true => tag_pair(rest),
                    false => None,
                };
                let (token, length) = match tag {
                    Some((name, value, length)) => (Some(Token::Tag(name, value)), length),
                    None => (None, 1),
                };
                self.at += length;
                Ok(token)
            }
            b'$' => {
                let digits = leading(&rest[1..], |b| b.is_ascii_digit());
                let nag = text(&rest[1..1 + digits]).parse().ok().map(Token::Nag);
                self.at += 1 + digits;
                Ok(nag)
            }
            b'!' | b'?' => {
                let length = leading(rest, |b| matches!(b, b'!' | b'?'));
                let nag = glyph(&rest[..length]);
                self.at += length;
                Ok(nag.map(Token::Nag))
            }
            b'}' | b']' | b'<' | b'>' => Ok(self.single_ignored()),
            _ => Ok(self.symbol()),
        }
    }

    fn single(&mut self, token: Token) -> Option<Token> {
        self.at += 1;
        Some(token)
    }

    fn single_ignored(&mut self) -> Option<Token> {
        self.at += 1;
        None
    }

    /// Tags stand at the start of a line, or behind another tag or a result.
    fn tag_may_begin(&self) -> bool {
        self.in_tags
            || self.line[..self.at].iter().all(|b| b.is_ascii_whitespace() || !b.is_ascii())
    }

    fn brace_comment(&mut self) -> io::Result<Token> {
        let mut comment = Vec::new();
        self.at += 1;
        loop {
            let rest = &self.line[self.at..];
            if let Some(end) = rest.iter().position(|&b| b == b'}') {
                comment.extend_from_slice(&rest[..end]);
                self.at += end + 1;
                return Ok(Token::Comment(normalised(&comment)));
            }
            comment.extend_from_slice(rest);
            if !self.next_line()? || starts_a_game(&self.line) {
                return Ok(Token::UnendedComment);
            }
        }
    }

    /// Moves, move numbers, results, and signs from other notations.
    fn symbol(&mut self) -> Option<Token> {
        let rest = &self.line[self.at..];
        let number = leading(rest, |b| b.is_ascii_digit());
        let mut length = leading(rest, |b| !b.is_ascii_whitespace() && !ends_symbol(b));
        // "1.e4" is a number and a move, "e.p." is one word.
        if number > 0 && rest.get(number) == Some(&b'.') {
            length = number;
        }
        let word = text(&rest[..length]);
        let token = meaning(&word);
        self.at += length;
        token
    }
}

fn meaning(word: &str) -> Option<Token> {
    if let Some(result) = GameResult::parse(word) {
        return Some(Token::Result(result));
    }
    let castles = word.starts_with("0-0");
    let word = match castles {
        true => word,
        // A move glued to its number.
        false => word.trim_start_matches(|c: char| c.is_ascii_digit()),
    };
    let word = word.trim_end_matches('.');
    let is_sign = |c: char| "+-/=#~∞±∓⩲⩱□⌓N".contains(c);
    let means_nothing = word.is_empty()
        || matches!(word, "ep" | "e.p" | "D" | "TN")
        || (word != "--" && word.chars().all(is_sign));
    (!means_nothing).then(|| Token::Move(word.to_owned()))
}

fn ends_symbol(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'{' | b'}' | b'[' | b']' | b';' | b'$' | b'!' | b'?' | b'*' | b'<' | b'>'
    )
}

fn glyph(signs: &[u8]) -> Option<u8> {
    [&b"!"[..], b"?", b"!!", b"??", b"!?", b"?!"]
        .iter()
        .position(|known| *known == signs)
        .map(|index| index as u8 + 1)
}

fn starts_a_game(line: &[u8]) -> bool {
    line.starts_with(b"[Event \"")
}

/// Splits `[Name "value"]` off the front of a line: name, value, length.
///
/// Quotes inside a value ought to be escaped and often are not, so the value runs to the first
/// quote that a closing bracket follows.
fn tag_pair(rest: &[u8]) -> Option<(String, String, usize)> {
    let blanks = leading(&rest[1..], |b| b.is_ascii_whitespace());
    let name_start = 1 + blanks;
    let name_length =
        leading(&rest[name_start..], |b| b.is_ascii_alphanumeric() || b"_+#=:-".contains(&b));
    let name = text(&rest[name_start..name_start + name_length]);
    let mut open = name_start + name_length;
    open += leading(&rest[open..], |b| b.is_ascii_whitespace());
    if name.is_empty() || rest.get(open) != Some(&b'"') {
        return None;
    }
    let value = &rest[open + 1..];
    let (value_length, closing) =
        closing_quote(value, true).or_else(|| closing_quote(value, false))?;
    let value = unescaped(&text(&value[..value_length]));
    Some((name.into_owned(), value, open + 1 + closing))
}

/// The length of a value and of everything to its `"]`.
fn closing_quote(value: &[u8], respect_escapes: bool) -> Option<(usize, usize)> {
    let mut index = 0;
    while index < value.len() {
        match value[index] {
            b'\\' if respect_escapes => index += 1,
            b'"' => {
                let blanks = leading(&value[index + 1..], |b| b == b' ' || b == b'\t');
                if value.get(index + 1 + blanks) == Some(&b']') {
                    return Some((index, index + 2 + blanks));
                }
            }
            _ => {}
        }
        index += 1;
    }
    None
}

fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    plain
}

fn leading(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&b| !belongs(b)).unwrap_or(bytes.len())
}

/// UTF-8 where it is, and otherwise Latin-1, the encoding that PGN began with.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    }
}

fn normalised(bytes: &[u8]) -> String {
    let text = text(bytes);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(pgn: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(pgn.as_bytes());
        std::iter::from_fn(|| lexer.next_token().unwrap().map(|placed| placed.token)).collect()
    }

    fn mv(text: &str) -> Token {
        Token::Move(text.to_owned())
    }

    fn comment(text: &str) -> Token {
        Token::Comment(text.to_owned())
    }

    fn tag(name: &str, value: &str) -> Token {
        Token::Tag(name.to_owned(), value.to_owned())
    }

    #[test]
    fn numbers_and_dots_fall_away_and_moves_stay() {
        let expected = [mv("e4"), mv("e5"), mv("Nf3"), mv("Nc6"), mv("0-0")];
        assert_eq!(tokens("1.e4 e5 2. Nf3 2...Nc6 3 . . . 0-0"), expected);
        assert_eq!(tokens("1e4 e5 2Nf3 Nc6 3.0-0"), expected);
    }

    #[test]
    fn results_in_every_dress() {
        use GameResult::*;
        let all = "1-0 0-1 1/2-1/2 1/2 * ½-½ 1–0 0—1";
        let expected = [WhiteWins, BlackWins, Draw, Draw, Unknown, Draw, WhiteWins, BlackWins];
        assert_eq!(tokens(all), expected.map(Token::Result));
    }

    #[test]
    fn signs_of_other_notations_are_no_moves() {
        assert_eq!(tokens("exd6 e.p. +- Qd1 + N"), [mv("exd6"), mv("Qd1")]);
        assert_eq!(tokens("--"), [mv("--")]);
    }

    #[test]
    fn unescaped_quotes_and_trailing_backslashes_in_tags() {
        let cases = [
            (r#"[Event "a \"b\" c"]"#, r#"a "b" c"#),
            (r#"[Event "a "b" c"]"#, r#"a "b" c"#),
            (r#"[Event "closing ] opening"]"#, "closing ] opening"),
            (r#"[Event "Tournament \"]"#, r"Tournament \"),
            (r#"[ Event   "x" ]"#, "x"),
        ];
        for (line, value) in cases {
            assert_eq!(tokens(line), [tag("Event", value)], "{line}");
        }
        assert_eq!(tokens(r#"[A "1"][B "2"]1.e4"#), [tag("A", "1"), tag("B", "2"), mv("e4")]);
    }

    #[test]
    fn comments_over_lines_and_to_the_end_of_a_line() {
        assert_eq!(
            tokens("e4 {one\n two }e5 ; three { four\nNf3"),
            [mv("e4"), comment("one two"), mv("e5"), comment("three { four"), mv("Nf3")]
        );
    }

    #[test]
    fn an_unended_comment_does_not_swallow_the_next_game() {
        assert_eq!(
            tokens("e4 { oops\n\n[Event \"next\"]\n\nd4"),
            [mv("e4"), Token::UnendedComment, tag("Event", "next"), mv("d4")]
        );
        assert_eq!(tokens("e4 { oops"), [mv("e4"), Token::UnendedComment]);
    }

    #[test]
    fn escaped_lines_and_marks_of_byte_order_are_skipped() {
        assert_eq!(tokens("\u{feff}% hidden\n1. e4\n%d4\n"), [mv("e4")]);
    }

    #[test]
    fn latin_1_is_read_as_such() {
        let mut lexer = Lexer::new(&b"[White \"Andr\xe9\"]"[..]);
        let token = lexer.next_token().unwrap().unwrap().token;
        assert_eq!(token, tag("White", "André"));
    }
}
