// SPDX-License-Identifier: GPL-3.0-or-later
//! What the position is about when nothing is being won: known endings, structures, what
//! the move does, what speaks for the side that stands better.

use chess::{Color, Role};

use super::{Blanks, Part, Point};
use crate::concepts::{Concept, ConceptFound, Deed, pawn_ending_is_won};
use crate::evidence::Evidence;
use crate::evidence_line::MaterialChange;
use crate::facts::{MoveFacts, PositionFacts};
use crate::phrases::{Blank, Phrase};
use crate::piece::{army, points};

/// Points that are worth a sentence about material.
const AHEAD: i32 = 2;

/// The verdict where the ending is known exactly.
pub fn known(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let rated = &facts.rated;
    let board = &position.position;
    let mut blanks = vec![("san", Blank::San(rated.san.clone()))];
    let phrase = match pawn_ending_is_won(board) {
        Some((strong, won)) => {
            // The move must keep what the bitbase promises.
            let kept = pawn_ending_is_won(&board.after(rated.first()));
            let holds = kept.map_or(won, |(_, after)| after == won);
            if !holds {
                return None;
            }
            blanks.push(("who", Blank::Side(strong)));
            if won { Phrase::KnownWin } else { Phrase::KnownDraw }
        }
        None => {
            position.concepts.iter().find(|found| found.concept == Concept::WrongBishop)?;
            Phrase::KnownDraw
        }
    };
    let found = position.concepts.first()?.clone();
    let evidence = Evidence::Concept { fen: position.fen.clone(), found };
    Some(Point::new(Part::Verdict, phrase, blanks, evidence))
}

/// An ending with a name, or what the move does about it.
pub fn ending(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    if matches!(facts.deed, Some(Deed::TakesOpposition | Deed::ReachesKeySquare)) {
        return deed(position, facts);
    }
    let found = position.concepts.iter().find(|found| found.concept <= Concept::WrongBishop)?;
    let chance = facts.rated.chance.per_mille();
    let owner = if found.side == facts.rated.side() { chance } else { 1000 - chance };
    // Where nothing exact is known, the search must agree.
    let agrees = match found.concept {
        Concept::Lucena => owner >= 650,
        Concept::Philidor => owner >= 350,
        _ => true,
    };
    agrees.then(|| concept(position, found, Part::Idea)).flatten()
}

/// The pawn structure with a name and both sides' breaks.
pub fn structure(position: &PositionFacts, part: Part) -> Option<Point> {
    let named = Concept::Isolani..=Concept::OppositeCastling;
    let found = position.concepts.iter().find(|found| named.contains(&found.concept))?;
    concept(position, found, part)
}

/// What speaks for the side that stands better: material first, then what the board shows.
pub fn merit(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let rated = &facts.rated;
    let chance = rated.chance.per_mille();
    let better = match chance {
        550.. => rated.side(),
        ..=450 => !rated.side(),
        _ => return compensation(position),
    };
    if points(&army(&position.position), better) >= AHEAD {
        let blanks = vec![
            ("who", Blank::Side(better)),
            ("material", Blank::MaterialChange(ahead(position, better))),
        ];
        return Some(Point::new(Part::Idea, Phrase::AheadInMaterial, blanks, material(position)));
    }
    let asset = position.concepts.iter().find(|found| asset_of(found) == Some(better))?;
    concept(position, asset, Part::Idea)
}

/// Level although one side has more: what the other side has for it.
fn compensation(position: &PositionFacts) -> Option<Point> {
    let balance = points(&army(&position.position), Color::White);
    if balance.abs() < AHEAD {
        return None;
    }
    let more = if balance > 0 { Color::White } else { Color::Black };
    let blanks = vec![
        ("who", Blank::Side(more)),
        ("other", Blank::Side(!more)),
        ("material", Blank::MaterialChange(ahead(position, more))),
    ];
    Some(Point::new(Part::Idea, Phrase::Compensation, blanks, material(position)))
}

fn material(position: &PositionFacts) -> Evidence {
    let [white, black] = position.points;
    Evidence::Material { white, black }
}

/// By which pieces a side is ahead.
fn ahead(position: &PositionFacts, side: Color) -> MaterialChange {
    let army = army(&position.position);
    let mut change = MaterialChange::default();
    for role in Role::ALL {
        let more = army[side.index()][role.index()] - army[(!side).index()][role.index()];
        if more > 0 {
            change.won[role.index()] = more;
        } else {
            change.lost[role.index()] = -more;
        }
    }
    change
}

/// For whom a concept speaks; none for those that only say what the game is about.
fn asset_of(found: &ConceptFound) -> Option<Color> {
    match found.concept {
        Concept::KingInCentre | Concept::BadBishop => Some(!found.side),
        Concept::OutsidePasser
        | Concept::ProtectedPasser
        | Concept::PassedPawn
        | Concept::SeventhRank
        | Concept::Outpost
        | Concept::BishopPair => Some(found.side),
        _ => None,
    }
}

