// SPDX-License-Identifier: GPL-3.0-or-later
//! Exchanges: made, offered, avoided, and with what to take.

use chess::{Bitboard, Move, Position, Role};

use super::{Deed, DeedKind, Scene};
use crate::piece::{PieceOn, army, captured, points};
use crate::quiet::is_quiet;

/// A lead from which on exchanges help, in points.
const LEAD: i32 = 2;
/// Plies within which an ending must be reached.
const SOON: usize = 8;

/// A piece takes one of equal worth and can be taken back.
pub fn trade(scene: &Scene) -> Option<Deed> {
    let taken = captured(scene.position, scene.m)?;
    let same = taken.price() == scene.moved.price() && taken.role != Role::Pawn;
    let back = scene.after.legal_moves().iter().any(|reply| takes(reply, scene.m));
    if !same || scene.m.is_promotion() || !back {
        return None;
    }
    let kind = match (points(&army(scene.position), scene.us), taken.role) {
        (LEAD.., _) => DeedKind::TradesAhead,
        (_, Role::Queen) => DeedKind::TradesQueens,
        _ => DeedKind::Trades,
    };
    Some(scene.did(kind).to(taken))
}

fn takes(reply: &Move, m: Move) -> bool {
    reply.is_capture() && reply.to() == m.to()
}

/// The line goes over to an ending of kings and pawns, where it comes to rest.
pub fn pawn_ending(scene: &Scene) -> Option<Deed> {
    let bare = |position: &Position| {
        let pieces = position.by_role(Role::Pawn) | position.by_role(Role::King);
        position.occupied() == pieces && position.by_role(Role::Pawn).count() >= 2
    };
    // Whoever gives the piece is the one who goes over to it.
    let given =
        scene.line.positions().iter().take(SOON + 1).position(bare).filter(|&ply| ply > 0)?;
    let first = captured(scene.position, scene.m).is_some_and(|taken| taken.role != Role::Pawn);
    let end = &scene.line.positions()[given];
    let kept = (points(&army(end), scene.us) - points(&army(scene.position), scene.us)).abs() <= 1;
    (first && kept && given <= 3 && is_quiet(end)).then(|| scene.did(DeedKind::PawnEnding))
}

/// Two pieces or more can take on this square: what this one does for the pawns.
pub fn takes_with(scene: &Scene) -> Option<Deed> {
    let m = scene.m;
    captured(scene.position, m)?;
    let legal = scene.position.legal_moves();
    let others: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|other| other.is_capture() && other.to() == m.to() && other.from() != m.from())
        .collect();
    if others.is_empty() || m.is_promotion() {
        return None;
    }
    let own = scene.after.pieces(scene.us, Role::Pawn);
    if scene.moved.role != Role::Pawn {
        // A pawn could have taken too and would have been doubled.
        let before = scene.position.pieces(scene.us, Role::Pawn);
        let doubled = others.iter().any(|other| {
            let pawn = scene.position.piece_on(other.from()).map(|piece| piece.role());
            let there = before & Bitboard::FILES[m.to().file()];
            pawn == Some(Role::Pawn) && there.any() && other.from().file() != m.to().file()
        });
        return doubled.then(|| scene.did(DeedKind::TakesAndKeepsPawns));
    }
    let file = Bitboard::FILES[m.from().file()];
    let heavy =
        scene.after.pieces(scene.us, Role::Rook) | scene.after.pieces(scene.us, Role::Queen);
    if (own & file).is_empty()
        && let Some(user) = (heavy & file).first()
    {
        let user = PieceOn::on(&scene.after, user)?;
        return Some(scene.did(DeedKind::TakesAndOpens).to(user));
    }
    let from_middle = |file: usize| if file < 4 { 3 - file } else { file - 4 };
    let nearer = from_middle(m.to().file()) < from_middle(m.from().file());
    nearer.then(|| scene.did(DeedKind::TakesTowardsCentre))
}

/// Enemy pieces of the same kind that the piece faces.
fn facing(position: &Position, piece: PieceOn) -> Bitboard {
    position.attacks_from(piece.square) & position.pieces(!piece.side, piece.role)
}

fn is_traded(role: Role) -> bool {
    matches!(role, Role::Knight | Role::Bishop | Role::Rook | Role::Queen)
}

/// The piece goes where one of its kind may take it and be taken back.
pub fn offers_trade(scene: &Scene) -> Option<Deed> {
    if !scene.is_quiet() || !is_traded(scene.piece.role) || !scene.is_safe() {
        return None;
    }
    let new = facing(&scene.after, scene.piece) & !facing(scene.position, scene.moved);
    let legal = scene.after.legal_moves();
    let taker = new
        .into_iter()
        .find(|&square| legal.iter().any(|m| m.from() == square && m.to() == scene.piece.square))?;
    Some(scene.did(DeedKind::OffersTrade).to(PieceOn::on(&scene.after, taker)?))
}

