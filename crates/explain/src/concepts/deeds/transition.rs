// SPDX-License-Identifier: GPL-3.0-or-later
//! Transitions: an exchange that leads into another kind of ending.

use chess::{Bitboard, Position, Role};

use super::{Deed, DeedKind, Scene};
use crate::concepts::pawn_ending_is_won;
use crate::piece::{army, captured, points};
use crate::quiet::is_quiet;

/// Plies within which the ending must be on the board.
const SOON: usize = 3;

/// The move takes a piece, and within the next moves of the line, at rest and with the balance
/// of before, an ending is on the board that was not: king and pawn against king, whose result
/// is known; bishops of opposite colours; or rooks.
pub fn transition(scene: &Scene) -> Option<Deed> {
    captured(scene.position, scene.m).filter(|taken| taken.role != Role::Pawn)?;
    let line = scene.line.positions().iter().take(SOON + 1).skip(1);
    let before = points(&army(scene.position), scene.us);
    for there in line {
        if let Some((strong, won)) = pawn_ending_is_won(there) {
            let kind = if won { DeedKind::WonPawnEnding } else { DeedKind::DrawnPawnEnding };
            let pawn = there.by_role(Role::Pawn).first()?;
            debug_assert!(there.by_color(strong).contains(pawn));
            return Some(scene.did(kind).on(vec![pawn]));
        }
        let kept = (points(&army(there), scene.us) - before).abs() <= 1;
        if let Some(kind) = kind(there).filter(|_| kept && is_quiet(there))
            && self::kind(scene.position) != Some(kind)
        {
            return Some(scene.did(kind));
        }
    }
    None
}

/// The kind of ending, by what is left beside kings and pawns.
fn kind(position: &Position) -> Option<DeedKind> {
    let pieces =
        position.occupied() & !position.by_role(Role::King) & !position.by_role(Role::Pawn);
    let each = chess::Color::ALL.map(|color| (pieces & position.by_color(color)).count());
    if each != [1, 1] || position.by_role(Role::Pawn).count() < 2 {
        return None;
    }
    let light = (pieces & Bitboard::LIGHT).count();
    if pieces == position.by_role(Role::Bishop) && light == 1 {
        return Some(DeedKind::OppositeBishopEnding);
    }
    (pieces == position.by_role(Role::Rook)).then_some(DeedKind::RookEnding)
}

#[cfg(test)]
mod tests {
    use super::super::testing::kinds;
    use super::*;

    #[test]
    fn into_endings() {
        let known = "8/8/4k3/4r3/4R3/4K3/4P3/8 w - - 0 1";
        assert!(kinds(known, "Rxe5+ Kxe5").contains(&DeedKind::DrawnPawnEnding));
        let rooks = "3qr1k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1";
        assert!(kinds(rooks, "Qxd8 Rxd8").contains(&DeedKind::RookEnding));
        assert!(!kinds(rooks, "Qd3 Qxd3").contains(&DeedKind::RookEnding), "nothing was taken");
        let bishops = "3r2k1/4bppp/8/8/8/4B3/5PPP/3R2K1 w - - 0 1";
        let same = kinds(bishops, "Rxd8+ Bxd8");
        assert!(!same.contains(&DeedKind::OppositeBishopEnding), "bishops of one colour");
        let other = "3r2k1/4bppp/8/8/8/5B2/5PPP/3R2K1 w - - 0 1";
        assert!(kinds(other, "Rxd8+ Bxd8").contains(&DeedKind::OppositeBishopEnding));
    }
}
