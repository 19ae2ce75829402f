// SPDX-License-Identifier: GPL-3.0-or-later
//! What earlier nodes teach: which moves tend to be good, and how far the
//! evaluation tends to be off.
//!
//! A record is a number within ±[`RECORD_MAX`] that lessons pull up or down, the
//! less the nearer it is to its bound. Quiet moves have several, each for the
//! move seen in another light: by its squares and whether they are attacked, by
//! the pawn structure, and by the piece and square of what was played 1, 2, 4 and
//! 6 plies before. The last four are worth 17 ±35 Elo at 2,000 nodes a move.

mod correction;

pub use correction::Corrections;

use chess::{Bitboard, Color, Move, Position};

use crate::tunables as t;

/// No record is larger.
pub const RECORD_MAX: i32 = 8_192;

/// A piece and the square it arrives on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival(u16);

/// Different arrivals, the one that did not happen included.
const ARRIVALS: usize = 12 * 64 + 1;

impl Arrival {
    /// Nothing arrived: a null move, or a move before the root.
    pub const NONE: Arrival = Arrival(12 * 64);

    /// What `mv` does in `position`.
    #[inline]
    pub fn of(position: &Position, mv: Move) -> Self {
        match position.piece_on(mv.from()) {
            Some(piece) => Arrival((piece.index() * 64 + mv.to().index()) as u16),
            None => Arrival::NONE,
        }
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Arrival {
    fn default() -> Self {
        Arrival::NONE
    }
}

/// A place in the record by squares, kept to teach a lesson later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(u16);

/// In what light the quiet moves of a node are seen.
#[derive(Clone, Copy)]
pub struct Situation {
    color: Color,
    /// Squares that the opponent attacks.
    threats: Bitboard,
    /// What was played 1, 2, 4 and 6 plies before.
    pub before: [Arrival; 4],
    pawns: usize,
}

/// Pawn structures share this many rows.
const PAWN_ROWS: usize = 512;

impl Situation {
    /// The light at `position`, after what was played `before`.
    pub fn new(position: &Position, threats: Bitboard, before: [Arrival; 4]) -> Self {
        let pawns = position.pawn_key() as usize % PAWN_ROWS;
        Situation { color: position.turn(), threats, before, pawns }
    }

    /// Where the record of `mv` by squares lies.
    #[inline]
    pub fn place(&self, mv: Move) -> Place {
        let from_attacked = u16::from(self.threats.contains(mv.from()));
        let to_attacked = u16::from(self.threats.contains(mv.to()));
        let light = (self.color.index() as u16) << 2 | from_attacked << 1 | to_attacked;
        Place(light << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16)
    }
}

/// All records of one thread.
pub struct History {
    squares: Box<[i16; 8 * 64 * 64]>,
    pawns: Box<[[i16; ARRIVALS]; PAWN_ROWS]>,
    sequels: Box<[[i16; ARRIVALS]; ARRIVALS]>,
    /// By what arrives, and what is taken.
    captures: Box<[[i16; 6]; ARRIVALS]>,
}

/// A large table, made on the heap at once: a thread's stack could not hold it.
fn table<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let table: Result<Box<[T; N]>, _> = vec![value; N].into_boxed_slice().try_into();
    table.unwrap_or_else(|_| unreachable!("the length is right by construction"))
}

impl History {
    /// Records of nothing.
    pub fn new() -> Self {
        History {
            squares: table(0),
            pawns: table([0; ARRIVALS]),
            sequels: table([0; ARRIVALS]),
            captures: table([0; 6]),
        }
    }

    /// The records that rank the quiet moves of a node.
    #[inline]
    pub fn quiet_ranks(&self, situation: &Situation) -> QuietRanks<'_> {
        QuietRanks {
            situation: *situation,
            squares: &self.squares,
            pawns: &self.pawns[situation.pawns],
            sequels: situation.before.map(|before| &self.sequels[before.index()]),
        }
    }

    /// How a quiet move did so far, for the question whether to search it deeply.
    #[inline]
    pub fn quiet_record(&self, situation: &Situation, position: &Position, mv: Move) -> i32 {
        let arrival = Arrival::of(position, mv).index();
        let [reply, plan, ..] = situation.before;
        i32::from(self.squares[usize::from(situation.place(mv).0)])
            + i32::from(self.pawns[situation.pawns][arrival])
            + i32::from(self.sequels[reply.index()][arrival])
            + i32::from(self.sequels[plan.index()][arrival])
    }

