// SPDX-License-Identifier: GPL-3.0-or-later
//! How old entries are when they arrive, and what it costs to take one in: rank 0 sends a full batch
//! every ten milliseconds, as in a search, and the others look once a millisecond, as in a search.
//!
//! ```sh
//! cargo build --release -p xanthos-cluster --features mpi --example latency
//! mpirun -n 2 target/release/examples/latency
//! ```

use std::time::{Duration, Instant};

use chess::Game;
use search::{AlphaBeta, Control, Exchange, Job, Limits, Search, SharedEntry};
use std::sync::Arc;
use xanthos_cluster::batch::{Batch, MOST, now};
use xanthos_cluster::mpi_wire::MpiWire;
use xanthos_cluster::pace::{BATCH, LOOK};
use xanthos_cluster::wire::{Tag, Wire};

const BATCHES: usize = 500;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut wire = MpiWire::start()?;
    let entries = entries();
    let mut ages = Vec::new();
    if wire.rank() == 0 {
        for _ in 0..BATCHES {
            let bytes = Batch::new(1, entries.clone()).encode();
            (1..wire.size()).for_each(|rank| wire.send(rank, Tag::Batch, bytes.clone()));
            std::thread::sleep(BATCH);
        }
    } else {
        let cost = cost(&entries);
        let deadline = Instant::now() + BATCH * u32::try_from(BATCHES)? * 4;
        while ages.len() < BATCHES && Instant::now() < deadline {
            std::thread::sleep(LOOK);
            while let Some(packet) = wire.receive() {
                let batch = Batch::decode(&packet.bytes)?;
                ages.push(Duration::from_micros(now().saturating_sub(batch.sent)));
            }
        }
        ages.sort();
        if let (Some(middle), Some(late)) =
            (ages.get(ages.len() / 2), ages.get(ages.len() * 99 / 100))
        {
            let rank = wire.rank();
            eprintln!("rank {rank}: unpacking and checking an entry takes {cost:?}");
            eprintln!(
                "rank {rank}: {} batches, median {middle:?}, 99 % within {late:?}",
                ages.len()
            );
        }
    }
    wire.leave(true, 0)
}

/// A full batch of real entries.
fn entries() -> Vec<SharedEntry> {
    let exchange = Arc::new(Exchange::new(0));
    let limits = Limits { depth: Some(10), ..Limits::default() };
    let job = Job { exchange: Some(exchange.clone()), ..Job::new(Game::default(), limits) };
    AlphaBeta::new(eval::Placement).think(&job, &Control::default(), &mut |_| {});
    let mut entries = exchange.take_leaving();
    entries.truncate(MOST);
    entries
}

/// Time for each entry of a batch that arrives.
fn cost(entries: &[SharedEntry]) -> Duration {
    const ROUNDS: u32 = 1000;
    let bytes = Batch::new(1, entries.to_vec()).encode();
    let began = Instant::now();
    for _ in 0..ROUNDS {
        if let Ok(batch) = Batch::decode(&bytes) {
            std::hint::black_box(Exchange::new(0).deliver(&batch.entries));
        }
    }
    began.elapsed() / ROUNDS / u32::try_from(entries.len().max(1)).unwrap_or(1)
}
