// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is about and what a move does, looked up on shakmaty's board.

use serde_json::Value;
use shakmaty::{Bitboard, Chess, Color, File, Position as _, Rank, Role, Square};

use crate::oracle::{
    exchange, gain_of, piece, play, points, position, price, read_move, replay, strings, text,
    value,
};

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
        // Against tables in tests/endings.rs.
        "queen_against_pawn" | "rook_against_bishop" | "knight_and_rook_pawn" => {
            assert_eq!(here.board().occupied().count(), 4, "{found}");
        }
        "overloaded" => {
            let board = here.board();
            let enemy = if here.turn() == us {
                here.clone().swap_turn().expect("not in check")
            } else {
                here.clone()
            };
            let mut bare = board.clone();
            bare.discard_piece_at(squares[0]);
            let setup = shakmaty::Setup { board: bare, turn: !us, ..shakmaty::Setup::empty() };
            let bare = setup.position::<Chess>(shakmaty::CastlingMode::Standard).expect("legal");
            for &ward in &squares[1..] {
                assert!(board.color_at(ward) == Some(us), "{found}");
                assert!(board.attacks_from(squares[0]).contains(ward), "{found}");
                assert_eq!(exchange(&enemy, ward), 0, "{found}");
                assert!(exchange(&bare, ward) > 0, "{found}");
            }
        }
        "wrong_bishop" => assert_ne!(squares[0].is_light(), squares[1].is_light(), "{found}"),
        // Over all positions in tests/endings.rs.
        "key_square" | "opposition" | "outside_the_square" | "pawn_ending_won"
        | "pawn_ending_drawn" => assert_eq!(here.board().occupied().count(), 3, "{found}"),
        "king_attack" => {
            let king = squares[0];
            is(king, Role::King, !us);
            let ring = |from: Square| {
                let zone = shakmaty::attacks::king_attacks(king) | Bitboard::from_square(king);
                (here.board().attacks_from(from) & zone).any()
            };
            let count = |color: Color| {
                let pieces = here.board().by_color(color);
                let pieces = pieces & !here.board().pawns() & !here.board().kings();
                pieces.into_iter().filter(|&piece| ring(piece)).count()
            };
            assert_eq!(squares.len() - 1, count(us), "{found}");
            assert!(count(us) > count(!us) + 1, "{found}");
        }
        "broken_shelter" => {
            is(squares[0], Role::King, us);
            let file = squares[1].file() as i32;
            assert!(!on_file(&here, us, file) && !on_file(&here, !us, file), "{found}");
            assert!(files_apart(squares[0], squares[1]) <= 1, "{found}");
        }
        "back_rank" => {
            is(squares[0], Role::King, us);
            for square in shakmaty::attacks::king_attacks(squares[0]) {
                let off = square.rank() != squares[0].rank();
                assert!(!off || here.board().color_at(square) == Some(us), "{found}");
            }
        }
        "connected_passers" => {
            assert!(squares.iter().all(|&pawn| is_passed(&here, us, pawn)), "{found}");
            assert_eq!(files_apart(squares[0], squares[1]), 1, "{found}");
        }
        "rook_behind" => {
            is(squares[0], Role::Rook, us);
            assert!(is_passed(&here, us, squares[1]) && ahead(us, squares[0], squares[1]));
            assert!(here.board().attacks_from(squares[0]).contains(squares[1]), "{found}");
        }
        "blockade" => {
            assert!(is_passed(&here, !us, squares[1]), "{found}");
            let step = if us == Color::White { 8 } else { -8 };
            assert_eq!(squares[0].offset(step), Some(squares[1]), "{found}");
            assert!(matches!(role(squares[0]), Some(Role::Knight | Role::Bishop)), "{found}");
        }
        "open_file" => {
            is(squares[0], Role::Rook, us);
            let board = here.board();
            let file = Bitboard::from(squares[0].file());
            assert!((file & board.pawns()).is_empty(), "{found}");
            assert!((file & board.by_color(!us) & board.rooks_and_queens()).is_empty(), "{found}");
            assert!(board.attacks_from(squares[0]).contains(squares[1]), "{found}");
            assert!(board.attacks_to(squares[1], !us, board.occupied()).is_empty(), "{found}");
        }
        "development" => {
            let out = |color: Color| {
                let minors = here.board().by_color(color)
                    & (here.board().knights() | here.board().bishops());
                let home = if color == Color::White { Rank::First } else { Rank::Eighth };
                (minors & !Bitboard::from(home)).count()
            };
            assert!(out(us) > out(!us), "{found}");
        }
        "weak_squares" => {
            let colour = squares[0].is_light();
            for &square in &squares {
                assert_eq!(square.is_light(), colour, "{found}");
                let guarded = pawns(&here, us)
                    .into_iter()
                    .any(|pawn| files_apart(pawn, square) == 1 && ahead(us, pawn, square));
                assert!(!guarded, "{found}");
            }
        }
        "space" => {
            assert!(squares.iter().all(|&pawn| pawns(&here, us).contains(pawn)), "{found}");
            assert!(!squares.is_empty(), "{found}");
        }
        "backward_pawn" | "isolated_pawn" | "doubled_pawns" => {
            let file = squares[0].file() as i32;
            squares.iter().for_each(|&pawn| is(pawn, Role::Pawn, us));
            let helpers = pawns(&here, us).into_iter().filter(|&other| {
                files_apart(other, squares[0]) == 1 && !ahead(us, squares[0], other)
            });
            assert_eq!(helpers.count(), 0, "{found}");
            match text(found, "concept") {
                "backward_pawn" => {
                    assert!(!on_file(&here, !us, file), "{found}");
                    let stop = squares[0].offset(if us == Color::White { 8 } else { -8 });
                    let stop = stop.expect("a square ahead");
                    let board = here.board();
                    let hit = board.attacks_to(stop, !us, board.occupied()) & board.pawns();
                    assert!(hit.any(), "{found}");
                }
                "isolated_pawn" => {
                    let beside = [file - 1, file + 1];
                    assert!(beside.iter().all(|&file| !on_file(&here, us, file)), "{found}");
                }
                _ => assert!(squares.len() >= 2 && squares[0].file() == squares[1].file()),
            }
        }
        "rim_knight" => {
            is(squares[0], Role::Knight, us);
            assert!(matches!(squares[0].file(), File::A | File::H), "{found}");
        }
        "loose_pieces" => {
            assert!(squares.len() >= 2, "{found}");
            for &square in &squares {
                let board = here.board();
                assert_eq!(board.color_at(square), Some(us), "{found}");
                assert!(board.attacks_to(square, us, board.occupied()).is_empty(), "{found}");
            }
        }
        "majority" => {
            let count = |color| {
                let wing = pawns(&here, color).into_iter();
                wing.filter(|pawn| (pawn.file() as i32) < 3).count()
            };
            assert!(count(us) > count(!us), "{found}");
        }
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
    let by = piece(&after, &deed["piece"]);
    let (at, kind, _) = by;
    let board = after.board();
    let target = || piece(&after, &deed["target"]);
    let squares: Vec<Square> = match deed.get("squares") {
        Some(list) => strings(list).iter().map(|name| name.parse().expect("a square")).collect(),
        None => Vec::new(),
    };
    let from = m.from().expect("no drops");
    let old = here.board();
    let quiet = !m.is_capture() && !m.is_promotion();
    let near_middle = |square: Square| {
        let file = square.file() as i32;
        (2 * file - 7).abs()
    };
    match text(deed, "deed") {
        "castles" => assert!(castles, "{deed}"),
        "trades_queens" => assert!(m.role() == Role::Queen && m.capture() == Some(Role::Queen)),
        "trades" | "trades_ahead" => {
            assert_eq!(m.capture().map(value), Some(value(m.role())), "{deed}");
            assert!(after.capture_moves().iter().any(|reply| reply.to() == m.to()), "{deed}");
            if text(deed, "deed") == "trades_ahead" {
                assert!(points(&here, us) >= points(&here, !us) + 2, "{deed}");
            }
        }
        "pawn_ending" => {
            let line = replay(&evidence["line"]);
            let bare = |p: &Chess| {
                (p.board().occupied() & !p.board().pawns() & !p.board().kings()).is_empty()
            };
            assert!(!bare(&line[0]) && line.iter().any(bare), "{deed}");
        }
        "won_pawn_ending" | "drawn_pawn_ending" => {
            let line = replay(&evidence["line"]);
            let end = line.iter().find(|p| p.board().occupied().count() == 3).expect("the ending");
            assert!(pawns(end, Color::White).count() + pawns(end, Color::Black).count() == 1);
        }
        kind @ ("rook_ending" | "opposite_bishop_ending") => {
            let line = replay(&evidence["line"]);
            let reached = |p: &Chess| {
                let pieces = p.board().occupied() & !p.board().pawns() & !p.board().kings();
                let mut squares = pieces.into_iter();
                let (Some(a), Some(b), None) = (squares.next(), squares.next(), squares.next())
                else {
                    return false;
                };
                let colours = p.board().color_at(a) != p.board().color_at(b);
                let right = match kind {
                    "rook_ending" => pieces == p.board().rooks(),
                    _ => pieces == p.board().bishops() && a.is_light() != b.is_light(),
                };
                colours && right
            };
            assert!(!reached(&line[0]) && line.iter().any(reached), "{deed}");
        }
        "breakthrough" => {
            let line = replay(&evidence["line"]);
            let (runner, role, side) = piece(&here, &deed["target"]);
            assert!(role == Role::Pawn && side == us && !is_passed(&here, us, runner), "{deed}");
            assert!(m.role() == Role::Pawn && quiet, "{deed}");
            let made = |p: &Chess| (p.board().by_color(us) & !p.board().pawns()).count();
            let (first, last) = (&line[0], line.last().expect("a line"));
            let most = line.iter().map(made).max();
            assert!(most > Some(made(first)) || made(last) > made(first), "{deed}");
            assert!(pawns(last, us).count() + 2 <= pawns(first, us).count(), "{deed}");
        }
        "triangulates" => {
            let line = replay(&evidence["line"]);
            let last = line.last().expect("a line");
            assert_eq!(last.board(), here.board(), "{deed}");
            assert_ne!(last.turn(), here.turn(), "{deed}");
        }
        "takes_towards_centre" => {
            assert!(m.role() == Role::Pawn && near_middle(m.to()) < near_middle(from), "{deed}");
        }
        "takes_and_opens" => {
            assert!(m.role() == Role::Pawn, "{deed}");
            assert!(!on_file(&after, us, from.file() as i32), "{deed}");
            let (user, role, side) = target();
            assert!(side == us && matches!(role, Role::Rook | Role::Queen), "{deed}");
            assert_eq!(user.file(), from.file(), "{deed}");
        }
        "takes_and_keeps_pawns" => {
            let pawn = here.legal_moves().into_iter().any(|other| {
                other.role() == Role::Pawn && other.is_capture() && other.to() == m.to()
            });
            assert!(pawn && m.role() != Role::Pawn, "{deed}");
            assert!(on_file(&here, us, m.to().file() as i32), "{deed}");
        }
        "offers_trade" => {
            let (taker, role, side) = target();
            assert!(side != us && role == kind && quiet, "{deed}");
            let takes = after.capture_moves();
            let takes = takes.iter().find(|m| m.from() == Some(taker) && m.to() == at);
            let takes = *takes.unwrap_or_else(|| panic!("nobody takes: {deed}"));
            assert!(gain_of(&after, takes) <= 0, "{deed}");
        }
        "avoids_trade" => {
            let (other, role, side) = piece(&here, &deed["target"]);
            assert!(side != us && role == m.role() && quiet, "{deed}");
            assert!(old.attacks_from(other).contains(from), "{deed}");
            let kinds = board.by_role(role) & board.by_color(side);
            assert!((board.attacks_from(at) & kinds).is_empty(), "{deed}");
        }
        "seventh_rank" => {
            let seventh = if us == Color::White { Rank::Seventh } else { Rank::Second };
            assert!(matches!(kind, Role::Rook | Role::Queen) && at.rank() == seventh, "{deed}");
        }
        "outpost" => assert!(is_outpost(&after, us, at), "{deed}"),
        "undermines" => {
            let (hit, role, them) = target();
            assert!(m.role() == Role::Pawn && role == Role::Pawn && them != us, "{deed}");
            assert!(board.attacks_from(at).contains(hit), "{deed}");
            let (ward, ..) = piece(&after, &deed["second"]);
            let guards = board.attacks_to(ward, them, board.occupied()) & board.pawns();
            assert_eq!(guards, Bitboard::from_square(hit), "{deed}");
        }
        "minority_attack" => {
            let count = |color| {
                pawns(&here, color).into_iter().filter(|pawn| (pawn.file() as i32) < 3).count()
            };
            assert!(m.role() == Role::Pawn && count(us) < count(!us), "{deed}");
        }
        "lever" => {
            let (target, role, them) = target();
            assert!(m.role() == Role::Pawn && role == Role::Pawn && them != us, "{deed}");
            assert!(board.attacks_from(m.to()).contains(target), "{deed}");
        }
        "advances_passer" => assert!(is_passed(&here, us, from), "{deed}"),
        "behind_passer" => {
            let (pawn, role, side) = target();
            assert!(kind == Role::Rook && role == Role::Pawn, "{deed}");
            assert!(is_passed(&after, side, pawn) && ahead(side, at, pawn), "{deed}");
            assert!(at.file() == pawn.file() && board.attacks_from(at).contains(pawn), "{deed}");
        }
        "blockades" => {
            let (pawn, role, side) = target();
            assert!(role == Role::Pawn && side != us, "{deed}");
            assert_eq!(pawn.offset(if side == Color::White { 8 } else { -8 }), Some(at), "{deed}");
        }
        "doubles" => {
            let (second, ..) = piece(&after, &deed["second"]);
            assert!(second.file() == at.file() && from.file() != at.file(), "{deed}");
            assert!(board.attacks_from(at).contains(second), "{deed}");
            assert!(!on_file(&after, us, at.file() as i32), "{deed}");
        }
        "open_file" => {
            assert!(kind == Role::Rook && (own_file(at) & board.pawns()).is_empty(), "{deed}");
        }
        "half_open_file" => {
            assert!(kind == Role::Rook && (own_file(at) & pawns(&after, us)).is_empty(), "{deed}");
        }
        "diagonal" => {
            let on = |square: Square| {
                let (a, b) = (square.file() as i32, square.rank() as i32);
                let (c, d) = (squares[0].file() as i32, squares[0].rank() as i32);
                (a - c).abs() == (b - d).abs()
            };
            assert!(kind == Role::Bishop && on(at) || squares[0] == at, "{deed}");
            assert!(board.attacks_from(at).count() >= 5, "{deed}");
        }
        "battery" => {
            let (second, role, _) = piece(&after, &deed["second"]);
            assert!(matches!(
                (kind, role),
                (Role::Queen, Role::Bishop) | (Role::Bishop, Role::Queen)
            ));
            let king = board.king_of(!us).expect("a king");
            assert!(squares[0].distance(king) <= 1, "{deed}");
            assert!(shakmaty::attacks::aligned(at, second, squares[0]), "{deed}");
        }
        "rook_lift" => {
            assert!(kind == Role::Rook && from.file() == at.file(), "{deed}");
            assert_eq!(squares[0].rank(), at.rank(), "{deed}");
        }
        "storm" => {
            let king = board.king_of(!us).expect("a king");
            assert!(m.role() == Role::Pawn && files_apart(at, king) <= 1, "{deed}");
            assert_eq!(squares, [king], "{deed}");
        }
        "attacks" | "develops_with_tempo" => {
            let (target, role, them) = target();
            assert!(them != us && board.attacks_from(at).contains(target), "{deed}");
            let guards = board.attacks_to(target, them, board.occupied());
            assert!(price(role) > price(kind) || guards.is_empty(), "{deed}");
        }
        "restricts" => {
            let (target, ..) = target();
            let safe = after.legal_moves().into_iter().filter(|m| m.from() == Some(target));
            assert!(safe.into_iter().all(|m| gain_of(&after, m) < 0), "{deed}");
        }
        "guards" => {
            let (saved, _, side) = target();
            assert!(side == us && board.attacks_from(at).contains(saved), "{deed}");
            assert_eq!(exchange(&after, saved), 0, "{deed}");
            let passed = here.clone().swap_turn().expect("not in check");
            assert!(exchange(&passed, saved) > 0, "{deed}");
        }
        "luft" => {
            let king = board.king_of(us).expect("a king");
            assert!(squares[0].distance(king) == 1 && m.role() == Role::Pawn, "{deed}");
            assert!(board.attacks_to(squares[0], !us, board.occupied()).is_empty(), "{deed}");
            assert_ne!(board.color_at(squares[0]), Some(us), "{deed}");
        }
        "denies" => {
            let (minor, role, them) = target();
            assert!(matches!(role, Role::Knight | Role::Bishop) && them != us, "{deed}");
            assert!(board.attacks_from(minor).contains(squares[0]), "{deed}");
            assert!(board.attacks_from(at).contains(squares[0]), "{deed}");
            assert_eq!(board.role_at(squares[0]), None, "{deed}");
        }
        "prepares" => {
            let line = replay(&evidence["line"]);
            let uci = strings(&evidence["line"]["uci"]);
            let (pawn, role, side) = target();
            assert!(role == Role::Pawn && side == us && quiet, "{deed}");
            let ply = (2..uci.len()).find(|&ply| {
                let next = read_move(&line[ply], &uci[ply]);
                next.from() == Some(pawn) && next.to() == squares[0]
            });
            assert!(ply.is_some_and(|ply| ply % 2 == 0), "the pawn does not advance: {deed}");
            // With the pawn gone there, the piece guards it.
            let mut then = board.clone();
            then.discard_piece_at(pawn);
            assert!(then.attacks_from(at).contains(squares[0]), "{deed}");
        }
        "frees_bishop" => {
            let (bishop, role, side) = target();
            let moves = |board: &shakmaty::Board| {
                (board.attacks_from(bishop) & !board.by_color(us)).count()
            };
            assert!(role == Role::Bishop && side == us && m.role() == Role::Pawn, "{deed}");
            assert!(moves(old) == 0 && moves(board) > 0, "{deed}");
        }
        "frees_castling" => {
            assert!(here.legal_moves().iter().all(|m| !m.is_castle()), "{deed}");
            let passed = after.clone().swap_turn().expect("no check");
            assert!(passed.legal_moves().iter().any(|m| m.is_castle()), "{deed}");
        }
        "develops" => assert!(matches!(m.role(), Role::Knight | Role::Bishop), "{deed}"),
        "centre" => {
            let middle = [Square::D4, Square::E4, Square::D5, Square::E5];
            assert!(m.role() == Role::Pawn && middle.contains(&m.to()), "{deed}");
        }
        "supports_centre" => {
            let (pawn, role, side) = target();
            assert!(role == Role::Pawn && side == us && kind == Role::Pawn, "{deed}");
            assert!(board.attacks_from(at).contains(pawn), "{deed}");
        }
        "square" => {
            let half = if us == Color::White {
                at.rank() >= Rank::Fifth
            } else {
                at.rank() <= Rank::Fourth
            };
            assert!(half && exchange(&after, at) == 0, "{deed}");
            let chased = after.legal_moves().into_iter().filter(|m| m.role() == Role::Pawn);
            for m in chased {
                let then = play(&after, m);
                let hit = then.board().attacks_to(at, !us, then.board().occupied());
                assert!((hit & then.board().pawns()).is_empty(), "{deed}");
            }
        }
        "centralises" => {
            let middle = [Square::D4, Square::E4, Square::D5, Square::E5];
            assert!(middle.contains(&at) && exchange(&after, at) == 0, "{deed}");
        }
        "controls_centre" => {
            assert!(!squares.is_empty(), "{deed}");
            for &square in &squares {
                assert!(board.attacks_from(at).contains(square), "{deed}");
                assert!(!old.attacks_from(from).contains(square), "{deed}");
            }
        }
        "worst_piece" => {
            let count = |board: &shakmaty::Board, square: Square| {
                (board.attacks_from(square) & !board.by_color(us)).count()
            };
            assert!(count(board, at) > count(old, from), "{deed}");
        }
        "space" => {
            assert!(m.role() == Role::Pawn && !matches!(at.file(), File::D | File::E), "{deed}");
        }
        "king_walks" => {
            let (pawn, role, _) = target();
            assert!(m.role() == Role::King && role == Role::Pawn, "{deed}");
            assert!(m.to().distance(pawn) < from.distance(pawn), "{deed}");
        }
        "king_centre" => {
            let off = |square: Square| {
                let half = |n: i32| ((2 * n - 7).abs() - 1) / 2;
                half(square.file() as i32) + half(square.rank() as i32)
            };
            assert!(m.role() == Role::King && off(m.to()) < off(from), "{deed}");
            assert!(here.board().queens().is_empty(), "{deed}");
        }
        "king_steps" => {
            let (slider, ..) = piece(&here, &deed["target"]);
            assert!(m.role() == Role::King, "{deed}");
            // On an empty board the piece would see where the king was.
            let reach = shakmaty::attacks::attacks(
                slider,
                here.board().piece_at(slider).expect("it"),
                Bitboard::EMPTY,
            );
            assert!(reach.contains(from), "{deed}");
        }
        // Over all positions in tests/endings.rs.
        "takes_opposition" | "reaches_key_square" => {
            assert_eq!(after.board().occupied().count(), 3, "{deed}");
        }
        other => panic!("nobody checks {other}"),
    }
}
