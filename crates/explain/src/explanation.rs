// SPDX-License-Identifier: GPL-3.0-or-later
//! An explanation: the facts, the reasons drawn from them, and their words.

use serde::Serialize;

use crate::evidence::Evidence;
use crate::facts::{MoveFacts, PositionFacts};
use crate::phrases::{Language, Level, Phrase};
use crate::reasons::{Reason, reasons};
use crate::settings::Settings;
use crate::summary::{self, Point, Told};
use crate::whynot::WhyNot;

/// The chapters of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// What the position is like.
    Position,
    /// What the side that is not to move would like to do.
    Threat,
    /// What to play.
    Best,
    /// The move that was asked about.
    Played,
    /// Other moves.
    WhyNot,
}

/// Everything found out about a position and perhaps a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// With how much effort it was found out.
    pub settings: Settings,
    /// The position.
    pub position: PositionFacts,
    /// The best move; none in a finished game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<MoveFacts>,
    /// The move that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<MoveFacts>,
    /// What speaks against other moves.
    pub why_not: Vec<WhyNot>,
    #[serde(skip)]
    reasons: Vec<Reason>,
    #[serde(skip)]
    points: Vec<Point>,
}

/// A sentence with what shows that it is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// The chapter it belongs to.
    pub section: Section,
    /// Which sentence it is, in any language.
    pub phrase: Phrase,
    /// Its words.
    pub text: String,
    /// The squares it speaks of.
    pub squares: Vec<String>,
    /// The lines that show it, with move numbers.
    pub lines: Vec<String>,
    /// The evidence.
    pub evidence: Evidence,
}

impl Explanation {
    pub(crate) fn new(
        settings: Settings,
        position: PositionFacts,
        best: Option<MoveFacts>,
        played: Option<MoveFacts>,
        why_not: Vec<WhyNot>,
    ) -> Self {
        let mut explanation = Explanation {
            settings,
            position,
            best,
            played,
            why_not,
            reasons: Vec::new(),
            points: Vec::new(),
        };
        explanation.reasons = reasons(&explanation);
        explanation.points = summary::points(&explanation);
        explanation
    }

    /// The short answer: verdict, idea, proof, contrast and plan in five sentences at
    /// most, in two for beginners.
    pub fn summary(&self, level: Level, language: Language) -> Vec<Told> {
        summary::told(&self.points, level, language)
    }

    /// Everything there is to say; what a level has no words for is left out.
    pub fn sentences(&self, level: Level, language: Language) -> Vec<Sentence> {
        let told = self.reasons.iter().filter_map(|reason| {
            let text = reason.text(level, language)?;
            Some(Sentence {
                section: reason.section,
                phrase: reason.phrase,
                text,
                squares: reason.evidence.squares(),
                lines: reason.evidence.lines().iter().map(|l| l.numbered(usize::MAX)).collect(),
                evidence: reason.evidence.clone(),
            })
        });
        told.collect()
    }
}
