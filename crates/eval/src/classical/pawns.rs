// SPDX-License-Identifier: GPL-3.0-or-later
//! Pawn structure (Axon §4) and the king's shelter (Axon §3.B): what depends on nothing but
//! pawns and kings, and is therefore worth remembering.

use chess::{Bitboard, Color, Position, Square, attacks};

use crate::{Pair, Trace};

use super::Weights;
use super::board::{Board, FLANKS, ahead, beside, from_edge, in_front, islands, ranks};
use super::schema::{
    BACKWARD, CANDIDATE, DANGER_SHELTER, DANGER_STORM, DOUBLED, ISLAND, ISOLATED,
    KING_PAWN_DISTANCE, LEVER, PAWNLESS_FLANK, PHALANX, RAM, SHELTER, STORM, SUPPORTED,
};
use crate::tally::Tally;

/// How many structures are remembered.
const ENTRIES: usize = 4096;

/// What pawns and kings say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    key: u64,
    /// Credits, White's view.
    pub sum: Pair,
    /// Attack units that open shelters give to each side.
    pub danger: [Pair; 2],
    /// Passed pawns of both sides.
    pub passed: Bitboard,
}

/// Structures seen before. A table of one evaluator: no locks, no sharing.
#[derive(Clone, Debug)]
pub struct PawnTable(Vec<Structure>);

impl PawnTable {
    pub fn new() -> Self {
        PawnTable(vec![Structure::default(); ENTRIES])
    }

    /// The structure of the board, remembered or found out.
    #[inline(always)]
    pub fn probe(&mut self, board: &Board<'_>, weights: &Weights) -> Structure {
        let key = key(board.position);
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            *entry = found_out(board, weights, key);
        }
        *entry
    }
}

/// Pawns and both kings.
#[inline(always)]
fn key(position: &Position) -> u64 {
    let kings = position.king(Color::White).index() as u64
        | (position.king(Color::Black).index() as u64) << 6;
    // Never 0, which marks an empty entry.
    (position.pawn_key() ^ (kings + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1 << 63
}

#[inline(never)]
fn found_out(board: &Board<'_>, weights: &Weights, key: u64) -> Structure {
    let mut nobody = ();
    let mut tally = Tally::new(weights, &mut nobody);
    let passed = structure(board, &mut tally);
    Structure { key, sum: tally.sum, danger: tally.danger, passed }
}

/// Counts everything about pawns and shelters; gives the passed pawns.
pub fn structure<T: Trace>(board: &Board<'_>, tally: &mut Tally<'_, T>) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    for us in Color::ALL {
        passed |= pawns(board, us, tally);
        shelter(board, us, tally);
    }
    passed
}

fn pawns<T: Trace>(board: &Board<'_>, us: Color, tally: &mut Tally<'_, T>) -> Bitboard {
    let (own, enemy) = (board.pawns[us.index()], board.pawns[(!us).index()]);
    let mut passed = Bitboard::EMPTY;
    for square in own {
        let here = Bitboard::of(square);
        let rank = us.relative_rank(square.rank());
        let stop = ahead(us, here);
        let path = in_front(us, here);
        let span = path | beside(path);
        let beside_files = beside(Bitboard::FILES[square.file()]);

        let opposed = (enemy & path).any();
        let stoppers = enemy & span;
        let levers = enemy & attacks::pawn(us, square);
        let push_levers = enemy & beside(ahead(us, stop));
        let support = own & attacks::pawn(!us, square);
        let phalanx = own & beside(here);
        let doubled = (own & path).any();

        if doubled {
            tally.add(us, DOUBLED, usize::from(support.is_empty()), 1, here);
        }
        if support.any() {
            tally.add(us, SUPPORTED, rank, support.count() as i32, here);
        }
        if phalanx.any() {
            tally.add(us, PHALANX, rank, 1, here);
        }
        if levers.any() {
            tally.add(us, LEVER, rank, 1, here);
        }
        if (enemy & stop).any() {
            tally.add(us, RAM, rank, 1, here);
        }
        if (own & beside_files).is_empty() {
            tally.add(us, ISOLATED, usize::from(!opposed), 1, here);
        } else {
            let behind = in_front(!us, beside(stop)) & own;
            let held = (enemy & (stop | attacks_of(us, stop))).any();
            if behind.is_empty() && held {
                tally.add(us, BACKWARD, usize::from(!opposed), 1, here);
            }
        }
        if stoppers.is_empty() && !doubled {
            passed |= here;
        } else if !doubled
            && (stoppers & !(levers | push_levers)).is_empty()
            && support.count() >= levers.count()
            && phalanx.count() >= push_levers.count()
        {
            tally.add(us, CANDIDATE, rank, 1, here);
        }
    }
    let islands = islands(own);
    if islands > 0 {
        tally.add(us, ISLAND, 0, islands, own);
    }
    passed
}

/// What a pawn of `us` on the square of `set` attacks.
fn attacks_of(us: Color, set: Bitboard) -> Bitboard {
    beside(ahead(us, set))
}

fn shelter<T: Trace>(board: &Board<'_>, us: Color, tally: &mut Tally<'_, T>) {
    let them = !us;
    let king = board.kings[us.index()];
    let (own, enemy) = (board.pawns[us.index()], board.pawns[them.index()]);
    let forward = ranks(us, us.relative_rank(king.rank()), 7);

    for file in king.file().saturating_sub(1)..=(king.file() + 1).min(7) {
        let on_file = Bitboard::FILES[file] & forward;
        let (ours, theirs) = (nearest(us, own & on_file, king), nearest(us, enemy & on_file, king));
        let side = usize::from(file != king.file());
        let blocked = usize::from(ours < 7 && theirs < 7 && ours + 1 == theirs);
        let edge = from_edge(file);
        tally.add(us, SHELTER, side * 32 + edge * 8 + ours, 1, own & on_file);
        tally.add(us, STORM, blocked * 32 + edge * 8 + theirs, 1, enemy & on_file);
        tally.threaten(them, DANGER_SHELTER, side * 8 + ours, 1, own & on_file);
        tally.threaten(them, DANGER_STORM, blocked * 8 + theirs, 1, enemy & on_file);
    }
    if ((own | enemy) & FLANKS[king.file()]).is_empty() {
        tally.add(us, PAWNLESS_FLANK, 0, 1, Bitboard::of(king));
    }
    if let Some(distance) = own.into_iter().map(|pawn| pawn.distance(king)).min() {
        tally.add(us, KING_PAWN_DISTANCE, distance, 1, Bitboard::of(king));
    }
}

/// Ranks from the king to the nearest of the pawns before it; 7 for none.
fn nearest(us: Color, pawns: Bitboard, king: Square) -> usize {
    let pawn = if us == Color::White { pawns.first() } else { pawns.last() };
    pawn.map_or(7, |pawn| pawn.rank().abs_diff(king.rank()))
}
