// SPDX-License-Identifier: GPL-3.0-or-later
//! What knights, bishops, rooks and queens do where they go.

use chess::{Bitboard, Position, Role, Square, attacks};

use super::{CENTRE, Deed, DeedKind, Scene};
use crate::concepts::outpost::is_outpost;
use crate::exchange;
use crate::piece::PieceOn;
use crate::plan::is_passed;

fn is_piece(role: Role) -> bool {
    !matches!(role, Role::Pawn | Role::King)
}

pub fn outpost(scene: &Scene) -> Option<Deed> {
    let minor = matches!(scene.piece.role, Role::Knight | Role::Bishop);
    let new = !is_outpost(scene.position, scene.us, scene.m.from());
    let quiet = !scene.m.is_capture() && !scene.after.in_check();
    (minor && quiet && new && is_outpost(&scene.after, scene.us, scene.piece.square))
        .then(|| scene.did(DeedKind::Outpost))
}

/// The piece goes in front of a passed or isolated enemy pawn.
pub fn blockades(scene: &Scene) -> Option<Deed> {
    let them = !scene.us;
    let pawns = scene.after.pieces(them, Role::Pawn);
    let stop = Bitboard::of(scene.piece.square).shift(scene.ahead()) & pawns;
    let pawn = stop.first()?;
    if scene.piece.role == Role::Pawn || scene.m.is_capture() || !scene.is_safe() {
        return None;
    }
    let beside = [pawn.file().wrapping_sub(1), pawn.file() + 1];
    let alone = beside
        .iter()
        .filter(|&&file| file < 8)
        .all(|&file| (pawns & Bitboard::FILES[file]).is_empty());
    let isolated = alone && matches!(pawn.file(), 2..=5);
    let passed = is_passed(&scene.after, them, pawn);
    let advanced = them.relative_rank(pawn.rank()) >= 3;
    // No pawn can drive the blocker away.
    let hit = attacks::pawn(scene.us, scene.piece.square) & pawns;
    (advanced && (isolated || passed) && hit.is_empty()).then_some(())?;
    Some(scene.did(DeedKind::Blockades).to(PieceOn::on(&scene.after, pawn)?))
}

/// After the move the piece attacks something dearer, or unprotected, that it did not attack
/// before; and it can't simply be taken.
pub fn attacks_more(scene: &Scene) -> Option<Deed> {
    let (piece, after) = (scene.piece, &scene.after);
    if piece.role == Role::King || after.in_check() {
        return None;
    }
    let new = after.attacks_from(piece.square) & !scene.position.attacks_from(scene.moved.square);
    let target = (new & after.by_color(!piece.side))
        .into_iter()
        .filter_map(|square| PieceOn::on(after, square))
        .filter(|target| !matches!(target.role, Role::Pawn | Role::King))
        .filter(|target| {
            let guards =
                after.attackers_to(target.square, after.occupied()) & after.by_color(target.side);
            target.price() > piece.price() || guards.is_empty()
        })
        .max_by_key(|target| target.price())?;
    let kind = if comes_out(scene) { DeedKind::DevelopsWithTempo } else { DeedKind::Attacks };
    scene.is_safe().then(|| scene.did(kind).to(target))
}

/// A knight or bishop leaves its first square.
fn comes_out(scene: &Scene) -> bool {
    let home = scene.us.home_rank();
    let files = match scene.piece.role {
        Role::Knight => [1, 6],
        Role::Bishop => [2, 5],
        _ => return false,
    };
    let from = scene.m.from();
    let from_home = from.rank() == home && files.contains(&from.file());
    let full = scene.position.occupied().count() >= 20;
    let opening =
        full && scene.position.fullmove_number() <= 20 && scene.position.is_standard_castling();
    from_home && opening && scene.piece.square.rank() != home
}

pub fn develops(scene: &Scene) -> Option<Deed> {
    comes_out(scene).then(|| scene.did(DeedKind::Develops))
}

