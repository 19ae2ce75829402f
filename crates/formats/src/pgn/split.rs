// SPDX-License-Identifier: GPL-3.0-or-later
//! Splitting a stream into games, before any move is parsed.
//!
//! Cutting needs tokens only, so one thread can cut for several that play the moves; and what
//! does not matter (a game below a rating, say) costs no more than its cutting.

use super::GameResult;
use super::lexer::{Lexer, Token};
use super::words::starts_a_game;
use memchr::{memchr_iter, memmem, memrchr};
use std::io::{self, Read};
use std::ops::Range;

/// What is read at once.
const STEP: usize = 1 << 18;

/// A longer game is no game: reading must not need more memory than there is.
pub(super) const LONGEST_GAME: usize = 1 << 26;

/// The texts of some games in a row.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    games: Vec<Span>,
}

/// Where a game stands, and what its cutting has shown.
#[derive(Debug, Clone)]
struct Span {
    text: Range<usize>,
    number: usize,
    line: u64,
    shape: Shape,
    too_long: bool,
}

/// What the tokens of a game show without parsing moves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shape {
    /// Where the moves begin.
    pub moves: usize,
    /// Whether tags speak of another start or other rules.
    pub set_up: bool,
    /// The last word.
    pub result: Option<GameResult>,
}

/// The text of one game, and where it stands in its file.
#[derive(Debug, Clone, Copy)]
pub struct GameText<'a> {
    pub(super) text: &'a [u8],
    pub(super) number: usize,
    pub(super) line: u64,
    pub(super) shape: Shape,
    pub(super) too_long: bool,
}

impl Batch {
    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn game(&self, index: usize) -> Option<GameText<'_>> {
        let span = self.games.get(index)?;
        Some(GameText {
            text: &self.bytes[span.text.clone()],
            number: span.number,
            line: span.line,
            shape: span.shape,
            too_long: span.too_long,
        })
    }

    pub fn games(&self) -> impl Iterator<Item = GameText<'_>> {
        (0..self.len()).filter_map(|index| self.game(index))
    }
}

/// Cuts a stream into games.
#[derive(Debug)]
pub(super) struct Splitter<R> {
    source: R,
    /// Read, but not yet a whole game.
    rest: Vec<u8>,
    /// The line that `rest` begins on.
    line: u64,
    /// Games so far.
    count: usize,
    ended: bool,
    begun: bool,
    /// Inside of a game that is too long.
    skipping: bool,
}

/// How far a game goes.
enum Extent {
    /// To here, and it looks like this.
    Whole(usize, Shape),
    /// Only blanks.
    Nothing,
    /// Further than the text does.
    More,
}

impl<R: Read> Splitter<R> {
    pub fn new(source: R) -> Self {
        Splitter {
            source,
            rest: Vec::new(),
            line: 1,
            count: 0,
            ended: false,
            begun: false,
            skipping: false,
        }
    }

    /// Games so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The line that comes next.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Fills the batch with the next games; false at the end. What is at hand is handed over at
    /// once, so that a slow pipe does not hold back whole games.
    pub fn next_batch(&mut self, batch: &mut Batch) -> io::Result<bool> {
        batch.bytes.clear();
        batch.games.clear();
        std::mem::swap(&mut batch.bytes, &mut self.rest);
        loop {
            if !self.ended
                && let Err(error) = self.read_more(&mut batch.bytes)
            {
                self.ended = true;
                return Err(error);
            }
            let used = self.cut(batch);
            if !batch.games.is_empty() || self.ended {
                self.rest.extend_from_slice(&batch.bytes[used..]);
                return Ok(!batch.games.is_empty());
            }
            batch.bytes.drain(..used);
        }
    }