/// A piece that could have been exchanged for one of its kind leaves it.
pub fn avoids_trade(scene: &Scene) -> Option<Deed> {
    if !scene.is_quiet() || !is_traded(scene.piece.role) {
        return None;
    }
    let before = facing(scene.position, scene.moved);
    let passed = scene.position.after_null();
    let legal = passed.legal_moves();
    let taker = before
        .into_iter()
        .find(|&square| legal.iter().any(|m| m.from() == square && m.to() == scene.moved.square))?;
    // Either side could have taken and been taken back.
    let even = scene.position.legal_moves().iter().any(|m| {
        m.from() == scene.moved.square
            && m.to() == taker
            && crate::exchange::gain(scene.position, *m) == 0
    });
    let was_safe = even || crate::exchange::best(&passed, scene.moved.square) <= 0;
    let apart = facing(&scene.after, scene.piece).is_empty();
    let target = PieceOn::on(scene.position, taker)?;
    (was_safe && apart).then(|| scene.did(DeedKind::AvoidsTrade).to(target))
}

#[cfg(test)]
mod tests {
    use super::super::testing::kinds;
    use super::*;

    #[test]
    fn exchanges() {
        let mate = "3r2k1/pp3ppp/8/8/8/8/PP3PPP/3R1RK1 w - - 0 1";
        assert!(!kinds(mate, "Rxd8#").contains(&DeedKind::Trades), "nobody takes back");
        let guarded = "3r2k1/pp3ppp/5b2/8/8/5B2/PP3PPP/3R2K1 w - - 0 1";
        assert!(kinds(guarded, "Rxd8+").contains(&DeedKind::Trades));
        let ahead = "3r2k1/pp3ppp/5b2/8/8/2N2B2/PP3PPP/3R2K1 w - - 0 1";
        assert!(kinds(ahead, "Rxd8+").contains(&DeedKind::TradesAhead));
        let queens = "3q2k1/5ppp/5b2/8/8/5B2/5PPP/3Q2K1 w - - 0 1";
        assert!(kinds(queens, "Qxd8+").contains(&DeedKind::TradesQueens));
    }

    #[test]
    fn into_the_pawn_ending() {
        let fen = "8/pp2rk2/8/8/8/4R3/PP3K2/8 w - - 0 1";
        assert_eq!(kinds(fen, "Rxe7+ Kxe7")[0], DeedKind::PawnEnding);
        assert!(!kinds(fen, "Rd3 Re5").contains(&DeedKind::PawnEnding));
    }

    #[test]
    fn how_to_take() {
        let fen = "6k1/8/8/3p4/2P1P3/8/8/2R3K1 w - - 0 1";
        assert!(kinds(fen, "cxd5").contains(&DeedKind::TakesAndOpens));
        assert!(!kinds(fen, "exd5").contains(&DeedKind::TakesAndOpens));
        let centre = "6k1/8/2p5/1P1P4/8/8/8/6K1 w - - 0 1";
        assert!(kinds(centre, "bxc6").contains(&DeedKind::TakesTowardsCentre));
        assert!(!kinds(centre, "dxc6").contains(&DeedKind::TakesTowardsCentre));
        let doubled = "6k1/8/8/8/8/2n5/1PPB4/6K1 w - - 0 1";
        assert!(kinds(doubled, "Bxc3").contains(&DeedKind::TakesAndKeepsPawns));
        let alone = "6k1/8/8/8/8/2n5/1P1B4/6K1 w - - 0 1";
        assert!(!kinds(alone, "Bxc3").contains(&DeedKind::TakesAndKeepsPawns));
    }

    #[test]
    fn offered_and_avoided() {
        let queens = "6k1/pp3ppp/3q4/8/8/8/PP2QPPP/3R2K1 w - - 0 1";
        assert!(kinds(queens, "Qd3").contains(&DeedKind::OffersTrade));
        let hanging = "6k1/pp3ppp/3q4/8/8/8/PP2QPPP/6K1 w - - 0 1";
        assert!(!kinds(hanging, "Qd3").contains(&DeedKind::OffersTrade), "it is just lost");
        let bishops = "6k1/pp3ppp/4pb2/8/8/8/PP1B1PPP/6K1 w - - 0 1";
        assert!(kinds(bishops, "Bc3").contains(&DeedKind::OffersTrade));
        let facing = "6k1/pp3ppp/5b2/8/3B4/4P3/PP3PPP/6K1 w - - 0 1";
        assert!(kinds(facing, "Bc5").contains(&DeedKind::AvoidsTrade));
        assert!(!kinds(facing, "Kf1").contains(&DeedKind::AvoidsTrade));
    }
}
