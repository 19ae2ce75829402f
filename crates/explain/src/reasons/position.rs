// SPDX-License-Identifier: GPL-3.0-or-later
//! What is said about the position itself.

use chess::{Color, Role};

use super::changes::is_dull;
use super::{Chapter, Reason};
use crate::evidence::Evidence;
use crate::evidence_line::Rated;
use crate::explanation::Section;
use crate::facts::PositionFacts;
use crate::feature::Kind;
use crate::motifs::Motif;
use crate::phrases::{Blank, Phrase};
use crate::piece::PieceOn;
use crate::threat::Gain;

/// A balance of a term, in centipawns, that is worth a sentence.
const TELLING_TERM: i32 = 20;
/// Sentences about terms.
const TERMS: usize = 3;
/// A feature, in centipawns, that is worth a sentence.
const TELLING_FEATURE: i32 = 8;
/// Sentences about features, for each side.
const FEATURES: usize = 2;
/// From this number of plies on the fifty-move rule is mentioned.
const CLOCK: u32 = 60;

pub fn position(facts: &PositionFacts) -> Vec<Reason> {
    let mut chapter = Chapter::new(Section::Position);
    if facts.outcome.is_some() {
        over(facts, &mut chapter);
        return chapter.reasons;
    }
    check(facts, &mut chapter);
    material(facts, &mut chapter);
    standing(facts, &mut chapter);
    terms(facts, &mut chapter);
    features(facts, &mut chapter);
    pins(facts, &mut chapter);
    if let Some(best) = facts.lines.first() {
        let (depth, nodes) = search_of(best);
        let total = facts.account.total;
        chapter.say(
            Phrase::LedgerSum,
            vec![
                ("worth", Blank::Delta(total)),
                ("score", Blank::Score(best.score, best.side())),
                depth,
                nodes,
            ],
            Evidence::Sum { total, rated: best.clone() },
        );
    }
    if facts.halfmove_clock >= CLOCK {
        let halfmoves = facts.halfmove_clock;
        chapter.say(
            Phrase::ClockRuns,
            vec![("number", Blank::Number(halfmoves.into()))],
            Evidence::Clock { halfmoves },
        );
    }
    chapter.reasons
}

/// Depth and nodes of a search, as blanks.
pub fn search_of(rated: &Rated) -> ((&'static str, Blank), (&'static str, Blank)) {
    (
        ("depth", Blank::Number(rated.depth.into())),
        ("nodes", Blank::Number(i64::try_from(rated.nodes).unwrap_or(i64::MAX))),
    )
}

/// What is said of a finished game.
pub fn ending_phrase(ending: &str) -> Phrase {
    match ending {
        "checkmate" => Phrase::Checkmate,
        "stalemate" => Phrase::Stalemate,
        "insufficient_material" => Phrase::DeadPosition,
        "fifty_moves" => Phrase::FiftyMoves,
        _ => Phrase::Threefold,
    }
}

fn over(facts: &PositionFacts, chapter: &mut Chapter) {
    let Some(ending) = facts.outcome else { return };
    let phrase = ending_phrase(ending);
    let blanks =
        vec![("side", Blank::Side(facts.turn)), ("givers", Blank::Pieces(facts.checkers.clone()))];
    chapter.say(phrase, blanks, Evidence::Outcome { ending, checkers: facts.checkers.clone() });
}

fn check(facts: &PositionFacts, chapter: &mut Chapter) {
    let king = PieceOn::on(&facts.position, facts.position.king(facts.turn));
    if let (false, Some(king)) = (facts.checkers.is_empty(), king) {
        let checkers = facts.checkers.clone();
        chapter.say(
            Phrase::InCheck,
            vec![("side", Blank::Side(facts.turn)), ("givers", Blank::Pieces(checkers.clone()))],
            Evidence::Check { king, checkers },
        );
    }
}

fn material(facts: &PositionFacts, chapter: &mut Chapter) {
    let [white, black] = facts.points;
    let evidence = Evidence::Material { white, black };
    if white == black {
        chapter.say(Phrase::MaterialEven, vec![("points", Blank::Points(white))], evidence);
        return;
    }
    let (side, more, less) =
        if white > black { (Color::White, white, black) } else { (Color::Black, black, white) };
    chapter.say(
        Phrase::MaterialAhead,
        vec![
            ("side", Blank::Side(side)),
            ("ahead", Blank::Points(more - less)),
            ("points", Blank::Points(more)),
            ("others", Blank::Points(less)),
        ],
        evidence,
    );
}

fn standing(facts: &PositionFacts, chapter: &mut Chapter) {
    let Some(best) = facts.lines.first() else { return };
    let us = best.side();
    let ours = best.chance >= best.chance.opposite();
    let (side, chance) = if ours { (us, best.chance) } else { (!us, best.chance.opposite()) };
    let mates = facts.mate.as_ref().is_some_and(|mate| mate.proven);
    let phrase = match chance.per_mille() {
        _ if mates => Phrase::StandingMate,
        ..550 => Phrase::StandingEqual,
        550..650 => Phrase::StandingSlight,
        650..800 => Phrase::StandingClear,
        _ => Phrase::StandingWinning,
    };
    let (depth, nodes) = search_of(best);
    chapter.say(
        phrase,
        vec![
            ("side", Blank::Side(side)),
            ("score", Blank::Score(best.score, us)),
            ("chance", Blank::Chance(chance.per_mille())),
            depth,
            nodes,
        ],
        Evidence::Score { rated: best.clone() },
    );
}