/// The piece protects a piece that could have been taken at a profit, and now can't.
pub fn guards(scene: &Scene) -> Option<Deed> {
    if !scene.is_quiet() || scene.position.in_check() {
        return None;
    }
    let passed = scene.position.after_null();
    let reach = scene.after.attacks_from(scene.piece.square);
    let before = scene.position.attacks_from(scene.moved.square);
    let own = scene.after.by_color(scene.us).without(scene.piece.square);
    let saved = (reach & !before & own).into_iter().find(|&square| {
        exchange::best(&passed, square) > 0 && exchange::best(&scene.after, square) <= 0
    })?;
    Some(scene.did(DeedKind::Guards).to(PieceOn::on(&scene.after, saved)?))
}

/// Moves of a piece after which it can't be taken at a profit.
fn safe_moves(position: &Position, square: Square) -> usize {
    let legal = position.legal_moves();
    let moves = legal.iter().filter(|m| m.from() == square);
    moves.filter(|&&m| exchange::gain(position, m) >= 0).count()
}

/// An enemy piece that had a safe move has none any more.
pub fn restricts(scene: &Scene) -> Option<Deed> {
    if !scene.is_quiet() {
        return None;
    }
    let passed = scene.position.after_null();
    let reach = scene.after.attacks_from(scene.piece.square);
    let them = scene.after.by_color(!scene.us);
    let target =
        them.into_iter().filter_map(|square| PieceOn::on(&scene.after, square)).find(|target| {
            let near = (scene.after.attacks_from(target.square) & reach).any();
            is_piece(target.role)
                && near
                && safe_moves(&scene.after, target.square) == 0
                && safe_moves(&passed, target.square) >= 2
        })?;
    Some(scene.did(DeedKind::Restricts).to(target))
}

/// A piece enters an empty square of the enemy half where it can't be won and no pawn can attack
/// it with its next move.
pub fn deep_square(scene: &Scene) -> Option<Deed> {
    let square = scene.piece.square;
    // Where there are hardly any pawns nobody fears them.
    let pawns = scene.after.pieces(!scene.us, Role::Pawn).count() >= 3;
    let enters = pawns && scene.rank(square) >= 4 && scene.rank(scene.moved.square) < 4;
    if !is_piece(scene.piece.role) || !scene.is_quiet() || !enters || !scene.is_safe() {
        return None;
    }
    let legal = scene.after.legal_moves();
    let pawn = |from: Square| scene.after.pieces(!scene.us, Role::Pawn).contains(from);
    let chased = legal
        .iter()
        .filter(|m| pawn(m.from()))
        .any(|m| attacks::pawn(!scene.us, m.to()).contains(square));
    // A pinned pawn may be free to take a move later.
    let hit = attacks::pawn(scene.us, square) & scene.after.pieces(!scene.us, Role::Pawn);
    (!chased && hit.is_empty()).then(|| scene.did(DeedKind::Square))
}

/// A piece goes to one of the four squares in the middle and can stay there.
pub fn centralises(scene: &Scene) -> Option<Deed> {
    let new = CENTRE.contains(scene.piece.square) && !CENTRE.contains(scene.moved.square);
    (is_piece(scene.piece.role) && scene.is_quiet() && new && scene.is_safe())
        .then(|| scene.did(DeedKind::Centralises))
}

/// A knight, bishop or queen attacks more of the four squares in the middle than before.
pub fn controls_centre(scene: &Scene) -> Option<Deed> {
    let full = scene.position.occupied().count() >= 16;
    let minor = full && matches!(scene.piece.role, Role::Knight | Role::Bishop);
    let before = scene.position.attacks_from(scene.moved.square) & CENTRE;
    let now = scene.after.attacks_from(scene.piece.square) & CENTRE;
    let new: Vec<Square> = (now & !before).into_iter().collect();
    (minor
        && scene.is_quiet()
        && scene.is_safe()
        && now.count() > before.count()
        && !new.is_empty())
    .then(|| scene.did(DeedKind::ControlsCentre).on(new))
}

/// Squares a piece can go to without being taken by a pawn.
fn freedom(position: &Position, piece: PieceOn) -> u32 {
    let pawns = position.pieces(!piece.side, Role::Pawn);
    let hit =
        pawns.into_iter().fold(Bitboard::EMPTY, |set, pawn| set | attacks::pawn(!piece.side, pawn));
    (position.attacks_from(piece.square) & !position.by_color(piece.side) & !hit).count()
}

