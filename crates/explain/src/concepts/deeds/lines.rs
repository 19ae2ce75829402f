// SPDX-License-Identifier: GPL-3.0-or-later
//! What rooks, queens and bishops do on files, ranks and diagonals.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

use super::{Deed, DeedKind, Scene};
use crate::concepts::{Concept, concepts};
use crate::piece::PieceOn;
use crate::plan::is_passed;

/// A rook or queen comes to the seventh rank and has something to do there.
pub fn seventh(scene: &Scene) -> Option<Deed> {
    let square = scene.piece.square;
    if scene.rank(square) != 6 || scene.rank(scene.moved.square) == 6 || !scene.is_safe() {
        return None;
    }
    let there = match scene.piece.role {
        Role::Rook => concepts(&scene.after).iter().any(|found| {
            found.concept == Concept::SeventhRank && found.squares.first() == Some(&square)
        }),
        Role::Queen => {
            let pawns = scene.after.pieces(!scene.us, Role::Pawn) & Bitboard::RANKS[square.rank()];
            let along = Bitboard::RANKS[square.rank()] & scene.after.attacks_from(square);
            let king = scene.after.king(!scene.us).rank() == (!scene.us).home_rank();
            (pawns & along).any() && (king || pawns.count() >= 2)
        }
        _ => false,
    };
    there.then(|| scene.did(DeedKind::SeventhRank))
}

fn pawns_on(position: &Position, square: Square, side: Option<Color>) -> bool {
    let all = position.by_role(Role::Pawn) & Bitboard::FILES[square.file()];
    side.map_or(all, |side| all & position.by_color(side)).any()
}

/// A rook takes a file without pawns, or without own ones.
pub fn file(scene: &Scene) -> Option<Deed> {
    let m = scene.m;
    if scene.piece.role != Role::Rook || m.is_capture() || m.from().file() == m.to().file() {
        return None;
    }
    let open = |position: &Position, square| !pawns_on(position, square, None);
    let half = |position: &Position, square| !pawns_on(position, square, Some(scene.us));
    if open(&scene.after, scene.piece.square) && !open(scene.position, m.from()) {
        return Some(scene.did(DeedKind::OpenFile));
    }
    (half(&scene.after, scene.piece.square) && !half(scene.position, m.from()))
        .then(|| scene.did(DeedKind::HalfOpenFile))
}

/// Two rooks, or queen and rook, one behind the other on a file without own pawns.
pub fn doubles(scene: &Scene) -> Option<Deed> {
    if !matches!(scene.piece.role, Role::Rook | Role::Queen) || !scene.is_quiet() {
        return None;
    }
    let square = scene.piece.square;
    let heavy =
        scene.after.pieces(scene.us, Role::Rook) | scene.after.pieces(scene.us, Role::Queen);
    let file = Bitboard::FILES[square.file()];
    let along = attacks::rook(square, scene.after.occupied()) & file;
    let partner = (along & heavy.without(square)).first()?;
    let second = PieceOn::on(&scene.after, partner)?;
    let rook = [scene.piece, second].iter().any(|piece| piece.role == Role::Rook);
    let new = scene.moved.square.file() != square.file();
    (rook && new && !pawns_on(&scene.after, square, Some(scene.us)))
        .then(|| scene.did(DeedKind::Doubles).with(second))
}

/// The rook gets behind a passed pawn of either side on its file, nothing between them.
pub fn behind_passer(scene: &Scene) -> Option<Deed> {
    if scene.piece.role != Role::Rook || scene.m.is_capture() {
        return None;
    }
    let square = scene.piece.square;
    let behind = |position: &Position, rook: Square| {
        let along = attacks::rook(rook, position.occupied()) & Bitboard::FILES[rook.file()];
        (along & position.by_role(Role::Pawn)).into_iter().find(|&pawn| {
            let Some(piece) = PieceOn::on(position, pawn) else { return false };
            let rank = |square: Square| piece.side.relative_rank(square.rank());
            rank(rook) < rank(pawn) && rank(pawn) >= 3 && is_passed(position, piece.side, pawn)
        })
    };
    let pawn = behind(&scene.after, square)?;
    let new = behind(scene.position, scene.moved.square) != Some(pawn);
    new.then_some(())?;
    Some(scene.did(DeedKind::BehindPasser).to(PieceOn::on(&scene.after, pawn)?))
}

/// The squares of the two diagonals through a square.
fn diagonals(square: Square) -> [Bitboard; 2] {
    let all = attacks::bishop(square, Bitboard::EMPTY);
    let rising = |other: &Square| (other.file() > square.file()) == (other.rank() > square.rank());
    let set = |rises: bool| {
        let squares = all.into_iter().filter(|other| rising(other) == rises);
        squares.fold(Bitboard::EMPTY, |set, square| set.with(square))
    };
    [set(true), set(false)]
}

/// A bishop goes to a diagonal on which it sees five squares or more, and saw at most three on
/// any diagonal before.
pub fn diagonal(scene: &Scene) -> Option<Deed> {
    if scene.piece.role != Role::Bishop || scene.m.is_capture() {
        return None;
    }
    let seen = |position: &Position, square: Square| {
        diagonals(square).map(|line| (line & position.attacks_from(square)).count())
    };
    let now = seen(&scene.after, scene.piece.square);
    let before = seen(scene.position, scene.moved.square);
    let index = (0..2).find(|&index| now[index] >= 5)?;
    let line = diagonals(scene.piece.square)[index].with(scene.piece.square);
    (before.iter().all(|&count| count <= 3)).then(|| {
        scene.did(DeedKind::Diagonal).on(line.first().into_iter().chain(line.last()).collect())
    })
}

