// SPDX-License-Identifier: GPL-3.0-or-later
//! The numbers of all personas with their sources, for `docs/personas.md`:
//! `cargo run -p xanthos-papers --example numbers`

use xanthos_papers::{list, numbers};

fn main() {
    for (chapter, numbers, values) in list::NUMBERS {
        println!("### {chapter}\n\n{}", numbers::table(numbers, values));
    }
}
