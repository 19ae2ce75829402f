// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of one move in one position.

use crate::pgn::GameResult;
use crate::polyglot::CodedMove;
use chess::Color;
use std::io::{self, Read, Write};

/// Statistics of a move in a position.
///
/// It fills a line of the processor's cache: there are millions of these, and each game touches
/// some dozens of them anywhere in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct MoveCount {
    /// The position.
    pub key: u64,
    /// The move.
    pub mv: CodedMove,
    /// The position behind the move.
    pub child: u64,
    /// Games that White won.
    pub white: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// Games without a result.
    pub unknown: u32,
    /// The sum of the ratings of those who played the move, where both players had one.
    pub mover_ratings: u64,
    /// The same of those against whom it was played.
    pub opponent_ratings: u64,
    /// How many games that were.
    pub rated: u32,
    /// The last year in which it was played; 0 if no game has a date.
    pub last_year: u16,
    /// The fewest half-moves before it.
    pub ply: u16,
    /// The first game that had it.
    pub first: u32,
}

/// A move in one game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sighting {
    pub key: u64,
    pub child: u64,
    pub mv: CodedMove,
    /// 0 if not rated.
    pub mover: u16,
    /// 0 if not rated.
    pub opponent: u16,
    pub year: u16,
    pub game: u32,
    pub ply: u16,
    pub result: GameResult,
}

const _: () = assert!(size_of::<MoveCount>() == 64);

impl MoveCount {
    /// Games that had the move.
    pub fn games(&self) -> u32 {
        self.white
            .saturating_add(self.draws)
            .saturating_add(self.black)
            .saturating_add(self.unknown)
    }

    /// Who played it. All games begin at the same position, so the number of half-moves tells.
    pub fn mover(&self) -> Color {
        if self.ply.is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// Two points for each win of the side that played the move, one for every other game that
    /// it did not lose.
    pub fn points(&self) -> u64 {
        let wins = match self.mover() {
            Color::White => self.white,
            Color::Black => self.black,
        };
        2 * u64::from(wins) + u64::from(self.draws) + u64::from(self.unknown)
    }

    /// The share of all points, games without a result counted as draws.
    pub fn score_with_unknown(&self) -> f64 {
        self.points() as f64 / (2.0 * f64::from(self.games().max(1)))
    }

    /// The average rating of the players who chose the move; 0 if unknown.
    pub fn mover_rating(&self) -> u16 {
        self.average(self.mover_ratings)
    }

    /// The average rating of their opponents; 0 if unknown.
    pub fn opponent_rating(&self) -> u16 {
        self.average(self.opponent_ratings)
    }

    fn average(&self, sum: u64) -> u16 {
        let count = u64::from(self.rated);
        let average = (sum + count / 2).checked_div(count).unwrap_or(0);
        u16::try_from(average).unwrap_or(u16::MAX)
    }

    /// Nothing yet, but about this move.
    pub(super) fn nothing(sighting: &Sighting) -> MoveCount {
        MoveCount {
            key: sighting.key,
            mv: sighting.mv,
            child: sighting.child,
            white: 0,
            draws: 0,
            black: 0,
            unknown: 0,
            mover_ratings: 0,
            opponent_ratings: 0,
            rated: 0,
            last_year: 0,
            ply: u16::MAX,
            first: u32::MAX,
        }
    }

    /// Counts a game.
    pub(super) fn count(&mut self, seen: &Sighting) {
        let place = match seen.result {
            GameResult::WhiteWins => &mut self.white,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black,
            GameResult::Unknown => &mut self.unknown,
        };
        *place = place.saturating_add(1);
        if seen.mover > 0 && seen.opponent > 0 {
            self.mover_ratings += u64::from(seen.mover);
            self.opponent_ratings += u64::from(seen.opponent);
            self.rated = self.rated.saturating_add(1);
        }
        self.last_year = self.last_year.max(seen.year);
        self.ply = self.ply.min(seen.ply);
        self.first = self.first.min(seen.game);
    }

    /// Takes over what another count of the same move says.
    pub(super) fn add(&mut self, other: &MoveCount) {
        self.white = self.white.saturating_add(other.white);
        self.draws = self.draws.saturating_add(other.draws);
        self.black = self.black.saturating_add(other.black);
        self.unknown = self.unknown.saturating_add(other.unknown);
        self.mover_ratings += other.mover_ratings;
        self.opponent_ratings += other.opponent_ratings;
        self.rated = self.rated.saturating_add(other.rated);
        self.last_year = self.last_year.max(other.last_year);
        self.ply = self.ply.min(other.ply);
        self.first = self.first.min(other.first);
    }

    /// Writes it where [`MoveCount::read`] finds it again.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for number in [self.key, self.child, self.mover_ratings, self.opponent_ratings] {
            out.write_all(&number.to_le_bytes())?;
        }
        let counts = [self.white, self.draws, self.black, self.unknown, self.rated, self.first];
        for number in counts {
            out.write_all(&number.to_le_bytes())?;
        }
        for number in [self.mv.0, self.last_year, self.ply] {
            out.write_all(&number.to_le_bytes())?;
        }
        Ok(())
    }

    pub(super) fn read(from: &mut impl Read) -> io::Result<MoveCount> {
        let [key, child, mover_ratings, opponent_ratings] = read_numbers(from, u64::from_le_bytes)?;
        let [white, draws, black, unknown, rated, first] = read_numbers(from, u32::from_le_bytes)?;
        let [mv, last_year, ply] = read_numbers(from, u16::from_le_bytes)?;
        Ok(MoveCount {
            key,
            mv: CodedMove(mv),
            child,
            white,
            draws,
            black,
            unknown,
            mover_ratings,
            opponent_ratings,
            rated,
            last_year,
            ply,
            first,
        })
    }
}

fn read_numbers<T: Copy + Default, const SIZE: usize, const N: usize>(
    from: &mut impl Read,
    number: fn([u8; SIZE]) -> T,
) -> io::Result<[T; N]> {
    let mut numbers = [T::default(); N];
    for place in &mut numbers {
        let mut bytes = [0; SIZE];
        from.read_exact(&mut bytes)?;
        *place = number(bytes);
    }
    Ok(numbers)
}
