// SPDX-License-Identifier: GPL-3.0-or-later
//! What kings do.

use chess::{Bitboard, Position, Role, Square, attacks};

use super::{Deed, DeedKind, Scene};
use crate::concepts::{Concept, concepts, pawn_ending_is_won};
use crate::piece::PieceOn;

/// Pieces besides pawns and kings up to which a position counts as an ending.
const FEW_PIECES: u32 = 6;

pub fn king_and_pawn(scene: &Scene) -> Option<Deed> {
    let (strong, won) = pawn_ending_is_won(&scene.after)?;
    let found = concepts(&scene.after);
    let has = |concept| found.iter().find(|found| found.concept == concept);
    // Only the side that profits is told of it.
    if won != (strong == scene.us) {
        return None;
    }
    if has(Concept::Opposition).is_some_and(|found| found.side == scene.us) {
        return Some(scene.did(DeedKind::TakesOpposition));
    }
    (strong == scene.us && has(Concept::KeySquare).is_some())
        .then(|| scene.did(DeedKind::ReachesKeySquare))
}

pub fn castles(scene: &Scene) -> Option<Deed> {
    scene.m.is_castle().then(|| scene.did(DeedKind::Castles))
}

fn is_ending(position: &Position) -> bool {
    let pieces =
        position.occupied() & !position.by_role(Role::Pawn) & !position.by_role(Role::King);
    position.by_role(Role::Queen).is_empty() && pieces.count() <= FEW_PIECES
}

/// In an ending without queens the king comes nearer to a pawn of either side, the nearest
/// enemy one first.
pub fn walks(scene: &Scene) -> Option<Deed> {
    if scene.piece.role != Role::King || scene.m.is_castle() || !is_ending(scene.position) {
        return None;
    }
    let (from, to) = (scene.moved.square, scene.piece.square);
    let nearer = |pawns: Bitboard| {
        let pawn = pawns.into_iter().min_by_key(|&pawn| to.distance(pawn))?;
        (to.distance(pawn) < from.distance(pawn) && to.distance(pawn) <= 4).then_some(pawn)
    };
    let pawns = |side| scene.after.pieces(side, Role::Pawn);
    let target = nearer(pawns(!scene.us)).or_else(|| nearer(pawns(scene.us)))?;
    Some(scene.did(DeedKind::KingWalks).to(PieceOn::on(&scene.after, target)?))
}

/// Steps from the four squares in the middle.
fn from_middle(square: Square) -> usize {
    let off = |n: usize| if n < 4 { 3 - n } else { n - 4 };
    off(square.file()) + off(square.rank())
}

/// In an ending without queens the king comes nearer to the middle of the board.
pub fn centralises(scene: &Scene) -> Option<Deed> {
    let king = scene.piece.role == Role::King && !scene.m.is_castle() && scene.is_quiet();
    let nearer = from_middle(scene.piece.square) < from_middle(scene.moved.square);
    (king && nearer && is_ending(scene.position)).then(|| scene.did(DeedKind::KingCentre))
}

/// The king was on a line with an enemy queen, rook or bishop, with one piece between them at
/// most, and is no longer.
pub fn steps_aside(scene: &Scene) -> Option<Deed> {
    if scene.piece.role != Role::King || scene.m.is_castle() || !scene.is_quiet() {
        return None;
    }
    let looks_at = |position: &Position, square: Square, king: Square| {
        let role = position.piece_on(square).map(|piece| piece.role());
        let sees = |occupied: Bitboard| match role {
            Some(Role::Bishop) => attacks::bishop(square, occupied),
            Some(Role::Rook) => attacks::rook(square, occupied),
            Some(Role::Queen) => attacks::queen(square, occupied),
            _ => Bitboard::EMPTY,
        };
        let all = position.occupied();
        let front = sees(all) & all;
        front.into_iter().any(|piece| sees(all.without(piece)).contains(king))
    };
    let enemy = scene.position.by_color(!scene.us);
    let target = enemy.into_iter().find(|&square| {
        looks_at(scene.position, square, scene.moved.square)
            && !looks_at(&scene.after, square, scene.piece.square)
    })?;
    Some(scene.did(DeedKind::KingSteps).to(PieceOn::on(scene.position, target)?))
}

