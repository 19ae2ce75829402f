// SPDX-License-Identifier: GPL-3.0-or-later
//! Tokens to moves with what was said about them.

use super::error::PgnReason;
use super::lexer::Token;
use super::words;
use super::{Line, PlayedMove};
use chess::{Move, Position};

/// What of a game is wanted beyond its tags and moves.
///
/// ```
/// use xanthos_formats::pgn::{self, Keep};
///
/// let text = "1. e4 (1. d4 d5) 1... e5 $1 {sound} *";
/// let whole = pgn::read_games(text.as_bytes()).keep(Keep::ALL).next().expect("one game")?;
/// assert_eq!(whole.moves[0].variations[0].moves.len(), 2);
/// let bare = pgn::read_games(text.as_bytes()).keep(Keep::MOVES).next().expect("one game")?;
/// assert!(bare.moves[1].nags.is_empty() && bare.moves[1].comment.is_none());
/// # Ok::<(), pgn::PgnError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// Comments, and with them clocks and evaluations.
    pub comments: bool,
    /// Numeric annotation glyphs.
    pub nags: bool,
    /// Variations, to any depth that makes sense.
    pub variations: bool,
}

impl Keep {
    /// Everything.
    pub const ALL: Keep = Keep { comments: true, nags: true, variations: true };
    /// The moves of the game alone.
    pub const MOVES: Keep = Keep { comments: false, nags: false, variations: false };
}

impl Default for Keep {
    /// What was said about the moves of the game, but no variations.
    fn default() -> Keep {
        Keep { comments: true, nags: true, variations: false }
    }
}

/// Deepest nesting of variations; without a limit a file could overflow the stack.
const DEEPEST: usize = 64;

/// A game while it grows: the main line, and the variations that are open.
pub(super) struct Tree {
    keep: Keep,
    /// The main line first, then each open variation of the one before.
    open: Vec<Branch>,
    /// How many variations are open that are not kept.
    passed_over: usize,
}

struct Branch {
    line: Line,
    /// The position before the last move, where its variations begin.
    before: Position,
    position: Position,
}

impl Branch {
    fn new(position: Position) -> Branch {
        Branch { line: Line::default(), before: position, position }
    }
}

impl Tree {
    pub fn new(start: Position, keep: Keep) -> Tree {
        Tree { keep, open: vec![Branch::new(start)], passed_over: 0 }
    }

    /// Takes the next token of the game.
    pub fn add(&mut self, token: Token) -> Result<(), PgnReason> {
        let depth = self.open.len() - 1;
        let Some(branch) = self.open.last_mut() else { return Ok(()) };
        match token {
            Token::UnendedComment => return Err(PgnReason::UnendedComment),
            Token::VariationEnd if self.passed_over > 0 => self.passed_over -= 1,
            Token::VariationEnd if depth > 0 => self.close(),
            Token::VariationStart if self.passed_over > 0 || !self.keep.variations => {
                self.passed_over += 1;
            }
            // There is no move yet that it could be a variation of.
            Token::VariationStart if branch.line.moves.is_empty() => self.passed_over += 1,
            Token::VariationStart if depth == DEEPEST => return Err(PgnReason::TooDeep),
            Token::VariationStart => {
                let position = branch.before;
                self.open.push(Branch::new(position));
            }
            _ if self.passed_over > 0 => {}
            Token::Comment(raw) if self.keep.comments => branch.line.remark(words::comment(raw)),
            Token::Nag(nag) if self.keep.nags => {
                if let Some(last) = branch.line.moves.last_mut() {
                    last.nags.push(nag);
                }
            }
            Token::Move(b"--") if depth > 0 && !branch.position.in_check() => {
                // Annotators pass to show a threat.
                branch.line.moves.push(PlayedMove::from(Move::NULL));
                branch.before = branch.position;
                branch.position.play_null();
            }
            Token::Move(text) => {
                let mv = read_move(&branch.position, text, branch.line.moves.len() + 1);
                let mv = mv.map_err(|reason| if depth > 0 { reason.aside() } else { reason })?;
                branch.line.moves.push(PlayedMove::from(mv));
                if self.keep.variations {
                    branch.before = branch.position;
                }
                branch.position.play(mv);
            }
            _ => {}
        }
        Ok(())
    }

    /// Hangs the innermost variation on the move that it replaces.
    fn close(&mut self) {
        let Some(branch) = self.open.pop() else { return };
        let parent = self.open.last_mut().and_then(|parent| parent.line.moves.last_mut());
        if let Some(played) = parent.filter(|_| !branch.line.is_empty()) {
            played.variations.push(branch.line);
        }
    }

    /// The main line, with everything that hangs on it.
    pub fn finish(mut self) -> Line {
        while self.open.len() > 1 {
            self.close();
        }
        self.open.pop().map(|branch| branch.line).unwrap_or_default()
    }
}

/// SAN and its relatives, and the squares alone: `e2e4`, `e2-e4`, `d2xe3+`.
pub(super) fn read_move(position: &Position, text: &[u8], ply: usize) -> Result<Move, PgnReason> {
    let text = words::text(text);
    position
        .parse_san(&text)
        .or_else(|error| {
            let squares: String = text.chars().filter(|c| !"-x+#".contains(*c)).collect();
            position.parse_uci(&squares).map_err(|_| error)
        })
        .map_err(|source| PgnReason::Move {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
            number: position.fullmove_number(),
            turn: position.turn(),
            text: text.into(),
            variation: false,
            source,
        })
}
