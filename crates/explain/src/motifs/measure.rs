// SPDX-License-Identifier: GPL-3.0-or-later
//! How well detectors agree with labels.

use super::{Finding, Origin, Theme};

/// Community labels are asked for only where the puzzle has been played this often:
/// then it is old enough to have been there when the labels were given.
pub const ENOUGH_PLAYS: u64 = 2000;

/// How often a theme was found and labelled, found alone, labelled alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Found and labelled.
    pub hits: u64,
    /// Found but not labelled.
    pub false_alarms: u64,
    /// Labelled but not found.
    pub misses: u64,
}

impl Counts {
    /// Labels of the theme.
    pub const fn labels(self) -> u64 {
        self.hits + self.misses
    }

    /// Share of what was found that is labelled; none if nothing was found.
    pub fn precision(self) -> Option<f64> {
        share(self.hits, self.hits + self.false_alarms)
    }

    /// Share of the labels that were found; none if there are none.
    pub fn recall(self) -> Option<f64> {
        share(self.hits, self.labels())
    }

    /// The harmonic mean of both; none without labels.
    pub fn f1(self) -> Option<f64> {
        let whole = 2 * self.hits + self.false_alarms + self.misses;
        if self.labels() == 0 { None } else { share(2 * self.hits, whole) }
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Counts for all themes over many lines.
#[derive(Clone, Debug)]
pub struct Agreement {
    counts: [Counts; Theme::ALL.len()],
    /// Lines that were counted.
    pub lines: u64,
    /// Lines left out because the tagger never saw them.
    pub untagged: u64,
    /// Are the themes that need an engine counted?
    engine: bool,
}

impl Agreement {
    /// Nothing counted yet; `engine` says whether the findings were made with one.
    pub fn new(engine: bool) -> Agreement {
        let counts = [Counts::default(); Theme::ALL.len()];
        Agreement { counts, lines: 0, untagged: 0, engine }
    }

    /// Compares what was found in a line with its labels.
    ///
    /// A line without a label for its length was never seen by the tagger and says
    /// nothing about the rest.
    pub fn add(&mut self, found: &[Finding], labels: &str, plays: Option<u64>) {
        let mut labelled = [false; Theme::ALL.len()];
        for theme in labels.split_ascii_whitespace().filter_map(|name| name.parse().ok()) {
            let theme: Theme = theme;
            labelled[theme as usize] = true;
        }
        let lengths = [Theme::OneMove, Theme::Short, Theme::Long, Theme::VeryLong];
        if !lengths.into_iter().any(|theme| labelled[theme as usize]) {
            self.untagged += 1;
            return;
        }
        self.lines += 1;
        let mut seen = [false; Theme::ALL.len()];
        for finding in found.iter().filter(|finding| finding.is_label()) {
            seen[finding.theme as usize] = true;
        }
        let is_old = plays.is_none_or(|plays| plays >= ENOUGH_PLAYS);
        for theme in Theme::ALL {
            match theme.origin() {
                Origin::Engine if !self.engine => continue,
                Origin::Community if !is_old => continue,
                _ => {}
            }
            let counts = &mut self.counts[theme as usize];
            match (seen[theme as usize], labelled[theme as usize]) {
                (true, true) => counts.hits += 1,
                (true, false) => counts.false_alarms += 1,
                (false, true) => counts.misses += 1,
                (false, false) => {}
            }
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Agreement) {
        self.lines += other.lines;
        self.untagged += other.untagged;
        for (own, more) in self.counts.iter_mut().zip(&other.counts) {
            own.hits += more.hits;
            own.false_alarms += more.false_alarms;
            own.misses += more.misses;
        }
    }

    /// The counts of one theme.
    pub fn of(&self, theme: Theme) -> Counts {
        self.counts[theme as usize]
    }

    /// The themes that are counted, with their counts.
    pub fn themes(&self) -> impl Iterator<Item = (Theme, Counts)> {
        Theme::ALL
            .into_iter()
            .filter(|theme| self.engine || theme.origin() != Origin::Engine)
            .map(|theme| (theme, self.of(theme)))
    }

    /// The mean F1 of all themes that have labels, each counting alike.
    pub fn macro_f1(&self) -> Option<f64> {
        let values: Vec<f64> = self.themes().filter_map(|(_, counts)| counts.f1()).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motifs::Parts;

    fn found(theme: Theme) -> Vec<Finding> {
        vec![Finding::new(theme, 0, Parts::None)]
    }

    #[test]
    fn hits_alarms_and_misses() {
        let mut agreement = Agreement::new(false);
        agreement.add(&found(Theme::Fork), "fork short", None);
        agreement.add(&found(Theme::Fork), "pin short", None);
        agreement.add(&[], "fork short crushing", None);
        let fork = agreement.of(Theme::Fork);
        assert_eq!(fork, Counts { hits: 1, false_alarms: 1, misses: 1 });
        assert_eq!((fork.precision(), fork.recall(), fork.f1()), (Some(0.5), Some(0.5), Some(0.5)));
        assert_eq!(agreement.of(Theme::Crushing), Counts::default(), "no engine was asked");
        assert_eq!(agreement.of(Theme::Skewer).f1(), None);
        assert_eq!(agreement.macro_f1(), Some((0.5 + 0.0 + 0.0) / 3.0), "fork, pin, short");
    }

    #[test]
    fn lines_that_were_never_tagged_are_left_out() {
        let mut agreement = Agreement::new(false);
        agreement.add(&found(Theme::Fork), "endgame", None);
        assert_eq!((agreement.lines, agreement.untagged), (0, 1));
        assert_eq!(agreement.of(Theme::Fork), Counts::default());
    }

    #[test]
    fn community_labels_count_only_for_old_puzzles() {
        let mut agreement = Agreement::new(false);
        agreement.add(&found(Theme::OperaMate), "short", Some(ENOUGH_PLAYS - 1));
        assert_eq!(agreement.of(Theme::OperaMate), Counts::default());
        agreement.add(&found(Theme::OperaMate), "operaMate short", Some(ENOUGH_PLAYS));
        assert_eq!(agreement.of(Theme::OperaMate).hits, 1);
        let mut more = Agreement::new(false);
        more.merge(&agreement);
        assert_eq!(more.of(Theme::OperaMate).hits, 1);
    }
}
