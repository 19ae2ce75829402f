// SPDX-License-Identifier: GPL-3.0-or-later
//! What pawns do.

use chess::{Bitboard, Role, Square, attacks};

use super::{CENTRE, Deed, DeedKind, Scene};
use crate::piece::PieceOn;
use crate::plan::is_passed;

/// Is it a move by a pawn that stays one?
fn is_pawn(scene: &Scene) -> bool {
    scene.moved.role == Role::Pawn && scene.piece.role == Role::Pawn
}

/// Enemy pawns that the pawn attacks from where it went.
fn hit(scene: &Scene) -> Bitboard {
    attacks::pawn(scene.us, scene.piece.square) & scene.after.pieces(!scene.us, Role::Pawn)
}

/// The pawn attacks a pawn that is the only one to guard another pawn, or a knight or bishop
/// that is attacked.
pub fn undermines(scene: &Scene) -> Option<Deed> {
    if !is_pawn(scene) || scene.after.in_check() {
        return None;
    }
    let them = !scene.us;
    let pawns = scene.after.pieces(them, Role::Pawn);
    let minors = scene.after.pieces(them, Role::Knight) | scene.after.pieces(them, Role::Bishop);
    let guards = |square: Square| attacks::pawn(scene.us, square) & pawns;
    // What nobody attacks needs no guard; a pawn does sooner or later.
    let in_need = |square: Square| {
        let attackers = scene.after.attackers_to(square, scene.after.occupied());
        pawns.contains(square) || (attackers & scene.after.by_color(scene.us)).any()
    };
    hit(scene).into_iter().find_map(|target| {
        let guarded = attacks::pawn(them, target) & (pawns | minors);
        let ward = guarded.into_iter().find(|&ward| guards(ward).count() == 1 && in_need(ward))?;
        let deed = scene.did(DeedKind::Undermines).to(PieceOn::on(&scene.after, target)?);
        Some(deed.with(PieceOn::on(&scene.after, ward)?))
    })
}

/// The pawn attacks a pawn that could take it or that it could take.
pub fn lever(scene: &Scene) -> Option<Deed> {
    if !is_pawn(scene) {
        return None;
    }
    let target = PieceOn::on(&scene.after, hit(scene).first()?)?;
    Some(scene.did(DeedKind::Lever).to(target))
}

pub fn passer(scene: &Scene) -> Option<Deed> {
    let far = scene.rank(scene.piece.square) >= 3;
    (is_pawn(scene) && far && is_passed(scene.position, scene.us, scene.moved.square))
        .then(|| scene.did(DeedKind::AdvancesPasser))
}

/// The a- or b-pawn advances where the opponent has more pawns on a, b and c.
pub fn minority_attack(scene: &Scene) -> Option<Deed> {
    let wing = Bitboard::FILES[0] | Bitboard::FILES[1] | Bitboard::FILES[2];
    let count = |side| (scene.position.pieces(side, Role::Pawn) & wing).count();
    let chain = scene.position.pieces(!scene.us, Role::Pawn);
    let targets = [1, 2].iter().all(|&file| (chain & Bitboard::FILES[file]).any());
    let (ours, theirs) = (count(scene.us), count(!scene.us));
    let file = scene.piece.square.file();
    let advances = file == 1 && scene.rank(scene.piece.square) >= 3 && !scene.m.is_capture();
    // The c-file has to be free of own pawns for the lever to leave a weakness.
    let half_open = (scene.position.pieces(scene.us, Role::Pawn) & Bitboard::FILES[2]).is_empty();
    let king = scene.position.king(!scene.us).file() >= 4;
    (is_pawn(scene) && advances && targets && half_open && king && ours >= 1 && ours < theirs)
        .then(|| scene.did(DeedKind::MinorityAttack))
}

/// A pawn on the wing of a castled king advances, with the own king elsewhere.
pub fn storm(scene: &Scene) -> Option<Deed> {
    let (file, rank) = (scene.piece.square.file(), scene.rank(scene.piece.square));
    let king = scene.position.king(!scene.us);
    let castled = (king.file() <= 2 || king.file() >= 5) && scene.rank(king) >= 6;
    let own = scene.position.king(scene.us).file();
    let wing = matches!(file, 0..=2 | 5..=7);
    let near = wing && file.abs_diff(king.file()) <= 1 && own.abs_diff(file) >= 3;
    let queens = scene.position.by_role(Role::Queen).any();
    (is_pawn(scene) && !scene.m.is_capture() && rank >= 3 && castled && near && queens)
        .then(|| scene.did(DeedKind::Storm).on(vec![king]))
}

