// SPDX-License-Identifier: GPL-3.0-or-later
//! Do the sentences name what a puzzle is about? Positions of lichess's puzzle table are
//! explained from the position alone and the motifs named are compared with the labels.
//!
//! ```console
//! cargo run --release -p xanthos-explain --example puzzle_sentences -- FILE.csv \
//!     [--nodes 200000] [--every 20] [--offset 0] [--again] [--show] [--more]
//! ```
//!
//! `--every` takes each n-th row, `--again` explains each position once more with four times
//! the nodes and counts the sentences that are still true, `--more` counts the phrases of the
//! long explanation, `--show` prints every explanation with its labels.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::Path;

use chess::{Game, Position};
use xanthos_explain::motifs::{ENOUGH_PLAYS, Origin, Theme};
use xanthos_explain::{
    Effort, Evidence, Explainer, Explanation, Language, Level, Quality, Settings, Told,
};

/// What was counted.
#[derive(Default)]
struct Counts {
    positions: u64,
    first: u64,
    all: u64,
    /// Rows whose labels name an idea beside the mate itself.
    with_idea: u64,
    first_idea: u64,
    all_ideas: u64,
    named: u64,
    right: u64,
    named_ideas: u64,
    right_ideas: u64,
    sentences: u64,
    still_true: u64,
    /// Sentences that were not, by phrase.
    no_longer: BTreeMap<String, u64>,
    words: u64,
    phrases: BTreeMap<String, u64>,
    long_phrases: BTreeMap<String, u64>,
}

fn is_idea(theme: Theme) -> bool {
    theme.idea().is_some()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let path = arguments.first().ok_or("a table of puzzles is missing")?;
    let (nodes, every, offset) =
        (number("--nodes", 200_000), number("--every", 20).max(1), number("--offset", 0));
    let explainer =
        |nodes| Explainer::new(Settings { effort: Effort::Nodes(nodes), ..Settings::default() });
    let (mut once, mut again) = (explainer(nodes), has("--again").then(|| explainer(4 * nodes)));
    let rows = formats::puzzles::read(formats::open_text(Path::new(path))?)?;
    let columns = rows.columns().clone();
    let mut counts = Counts::default();
    let mut out = io::stdout().lock();
    for (index, row) in rows.enumerate() {
        if index as u64 % every != offset % every {
            continue;
        }
        let row = row?;
        let puzzle = columns.puzzle(&row.text)?;
        let labels: BTreeSet<Theme> = puzzle
            .themes
            .as_deref()
            .unwrap_or_default()
            .split_ascii_whitespace()
            .filter_map(|name| name.parse().ok())
            .collect();
        // Rows that the tagger never saw say nothing.
        let lengths = [Theme::OneMove, Theme::Short, Theme::Long, Theme::VeryLong];
        if !lengths.iter().any(|theme| labels.contains(theme)) {
            continue;
        }
        let mut position = Position::from_fen(&puzzle.fen)?;
        let first = puzzle.moves.split(' ').next().unwrap_or_default();
        position.play(position.parse_uci(first)?);
        let game = Game::new(position);
        let explanation = once.position(&game)?;
        let told = explanation.summary(Level::Club, Language::English);
        let old = puzzle.plays.is_none_or(|plays| plays >= ENOUGH_PLAYS);
        counts.add(&told, &labels, old);
        let long = explanation.sentences(Level::Club, Language::English);
        let long: BTreeSet<String> =
            long.iter().map(|sentence| format!("{:?}", sentence.phrase)).collect();
        long.into_iter().for_each(|phrase| *counts.long_phrases.entry(phrase).or_default() += 1);
        if let Some(again) = &mut again {
            counts.check(again, &game, &explanation, &told)?;
        }
        if has("--show") {
            let labels: Vec<&str> = labels.iter().map(|theme| theme.name()).collect();
            writeln!(out, "{}\n  {}", game.position().fen(), labels.join(" "))?;
            for told in &told {
                writeln!(out, "  • {}", told.text)?;
            }
        }
    }
    counts.print(&mut out, has("--again"), has("--more"))?;
    Ok(())
}

