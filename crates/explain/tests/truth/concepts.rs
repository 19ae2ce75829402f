// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is about and what a move does, looked up on shakmaty's board.

use serde_json::Value;
use shakmaty::{Bitboard, Chess, Color, File, Position as _, Rank, Role, Square};

use crate::oracle::{piece, play, position, price, read_move, strings, text};

fn side(value: &Value) -> Color {
    if text(value, "side") == "white" { Color::White } else { Color::Black }
}

fn pawns(here: &Chess, color: Color) -> Bitboard {
    here.board().pawns() & here.board().by_color(color)
}

fn on_file(here: &Chess, color: Color, file: i32) -> bool {
    (0..8).contains(&file) && (pawns(here, color) & Bitboard::from(File::new(file as u32))).any()
}

fn ahead(color: Color, from: Square, other: Square) -> bool {
    let (a, b) = (from.rank() as i32, other.rank() as i32);
    if color == Color::White { b > a } else { b < a }
}

fn files_apart(a: Square, b: Square) -> i32 {
    (a.file() as i32 - b.file() as i32).abs()
}

/// No enemy pawn ahead on its file or beside.
fn is_passed(here: &Chess, us: Color, pawn: Square) -> bool {
    pawns(here, us).contains(pawn)
        && pawns(here, !us)
            .into_iter()
            .all(|enemy| !ahead(us, pawn, enemy) || files_apart(pawn, enemy) > 1)
}

/// Guarded by a pawn, and no enemy pawn can ever come to attack it.
fn is_outpost(here: &Chess, us: Color, post: Square) -> bool {
    let guards = here.board().attacks_to(post, us, here.board().occupied()) & here.board().pawns();
    let chased = pawns(here, !us)
        .into_iter()
        .any(|enemy| ahead(us, post, enemy) && files_apart(post, enemy) == 1);
    guards.any() && !chased
}

pub fn check(evidence: &Value) {
    let here = position(text(evidence, "fen"));
    let found = &evidence["found"];
    let us = side(found);
    let squares: Vec<Square> =
        strings(&found["squares"]).iter().map(|name| name.parse().expect("a square")).collect();
    let role = |square: Square| here.board().role_at(square);
    let is = |square: Square, wanted: Role, color: Color| {
        assert_eq!(
            (role(square), here.board().color_at(square)),
            (Some(wanted), Some(color)),
            "{found}"
        );
    };
    match text(found, "concept") {
        "isolani" | "hanging_pawns" => {
            squares.iter().for_each(|&pawn| is(pawn, Role::Pawn, us));
            let files: Vec<i32> = squares.iter().map(|pawn| pawn.file() as i32).collect();
            let beside = files.iter().flat_map(|file| [file - 1, file + 1]);
            let strangers: Vec<i32> = beside.filter(|file| !files.contains(file)).collect();
            assert!(strangers.iter().all(|&file| !on_file(&here, us, file)), "{found}");
            assert!(files.iter().all(|&file| !on_file(&here, !us, file)), "{found}");
        }
        "carlsbad" => {
            is(squares[0], Role::Pawn, us);
            is(squares[1], Role::Pawn, !us);
            is(squares[2], Role::Pawn, !us);
            assert!(!on_file(&here, us, 2) && !on_file(&here, !us, 4), "{found}");
        }
        "maroczy" | "hedgehog" => squares.iter().for_each(|&pawn| is(pawn, Role::Pawn, us)),
        "locked_centre" => {
            for &pawn in &squares {
                is(pawn, Role::Pawn, us);
                let step = if us == Color::White { 8 } else { -8 };
                is(pawn.offset(step).expect("a square ahead"), Role::Pawn, !us);
            }
        }
        "opposite_castling" => {
            is(squares[0], Role::King, Color::White);
            is(squares[1], Role::King, Color::Black);
            assert!(files_apart(squares[0], squares[1]) >= 3, "{found}");
        }
        "king_in_centre" => {
            is(squares[0], Role::King, us);
            assert!(matches!(squares[0].file(), File::D | File::E), "{found}");
            assert!(!here.castles().has_color(us), "{found}");
        }
        "passed_pawn" | "outside_passer" => assert!(is_passed(&here, us, squares[0]), "{found}"),
        "protected_passer" => {
            assert!(is_passed(&here, us, squares[0]), "{found}");
            let guards = here.board().attacks_to(squares[0], us, here.board().occupied());
            assert!((guards & here.board().pawns()).any(), "{found}");
        }
        "seventh_rank" => {
            is(squares[0], Role::Rook, us);
            let seventh = if us == Color::White { Rank::Seventh } else { Rank::Second };
            assert_eq!(squares[0].rank(), seventh, "{found}");
        }
        "outpost" => assert!(is_outpost(&here, us, squares[0]), "{found}"),
        "bishop_pair" => {
            let bishops = |color| (here.board().bishops() & here.board().by_color(color)).count();
            assert!(bishops(us) >= 2 && bishops(!us) < 2, "{found}");
        }
        "opposite_bishops" => assert_ne!(squares[0].is_light(), squares[1].is_light(), "{found}"),
        "bad_bishop" => {
            is(squares[0], Role::Bishop, us);
            let own = pawns(&here, us).into_iter();
            assert!(own.filter(|pawn| pawn.is_light() == squares[0].is_light()).count() >= 3);
        }
        "lucena" | "philidor" => assert_eq!(here.board().occupied().count(), 5, "{found}"),
        "wrong_bishop" => assert_ne!(squares[0].is_light(), squares[1].is_light(), "{found}"),
        // Over all positions in tests/endings.rs.
        "key_square" | "opposition" | "outside_the_square" | "pawn_ending_won"
        | "pawn_ending_drawn" => assert_eq!(here.board().occupied().count(), 3, "{found}"),
        other => panic!("nobody checks {other}"),
    }
}

