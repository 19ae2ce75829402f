// SPDX-License-Identifier: GPL-3.0-or-later
//! What earlier nodes teach about the order of quiet moves.

use chess::{Color, Move};

use crate::value::MAX_PLY;

/// No score of a move is larger.
pub const HISTORY_MAX: i32 = 8_192;

/// How often a quiet move, by colour, origin and destination, turned out to be
/// too good for the opponent, whatever the position.
pub struct History(Box<[[[i16; 64]; 64]; 2]>);

impl History {
    /// A history that knows nothing.
    pub fn new() -> Self {
        History(Box::new([[[0; 64]; 64]; 2]))
    }

    /// What is known about a quiet move of `color`, within ±[`HISTORY_MAX`].
    #[inline]
    pub fn get(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.0[color.index()][mv.from().index()][mv.to().index()])
    }

    /// `best` refuted the opponent's last move at `depth`; those `tried` before did
    /// not.
    pub fn learn(&mut self, color: Color, best: Move, tried: &[Move], depth: i32) {
        let bonus = (16 * depth * depth + 64 * depth).min(1_600);
        self.push(color, best, bonus);
        for &mv in tried.iter().filter(|&&mv| mv != best) {
            self.push(color, mv, -bonus);
        }
    }

    /// Moves the score towards a bound: the nearer it is, the less it moves.
    fn push(&mut self, color: Color, mv: Move, bonus: i32) {
        let score = &mut self.0[color.index()][mv.from().index()][mv.to().index()];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }

    /// A new search begins: old lessons count half.
    pub fn fade(&mut self) {
        self.0.iter_mut().flatten().flatten().for_each(|score| *score /= 2);
    }
}

/// The two latest quiet moves that refuted something at each ply.
pub struct Killers([[Move; 2]; MAX_PLY + 2]);

impl Killers {
    /// No killers.
    pub fn new() -> Self {
        Killers([[Move::NULL; 2]; MAX_PLY + 2])
    }

    /// The killers of a ply, the latest first.
    #[inline]
    pub fn get(&self, ply: usize) -> [Move; 2] {
        self.0[ply]
    }

    /// `mv` refuted something at `ply`.
    pub fn add(&mut self, ply: usize, mv: Move) {
        let [latest, before] = &mut self.0[ply];
        if *latest != mv {
            *before = *latest;
            *latest = mv;
        }
    }

    /// Those of a ply further down belong to another line.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply] = [Move::NULL; 2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    #[test]
    fn lessons_stay_within_bounds_and_fade() {
        let moves = Position::startpos().legal_moves();
        let mut history = History::new();
        for _ in 0..1_000 {
            history.learn(Color::White, moves[0], &moves, 30);
        }
        assert!(history.get(Color::White, moves[0]) > HISTORY_MAX / 2);
        assert!(history.get(Color::White, moves[0]) <= HISTORY_MAX);
        assert!(history.get(Color::White, moves[1]) >= -HISTORY_MAX);
        assert!(history.get(Color::White, moves[1]) < -HISTORY_MAX / 2);
        assert_eq!(history.get(Color::Black, moves[0]), 0);
        let before = history.get(Color::White, moves[0]);
        history.fade();
        assert_eq!(history.get(Color::White, moves[0]), before / 2);
    }

    #[test]
    fn killers_are_two_different_moves() {
        let mut killers = Killers::new();
        let [a, b, c] = [1, 2, 3].map(Move::from_bits);
        [a, a, b, b, c].into_iter().for_each(|mv| killers.add(7, mv));
        assert_eq!(killers.get(7), [c, b]);
        killers.clear(7);
        assert_eq!(killers.get(7), [Move::NULL; 2]);
    }
}
