// SPDX-License-Identifier: GPL-3.0-or-later
//! The short answer: verdict, idea, proof, contrast, plan, in five sentences at most.
//!
//! What causes the verdict leads: what the line wins and by which motif; if it wins
//! nothing, which threat the move meets or makes; if there is none, what the position is
//! about. Reasons speak for the verdict, never against it.

mod about;
mod bad;
mod good;
mod offer;
mod standing;

use serde::Serialize;

use crate::evidence::Evidence;
use crate::evidence_line::EvidenceLine;
use crate::explanation::Explanation;
use crate::ideas::LineIdeas;
use crate::judgement::Quality;
use crate::motifs::{Finding, Theme};
use crate::phrases::{Blank, Language, Level, Phrase, said};
use crate::threat::Gain;

/// Sentences at most; beginners hear fewer.
const MOST: usize = 5;
const MOST_FOR_BEGINNERS: usize = 2;
/// Plies of a line inside a sentence, if it does not end in mate.
const SHOWN: usize = 6;

/// What a sentence of the short answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Who stands how, and what to play or what was wrong.
    Verdict,
    /// What causes that.
    Idea,
    /// The line that shows it.
    Proof,
    /// The other move: the one to play instead, or the one that looks natural.
    Contrast,
    /// How to go on.
    Plan,
}

/// A sentence of the short answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// What it is for.
    pub part: Part,
    /// Which sentence it is, in any language.
    pub phrase: Phrase,
    /// Its words.
    pub text: String,
    /// The motifs that it names, as lichess calls them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<Theme>,
    /// The squares it speaks of.
    pub squares: Vec<String>,
    /// The lines that show it, with move numbers.
    pub lines: Vec<String>,
    /// The evidence.
    pub evidence: Evidence,
}

/// One thing to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    part: Part,
    phrase: Phrase,
    blanks: Blanks,
    evidence: Evidence,
    themes: Vec<Theme>,
    /// It says why a side stands better, whatever is played.
    is_merit: bool,
}

