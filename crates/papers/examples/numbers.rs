// SPDX-License-Identifier: GPL-3.0-or-later
//! The numbers of all personas with their sources, for `docs/personas.md`:
//! `cargo run -p xanthos-papers --example numbers`

use xanthos_papers::{axon, baguette, bannan, comp4121, numbers};

fn main() {
    println!("### Axon\n\n{}", numbers::table(axon::NUMBERS, &axon::VALUES));
    println!("### Baguette\n\n{}", numbers::table(baguette::NUMBERS, &baguette::VALUES));
    println!("### Bannan\n\n{}", numbers::table(bannan::NUMBERS, &bannan::VALUES));
    println!("### COMP4121bot\n\n{}", numbers::table(comp4121::NUMBERS, &comp4121::VALUES));
}
