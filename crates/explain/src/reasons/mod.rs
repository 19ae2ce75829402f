// SPDX-License-Identifier: GPL-3.0-or-later
//! From facts to reasons: what is worth saying, in which order, by which evidence.

mod changes;
mod moves;
mod others;
mod position;

use crate::evidence::Evidence;
use crate::explanation::{Explanation, Section};
pub(crate) use others::{compared, worst_term};
pub(crate) use position::ending_phrase;

use crate::phrases::{Blank, Language, Level, Phrase, said};

/// One thing to say: which sentence, what stands in its blanks, what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub section: Section,
    pub phrase: Phrase,
    pub blanks: Vec<(&'static str, Blank)>,
    pub evidence: Evidence,
}

impl Reason {
    pub fn text(&self, level: Level, language: Language) -> Option<String> {
        said(language, level, self.phrase, &self.blanks)
    }
}

/// Reasons of one chapter.
pub(crate) struct Chapter {
    section: Section,
    reasons: Vec<Reason>,
}

impl Chapter {
    fn new(section: Section) -> Self {
        Chapter { section, reasons: Vec::new() }
    }

    fn say(&mut self, phrase: Phrase, blanks: Vec<(&'static str, Blank)>, evidence: Evidence) {
        self.reasons.push(Reason { section: self.section, phrase, blanks, evidence });
    }
}

/// Everything that the facts allow to be said.
pub(crate) fn reasons(explanation: &Explanation) -> Vec<Reason> {
    let facts = &explanation.position;
    let mut all = position::position(facts);
    if let Some(best) = &explanation.best {
        all.extend(position::threat(facts));
        // A best move that was played is told about once.
        let played = explanation.played.as_ref();
        let same = played.is_some_and(|played| played.rated.first() == best.rated.first());
        all.extend(moves::best(facts, best, same));
        if let Some(played) = played {
            all.extend(moves::played(played));
        }
        all.extend(others::why_not(explanation, best));
    }
    all
}