type Blanks = Vec<(&'static str, Blank)>;

impl Point {
    fn new(part: Part, phrase: Phrase, blanks: Blanks, evidence: Evidence) -> Point {
        Point { part, phrase, blanks, evidence, themes: Vec::new(), is_merit: false }
    }

    fn naming(self, themes: Vec<Theme>) -> Point {
        Point { themes, ..self }
    }

    /// "It" (also) instead of the move, which has just been named.
    fn says_it(&mut self, also: bool) {
        if self.blanks.iter().any(|(name, _)| *name == "san") {
            self.blanks.retain(|(name, _)| *name != "san");
            self.blanks.push(("san", Blank::It { also }));
        }
    }
}

/// The points of an explanation, in their order.
pub(crate) fn points(explanation: &Explanation) -> Vec<Point> {
    let Some(best) = &explanation.best else { return standing::over(&explanation.position) };
    let mut points = match &explanation.played {
        Some(played) if played.judgement.quality >= Quality::Inaccuracy => {
            bad::points(explanation, played, best)
        }
        Some(played) => {
            // Who mates needs no other praise.
            let mates = matches!(played.gain, Some(Gain::Mate(_))) && played.judgement.lost == 0;
            let mut points = if mates { Vec::new() } else { vec![good::judged(played)] };
            points.extend(good::points(explanation, played).into_iter().filter(|point| {
                // The verdict on the move stands already; what it wins does not.
                let wins = mates || matches!(point.evidence, Evidence::Gain { .. });
                point.part != Part::Verdict || wins || !point.themes.is_empty()
            }));
            // Why somebody stands better explains no move.
            if points.iter().filter(|point| point.part == Part::Idea).count() > 1 {
                points.retain(|point| !point.is_merit);
            }
            points
        }
        None => good::points(explanation, best),
    };
    points.sort_by_key(|point| point.part);
    // Right after the verdict, which names the move, it need not be named again.
    if let [verdict, second, ..] = &mut points[..]
        && (verdict.part, second.part) == (Part::Verdict, Part::Idea)
        && verdict.phrase != Phrase::JudgedGood
        && verdict.blanks.iter().any(|(name, _)| *name == "san")
        && is_about_the_move(second)
    {
        second.says_it(false);
    }
    points
}

/// Does it tell what the move does, makes or meets?
fn is_about_the_move(point: &Point) -> bool {
    let kinds = matches!(
        point.evidence,
        Evidence::Deed { .. } | Evidence::Threat { .. } | Evidence::Prevented { .. }
    );
    kinds || point.phrase == Phrase::Perpetual
}

/// The points in words.
pub(crate) fn told(points: &[Point], level: Level, language: Language) -> Vec<Told> {
    let most = if level == Level::Beginner { MOST_FOR_BEGINNERS } else { MOST };
    // Beginners hear what happens, not how the line goes on.
    let wanted = |point: &&Point| level != Level::Beginner || point.part != Part::Proof;
    let in_words = points.iter().filter(wanted).filter_map(|point| {
        let text = said(language, level, point.phrase, &point.blanks)?;
        let theme = point.blanks.iter().any(|(name, _)| *name == "theme");
        // A motif counts as named only where the words name it.
        let plain = theme && level == Level::Beginner;
        // A line that is cut has its full stop.
        let text = text.replace("….", "…");
        Some(Told {
            part: point.part,
            phrase: point.phrase,
            text,
            themes: if plain { Vec::new() } else { point.themes.clone() },
            squares: point.evidence.squares(),
            lines: point.evidence.lines().iter().map(|line| line.numbered(usize::MAX)).collect(),
            evidence: point.evidence.clone(),
        })
    });
    in_words.take(most).collect()
}

/// A line inside a sentence: mates to their end, others cut.
fn shown(line: &EvidenceLine) -> Blank {
    let plies = if line.end().is_checkmate() { 2 * SHOWN } else { SHOWN };
    Blank::San(line.numbered(plies))
}

/// Mate in so many moves as a theme.
fn mate_themes(moves: u32) -> Vec<Theme> {
    let length = match moves {
        1 => Theme::MateIn1,
        2 => Theme::MateIn2,
        3 => Theme::MateIn3,
        4 => Theme::MateIn4,
        _ => Theme::MateIn5,
    };
    vec![Theme::Mate, length]
}

/// The main motif of a line that has a name, to be put into the verdict.
fn named(ideas: Option<&LineIdeas>) -> Option<Theme> {
    let ideas = ideas?;
    let theme = ideas.main()?.theme;
    if is_beside_the_point(ideas, theme) {
        return None;
    }
    (Language::English.wording().theme)(theme).map(|_| theme)
}

/// Who does what to whom in the main motif.
fn roles(ideas: Option<&LineIdeas>) -> Option<Point> {
    nth_roles(ideas?, 0)
}

/// The same for the motif after the main one.
fn roles_beside(ideas: Option<&LineIdeas>) -> Option<Point> {
    let ideas = ideas?;
    // A pawn that promotes has come far.
    let promotes = ideas.found.iter().any(|found| found.theme == Theme::Promotion);
    let told = nth_roles(ideas, 1)?;
    (!promotes || told.themes != [Theme::AdvancedPawn]).then_some(told)
}

fn nth_roles(ideas: &LineIdeas, index: usize) -> Option<Point> {
    let telling = |finding: &&Finding| !is_beside_the_point(ideas, finding.theme);
    let finding = ideas.found.iter().filter(telling).nth(index)?;
    let (phrase, blanks) = finding.told(&ideas.variation()?)?;
    let evidence = Evidence::Idea { finding: finding.clone(), line: ideas.line.clone() };
    Some(Point::new(Part::Idea, phrase, blanks, evidence).naming(vec![finding.theme]))
}

/// Whoever mates has not "simply taken a hanging piece", even if he has; and what only
/// colours a line is worth a sentence where it leads to mate.
fn is_beside_the_point(ideas: &LineIdeas, theme: Theme) -> bool {
    let small = matches!(theme, Theme::HangingPiece | Theme::TrappedPiece | Theme::Promotion);
    let colour = matches!(theme, Theme::QuietMove | Theme::ExposedKing | Theme::Sacrifice);
    let mates = ideas.line.end().is_checkmate();
    if mates { small } else { colour }
}
