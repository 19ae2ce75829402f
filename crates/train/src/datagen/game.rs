// SPDX-License-Identifier: GPL-3.0-or-later
//! One game, from its start to its end.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::collections::HashSet;

use chess::{Color, Game, Position};
use formats::viriformat::{Record, Wdl};
use search::{Control, Event, Job, Limits, Score, Search};

use super::openings::Openings;
use super::sampler::Basket;
use super::start::start;
use crate::positions::label;

/// The label of a mate: above everything that is a matter of opinion.
const MATE_LABEL: i32 = 32_000;

/// How a game is played, and when it ends before its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Nodes of each search.
    pub nodes: u64,
    /// Random half-moves at the beginning; half of the games have one more.
    pub random_plies: usize,
    /// Random plies after an opening of a file, at most.
    pub opening_plies: usize,
    /// One game in so many begins from a double Chess960 position; 0 for none.
    pub chess960_every: u64,
    /// A start is thrown away when it is worth more, in centipawns.
    pub balanced: i32,
    /// The share of games that begin with unequal material; of their starts only those
    /// that are won are thrown away.
    pub unbalanced: f64,
    /// A game is won when the score is at least this,
    pub win: i32,
    /// for so many plies in a row.
    pub win_plies: usize,
    /// A game is drawn when the score is at most this,
    pub draw: i32,
    /// for so many plies in a row,
    pub draw_plies: usize,
    /// after so many half-moves.
    pub draw_after: usize,
    /// A game of this length is drawn.
    pub longest: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            nodes: 5000,
            random_plies: 8,
            opening_plies: 4,
            chess960_every: 8,
            balanced: 300,
            unbalanced: 0.0,
            win: 1500,
            win_plies: 4,
            draw: 8,
            draw_plies: 10,
            draw_after: 80,
            longest: 400,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its moves, with the scores of the searches that found them.
    pub record: Record,
    /// Positions of those searches, each once, as far as the basket held them.
    pub tree: Vec<Position>,
}

/// Plays game `number`; it depends on the seed, the number, the rules, the openings
/// and the player, and on nothing that was played before. A player that samples puts
/// positions into `basket`.
pub fn play(
    search: &mut dyn Search,
    rules: &Rules,
    openings: &Openings,
    seed: u64,
    number: u64,
    basket: &Basket,
    control: &Control,
) -> Played {
    let mut random = SplitMix64::seed_from_u64(seed.rotate_left(32) ^ number);
    search.new_game();
    let start = start(search, rules, openings, number, &mut random, control);
    search.new_game();
    let mut game = Game::new(start);
    let mut moves = Vec::new();
    let (mut tree, mut known) = (Vec::new(), HashSet::new());
    let mut streak = Streak::default();
    let result = loop {
        if let Some(outcome) = game.outcome() {
            break match outcome.winner() {
                Some(Color::White) => Wdl::Win,
                Some(Color::Black) => Wdl::Loss,
                None => Wdl::Draw,
            };
        }
        if moves.len() >= rules.longest {
            break Wdl::Draw;
        }
        let position = *game.position();
        known.insert(position.key());
        basket.begin(random.next_u64());
        let Some((best, score)) = think(search, &game, rules.nodes, control) else {
            break Wdl::Draw;
        };
        // The trees of neighbouring moves overlap.
        tree.extend(basket.take().into_iter().filter(|met| known.insert(met.key())));
        let score = if position.turn() == Color::White { score } else { -score };
        moves.push((best, label_of(&position, score)));
        if let Some(result) = streak.adjudicate(rules, score, moves.len()) {
            break result;
        }
        game.play(best);
    };
    Played { record: Record::new(start, result, moves), tree }
}

/// The best move and its score, for the side to move.
pub(super) fn think(
    search: &mut dyn Search,
    game: &Game,
    nodes: u64,
    control: &Control,
) -> Option<(chess::Move, Score)> {
    let job = Job::new(game.clone(), Limits { nodes: Some(nodes), ..Limits::default() });
    let mut score = None;
    let outcome = search.think(&job, control, &mut |event| {
        if let Event::Depth(depth) = event {
            score = Some(depth.best().score);
        }
    });
    Some((outcome.best?, score?))
}

/// What is written for a score of White: the unit of all files, mates beyond it.
fn label_of(position: &Position, score: Score) -> i16 {
    match score {
        Score::Cp(centipawns) => label(position, f64::from(centipawns)),
        Score::Mate(moves) => (moves.signum() * (MATE_LABEL - 2 * moves.abs())) as i16,
        Score::Tablebase(plies) => (plies.signum() * (MATE_LABEL - 500)) as i16,
    }
}

/// How long both sides have agreed.
#[derive(Debug, Default)]
struct Streak {
    /// Positive for White.
    won: i64,
    even: usize,
}

impl Streak {
    /// The result, if the scores say it clearly; `score` is White's.
    fn adjudicate(&mut self, rules: &Rules, score: Score, plies: usize) -> Option<Wdl> {
        let worth = match score {
            Score::Cp(worth) => worth,
            Score::Mate(moves) => moves.signum() * i32::from(i16::MAX),
            Score::Tablebase(plies) => plies.signum() * i32::from(i16::MAX),
        };
        let winning = if worth.abs() >= rules.win { i64::from(worth.signum()) } else { 0 };
        self.won = if winning * self.won > 0 { self.won + winning } else { winning };
        self.even = if worth.abs() <= rules.draw { self.even + 1 } else { 0 };
        if self.won.unsigned_abs() as usize >= rules.win_plies.max(1) {
            return Some(if self.won > 0 { Wdl::Win } else { Wdl::Loss });
        }
        (plies > rules.draw_after && self.even >= rules.draw_plies).then_some(Wdl::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_games_end_and_open_ones_go_on() {
        let rules = Rules { win_plies: 3, draw_plies: 2, draw_after: 4, ..Rules::default() };
        let adjudicate = |scores: &[i32]| {
            let mut streak = Streak::default();
            let mut all = scores.iter().enumerate();
            all.find_map(|(i, &score)| {
                streak.adjudicate(&rules, Score::Cp(score), i + 1).map(|result| (i + 1, result))
            })
        };
        assert_eq!(adjudicate(&[1500, 1600, 1700]), Some((3, Wdl::Win)));
        assert_eq!(adjudicate(&[-1500, -1600, -1700, 0]), Some((3, Wdl::Loss)));
        assert_eq!(adjudicate(&[1500, 1600, -1700, 1800, 100, 1500, 1500]), None);
        assert_eq!(adjudicate(&[0, 1, 2, 3, 4]), Some((5, Wdl::Draw)));
        assert_eq!(adjudicate(&[0, 0, 0, 0, 90, 0]), None);
        let mut streak = Streak::default();
        assert_eq!(
            streak.adjudicate(&Rules { win_plies: 1, ..rules }, Score::Mate(-3), 1),
            Some(Wdl::Loss)
        );
    }
}
