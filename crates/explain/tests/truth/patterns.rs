// SPDX-License-Identifier: GPL-3.0-or-later
//! Pins, forks, skewers, discovered attacks and features, seen on shakmaty's board.

use serde_json::Value;
use shakmaty::{Bitboard, Chess, Color, File, Position as _, Rank, Role, Square, attacks};

use crate::oracle::{exchange, int, piece, play, price, read_move, text};

/// The pattern is on the board of `position`.
pub fn check(position: &Chess, pattern: &Value) {
    let board = position.board();
    match text(pattern, "motif") {
        "fork" => {
            let (by, role, us) = piece(position, &pattern["by"]);
            let targets = pattern["targets"].as_array().map_or(&[][..], |list| list);
            assert!(targets.len() >= 2, "{pattern}");
            for target in targets {
                let (square, target_role, color) = piece(position, target);
                assert_ne!(color, us);
                assert!(board.attacks_from(by).contains(square), "{pattern}");
                let protectors = board.attacks_to(square, !us, board.occupied().without(by));
                assert!(
                    price(target_role) > price(role) || protectors.is_empty(),
                    "not worth taking: {pattern}"
                );
            }
            survives(position, by, us, pattern);
        }
        "pin" => {
            let (by, _, us) = piece(position, &pattern["by"]);
            let (pinned, front, them) = piece(position, &pattern["pinned"]);
            let (behind, back, owner) = piece(position, &pattern["behind"]);
            assert!(them != us && owner != us && price(back) > price(front), "{pattern}");
            unveils(position, by, pinned, behind);
        }
        "skewer" => {
            let (by, _, us) = piece(position, &pattern["by"]);
            let (front, front_role, them) = piece(position, &pattern["front"]);
            let (behind, back, owner) = piece(position, &pattern["behind"]);
            assert!(them != us && owner != us && price(front_role) > price(back), "{pattern}");
            unveils(position, by, front, behind);
            survives(position, by, us, pattern);
        }
        "discovered" => {
            let (by, _, us) = piece(position, &pattern["by"]);
            let (target, _, them) = piece(position, &pattern["target"]);
            piece(position, &pattern["mover"]);
            assert_ne!(us, them);
            assert!(board.attacks_from(by).contains(target), "{pattern}");
        }
        other => panic!("unknown pattern {other}"),
    }
}

/// The pattern is there after the move and was not there before.
pub fn check_created(evidence: &Value) {
    let before = crate::oracle::position(text(evidence, "fen"));
    let m = read_move(&before, text(evidence, "uci"));
    let after = play(&before, m);
    let pattern = &evidence["pattern"];
    check(&after, pattern);
    if text(pattern, "motif") == "discovered" {
        let by: Square = text(&pattern["by"], "square").parse().unwrap_or(Square::A1);
        let target: Square = text(&pattern["target"], "square").parse().unwrap_or(Square::A1);
        assert!(!before.board().attacks_from(by).contains(target), "{pattern}");
        let from = m.from().unwrap_or(Square::A1);
        assert!(attacks::between(by, target).contains(from), "{pattern}");
    }
}

/// The attacker is not simply taken: no exchange on its square pays for the opponent.
fn survives(position: &Chess, square: Square, us: Color, pattern: &Value) {
    if position.turn() != us {
        assert_eq!(exchange(position, square), 0, "it is simply taken: {pattern}");
    }
}

/// Taking `front` off the board opens the line from `by` to `behind`.
fn unveils(position: &Chess, by: Square, front: Square, behind: Square) {
    let mut board = position.board().clone();
    assert!(board.attacks_from(by).contains(front));
    assert!(!board.attacks_from(by).contains(behind));
    board.discard_piece_at(front);
    assert!(board.attacks_from(by).contains(behind));
}

/// A feature of the ledger is what its name says.
pub fn check_feature(position: &Chess, feature: &Value) {
    let board = position.board();
    let square: Square = text(feature, "square").parse().unwrap_or(Square::A1);
    let us = if text(feature, "side") == "white" { Color::White } else { Color::Black };
    let piece = board.piece_at(square).unwrap_or_else(|| panic!("{feature}"));
    assert_eq!(piece.color, us, "{feature}");
    let own = board.pawns() & board.by_color(us);
    let enemy = board.pawns() & board.by_color(!us);
    let ahead =
        |other: Square| us.fold_wb(other.rank() > square.rank(), other.rank() < square.rank());
    let apart = |other: Square| (other.file() as i32 - square.file() as i32).abs();
    let file = Bitboard::from(square.file());
    let role = match text(feature, "feature") {
        "passed_pawn" => {
            assert!(!enemy.into_iter().any(|pawn| ahead(pawn) && apart(pawn) <= 1), "{feature}");
            Role::Pawn
        }
        "isolated_pawn" => {
            assert!(!own.into_iter().any(|pawn| apart(pawn) == 1), "{feature}");
            Role::Pawn
        }
        "doubled_pawn" => {
            assert!(own.into_iter().any(|pawn| apart(pawn) == 0 && ahead(pawn)), "{feature}");
            Role::Pawn
        }
        "backward_pawn" => {
            let beside: Vec<Square> = own.into_iter().filter(|&pawn| apart(pawn) == 1).collect();
            assert!(!beside.is_empty() && beside.iter().all(|&pawn| ahead(pawn)), "{feature}");
            Role::Pawn
        }
        outpost @ ("knight_outpost" | "bishop_outpost") => {
            let chased = enemy.into_iter().any(|pawn| ahead(pawn) && apart(pawn) == 1);
            assert!(!chased, "{feature}");
            if outpost == "knight_outpost" { Role::Knight } else { Role::Bishop }
        }
        "rook_open_file" => {
            assert!((file & board.pawns()).is_empty(), "{feature}");
            Role::Rook
        }
        "rook_half_open_file" => {
            assert!((file & own).is_empty() && (file & enemy).any(), "{feature}");
            Role::Rook
        }
        "rook_seventh" => {
            assert_eq!(square.rank(), us.fold_wb(Rank::Seventh, Rank::Second), "{feature}");
            Role::Rook
        }
        "rook_trapped" => {
            let king = board.king_of(us).unwrap_or(Square::A1);
            let outer = |a: File, b: File| if b < File::E { a < b } else { a > b };
            assert!(outer(square.file(), king.file()), "{feature}");
            assert_eq!(square.rank(), king.rank(), "{feature}");
            Role::Rook
        }
        "pinned" => {
            let king = board.king_of(us).unwrap_or(Square::A1);
            let mut lifted = board.clone();
            lifted.discard_piece_at(square);
            let opened = lifted.attacks_to(king, !us, lifted.occupied())
                & !board.attacks_to(king, !us, board.occupied());
            assert!(opened.any(), "{feature}");
            piece.role
        }
        other => panic!("unknown feature {other}"),
    };
    assert_eq!(piece.role, role, "{feature}");
    assert!(int(feature, "worth") != i64::MIN);
}
