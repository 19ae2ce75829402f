// SPDX-License-Identifier: GPL-3.0-or-later
//! How long a look into the tables takes, beside another library on the same
//! positions in the same run:
//! `cargo run --release -p xanthos-syzygy --example probe_speed -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/second/mod.rs"]
mod second;

use std::path::PathBuf;
use std::time::Instant;

use chess::Position;
use common::Dice;
use second::Second;
use syzygy::Tables;

const POSITIONS: usize = 100_000;
const ROUNDS: usize = 10;

/// So many at a time are over before a busy system looks for other work.
const BATCH: usize = 500;

/// The best time of each batch.
struct Best(Vec<u128>);

impl Best {
    fn time(&mut self, positions: &[Position], mut ask: impl FnMut(&Position) -> bool) {
        for (best, batch) in self.0.iter_mut().zip(positions.chunks(BATCH)) {
            let start = Instant::now();
            let known = batch.iter().filter(|position| ask(position)).count();
            assert!(known > 0);
            *best = start.elapsed().as_nanos().min(*best);
        }
    }

    /// Nanoseconds a position.
    fn each(&self) -> f64 {
        let timed: Vec<u128> = self.0.iter().copied().filter(|&time| time < u128::MAX).collect();
        timed.iter().sum::<u128>() as f64 / (timed.len() * BATCH) as f64
    }
}

fn main() {
    let folder = std::env::args().nth(1).map_or_else(common::own_folder, PathBuf::from);
    let tables = match Tables::open_all(std::slice::from_ref(&folder)) {
        Ok(tables) => tables,
        Err(error) => return eprintln!("error: {error}"),
    };
    let second = Second::open(&folder);
    let names = common::names(&folder);
    let mut dice = Dice(1);
    let positions: Vec<Position> = (0..POSITIONS)
        .map(|_| {
            let name = &names[dice.roll(names.len())];
            dice.position(name)
        })
        .collect();
    let mut best = [(); 3].map(|()| Best(vec![u128::MAX; POSITIONS / BATCH]));
    for _ in 0..ROUNDS {
        let [ours, theirs, distance] = &mut best;
        ours.time(&positions, |position| tables.probe_wdl(position).is_ok());
        theirs.time(&positions, |position| second.wdl(position).is_some());
        distance.time(&positions[..POSITIONS / 10], |position| tables.probe_dtz(position).is_ok());
    }
    for (title, best) in ["outcome", "outcome, pyrrhic-rs", "distance"].iter().zip(best) {
        println!("{title:<20} {:>8.0} ns", best.each());
    }
}
