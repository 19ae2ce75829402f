// SPDX-License-Identifier: GPL-3.0-or-later
//! PGN text to tokens, without copying: every token is a piece of the text.

use super::GameResult;
use super::words::{
    BEGINS_MOVE, CONTINUES_MOVE, ENDS_SYMBOL, IS_BLANK, IS_STRUCTURE, end_of_line, glyph, leading,
    meaning, starts_a_game, tag_pair, text,
};
use memchr::{memchr2, memrchr};

/// The smallest meaningful pieces of a PGN text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, as it stands; [`super::words::value`] takes the escapes out.
    Tag(&'a [u8], &'a [u8]),
    /// What stands where a move should.
    Move(&'a [u8]),
    /// A brace or semicolon comment as it stands; [`super::words::comment`] folds its blanks.
    Comment(&'a [u8]),
    /// A glyph: `$1`, `!`, `??`.
    Nag(u8),
    /// `(`
    VariationStart,
    /// `)`
    VariationEnd,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(GameResult),
    /// A brace comment that never ends before the next game or the end of the text.
    UnendedComment,
}

/// Reads tokens from a text that begins at the beginning of a game.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    /// Where the next token is looked for.
    at: usize,
    /// Where the last token began.
    began: usize,
    line_start: usize,
    /// Whether an empty line came directly before the last token.
    after_blank_line: bool,
    in_tags: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        let mut lexer =
            Self { text, at: 0, began: 0, line_start: 0, after_blank_line: false, in_tags: true };
        lexer.skip_escaped_line();
        lexer
    }

    /// Behind the last token.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Where the last token began.
    pub fn began(&self) -> usize {
        self.began
    }

    /// Whether an empty line came directly before the last token.
    pub fn after_blank_line(&self) -> bool {
        self.after_blank_line
    }

    /// The next token, or `None` at the end of the text.
    #[inline]
    pub fn next_token(&mut self) -> Option<Token<'a>> {
        self.after_blank_line = false;
        loop {
            let &byte = self.text.get(self.at)?;
            if IS_BLANK[usize::from(byte)] {
                self.at += 1;
                if byte == b'\n' {
                    self.begin_line();
                }
                continue;
            }
            self.began = self.at;
            // Nearly everything is the number of a move or a move that ends at a blank.
            if byte.is_ascii_digit() {
                let rest = &self.text[self.at..];
                let digits = leading(rest, |b| b.is_ascii_digit());
                if rest.get(digits).is_none_or(|&b| b == b'.' || b.is_ascii_whitespace()) {
                    self.at += digits;
                    continue;
                }
            }
            if BEGINS_MOVE[usize::from(byte)] {
                let rest = &self.text[self.at..];
                let length = leading(rest, |b| CONTINUES_MOVE[usize::from(b)]);
                if length > 1 && rest.get(length).is_none_or(u8::is_ascii_whitespace) {
                    self.at += length;
                    self.in_tags = false;
                    return Some(Token::Move(&rest[..length]));
                }
            }
            if let Some(token) = self.token(byte) {
                self.in_tags = matches!(token, Token::Tag(..) | Token::Result(_));
                return Some(token);
            }
        }
    }

    /// The next token among moves that says where a game ends: all others are passed over, most
    /// of them without being read. Tokens that are found are the same as those of
    /// [`Lexer::next_token`].
    pub fn next_structure(&mut self) -> Option<Token<'a>> {
        // Looked at so far; `at` stays between tokens.
        let mut seen = self.at;
        loop {
            seen = seen.max(self.at);
            let hit = seen + leading(&self.text[seen..], |b| !IS_STRUCTURE[usize::from(b)]);
            let &byte = self.text.get(hit)?;
            let before = hit.checked_sub(1).map_or(b'\n', |index| self.text[index]);
            match byte {
                b'%' if before == b'\n' => {
                    self.at = hit;
                    self.skip_escaped_line();
                }
                b'%' => seen = hit + 1,
                // A hyphen of castling, most of the time.
                b'-' | b'/' | b':' if before.is_ascii() && !before.is_ascii_digit() => {
                    seen = hit + 1
                }
                // What it means depends on what it belongs to: a word since the last blank.
                b'-' | b'/' | b':' | b'[' | 0x80.. => {
                    let blank = self.text[self.at..hit].iter().rposition(u8::is_ascii_whitespace);
                    self.at = blank.map_or(self.at, |blank| self.at + blank);
                    self.line_start = memrchr(b'\n', &self.text[..hit]).map_or(0, |end| end + 1);
                    self.in_tags = false;
                    while self.at <= hit {
                        match self.next_token()? {
                            Token::Move(_) | Token::Nag(_) => {}
                            token => return Some(token),
                        }
                    }
                }
                _ => {
                    (self.at, self.began) = (hit, hit);
                    if let Some(token) = self.token(byte) {
                        return Some(token);
                    }
                }
            }
        }
    }

    /// Behind a line's end: was the line empty, and is the next one hidden?
    fn begin_line(&mut self) {
        let line = &self.text[self.line_start..self.at];
        self.after_blank_line |= line.iter().all(u8::is_ascii_whitespace);
        self.line_start = self.at;
        self.skip_escaped_line();
    }

    /// A line that begins with a percent sign is not there.
    fn skip_escaped_line(&mut self) {
        while self.text.get(self.at) == Some(&b'%') {
            self.at = end_of_line(self.text, self.at);
            self.line_start = self.at;
        }
    }

    /// One token, or `None` when what stood there means nothing.
    #[inline(never)]
    fn token(&mut self, byte: u8) -> Option<Token<'a>> {
        match byte {
            b'{' => Some(self.brace_comment()),
            b';' => {
                let end = end_of_line(self.text, self.at);
                let comment = &self.text[self.at + 1..end];
                // The line's end is left for the count of lines.
                self.at = end - usize::from(comment.last() == Some(&b'\n'));
                Some(Token::Comment(comment))
            }
            b'(' => self.single(Some(Token::VariationStart)),
            b')' => self.single(Some(Token::VariationEnd)),
            b'*' => self.single(Some(Token::Result(GameResult::Unknown))),
            b'}' | b']' | b'<' | b'>' => self.single(None),
            b'[' => self.tag(),
            b'$' => {
                let rest = &self.text[self.at + 1..];
                let digits = leading(rest, |b| b.is_ascii_digit());
                self.at += 1 + digits;
                text(&rest[..digits]).parse().ok().map(Token::Nag)
            }
            b'!' | b'?' => {
                let rest = &self.text[self.at..];
                let length = leading(rest, |b| matches!(b, b'!' | b'?'));
                self.at += length;
                glyph(&rest[..length]).map(Token::Nag)
            }
            _ => self.symbol(),
        }
    }

    fn single(&mut self, token: Option<Token<'a>>) -> Option<Token<'a>> {
        self.at += 1;
        token
    }

    fn tag(&mut self) -> Option<Token<'a>> {
        // Tags stand at the start of a line, or behind another tag or a result.
        let before = &self.text[self.line_start..self.at];
        let may_begin =
            self.in_tags || before.iter().all(|b| b.is_ascii_whitespace() || !b.is_ascii());
        let line = &self.text[self.at..end_of_line(self.text, self.at)];
        match if may_begin { tag_pair(line) } else { None } {
            Some((name, value, length)) => {
                self.at += length;
                Some(Token::Tag(name, value))
            }
            None => self.single(None),
        }
    }

    fn brace_comment(&mut self) -> Token<'a> {
        let begin = self.at + 1;
        let mut at = begin;
        while let Some(found) = memchr2(b'}', b'\n', &self.text[at..]) {
            at += found + 1;
            if self.text[at - 1] == b'}' {
                self.at = at;
                return Token::Comment(&self.text[begin..at - 1]);
            }
            self.line_start = at;
            while self.text.get(at) == Some(&b'%') {
                at = end_of_line(self.text, at);
                self.line_start = at;
            }
            if starts_a_game(&self.text[at..]) {
                self.at = at;
                return Token::UnendedComment;
            }
        }
        self.at = self.text.len();
        Token::UnendedComment
    }

    /// Moves, results, and signs from other notations. Numbers before a dot have been seen to:
    /// "1.e4" is a number and a move, but "e.p." is one word.
    fn symbol(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.at..];
        let number = leading(rest, |b| b.is_ascii_digit());
        let length = number + leading(&rest[number..], |b| !ENDS_SYMBOL[usize::from(b)]);
        self.at += length;
        meaning(&rest[..length], number)
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::{comment, value};
    use super::*;
    use proptest::prelude::*;

    fn tokens(pgn: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(pgn.as_bytes());
        std::iter::from_fn(|| lexer.next_token()).collect()
    }

    fn mv(text: &str) -> Token<'_> {
        Token::Move(text.as_bytes())
    }

    /// What is left of the only tag of a line.
    fn only_tag(line: &str) -> (String, String) {
        let tokens = tokens(line);
        let [Token::Tag(name, raw)] = tokens[..] else { panic!("{line}: {tokens:?}") };
        (text(name).into_owned(), value(raw).into_owned())
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
        let all = "1-0 0-1 1/2-1/2 1/2 * ½-½ 1–0 0—1 1:0 0:1";
        let expected = [
            WhiteWins, BlackWins, Draw, Draw, Unknown, Draw, WhiteWins, BlackWins, WhiteWins,
            BlackWins,
        ];
        assert_eq!(tokens(all), expected.map(Token::Result));
    }

    #[test]
    fn signs_of_other_notations_are_no_moves() {
        assert_eq!(tokens("exd6 e.p. +- Qd1 + N TN D"), [mv("exd6"), mv("Qd1")]);
        assert_eq!(tokens("--"), [mv("--")]);
        assert_eq!(tokens("dxe6 ep Nxe6 ± Dd4"), [mv("dxe6"), mv("Nxe6"), mv("Dd4")]);
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
            assert_eq!(only_tag(line), ("Event".to_owned(), value.to_owned()), "{line}");
        }
        let [Token::Tag(b"A", b"1"), Token::Tag(b"B", b"2"), Token::Move(b"e4")] =
            tokens(r#"[A "1"][B "2"]1.e4"#)[..]
        else {
            panic!("two tags and a move")
        };
    }

    #[test]
    fn comments_over_lines_and_to_the_end_of_a_line() {
        let text = "e4 {one\n two }e5 ; three { four\nNf3";
        let found = tokens(text);
        let comments: Vec<String> = found
            .iter()
            .filter_map(|token| match token {
                Token::Comment(raw) => Some(comment(raw)),
                _ => None,
            })
            .collect();
        assert_eq!(comments, ["one two", "three { four"]);
        assert_eq!([found[0], found[2], found[4]], [mv("e4"), mv("e5"), mv("Nf3")]);
    }

    #[test]
    fn an_unended_comment_does_not_swallow_the_next_game() {
        let found = tokens("e4 { oops\n\n[Event \"next\"]\n\nd4");
        let tag = Token::Tag(b"Event", b"next");
        assert_eq!(found, [mv("e4"), Token::UnendedComment, tag, mv("d4")]);
        assert_eq!(tokens("e4 { oops"), [mv("e4"), Token::UnendedComment]);
    }

    #[test]
    fn escaped_lines_are_skipped_in_and_out_of_comments() {
        assert_eq!(tokens("% hidden\n1. e4\n%d4\n%c4\nf4"), [mv("e4"), mv("f4")]);
        let found = tokens("{one\n% }hidden\ntwo % three}");
        let [Token::Comment(raw)] = found[..] else { panic!("{found:?}") };
        assert_eq!(comment(raw), "one two % three");
    }

    #[test]
    fn empty_lines_are_noticed() {
        let mut lexer = Lexer::new(b"[A \"1\"]\n \n[B \"2\"]\n% hidden\n[C \"3\"]\n\n\nd4");
        let mut seen = Vec::new();
        while lexer.next_token().is_some() {
            seen.push(lexer.after_blank_line());
        }
        assert_eq!(seen, [false, true, false, true]);
    }

    #[test]
    fn latin_1_is_read_as_such() {
        let mut lexer = Lexer::new(&b"[White \"Andr\xe9\"]"[..]);
        let Some(Token::Tag(_, raw)) = lexer.next_token() else { panic!("a tag") };
        assert_eq!(value(raw), "André");
    }

    /// Everything that PGN is made of, in any order.
    fn texts() -> impl Strategy<Value = String> {
        let words = prop_oneof![
            "[ \n.]",
            "[a-h][1-8] ",
            "[{}();\\[\\]%*$!?/<>\n-]",
            "(1-0|0-1|1/2-1/2|1/2|½-½|1–0|O-O|0-0|0-0-0|12\\.|3|e\\.p\\.|--)[ \n.{(;!]?",
            "\n?\\[(Event|White) \"[a-z]{0,3}(1-0)? ?\"\\]\n?",
            "[ä½é…]",
        ];
        proptest::collection::vec(words, 0..60).prop_map(|words| words.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn passing_over_moves_finds_the_same_tokens(text in texts()) {
            let text = format!("e4 {text}");
            let mut slow = Lexer::new(text.as_bytes());
            let mut fast = Lexer::new(text.as_bytes());
            prop_assert_eq!((slow.next_token(), fast.next_token()), (Some(mv("e4")), Some(mv("e4"))));
            loop {
                let expected = loop {
                    match slow.next_token() {
                        Some(Token::Move(_) | Token::Nag(_)) => {}
                        other => break other,
                    }
                };
                prop_assert_eq!(fast.next_structure(), expected, "{:?}", text);
                // Behind either of these a game has ended, and another lexer takes over.
                if matches!(expected, None | Some(Token::Tag(..) | Token::Result(_))) {
                    break;
                }
                prop_assert_eq!((fast.at(), fast.began()), (slow.at(), slow.began()));
            }
        }
    }
}
