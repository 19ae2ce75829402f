// SPDX-License-Identifier: GPL-3.0-or-later
//! Sacrifices: a good move after which something can be taken for nothing.

use chess::{Game, Position};
use serde::Serialize;

use crate::ask::Asker;
use crate::evidence_line::Rated;
use crate::exchange;
use crate::ideas::LineIdeas;
use crate::motifs::loose;
use crate::piece::PieceOn;
use crate::purpose::{Purpose, purpose};
use crate::settings::Share;

/// A piece is offered, and taking it does not pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sacrifice {
    /// What is offered, where it stands after the move.
    pub offered: PieceOn,
    /// Points that taking it wins at first, by captures on that square alone.
    pub worth: i32,
    /// What becomes of taking it, from the taker's view.
    pub accepted: Rated,
    /// The motifs by which taking it is punished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ideas: Option<LineIdeas>,
    /// What the offer is for, where the line after taking shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
}

/// Points below which giving something up is no sacrifice but a pawn's play.
const A_PIECE: i32 = 2;

/// Chances, in per mille, below which nothing is given for something.
const HOPELESS: u16 = 300;

/// Is `m`, whose worth is `rated`, a sacrifice? It offers a piece that could not be
/// won before, for more than a pawn, and whoever takes is no better off than
/// without: shown by the line that begins with taking.
pub(crate) fn sacrifice(asker: &mut Asker, game: &Game, rated: &Rated) -> Option<Sacrifice> {
    let before = game.position();
    let m = rated.first();
    let mut after = game.clone();
    after.play(m);
    if after.outcome().is_some() {
        return None;
    }
    // Who is lost anyway, or gives a pawn that has just become a queen, sacrifices nothing.
    if rated.chance.per_mille() < HOPELESS || m.is_promotion() {
        return None;
    }
    let gained = crate::piece::captured(before, m).map_or(0, PieceOn::price);
    let already = already_loose(before);
    let (offered, take) = loose(after.position())
        .into_iter()
        .find(|(piece, _)| piece.square == m.to() || !already.contains(&piece.square))?;
    // By exchanges: what taking wins, less what the move itself has won.
    let worth = exchange::gain(after.position(), take);
    if worth - gained < A_PIECE {
        return None;
    }
    let accepted = asker.rate(&after, take, Share::Quarter, Some(rated.depth))?;
    // Taking must not be better for the taker than the move said.
    let promised = rated.chance.opposite();
    if promised.short_of(accepted.chance) >= 50 {
        return None;
    }
    let us = before.turn();
    let punished = match accepted.line.end().is_checkmate() {
        true => Some(accepted.line.clone()),
        // What was given must come back.
        false => accepted.line.returned(worth),
    };
    let ideas = punished.and_then(|line| LineIdeas::of(&line, us));
    let purpose = purpose(before, m, offered, &accepted);
    Some(Sacrifice { offered, worth, accepted, ideas, purpose })
}

/// The mover's pieces that could be taken anyway, if the opponent were to move.
fn already_loose(position: &Position) -> Vec<chess::Square> {
    if position.in_check() {
        return Vec::new();
    }
    loose(&position.after_null()).into_iter().map(|(piece, _)| piece.square).collect()
}
