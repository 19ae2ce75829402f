// SPDX-License-Identifier: GPL-3.0-or-later
//! What can be asked of the text of a game: its tags, its moves, all of it.

use super::error::{PgnError, PgnReason};
use super::lexer::{Lexer, Token};
use super::split::GameText;
use super::tree::{Keep, Tree, read_move};
use super::words;
use super::{GameResult, Record, set_tag};
use chess::{Move, Position, Repair, Setup};
use memchr::memchr_iter;
use std::borrow::Cow;

impl<'a> GameText<'a> {
    /// Which game of the file, counted from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The value of a tag; of one that comes twice, the last.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let [value] = self.these_tags([name]);
        value
    }

    /// The values of several tags in one go.
    pub fn these_tags<const N: usize>(&self, names: [&str; N]) -> [Option<Cow<'a, str>>; N] {
        let mut values = [const { None }; N];
        let mut lexer = Lexer::new(self.text);
        while let Some(Token::Tag(name, raw)) = lexer.next_token() {
            if let Some(index) = names.iter().position(|wanted| wanted.as_bytes() == name) {
                values[index] = Some(words::value(raw));
            }
        }
        values
    }

    /// How the game ended: by its last word, or else by its tag.
    pub fn result(&self) -> GameResult {
        match self.shape.result {
            Some(GameResult::Unknown) | None => {
                self.tag("Result").and_then(|tag| GameResult::parse(&tag)).unwrap_or_default()
            }
            Some(result) => result,
        }
    }

    /// The position before the first move, as the tags say.
    ///
    /// # Errors
    /// When there is no such position, or the game is of another kind.
    pub fn start(&self) -> Result<Position, PgnError> {
        if !self.shape.set_up && !self.too_long {
            return Ok(Position::startpos());
        }
        let [fen, variant] = self.these_tags(["FEN", "Variant"]);
        let start = match self.too_long {
            true => Err(PgnReason::TooLong),
            false => start_position(fen.as_deref(), variant.as_deref()),
        };
        start.map(|(start, _)| start).map_err(|reason| self.error(self.first_token(), reason))
    }

    /// Number of plies of the game, counted without checking that they are legal.
    pub fn count_moves(&self) -> usize {
        let mut lexer = Lexer::new(&self.text[self.shape.moves..]);
        let (mut depth, mut moves) = (0usize, 0);
        while let Some(token) = lexer.next_token() {
            match token {
                Token::VariationStart => depth += 1,
                Token::VariationEnd => depth = depth.saturating_sub(1),
                Token::Move(_) if depth == 0 => moves += 1,
                _ => {}
            }
        }
        moves
    }

    /// Plays the first `plies` half-moves of the game from its start; each is shown with the
    /// position before it. Later moves are not read. Returns the final position.
    ///
    /// # Errors
    /// When the start position or one of the moves is not legal.
    pub fn play(
        &self,
        start: Position,
        plies: usize,
        mut see: impl FnMut(&Position, Move),
    ) -> Result<Position, PgnError> {
        let skipped = self.shape.moves;
        let mut lexer = Lexer::new(&self.text[skipped..]);
        let mut position = start;
        let (mut depth, mut ply) = (0usize, 0);
        while let Some(token) = lexer.next_token() {
            match token {
                Token::VariationStart => depth += 1,
                Token::VariationEnd => depth = depth.saturating_sub(1),
                Token::UnendedComment => {
                    return Err(self.error(skipped + lexer.began(), PgnReason::UnendedComment));
                }
                Token::Move(_) if depth == 0 && ply == plies => break,
                Token::Move(text) if depth == 0 => {
                    ply += 1;
                    let mv = read_move(&position, text, ply)
                        .map_err(|reason| self.error(skipped + lexer.began(), reason))?;
                    see(&position, mv);
                    position.play(mv);
                }
                _ => {}
            }
        }
        Ok(position)
    }

    /// The game itself.
    ///
    /// # Errors
    /// When the start position or one of the moves is not legal.
    pub fn record(&self, keep: Keep) -> Result<Record, PgnError> {
        match self.readable(keep)? {
            (record, None) => Ok(record),
            (_, Some(error)) => Err(error),
        }
    }

    /// The game as far as it can be read, and what is wrong with what comes then.
    ///
    /// ```
    /// use xanthos_formats::pgn::{self, Keep};
    ///
    /// let mut games = pgn::read_games("1. e4 {sound} e5 2. Ke3 *".as_bytes());
    /// let (record, error) = games.next_text().expect("one game")?.readable(Keep::ALL)?;
    /// assert_eq!(record.moves.len(), 2);
    /// assert!(error.expect("no king does that").to_string().contains("Ke3"));
    /// # Ok::<(), pgn::PgnError>(())
    /// ```
    ///
    /// # Errors
    /// When the start position is not legal, or the game is too long.
    pub fn readable(&self, keep: Keep) -> Result<(Record, Option<PgnError>), PgnError> {
        let mut lexer = Lexer::new(self.text);
        let (tags, mut ahead) = read_tags(&mut lexer);
        if self.too_long {
            return Err(self.error(self.first_token(), PgnReason::TooLong));
        }
        let value = |name| {
            let pair = tags.iter().find(|(known, _)| known == name);
            pair.map(|(_, value)| value.as_str())
        };
        let (start, repairs) = start_position(value("FEN"), value("Variant"))
            .map_err(|reason| self.error(self.first_token(), reason))?;
        let mut tree = Tree::new(start, keep);
        let mut error = None;
        while let Some(token) = ahead.take().or_else(|| lexer.next_token()) {
            if let Err(reason) = tree.add(token) {
                error = Some(self.error(lexer.began(), reason));
                break;
            }
        }
        let line = tree.finish();
        let mut record = Record { tags, repairs, ..Record::new(start) };
        (record.comment, record.moves) = (line.comment, line.moves);
        let tagged = || record.tag("Result").and_then(GameResult::parse).unwrap_or_default();
        record.result = match self.shape.result {
            Some(GameResult::Unknown) | None => tagged(),
            Some(result) => result,
        };
        Ok((record, error))
    }

    fn first_token(&self) -> usize {
        let mut lexer = Lexer::new(self.text);
        lexer.next_token().map_or(0, |_| lexer.began())
    }

    /// An error at this place of the text.
    fn error(&self, at: usize, reason: PgnReason) -> PgnError {
        let line = self.line + memchr_iter(b'\n', &self.text[..at]).count() as u64;
        let (tags, _) = read_tags(&mut Lexer::new(self.text));
        PgnError { game: self.number, line, tags, reason }
    }
}