/// The piece that had the fewest squares of its side gets three more or better.
pub fn worst_piece(scene: &Scene) -> Option<Deed> {
    if !is_piece(scene.piece.role) || !scene.is_quiet() || !scene.is_safe() {
        return None;
    }
    let own = scene.position.by_color(scene.us).without(scene.moved.square);
    let before = freedom(scene.position, scene.moved);
    let others = own
        .into_iter()
        .filter_map(|square| PieceOn::on(scene.position, square))
        .filter(|piece| is_piece(piece.role));
    let mut count = 0;
    for piece in others {
        count += 1;
        if freedom(scene.position, piece) < before {
            return None;
        }
    }
    let reach = |position: &Position, piece: PieceOn| {
        (position.attacks_from(piece.square) & !position.by_color(scene.us)).count()
    };
    let more = reach(&scene.after, scene.piece) > reach(scene.position, scene.moved);
    (count >= 2 && more && freedom(&scene.after, scene.piece) >= before + 3)
        .then(|| scene.did(DeedKind::WorstPiece))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all, kinds};
    use super::*;

    #[test]
    fn good_squares() {
        let fen = "r4rk1/pp3ppp/3p4/8/4P3/2N5/PP3PPP/R4RK1 w - - 0 1";
        assert!(kinds(fen, "Nd5").contains(&DeedKind::Outpost));
        assert!(!kinds(fen, "Na4").contains(&DeedKind::Outpost));
        assert!(kinds(fen, "Nd5").contains(&DeedKind::Centralises));
        let free = fen.replace("pp3ppp", "1p3ppp");
        assert!(kinds(&free, "Nb5").contains(&DeedKind::Square));
        assert!(!kinds(fen, "Nb5").contains(&DeedKind::Square), "a6 drives it away");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let out = kinds(start, "Nf3");
        assert!(out.contains(&DeedKind::Develops) && out.contains(&DeedKind::ControlsCentre));
        assert!(!kinds(start, "Nh3").contains(&DeedKind::ControlsCentre));
    }

    #[test]
    fn a_blocker() {
        let fen = "6k1/5ppp/8/8/3p4/8/1N3PPP/6K1 w - - 0 1";
        assert!(kinds(fen, "Nd3").contains(&DeedKind::Blockades));
        assert!(!kinds(fen, "Nc4").contains(&DeedKind::Blockades));
        let attackable = "6k1/5ppp/8/8/3pp3/8/1N3PPP/6K1 w - - 0 1";
        assert!(!kinds(attackable, "Nd3").contains(&DeedKind::Blockades), "e4 takes it");
    }

    #[test]
    fn attack_and_protection() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1";
        assert!(!kinds(fen, "d6").contains(&DeedKind::Attacks));
        let scandinavian = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
        assert!(kinds(scandinavian, "Nc3").contains(&DeedKind::DevelopsWithTempo));
        let hit = "6k1/5ppp/8/3r4/3N4/8/5PPP/5RK1 w - - 0 1";
        let deed = all(hit, "Rd1").into_iter().find(|deed| deed.kind == DeedKind::Guards);
        assert_eq!(deed.and_then(|deed| deed.target).unwrap().square, Square::D4);
        assert!(!kinds(hit, "Re1").contains(&DeedKind::Guards));
    }

    #[test]
    fn nowhere_to_go() {
        let fen = "6k1/5ppp/8/n7/8/2P2B2/PP3PPP/6K1 w - - 0 1";
        let deed = all(fen, "b4").into_iter().find(|deed| deed.kind == DeedKind::Restricts);
        assert_eq!(deed, None, "it can go to c4");
        let rim = "6k1/5ppp/8/8/n7/2P2B2/P4PPP/6K1 w - - 0 1";
        assert!(!kinds(rim, "h3").contains(&DeedKind::Restricts));
    }

    #[test]
    fn the_least_active_piece() {
        let fen = "6k1/5ppp/8/8/8/4P3/5PPP/1RR2QKN w - - 0 1";
        assert!(kinds(fen, "Ng3").contains(&DeedKind::WorstPiece));
        assert!(!kinds(fen, "Rb2").contains(&DeedKind::WorstPiece));
    }
}