pub fn centre(scene: &Scene) -> Option<Deed> {
    let middle = CENTRE.contains(scene.piece.square);
    (is_pawn(scene) && middle && !scene.m.is_capture()).then(|| scene.did(DeedKind::Centre))
}

/// The pawn guards an own pawn in the centre that it did not guard before.
pub fn supports_centre(scene: &Scene) -> Option<Deed> {
    if !is_pawn(scene) || scene.m.is_capture() {
        return None;
    }
    let own = scene.after.pieces(scene.us, Role::Pawn) & CENTRE;
    let pawn = (attacks::pawn(scene.us, scene.piece.square) & own).first()?;
    Some(scene.did(DeedKind::SupportsCentre).to(PieceOn::on(&scene.after, pawn)?))
}

/// The pawn attacks an empty square of its own half that an enemy knight or bishop could go to
/// and that no pawn of its side guarded.
pub fn denies(scene: &Scene) -> Option<Deed> {
    if !is_pawn(scene) || scene.m.is_capture() || scene.after.in_check() {
        return None;
    }
    let them = !scene.us;
    let minors = scene.after.pieces(them, Role::Knight) | scene.after.pieces(them, Role::Bishop);
    let guarded =
        |square| (attacks::pawn(them, square) & scene.position.pieces(scene.us, Role::Pawn)).any();
    let empty = attacks::pawn(scene.us, scene.piece.square) & !scene.after.occupied();
    empty.into_iter().filter(|&square| scene.rank(square) <= 4 && !guarded(square)).find_map(
        |square| {
            let wants = minors
                .into_iter()
                .find(|&minor| scene.after.attacks_from(minor).contains(square))?;
            let deed = scene.did(DeedKind::Denies).to(PieceOn::on(&scene.after, wants)?);
            Some(deed.on(vec![square]))
        },
    )
}

/// A pawn of the wings goes to its fourth rank or beyond.
pub fn space(scene: &Scene) -> Option<Deed> {
    let wing = matches!(scene.piece.square.file(), 0..=2 | 5..=7);
    (is_pawn(scene) && wing && !scene.m.is_capture() && scene.rank(scene.piece.square) >= 3)
        .then(|| scene.did(DeedKind::Space))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all, kinds};
    use super::*;

    #[test]
    fn levers_and_undermining() {
        let gambit = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
        assert!(kinds(gambit, "c4").contains(&DeedKind::Lever));
        // The pawn on c6 alone guards d5, which the knight attacks.
        let fen = "6k1/pp3ppp/2p5/3p4/1P6/2N5/P4PPP/6K1 w - - 0 1";
        let deed = all(fen, "b5").into_iter().find(|deed| deed.kind == DeedKind::Undermines);
        assert_eq!(deed.and_then(|deed| deed.second).unwrap().square, Square::D5);
        let held = "6k1/pp3ppp/2p1p3/3p4/1P6/2N5/P4PPP/6K1 w - - 0 1";
        assert!(!kinds(held, "b5").contains(&DeedKind::Undermines), "e6 guards it too");
    }

    #[test]
    fn the_minority_attack() {
        let carlsbad = "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - - 7 10";
        assert!(kinds(carlsbad, "b4").contains(&DeedKind::MinorityAttack));
        assert!(!kinds(carlsbad, "a4").contains(&DeedKind::MinorityAttack));
        let majority = "r1bq1rk1/1p1nbppp/5n2/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - - 7 10";
        assert!(!kinds(majority, "b4").contains(&DeedKind::MinorityAttack));
    }

    #[test]
    fn on_the_wings() {
        let dragon = "r2q1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/2KR3R w - - 7 10";
        assert!(kinds(dragon, "h4").contains(&DeedKind::Storm));
        assert!(!kinds(dragon, "a4").contains(&DeedKind::Storm));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(kinds(start, "e4").contains(&DeedKind::Centre));
        assert!(kinds(start, "a4").contains(&DeedKind::Space));
        assert_eq!(kinds(start, "a3"), []);
        let pin = "rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
        let deed = all(pin, "h3").into_iter().find(|deed| deed.kind == DeedKind::Denies);
        assert_eq!(deed.unwrap().squares, [Square::G4]);
        assert!(!kinds(pin, "a3").contains(&DeedKind::Denies));
        assert!(kinds(pin, "d3").contains(&DeedKind::SupportsCentre));
        assert!(!kinds(pin, "c3").contains(&DeedKind::SupportsCentre));
    }

    #[test]
    fn a_passed_pawn_goes_on() {
        let fen = "6k1/5ppp/8/3P4/8/8/5PPP/6K1 w - - 0 1";
        assert!(kinds(fen, "d6").contains(&DeedKind::AdvancesPasser));
        assert!(!kinds(fen, "f4").contains(&DeedKind::AdvancesPasser));
    }
}