impl Counts {
    fn add(&mut self, told: &[Told], labels: &BTreeSet<Theme>, old: bool) {
        self.positions += 1;
        self.sentences += told.len() as u64;
        self.words += told.iter().map(|told| told.text.split(' ').count() as u64).sum::<u64>();
        let hits = |themes: &[Theme]| themes.iter().any(|theme| labels.contains(theme));
        let ideas = |themes: &[Theme]| {
            themes.iter().any(|&theme| is_idea(theme) && labels.contains(&theme))
        };
        let first: Vec<Theme> = told.first().map(|told| told.themes.clone()).unwrap_or_default();
        let all: BTreeSet<Theme> = told.iter().flat_map(|told| told.themes.clone()).collect();
        let all: Vec<Theme> = all.into_iter().collect();
        self.first += u64::from(hits(&first));
        self.all += u64::from(hits(&all));
        if labels.iter().any(|&theme| is_idea(theme)) {
            self.with_idea += 1;
            self.first_idea += u64::from(ideas(&first));
            self.all_ideas += u64::from(ideas(&all));
        }
        for theme in all {
            // Where nobody was asked, a missing label says nothing.
            if theme.origin() == Origin::Community && !old && !labels.contains(&theme) {
                continue;
            }
            let right = u64::from(labels.contains(&theme));
            (self.named, self.right) = (self.named + 1, self.right + right);
            if is_idea(theme) {
                (self.named_ideas, self.right_ideas) =
                    (self.named_ideas + 1, self.right_ideas + right);
            }
        }
        let phrases: BTreeSet<String> =
            told.iter().map(|told| format!("{:?}", told.phrase)).collect();
        phrases.into_iter().for_each(|phrase| *self.phrases.entry(phrase).or_default() += 1);
    }

    /// Which sentences hold when the same move is searched four times as long?
    fn check(
        &mut self,
        again: &mut Explainer,
        game: &Game,
        explanation: &Explanation,
        told: &[Told],
    ) -> Result<(), xanthos_explain::Error> {
        let Some(best) = &explanation.best else { return Ok(()) };
        let deeper = again.of_move(game, best.rated.first())?;
        let Some(played) = &deeper.played else { return Ok(()) };
        let (before, after) = (best.rated.chance, played.rated.chance);
        let same = before.short_of(after) < 100 && after.short_of(before) < 100;
        let better = before <= after;
        let good = played.judgement.quality < Quality::Inaccuracy;
        for told in told {
            let holds = match &told.evidence {
                Evidence::Score { .. } => same && good,
                Evidence::Gain { .. } => (same || better) && good,
                Evidence::Threat { threat } => {
                    let now = deeper.position.threat.iter().chain(&played.threat);
                    let mut now = now.filter(|now| now.side == threat.side);
                    now.any(|now| {
                        threat.free_move.chance.short_of(now.free_move.chance) < 100
                            && now.free_move.chance.short_of(threat.free_move.chance) < 100
                    })
                }
                Evidence::OnlyGood { .. } => played.only.is_some(),
                Evidence::Near { .. } | Evidence::Swing { .. } => good,
                Evidence::Zugzwang { .. } => played.zugzwang,
                Evidence::Prevented { .. } => played.prevents.is_some(),
                _ => true,
            };
            self.still_true += u64::from(holds);
            if !holds {
                let phrase = format!("{:?}", told.phrase);
                *self.no_longer.entry(phrase).or_default() += 1;
            }
        }
        Ok(())
    }

    fn print(&self, out: &mut impl io::Write, again: bool, long: bool) -> io::Result<()> {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let n = self.positions;
        writeln!(out, "positions                               {n}")?;
        let rows = [
            ("first sentence names a theme", self.first, n),
            ("five sentences name a theme", self.all, n),
            ("first sentence names an idea (not mate)", self.first_idea, self.with_idea),
            ("five sentences name an idea", self.all_ideas, self.with_idea),
            ("named themes that are labelled", self.right, self.named),
            ("named ideas that are labelled", self.right_ideas, self.named_ideas),
        ];
        for (name, part, whole) in rows {
            writeln!(out, "{name:<40}{part:>6} of {whole:>6}  {:>5.1} %", share(part, whole))?;
        }
        if again {
            let (part, whole) = (self.still_true, self.sentences);
            let name = "sentences true at four times the nodes";
            writeln!(out, "{name:<40}{part:>6} of {whole:>6}  {:>5.1} %", share(part, whole))?;
            writeln!(out, "no longer true: {:?}", self.no_longer)?;
        }
        let mean = |sum: u64| sum as f64 / n.max(1) as f64;
        writeln!(out, "{:.1} sentences, {:.1} words", mean(self.sentences), mean(self.words))?;
        let common = |phrases: &BTreeMap<String, u64>| {
            let mut common: Vec<(String, u64)> = phrases
                .iter()
                .filter(|(_, count)| 5 * **count > n)
                .map(|(a, b)| (a.clone(), *b))
                .collect();
            common.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            common
        };
        let mut list = |title: &str, phrases: &BTreeMap<String, u64>| {
            writeln!(out, "{title}")?;
            common(phrases).iter().try_for_each(|(phrase, count)| {
                writeln!(out, "  {phrase:<30} {:>5.1} %", share(*count, n))
            })
        };
        list("sentences in more than a fifth of the positions:", &self.phrases)?;
        if long {
            list("of the long explanation:", &self.long_phrases)?;
        }
        Ok(())
    }
}
