// SPDX-License-Identifier: GPL-3.0-or-later
//! How many samples a second one thread trains on.
//!
//! ```text
//! cargo run --release -p xanthos-train --example training_speed -- train.xts multi 768
//! ```
//!
//! The arguments: a file of samples; the shape: `plain` (768 inputs, one output), `single` (the
//! same with buckets) or `multi` (three layers); neurons of the first layer; batches.

use std::time::Instant;

use xanthos_train::data::{Reader, Sample};
use xanthos_train::nnue::{Batch, Inputs, multi, single};
use xanthos_train::trainer::{Loss, Objective, Rates};

const BATCH: usize = 16_384;
const OBJECTIVE: Objective = Objective { width: 183.0, blend: 0.3, power: 2.5 };
const RATES: Rates = Rates { learning: 0.001, decay: 0.01 };

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("a file of samples is wanted")?;
    let shape = words.next().unwrap_or("multi".to_owned());
    let neurons = words.next().map_or(Ok(768), |word| word.parse())?;
    let batches = words.next().map_or(Ok(20), |word| word.parse())?;
    let samples: Vec<Sample> =
        Reader::open(path.as_ref())?.take(8 * BATCH).collect::<Result<_, _>>()?;
    let name = format!("{shape} {neurons}");
    if shape == "multi" {
        let mut model = multi::Model::<4>::new(neurons, 1);
        let mut scratch = multi::Scratch::default();
        run(&name, &samples, batches, multi::INPUTS, |batch, loss| {
            model.step(batch, loss, RATES, &mut scratch, 1)
        });
    } else {
        let buckets = shape == "single";
        let shape =
            single::Shape { hidden: neurons, king_buckets: buckets, output_buckets: buckets };
        let mut model = single::Model::<4>::new(shape, 1);
        let mut scratch = single::Scratch::new();
        run(&name, &samples, batches, shape.inputs(), |batch, loss| {
            model.step(batch, loss, RATES, &mut scratch, 1)
        });
    }
    Ok(())
}

fn cpu() -> f64 {
    // utime in clock ticks of 10 ms
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    stat.split(' ').nth(13).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}

fn run(
    name: &str,
    samples: &[Sample],
    batches: usize,
    inputs: Inputs,
    mut step: impl FnMut(&Batch, Loss) -> f64,
) {
    let loss = OBJECTIVE.loss(400.0);
    let mut batch = Batch::default();
    let parts: Vec<&[Sample]> = samples.chunks_exact(BATCH).collect();
    batch.fill(parts[0], inputs, OBJECTIVE, 1);
    step(&batch, loss);
    let (mut seen, mut sum) = (0, 0.0);
    let (wall, begun) = (Instant::now(), cpu());
    for number in 0..batches {
        let part = parts[number % parts.len()];
        batch.fill(part, inputs, OBJECTIVE, 1);
        sum = step(&batch, loss);
        seen += part.len();
    }
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu() - begun);
    println!(
        "{name}: {:.0} samples a second of CPU time, {:.0} of the clock; loss {:.5}",
        seen as f64 / cpu,
        seen as f64 / wall,
        sum / BATCH as f64
    );
}