    /// How a capture or promotion did so far.
    #[inline]
    pub fn noisy_record(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.captures[Arrival::of(position, mv).index()][victim(position, mv)])
    }

    /// A quiet move was good (or bad, with a negative bonus).
    pub fn teach_quiet(
        &mut self,
        situation: &Situation,
        position: &Position,
        mv: Move,
        bonus: i32,
    ) {
        let arrival = Arrival::of(position, mv);
        self.teach_place(situation.place(mv), bonus);
        pull(&mut self.pawns[situation.pawns][arrival.index()], bonus);
        self.teach_sequel(&situation.before, arrival, bonus);
    }

    /// The same by squares only.
    #[inline]
    pub fn teach_place(&mut self, place: Place, bonus: i32) {
        pull(&mut self.squares[usize::from(place.0)], bonus);
    }

    /// The same by what was played before only.
    pub fn teach_sequel(&mut self, before: &[Arrival; 4], arrival: Arrival, bonus: i32) {
        for (before, share) in before.iter().zip([1, 1, 2, 2]) {
            pull(&mut self.sequels[before.index()][arrival.index()], bonus / share);
        }
    }

    /// A capture or promotion was good or bad.
    pub fn teach_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        let arrival = Arrival::of(position, mv);
        pull(&mut self.captures[arrival.index()][victim(position, mv)], bonus);
    }
}

/// The rows of all records that concern one node, found once for all its moves.
pub struct QuietRanks<'h> {
    situation: Situation,
    squares: &'h [i16; 8 * 64 * 64],
    pawns: &'h [i16; ARRIVALS],
    sequels: [&'h [i16; ARRIVALS]; 4],
}

impl QuietRanks<'_> {
    /// The rank of a quiet move in the order of search.
    #[inline]
    pub fn rank(&self, position: &Position, mv: Move) -> i32 {
        let arrival = Arrival::of(position, mv).index();
        let [reply, plan, older, oldest] = self.sequels.map(|row| i32::from(row[arrival]));
        let squares = i32::from(self.squares[usize::from(self.situation.place(mv).0)]);
        let pawns = i32::from(self.pawns[arrival]);
        let sum = squares * t::weigh_squares()
            + pawns * t::weigh_pawns()
            + reply * t::weigh_reply()
            + plan * t::weigh_plan()
            + (older + oldest) * t::weigh_older();
        sum / 64
    }
}

/// What is taken; kings are not, so that their number serves for a promotion
/// that takes nothing.
#[inline]
fn victim(position: &Position, mv: Move) -> usize {
    match position.piece_on(mv.to()) {
        Some(piece) => piece.role().index(),
        None if mv.is_en_passant() => 0,
        None => 5,
    }
}

/// Moves a record towards a bound: the nearer it is, the less it moves.
#[inline]
fn pull(record: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-RECORD_MAX, RECORD_MAX);
    let old = i32::from(*record);
    *record = (old + bonus - old * bonus.abs() / RECORD_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_stay_within_bounds() {
        let mut record = 0;
        for _ in 0..1_000 {
            pull(&mut record, 1_600);
        }
        assert!(i32::from(record) > RECORD_MAX * 3 / 4 && i32::from(record) <= RECORD_MAX);
        for _ in 0..1_000 {
            pull(&mut record, -100_000);
        }
        assert_eq!(i32::from(record), -RECORD_MAX);
    }

    #[test]
    fn a_lesson_counts_only_in_its_own_light() {
        let position = Position::startpos();
        let moves = position.legal_moves();
        let light = |threats, before| Situation::new(&position, threats, before);
        let here = light(Bitboard::EMPTY, [Arrival(5), Arrival(9), Arrival::NONE, Arrival(77)]);
        let attacked = light(Bitboard::ALL, [Arrival(700), Arrival(1), Arrival(2), Arrival(3)]);
        let mut history = History::new();
        history.teach_quiet(&here, &position, moves[0], 1_000);
        history.teach_quiet(&here, &position, moves[1], -1_000);
        assert!(history.quiet_ranks(&here).rank(&position, moves[0]) > 1_000);
        assert!(history.quiet_ranks(&here).rank(&position, moves[1]) < -1_000);
        assert_eq!(history.quiet_ranks(&here).rank(&position, moves[2]), 0);
        // The pawn structure is the same, the rest is not.
        let elsewhere = history.quiet_record(&attacked, &position, moves[0]);
        assert!(elsewhere > 0 && elsewhere < history.quiet_record(&here, &position, moves[0]));
    }

    #[test]
    fn captures_are_told_apart_by_their_victims() {
        let fen = "4k3/8/8/3q1r2/4P3/8/8/3QK3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let [queen, rook] = ["e4d5", "e4f5"].map(|text| position.parse_uci(text).unwrap());
        let mut history = History::new();
        history.teach_noisy(&position, queen, 500);
        assert!(history.noisy_record(&position, queen) > 0);
        assert_eq!(history.noisy_record(&position, rook), 0);
    }
}
