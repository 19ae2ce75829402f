// SPDX-License-Identifier: GPL-3.0-or-later
//! What is said about a move: the best one, or the one that was played.

use chess::Role;
use search::Score;

use super::changes::changes;
use super::position::search_of;
use super::{Chapter, Reason};
use crate::evidence::Evidence;
use crate::explanation::Section;
use crate::facts::{MoveFacts, Only, PositionFacts};
use crate::judgement::Quality;
use crate::motifs::Motif;
use crate::phrases::{Blank, Phrase};
use crate::plan::Theme;
use crate::threat::Gain;
use crate::whynot::Proof;

/// Sentences about the plan.
const PLANS: usize = 2;

/// The chapter about the best move; only its head if it was played anyway.
pub fn best(facts: &PositionFacts, best: &MoveFacts, told_below: bool) -> Vec<Reason> {
    let mut chapter = Chapter::new(Section::Best);
    let rated = &best.rated;
    let (depth, nodes) = search_of(rated);
    chapter.say(
        Phrase::BestMove,
        vec![
            ("side", Blank::Side(rated.side())),
            ("san", Blank::San(rated.san.clone())),
            ("score", Blank::Score(rated.score, rated.side())),
            depth,
            nodes,
        ],
        Evidence::Score { rated: rated.clone() },
    );
    if !told_below {
        about(best, &mut chapter);
    }
    found(facts, best, &mut chapter);
    chapter.reasons
}

/// The chapter about the move that was asked about.
pub fn played(facts: &MoveFacts) -> Vec<Reason> {
    let mut chapter = Chapter::new(Section::Played);
    judged(facts, &mut chapter);
    about(facts, &mut chapter);
    for loss in &facts.leaves {
        let reply = loss.line.san.first().cloned().unwrap_or_default();
        let taker = loss.line.start().turn();
        chapter.say(
            Phrase::LeavesHanging,
            vec![
                ("piece", Blank::Piece(loss.piece)),
                ("reply", Blank::San(reply)),
                ("haul", Blank::MaterialChange(loss.line.haul(taker))),
                ("points", Blank::Points(loss.points)),
            ],
            Evidence::Loss { loss: loss.clone() },
        );
    }
    for motif in &facts.allows {
        let (phrase, blanks) = match motif {
            Motif::Fork { by, targets } => (
                Phrase::AllowsFork,
                vec![("by", Blank::Piece(*by)), ("targets", Blank::Pieces(targets.clone()))],
            ),
            Motif::Pin { by, pinned, behind } => (
                Phrase::AllowsPin,
                vec![
                    ("by", Blank::Piece(*by)),
                    ("pinned", Blank::Piece(*pinned)),
                    ("behind", Blank::Piece(*behind)),
                ],
            ),
            Motif::Skewer { by, front, behind } => (
                Phrase::AllowsSkewer,
                vec![
                    ("by", Blank::Piece(*by)),
                    ("front", Blank::Piece(*front)),
                    ("behind", Blank::Piece(*behind)),
                ],
            ),
            Motif::Discovered { .. } => continue,
        };
        chapter.say(phrase, blanks, created(facts, motif));
    }
    chapter.reasons
}

fn judged(facts: &MoveFacts, chapter: &mut Chapter) {
    let judgement = &facts.judgement;
    let phrase = match judgement.quality {
        Quality::Best => Phrase::JudgedBest,
        Quality::Good => Phrase::JudgedGood,
        Quality::Inaccuracy => Phrase::JudgedInaccuracy,
        Quality::Mistake => Phrase::JudgedMistake,
        Quality::Blunder => Phrase::JudgedBlunder,
    };
    let evidence =
        Evidence::Judgement { judgement: judgement.clone(), line: facts.rated.line.clone() };
    chapter.say(phrase, super::others::compared(facts.rated.side(), judgement), evidence);
    if let Some(why) = &facts.why_not {
        super::others::proof(why, chapter);
    }
}

