// SPDX-License-Identifier: GPL-3.0-or-later
//! What a quiet move does, as a player would say it.

use chess::{Bitboard, Color, Move, Position, Role, Square, attacks};
use serde::Serialize;

use super::outpost::is_outpost;
use super::{Concept, concepts};
use crate::piece::{PieceOn, arrival, captured};
use crate::plan::is_passed;

/// What a move does on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "deed", rename_all = "snake_case")]
pub enum Deed {
    /// King and pawn against king: the turn is handed over.
    TakesOpposition,
    /// King and pawn against king: the king reaches a key square.
    ReachesKeySquare,
    /// Queens come off.
    TradesQueens,
    /// The king castles.
    Castles,
    /// A rook gets behind the enemy pawns.
    SeventhRank {
        /// The rook.
        piece: PieceOn,
    },
    /// A knight or bishop where no pawn can drive it away.
    Outpost {
        /// The piece.
        piece: PieceOn,
    },
    /// A pawn attacks an enemy pawn.
    Lever {
        /// The pawn that it attacks.
        target: PieceOn,
    },
    /// A passed pawn goes on.
    AdvancesPasser {
        /// The pawn.
        piece: PieceOn,
    },
    /// A dearer or unprotected piece is attacked.
    Attacks {
        /// The attacker.
        piece: PieceOn,
        /// What it attacks.
        target: PieceOn,
    },
    /// A rook takes a file without pawns.
    OpenFile {
        /// The rook.
        piece: PieceOn,
    },
    /// A rook takes a file without own pawns.
    HalfOpenFile {
        /// The rook.
        piece: PieceOn,
    },
    /// A knight or bishop comes out.
    Develops {
        /// The piece.
        piece: PieceOn,
    },
    /// A pawn goes to the centre.
    Centre {
        /// The pawn.
        piece: PieceOn,
    },
    /// The king comes nearer to the pawns of an ending.
    KingWalks {
        /// The pawn that it goes for.
        target: PieceOn,
    },
}

/// What the move does, the weightiest first; none if no simple words fit.
pub fn deed(position: &Position, m: Move) -> Option<Deed> {
    let us = position.turn();
    let after = position.after(m);
    let moved = PieceOn::on(position, m.from())?;
    let piece = PieceOn::on(&after, arrival(position, m))?;
    king_and_pawn(&after, us)
        .or_else(|| captured(position, m).and_then(|taken| trade(position, &after, m, taken)))
        .or_else(|| m.is_castle().then_some(Deed::Castles))
        .or_else(|| seventh(&after, piece))
        .or_else(|| outpost(position, &after, m, piece))
        .or_else(|| lever(&after, piece))
        .or_else(|| passer(position, moved, piece))
        .or_else(|| file(position, &after, m, piece))
        .or_else(|| attacks_more(position, &after, moved, piece))
        .or_else(|| develops(position, m, piece))
        .or_else(|| centre(m, piece))
        .or_else(|| king_walks(position, moved, piece))
}

fn king_and_pawn(after: &Position, us: Color) -> Option<Deed> {
    let (strong, won) = super::pawn_ending_is_won(after)?;
    let found = concepts(after);
    let has = |concept| found.iter().find(|found| found.concept == concept);
    // Only the side that profits is told of it.
    if won != (strong == us) {
        return None;
    }
    if has(Concept::Opposition).is_some_and(|found| found.side == us) {
        return Some(Deed::TakesOpposition);
    }
    (strong == us && has(Concept::KeySquare).is_some()).then_some(Deed::ReachesKeySquare)
}

/// Queen takes queen and is taken back, or nothing is left to take back with.
fn trade(position: &Position, after: &Position, m: Move, taken: PieceOn) -> Option<Deed> {
    let queen = position.piece_on(m.from())?.role() == Role::Queen && taken.role == Role::Queen;
    let back = after.legal_moves().iter().any(|reply| reply.is_capture() && reply.to() == m.to());
    (queen && back).then_some(Deed::TradesQueens)
}

fn seventh(after: &Position, piece: PieceOn) -> Option<Deed> {
    let found = concepts(after);
    let there = found.iter().any(|found| {
        found.concept == Concept::SeventhRank && found.squares.first() == Some(&piece.square)
    });
    (there && piece.role == Role::Rook).then_some(Deed::SeventhRank { piece })
}

fn outpost(position: &Position, after: &Position, m: Move, piece: PieceOn) -> Option<Deed> {
    let minor = matches!(piece.role, Role::Knight | Role::Bishop);
    let new = !is_outpost(position, piece.side, m.from());
    let quiet = !m.is_capture() && !after.in_check();
    (minor && quiet && new && is_outpost(after, piece.side, piece.square))
        .then_some(Deed::Outpost { piece })
}

