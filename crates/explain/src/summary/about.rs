// SPDX-License-Identifier: GPL-3.0-or-later
//! What the position is about when nothing is being won: known endings, structures, what
//! the move does, what speaks for the side that stands better.

use chess::{Color, Move, Position, Role, Square};

use super::{Blanks, Part, Point};
use crate::concepts::deeds::SOON;
use crate::concepts::{Concept, ConceptFound, Deed, DeedFamily, DeedKind, pawn_ending_is_won};
use crate::evidence::Evidence;
use crate::evidence_line::{EvidenceLine, MaterialChange};
use crate::facts::{MoveFacts, PositionFacts};
use crate::phrases::{Blank, Phrase};
use crate::piece::{PieceOn, army, points};

/// Points that are worth a sentence about material.
const AHEAD: i32 = 2;

/// The verdict where the ending is known exactly.
pub fn known(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let rated = &facts.rated;
    let board = &position.position;
    if let Some(point) = by_table(position, facts) {
        return Some(point);
    }
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
            blanks.push(("side", Blank::Side(!strong)));
            match (won, strong == board.turn()) {
                (true, true) => Phrase::KnownWin,
                (true, false) => Phrase::KnownLoss,
                (false, _) => Phrase::KnownDraw,
            }
        }
        None => {
            let fortress = Concept::QueenAgainstPawn..=Concept::WrongBishop;
            position.concepts.iter().find(|found| fortress.contains(&found.concept))?;
            Phrase::KnownDraw
        }
    };
    let found = position.concepts.first()?.clone();
    let evidence = Evidence::Concept { fen: position.fen.clone(), found };
    Some(Point::new(Part::Verdict, phrase, blanks, evidence))
}

/// The same where king and pawn against king is on the board.
pub fn known_by_bitbase(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    pawn_ending_is_won(&position.position)?;
    known(position, facts)
}

/// What tablebases know, if the move keeps it. King and pawn against king is told by key squares
/// and opposition instead.
fn by_table(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let (before, after) = (position.table.as_ref()?, facts.table.as_ref()?);
    if !before.agrees(after) || pawn_ending_is_won(&position.position).is_some() {
        return None;
    }
    let us = facts.rated.side();
    let phrase = match before.winner {
        Some(_) if before.cursed => Phrase::TableCursed,
        Some(winner) if winner == us => Phrase::TableWin,
        Some(_) => Phrase::TableLoss,
        None => Phrase::TableDraw,
    };
    let mut blanks = vec![("san", Blank::San(facts.rated.san.clone())), ("side", Blank::Side(us))];
    blanks.extend(before.winner.map(|winner| ("who", Blank::Side(winner))));
    let evidence = Evidence::Table {
        fen: position.fen.clone(),
        uci: facts.rated.uci.clone(),
        before: before.clone(),
        after: after.clone(),
    };
    Some(Point::new(Part::Verdict, phrase, blanks, evidence))
}

/// The opening by its name.
pub fn opening(position: &PositionFacts) -> Option<Point> {
    let opening = position.opening.as_ref()?;
    let blanks =
        vec![("name", Blank::San(opening.name.clone())), ("eco", Blank::San(opening.eco.clone()))];
    let evidence = Evidence::Opening { opening: opening.clone() };
    Some(Point::new(Part::Plan, Phrase::OpeningIs, blanks, evidence))
}

