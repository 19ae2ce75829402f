// SPDX-License-Identifier: GPL-3.0-or-later
//! What speaks against a move, and what the better one does about it.

use chess::{Position, Side};

use super::about;
use super::good::{parried, threat_blanks};
use super::{Part, Point, mate_themes, named, roles, shown};
use crate::evidence::Evidence;
use crate::explanation::Explanation;
use crate::facts::MoveFacts;
use crate::phrases::{Blank, Phrase};
use crate::reasons::{compared, worst_term};
use crate::threat::Gain;
use crate::whynot::Proof;

pub fn points(explanation: &Explanation, played: &MoveFacts, best: &MoveFacts) -> Vec<Point> {
    let mut points = vec![verdict(played)];
    points.extend(roles(played.ideas.as_ref()));
    points.extend(proof(played));
    points.extend(no_castling(played, best).or_else(|| position(played)));
    let instead = instead(explanation, played, best);
    // Which score is better has been said; what the better move does has not.
    if instead.as_ref().is_some_and(|point| point.phrase == Phrase::Instead) {
        let deed = about::deed(&explanation.position, best);
        points.extend(deed.map(|deed| Point { part: Part::Contrast, ..deed }));
    }
    points.extend(instead);
    points
}

fn verdict(played: &MoveFacts) -> Point {
    let judgement = &played.judgement;
    let us = played.rated.side();
    let mut blanks = compared(us, judgement);
    blanks.push(("quality", Blank::Quality(judgement.quality)));
    blanks.push(("other", Blank::Side(!us)));
    if let Some(reply) = played.rated.line.san.get(1) {
        blanks.push(("reply", Blank::San(reply.clone())));
    }
    let theme = named(played.ideas.as_ref());
    blanks.extend(theme.map(|theme| ("theme", Blank::Theme(theme))));
    let pick = |by: Phrase, plain: Phrase| if theme.is_some() { by } else { plain };
    let mut themes: Vec<_> = theme.into_iter().collect();
    let proof = played.why_not.as_ref().and_then(|why| why.proof.as_ref());
    let phrase = match proof {
        Some(Proof::AllowsMate(mate)) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            themes.extend(mate_themes(mate.moves));
            match mate.moves {
                1 => pick(Phrase::BadAllowsMateBy, Phrase::BadAllowsMateNow),
                _ => pick(Phrase::BadAllowsMateBy, Phrase::BadAllowsMate),
            }
        }
        Some(Proof::MissesMate(mate)) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            themes.extend(mate_themes(mate.moves));
            match mate.moves {
                1 => pick(Phrase::BadMissesMateBy, Phrase::BadMissesMateNow),
                _ => pick(Phrase::BadMissesMateBy, Phrase::BadMissesMate),
            }
        }
        Some(Proof::LosesMaterial { line, .. }) => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(us).opposite())));
            pick(Phrase::BadLosesBy, Phrase::BadLoses)
        }
        Some(Proof::MissesMaterial { line, .. }) => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(us))));
            pick(Phrase::BadMissesMaterialBy, Phrase::BadMissesMaterial)
        }
        Some(Proof::AllowsDraw { how, .. }) => {
            blanks.push(("how", Blank::Ending(how)));
            Phrase::BadDraw
        }
        Some(Proof::Position { .. }) | None => Phrase::BadPlain,
    };
    let evidence = match proof {
        Some(proof) => Evidence::Refutation { judgement: judgement.clone(), proof: proof.clone() },
        None => {
            let line = played.rated.line.clone();
            Evidence::Judgement { judgement: judgement.clone(), line }
        }
    };
    Point::new(Part::Verdict, phrase, blanks, evidence).naming(themes)
}

/// The line that shows what is wrong.
fn proof(played: &MoveFacts) -> Option<Point> {
    let proof = played.why_not.as_ref()?.proof.as_ref()?;
    let line = match proof {
        Proof::AllowsMate(mate) | Proof::MissesMate(mate) => &mate.line,
        Proof::LosesMaterial { line, .. }
        | Proof::AllowsDraw { line, .. }
        | Proof::MissesMaterial { line, .. }
        | Proof::Position { line, .. } => line,
    };
    // One move that mates needs no line.
    let at_once = matches!(proof, Proof::AllowsMate(mate) if mate.moves == 1);
    if line.moves().len() < 2 || at_once {
        return None;
    }
    let blanks = vec![("line", shown(line))];
    let judgement = played.judgement.clone();
    let evidence = Evidence::Refutation { judgement, proof: proof.clone() };
    Some(Point::new(Part::Proof, Phrase::ProofLine, blanks, evidence))
}

