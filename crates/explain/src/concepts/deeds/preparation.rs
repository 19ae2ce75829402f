// SPDX-License-Identifier: GPL-3.0-or-later
//! What a move prepares: an advance that it supports, castling.

use chess::{Bitboard, Position, Role, Square, attacks};

use super::{Deed, DeedKind, Scene};
use crate::piece::PieceOn;

/// Plies of the line in which the advance has to come.
pub(crate) const SOON: usize = 7;

/// The line goes on with a pawn's advance to a square that is contested and that this move came to
/// support: the piece attacks the square, or stands behind the pawn on its file.
pub fn prepares(scene: &Scene) -> Option<Deed> {
    if !scene.is_quiet() || scene.piece.role == Role::King {
        return None;
    }
    let steps = scene.line.positions().iter().zip(scene.line.moves()).take(SOON);
    let (pawn, goal) = steps.skip(2).step_by(2).find_map(|(position, &m)| {
        let pawn = position.piece_on(m.from()).is_some_and(|piece| piece.role() == Role::Pawn);
        let there = scene.after.pieces(scene.us, Role::Pawn).contains(m.from());
        let advance = pawn && there && !m.is_capture() && !m.is_promotion();
        let other = m.from() != scene.piece.square;
        let far = scene.rank(m.to()) >= 3;
        let contested = position.attackers_to(m.to(), position.occupied());
        let needed = (contested & position.by_color(!scene.us)).any();
        (advance && other && far && needed && supports(scene, m.from(), m.to()))
            .then(|| (m.from(), m.to()))
    })?;
    Some(scene.did(DeedKind::Prepares).to(PieceOn::on(&scene.after, pawn)?).on(vec![goal]))
}

/// Does the piece guard the square, once the pawn has gone there, and did not before?
fn supports(scene: &Scene, pawn: Square, goal: Square) -> bool {
    let guards = |position: &Position, piece: PieceOn| {
        let occupied = position.occupied().without(pawn).with(goal);
        let reach = match piece.role {
            Role::Pawn => attacks::pawn(scene.us, piece.square),
            Role::Knight => attacks::knight(piece.square),
            Role::Bishop => attacks::bishop(piece.square, occupied),
            Role::Rook => attacks::rook(piece.square, occupied),
            Role::Queen => attacks::queen(piece.square, occupied),
            Role::King => Bitboard::EMPTY,
        };
        reach.contains(goal)
    };
    guards(&scene.after, scene.piece) && !guards(scene.position, scene.moved)
}

/// A knight or bishop (or the queen) was the last one between the king and a rook it may castle
/// with.
pub fn frees_castling(scene: &Scene) -> Option<Deed> {
    if !scene.is_quiet() || !scene.position.is_standard_castling() {
        return None;
    }
    let can = |position: &Position| position.legal_moves().iter().any(|m| m.is_castle());
    let then = scene.after.after_null();
    (!can(scene.position) && can(&then)).then(|| scene.did(DeedKind::FreesCastling))
}

/// A bishop on its first square had nowhere to go, and the pawn's move opens a diagonal for it.
pub fn frees_bishop(scene: &Scene) -> Option<Deed> {
    if scene.moved.role != Role::Pawn || !scene.is_quiet() {
        return None;
    }
    let shut = |position: &Position, square: Square| {
        (position.attacks_from(square) & !position.by_color(scene.us)).is_empty()
    };
    let bishops = scene.after.pieces(scene.us, Role::Bishop);
    let freed = bishops.into_iter().find(|&square| {
        let home = scene.rank(square) == 0 && matches!(square.file(), 2 | 5);
        home && shut(scene.position, square) && !shut(&scene.after, square)
    })?;
    Some(scene.did(DeedKind::FreesBishop).to(PieceOn::on(&scene.after, freed)?))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all, kinds};
    use super::*;

    #[test]
    fn an_advance_is_prepared() {
        let fen = "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9";
        let deeds = all(fen, "Rb1 a5 a3 h6 b4");
        let deed = deeds.iter().find(|deed| deed.kind == DeedKind::Prepares).unwrap();
        assert_eq!(deed.squares, [Square::B4]);
        assert!(!kinds(fen, "Rb1 a5 a3 h6 h3").contains(&DeedKind::Prepares));
        assert!(!kinds(fen, "h3 a5 a3 h6 b4").contains(&DeedKind::Prepares), "h3 guards no b4");
    }

    #[test]
    fn castling_is_prepared() {
        let fen = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
        assert!(kinds(fen, "Be2").contains(&DeedKind::FreesCastling));
        assert!(!kinds(fen, "d3").contains(&DeedKind::FreesCastling));
    }

    #[test]
    fn a_bishop_gets_its_diagonal() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(kinds(start, "e3").contains(&DeedKind::FreesBishop));
        assert!(!kinds(start, "c3").contains(&DeedKind::FreesBishop));
    }
}
