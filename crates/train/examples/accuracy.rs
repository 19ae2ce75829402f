// SPDX-License-Identifier: GPL-3.0-or-later
//! Static accuracy of all evaluators on held-out positions, and what each idea
//! is worth, taken away from the whole and added to what came before it:
//! `cargo run --release -p xanthos-train --example accuracy -- GAMES LINES [WEIGHTS]...`
//!
//! Errors are mean squares of expected results; each evaluator is read with the
//! sigmoid that suits it best. WEIGHTS are other weights files to compare.

use eval::classical::Weights;
use eval::{Classical, Explains, Groups, LIMIT};
use papers::{Evaluation, Settings, Visitor};
use xanthos_train::accuracy::Exam;
use xanthos_train::positions::{Format, Source};

/// The width with which the labels of the collection predict its results.
const LABEL_WIDTH: f64 = 168.5;

/// The positions of games and of search trees, and the name of the examinee.
struct Sits<'a>(&'a str, &'a Exam, &'a Exam);

impl Visitor for Sits<'_> {
    type Out = ();

    fn with<E: Explains>(self, mut evaluator: E) {
        let Sits(name, games, lines) = self;
        let by_game = games.mark(&mut evaluator, LABEL_WIDTH);
        let by_line = lines.mark(&mut evaluator, LABEL_WIDTH);
        let result = by_game.result.unwrap_or(f64::NAN);
        println!("| {name} | {result:.5} | {:.5} | {:.5} |", by_game.score, by_line.score);
    }
}

fn heading(title: &str) {
    println!("\n| {title} | results | search scores | static scores |\n|---|---|---|---|");
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games_file, lines_file, other @ ..] = words.as_slice() else {
        return Err("GAMES LINES [WEIGHTS]...".into());
    };
    let source =
        |path: &String, format, limit, every| Source { path: path.into(), format, limit, every };
    let (mut games, mut lines) = (Exam::default(), Exam::default());
    games.add(&source(games_file, Format::Games, 100_000, 1))?;
    lines.add(&source(lines_file, Format::Lines, 300_000, 2))?;
    println!("{} positions of games, {} of lines", games.len(), lines.len());

    let plain = Settings::default();
    let show = |kind: Evaluation, name: &str, settings: Settings| {
        kind.build(&settings, Sits(name, &games, &lines));
    };
    heading("evaluator");
    for &kind in Evaluation::ALL {
        show(kind, kind.name(), plain);
    }
    show(Evaluation::Classical, "classical, cap 200", Settings { cap: Some(200), ..plain });
    show(Evaluation::Axon, "axon, no cap", Settings { cap: Some(LIMIT), ..plain });
    for file in other {
        let weights = Weights::parse(&std::fs::read_to_string(file)?)?;
        Sits(file, &games, &lines).with(Classical::with_weights(weights));
    }
    for kind in [Evaluation::Classical, Evaluation::Axon, Evaluation::Baguette] {
        heading(&format!("{kind} without"));
        show(kind, "nothing", plain);
        for group in kind.groups().iter() {
            let settings = Settings { without: Groups::of(&[group]), ..plain };
            show(kind, group.name(), settings);
        }
        heading(&format!("{kind}, one after the other"));
        let mut without = Groups::ALL;
        show(kind, "material alone", Settings { without, ..plain });
        for group in kind.groups().iter() {
            without = without.without(group);
            show(kind, &format!("+ {group}"), Settings { without, ..plain });
        }
    }
    Ok(())
}
