// SPDX-License-Identifier: GPL-3.0-or-later
//! A position told twice: once by this crate, once by shakmaty.

use crate::dice::Dice;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use xanthos_chess::{Move, Position, Role};

/// The same position in both tellings.
#[derive(Clone)]
pub struct Twin {
    pub ours: Position,
    pub theirs: Chess,
}

/// What a move is, in words that both libraries share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlainMove {
    from: usize,
    to: usize,
    promotion: Option<usize>,
    capture: bool,
    en_passant: bool,
    castle: bool,
}

impl From<Move> for PlainMove {
    fn from(m: Move) -> Self {
        Self {
            from: m.from().index(),
            to: m.to().index(),
            promotion: m.promotion().map(Role::index),
            capture: m.is_capture(),
            en_passant: m.is_en_passant(),
            castle: m.is_castle(),
        }
    }
}

impl From<shakmaty::Move> for PlainMove {
    fn from(m: shakmaty::Move) -> Self {
        Self {
            from: m.from().map_or(64, usize::from),
            to: usize::from(m.to()),
            promotion: m.promotion().map(|role| role as usize - 1),
            capture: m.is_capture(),
            en_passant: m.is_en_passant(),
            castle: m.is_castle(),
        }
    }
}

/// The position of a FEN as shakmaty understands it.
pub fn shakmaty(fen: &str) -> Chess {
    let parsed: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    parsed
        .into_position(CastlingMode::Chess960)
        .unwrap_or_else(|error| panic!("{fen}: shakmaty says {error}"))
}

impl Twin {
    pub fn new(ours: Position) -> Self {
        Self { theirs: shakmaty(&ours.fen()), ours }
    }

    /// Legal moves of both, put side by side; panics when they are not the same moves.
    pub fn moves(&self) -> Vec<(Move, shakmaty::Move)> {
        let mut ours: Vec<Move> = self.ours.legal_moves().iter().copied().collect();
        let mut theirs: Vec<shakmaty::Move> = self.theirs.legal_moves().into_iter().collect();
        ours.sort_by_key(|m| PlainMove::from(*m));
        theirs.sort_by_key(|m| PlainMove::from(*m));
        let our_words: Vec<PlainMove> = ours.iter().map(|m| PlainMove::from(*m)).collect();
        let their_words: Vec<PlainMove> = theirs.iter().map(|m| PlainMove::from(*m)).collect();
        assert_eq!(our_words, their_words, "legal moves of {}", self.ours);
        ours.into_iter().zip(theirs).collect()
    }

    pub fn play(&mut self, ours: Move, theirs: shakmaty::Move) {
        self.ours.play(ours);
        self.theirs.play_unchecked(theirs);
    }

    /// The FEN as shakmaty writes it, with an en passant square only where the capture is legal.
    pub fn their_fen(&self) -> String {
        Fen::from_position(&self.theirs, EnPassantMode::Legal).to_string()
    }
}

/// A start of standard chess, Chess960 or double Chess960, each as likely.
pub fn random_start(dice: &mut Dice) -> Position {
    match dice.below(3) {
        0 => Position::startpos(),
        1 => Position::chess960(dice.below(960) as u16),
        _ => Position::double_chess960(dice.below(960) as u16, dice.below(960) as u16),
    }
}

/// A random move that leans towards what is rare: castling, en passant, promotion, check.
pub fn lively_move(position: &Position, moves: &[Move], dice: &mut Dice) -> Option<Move> {
    let rare = |m: &&Move| m.is_castle() || m.is_en_passant() || m.is_promotion();
    if dice.one_in(2)
        && let Some(m) = moves.iter().find(rare)
    {
        // Of the four promotions any.
        let alike: Vec<Move> =
            moves.iter().copied().filter(|n| (n.from(), n.to()) == (m.from(), m.to())).collect();
        return dice.choose(&alike);
    }
    if dice.one_in(8) {
        let checks: Vec<Move> =
            moves.iter().copied().filter(|m| position.after(*m).in_check()).collect();
        if let Some(m) = dice.choose(&checks) {
            return Some(m);
        }
    }
    dice.choose(moves)
}
