// SPDX-License-Identifier: GPL-3.0-or-later
//! A position of a book with its moves, for display.

use super::{Book, Kind};
use crate::trie::{OpeningName, TrieMove};
use chess::{Game, Move, Position};
use serde::Serialize;

/// A position of a book.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct BookPage {
    /// The file's own name.
    pub book: String,
    /// `polyglot` or `trie`.
    pub kind: &'static str,
    /// The position.
    pub fen: String,
    /// The opening's name: of the position, or of the last one before it that has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
    /// Games, or for Polyglot books the sum of the weights.
    pub total: u64,
    /// The moves, the heaviest first.
    pub candidates: Vec<BookRow>,
}

/// A book move.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct BookRow {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Games, or Polyglot's weight.
    pub weight: u64,
    /// Its share of the total.
    pub share: f64,
    /// Polyglot's learn field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learn: Option<u32>,
    /// Results of the games, if the book has them.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub results: Option<BookResults>,
    /// The name of the opening after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
}

/// Results of the games with a move.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct BookResults {
    /// Games.
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub games: u32,
    /// Won by White.
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub white: u32,
    /// Drawn.
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub draws: u32,
    /// Won by Black.
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub black: u32,
    /// Without a result.
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub unknown: u32,
    /// Score of the side that played the move.
    pub score: Option<f64>,
    /// Average rating of the players who chose it.
    pub rating: Option<u16>,
    /// Average rating of their opponents.
    pub opponent_rating: Option<u16>,
    /// The last year in which it was played.
    pub last_year: Option<u16>,
}

impl From<&TrieMove> for BookResults {
    fn from(known: &TrieMove) -> BookResults {
        let some = |number: u16| Some(number).filter(|&number| number > 0);
        BookResults {
            games: known.games(),
            white: known.white,
            draws: known.draws,
            black: known.black,
            unknown: known.unknown,
            score: known.score(),
            rating: some(known.mover_rating),
            opponent_rating: some(known.opponent_rating),
            last_year: some(known.last_year),
        }
    }
}

impl Book {
    /// Everything about the current position of a game, with moves in the UCI notation that
    /// `uci` writes.
    pub fn page(&self, game: &Game, uci: impl Fn(&Position, Move) -> String) -> BookPage {
        let position = game.position();
        let row = |mv: Move, weight: u64| BookRow {
            uci: uci(position, mv),
            san: position.san(mv),
            weight,
            share: 0.0,
            learn: None,
            results: None,
            opening: None,
        };
        let mut candidates: Vec<BookRow> = match self.kind() {
            Kind::Polyglot(book) => {
                let moves = book.moves(position).unwrap_or_default().into_iter();
                let known = |known: crate::polyglot::BookMove| BookRow {
                    learn: Some(known.learn),
                    ..row(known.mv, u64::from(known.weight))
                };
                moves.map(known).collect()
            }
            Kind::Trie(trie) => {
                let moves = trie.find(position).map(|node| node.moves(position));
                let known = |known: TrieMove| BookRow {
                    results: Some(BookResults::from(&known)),
                    opening: known.child(trie).and_then(|node| node.name()),
                    ..row(known.mv, u64::from(known.games()))
                };
                moves.into_iter().flatten().map(known).collect()
            }
        };
        let total: u64 = candidates.iter().map(|row| row.weight).sum();
        for row in &mut candidates {
            row.share = row.weight as f64 / total.max(1) as f64;
        }
        BookPage {
            book: self.file_name(),
            kind: self.kind().name(),
            fen: position.fen(),
            opening: self.opening(game),
            total,
            candidates,
        }
    }

    /// The same while the game is still in the book, with the moves that are played here, the
    /// most frequent first.
    pub fn known_opening(&self, game: &Game) -> Option<(OpeningName, Vec<String>)> {
        let position = game.position();
        let moves = self.moves(position);
        if moves.is_empty() && self.name(position).is_none() {
            return None;
        }
        let moves = moves.iter().map(|known| position.san(known.mv)).collect();
        Some((self.opening(game)?, moves))
    }

    /// The opening's name for the current position of a game, or for the last one before it
    /// that has a name.
    pub fn opening(&self, game: &Game) -> Option<OpeningName> {
        game.positions().iter().rev().find_map(|position| self.name(position))
    }
}

impl Kind {
    /// `polyglot` or `trie`.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Polyglot(_) => "polyglot",
            Kind::Trie(_) => "trie",
        }
    }
}