pub fn deed(evidence: &Value) {
    let here = position(text(evidence, "fen"));
    let m = read_move(&here, text(evidence, "uci"));
    let us = here.turn();
    let castles = m.is_castle();
    let after = play(&here, m);
    let deed = &evidence["deed"];
    let own_file = |square: Square| Bitboard::from(square.file());
    match text(deed, "deed") {
        "castles" => assert!(castles, "{deed}"),
        "trades_queens" => assert!(m.role() == Role::Queen && m.capture() == Some(Role::Queen)),
        "seventh_rank" => {
            let (rook, role, _) = piece(&after, &deed["piece"]);
            let seventh = if us == Color::White { Rank::Seventh } else { Rank::Second };
            assert!(role == Role::Rook && rook.rank() == seventh, "{deed}");
        }
        "outpost" => assert!(is_outpost(&after, us, piece(&after, &deed["piece"]).0), "{deed}"),
        "lever" => {
            let (target, role, them) = piece(&after, &deed["target"]);
            assert!(m.role() == Role::Pawn && role == Role::Pawn && them != us, "{deed}");
            assert!(after.board().attacks_from(m.to()).contains(target), "{deed}");
        }
        "advances_passer" => {
            assert!(is_passed(&here, us, m.from().expect("a pawn")), "{deed}");
        }
        "attacks" => {
            let (by, attacker, _) = piece(&after, &deed["piece"]);
            let (target, role, them) = piece(&after, &deed["target"]);
            let board = after.board();
            assert!(them != us && board.attacks_from(by).contains(target), "{deed}");
            let guards = board.attacks_to(target, them, board.occupied());
            assert!(price(role) > price(attacker) || guards.is_empty(), "{deed}");
        }
        "open_file" => {
            let (rook, role, _) = piece(&after, &deed["piece"]);
            assert!(role == Role::Rook && (own_file(rook) & after.board().pawns()).is_empty());
        }
        "half_open_file" => {
            let (rook, role, _) = piece(&after, &deed["piece"]);
            assert!(role == Role::Rook && (own_file(rook) & pawns(&after, us)).is_empty());
        }
        "develops" => assert!(matches!(m.role(), Role::Knight | Role::Bishop), "{deed}"),
        "centre" => {
            let middle = [Square::D4, Square::E4, Square::D5, Square::E5];
            assert!(m.role() == Role::Pawn && middle.contains(&m.to()), "{deed}");
        }
        "king_walks" => {
            let (pawn, role, _) = piece(&here, &deed["target"]);
            let from = m.from().expect("a king");
            assert!(m.role() == Role::King && role == Role::Pawn, "{deed}");
            assert!(m.to().distance(pawn) < from.distance(pawn), "{deed}");
        }
        // Over all positions in tests/endings.rs.
        "takes_opposition" | "reaches_key_square" => {
            assert_eq!(after.board().occupied().count(), 3, "{deed}");
        }
        other => panic!("nobody checks {other}"),
    }
}
