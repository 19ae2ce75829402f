// SPDX-License-Identifier: GPL-3.0-or-later
//! Patterns that can be seen on the board: who attacks whom, through whom, and
//! whether it hurts. Geometry and exchanges only; what they win, a line must show.

mod discovered;
mod fork;
mod hanging;
mod ray;

use chess::{Bitboard, Color, Move, Position};
use serde::Serialize;

use crate::exchange;
use crate::piece::PieceOn;

pub use hanging::loose;

/// A pattern on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "motif", rename_all = "snake_case")]
pub enum Motif {
    /// One piece attacks several that it would gain by taking.
    Fork {
        /// Who attacks.
        by: PieceOn,
        /// Whom.
        targets: Vec<PieceOn>,
    },
    /// A piece that would uncover a dearer one behind it if it left the line.
    Pin {
        /// Who pins.
        by: PieceOn,
        /// Who is pinned.
        pinned: PieceOn,
        /// To whom; a king may not be uncovered at all.
        behind: PieceOn,
    },
    /// A dear piece that has to leave, and another behind it.
    Skewer {
        /// Who attacks.
        by: PieceOn,
        /// Who has to leave.
        front: PieceOn,
        /// Who is taken then.
        behind: PieceOn,
    },
    /// A piece moved away, and one behind it attacks now.
    Discovered {
        /// Who attacks.
        by: PieceOn,
        /// Whom.
        target: PieceOn,
        /// Who moved away, where it now stands.
        mover: PieceOn,
    },
}

/// The patterns with which `us` attacks in `position`, whoever is to move.
pub fn of_side(position: &Position, us: Color) -> Vec<Motif> {
    let mut found = fork::forks(position, us);
    ray::pins_and_skewers(position, us, &mut found);
    found
}

/// The patterns that a move brings about for the side that makes it.
pub fn created_by(position: &Position, m: Move) -> Vec<Motif> {
    let us = position.turn();
    let after = position.after(m);
    let old = of_side(position, us);
    let mut found: Vec<Motif> =
        of_side(&after, us).into_iter().filter(|motif| !old.contains(motif)).collect();
    found.extend(discovered::discovered(position, m, &after));
    found
}

/// The patterns that a move lets the opponent have at once.
pub fn allowed_by(position: &Position, m: Move) -> Vec<Motif> {
    let them = !position.turn();
    let after = position.after(m);
    let old = of_side(position, them);
    of_side(&after, them).into_iter().filter(|motif| !old.contains(motif)).collect()
}

/// Would `by` gain by taking `target`, as far as one exchange goes: is it a king,
/// dearer, or unprotected?
fn pays(position: &Position, by: PieceOn, target: PieceOn) -> bool {
    if target.price() > by.price() {
        return true;
    }
    let occupied = position.occupied().without(by.square);
    let protectors = position.attackers_to(target.square, occupied)
        & position.by_color(target.side).without(target.square);
    protectors.is_empty()
}

/// Can `piece` stay where it is: would every capture of it cost more than it brings?
/// Asked when its opponent is to move; otherwise it can simply act.
fn stays(position: &Position, piece: PieceOn) -> bool {
    if position.turn() == piece.side {
        return true;
    }
    let takes = |m: &Move| m.is_capture() && m.to() == piece.square && !m.is_en_passant();
    position.legal_moves().iter().filter(|m| takes(m)).all(|&m| exchange::gain(position, m) < 0)
}

/// The pieces of `color` that may not leave a line to their own king.
fn pinned_to_king(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color);
    let mut pinned = Bitboard::EMPTY;
    for slider in ray::sliders(position, !color) {
        let blockers = ray::between(position, slider, king);
        if let Some(blockers) = blockers
            && blockers.count() == 1
        {
            pinned |= blockers & position.by_color(color);
        }
    }
    pinned
}