/// The tags at the front of a text, and what comes behind them.
fn read_tags<'a>(lexer: &mut Lexer<'a>) -> (Vec<(String, String)>, Option<Token<'a>>) {
    let mut tags = Vec::with_capacity(10);
    while let Some(token) = lexer.next_token() {
        let Token::Tag(name, raw) = token else { return (tags, Some(token)) };
        set_tag(&mut tags, &words::text(name), words::value(raw).into_owned());
    }
    (tags, None)
}

/// The start that the tags `FEN` and `Variant` ask for.
fn start_position(
    fen: Option<&str>,
    variant: Option<&str>,
) -> Result<(Position, Vec<Repair>), PgnReason> {
    if let Some(variant) = variant.filter(|variant| !is_chess(variant)) {
        return Err(PgnReason::Variant(variant.to_owned()));
    }
    match fen {
        Some(fen) => {
            Setup::parse(fen).and_then(|setup| setup.position_lenient()).map_err(PgnReason::Fen)
        }
        None => Ok((Position::startpos(), Vec::new())),
    }
}

/// The many names under which chess and its shuffled starts are filed.
fn is_chess(variant: &str) -> bool {
    let name: String = variant
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    matches!(
        name.as_str(),
        "" | "chess"
            | "standard"
            | "normal"
            | "fromposition"
            | "chess960"
            | "960"
            | "fischerandom"
            | "fischerrandom"
            | "frc"
            | "dfrc"
            | "doublechess960"
            | "doublefischerrandom"
    )
}