    fn read_more(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let before = bytes.len();
        bytes.resize(before + STEP.max(before / 2), 0);
        let read = loop {
            match self.source.read(&mut bytes[before..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => break done,
            }
        };
        bytes.truncate(before + *read.as_ref().unwrap_or(&0));
        self.ended = read? == 0;
        if !self.begun && (bytes.len() >= 3 || self.ended) {
            self.begun = true;
            if bytes.starts_with(b"\xef\xbb\xbf") {
                bytes.drain(..3);
            }
        }
        Ok(())
    }

    /// Finds the whole games of a batch, and says how many bytes they take up.
    fn cut(&mut self, batch: &mut Batch) -> usize {
        let bytes = &batch.bytes;
        if !self.begun {
            return 0;
        }
        let mut at = if self.skipping { self.skip(bytes) } else { 0 };
        // A line of which only a part is here can mean anything.
        let end = match self.ended {
            true => bytes.len(),
            false => memrchr(b'\n', bytes).map_or(0, |end| end + 1),
        };
        while at < end {
            match extent(&bytes[at..end], self.ended) {
                Extent::Whole(length, shape) => {
                    self.count += 1;
                    let text = at..at + length;
                    let lines = memchr_iter(b'\n', &bytes[text.clone()]).count() as u64;
                    let (number, line) = (self.count, self.line);
                    batch.games.push(Span { text, number, line, shape, too_long: false });
                    self.line += lines;
                    at += length;
                }
                Extent::Nothing => {
                    self.line += memchr_iter(b'\n', &bytes[at..end]).count() as u64;
                    at = end;
                }
                Extent::More => break,
            }
        }
        if bytes.len() - at > LONGEST_GAME {
            self.count += 1;
            self.skipping = true;
            let (number, line) = (self.count, self.line);
            let text = at..at + HEAD_OF_A_LONG_GAME.min(bytes.len() - at);
            let shape = Shape::default();
            batch.games.push(Span { text, number, line, shape, too_long: true });
            at += self.skip(&bytes[at + 1..]) + 1;
        }
        at
    }

    /// Passes over what is left of a game that is too long: the bytes that are lost.
    fn skip(&mut self, bytes: &[u8]) -> usize {
        // The mark may be cut in two by the end of what has been read.
        let mark = b"\n[Event \"";
        let lost = match memmem::find(bytes, mark) {
            Some(found) => {
                self.skipping = false;
                found + 1
            }
            None if self.ended => bytes.len(),
            None => bytes.len().saturating_sub(mark.len()),
        };
        self.line += memchr_iter(b'\n', &bytes[..lost]).count() as u64;
        lost
    }
}

/// Enough for the tags of a game that is refused.
const HEAD_OF_A_LONG_GAME: usize = 1 << 12;

/// How far the first game of a text goes.
fn extent(text: &[u8], ended: bool) -> Extent {
    let mut lexer = Lexer::new(text);
    let mut shape = Shape::default();
    let mut begun = false;
    let mut next = loop {
        let token = lexer.next_token();
        let Some(Token::Tag(name, _)) = token else { break token };
        // The same tag once more, behind an empty line, is another game's.
        if begun && lexer.after_blank_line() && has_tag(&text[..lexer.began()], name) {
            shape.moves = lexer.began();
            return Extent::Whole(lexer.began(), shape);
        }
        begun = true;
        shape.set_up |= matches!(name, b"FEN" | b"Variant");
    };
    begun |= next.is_some();
    shape.moves = if next.is_some() { lexer.began() } else { text.len() };
    let mut depth = 0usize;
    while let Some(token) = next {
        match token {
            Token::Tag(..) => return Extent::Whole(lexer.began(), shape),
            Token::UnendedComment => {
                let next_game = starts_a_game(&text[lexer.at()..]);
                return match next_game || ended {
                    true => Extent::Whole(lexer.at(), shape),
                    false => Extent::More,
                };
            }
            Token::VariationStart => depth += 1,
            Token::VariationEnd => depth = depth.saturating_sub(1),
            Token::Result(result) if depth == 0 => {
                shape.result = Some(result);
                return match behind_result(text, lexer, ended) {
                    Some(end) => Extent::Whole(end, shape),
                    None => Extent::More,
                };
            }
            _ => {}
        }
        next = lexer.next_structure();
    }
    match (begun, ended) {
        (false, _) => Extent::Nothing,
        (true, true) => Extent::Whole(text.len(), shape),
        (true, false) => Extent::More,
    }
}

/// Comments behind the result, on its line, belong to the game: where they end, if that can be
/// seen.
fn behind_result(text: &[u8], mut lexer: Lexer, ended: bool) -> Option<usize> {
    let mut end = lexer.at();
    loop {
        let next = text[end..].iter().find(|&&b| b == b'\n' || !b.is_ascii_whitespace());
        if !matches!(next, Some(b'{' | b';')) {
            return Some(end);
        }
        match lexer.next_token() {
            Some(Token::UnendedComment) if lexer.at() == text.len() && !ended => return None,
            Some(Token::Comment(_)) => end = lexer.at(),
            _ => return Some(end),
        }
    }
}

fn has_tag(text: &[u8], name: &[u8]) -> bool {
    let mut lexer = Lexer::new(text);
    while let Some(token) = lexer.next_token() {
        match token {
            Token::Tag(known, _) if known == name => return true,
            Token::Tag(..) => {}
            _ => return false,
        }
    }
    false
}
