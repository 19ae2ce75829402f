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

/// From these chances on, in per mille, a side stands better.
const BETTER: u16 = 550;
/// From these on clearly so.
const CLEARLY: u16 = 650;

/// The chances that the words stand for: who stands clearly better or should win does so in all of
/// the last iterations.
fn cautious(facts: &PositionFacts, best: &MoveFacts, ours: bool, chance: u16) -> u16 {
    if facts.lines.first().is_none_or(|line| line.first() != best.rated.first()) {
        return chance;
    }
    let [least, most] = facts.range;
    let least = if ours { least } else { 1000 - most };
    if chance < CLEARLY { chance } else { chance.min(least).max(BETTER) }
}

/// Do the last iterations tell so different things that nobody knows who stands better, and how
/// much?
pub fn is_torn(facts: &PositionFacts) -> bool {
    let words = |chance: u16| match chance {
        800.. => 3,
        650.. => 2,
        550.. => 1,
        451.. => 0,
        351.. => -1,
        201.. => -2,
        _ => -3,
    };
    let [least, most] = facts.range.map(words);
    let one_side = least > 0 || most < 0;
    most - least > if one_side { 1 } else { 0 }
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
    let phrase = match (mated, cautious(facts, best, ours, chance.per_mille())) {
        (Some(mate), _) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            Phrase::IdeaMated
        }
        (None, ..BETTER) => Phrase::IdeaEqual,
        (None, BETTER..CLEARLY) => Phrase::IdeaSlight,
        (None, CLEARLY..800) => Phrase::IdeaClear,
        (None, _) => Phrase::IdeaWinning,
    };
    Point::new(Part::Verdict, phrase, blanks, Evidence::Score { rated: rated.clone() })
}
