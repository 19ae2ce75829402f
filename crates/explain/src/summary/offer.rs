// SPDX-License-Identifier: GPL-3.0-or-later
//! Sacrifices: what is offered, and what becomes of who takes it.

use chess::Role;
use search::Score;

use super::{Blanks, Part, Point, named, roles, shown};
use crate::evidence::Evidence;
use crate::evidence_line::EvidenceLine;
use crate::facts::MoveFacts;
use crate::motifs::Theme;
use crate::phrases::{Blank, Phrase};
use crate::purpose::Purpose;
use crate::sacrifice::Sacrifice;
use crate::threat::Gain;

/// Points that are little beside what is offered.
const LITTLE: i32 = 2;

/// Is the offer the idea, and what the line wins only what is left if nobody takes it?
pub fn leads_with_offer(facts: &MoveFacts) -> bool {
    let Some(Gain::Material { points, .. }) = facts.gain else { return false };
    let offers = facts.sacrifice.as_ref().is_some_and(|offer| offer.worth > points);
    points <= LITTLE
        && offers
        && !facts.takes_back
        && named(facts.ideas.as_ref()).is_none()
        && !is_taken(facts)
}

/// Is the offered piece taken in the line that shows the gain?
fn is_taken(facts: &MoveFacts) -> bool {
    let reply = facts.gain.as_ref().and_then(|gain| gain.line().moves().get(1));
    let accepted = facts.sacrifice.as_ref().map(|offer| offer.accepted.first());
    reply.is_some() && reply.copied() == accepted
}

/// Is it the Greek gift, and the line that wins goes through it?
pub fn is_gift(facts: &MoveFacts) -> bool {
    let purpose = facts.sacrifice.as_ref().and_then(|offer| offer.purpose.as_ref());
    matches!(purpose, Some(Purpose::GreekGift { .. })) && is_taken(facts)
}

/// What is offered, and why taking it does not pay.
pub fn offered(facts: &MoveFacts, part: Part) -> Option<Point> {
    let sacrifice = facts.sacrifice.as_ref()?;
    // The proof has shown it already.
    if is_taken(facts) && !is_gift(facts) {
        return None;
    }
    let accepted = &sacrifice.accepted;
    let mut blanks = vec![
        ("offered", Blank::Piece(sacrifice.offered)),
        ("line", shown(&telling(sacrifice))),
        ("score", Blank::Score(accepted.score, accepted.side())),
    ];
    let mut themes = vec![Theme::Sacrifice];
    let phrase = phrase(facts, sacrifice, &mut blanks, &mut themes);
    let evidence = Evidence::Sacrifice { sacrifice: sacrifice.clone() };
    Some(Point::new(part, phrase, blanks, evidence).naming(themes))
}

/// The line after taking, cut where it has shown what it shows.
fn telling(sacrifice: &Sacrifice) -> EvidenceLine {
    let line = &sacrifice.accepted.line;
    match (&sacrifice.purpose, &sacrifice.ideas) {
        (Some(Purpose::GreekGift { attack } | Purpose::KingAttack { attack }), _) => {
            let last = attack.last().and_then(|last| line.san.iter().position(|san| san == last));
            line.first(last.map_or(usize::MAX, |ply| ply + 1))
        }
        (_, Some(ideas)) => ideas.line.clone(),
        _ => line.clone(),
    }
}

/// Who does what to whom when it is taken, unless the attack has been told.
pub fn offer_roles(facts: &MoveFacts) -> Option<Point> {
    let sacrifice = facts.sacrifice.as_ref()?;
    let attack = matches!(
        sacrifice.purpose,
        Some(Purpose::GreekGift { .. } | Purpose::KingAttack { .. } | Purpose::Legal)
    );
    let roles = if attack { None } else { roles(sacrifice.ideas.as_ref()) };
    roles.filter(|point| point.themes != [Theme::HangingPiece])
}

fn phrase(
    facts: &MoveFacts,
    sacrifice: &Sacrifice,
    blanks: &mut Blanks,
    themes: &mut Vec<Theme>,
) -> Phrase {
    let accepted = &sacrifice.accepted;
    if let (Score::Mate(n @ ..=0), true) = (accepted.score, accepted.line.end().is_checkmate()) {
        blanks.push(("mate", Blank::MateIn(n.unsigned_abs())));
        return match sacrifice.purpose {
            Some(Purpose::Legal) => Phrase::OfferLegal,
            _ => Phrase::OfferMate,
        };
    }
    if let Some(counter) = counter(sacrifice) {
        blanks.push(("counter", Blank::San(counter)));
        themes.clear();
        return Phrase::OfferCounter;
    }
    match &sacrifice.purpose {
        Some(Purpose::GreekGift { attack }) => {
            blanks.push(("moves", Blank::Sans(attack.clone())));
            return Phrase::OfferGreekGift;
        }
        Some(Purpose::KingAttack { attack }) => {
            blanks.push(("moves", Blank::Sans(attack.clone())));
            return Phrase::OfferAttack;
        }
        _ => {}
    }
    // Taking another piece back for it is no motif.
    let theme = named(sacrifice.ideas.as_ref()).filter(|&theme| theme != Theme::HangingPiece);
    if let Some(theme) = theme {
        blanks.push(("theme", Blank::Theme(theme)));
        themes.push(theme);
        return Phrase::OfferBy;
    }
    match (&sacrifice.purpose, is_exchange(facts, sacrifice)) {
        (Some(Purpose::BreaksShelter { king }), true) => {
            blanks.push(("king", Blank::Piece(*king)));
            Phrase::OfferExchangeShelter
        }
        (_, true) => Phrase::OfferExchange,
        _ => Phrase::OfferLine,
    }
}

/// The capture of something as dear elsewhere, by which taking is answered: nothing is sacrificed.
fn counter(sacrifice: &Sacrifice) -> Option<String> {
    let line = &sacrifice.accepted.line;
    let answer = line.captures.iter().find(|capture| capture.ply == 2)?;
    let elsewhere = answer.taken.square != sacrifice.offered.square;
    (elsewhere && answer.taken.price() >= sacrifice.worth).then(|| line.san[1].clone())
}

/// A rook is given for a knight or bishop.
fn is_exchange(facts: &MoveFacts, sacrifice: &Sacrifice) -> bool {
    let first = facts.rated.line.captures.first().filter(|capture| capture.ply == 1);
    let minor =
        first.is_some_and(|capture| matches!(capture.taken.role, Role::Knight | Role::Bishop));
    minor && sacrifice.offered.role == Role::Rook && sacrifice.worth == 5
}
