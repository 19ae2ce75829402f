// SPDX-License-Identifier: GPL-3.0-or-later
//! Attack and defence as motifs count them: by geometry alone. Pins don't matter,
//! kings take part, sliders stop at the first piece.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

use super::PieceOn;

/// What a piece counts; a king more than everything else.
pub const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 99,
    }
}

/// Queen, rook or bishop.
pub const fn is_ranger(role: Role) -> bool {
    matches!(role, Role::Queen | Role::Rook | Role::Bishop)
}

/// The pieces of a side that attack a square.
pub fn attackers(position: &Position, side: Color, square: Square) -> Bitboard {
    position.attackers_to(square, position.occupied()) & position.by_color(side)
}

/// Does the piece on `from` attack `to`?
pub fn attacks(position: &Position, from: Square, to: Square) -> bool {
    position.attacks_from(from).contains(to)
}

/// Queens, rooks and bishops of both sides.
pub fn rangers(position: &Position) -> Bitboard {
    position.by_role(Role::Queen) | position.by_role(Role::Rook) | position.by_role(Role::Bishop)
}

/// Is the piece protected by another of its side, directly or through an enemy
/// ranger that attacks it?
pub fn is_defended(position: &Position, piece: PieceOn) -> bool {
    let own = position.by_color(piece.side);
    let occupied = position.occupied();
    let all = position.attackers_to(piece.square, occupied);
    if (all & own).any() {
        return true;
    }
    (all & rangers(position)).into_iter().any(|attacker| {
        let seen = position.attackers_to(piece.square, occupied.without(attacker));
        (seen & own).any()
    })
}

/// Is the piece unprotected? It need not be attacked.
pub fn is_hanging(position: &Position, piece: PieceOn) -> bool {
    !is_defended(position, piece)
}

/// Is the piece attacked, and unprotected or by something cheaper?
pub fn in_bad_spot(position: &Position, piece: PieceOn) -> bool {
    let attackers = attackers(position, !piece.side, piece.square);
    if attackers.is_empty() {
        return false;
    }
    let cheaper = |square: Square| {
        PieceOn::on(position, square).is_some_and(|by| value(by.role) < value(piece.role))
    };
    attackers.into_iter().any(cheaper) || is_hanging(position, piece)
}

/// The squares that are denied to a piece of the side to move which can't get away;
/// none if it is not trapped.
pub fn trapped(position: &Position, square: Square) -> Option<Vec<Square>> {
    let piece = PieceOn::on(position, square)?;
    if matches!(piece.role, Role::Pawn | Role::King)
        || position.in_check()
        || position.pinned().contains(square)
        || !in_bad_spot(position, piece)
    {
        return None;
    }
    let mut denied = Vec::new();
    for m in position.legal_moves().iter().filter(|m| m.from() == square) {
        let to = m.to();
        let gain = PieceOn::on(position, to).map_or(0, |taken| value(taken.role));
        let moved = PieceOn { square: to, ..piece };
        if gain >= value(piece.role) || !in_bad_spot(&position.after(*m), moved) {
            return None;
        }
        denied.push(to);
    }
    Some(denied)
}

/// Whoever of `side` is pinned to its king, and by whom.
pub fn pins(position: &Position, side: Color) -> Vec<(PieceOn, PieceOn)> {
    let king = position.king(side);
    let queens = position.by_role(Role::Queen);
    let straight = attacks::rook_rays(king) & (position.by_role(Role::Rook) | queens);
    let diagonal = attacks::bishop_rays(king) & (position.by_role(Role::Bishop) | queens);
    ((straight | diagonal) & position.by_color(!side))
        .into_iter()
        .filter_map(|sniper| {
            let blockers = attacks::between(king, sniper) & position.occupied();
            let pinned = PieceOn::on(position, blockers.first()?)?;
            let alone = !blockers.more_than_one() && pinned.side == side;
            alone.then_some((pinned, PieceOn::on(position, sniper)?))
        })
        .collect()
}

/// Points of `side` minus those of its opponent, kings left out.
pub fn balance(position: &Position, side: Color) -> i32 {
    let points = |side: Color| -> i32 {
        let counted = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        counted.iter().map(|&role| position.pieces(side, role).count() as i32 * value(role)).sum()
    };
    points(side) - points(!side)
}

/// The pieces on `squares`.
pub fn placed(position: &Position, squares: Bitboard) -> Vec<PieceOn> {
    squares.into_iter().filter_map(|square| PieceOn::on(position, square)).collect()
}

/// The square so many files and ranks away, if it is on the board.
pub fn offset(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = usize::try_from(square.file() as i32 + files).ok().filter(|&file| file < 8)?;
    let rank = usize::try_from(square.rank() as i32 + ranks).ok().filter(|&rank| rank < 8)?;
    Some(Square::new(file, rank))
}
