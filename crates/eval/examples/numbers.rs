// SPDX-License-Identifier: GPL-3.0-or-later
//! The numbers of all personas with their sources, for `docs/personas.md`:
//! `cargo run -p xanthos-eval --example numbers`

use xanthos_eval::personas::{axon, baguette, bannan, comp4121, tariff};

fn main() {
    println!("### Axon\n\n{}", tariff::table(axon::NUMBERS, &axon::VALUES));
    println!("### Baguette\n\n{}", tariff::table(baguette::NUMBERS, &baguette::VALUES));
    println!("### Bannan\n\n{}", tariff::table(bannan::NUMBERS, &bannan::VALUES));
    println!("### COMP4121bot\n\n{}", tariff::table(comp4121::NUMBERS, &comp4121::VALUES));
}
