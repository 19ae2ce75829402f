// SPDX-License-Identifier: GPL-3.0-or-later
//! The position that a game begins from.

use chess::{Game, Position};
use rand::RngExt;
use rand_xoshiro::SplitMix64;
use search::{Control, Score, Search};

use super::game::{Rules, think};

/// Starts that are tried for one game: after so many even a lopsided one is played.
const STARTS: usize = 100;

/// A position after random moves, not finished, not in check, and balanced.
pub(super) fn start(
    search: &mut dyn Search,
    rules: &Rules,
    number: u64,
    random: &mut SplitMix64,
    control: &Control,
) -> Position {
    let shuffled = rules.chess960_every > 0 && number.is_multiple_of(rules.chess960_every);
    let mut last = Position::startpos();
    for _ in 0..STARTS {
        let start = if shuffled {
            Position::double_chess960(random.random_range(..960), random.random_range(..960))
        } else {
            Position::startpos()
        };
        let mut game = Game::new(start);
        for _ in 0..rules.random_plies + random.random_range(..2_usize) {
            let legal = game.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play(legal[random.random_range(..legal.len())]);
        }
        let position = *game.position();
        if game.outcome().is_some() || position.in_check() {
            continue;
        }
        last = position;
        let verdict = think(search, &Game::new(position), rules.nodes, control);
        if matches!(verdict, Some((_, Score::Cp(score))) if score.abs() <= rules.balanced) {
            break;
        }
    }
    last
}
