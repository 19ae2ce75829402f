// SPDX-License-Identifier: GPL-3.0-or-later
//! What a line is about: its motifs, the one that matters most first.

use chess::Color;
use serde::Serialize;

use crate::evidence_line::{EvidenceLine, Rated};
use crate::facts::Only;
use crate::motifs::{Finding, Theme, Variation, tag};
use crate::piece::shown;

/// Chances, in per mille, from which on a move that wins nothing countable still wins.
const BETTER: u16 = 650;
/// Plies in which its motif must show.
const FEW_PLIES: usize = 3;

/// The motifs of a line that wins something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineIdeas {
    /// The line, cut where it has won what it wins.
    pub line: EvidenceLine,
    /// Whose ideas they are.
    #[serde(serialize_with = "shown")]
    pub solver: Color,
    /// What was found, the main idea first; what no player would say is left out.
    pub found: Vec<Finding>,
}

impl LineIdeas {
    pub(crate) fn of(line: &EvidenceLine, solver: Color) -> Option<LineIdeas> {
        let variation = variation(line, solver)?;
        let mut found = tag(&variation);
        found.retain(|finding| finding.is_said() && rank(finding.theme).is_some());
        found.sort_by_key(|finding| rank(finding.theme));
        Some(LineIdeas { line: line.clone(), solver, found })
    }

    /// The motif that the only good move begins with, where its line wins but never comes to
    /// rest.
    pub(crate) fn of_the_only_move(rated: &Rated, only: &Only) -> Option<LineIdeas> {
        let better = matches!(only, Only::Good { .. }) && rated.chance.per_mille() >= BETTER;
        let mut ideas = LineIdeas::of(&rated.line.first(FEW_PLIES), rated.side())?;
        let begins = |finding: &Finding| {
            let double = matches!(finding.theme, Theme::Fork | Theme::DiscoveredAttack);
            double && finding.ply == 0
        };
        ideas.found.retain(begins);
        (better && !ideas.found.is_empty()).then_some(ideas)
    }

    /// The idea to begin with, if the line has one.
    pub fn main(&self) -> Option<&Finding> {
        self.found.first().filter(|finding| finding.theme.idea().is_some())
    }

    /// The line as detectors see it.
    pub(crate) fn variation(&self) -> Option<Variation> {
        variation(&self.line, self.solver)
    }
}

fn variation(line: &EvidenceLine, solver: Color) -> Option<Variation> {
    Variation::new(*line.start(), line.moves().iter().copied(), solver).ok()
}

/// Ideas before what only colours them.
fn rank(theme: Theme) -> Option<u8> {
    theme.idea().or(match theme {
        Theme::UnderPromotion => Some(100),
        Theme::Promotion => Some(101),
        Theme::AdvancedPawn => Some(102),
        Theme::EnPassant => Some(103),
        Theme::Sacrifice => Some(104),
        Theme::QuietMove => Some(105),
        Theme::ExposedKing => Some(106),
        _ => None,
    })
}
