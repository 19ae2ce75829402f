// SPDX-License-Identifier: GPL-3.0-or-later
//! What is said about a move's effect on the ledger.

use eval::Term;

use super::Chapter;
use crate::account::{Changes, TermChange};
use crate::evidence::Evidence;
use crate::facts::MoveFacts;
use crate::judgement::Quality;
use crate::phrases::{Blank, Phrase};
use crate::threat::Gain;

/// A change of a term, in centipawns, that is worth a sentence.
const TELLING_CHANGE: i32 = 15;
/// Sentences about changes at once, and at the end of the line.
const CHANGES: usize = 2;

/// Terms that explain nothing by themselves: a capture is told in pieces.
pub fn is_dull(term: Term) -> bool {
    matches!(
        term,
        Term::Material
            | Term::Imbalance
            | Term::Trade
            | Term::Tempo
            | Term::Complexity
            | Term::Scaling
            | Term::Cap
            | Term::Granularity
            | Term::NetworkPiece
            | Term::Interplay
    )
}

pub fn changes(facts: &MoveFacts, chapter: &mut Chapter) {
    let side = facts.rated.side();
    let blanks = |row: &TermChange| {
        let (who, more) = row.mostly(side);
        vec![
            ("who", Blank::Side(who)),
            ("side", Blank::Side(side)),
            ("term", Blank::Term(row.term)),
            ("plain", Blank::Plain(row.term, more)),
            ("change", Blank::Delta(row.change)),
            ("before", Blank::Delta(row.before)),
            ("after", Blank::Delta(row.after)),
        ]
    };
    // After a capture the terms speak of what is gone, and on the way to mate of nothing.
    if matches!(facts.gain, Some(Gain::Mate(_))) {
        return;
    }
    if let Some(now) = &facts.changes
        && facts.rated.first().is_quiet()
    {
        for row in telling(facts, now) {
            let phrase = if row.change > 0 { Phrase::Improves } else { Phrase::Worsens };
            let (from, to) = (now.from.clone(), now.to.clone());
            chapter.say(phrase, blanks(&row), Evidence::Change { side, from, to, change: row });
        }
    }
    if let Some(end) = &facts.at_end
        && end.line.material == 0
    {
        for row in telling(facts, &end.changes) {
            let phrase = if row.change > 0 { Phrase::ImprovesAtEnd } else { Phrase::WorsensAtEnd };
            let (from, to) = (end.changes.from.clone(), end.changes.to.clone());
            let line = end.line.clone();
            let evidence = Evidence::ChangeAtEnd { side, from, to, line, change: row };
            chapter.say(phrase, blanks(&row), evidence);
        }
    }
}

/// The largest changes that mean something. Nobody wants to hear what is good about
/// a bad move.
fn telling(facts: &MoveFacts, changes: &Changes) -> Vec<TermChange> {
    let bad = facts.judgement.quality >= Quality::Mistake;
    changes
        .terms
        .iter()
        .filter(|row| !is_dull(row.term) && row.change.abs() >= TELLING_CHANGE)
        .filter(|row| !bad || row.change < 0)
        .take(CHANGES)
        .copied()
        .collect()
}