/// The pawn attacks a pawn that could take it or that it could take.
fn lever(after: &Position, piece: PieceOn) -> Option<Deed> {
    if piece.role != Role::Pawn {
        return None;
    }
    let hit = attacks::pawn(piece.side, piece.square) & after.pieces(!piece.side, Role::Pawn);
    let target = PieceOn::on(after, hit.first()?)?;
    Some(Deed::Lever { target })
}

fn passer(position: &Position, moved: PieceOn, piece: PieceOn) -> Option<Deed> {
    let pawn = moved.role == Role::Pawn && piece.role == Role::Pawn;
    let far = piece.side.relative_rank(piece.square.rank()) >= 3;
    (pawn && far && is_passed(position, moved.side, moved.square))
        .then_some(Deed::AdvancesPasser { piece })
}

/// After the move the piece attacks something dearer, or unprotected, that it did not attack
/// before; and it can't simply be taken.
fn attacks_more(
    position: &Position,
    after: &Position,
    moved: PieceOn,
    piece: PieceOn,
) -> Option<Deed> {
    if piece.role == Role::King || after.in_check() {
        return None;
    }
    let safe = crate::exchange::best(after, piece.square) <= 0;
    let new = after.attacks_from(piece.square) & !position.attacks_from(moved.square);
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
    safe.then_some(Deed::Attacks { piece, target })
}

fn file(position: &Position, after: &Position, m: Move, piece: PieceOn) -> Option<Deed> {
    if piece.role != Role::Rook || m.is_capture() || m.from().file() == m.to().file() {
        return None;
    }
    let pawns = |position: &Position, square: Square, side: Option<Color>| {
        let all = position.by_role(Role::Pawn) & Bitboard::FILES[square.file()];
        side.map_or(all, |side| all & position.by_color(side)).any()
    };
    let open = |position: &Position, square| !pawns(position, square, None);
    let half = |position: &Position, square| !pawns(position, square, Some(piece.side));
    if open(after, piece.square) && !open(position, m.from()) {
        return Some(Deed::OpenFile { piece });
    }
    (half(after, piece.square) && !half(position, m.from())).then_some(Deed::HalfOpenFile { piece })
}

fn develops(position: &Position, m: Move, piece: PieceOn) -> Option<Deed> {
    let home = piece.side.home_rank();
    let files = match piece.role {
        Role::Knight => [1, 6],
        Role::Bishop => [2, 5],
        _ => return None,
    };
    let from_home = m.from().rank() == home && files.contains(&m.from().file());
    let opening = position.fullmove_number() <= 20 && position.is_standard_castling();
    (from_home && opening && piece.square.rank() != home).then_some(Deed::Develops { piece })
}

fn centre(m: Move, piece: PieceOn) -> Option<Deed> {
    let middle = matches!(piece.square, Square::D4 | Square::E4 | Square::D5 | Square::E5);
    (piece.role == Role::Pawn && middle && !m.is_capture()).then_some(Deed::Centre { piece })
}

/// In an ending without queens the king comes nearer to an enemy pawn, the nearest.
fn king_walks(position: &Position, moved: PieceOn, piece: PieceOn) -> Option<Deed> {
    let minor_pieces =
        position.occupied() & !position.by_role(Role::Pawn) & !position.by_role(Role::King);
    if piece.role != Role::King || position.by_role(Role::Queen).any() || minor_pieces.count() > 4 {
        return None;
    }
    let pawns = position.pieces(!piece.side, Role::Pawn);
    let nearest = pawns.into_iter().min_by_key(|&pawn| piece.square.distance(pawn))?;
    let nearer = piece.square.distance(nearest) < moved.square.distance(nearest);
    (nearer && piece.square.distance(nearest) <= 4)
        .then_some(Deed::KingWalks { target: PieceOn::on(position, nearest)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str, san: &str) -> Option<Deed> {
        let position = Position::from_fen(fen).unwrap();
        deed(&position, position.parse_san(san).unwrap())
    }

    #[test]
    fn what_moves_do() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(matches!(of(start, "e4"), Some(Deed::Centre { .. })));
        assert!(matches!(of(start, "Nf3"), Some(Deed::Develops { .. })));
        assert_eq!(of(start, "a3"), None);
        let open = "r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 w - - 0 1";
        assert!(matches!(of(open, "Rad1"), Some(Deed::OpenFile { .. })));
        let queens = "3q2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1";
        assert_eq!(of(queens, "Qxd8#"), None, "nobody takes back");
        let gambit = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
        assert!(matches!(of(gambit, "c4"), Some(Deed::Lever { .. })));
        let pawn = "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1";
        assert_eq!(of(pawn, "e3"), Some(Deed::TakesOpposition));
        assert!(matches!(
            of("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1", "Ke5"),
            Some(Deed::ReachesKeySquare)
        ));
    }
}
