// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of agreement with labels.

use super::Format;
use explain::motifs::{Agreement, Counts, ENOUGH_PLAYS, Origin, Theme};
use serde_json::json;
use std::fmt::Write;

/// The table, in the format that was asked for.
pub fn table(agreement: &Agreement, format: Format, with_engine: bool) -> String {
    match format {
        Format::Text => text(agreement, with_engine),
        Format::Csv => csv(agreement),
        Format::Jsonl => jsonl(agreement),
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
}

fn labelled(agreement: &Agreement) -> impl Iterator<Item = (Theme, Counts)> {
    let appears = |counts: &Counts| counts.labels() + counts.false_alarms > 0;
    agreement.themes().filter(move |(_, counts)| appears(counts))
}

fn text(agreement: &Agreement, with_engine: bool) -> String {
    let mut text =
        format!("{:<18} {:>7} {:>9} {:>6} {:>6}\n", "theme", "labels", "precision", "recall", "F1");
    for (theme, counts) in labelled(agreement) {
        let mark = if theme.origin() == Origin::Community { " *" } else { "" };
        let _ = writeln!(
            text,
            "{:<18} {:>7} {:>9} {:>6} {:>6}{mark}",
            theme.name(),
            counts.labels(),
            number(counts.precision()),
            number(counts.recall()),
            number(counts.f1()),
        );
    }
    let _ = writeln!(
        text,
        "{:<18} {:>7} {:>9} {:>6} {:>6}",
        "macro average",
        "",
        "",
        "",
        number(agreement.macro_f1())
    );
    let _ = writeln!(
        text,
        "\n{} labelled rows; {} that the tagger never saw are left out.\n\
         * community labels: rows with {ENOUGH_PLAYS} plays or more only.",
        agreement.lines, agreement.untagged
    );
    if !with_engine {
        text += "zugzwang, crushing, advantage and equality need the engine (--engine-themes) \
                 and are left out.\n";
    }
    text
}

fn csv(agreement: &Agreement) -> String {
    let mut text = "theme,labels,precision,recall,f1\n".to_owned();
    let exact = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.4}"));
    for (theme, counts) in labelled(agreement) {
        let _ = writeln!(
            text,
            "{theme},{},{},{},{}",
            counts.labels(),
            exact(counts.precision()),
            exact(counts.recall()),
            exact(counts.f1())
        );
    }
    text
}

fn jsonl(agreement: &Agreement) -> String {
    let mut text = String::new();
    for (theme, counts) in labelled(agreement) {
        let object = json!({
            "theme": theme,
            "labels": counts.labels(),
            "found": counts.hits + counts.false_alarms,
            "precision": counts.precision(),
            "recall": counts.recall(),
            "f1": counts.f1(),
        });
        let _ = writeln!(text, "{object}");
    }
    let whole = json!({
        "macro_f1": agreement.macro_f1(),
        "rows": agreement.lines,
        "untagged": agreement.untagged,
    });
    let _ = writeln!(text, "{whole}");
    text
}