fn terms(facts: &PositionFacts, chapter: &mut Chapter) {
    if !facts.checkers.is_empty() {
        return;
    }
    let mut rows: Vec<_> = facts
        .account
        .terms
        .iter()
        .filter(|row| !is_dull(row.term) && row.balance.abs() >= TELLING_TERM)
        .collect();
    rows.sort_by_key(|row| -row.balance.abs());
    for row in rows.into_iter().take(TERMS) {
        let side = if row.balance > 0 { Color::White } else { Color::Black };
        let largest = |color| facts.account.largest(row.term, color, 3);
        let share = |color| facts.account.share(row.term, color);
        chapter.say(
            Phrase::TermFor,
            vec![
                ("side", Blank::Side(side)),
                ("term", Blank::Term(row.term)),
                ("plain", Blank::Plain(row.term, true)),
                ("worth", Blank::Delta(row.balance.abs())),
                ("white", Blank::Delta(share(Color::White))),
                ("black", Blank::Delta(share(Color::Black))),
            ],
            Evidence::Term {
                row: *row,
                white: largest(Color::White),
                black: largest(Color::Black),
            },
        );
    }
}

fn features(facts: &PositionFacts, chapter: &mut Chapter) {
    for side in Color::ALL {
        let own = facts.features.iter().filter(|feature| {
            feature.side == side
                && feature.worth.abs() >= TELLING_FEATURE
                // Pins are told with who pins.
                && feature.feature != Kind::Pinned
                && says_what_it_is_worth(feature.feature, feature.worth)
        });
        for feature in own.take(FEATURES) {
            let phrase = match feature.feature {
                Kind::PassedPawn => Phrase::PassedPawn,
                Kind::IsolatedPawn => Phrase::IsolatedPawn,
                Kind::DoubledPawn => Phrase::DoubledPawn,
                Kind::BackwardPawn => Phrase::BackwardPawn,
                Kind::KnightOutpost => Phrase::KnightOutpost,
                Kind::BishopOutpost => Phrase::BishopOutpost,
                Kind::RookOpenFile => Phrase::RookOpenFile,
                Kind::RookHalfOpenFile => Phrase::RookHalfOpenFile,
                Kind::RookSeventh => Phrase::RookSeventh,
                Kind::RookTrapped => Phrase::RookTrapped,
                Kind::Pinned => continue,
            };
            chapter.say(
                phrase,
                vec![
                    ("side", Blank::Side(side)),
                    ("square", Blank::Square(feature.square)),
                    ("file", Blank::File(feature.square)),
                    ("worth", Blank::Delta(feature.worth)),
                ],
                Evidence::Feature { feature: feature.clone() },
            );
        }
    }
}

/// A strength that counts against its owner here, or a weakness that counts for
/// him, is nothing to talk about.
fn says_what_it_is_worth(kind: Kind, worth: i32) -> bool {
    let weakness = matches!(
        kind,
        Kind::IsolatedPawn | Kind::DoubledPawn | Kind::BackwardPawn | Kind::RookTrapped
    );
    (worth < 0) == weakness
}

fn pins(facts: &PositionFacts, chapter: &mut Chapter) {
    for motif in &facts.motifs {
        let (phrase, blanks) = match motif {
            Motif::Pin { by, pinned, behind } => (
                if behind.role == Role::King {
                    Phrase::PinnedToKing
                } else {
                    Phrase::PinnedToPiece
                },
                vec![
                    ("by", Blank::Piece(*by)),
                    ("pinned", Blank::Piece(*pinned)),
                    ("behind", Blank::Piece(*behind)),
                ],
            ),
            Motif::Skewer { by, front, behind } => (
                Phrase::Skewered,
                vec![
                    ("by", Blank::Piece(*by)),
                    ("front", Blank::Piece(*front)),
                    ("behind", Blank::Piece(*behind)),
                ],
            ),
            _ => continue,
        };
        let evidence = Evidence::Motif { fen: facts.fen.clone(), pattern: motif.clone() };
        chapter.say(phrase, blanks, evidence);
    }
}

pub fn threat(facts: &PositionFacts) -> Vec<Reason> {
    let mut chapter = Chapter::new(Section::Threat);
    let Some(threat) = &facts.threat else { return chapter.reasons };
    let free = &threat.free_move;
    let (depth, nodes) = search_of(free);
    let mut blanks = vec![
        ("side", Blank::Side(threat.side)),
        ("san", Blank::San(free.san.clone())),
        ("score", Blank::Score(free.score, threat.side)),
        depth,
        nodes,
    ];
    let phrase = match &threat.gain {
        Some(Gain::Mate(mate)) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            Phrase::ThreatMate
        }
        Some(Gain::Material { line, .. }) => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(threat.side))));
            Phrase::ThreatMaterial
        }
        // A free move that helps in other ways is neither a threat nor nothing.
        None if threat.is_nothing() => Phrase::ThreatNone,
        None => return chapter.reasons,
    };
    chapter.say(phrase, blanks, Evidence::Threat { threat: threat.clone() });
    chapter.reasons
}
