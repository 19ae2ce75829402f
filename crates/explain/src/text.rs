// SPDX-License-Identifier: GPL-3.0-or-later
//! An explanation on a page of text.

use std::fmt;

use chess::Color;
use eval::Term;

use crate::account::Changes;
use crate::evidence::Evidence;
use crate::explanation::{Explanation, Section, Sentence};
use crate::facts::MoveFacts;
use crate::phrases::{Language, Level, delta, moves_in};
use crate::threat::Threat;

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
    more: bool,
}

impl<'a> Page<'a> {
    /// Eighty columns, without colours, in English.
    pub fn new(explanation: &'a Explanation, level: Level) -> Self {
        let language = Language::English;
        Page { explanation, level, language, width: 80, coloured: false, more: false }
    }

    /// In another language.
    pub fn language(self, language: Language) -> Self {
        Page { language, ..self }
    }

    /// So many columns; at least 30 are used.
    pub fn width(self, width: usize) -> Self {
        Page { width: width.max(30), ..self }
    }

    /// With everything else behind the short answer.
    pub fn more(self, more: bool) -> Self {
        Page { more, ..self }
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
                | (level, Evidence::Judgement { .. } | Evidence::OnlyGood { .. })
                | (level, Evidence::Threat { threat: Threat { gain: None, .. } }) => {
                    if level == Level::Beginner { 6 } else { 10 }
                }
                _ => usize::MAX,
            };
            let text = moves_in(self.language.wording(), &line.numbered(plies));
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
        let wording = self.language.wording();
        let [term, white, black, balance, rounding, sum] = wording.table;
        let account = &self.explanation.position.account;
        let number = |cp| delta(wording, self.level, cp);
        writeln!(f)?;
        self.styled(f, DIM, &format!("  {term:<16} {white:>8} {black:>8} {balance:>8}"))?;
        for row in &account.terms {
            let [w, b] = Color::ALL.map(|color| number(account.share(row.term, color)));
            let name = (wording.term)(row.term);
            writeln!(f, "  {name:<16} {w:>8} {b:>8} {:>8}", number(row.balance))?;
        }
        if account.rounding != 0 {
            writeln!(f, "  {rounding:<34} {:>8}", number(account.rounding))?;
        }
        writeln!(f, "  {sum:<34} {:>8}", number(account.total))
    }
}

impl Page<'_> {
    /// Every term that a move changes, at once and by the end of its line.
    fn changes(&self, f: &mut fmt::Formatter<'_>, facts: Option<&MoveFacts>) -> fmt::Result {
        let Some((facts, now)) = facts.and_then(|facts| Some((facts, facts.changes.as_ref()?)))
        else {
            return Ok(());
        };
        let wording = self.language.wording();
        let number = |cp| delta(wording, self.level, cp);
        let end = facts.at_end.as_ref().map(|end| &end.changes);
        let [term, before, after, change, at_end] = wording.changes;
        writeln!(f)?;
        let last = if end.is_some() { format!(" {at_end:>10}") } else { String::new() };
        let head = format!("  {term:<16} {before:>8} {after:>8} {change:>8}{last}");
        self.styled(f, DIM, &head)?;
        for of in Term::ALL {
            let find = |changes: &Changes| changes.terms.iter().find(|row| row.term == of).copied();
            let (row, late) = (find(now), end.and_then(find));
            if row.is_none() && late.is_none() {
                continue;
            }
            // A term that only the line changes stands now as it stood before.
            let before = row.or(late).map_or(0, |row| row.before);
            let (after, change) = row.map_or((before, 0), |row| (row.after, row.change));
            let [b, a, c] = [before, after, change].map(number);
            write!(f, "  {:<16} {b:>8} {a:>8} {c:>8}", (wording.term)(of))?;
            if end.is_some() {
                write!(f, " {:>10}", number(late.map_or(0, |row| row.change)))?;
            }
            writeln!(f)?;
        }
        let [b, a, c] = [now.before, now.after, now.after - now.before].map(number);
        write!(f, "  {:<16} {b:>8} {a:>8} {c:>8}", wording.table[5])?;
        if let Some(end) = end {
            write!(f, " {:>10}", number(end.after - end.before))?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = self.explanation.summary(self.level, self.language);
        let paragraph: Vec<&str> = summary.iter().map(|told| told.text.as_str()).collect();
        wrap(&paragraph.join(" "), self.width).iter().try_for_each(|row| writeln!(f, "{row}"))?;
        if !self.more {
            return Ok(());
        }
        writeln!(f)?;
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
            self.styled(f, BOLD, (self.language.wording().heading)(section))?;
            let mut shown = Vec::new();
            own.try_for_each(|sentence| self.sentence(f, sentence, &mut shown))?;
            if self.level == Level::Expert {
                match section {
                    Section::Position => self.ledger(f)?,
                    Section::Best if self.explanation.played.is_none() => {
                        self.changes(f, self.explanation.best.as_ref())?;
                    }
                    Section::Played => self.changes(f, self.explanation.played.as_ref())?,
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Rows of whole words, none longer than `width` if no word is.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    let mut used = 0;
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        // A move number stays with its move.
        let is_number = word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit());
        let word = match words.next_if(|_| is_number) {
            Some(next) => format!("{word} {next}"),
            None => word.to_owned(),
        };
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
        rows[row].push_str(&word);
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
