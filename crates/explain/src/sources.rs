// SPDX-License-Identifier: GPL-3.0-or-later
//! What is known without searching: tablebases and openings.

use std::sync::Arc;

use chess::{Color, Game, Position};
use search::{Tablebase, Wdl};
use serde::Serialize;

use crate::piece::shown;

/// What an [`Explainer`](crate::Explainer) may look up.
#[derive(Clone, Default)]
pub struct Sources {
    /// Tablebases.
    pub tables: Option<Arc<dyn Tablebase>>,
    /// Openings by name, with the moves that masters play.
    pub openings: Option<Arc<dyn Openings>>,
}

/// Anything that knows openings.
pub trait Openings: Send + Sync {
    /// What is known about the position of the game; none out of the book.
    fn look_up(&self, game: &Game) -> Option<Opening>;
}

impl<F: Fn(&Game) -> Option<Opening> + Send + Sync> Openings for F {
    fn look_up(&self, game: &Game) -> Option<Opening> {
        self(game)
    }
}

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings.
    pub eco: String,
    /// Its name.
    pub name: String,
    /// Moves that masters play here, in standard algebraic notation, the most frequent first.
    pub moves: Vec<String>,
}

/// How a position ends, by a tablebase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableVerdict {
    /// Who wins; nobody in a draw.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "winner")]
    pub winner: Option<Color>,
    /// Whether the fifty-move rule makes a draw of it.
    pub cursed: bool,
    /// Half-moves to the next capture, pawn move or mate, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtz: Option<u32>,
}

fn winner<S: serde::Serializer>(winner: &Option<Color>, to: S) -> Result<S::Ok, S::Error> {
    match winner {
        Some(color) => shown(color, to),
        None => to.serialize_none(),
    }
}

impl TableVerdict {
    /// What the tables say about a position whose fifty-move clock is as it stands; none if they
    /// don't have it.
    pub fn of(tables: &dyn Tablebase, position: &Position) -> Option<TableVerdict> {
        if position.occupied().count() > tables.max_pieces() || has_castling(position) {
            return None;
        }
        let dtz = tables.dtz(position);
        let outcome = match dtz {
            Some(dtz) => dtz.outcome(position.halfmove_clock()),
            // Without distances the clock must have just begun.
            None if position.halfmove_clock() == 0 => tables.wdl(position)?,
            None => return None,
        };
        let us = position.turn();
        let (winner, cursed) = match outcome {
            Wdl::Win => (Some(us), false),
            Wdl::CursedWin => (Some(us), true),
            Wdl::Draw => (None, false),
            Wdl::BlessedLoss => (Some(!us), true),
            Wdl::Loss => (Some(!us), false),
        };
        Some(TableVerdict { winner, cursed, dtz: dtz.map(|dtz| dtz.plies.unsigned_abs()) })
    }

    /// Is the result the same?
    pub fn agrees(&self, other: &TableVerdict) -> bool {
        (self.winner, self.cursed) == (other.winner, other.cursed)
    }
}

fn has_castling(position: &Position) -> bool {
    let rights = position.castling();
    Color::ALL.iter().any(|&color| {
        [chess::Side::King, chess::Side::Queen].iter().any(|&side| rights.has(color, side))
    })
}
