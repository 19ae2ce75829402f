// SPDX-License-Identifier: GPL-3.0-or-later
//! The position that a game begins from.

use chess::{Game, Position};
use rand::RngExt;
use rand_xoshiro::SplitMix64;
use search::{Control, Score, Search};

use super::game::{Rules, think};
use super::openings::Openings;

/// Starts that are tried for one game: after so many even a lopsided one is played.
const STARTS: usize = 100;

/// A position after random moves, not finished, not in check, and balanced.
pub(super) fn start(
    search: &mut dyn Search,
    rules: &Rules,
    openings: &Openings,
    number: u64,
    random: &mut SplitMix64,
    control: &Control,
) -> Position {
    let shuffled = rules.chess960_every > 0 && number.is_multiple_of(rules.chess960_every);
    let mut last = Position::startpos();
    for _ in 0..STARTS {
        let (start, plies) = if shuffled {
            let [white, black] = [random.random_range(..960), random.random_range(..960)];
            let start = Position::double_chess960(white, black);
            (start, rules.random_plies..=rules.random_plies + 1)
        } else if let Some(opening) = openings.draw(random) {
            (opening, 0..=rules.opening_plies)
        } else {
            (Position::startpos(), rules.random_plies..=rules.random_plies + 1)
        };
        let mut game = Game::new(start);
        for _ in 0..random.random_range(plies) {
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
