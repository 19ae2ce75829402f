// SPDX-License-Identifier: GPL-3.0-or-later
//! Who stands how, and how a game ended.

use super::{Part, Point};
use crate::evidence::Evidence;
use crate::facts::{MoveFacts, PositionFacts};
use crate::phrases::{Blank, Phrase};
use crate::reasons::ending_phrase;

/// A finished game.
pub fn over(facts: &PositionFacts) -> Vec<Point> {
    let Some(ending) = facts.outcome else { return Vec::new() };
    let phrase = ending_phrase(ending);
    let checkers = facts.checkers.clone();
    let blanks =
        vec![("side", Blank::Side(facts.turn)), ("givers", Blank::Pieces(checkers.clone()))];
    vec![Point::new(Part::Verdict, phrase, blanks, Evidence::Outcome { ending, checkers })]
}

/// The score in words, with the move to play.
pub fn standing(facts: &PositionFacts, best: &MoveFacts) -> Point {
    let rated = &best.rated;
    let us = rated.side();
    let ours = rated.chance >= rated.chance.opposite();
    let (side, chance) = if ours { (us, rated.chance) } else { (!us, rated.chance.opposite()) };
    let mated = facts.mate.as_ref().filter(|mate| mate.proven && !ours);
    let mut blanks = vec![
        ("who", Blank::Side(side)),
        ("side", Blank::Side(us)),
        ("san", Blank::San(rated.san.clone())),
        ("score", Blank::Score(rated.score, us)),
    ];
    let phrase = match (mated, chance.per_mille()) {
        (Some(mate), _) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            Phrase::IdeaMated
        }
        (None, ..550) => Phrase::IdeaEqual,
        (None, 550..650) => Phrase::IdeaSlight,
        (None, 650..800) => Phrase::IdeaClear,
        (None, _) => Phrase::IdeaWinning,
    };
    Point::new(Part::Verdict, phrase, blanks, Evidence::Score { rated: rated.clone() })
}