/// The answer is a check that only the king can meet, and castling is over; after the better move
/// it is not.
fn no_castling(played: &MoveFacts, best: &MoveFacts) -> Option<Point> {
    let proof = played.why_not.as_ref().and_then(|why| why.proof.as_ref());
    if !matches!(proof, Some(Proof::Position { .. }) | None) {
        return None;
    }
    let us = played.rated.side();
    let can = |position: &Position| Side::ALL.iter().any(|&side| position.castling().has(us, side));
    let line = &played.rated.line;
    let [before, _, checked, moved, ..] = line.positions() else { return None };
    let king = checked.king(us);
    let forced = checked.in_check() && checked.legal_moves().iter().all(|m| m.from() == king);
    let kept = best.rated.line.positions().iter().take(4).all(can)
        || best.rated.line.moves().iter().take(3).any(|m| m.is_castle());
    if !(can(before) && can(checked) && !can(moved) && forced && kept) {
        return None;
    }
    let blanks = vec![("reply", Blank::San(line.san[1].clone()))];
    let judgement = played.judgement.clone();
    let evidence = Evidence::Judgement { judgement, line: line.clone() };
    Some(Point::new(Part::Idea, Phrase::BadCantCastle, blanks, evidence))
}

/// Where the lines come to rest the better one has more of something.
fn position(played: &MoveFacts) -> Option<Point> {
    let why = played.why_not.as_ref()?;
    let proof = why.proof.as_ref()?;
    let Proof::Position { changes, .. } = proof else { return None };
    let us = played.rated.side();
    let row = worst_term(changes)?;
    let (who, more) = row.mostly(us);
    let mut blanks = compared(us, &why.judgement);
    blanks.push(("who", Blank::Side(who)));
    blanks.push(("plain", Blank::Plain(row.term, more)));
    let evidence = Evidence::Refutation { judgement: why.judgement.clone(), proof: proof.clone() };
    Some(Point::new(Part::Idea, Phrase::BadPosition, blanks, evidence))
}

/// What the better move does.
fn instead(explanation: &Explanation, played: &MoveFacts, best: &MoveFacts) -> Option<Point> {
    let us = best.rated.side();
    let mut blanks = compared(us, &played.judgement);
    let missed = played.why_not.as_ref().and_then(|why| why.proof.as_ref());
    // What it misses has been told with its line.
    if matches!(missed, Some(Proof::MissesMate(_) | Proof::MissesMaterial { .. })) {
        return None;
    }
    match &best.gain {
        Some(Gain::Mate(mate)) if mate.proven => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            let evidence = Evidence::Gain { won: Gain::Mate(mate.clone()) };
            return Some(Point::new(Part::Contrast, Phrase::InsteadMates, blanks, evidence));
        }
        Some(Gain::Material { points, line }) if !best.takes_back => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(us))));
            blanks.push(("line", shown(line)));
            let won = Gain::Material { points: *points, line: line.clone() };
            let evidence = Evidence::Gain { won };
            return Some(Point::new(Part::Contrast, Phrase::InsteadWins, blanks, evidence));
        }
        _ => {}
    }
    if let Some(threat) = parried(&explanation.position, best) {
        blanks.extend(threat_blanks(threat));
        let phrase = match &threat.gain {
            Some(Gain::Mate(mate)) if mate.moves == 1 => Phrase::InsteadParriesMateNow,
            Some(Gain::Mate(_)) => Phrase::InsteadParriesMate,
            _ => Phrase::InsteadParriesMaterial,
        };
        let evidence = Evidence::Threat { threat: threat.clone() };
        return Some(Point::new(Part::Contrast, phrase, blanks, evidence));
    }
    blanks.push(("line", shown(&best.rated.line)));
    let evidence = Evidence::Score { rated: best.rated.clone() };
    Some(Point::new(Part::Contrast, Phrase::Instead, blanks, evidence))
}
