// SPDX-License-Identifier: GPL-3.0-or-later
//! Making a book from move statistics.

use super::{Entry, fitting};
use crate::move_stats::{MoveCount, MoveStats};
use chess::Color;
use std::io;

/// Which moves get into a book, and with what weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BookFilter {
    /// Moves that fewer games had are left out.
    pub min_games: u32,
    /// Moves that scored less, in per cent for the side that played them, are left out.
    pub min_score: f64,
    /// Moves that would weigh less (two for a win, one for a draw) are left out.
    pub min_weight: u64,
    /// Only moves of this side.
    pub only: Option<Color>,
    /// Every move weighs 1.
    pub uniform: bool,
}

impl Default for BookFilter {
    /// What Polyglot does: three games, and a point in one of them.
    fn default() -> BookFilter {
        BookFilter { min_games: 3, min_score: 0.0, min_weight: 1, only: None, uniform: false }
    }
}

impl BookFilter {
    fn keeps(&self, count: &MoveCount) -> bool {
        count.games() >= self.min_games
            && count.points() >= self.min_weight
            && count.score_with_unknown() * 100.0 >= self.min_score
            && self.only.is_none_or(|color| count.mover() == color)
    }
}

/// The entries of a book.
///
/// A move weighs two points for each game that its side won with it and one for each draw, a game
/// without a result counted as a draw, as Polyglot has it. Polyglot counts in sixteen bits and
/// halves the moves of a position when one reaches 16,384; here counts are exact and scaled in the
/// end, so the weights of the most frequent positions differ, and are right.
///
/// # Errors
/// When what was put aside on the disk can't be read again.
pub fn make(stats: &mut MoveStats, filter: &BookFilter) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    stats.for_each_part(
        |count| filter.keeps(count),
        |moves| {
            for position in moves.chunk_by_mut(|a, b| a.key == b.key) {
                // Among equals the one that was seen first comes first.
                position.sort_by_key(|count| (std::cmp::Reverse(count.points()), count.first));
                let mut weights: Vec<u64> = position.iter().map(MoveCount::points).collect();
                fitting(&mut weights);
                for (count, weight) in position.iter().zip(weights) {
                    let weight = if filter.uniform { 1 } else { weight };
                    entries.push(Entry {
                        key: count.key,
                        mv: count.mv,
                        weight: u16::try_from(weight).unwrap_or(u16::MAX),
                        learn: 0,
                    });
                }
            }
        },
    )?;
    Ok(entries)
}
