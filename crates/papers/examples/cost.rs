// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluates the same positions again and again, to count what an evaluation costs:
//!
//! ```sh
//! cargo run --release -p xanthos-papers --example cost -- classical 100
//! ```
//!
//! The positions are those of 100 games in which dice choose among the moves that
//! lose nothing at once; they are evaluated in the order of play, as a search
//! comes by them. `cargo xtask trace-cost` counts the instructions of this program.

use chess::Position;
use eval::Explains;
use std::time::{Duration, Instant};
use xanthos_papers::{Evaluation, Settings, UnknownEvaluation, Visitor};

struct Rounds<'a> {
    positions: &'a [Position],
    count: u32,
}

impl Visitor for Rounds<'_> {
    type Out = i64;

    fn with<E: Explains>(self, mut evaluator: E) -> i64 {
        let mut sum = 0;
        for _ in 0..self.count {
            for position in self.positions {
                sum += i64::from(evaluator.evaluate(position));
            }
        }
        sum
    }
}

fn main() -> Result<(), UnknownEvaluation> {
    let mut arguments = std::env::args().skip(1);
    let kind: Evaluation = arguments.next().unwrap_or_else(|| "classical".into()).parse()?;
    let count = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(100);
    let positions = positions(100);

    let started = now();
    let sum = kind.build(&Settings::default(), Rounds { positions: &positions, count });
    let evaluations = positions.len() as u64 * u64::from(count);
    let seconds = now().saturating_sub(started).as_secs_f64().max(1e-9);
    println!("{evaluations} evaluations, sum {sum}, {:.0} a second", evaluations as f64 / seconds);
    Ok(())
}

/// Every position, not in check, of some games.
fn positions(games: usize) -> Vec<Position> {
    let mut dice = 0x9E37_79B9_7F4A_7C15_u64;
    let mut roll = |sides: usize| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice % sides as u64) as usize
    };
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::startpos();
        for _ in 0..120 {
            if !position.in_check() {
                positions.push(position);
            }
            let moves = position.legal_moves();
            let sound: Vec<_> =
                moves.iter().copied().filter(|&m| position.see_at_least(m, 0)).collect();
            let choice = if sound.is_empty() { &moves[..] } else { &sound[..] };
            if choice.is_empty() {
                break;
            }
            let next = choice[roll(choice.len())];
            position.play(next);
        }
    }
    positions
}

/// Time on the processor where the system tells it, so that a busy machine
/// does not count; else time on the wall.
fn now() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|line| line.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
