// SPDX-License-Identifier: GPL-3.0-or-later
//! What is said against other moves.

use chess::Color;

use super::changes::is_dull;
use super::{Chapter, Reason};
use crate::account::{Changes, TermChange};
use crate::evidence::Evidence;
use crate::explanation::{Explanation, Section};
use crate::facts::MoveFacts;
use crate::judgement::{Judgement, Quality};
use crate::motifs::Motif;
use crate::phrases::{Blank, Phrase};
use crate::whynot::{Proof, WhyNot};

pub fn why_not(explanation: &Explanation, _best: &MoveFacts) -> Vec<Reason> {
    let mut chapter = Chapter::new(Section::WhyNot);
    for why in &explanation.why_not {
        if why.judgement.quality < Quality::Inaccuracy {
            let blanks = compared(why.rated.side(), &why.judgement);
            let (judgement, line) = (why.judgement.clone(), why.rated.line.clone());
            chapter.say(Phrase::OtherFine, blanks, Evidence::Fine { judgement, line });
        } else if why.proof.is_some() {
            proof(why, &mut chapter);
        } else {
            let blanks = compared(why.rated.side(), &why.judgement);
            let (judgement, line) = (why.judgement.clone(), why.rated.line.clone());
            chapter.say(Phrase::OtherWorse, blanks, Evidence::Judgement { judgement, line });
        }
    }
    chapter.reasons
}

/// The blanks of a comparison.
pub fn compared(side: Color, judgement: &Judgement) -> Vec<(&'static str, Blank)> {
    let (played, best) = (&judgement.played, &judgement.best);
    vec![
        ("san", Blank::San(played.san.clone())),
        ("score", Blank::Score(played.score, side)),
        ("chance", Blank::Chance(played.chance.per_mille())),
        ("best", Blank::San(best.san.clone())),
        ("bestscore", Blank::Score(best.score, side)),
        ("lost", Blank::Chance(judgement.lost)),
    ]
}

/// The term that the better line ends better in.
pub fn worst_term(changes: &Changes) -> Option<&TermChange> {
    let worst = changes.terms.iter().filter(|row| row.change < 0 && !is_dull(row.term));
    worst.min_by_key(|row| row.change)
}

/// What is wrong with a move, by the line that proves it.
pub fn proof(why: &WhyNot, chapter: &mut Chapter) {
    let Some(proof) = &why.proof else { return };
    let us = why.rated.side();
    let mut blanks = compared(us, &why.judgement);
    if let Some(reply) = why.rated.line.san.get(1) {
        blanks.push(("reply", Blank::San(reply.clone())));
    }
    let phrase = match proof {
        Proof::AllowsMate(mate) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            Phrase::OtherAllowsMate
        }
        Proof::MissesMate(mate) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            Phrase::OtherMissesMate
        }
        Proof::LosesMaterial { line, .. } => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(us).opposite())));
            Phrase::OtherLosesMaterial
        }
        Proof::MissesMaterial { line, .. } => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(us))));
            Phrase::OtherMissesMaterial
        }
        Proof::AllowsDraw { how, .. } => {
            blanks.push(("how", Blank::Ending(how)));
            Phrase::OtherAllowsDraw
        }
        Proof::Position { changes, .. } => {
            let Some(row) = worst_term(changes) else { return };
            blanks.push(("term", Blank::Term(row.term)));
            let (who, more) = row.mostly(us);
            blanks.push(("who", Blank::Side(who)));
            blanks.push(("plain", Blank::Plain(row.term, more)));
            blanks.push(("change", Blank::Delta(row.change)));
            Phrase::OtherWorsePosition
        }
    };
    let evidence = Evidence::Refutation { judgement: why.judgement.clone(), proof: proof.clone() };
    chapter.say(phrase, blanks, evidence);
    answer(why, chapter);
}

/// How the answer works, if it makes a pattern on the board.
fn answer(why: &WhyNot, chapter: &mut Chapter) {
    let line = &why.rated.line;
    let (Some(reply), Some(uci)) = (line.san.get(1), line.uci.get(1)) else { return };
    for motif in &why.answer {
        let (phrase, blanks) = match motif {
            Motif::Fork { by, targets } => (
                Phrase::AnswerForks,
                vec![
                    ("reply", Blank::San(reply.clone())),
                    ("by", Blank::Piece(*by)),
                    ("targets", Blank::Pieces(targets.clone())),
                ],
            ),
            Motif::Pin { by, pinned, behind } => (
                Phrase::AnswerPins,
                vec![
                    ("reply", Blank::San(reply.clone())),
                    ("by", Blank::Piece(*by)),
                    ("pinned", Blank::Piece(*pinned)),
                    ("behind", Blank::Piece(*behind)),
                ],
            ),
            _ => continue,
        };
        let evidence = Evidence::Created {
            fen: line.positions()[1].fen(),
            uci: uci.clone(),
            pattern: motif.clone(),
            line: line.first(2),
        };
        chapter.say(phrase, blanks, evidence);
    }
}
