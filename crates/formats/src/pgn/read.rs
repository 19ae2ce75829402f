// SPDX-License-Identifier: GPL-3.0-or-later
//! Tokens to games.

use super::lexer::{Lexer, Placed, Token};
use super::{GameResult, PlayedMove, Record, set_tag};
use chess::{FenError, Move, MoveError, Position, Repair, Setup};
use std::fmt;
use std::io::{self, BufReader, Read};

/// Reads the games of a PGN text one by one.
///
/// A game that cannot be read is handed over as an error, and reading goes on with the next one.
/// Only a failing reader ends the iteration early, after its error has been handed over.
///
/// ```
/// use xanthos_formats::pgn;
///
/// let text = "1. e4 e5 2. Ke3 * \n\n 1. d4 d5 1/2-1/2";
/// let games: Vec<_> = pgn::read_games(text.as_bytes()).collect();
/// assert_eq!(games.len(), 2);
/// let error = games[0].as_ref().unwrap_err();
/// assert_eq!((error.game, error.line), (1, 1));
/// assert!(error.to_string().contains("Ke3"));
/// assert!(games[1].is_ok());
/// ```
pub fn read_games<R: Read>(reader: R) -> Games<R> {
    Games {
        lexer: Lexer::new(BufReader::with_capacity(1 << 16, reader)),
        ahead: None,
        count: 0,
        failed: false,
    }
}

/// The games of a PGN text; made by [`read_games`].
#[derive(Debug)]
pub struct Games<R> {
    lexer: Lexer<BufReader<R>>,
    ahead: Option<Placed>,
    count: usize,
    failed: bool,
}

/// A game that could not be read, and why.
#[derive(Debug, thiserror::Error)]
pub struct PgnError {
    /// Which game of the text, counted from 1.
    pub game: usize,
    /// The line where reading stopped, counted from 1.
    pub line: u64,
    /// The tags that had been read.
    pub tags: Vec<(String, String)>,
    /// What was wrong.
    #[source]
    pub reason: PgnReason,
}

/// What can be wrong with a game.
#[derive(Debug, thiserror::Error)]
pub enum PgnReason {
    /// A token in the place of a move is no legal move.
    #[error("half-move {ply}: {source}")]
    Move {
        /// Number of the half-move in the game, counted from 1.
        ply: usize,
        /// The token as it stands.
        text: String,
        /// Why it cannot be played.
        source: MoveError,
    },
    /// The `FEN` tag is no chess position.
    #[error("FEN tag: {0}")]
    Fen(#[source] FenError),
    /// Rules other than those of chess and Chess960.
    #[error("the variant {0:?} is not played here")]
    Variant(String),
    /// A comment is opened and not closed.
    #[error("a comment opened with {{ is never closed")]
    UnendedComment,
    /// The text itself could not be read any further.
    #[error("reading failed: {0}")]
    Io(#[source] io::Error),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tag = |name| self.tags.iter().find(|(key, _)| key == name);
        write!(f, "game {}", self.game)?;
        if let (Some((_, white)), Some((_, black))) = (tag("White"), tag("Black")) {
            write!(f, " ({white} - {black})")?;
        }
        write!(f, ", line {}: {}", self.line, self.reason)
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let mut tags = Vec::new();
        match self.game(&mut tags) {
            Ok(game) => game.map(Ok),
            Err((line, reason)) => {
                self.failed = matches!(reason, PgnReason::Io(_));
                Some(Err(PgnError { game: self.count, line, tags, reason }))
            }
        }
    }
}

type Failure = (u64, PgnReason);

impl<R: Read> Games<R> {
    fn token(&mut self) -> Result<Option<Placed>, Failure> {
        if let Some(placed) = self.ahead.take() {
            return Ok(Some(placed));
        }
        self.lexer.next_token().map_err(|error| (self.lexer.line_number(), PgnReason::Io(error)))
    }

