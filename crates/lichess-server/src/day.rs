// SPDX-License-Identifier: GPL-3.0-or-later
//! A day of challenges, made one after the other.

use std::time::Duration;

use rand::RngExt;
use rand_xoshiro::SplitMix64;

use crate::opponent::{Spec, Temper, Time};

/// How many games, of which kind.
#[derive(Clone, Debug)]
pub struct Day {
    /// Games to be played to their end.
    pub games: u64,
    /// Challenges that are open at a time.
    pub open: usize,
    /// The clock of each game, whatever its challenge says.
    pub clock: (Duration, Duration),
    /// Whether opponents give up after a few moves, for many games in little time.
    pub short: bool,
}

impl Default for Day {
    fn default() -> Day {
        let clock = (Duration::from_secs(10), Duration::from_millis(100));
        Day { games: 1000, open: 6, clock, short: false }
    }
}

/// Positions that are played from.
const POSITIONS: &[&str] = &[
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
];

impl Day {
    pub(crate) fn spec(&self, chance: &mut SplitMix64) -> Spec {
        let number = chance.random_range(0..400);
        let bot = chance.random_bool(0.5);
        let kind = if bot { "Bot" } else { "Person" };
        let (variant, fen) = match chance.random_range(0..100) {
            0..70 => ("standard", None),
            70..85 => ("chess960", Some(chess960(chance.random_range(0..960)))),
            85..95 => {
                let fen = POSITIONS[chance.random_range(0..POSITIONS.len())];
                ("fromPosition", Some(fen.to_owned()))
            }
            _ => ("atomic", None),
        };
        let shown = match chance.random_range(0..100) {
            0..3 => (15, 0),
            3..40 => (60, 1),
            40..80 => (180, 2),
            _ => (600, 5),
        };
        let temper = match chance.random_range(0..100) {
            _ if self.short => Temper::Resigns(chance.random_range(2..6)),
            0..45 => Temper::Quiet,
            45..65 => Temper::Resigns(chance.random_range(2..40)),
            65..75 => Temper::OffersDraws,
            75..83 => Temper::TakesBack,
            83..88 => Temper::Leaves(chance.random_range(2..30)),
            88..92 => Temper::NeverComes,
            _ => Temper::Chats,
        };
        Spec {
            user: format!("{kind}{number}"),
            bot,
            rating: 1000 + number * 5,
            variant: variant.to_owned(),
            fen,
            time: Time::Clock(self.clock.0, self.clock.1),
            shown: Some(shown),
            rated: chance.random_bool(0.5),
            side: None,
            temper,
            unclaimable: false,
        }
    }
}

/// The start position of a number from 0 to 959, by Scharnagl's scheme.
fn chess960(number: u32) -> String {
    let mut rank = [' '; 8];
    let free = |rank: &[char; 8], nth: usize| {
        (0..8).filter(|&file| rank[file] == ' ').nth(nth).expect("a free file")
    };
    let (rest, bishop) = (number / 4, number % 4);
    rank[(bishop * 2 + 1) as usize] = 'B';
    let (rest, bishop) = (rest / 4, rest % 4);
    rank[(bishop * 2) as usize] = 'B';
    let (rest, queen) = (rest / 6, rest % 6);
    let file = free(&rank, queen as usize);
    rank[file] = 'Q';
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = pairs[rest as usize];
    let (a, b) = (free(&rank, first), free(&rank, second));
    (rank[a], rank[b]) = ('N', 'N');
    for piece in ['R', 'K', 'R'] {
        let file = free(&rank, 0);
        rank[file] = piece;
    }
    let white: String = rank.iter().collect();
    let black = white.to_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_518_is_the_usual_position() {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(chess960(518), usual);
        let all: std::collections::HashSet<String> = (0..960).map(chess960).collect();
        assert_eq!(all.len(), 960);
    }
}
