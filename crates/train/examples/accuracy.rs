// SPDX-License-Identifier: GPL-3.0-or-later
//! Static accuracy on held-out positions, and what each term is worth:
//! `cargo run --release -p xanthos-train --example accuracy -- GAMES LINES [WEIGHTS]`
//!
//! Errors are mean squares of expected results; each evaluator is read with the
//! sigmoid that suits it best. WEIGHTS is another weights file to compare.

use eval::classical::{SLOTS, Weights};
use eval::{Classical, Evaluator, Placement, Term};
use xanthos_train::accuracy::Exam;
use xanthos_train::positions::Source;

/// The width with which the labels of the collection predict its results.
const LABEL_WIDTH: f64 = 168.5;

fn show(name: &str, games: &Exam, lines: &Exam, mut evaluator: impl Evaluator) {
    let by_game = games.mark(&mut evaluator, LABEL_WIDTH);
    let by_line = lines.mark(&mut evaluator, LABEL_WIDTH);
    let result = by_game.result.unwrap_or(f64::NAN);
    println!("| {name} | {result:.5} | {:.5} | {:.5} |", by_game.score, by_line.score);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games_file, lines_file, other @ ..] = words.as_slice() else {
        return Err("GAMES LINES [WEIGHTS]".into());
    };
    let source =
        |path: &String, results, limit, every| Source { path: path.into(), results, limit, every };
    let (mut games, mut lines) = (Exam::default(), Exam::default());
    games.add(&source(games_file, true, 100_000, 1))?;
    lines.add(&source(lines_file, false, 300_000, 2))?;
    println!("{} positions of games, {} of lines\n", games.len(), lines.len());
    println!("| evaluation | results | search scores | static scores |\n|---|---|---|---|");
    show("placement", &games, &lines, Placement);
    show("classical", &games, &lines, Classical::default());
    for file in other {
        let weights = Weights::parse(&std::fs::read_to_string(file)?)?;
        show(file, &games, &lines, Classical::with_weights(weights));
    }
    for term in Term::ALL.into_iter().filter(|&term| term != Term::Material) {
        if SLOTS.iter().any(|slot| slot.term == term) {
            let weights = Weights::default().without(|slot| slot.term == term);
            show(&format!("without {term}"), &games, &lines, Classical::with_weights(weights));
        }
    }
    Ok(())
}