/// A pawn move beside the king on its first rank gives it the only square to go to, while
/// the opponent has a rook or queen.
pub fn luft(scene: &Scene) -> Option<Deed> {
    let king = scene.position.king(scene.us);
    let heavy = scene.position.pieces(!scene.us, Role::Rook)
        | scene.position.pieces(!scene.us, Role::Queen);
    let beside = king.distance(scene.moved.square) == 1;
    // In the middle nobody thinks of the back rank.
    let castled = !matches!(king.file(), 3 | 4);
    if scene.piece.role != Role::Pawn
        || scene.rank(king) != 0
        || heavy.is_empty()
        || !beside
        || !castled
        || !scene.is_quiet()
    {
        return None;
    }
    let goes = |position: &Position| -> Vec<Square> {
        let legal = position.legal_moves();
        let walks = legal.iter().filter(|m| m.from() == king && !m.is_castle());
        // Along the rank there is no way out of a check on the rank.
        walks.map(|m| m.to()).filter(|&to| scene.rank(to) > 0).collect()
    };
    let then = scene.after.after_null();
    let flight = goes(&then);
    (goes(scene.position).is_empty() && !flight.is_empty())
        .then(|| scene.did(DeedKind::Luft).on(vec![flight[0]]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all, kinds};
    use super::*;

    #[test]
    fn king_and_pawn_against_king() {
        let pawn = "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1";
        assert_eq!(kinds(pawn, "e3")[0], DeedKind::TakesOpposition);
        let key = kinds("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1", "Ke5");
        assert_eq!(key[0], DeedKind::ReachesKeySquare);
        assert!(!kinds(pawn, "Kd3").contains(&DeedKind::TakesOpposition));
    }

    #[test]
    fn the_king_goes_for_a_pawn() {
        let fen = "8/5k2/p7/8/3K4/8/P7/8 w - - 0 1";
        let walk = all(fen, "Kc5").into_iter().find(|deed| deed.kind == DeedKind::KingWalks);
        assert_eq!(walk.and_then(|deed| deed.target).unwrap().square, Square::A6);
        assert!(!kinds(fen, "Ke3").contains(&DeedKind::KingWalks));
        assert!(kinds("8/5k2/p7/8/8/8/P7/3K4 w - - 0 1", "Kd2").contains(&DeedKind::KingCentre));
        assert!(!kinds(fen, "Kc3").contains(&DeedKind::KingCentre), "away from the middle");
        let queens = "3q4/5k2/p7/8/3K4/8/P7/3Q4 w - - 0 1";
        assert!(!kinds(queens, "Kc5").contains(&DeedKind::KingWalks), "queens are on the board");
    }

    #[test]
    fn out_of_the_bishops_line() {
        let fen = "6k1/pp3ppp/1b6/8/8/8/PP3PPP/3R2K1 w - - 0 1";
        assert!(kinds(fen, "Kh1").contains(&DeedKind::KingSteps));
        assert!(!kinds(&fen.replace("1b6", "1n6"), "Kh1").contains(&DeedKind::KingSteps));
    }

    #[test]
    fn a_flight_square() {
        let fen = "3r2k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";
        assert!(kinds(fen, "h3").contains(&DeedKind::Luft));
        assert!(kinds(fen, "g3").contains(&DeedKind::Luft));
        assert!(!kinds("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "h3").contains(&DeedKind::Luft));
        let airy = "3r2k1/5ppp/8/8/8/7P/5PP1/1R4K1 w - - 0 1";
        assert!(!kinds(airy, "g3").contains(&DeedKind::Luft), "it had one");
    }
}