/// An ending with a name, or what the move does about it.
pub fn ending(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    // Who stands on a key square already need not go to one.
    let there = position
        .concepts
        .iter()
        .any(|found| found.concept == Concept::KeySquare && found.side == facts.rated.side());
    let does = facts.deeds.first().is_some_and(|deed| match deed.kind {
        DeedKind::TakesOpposition => true,
        DeedKind::ReachesKeySquare => !there,
        _ => false,
    });
    if does {
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
    let point = agrees.then(|| concept(position, found, Part::Idea)).flatten()?;
    if let (Concept::Lucena, Some(bridge)) = (found.concept, bridge(&facts.rated.line, found.side))
    {
        let mut blanks = point.blanks;
        blanks.push(("bridge", Blank::San(bridge)));
        return Some(Point { phrase: Phrase::ConceptLucenaBridge, blanks, ..point });
    }
    Some(point)
}

/// Plies in which the bridge has to be built to be told of.
const BRIDGE: usize = 9;

/// The rook's move to its fourth rank.
fn bridge(line: &EvidenceLine, side: Color) -> Option<String> {
    let steps = line.positions().iter().zip(line.moves()).zip(&line.san).take(BRIDGE);
    let rook = |position: &Position, m: &Move| {
        position.turn() == side
            && position.piece_on(m.from()).is_some_and(|piece| piece.role() == Role::Rook)
            && side.relative_rank(m.to().rank()) == 3
    };
    steps.into_iter().find(|((position, m), _)| rook(position, m)).map(|(_, san)| san.clone())
}

/// Is it an ending with a method of its own, which says more than what the line happens to win?
pub fn has_method(position: &PositionFacts, facts: &MoveFacts) -> bool {
    let method = |found: &ConceptFound| found.concept == Concept::Lucena;
    position.concepts.iter().any(method) && ending(position, facts).is_some()
}

/// Pieces besides kings and pawns for which a structure is a plan of the middlegame.
const STRUCTURED: u32 = 6;

/// Structures with a name: what the game is about, for both sides.
fn is_named(concept: Concept) -> bool {
    (Concept::Isolani..=Concept::OppositeCastling).contains(&concept)
}

/// The pawn structure with a name and both sides' breaks.
pub fn structure(position: &PositionFacts, part: Part) -> Option<Point> {
    let board = &position.position;
    let pieces = board.occupied() & !board.by_role(Role::Pawn) & !board.by_role(Role::King);
    // With fewer pieces nobody plays for activity, exchanges or an attack any more.
    if pieces.count() < STRUCTURED {
        return None;
    }
    let found = position.concepts.iter().find(|found| is_named(found.concept))?;
    concept(position, found, part)
}

/// Does it tell of an ending with a name?
pub fn is_ending(evidence: &Evidence) -> bool {
    match evidence {
        Evidence::Concept { found, .. } => found.concept <= Concept::WrongBishop,
        Evidence::Deed { deed, .. } => {
            matches!(deed.kind, DeedKind::TakesOpposition | DeedKind::ReachesKeySquare)
        }
        _ => false,
    }
}

/// Does it tell of a structure?
pub fn is_structure(evidence: &Evidence) -> bool {
    matches!(evidence, Evidence::Concept { found, .. } if is_named(found.concept))
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
        Concept::KingInCentre
        | Concept::BrokenShelter
        | Concept::BackRank
        | Concept::Overloaded
        | Concept::WeakSquares
        | Concept::BadBishop
        | Concept::BackwardPawn
        | Concept::IsolatedPawn
        | Concept::DoubledPawns
        | Concept::RimKnight
        | Concept::LoosePieces => Some(!found.side),
        Concept::KingAttack
        | Concept::OutsidePasser
        | Concept::ConnectedPassers
        | Concept::ProtectedPasser
        | Concept::PassedPawn
        | Concept::RookBehind
        | Concept::Blockade
        | Concept::SeventhRank
        | Concept::Outpost
        | Concept::OpenFile
        | Concept::Development
        | Concept::BishopPair
        | Concept::Space
        | Concept::Majority => Some(found.side),
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
        Concept::QueenAgainstPawn => Phrase::ConceptQueenAgainstPawn,
        Concept::RookAgainstBishop => Phrase::ConceptRookAgainstBishop,
        Concept::KnightAndRookPawn => Phrase::ConceptKnightAndRookPawn,
        Concept::WrongBishop => Phrase::ConceptWrongBishop,
        Concept::Isolani => Phrase::ConceptIsolani,
        Concept::HangingPawns => Phrase::ConceptHangingPawns,
        Concept::Carlsbad => Phrase::ConceptCarlsbad,
        Concept::Maroczy => Phrase::ConceptMaroczy,
        Concept::Hedgehog => Phrase::ConceptHedgehog,
        Concept::LockedCentre => Phrase::ConceptLockedCentre,
        Concept::OppositeCastling => Phrase::ConceptOppositeCastling,
        Concept::KingInCentre => Phrase::ConceptKingInCentre,
        Concept::KingAttack => Phrase::ConceptKingAttack,
        Concept::BrokenShelter => Phrase::ConceptBrokenShelter,
        Concept::BackRank => Phrase::ConceptBackRank,
        Concept::Overloaded => Phrase::ConceptOverloaded,
        Concept::OutsidePasser => Phrase::ConceptOutsidePasser,
        Concept::ConnectedPassers => Phrase::ConceptConnectedPassers,
        Concept::RookBehind => Phrase::ConceptRookBehind,
        Concept::Blockade => Phrase::ConceptBlockade,
        Concept::OpenFile => Phrase::ConceptOpenFile,
        Concept::Development => Phrase::ConceptDevelopment,
        Concept::WeakSquares => Phrase::ConceptWeakSquares,
        Concept::Space => Phrase::ConceptSpace,
        Concept::BackwardPawn => Phrase::ConceptBackwardPawn,
        Concept::IsolatedPawn => Phrase::ConceptIsolatedPawn,
        Concept::DoubledPawns => Phrase::ConceptDoubledPawns,
        Concept::RimKnight => Phrase::ConceptRimKnight,
        Concept::LoosePieces => Phrase::ConceptLoosePieces,
        Concept::Majority => Phrase::ConceptMajority,
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
    if let Some(piece) = PieceOn::on(&position.position, square) {
        blanks.push(("piece", Blank::Piece(piece)));
    }
    if let Some(&pawn) = found.squares.get(1) {
        blanks.push(("pawn", Blank::Square(pawn)));
        blanks.push(("file", Blank::File(pawn)));
    }
    let on = |&square: &Square| PieceOn::on(&position.position, square);
    let pieces = found.squares.iter().filter_map(on).collect();
    blanks.push(("pieces", Blank::Pieces(pieces)));
    let wards = found.squares.iter().skip(1).filter_map(on).collect();
    blanks.push(("wards", Blank::Pieces(wards)));
    let evidence = Evidence::Concept { fen: position.fen.clone(), found: found.clone() };
    Some(Point::new(part, phrase, blanks, evidence))
}

/// What the move does on the board.
pub fn deed(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    told_deed(position, facts, deeds(position, facts).next()?)
}

/// The deeds that will still be there when the search goes on: what is prepared must come in the
/// part of the line that the last iterations agree on.
fn deeds<'a>(
    position: &PositionFacts,
    facts: &'a MoveFacts,
) -> impl Iterator<Item = &'a Deed> + use<'a> {
    let line = &facts.rated.line;
    let is_best = position.lines.first().is_some_and(|best| best.first() == facts.rated.first());
    let agreed = if is_best { position.agreed } else { SURE };
    facts.deeds.iter().filter(move |deed| {
        let advance = |m: &Move| {
            Some(m.from()) == deed.target.map(|pawn| pawn.square)
                && Some(m.to()) == deed.squares.first().copied()
        };
        deed.kind != DeedKind::Prepares
            || line.moves().iter().position(advance).is_some_and(|ply| ply < agreed)
    })
}

