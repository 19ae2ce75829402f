// SPDX-License-Identifier: GPL-3.0-or-later
//! Opening, middlegame or endgame, and which kind of endgame.

use chess::{Bitboard, Color, Position, Role};

use super::{Finding, Parts, Theme, Variation};

/// The phase of the game before the solver's first move.
pub fn phase(line: &Variation) -> Option<Finding> {
    Some(Finding::new(of(line.root()), line.first().ply, Parts::None))
}

/// The phase of a position: by pieces left, empty home ranks, and how much the two
/// sides have come to grips with each other.
pub fn of(position: &Position) -> Theme {
    let pieces =
        position.occupied() & !position.by_role(Role::Pawn) & !position.by_role(Role::King);
    let has_left_home =
        |side: Color| (position.by_color(side) & Bitboard::RANKS[side.home_rank()]).count() < 4;
    if pieces.count() <= 6 {
        Theme::Endgame
    } else if pieces.count() <= 10
        || Color::ALL.into_iter().any(has_left_home)
        || mixedness(position) > 150
    {
        Theme::Middlegame
    } else {
        Theme::Opening
    }
}

/// How far the armies are interlocked, over all blocks of two by two squares.
fn mixedness(position: &Position) -> i32 {
    let [white, black] = Color::ALL.map(|side| position.by_color(side).0);
    let mut total = 0;
    for y in 1..=7_i32 {
        for x in 0..7 {
            let block = 0x0303_u64 << (8 * (y - 1) + x);
            let whites = (white & block).count_ones();
            let blacks = (black & block).count_ones();
            total += match (whites, blacks) {
                (0, 1) => 1 + y,
                (0, 2) if y < 6 => 8 - y,
                (0, 3 | 4) if y < 7 => 10 - y,
                (1, 0) => 9 - y,
                (1, 1) => 5 + (4 - y).abs(),
                (1, 2) => 11 - y,
                (1, 3) => 12 - y,
                (2, 0) if y > 2 => y,
                (2, 1) => 3 + y,
                (2, 2) => 7,
                (3 | 4, 0) if y > 1 => 2 + y,
                (3, 1) => 4 + y,
                _ => 0,
            };
        }
    }
    total
}

/// The kind of endgame, if it is the same before and after the solver's first move.
pub fn endgame(line: &Variation) -> Option<Finding> {
    let first = line.first();
    let fits = |(_, is): &Kind| is(&first.before) && is(&first.after);
    let (theme, _) = KINDS.iter().find(|kind| fits(kind))?;
    Some(Finding::new(*theme, first.ply, Parts::None))
}

/// An endgame and what belongs to it.
type Kind = (Theme, fn(&Position) -> bool);

const KINDS: [Kind; 6] = [
    (Theme::PawnEndgame, |position| is_only(position, Role::Pawn)),
    (Theme::QueenEndgame, |position| is_only(position, Role::Queen)),
    (Theme::RookEndgame, |position| is_only(position, Role::Rook)),
    (Theme::BishopEndgame, |position| is_only(position, Role::Bishop)),
    (Theme::KnightEndgame, |position| is_only(position, Role::Knight)),
    (Theme::QueenRookEndgame, is_queen_and_rook),
];

/// Kings, pawns and pieces of one role, at least one of it.
fn is_only(position: &Position, role: Role) -> bool {
    let other =
        !position.by_role(role) & !position.by_role(Role::Pawn) & !position.by_role(Role::King);
    position.by_role(role).any() && (position.occupied() & other).is_empty()
}

fn is_queen_and_rook(position: &Position) -> bool {
    let minors = position.by_role(Role::Knight) | position.by_role(Role::Bishop);
    position.by_role(Role::Queen).count() == 1
        && position.by_role(Role::Rook).any()
        && minors.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn phases_by_what_is_left() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(solved(start, "e2e4", Theme::Opening).is_some());
        let middle = "2rq1rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP3PPP/2RQ1RK1 w - - 0 1";
        assert!(solved(middle, "h2h3", Theme::Middlegame).is_some());
        let end = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        assert!(solved(end, "h2h3", Theme::Endgame).is_some());
        assert_eq!(solved(end, "h2h3", Theme::Middlegame), None);
    }

    #[test]
    fn endgames_by_their_pieces() {
        let kinds = [
            ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "a2a3", Some(Theme::PawnEndgame)),
            ("4k3/pp6/8/8/8/8/PPQ5/4K3 w - - 0 1", "a2a3", Some(Theme::QueenEndgame)),
            ("r3k3/pp6/8/8/8/8/PPR5/4K3 w - - 0 1", "a2a3", Some(Theme::RookEndgame)),
            ("b3k3/pp6/8/8/8/8/PPB5/4K3 w - - 0 1", "a2a3", Some(Theme::BishopEndgame)),
            ("n3k3/pp6/8/8/8/8/PPN5/4K3 w - - 0 1", "a2a3", Some(Theme::KnightEndgame)),
            ("r3k3/pp6/8/8/8/8/PPQ5/4K3 w - - 0 1", "a2a3", Some(Theme::QueenRookEndgame)),
            ("r3k3/pp6/8/8/8/8/PPN5/4K3 w - - 0 1", "a2a3", None),
            // The first move changes what is left.
            ("4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1", "b2c3", None),
        ];
        for (fen, moves, kind) in kinds {
            for (theme, _) in KINDS {
                assert_eq!(solved(fen, moves, theme).is_some(), kind == Some(theme), "{fen}");
            }
        }
    }
}
