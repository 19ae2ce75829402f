// SPDX-License-Identifier: GPL-3.0-or-later
//! The motifs of a line, piece by piece, seen on shakmaty's board.

use serde_json::Value;
use shakmaty::{Chess, Position as _, Role, Square};

use crate::oracle::{piece, play, position, price, read_move, replay, strings, text};

/// Every piece that the motif names stands where it says when it matters, and the
/// geometry of the motif is there.
pub fn check(evidence: &Value) {
    let finding = &evidence["finding"];
    let positions = replay(&evidence["line"]);
    let ply = finding["ply"].as_u64().expect("a ply") as usize;
    let (before, after) = (&positions[ply], &positions[ply + 1]);
    let Some(parts) = finding["parts"].as_object() else { return };
    let (kind, roles) = parts.iter().next().expect("one kind of parts");
    let attacks = |p: &Chess, from: Square, to: Square| p.board().attacks_from(from).contains(to);
    match kind.as_str() {
        "fork" => {
            let (forker, _, us) = piece(after, &roles["forker"]);
            let targets = roles["targets"].as_array().expect("targets");
            assert!(targets.len() >= 2, "{finding}");
            for target in targets {
                let (square, _, them) = piece(after, target);
                assert!(them != us && attacks(after, forker, square), "{finding}");
            }
        }
        "pin" => {
            let (pinner, _, us) = piece(after, &roles["pinner"]);
            let (pinned, _, them) = piece(after, &roles["pinned"]);
            assert!(us != them && attacks(after, pinner, pinned), "{finding}");
            let mut board = after.board().clone();
            board.discard_piece_at(pinned);
            let king = board.king_of(them).expect("a king");
            assert!(board.attacks_from(pinner).contains(king), "{finding}");
        }
        "skewer" => {
            // The piece in front is attacked and leaves, and what stood behind it is taken.
            let (attacker, _, us) = piece(after, &roles["attacker"]);
            let (in_front, _, them) = piece(after, &roles["front"]);
            assert!(us != them && attacks(after, attacker, in_front), "{finding}");
            let uci = strings(&evidence["line"]["uci"]);
            let reply = read_move(after, &uci[ply + 1]);
            assert_eq!(reply.from(), Some(in_front), "{finding}");
            let (behind, back, _) = piece(&positions[ply + 2], &roles["behind"]);
            let strike = read_move(&positions[ply + 2], &uci[ply + 2]);
            assert_eq!((strike.from(), strike.to()), (Some(attacker), behind), "{finding}");
            let front = text(&roles["front"], "role");
            let front_price = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
                .into_iter()
                .find(|role| crate::oracle::name(*role) == front)
                .map_or(1000, price);
            assert!(front_price > price(back), "{finding}");
        }
        "discovered" => {
            let (opened, _, us) = piece(after, &roles["opened"]);
            piece(after, &roles["mover"]);
            let target: Square = text(&roles["target"], "square").parse().expect("a square");
            if let Some(them) = after.board().color_at(target) {
                assert!(them != us && attacks(after, opened, target), "{finding}");
            }
        }
        "doubleCheck" => {
            let (king, ..) = piece(after, &roles["king"]);
            assert_eq!(after.checkers().count(), 2, "{finding}");
            for checker in roles["checkers"].as_array().into_iter().flatten() {
                let (square, ..) = piece(after, checker);
                assert!(attacks(after, square, king), "{finding}");
            }
        }
        "hanging" => {
            let (square, _, them) = piece(before, &roles["piece"]);
            let guards = before.board().attacks_to(square, them, before.board().occupied());
            assert!(guards.is_empty(), "{finding}");
        }
        "attraction" => {
            let lured: Square = text(&roles["lured"], "square").parse().expect("a square");
            let drawn = positions.windows(2).enumerate().any(|(index, pair)| {
                let m = read_move(&pair[0], &strings(&evidence["line"]["uci"])[index]);
                m.to() == lured && crate::oracle::name(m.role()) == text(&roles["lured"], "role")
            });
            assert!(drawn, "{finding}");
        }
        "deflection" => {
            let to: Square = text(roles, "to").parse().expect("a square");
            let from: Square = text(&roles["lured"], "square").parse().expect("a square");
            let uci = strings(&evidence["line"]["uci"]);
            let left = positions.windows(2).zip(&uci).any(|(pair, uci)| {
                let m = read_move(&pair[0], uci);
                m.from() == Some(from) && m.to() == to
            });
            assert!(left, "{finding}");
        }
        "pattern" => {
            let end = &positions[positions.len() - 1];
            assert!(end.is_checkmate(), "{finding}");
            let (_, role, loser) = piece(end, &roles["king"]);
            assert!(role == Role::King && loser == end.turn(), "{finding}");
            for mating in roles["pieces"].as_array().into_iter().flatten() {
                assert_ne!(piece(end, mating).2, loser, "{finding}");
            }
            for blocker in roles["blockers"].as_array().into_iter().flatten() {
                assert_eq!(piece(end, blocker).2, loser, "{finding}");
            }
        }
        "defender" => {
            let (guard, ..) = piece(before, &roles["guard"]);
            let m = read_move(before, &strings(&evidence["line"]["uci"])[ply]);
            assert_eq!(m.to(), guard, "{finding}");
        }
        // The rest is measured on labelled lines; here only that its pieces exist.
        _ => {}
    }
}

/// The piece was there, is away, and the move no longer mates or wins.
pub fn needed(root: &Value, needed: &Value) {
    let here = position(text(&root["position"], "fen"));
    let (square, role, color) = piece(&here, &needed["piece"]);
    assert!(color == here.turn() && role != Role::King, "{needed}");
    let bare = position(text(&needed["without"]["line"], "fen"));
    let mut board = here.board().clone();
    board.discard_piece_at(square);
    assert_eq!(&board, bare.board(), "{needed}");
    let line = replay(&needed["without"]["line"]);
    assert!(!line[line.len() - 1].is_checkmate() || line.len() % 2 == 1, "{needed}");
    let first = text(&needed["without"], "uci");
    let same = ["best", "played"].iter().any(|key| root[key]["rated"]["uci"] == first);
    assert!(same, "{needed}");
    // A mate in one by the same move would be no counterfactual.
    assert!(!play(&bare, read_move(&bare, first)).is_checkmate(), "{needed}");
}