/// Plies of a line that nobody has looked at twice.
const SURE: usize = 3;

/// What the move does besides what `told` shows, where it is something of another kind.
pub fn deed_besides(position: &PositionFacts, facts: &MoveFacts, told: &Evidence) -> Option<Point> {
    let mut families = vec![DeedFamily::Whole];
    match told {
        Evidence::Deed { deed, .. } if deed.kind.family() == DeedFamily::Whole => return None,
        Evidence::Deed { deed, .. } => families.push(deed.kind.family()),
        // What it attacks has been said.
        Evidence::Threat { .. } | Evidence::Prevented { .. } => families.push(DeedFamily::Attack),
        _ => return None,
    }
    let besides = deeds(position, facts).find(|deed| !families.contains(&deed.kind.family()))?;
    let mut point = told_deed(position, facts, besides)?;
    point.says_it(true);
    Some(point)
}

/// What a move that wins something does on the board, beyond exchanges.
pub fn deed_of_a_win(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let whole = |deed: &&Deed| deed.kind.family() == DeedFamily::Whole;
    let deed = deeds(position, facts).next().filter(|deed| !whole(deed))?;
    told_deed(position, facts, deed)
}

/// A pawn given so that another one gets through.
pub fn breakthrough(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let deed = facts.deeds.iter().find(|deed| deed.kind == DeedKind::Breakthrough)?;
    told_deed(position, facts, deed)
}

fn told_deed(position: &PositionFacts, facts: &MoveFacts, deed: &Deed) -> Option<Point> {
    let rated = &facts.rated;
    let piece = deed.piece;
    let mut blanks: Blanks = vec![
        ("san", Blank::San(rated.san.clone())),
        ("side", Blank::Side(rated.side())),
        ("other", Blank::Side(!rated.side())),
        ("kind", Blank::Kind(piece.role)),
        ("kinds", Blank::Kinds(piece.role)),
        ("square", Blank::Square(deed.squares.first().copied().unwrap_or(piece.square))),
        ("file", Blank::File(piece.square)),
        ("squares", Blank::Squares(deed.squares.clone())),
    ];
    blanks.extend(deed.target.map(|target| ("target", Blank::Piece(target))));
    blanks.extend(deed.target.map(|target| ("pawn", Blank::Square(target.square))));
    if let [first, last] = deed.squares[..] {
        blanks.push(("ends", Blank::San(format!("{first}–{last}"))));
    }
    blanks.extend(deed.second.map(|second| ("second", Blank::Piece(second))));
    let evidence = Evidence::Deed {
        fen: position.fen.clone(),
        uci: rated.uci.clone(),
        deed: deed.clone(),
        line: rated.line.first(shown_plies(deed)),
    };
    Some(Point::new(Part::Idea, phrase_of(deed, &mut blanks), blanks, evidence))
}

