// SPDX-License-Identifier: GPL-3.0-or-later
//! What shakmaty and plain counting say; nothing here knows how this project does it.

use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Move, Position as _, Role, Square};

pub fn position(fen: &str) -> Chess {
    let parsed: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    parsed.into_position(CastlingMode::Chess960).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn read_move(position: &Chess, uci: &str) -> Move {
    let read: UciMove = uci.parse().unwrap_or_else(|_| panic!("{uci}"));
    read.to_move(position).unwrap_or_else(|_| panic!("{uci} is not legal"))
}

pub fn play(position: &Chess, m: Move) -> Chess {
    position.clone().play(m).unwrap_or_else(|_| panic!("{m:?} is not legal"))
}

pub fn value(role: Role) -> i64 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// What it would cost to lose it.
pub fn price(role: Role) -> i64 {
    if role == Role::King { 1000 } else { value(role) }
}

pub fn points(position: &Chess, color: Color) -> i64 {
    let board = position.board();
    Role::ALL
        .iter()
        .map(|&role| value(role) * (board.by_color(color) & board.by_role(role)).count() as i64)
        .sum()
}

/// The best that the side to move can win by captures on one square alone, every
/// legal way of taking and of stopping tried.
pub fn exchange(position: &Chess, square: Square) -> i64 {
    let captures = position.capture_moves();
    let best = captures.iter().filter(|m| m.to() == square).map(|&m| gain_of(position, m));
    best.max().unwrap_or(0).max(0)
}

/// What one capture or promotion wins, with the best exchange after it.
pub fn gain_of(position: &Chess, m: Move) -> i64 {
    let taken = m.capture().map_or(0, value);
    let made = m.promotion().map_or(0, |role| value(role) - 1);
    taken + made - exchange(&play(position, m), m.to())
}

/// Nothing can be won by captures or promotions on one square, and nobody is in check.
pub fn is_quiet(position: &Chess) -> bool {
    !position.is_check()
        && position
            .legal_moves()
            .iter()
            .filter(|m| m.is_capture() || m.is_promotion())
            .all(|&m| gain_of(position, m) <= 0)
}

/// Neither side is about to win anything: not by captures all over the board, and the
/// side to move has a quiet move after which the other side can't.
pub fn is_settled(position: &Chess) -> bool {
    let harmless = position.clone().swap_turn().is_ok_and(|other| brawl(&other, 0, 1, BRAWL) <= 0);
    let holds = |m: Move| {
        let won = m.capture().map_or(0, value) + m.promotion().map_or(0, |r| value(r) - 1);
        brawl(&play(position, m), won, won + 1, BRAWL) <= won
    };
    is_quiet(position)
        && brawl(position, 0, 1, BRAWL) <= 0
        && (harmless || position.legal_moves().into_iter().any(holds))
}

/// Half-moves of captures that are followed.
const BRAWL: u32 = 12;

/// The best that the side to move gets out of captures and promotions, with the choice
/// not to take; between `low` and `high` it is exact.
fn brawl(position: &Chess, low: i64, high: i64, depth: u32) -> i64 {
    let check = position.is_check();
    let mut best = if check { i64::MIN / 2 } else { 0 };
    if depth == 0 {
        return best.max(0);
    }
    let mut low = low.max(best);
    for m in position.legal_moves() {
        if best >= high {
            break;
        }
        if !check && !m.is_capture() && !m.is_promotion() {
            continue;
        }
        let won = m.capture().map_or(0, value) + m.promotion().map_or(0, |r| value(r) - 1);
        let after = play(position, m);
        best = best.max(won - brawl(&after, won - high, won - low, depth - 1));
        low = low.max(best);
    }
    best
}

/// Can the side to move mate in `moves` moves against every defence? None if that
/// takes too long to find out.
pub fn mates(position: &Chess, moves: u64, budget: &mut u32) -> Option<bool> {
    let mut legal: Vec<Move> = position.legal_moves().to_vec();
    legal.sort_by_key(|&m| !play(position, m).is_check());
    for m in legal {
        if mates_with(position, m, moves, budget)? {
            return Some(true);
        }
    }
    Some(false)
}

/// The same with a given first move.
pub fn mates_with(position: &Chess, m: Move, moves: u64, budget: &mut u32) -> Option<bool> {
    *budget = budget.checked_sub(1)?;
    let next = play(position, m);
    if next.is_checkmate() {
        return Some(true);
    }
    if moves <= 1 || next.legal_moves().is_empty() {
        return Some(false);
    }
    for reply in next.legal_moves() {
        if !mates(&play(&next, reply), moves - 1, budget)? {
            return Some(false);
        }
    }
    Some(true)
}

/// A line of the JSON, replayed and compared word for word. Gives its positions.
pub fn replay(line: &Value) -> Vec<Chess> {
    let start = position(text(line, "fen"));
    let us = start.turn();
    let mut positions = vec![start];
    let (uci, san) = (strings(&line["uci"]), strings(&line["san"]));
    assert_eq!(uci.len(), san.len());
    let mut captures = Vec::new();
    for (ply, (uci, san)) in uci.iter().zip(&san).enumerate() {
        let here = positions.last().cloned().unwrap_or_default();
        assert!(!here.is_checkmate() && !here.is_stalemate(), "a move after the end: {line}");
        let m = read_move(&here, uci);
        assert_eq!(SanPlus::from_move(here.clone(), m).to_string(), *san, "{line}");
        if let Some(role) = m.capture() {
            let at = if m.is_en_passant() {
                Square::from_coords(m.to().file(), m.from().unwrap_or(m.to()).rank())
            } else {
                m.to()
            };
            captures.push((ply as u64 + 1, name(role), at.to_string(), name(m.role())));
        }
        positions.push(play(&here, m));
    }
    let told: Vec<(u64, String, String, String)> = line["captures"]
        .as_array()
        .unwrap_or_else(|| panic!("{line}"))
        .iter()
        .map(|c| {
            let taken = &c["taken"];
            (
                c["ply"].as_u64().unwrap_or(0),
                text(taken, "role").to_owned(),
                text(taken, "square").to_owned(),
                text(&c["by"], "role").to_owned(),
            )
        })
        .collect();
    assert_eq!(told, captures, "{line}");
    let end = &positions[positions.len() - 1];
    let balance = |p: &Chess| points(p, us) - points(p, !us);
    assert_eq!(line["material"], balance(end) - balance(&positions[0]), "{line}");
    ending(line, &positions);
    positions
}

fn ending(line: &Value, positions: &[Chess]) {
    let end = &positions[positions.len() - 1];
    let is = |name: &str| line["ending"] == name;
    assert_eq!(is("checkmate"), end.is_checkmate(), "{line}");
    assert_eq!(is("stalemate"), end.is_stalemate(), "{line}");
    if is("insufficient_material") {
        assert!(end.is_insufficient_material(), "{line}");
    }
    if is("fifty_moves") {
        assert!(end.halfmoves() >= 100, "{line}");
    }
    if is("threefold_repetition") {
        assert!(positions.iter().filter(|p| *p == end).count() >= 3, "{line}");
    }
}

pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no {key} in {value}"))
}

pub fn int(value: &Value, key: &str) -> i64 {
    value[key].as_i64().unwrap_or_else(|| panic!("no {key} in {value}"))
}

pub fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().unwrap_or_else(|| panic!("no list: {value}"));
    list.iter().map(|v| v.as_str().unwrap_or_default().to_owned()).collect()
}

pub fn name(role: Role) -> String {
    format!("{role:?}").to_lowercase()
}

/// A piece of the JSON, who must stand on the board.
pub fn piece(position: &Chess, value: &Value) -> (Square, Role, Color) {
    let square: Square = text(value, "square").parse().unwrap_or_else(|_| panic!("{value}"));
    let piece = position.board().piece_at(square).unwrap_or_else(|| panic!("nobody: {value}"));
    assert_eq!(name(piece.role), text(value, "role"), "{value}");
    assert_eq!(format!("{:?}", piece.color).to_lowercase(), text(value, "side"), "{value}");
    (square, piece.role, piece.color)
}
