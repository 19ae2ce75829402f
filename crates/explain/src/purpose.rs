// SPDX-License-Identifier: GPL-3.0-or-later
//! What a sacrifice is for: the attack on the king that follows when it is taken.

use chess::{Bitboard, Color, Move, Position, Role, attacks};
use serde::Serialize;

use crate::evidence_line::{EvidenceLine, Rated};
use crate::piece::PieceOn;

/// What a sacrifice is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "purpose", rename_all = "snake_case")]
pub enum Purpose {
    /// The bishop on h7 (or h2) that the king takes, and the knight's check on the fifth rank.
    GreekGift {
        /// The first moves of the attack.
        attack: Vec<String>,
    },
    /// A knight leaves the pin in front of the queen, and minor pieces mate.
    Legal,
    /// The king or a pawn before it takes, and the pieces come at the king.
    KingAttack {
        /// The first moves of the attack.
        attack: Vec<String>,
    },
    /// A pawn before the king takes and leaves its place.
    BreaksShelter {
        /// The king that it sheltered.
        king: PieceOn,
    },
}

/// Own moves after the offer has been taken in which the attack has to begin.
const SOON: usize = 3;

/// What the offer is for, as far as the line shows it in which it is taken.
pub(crate) fn purpose(
    before: &Position,
    m: Move,
    offered: PieceOn,
    accepted: &Rated,
) -> Option<Purpose> {
    let us = before.turn();
    let line = &accepted.line;
    let king = line.start().king(!us);
    let taker = line.start().piece_on(accepted.first().from())?.role();
    if line.end().is_checkmate() {
        return is_legal(before, m, offered, accepted).then_some(Purpose::Legal);
    }
    let at_king = taker == Role::King || king.distance(offered.square) <= 2;
    let steps = line.positions().iter().zip(line.moves()).zip(&line.san).skip(1).step_by(2);
    let aimed: Vec<String> = steps
        .take(SOON)
        .filter(|((position, m), _)| comes_at_the_king(position, **m, us))
        .map(|(_, san)| san.clone())
        .collect();
    let checks = aimed.iter().any(|san| san.ends_with('+'));
    if at_king && checks && aimed.len() >= 2 {
        let gift = is_greek_gift(before, m, line);
        return Some(match gift {
            true => Purpose::GreekGift { attack: aimed },
            false => Purpose::KingAttack { attack: aimed },
        });
    }
    let shelters = taker == Role::Pawn
        && accepted.first().from().file().abs_diff(king.file()) <= 1
        && king.distance(accepted.first().from()) == 1
        && (!us).relative_rank(king.rank()) == 0;
    let king = PieceOn::on(line.start(), king)?;
    shelters.then_some(Purpose::BreaksShelter { king })
}

/// Does the move give check, or bring a piece to attack a square beside the enemy king that it
/// did not attack before?
fn comes_at_the_king(position: &Position, m: Move, us: Color) -> bool {
    let after = position.after(m);
    let king = after.king(!us);
    let zone = attacks::king(king) | Bitboard::of(king);
    let new = after.attacks_from(m.to()) & !position.attacks_from(m.from());
    after.in_check() || (new & zone).any()
}

/// Bishop takes the pawn beside the castled king, the king takes, the knight checks.
fn is_greek_gift(before: &Position, m: Move, line: &EvidenceLine) -> bool {
    let us = before.turn();
    let bishop = before.piece_on(m.from()).is_some_and(|piece| piece.role() == Role::Bishop);
    let corner = m.to().file() == 7 && us.relative_rank(m.to().rank()) == 6;
    let castled = before.king(!us).file() == 6;
    let knight = line.moves().get(1).is_some_and(|next| {
        let moved = line.positions()[1].piece_on(next.from());
        moved.is_some_and(|piece| piece.role() == Role::Knight)
            && next.to().file() == 6
            && us.relative_rank(next.to().rank()) == 4
            && line.positions()[2].in_check()
    });
    let takes = line.moves().first().is_some_and(|take| take.from() == before.king(!us));
    bishop && m.is_capture() && corner && castled && takes && knight
}

/// The knight that was pinned to the queen goes, a bishop takes the queen, minor pieces mate.
fn is_legal(before: &Position, m: Move, offered: PieceOn, accepted: &Rated) -> bool {
    let line = &accepted.line;
    let role = |ply: usize, m: &Move| line.positions()[ply].piece_on(m.from()).map(|p| p.role());
    let minor = |role: Option<Role>| matches!(role, Some(Role::Knight | Role::Bishop));
    let knight = before.piece_on(m.from()).is_some_and(|piece| piece.role() == Role::Knight);
    let bishop = role(0, &accepted.first()) == Some(Role::Bishop);
    let mates =
        line.moves().iter().enumerate().skip(1).step_by(2).all(|(ply, m)| minor(role(ply, m)));
    knight && offered.role == Role::Queen && bishop && mates
}
