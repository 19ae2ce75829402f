// SPDX-License-Identifier: GPL-3.0-or-later
//! Another library that reads the same files, with attacks of our own.
#![allow(dead_code)] // Each user needs a part.

use std::path::Path;

use chess::{Color, Position, Role, Square, attacks};
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};
use search::Wdl;

#[derive(Clone)]
struct OurAttacks;

fn square(index: u64) -> Square {
    Square::from_index(index as usize).unwrap()
}

impl EngineAdapter for OurAttacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, at: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::White => Color::White,
            pyrrhic_rs::Color::Black => Color::Black,
        };
        attacks::pawn(color, square(at)).0
    }
    fn knight_attacks(at: u64) -> u64 {
        attacks::knight(square(at)).0
    }
    fn bishop_attacks(at: u64, occupied: u64) -> u64 {
        attacks::bishop(square(at), chess::Bitboard(occupied)).0
    }
    fn rook_attacks(at: u64, occupied: u64) -> u64 {
        attacks::rook(square(at), chess::Bitboard(occupied)).0
    }
    fn queen_attacks(at: u64, occupied: u64) -> u64 {
        attacks::queen(square(at), chess::Bitboard(occupied)).0
    }
    fn king_attacks(at: u64) -> u64 {
        attacks::king(square(at)).0
    }
}

/// The tables as that library sees them. It can be opened once in a process.
pub struct Second(TableBases<OurAttacks>);

impl Second {
    pub fn open(folder: &Path) -> Second {
        Second(TableBases::new(folder.to_string_lossy()).expect("tables"))
    }

    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        let [white, black] = Color::ALL.map(|color| position.by_color(color).0);
        let role = |role: Role| position.by_role(role).0;
        let en_passant = position.en_passant().map_or(0, |square| square.index() as u32);
        let answer = self.0.probe_wdl(
            white,
            black,
            role(Role::King),
            role(Role::Queen),
            role(Role::Rook),
            role(Role::Bishop),
            role(Role::Knight),
            role(Role::Pawn),
            en_passant,
            position.turn() == Color::White,
        );
        answer.ok().map(ours)
    }

    /// The distance of the best move, without its sign.
    pub fn distance(&self, position: &Position) -> Option<u16> {
        let [white, black] = Color::ALL.map(|color| position.by_color(color).0);
        let role = |role: Role| position.by_role(role).0;
        let en_passant = position.en_passant().map_or(0, |square| square.index() as u32);
        let answer = self.0.probe_root(
            white,
            black,
            role(Role::King),
            role(Role::Queen),
            role(Role::Rook),
            role(Role::Bishop),
            role(Role::Knight),
            role(Role::Pawn),
            0,
            en_passant,
            position.turn() == Color::White,
        );
        match answer.ok()?.root {
            DtzProbeValue::DtzResult(result) => Some(result.dtz),
            _ => None,
        }
    }
}

fn ours(wdl: WdlProbeResult) -> Wdl {
    match wdl {
        WdlProbeResult::Loss => Wdl::Loss,
        WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
        WdlProbeResult::Draw => Wdl::Draw,
        WdlProbeResult::CursedWin => Wdl::CursedWin,
        WdlProbeResult::Win => Wdl::Win,
    }
}