    /// One game, or `None` at the end. Tags are the caller's, so that an error can show them.
    fn game(&mut self, tags: &mut Vec<(String, String)>) -> Result<Option<Record>, Failure> {
        let Some(first) = self.token()? else {
            return Ok(None);
        };
        self.count += 1;
        let tags_line = first.line;
        self.ahead = Some(first);
        self.tags(tags)?;
        match start_position(tags) {
            Ok((start, repairs)) => {
                let mut game = Record::new(start);
                game.repairs = repairs;
                self.moves(&mut game)?;
                game.tags = std::mem::take(tags);
                if game.result == GameResult::Unknown {
                    let tagged = game.tag("Result").and_then(GameResult::parse);
                    game.result = tagged.unwrap_or_default();
                }
                Ok(Some(game))
            }
            Err(reason) => {
                self.skip_moves()?;
                Err((tags_line, reason))
            }
        }
    }

    /// Collects tags until the moves begin, or another game's tags do.
    fn tags(&mut self, tags: &mut Vec<(String, String)>) -> Result<(), Failure> {
        while let Some(placed) = self.token()? {
            match &placed.token {
                Token::Tag(name, value) => {
                    let known = tags.iter().any(|(key, _)| key == name);
                    // A game without moves: the same tags once more, behind an empty line.
                    if known && placed.after_blank_line {
                        self.ahead = Some(placed);
                        return Ok(());
                    }
                    set_tag(tags, name, value.clone());
                }
                _ => {
                    self.ahead = Some(placed);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn moves(&mut self, game: &mut Record) -> Result<(), Failure> {
        let mut position = game.start;
        let mut depth = 0usize;
        while let Some(placed) = self.token()? {
            match placed.token {
                Token::Tag(..) => {
                    self.ahead = Some(placed);
                    return Ok(());
                }
                Token::UnendedComment => {
                    return Err((placed.line, PgnReason::UnendedComment));
                }
                Token::VariationStart => depth += 1,
                Token::VariationEnd => depth = depth.saturating_sub(1),
                // Variations are read past.
                _ if depth > 0 => {}
                Token::Result(result) => {
                    game.result = result;
                    return Ok(());
                }
                Token::Comment(text) => remember_comment(game, text),
                Token::Nag(nag) => {
                    if let Some(last) = game.moves.last_mut() {
                        last.nags.push(nag);
                    }
                }
                Token::Move(text) => match read_move(&position, &text) {
                    Ok(mv) => {
                        game.moves.push(PlayedMove::from(mv));
                        position.play(mv);
                    }
                    Err(source) => {
                        self.skip_moves()?;
                        let ply = game.moves.len() + 1;
                        return Err((placed.line, PgnReason::Move { ply, text, source }));
                    }
                },
            }
        }
        Ok(())
    }

    /// Reads past the rest of a broken game.
    fn skip_moves(&mut self) -> Result<(), Failure> {
        let mut depth = 0usize;
        while let Some(placed) = self.token()? {
            match placed.token {
                Token::Tag(..) => {
                    self.ahead = Some(placed);
                    return Ok(());
                }
                Token::VariationStart => depth += 1,
                Token::VariationEnd => depth = depth.saturating_sub(1),
                Token::Result(_) if depth == 0 => return Ok(()),
                _ => {}
            }
        }
        Ok(())
    }
}

/// SAN and its relatives, and the squares alone: `e2e4`, `e2-e4`, `d2xe3+`.
fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    position.parse_move(text).or_else(|error| {
        let squares: String = text.chars().filter(|c| !"-x+#".contains(*c)).collect();
        position.parse_uci(&squares).map_err(|_| error)
    })
}

fn remember_comment(game: &mut Record, text: String) {
    if text.is_empty() {
        return;
    }
    let place = match game.moves.last_mut() {
        Some(played) => &mut played.comment,
        None => &mut game.comment,
    };
    match place {
        Some(earlier) => {
            earlier.push(' ');
            earlier.push_str(&text);
        }
        None => *place = Some(text),
    }
}

fn start_position(tags: &[(String, String)]) -> Result<(Position, Vec<Repair>), PgnReason> {
    let value = |name| {
        let pair = tags.iter().find(|(key, _)| key == name);
        pair.map(|(_, value)| value.as_str())
    };
    if let Some(variant) = value("Variant").filter(|variant| !is_chess(variant)) {
        return Err(PgnReason::Variant(variant.to_owned()));
    }
    match value("FEN") {
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