/// What makes a move good or interesting.
fn about(facts: &MoveFacts, chapter: &mut Chapter) {
    only(facts, chapter);
    wins(facts, chapter);
    if let Some(sacrifice) = &facts.sacrifice {
        let accepted = &sacrifice.accepted;
        let (depth, nodes) = search_of(accepted);
        chapter.say(
            Phrase::Sacrifices,
            vec![
                ("offered", Blank::Piece(sacrifice.offered)),
                ("points", Blank::Points(sacrifice.worth)),
                ("score", Blank::Score(accepted.score, accepted.side())),
                depth,
                nodes,
            ],
            Evidence::Sacrifice { sacrifice: sacrifice.clone() },
        );
    }
    patterns(facts, chapter);
    threatens(facts, chapter);
    changes(facts, chapter);
    plan(facts, chapter);
}

fn only(facts: &MoveFacts, chapter: &mut Chapter) {
    let rated = &facts.rated;
    match &facts.only {
        Some(Only::Legal) => chapter.say(
            Phrase::OnlyLegal,
            vec![("san", Blank::San(rated.san.clone()))],
            Evidence::OnlyLegal { uci: rated.uci.clone() },
        ),
        Some(Only::Good { next, lost, line }) => chapter.say(
            Phrase::OnlyGood,
            vec![
                ("next", Blank::San(next.san.clone())),
                ("lost", Blank::Chance(*lost)),
                ("score", Blank::Score(next.score, rated.side())),
            ],
            Evidence::OnlyGood {
                best: rated.into(),
                next: next.clone(),
                lost: *lost,
                line: (**line).clone(),
            },
        ),
        None => {}
    }
}

fn wins(facts: &MoveFacts, chapter: &mut Chapter) {
    let rated = &facts.rated;
    let mut blanks = vec![("san", Blank::San(rated.san.clone()))];
    match &facts.gain {
        Some(Gain::Mate(mate)) => {
            let phrase = match (mate.moves, mate.proven) {
                (1, _) => Phrase::MatesNow,
                (_, true) => Phrase::MatesForced,
                (_, false) => Phrase::MatesInLine,
            };
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            chapter.say(phrase, blanks, Evidence::Gain { won: Gain::Mate(mate.clone()) });
        }
        Some(Gain::Material { points, line }) => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(rated.side()))));
            blanks.push(("points", Blank::Points(*points)));
            let won = Gain::Material { points: *points, line: line.clone() };
            chapter.say(Phrase::WinsMaterial, blanks, Evidence::Gain { won });
        }
        None => {}
    }
    // A draw is news only where the search believes in it.
    if let (Some(line), Score::Cp(-10..=10)) = (&facts.draw, rated.score) {
        let how = line.ending.unwrap_or("stalemate");
        chapter.say(
            Phrase::LeadsToDraw,
            vec![("san", Blank::San(rated.san.clone())), ("how", Blank::Ending(how))],
            Evidence::Draw { how, line: line.clone() },
        );
    }
}

fn created(facts: &MoveFacts, motif: &Motif) -> Evidence {
    Evidence::Created {
        fen: facts.rated.line.fen.clone(),
        uci: facts.rated.uci.clone(),
        pattern: motif.clone(),
        line: facts.rated.line.first(1),
    }
}

fn patterns(facts: &MoveFacts, chapter: &mut Chapter) {
    for motif in &facts.creates {
        let mut blanks = vec![("san", Blank::San(facts.rated.san.clone()))];
        let phrase = match motif {
            Motif::Fork { by, targets } => {
                blanks.push(("by", Blank::Piece(*by)));
                blanks.push(("targets", Blank::Pieces(targets.clone())));
                Phrase::CreatesFork
            }
            Motif::Pin { by, pinned, behind } => {
                blanks.push(("by", Blank::Piece(*by)));
                blanks.push(("pinned", Blank::Piece(*pinned)));
                blanks.push(("behind", Blank::Piece(*behind)));
                match behind.role {
                    Role::King => Phrase::CreatesPinToKing,
                    _ => Phrase::CreatesPin,
                }
            }
            Motif::Skewer { by, front, behind } => {
                blanks.push(("by", Blank::Piece(*by)));
                blanks.push(("front", Blank::Piece(*front)));
                blanks.push(("behind", Blank::Piece(*behind)));
                Phrase::CreatesSkewer
            }
            Motif::Discovered { by, target, .. } => {
                blanks.push(("by", Blank::Piece(*by)));
                blanks.push(("target", Blank::Piece(*target)));
                match target.role {
                    Role::King => Phrase::CreatesDiscoveredCheck,
                    _ => Phrase::CreatesDiscovered,
                }
            }
        };
        chapter.say(phrase, blanks, created(facts, motif));
    }
}