/// How much of the line the deed needs.
fn shown_plies(deed: &Deed) -> usize {
    match deed.kind {
        DeedKind::PawnEnding | DeedKind::RookLift => 8,
        DeedKind::WonPawnEnding
        | DeedKind::DrawnPawnEnding
        | DeedKind::RookEnding
        | DeedKind::OppositeBishopEnding => 3,
        DeedKind::Triangulates => 5,
        DeedKind::Breakthrough => 13,
        DeedKind::Prepares => SOON,
        _ => 1,
    }
}

fn phrase_of(deed: &Deed, blanks: &mut Blanks) -> Phrase {
    let piece = deed.piece;
    match deed.kind {
        DeedKind::TakesOpposition => Phrase::DeedOpposition,
        DeedKind::ReachesKeySquare => Phrase::DeedKeySquare,
        DeedKind::PawnEnding => Phrase::DeedPawnEnding,
        DeedKind::WonPawnEnding => Phrase::DeedWonPawnEnding,
        DeedKind::DrawnPawnEnding => Phrase::DeedDrawnPawnEnding,
        DeedKind::RookEnding => Phrase::DeedRookEnding,
        DeedKind::OppositeBishopEnding => Phrase::DeedOppositeBishopEnding,
        DeedKind::Breakthrough => Phrase::DeedBreakthrough,
        DeedKind::Triangulates => Phrase::DeedTriangulates,
        DeedKind::TradesQueens => Phrase::DeedTradesQueens,
        DeedKind::Trades if deed.target.is_some_and(|target| target.role == piece.role) => {
            Phrase::DeedTradesKinds
        }
        DeedKind::Trades => Phrase::DeedTrades,
        DeedKind::TradesAhead => Phrase::DeedTradesAhead,
        DeedKind::TakesTowardsCentre => Phrase::DeedTakesCentre,
        DeedKind::TakesAndOpens => {
            let file = deed.target.map_or(piece.square, |target| target.square);
            blanks.retain(|(name, _)| *name != "file");
            blanks.push(("file", Blank::File(file)));
            Phrase::DeedTakesOpens
        }
        DeedKind::TakesAndKeepsPawns => Phrase::DeedTakesKeeps,
        DeedKind::OffersTrade => Phrase::DeedOffersTrade,
        DeedKind::AvoidsTrade => Phrase::DeedAvoidsTrade,
        DeedKind::Castles => Phrase::DeedCastles,
        DeedKind::SeventhRank => Phrase::DeedSeventhRank,
        DeedKind::Outpost => Phrase::DeedOutpost,
        DeedKind::Undermines => Phrase::DeedUndermines,
        DeedKind::MinorityAttack => Phrase::DeedMinorityAttack,
        DeedKind::Lever => Phrase::DeedLever,
        DeedKind::AdvancesPasser => Phrase::DeedPasser,
        DeedKind::BehindPasser => Phrase::DeedBehindPasser,
        DeedKind::Blockades => Phrase::DeedBlockades,
        DeedKind::Doubles if deed.second.is_some_and(|second| second.role == piece.role) => {
            Phrase::DeedDoublesRooks
        }
        DeedKind::Doubles => Phrase::DeedDoubles,
        DeedKind::OpenFile => Phrase::DeedOpenFile,
        DeedKind::HalfOpenFile => Phrase::DeedHalfOpenFile,
        DeedKind::Diagonal => Phrase::DeedDiagonal,
        DeedKind::Battery => Phrase::DeedBattery,
        DeedKind::RookLift => Phrase::DeedRookLift,
        DeedKind::Storm => Phrase::DeedStorm,
        DeedKind::Attacks => Phrase::DeedAttacks,
        DeedKind::DevelopsWithTempo => Phrase::DeedTempo,
        DeedKind::Restricts => Phrase::DeedRestricts,
        DeedKind::Guards => Phrase::DeedGuards,
        DeedKind::Luft => Phrase::DeedLuft,
        DeedKind::Denies => Phrase::DeedDenies,
        DeedKind::Develops => Phrase::DeedDevelops,
        DeedKind::Prepares => Phrase::DeedPrepares,
        DeedKind::FreesCastling => Phrase::DeedFreesCastling,
        DeedKind::FreesBishop => Phrase::DeedFreesBishop,
        DeedKind::Centre => Phrase::DeedCentre,
        DeedKind::SupportsCentre => Phrase::DeedSupportsCentre,
        DeedKind::Square => Phrase::DeedSquare,
        DeedKind::Centralises => Phrase::DeedCentralises,
        DeedKind::ControlsCentre => Phrase::DeedControlsCentre,
        DeedKind::WorstPiece => Phrase::DeedWorstPiece,
        DeedKind::Space if piece.square.file() <= 2 => Phrase::DeedSpaceQueenside,
        DeedKind::Space => Phrase::DeedSpaceKingside,
        DeedKind::KingWalks => Phrase::DeedKingWalks,
        DeedKind::KingCentre => Phrase::DeedKingCentre,
        DeedKind::KingSteps => Phrase::DeedKingSteps,
    }
}
