// SPDX-License-Identifier: GPL-3.0-or-later
//! What the words of PGN are made of and what they mean.

use super::GameResult;
use super::lexer::Token;
use memchr::{memchr, memchr2};
use std::borrow::Cow;

/// What a word that begins with so many digits means.
pub(super) fn meaning(word: &[u8], digits: usize) -> Option<Token<'_>> {
    let first = *word.first()?;
    if (digits > 0 || !first.is_ascii()) && result(word).is_some() {
        return result(word).map(Token::Result);
    }
    // A move glued to its number; castling with zeros begins with none.
    let glued = if word.starts_with(b"0-0") { 0 } else { digits };
    let mut word = &word[glued..];
    while let [before @ .., b'.'] = word {
        word = before;
    }
    if word.first().is_some_and(u8::is_ascii_alphanumeric) && !matches!(word[0], b'N' | b'T' | b'D')
    {
        return (word != b"ep" && word != b"e.p").then_some(Token::Move(word));
    }
    let is_sign = |c: char| "+-/=#~∞±∓⩲⩱□⌓N".contains(c);
    let means_nothing =
        matches!(word, b"" | b"D" | b"TN") || (word != b"--" && text(word).chars().all(is_sign));
    (!means_nothing).then_some(Token::Move(word))
}

fn result(word: &[u8]) -> Option<GameResult> {
    match word {
        b"1-0" | b"1:0" => Some(GameResult::WhiteWins),
        b"0-1" | b"0:1" => Some(GameResult::BlackWins),
        b"1/2-1/2" | b"1/2:1/2" | b"1/2" => Some(GameResult::Draw),
        _ if word.is_ascii() => None,
        _ => GameResult::parse(&text(word)),
    }
}

/// What the names of tags are made of.
pub(super) static NAMES_TAG: [bool; 256] =
    set_of(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+#=:-");

/// Which bytes are among these.
const fn set_of(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
}

/// What may stand between tokens.
pub(super) static IS_BLANK: [bool; 256] = set_of(b" \t\n\r\x0c.");

/// What a plain move begins with, and has in it.
pub(super) static BEGINS_MOVE: [bool; 256] = set_of(b"abcdefghBKNOQR");
pub(super) static CONTINUES_MOVE: [bool; 256] = set_of(b"abcdefghBKNOQR12345678x=+#-");

/// What may have to do with the end of a game, among moves.
pub(super) static IS_STRUCTURE: [bool; 256] = {
    let mut set = set_of(b"{;()[*%-/:");
    let mut byte = 0x80;
    while byte < set.len() {
        set[byte] = true;
        byte += 1;
    }
    set
};

/// What ends a word.
pub(super) static ENDS_SYMBOL: [bool; 256] = set_of(b" \t\n\r\x0c(){}[];$!?*<>");

pub(super) fn glyph(signs: &[u8]) -> Option<u8> {
    [&b"!"[..], b"?", b"!!", b"??", b"!?", b"?!"]
        .iter()
        .position(|known| *known == signs)
        .map(|index| index as u8 + 1)
}

/// Whether the text goes on with the first tag of a game.
pub(super) fn starts_a_game(text: &[u8]) -> bool {
    text.starts_with(b"[Event \"")
}

/// Splits `[Name "value"]` off the front of a line: name, value, length.
///
/// Quotes inside a value ought to be escaped and often are not, so the value runs to the first
/// quote that a closing bracket follows.
pub(super) fn tag_pair(line: &[u8]) -> Option<(&[u8], &[u8], usize)> {
    let name_start = 1 + leading(&line[1..], |b| b.is_ascii_whitespace());
    let name_length = leading(&line[name_start..], |b| NAMES_TAG[usize::from(b)]);
    let name = &line[name_start..name_start + name_length];
    let mut open = name_start + name_length;
    open += leading(&line[open..], |b| b.is_ascii_whitespace());
    if name.is_empty() || line.get(open) != Some(&b'"') {
        return None;
    }
    let value = &line[open + 1..];
    let (value_length, closing) =
        closing_quote(value, true).or_else(|| closing_quote(value, false))?;
    Some((name, &value[..value_length], open + 1 + closing))
}

/// The length of a value and of everything to its `"]`.
fn closing_quote(value: &[u8], respect_escapes: bool) -> Option<(usize, usize)> {
    let mut index = 0;
    while let Some(found) = memchr2(b'"', b'\\', value.get(index..)?) {
        index += found + 1;
        if value[index - 1] == b'\\' {
            index += usize::from(respect_escapes);
            continue;
        }
        let blanks = leading(&value[index..], |b| b == b' ' || b == b'\t');
        if value.get(index + blanks) == Some(&b']') {
            return Some((index - 1, index + 1 + blanks));
        }
    }
    None
}

/// The value of a tag, escapes taken out.
pub(super) fn value(raw: &[u8]) -> Cow<'_, str> {
    let escaped = text(raw);
    if memchr(b'\\', raw).is_none() {
        return escaped;
    }
    let mut plain = String::with_capacity(escaped.len());
    let mut chars = escaped.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    plain.into()
}

/// A comment with single blanks between its words and without hidden lines.
pub(super) fn comment(raw: &[u8]) -> String {
    let shown = raw.split(|&b| b == b'\n').enumerate().filter(|(index, line)| {
        // The first line began somewhere behind the start of its line.
        *index == 0 || line.first() != Some(&b'%')
    });
    let mut words = String::with_capacity(raw.len());
    for (_, line) in shown {
        for word in text(line).split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
    }
    words
}

pub(super) fn leading(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&b| !belongs(b)).unwrap_or(bytes.len())
}

/// Behind the line's end.
pub(super) fn end_of_line(text: &[u8], from: usize) -> usize {
    memchr(b'\n', &text[from..]).map_or(text.len(), |end| from + end + 1)
}

/// UTF-8 where it is, and otherwise Latin-1, the encoding that PGN began with.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    }
}