/// Queen and bishop stand on one diagonal that ends at a square beside the enemy king, with
/// no own piece in the way.
pub fn battery(scene: &Scene) -> Option<Deed> {
    let (queen, bishop) = (Role::Queen, Role::Bishop);
    if !matches!(scene.piece.role, Role::Queen | Role::Bishop) || !scene.is_quiet() {
        return None;
    }
    let square = scene.piece.square;
    let other = if scene.piece.role == queen { bishop } else { queen };
    let seen = attacks::bishop(square, scene.after.occupied());
    let partners = seen & scene.after.pieces(scene.us, other);
    let zone = attacks::king(scene.after.king(!scene.us));
    partners.into_iter().find_map(|partner| {
        let line = diagonals(square).into_iter().find(|line| line.contains(partner))?;
        // Beyond both of them, from either end.
        let [first, last] = [(square, partner), (partner, square)].map(|(front, back)| {
            let through = attacks::bishop(front, scene.after.occupied()) & line;
            let side =
                |other: &Square| (other.rank() > front.rank()) == (front.rank() > back.rank());
            (through & zone).into_iter().find(side)
        });
        let target = first.or(last)?;
        let was = attacks::bishop(scene.moved.square, scene.position.occupied());
        let new = !(was.contains(partner) && line.contains(scene.moved.square));
        let own = scene.after.by_color(scene.us).contains(target);
        (new && !own).then_some(())?;
        let second = PieceOn::on(&scene.after, partner)?;
        Some(scene.did(DeedKind::Battery).with(second).on(vec![target]))
    })
}

/// A rook goes up its file to the third or fourth rank and, later in the line, along that rank
/// to the side where the enemy king is.
pub fn rook_lift(scene: &Scene) -> Option<Deed> {
    let square = scene.piece.square;
    let up = scene.m.from().file() == scene.m.to().file();
    if scene.piece.role != Role::Rook || !up || !matches!(scene.rank(square), 2 | 3) {
        return None;
    }
    if scene.m.is_capture() {
        return None;
    }
    let king = scene.after.king(!scene.us);
    let later = scene.line.moves().iter().zip(scene.line.positions()).skip(2).step_by(2);
    let swing = later.into_iter().find(|(m, _)| m.from() == square)?;
    let to = swing.0.to();
    let wing = to.file().abs_diff(king.file()) <= 2 && square.file().abs_diff(king.file()) > 2;
    (to.rank() == square.rank() && wing).then(|| scene.did(DeedKind::RookLift).on(vec![to]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all, kinds};
    use super::*;

    #[test]
    fn files() {
        let open = "r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 w - - 0 1";
        assert!(kinds(open, "Rad1").contains(&DeedKind::OpenFile));
        assert!(!kinds(open, "Rab1").contains(&DeedKind::OpenFile));
        let half = "r4rk1/pp1p1ppp/8/8/8/8/PP3PPP/R4RK1 w - - 0 1";
        assert!(kinds(half, "Rad1").contains(&DeedKind::HalfOpenFile));
        let rooks = "r4rk1/pp3ppp/8/8/8/3R4/PP3PPP/R5K1 w - - 0 1";
        assert!(kinds(rooks, "Rad1").contains(&DeedKind::Doubles));
        assert!(!kinds(rooks, "Rc1").contains(&DeedKind::Doubles));
    }

    #[test]
    fn the_seventh_rank() {
        let fen = "6k1/pp3ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1";
        assert!(kinds(fen, "Rd7").contains(&DeedKind::SeventhRank));
        assert!(!kinds(fen, "Rd6").contains(&DeedKind::SeventhRank));
        let queen = "6k1/pp3ppp/8/8/3Q4/8/PP3PPP/6K1 w - - 0 1";
        assert!(kinds(queen, "Qd7").contains(&DeedKind::SeventhRank));
    }

    #[test]
    fn rooks_belong_behind_passed_pawns() {
        let fen = "6k1/5ppp/8/P7/8/8/5PPP/3R2K1 w - - 0 1";
        assert!(kinds(fen, "Ra1").contains(&DeedKind::BehindPasser));
        assert!(!kinds(fen, "Rd6").contains(&DeedKind::BehindPasser));
    }

    #[test]
    fn diagonals_and_batteries() {
        let fen = "6k1/1p3pp1/8/8/8/1P2P3/3P2PP/2B3K1 w - - 0 1";
        let deed = all(fen, "Bb2").into_iter().find(|deed| deed.kind == DeedKind::Diagonal);
        assert_eq!(deed.unwrap().squares, [Square::A1, Square::H8]);
        let closed = "6k1/1p3pp1/8/8/3P4/1P2P3/6PP/2B3K1 w - - 0 1";
        assert!(!kinds(closed, "Bb2").contains(&DeedKind::Diagonal), "behind a pawn");
        let attack = "5rk1/5ppp/8/8/8/3B4/5PPP/3Q2K1 w - - 0 1";
        assert!(kinds(attack, "Qc2").contains(&DeedKind::Battery));
        assert!(!kinds(attack, "Qe2").contains(&DeedKind::Battery));
    }

    #[test]
    fn a_rook_swings_across() {
        let fen = "5rk1/5ppp/pp6/8/8/8/5PPP/R5K1 w - - 0 1";
        assert!(kinds(fen, "Ra3 b5 Rh3").contains(&DeedKind::RookLift));
        assert!(!kinds(fen, "Ra3 b5 Rb3").contains(&DeedKind::RookLift));
    }
}
