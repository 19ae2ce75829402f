// SPDX-License-Identifier: GPL-3.0-or-later
//! How many samples a second one thread trains on.
//!
//! ```text
//! cargo run --release -p xanthos-train --example training_speed -- train.xts 256 plain
//! ```
//!
//! The arguments: a file of samples, the hidden layer, `plain` (768 inputs, one
//! output) or `buckets` (the engine's inputs and outputs), and the batches.

use std::time::Instant;

use xanthos_train::data::{Reader, Sample};
use xanthos_train::nnue::{Batch, Model, Scratch, Shape, loss};
use xanthos_train::trainer::{Objective, Rates};

const BATCH: usize = 16_384;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("a file of samples is wanted")?;
    let hidden = words.next().map_or(Ok(256), |word| word.parse())?;
    let buckets = words.next().is_some_and(|word| word == "buckets");
    let batches = words.next().map_or(Ok(20), |word| word.parse())?;
    let width = words.next().map_or(Ok(0), |word| word.parse())?;
    let shape = Shape { hidden, king_buckets: buckets, output_buckets: buckets };
    let samples: Vec<Sample> =
        Reader::open(path.as_ref())?.take(8 * BATCH).collect::<Result<_, _>>()?;
    let run = match width {
        16 => run::<16>,
        32 => run::<32>,
        64 => run::<64>,
        256 => run::<256>,
        _ => run::<128>,
    };
    run(shape, &samples, batches);
    Ok(())
}

fn cpu() -> f64 {
    // utime in clock ticks of 10 ms
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    stat.split(' ').nth(13).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}

fn run<const W: usize>(shape: Shape, samples: &[Sample], batches: usize) {
    let objective = Objective { width: 183.0, blend: 0.3, power: 2.0 };
    let rates = Rates { learning: 0.001, decay: 0.01 };
    let mut model = Model::<W>::new(shape, 1);
    let mut scratch = Scratch::new();
    let mut batch = Batch::default();
    let (mut seen, mut sum) = (0, 0.0);
    let parts: Vec<&[Sample]> = samples.chunks_exact(BATCH).collect();
    batch.fill(parts[0], shape, objective, 1);
    model.step(&batch, loss(objective), rates, &mut scratch, 1);
    let (wall, begun) = (Instant::now(), cpu());
    for number in 0..batches {
        let part = parts[number % parts.len()];
        batch.fill(part, shape, objective, 1);
        sum = model.step(&batch, loss(objective), rates, &mut scratch, 1);
        seen += part.len();
    }
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu() - begun);
    println!(
        "W {W} {shape:?}: {:.0} samples a second of CPU time, {:.0} of the clock; loss {:.5}",
        seen as f64 / cpu,
        seen as f64 / wall,
        sum / BATCH as f64
    );
}
