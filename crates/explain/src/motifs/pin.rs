// SPDX-License-Identifier: GPL-3.0-or-later
//! A pin to the king that takes something from the pinned piece.

use chess::{Bitboard, Color, Position, Role, Square, attacks as lines};

use super::attack::{attackers, attacks, is_hanging, pins, placed, value};
use super::finding::PinEffect;
use super::{Finding, Parts, PieceOn, Standing, Theme, Variation};

/// After a move of the solver an enemy piece is pinned and may therefore not take
/// something, or not get away from something. A pin that was there before the line
/// began is labelled too.
pub fn find(line: &Variation) -> Option<Finding> {
    let enemy = !line.solver();
    let old = pins(line.root(), enemy);
    let mut labelled = None;
    for step in line.moves() {
        for pin in pins(&step.after, enemy) {
            let (pinned, pinner) = pin;
            let Some(effect) = effect(&step.after, pinned) else { continue };
            let parts = Parts::Pin { pinner, pinned, effect };
            let found = Finding::new(Theme::Pin, step.ply, parts);
            if !old.contains(&pin) {
                return Some(found);
            }
            labelled = labelled.or(Some(found.standing(Standing::LabelOnly)));
        }
    }
    labelled
}

fn effect(position: &Position, pinned: PieceOn) -> Option<PinEffect> {
    let solver = !pinned.side;
    let line = lines::line(position.king(pinned.side), pinned.square);
    let aims = position.attacks_from(pinned.square) & position.by_color(solver) & !line;
    let saved = placed(position, aims)
        .into_iter()
        .find(|aim| value(aim.role) > value(pinned.role) || is_hanging(position, *aim));
    if let Some(saved) = saved {
        return Some(PinEffect::CannotTake(saved));
    }
    let on_line = placed(position, attackers(position, solver, pinned.square) & line);
    let pinned_hangs = || is_hanging(position, pinned);
    let held = on_line.into_iter().find(|by| {
        value(pinned.role) > value(by.role)
            || pinned_hangs()
                && !attacks(position, pinned.square, by.square)
                && (pseudo_legal(position, pinned) & !line).any()
    })?;
    Some(PinEffect::CannotLeave(held))
}

/// Where a piece could go if there were no pins.
fn pseudo_legal(position: &Position, piece: PieceOn) -> Bitboard {
    let attacked = position.attacks_from(piece.square);
    if piece.role != Role::Pawn {
        return attacked & !position.by_color(piece.side);
    }
    let en_passant = position.en_passant().map_or(Bitboard::EMPTY, Bitboard::of);
    attacked & (position.by_color(!piece.side) | en_passant) | pushes(position, piece)
}

fn pushes(position: &Position, pawn: PieceOn) -> Bitboard {
    let (forward, home) = match pawn.side {
        Color::White => (8, 1),
        Color::Black => (-8, 6),
    };
    let free = !position.occupied();
    let single = Bitboard::of(pawn.square).shift(forward) & free;
    let is_home = |square: Square| square.rank() == home;
    let double = if is_home(pawn.square) { single.shift(forward) & free } else { Bitboard::EMPTY };
    single | double
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_pinned_knight_cannot_take() {
        let fen = "4k3/4n3/8/3B4/8/8/8/R4K2 w - - 0 1";
        let found = solved(fen, "a1e1", Theme::Pin).unwrap();
        let Parts::Pin { pinned, effect: PinEffect::CannotTake(saved), .. } = found.parts else {
            panic!("{found:?}")
        };
        assert_eq!((pinned.square, saved.square), (Square::E7, Square::D5));
    }

    #[test]
    fn a_pin_that_changes_nothing_is_none() {
        let guarded = "4k3/4n3/8/8/8/8/8/R4K2 w - - 0 1";
        assert_eq!(solved(guarded, "a1e1", Theme::Pin), None);
    }

    #[test]
    fn a_cheaper_piece_holds_the_pinned_one() {
        let fen = "4k3/4q3/8/8/8/8/8/R4K2 w - - 0 1";
        let found = solved(fen, "a1e1", Theme::Pin).unwrap();
        assert!(matches!(found.parts, Parts::Pin { effect: PinEffect::CannotLeave(_), .. }));
    }

    #[test]
    fn an_old_pin_is_a_label_only() {
        let fen = "4k3/4n3/8/3B4/8/8/8/4RK2 w - - 0 1";
        let found = solved(fen, "f1f2", Theme::Pin).unwrap();
        assert_eq!(found.standing, Standing::LabelOnly);
    }
}
