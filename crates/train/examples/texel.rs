// SPDX-License-Identifier: GPL-3.0-or-later
//! Tunes the weights: `cargo run --release -p xanthos-train --example texel --
//! OUTPUT EPOCHS THREADS [games:|lines:]FILE:LIMIT:EVERY ...`
//!
//! Writes OUTPUT (the weights file), OUTPUT.checkpoint and OUTPUT.svg, and goes
//! on from the checkpoint if there is one.

use std::ops::ControlFlow;
use std::path::PathBuf;

use eval::classical::Weights;
use xanthos_train::positions::Source;
use xanthos_train::texel::{self, Config};

fn source(text: &str) -> Option<Source> {
    let mut parts = text.split(':');
    let results = match parts.next()? {
        "games" => true,
        "lines" => false,
        _ => return None,
    };
    let path = PathBuf::from(parts.next()?);
    let (limit, every) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(Source { path, results, limit, every })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [output, epochs, threads, sources @ ..] = words.as_slice() else {
        return Err("OUTPUT EPOCHS THREADS [games|lines]:FILE:LIMIT:EVERY ...".into());
    };
    let sources: Option<Vec<Source>> = sources.iter().map(|text| source(text)).collect();
    let config = Config {
        sources: sources.ok_or("a source is games:FILE:LIMIT:EVERY or lines:FILE:LIMIT:EVERY")?,
        start: Weights::default(),
        output: Some(output.into()),
        checkpoint: Some(format!("{output}.checkpoint").into()),
        plot: Some(format!("{output}.svg").into()),
        resume: true,
        epochs: epochs.parse()?,
        threads: threads.parse()?,
        ..Config::default()
    };
    texel::run(&config, &mut |progress| {
        println!("{progress:?}");
        ControlFlow::Continue(())
    })?;
    Ok(())
}