fn threatens(facts: &MoveFacts, chapter: &mut Chapter) {
    // Whoever is mated threatens nothing.
    let mated = facts.why_not.as_ref().and_then(|why| why.proof.as_ref());
    if matches!(mated, Some(Proof::AllowsMate(_))) {
        return;
    }
    let Some(threat) = &facts.threat else { return };
    let Some(gain) = &threat.gain else { return };
    let free = &threat.free_move;
    let (depth, nodes) = search_of(free);
    let mut blanks = vec![
        ("next", Blank::San(free.san.clone())),
        ("score", Blank::Score(free.score, threat.side)),
        depth,
        nodes,
    ];
    let phrase = match gain {
        Gain::Mate(mate) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            Phrase::MoveThreatensMate
        }
        Gain::Material { line, .. } => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(threat.side))));
            Phrase::MoveThreatensMaterial
        }
    };
    chapter.say(phrase, blanks, Evidence::Threat { threat: threat.clone() });
}

fn plan(facts: &MoveFacts, chapter: &mut Chapter) {
    if facts.judgement.quality >= Quality::Mistake {
        return;
    }
    for step in facts.plan.iter().take(PLANS) {
        let phrase = match step.theme {
            Theme::Promotion => Phrase::PlanPromotion,
            Theme::PassedPawn => Phrase::PlanPassedPawn,
            Theme::Castling => Phrase::PlanCastling,
            Theme::Development => Phrase::PlanDevelopment,
            Theme::OpenFile => Phrase::PlanOpenFile,
            Theme::QueenTrade => Phrase::PlanQueenTrade,
            Theme::KingToCentre => Phrase::PlanKing,
        };
        let last = step.plies.last().copied().unwrap_or(1);
        chapter.say(
            phrase,
            vec![("moves", Blank::Sans(step.san.clone()))],
            Evidence::Plan { step: step.clone(), line: facts.rated.line.first(last) },
        );
    }
}

/// How hard the best move is to find, and what else would do.
fn found(facts: &PositionFacts, best: &MoveFacts, chapter: &mut Chapter) {
    let Some(difficulty) = &facts.difficulty else { return };
    if facts.legal_moves < 2 {
        return;
    }
    let evidence = || Evidence::Near {
        best: (&best.rated).into(),
        difficulty: difficulty.clone(),
        moves: Vec::new(),
    };
    if difficulty.near.len() > 1 {
        chapter.say(
            Phrase::NearMoves,
            vec![
                ("others", Blank::Sans(difficulty.near[1..].to_vec())),
                ("number", Blank::Number(difficulty.compared as i64)),
            ],
            evidence(),
        );
    }
    let blanks = vec![
        ("san", Blank::San(best.rated.san.clone())),
        ("number", Blank::Number(difficulty.found_at.into())),
        ("depth", Blank::Number(difficulty.depth.into())),
    ];
    match difficulty.history.first() {
        Some(first) if first.uci != best.rated.uci => {
            let mut blanks = blanks;
            blanks.push(("first", Blank::San(first.san.clone())));
            blanks.push(("since", Blank::Number(first.since.into())));
            chapter.say(Phrase::FoundLate, blanks, evidence());
        }
        Some(_) if difficulty.history.len() == 1 => {
            chapter.say(Phrase::FoundAtOnce, blanks, evidence());
        }
        _ => {}
    }
}
