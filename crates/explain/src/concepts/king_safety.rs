// SPDX-License-Identifier: GPL-3.0-or-later
//! A king without shelter, a king under attack, a weak back rank.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

use super::{Concept, ConceptFound};

/// Pieces more than the king has around it.
const MORE: u32 = 2;

fn heavy(position: &Position, side: Color) -> Bitboard {
    position.pieces(side, Role::Rook) | position.pieces(side, Role::Queen)
}

/// A castled king with an open file before or beside it, without pawns of either side, while the
/// opponent has the queen and a rook.
pub fn shelter(position: &Position, side: Color) -> Option<ConceptFound> {
    let king = position.king(side);
    let castled = side.relative_rank(king.rank()) <= 1 && (king.file() <= 2 || king.file() >= 5);
    let attackers =
        position.pieces(!side, Role::Queen).any() && position.pieces(!side, Role::Rook).any();
    if !castled || !attackers {
        return None;
    }
    let files = king.file().saturating_sub(1)..=(king.file() + 1).min(7);
    let open = files
        .into_iter()
        .find(|&file| (position.by_role(Role::Pawn) & Bitboard::FILES[file]).is_empty())?;
    let rank = king.rank();
    Some(ConceptFound::new(Concept::BrokenShelter, side, vec![king, Square::new(open, rank)]))
}

/// Two enemy pieces more attack the squares around a king than own pieces (pawns and the king
/// not counted) guard them, the queen among the attackers. The attacker owns it.
pub fn attack(position: &Position, side: Color) -> Option<ConceptFound> {
    let king = position.king(!side);
    let zone = attacks::king(king).with(king);
    let taking_part = |color: Color| {
        let pieces = position.by_color(color)
            & !position.by_role(Role::Pawn)
            & !position.by_role(Role::King);
        let near = pieces.into_iter().filter(|&piece| (position.attacks_from(piece) & zone).any());
        near.fold(Bitboard::EMPTY, |set, piece| set.with(piece))
    };
    let (attackers, defenders) = (taking_part(side), taking_part(!side));
    let queen = (attackers & position.by_role(Role::Queen)).any();
    let squares = std::iter::once(king).chain(attackers).collect();
    (queen && attackers.count() >= defenders.count() + MORE)
        .then(|| ConceptFound::new(Concept::KingAttack, side, squares))
}

/// A king on its first rank, every square before it held by own pieces, and no own rook or queen on the
/// rank, while the opponent has one of them.
pub fn back_rank(position: &Position, side: Color) -> Option<ConceptFound> {
    let king = position.king(side);
    if side.relative_rank(king.rank()) != 0 || heavy(position, !side).is_empty() {
        return None;
    }
    let before = attacks::king(king) & !Bitboard::RANKS[king.rank()];
    let shut = before.into_iter().all(|square| position.by_color(side).contains(square));
    let guarded = (heavy(position, side) & Bitboard::RANKS[king.rank()]).any();
    (shut && !guarded).then(|| ConceptFound::new(Concept::BackRank, side, vec![king]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn an_open_file_before_the_king() {
        let fen = "r2q1rk1/ppp2p1p/8/8/8/8/PPPQ1P1P/1K1R3R w - - 0 1";
        assert_eq!(found(fen, Concept::BrokenShelter).unwrap().side, Color::Black);
        let whole = "r2q1rk1/ppp2ppp/8/8/8/8/PPPQ1P1P/1K1R3R w - - 0 1";
        assert_eq!(found(whole, Concept::BrokenShelter), None);
    }

    #[test]
    fn more_attackers_than_defenders() {
        let fen = "r1b2rk1/ppp2ppp/8/6NQ/8/3B4/PPP2PPP/6K1 w - - 0 1";
        assert_eq!(found(fen, Concept::KingAttack).unwrap().side, Color::White);
        let few = "r1b2rk1/ppp2ppp/8/7Q/8/8/PPP2PPP/6K1 w - - 0 1";
        assert_eq!(found(few, Concept::KingAttack), None);
    }

    #[test]
    fn no_way_out() {
        let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        assert_eq!(found(fen, Concept::BackRank).unwrap().side, Color::Black);
        assert_eq!(found("6k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1", Concept::BackRank), None);
    }
}