fn concept(position: &PositionFacts, found: &ConceptFound, part: Part) -> Option<Point> {
    let phrase = match found.concept {
        Concept::KeySquare => Phrase::ConceptKeySquare,
        Concept::Opposition => Phrase::ConceptOpposition,
        Concept::OutsideTheSquare => Phrase::ConceptOutsideTheSquare,
        Concept::PawnEndingWon | Concept::PawnEndingDrawn => return None,
        Concept::Lucena => Phrase::ConceptLucena,
        Concept::Philidor => Phrase::ConceptPhilidor,
        Concept::WrongBishop => Phrase::ConceptWrongBishop,
        Concept::Isolani => Phrase::ConceptIsolani,
        Concept::HangingPawns => Phrase::ConceptHangingPawns,
        Concept::Carlsbad => Phrase::ConceptCarlsbad,
        Concept::Maroczy => Phrase::ConceptMaroczy,
        Concept::Hedgehog => Phrase::ConceptHedgehog,
        Concept::LockedCentre => Phrase::ConceptLockedCentre,
        Concept::OppositeCastling => Phrase::ConceptOppositeCastling,
        Concept::KingInCentre => Phrase::ConceptKingInCentre,
        Concept::OutsidePasser => Phrase::ConceptOutsidePasser,
        Concept::ProtectedPasser => Phrase::ConceptProtectedPasser,
        Concept::PassedPawn => Phrase::ConceptPassedPawn,
        Concept::SeventhRank => Phrase::ConceptSeventhRank,
        Concept::Outpost => Phrase::ConceptOutpost,
        Concept::BishopPair => Phrase::ConceptBishopPair,
        Concept::OppositeBishops => Phrase::ConceptOppositeBishops,
        Concept::BadBishop => Phrase::ConceptBadBishop,
    };
    let mut blanks: Blanks = vec![
        ("side", Blank::Side(found.side)),
        ("other", Blank::Side(!found.side)),
        ("squares", Blank::Squares(found.squares.clone())),
        ("breaks", Blank::Squares(found.breaks.clone())),
        ("against", Blank::Squares(found.against.clone())),
    ];
    let square = *found.squares.first()?;
    blanks.push(("square", Blank::Square(square)));
    if let Some(piece) = crate::piece::PieceOn::on(&position.position, square) {
        blanks.push(("piece", Blank::Piece(piece)));
    }
    if let Some(&pawn) = found.squares.get(1) {
        blanks.push(("pawn", Blank::Square(pawn)));
    }
    let evidence = Evidence::Concept { fen: position.fen.clone(), found: found.clone() };
    Some(Point::new(part, phrase, blanks, evidence))
}

/// What the move does on the board.
pub fn deed(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let deed = facts.deed.as_ref()?;
    let rated = &facts.rated;
    let mut blanks =
        vec![("san", Blank::San(rated.san.clone())), ("other", Blank::Side(!rated.side()))];
    let phrase = match deed {
        Deed::TakesOpposition => Phrase::DeedOpposition,
        Deed::ReachesKeySquare => Phrase::DeedKeySquare,
        Deed::TradesQueens => Phrase::DeedTradesQueens,
        Deed::Castles => Phrase::DeedCastles,
        Deed::SeventhRank { piece } => {
            blanks.push(("square", Blank::Square(piece.square)));
            Phrase::DeedSeventhRank
        }
        Deed::Outpost { piece } => {
            blanks.push(("kind", Blank::Kind(piece.role)));
            blanks.push(("square", Blank::Square(piece.square)));
            Phrase::DeedOutpost
        }
        Deed::Lever { target } => {
            blanks.push(("target", Blank::Piece(*target)));
            Phrase::DeedLever
        }
        Deed::AdvancesPasser { .. } => Phrase::DeedPasser,
        Deed::Attacks { target, .. } => {
            blanks.push(("target", Blank::Piece(*target)));
            Phrase::DeedAttacks
        }
        Deed::OpenFile { piece } => {
            blanks.push(("file", Blank::File(piece.square)));
            Phrase::DeedOpenFile
        }
        Deed::HalfOpenFile { piece } => {
            blanks.push(("file", Blank::File(piece.square)));
            Phrase::DeedHalfOpenFile
        }
        Deed::Develops { piece } => {
            blanks.push(("kind", Blank::Kind(piece.role)));
            Phrase::DeedDevelops
        }
        Deed::Centre { .. } => Phrase::DeedCentre,
        Deed::KingWalks { target } => {
            blanks.push(("target", Blank::Piece(*target)));
            Phrase::DeedKingWalks
        }
    };
    let evidence = Evidence::Deed {
        fen: position.fen.clone(),
        uci: rated.uci.clone(),
        deed: deed.clone(),
        line: rated.line.first(1),
    };
    Some(Point::new(Part::Idea, phrase, blanks, evidence))
}
