// SPDX-License-Identifier: GPL-3.0-or-later
//! An explanation on a page of text.

use std::fmt;

use chess::Color;

use crate::evidence::Evidence;
use crate::explanation::{Explanation, Section, Sentence};
use crate::phrases::{Language, Level, delta};

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

/// How an explanation is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    explanation: &'a Explanation,
    level: Level,
    language: Language,
    width: usize,
    coloured: bool,
}

impl<'a> Page<'a> {
    /// Eighty columns, without colours, in English.
    pub fn new(explanation: &'a Explanation, level: Level) -> Self {
        Page { explanation, level, language: Language::English, width: 80, coloured: false }
    }

    /// In another language.
    pub fn language(self, language: Language) -> Self {
        Page { language, ..self }
    }

    /// So many columns; at least 30 are used.
    pub fn width(self, width: usize) -> Self {
        Page { width: width.max(30), ..self }
    }

    /// With headings and lines set off by terminal attributes.
    pub fn coloured(self, coloured: bool) -> Self {
        Page { coloured, ..self }
    }

    fn styled(&self, f: &mut fmt::Formatter<'_>, style: &str, text: &str) -> fmt::Result {
        if self.coloured { writeln!(f, "{style}{text}{RESET}") } else { writeln!(f, "{text}") }
    }

    fn sentence(
        &self,
        f: &mut fmt::Formatter<'_>,
        sentence: &Sentence,
        shown: &mut Vec<String>,
    ) -> fmt::Result {
        for (index, row) in wrap(&sentence.text, self.width - 2).iter().enumerate() {
            writeln!(f, "{}{row}", if index == 0 { "• " } else { "  " })?;
        }
        for line in sentence.evidence.lines() {
            // What merely is expected is cut; what proves something is not.
            let plies = match (self.level, &sentence.evidence) {
                _ if line.outcome().is_some() => usize::MAX,
                (Level::Expert, _) => usize::MAX,
                (level, Evidence::Score { .. } | Evidence::Sum { .. } | Evidence::Fine { .. })
                | (level, Evidence::Judgement { .. } | Evidence::OnlyGood { .. }) => {
                    if level == Level::Beginner { 6 } else { 10 }
                }
                _ => usize::MAX,
            };
            let text = line.numbered(plies);
            // Shown a moment ago, in this chapter.
            if shown.contains(&text) {
                continue;
            }
            for row in wrap(&text, self.width - 6) {
                self.styled(f, DIM, &format!("      {row}"))?;
            }
            shown.push(text);
        }
        Ok(())
    }

    /// The ledger as a table that adds up.
    fn ledger(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tongue = self.language.tongue();
        let [term, white, black, balance, rounding, sum, ..] = tongue.table;
        let account = &self.explanation.position.account;
        let number = |cp| delta(tongue, self.level, cp);
        writeln!(f)?;
        self.styled(f, DIM, &format!("  {term:<14} {white:>8} {black:>8} {balance:>8}"))?;
        for row in &account.terms {
            let [w, b] = Color::ALL.map(|color| number(account.share(row.term, color)));
            let name = (tongue.term)(row.term);
            writeln!(f, "  {name:<14} {w:>8} {b:>8} {:>8}", number(row.balance))?;
        }
        if account.rounding != 0 {
            writeln!(f, "  {rounding:<32} {:>8}", number(account.rounding))?;
        }
        writeln!(f, "  {sum:<32} {:>8}", number(account.total))
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences = self.explanation.sentences(self.level, self.language);
        let chapters =
            [Section::Position, Section::Threat, Section::Best, Section::Played, Section::WhyNot];
        let mut first = true;
        for section in chapters {
            let mut own =
                sentences.iter().filter(|sentence| sentence.section == section).peekable();
            if own.peek().is_none() {
                continue;
            }
            if !first {
                writeln!(f)?;
            }
            first = false;
            self.styled(f, BOLD, (self.language.tongue().heading)(section))?;
            let mut shown = Vec::new();
            own.try_for_each(|sentence| self.sentence(f, sentence, &mut shown))?;
            if section == Section::Position && self.level == Level::Expert {
                self.ledger(f)?;
            }
        }
        Ok(())
    }
}

/// Rows of whole words, none longer than `width` if no word is.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            rows.push(String::new());
            used = 0;
        }
        let row = rows.len() - 1;
        if used > 0 {
            rows[row].push(' ');
            used += 1;
        }
        rows[row].push_str(word);
        used += length;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn rows_keep_within_the_width() {
        let rows = wrap("a knight that no pawn can ever drive away", 12);
        assert!(rows.iter().all(|row| row.chars().count() <= 12), "{rows:?}");
        assert_eq!(rows.join(" "), "a knight that no pawn can ever drive away");
    }
}
