// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is about when nothing is being won: pawn structures and their breaks,
//! good and bad pieces, kings, and endings with a name. Each can be seen on the board;
//! endings are told by exact knowledge where there is any.

mod bad_bishop;
mod bishop_pair;
mod blockade;
mod carlsbad;
mod connected_passers;
mod development;
mod hanging_pawns;
mod hedgehog;
mod isolani;
mod king_and_pawn;
mod king_in_centre;
mod king_safety;
mod knight_and_rook_pawn;
mod locked_centre;
mod loose_pieces;
mod lucena;
mod majority;
mod maroczy;
mod open_file;
mod opposite_bishops;
mod opposite_castling;
mod outpost;
mod outside_passer;
mod overloaded;
mod passed_pawn;
mod philidor;
mod queen_against_pawn;
mod rim_knight;
mod rook_against_bishop;
mod rook_behind;
mod seventh_rank;
mod side_view;
mod space;
mod weak_pawn;
mod weak_squares;
mod wrong_bishop;

pub(crate) mod deeds;

use chess::{Color, Position, Square};
use serde::Serialize;

use crate::piece::shown;
pub(crate) use deeds::DeedFamily;
pub use deeds::{Deed, DeedKind};
pub use king_and_pawn::pawn_ending_is_won;

/// Something that a position is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Concept {
    /// King and pawn against king: the king stands on a key square of its pawn.
    KeySquare,
    /// King and pawn against king: whoever has to move gives way.
    Opposition,
    /// King and pawn against king: the king can't catch the pawn.
    OutsideTheSquare,
    /// King and pawn against king, won.
    PawnEndingWon,
    /// King and pawn against king, drawn.
    PawnEndingDrawn,
    /// Rook and pawn against rook: the king before its pawn, the other one cut off.
    Lucena,
    /// Rook and pawn against rook: the defence on the third rank.
    Philidor,
    /// A rook's pawn on the seventh rank against a queen.
    QueenAgainstPawn,
    /// A bishop in the right corner against a rook.
    RookAgainstBishop,
    /// Knight and rook's pawn on the seventh rank against a king in the corner.
    KnightAndRookPawn,
    /// A rook pawn whose corner the bishop does not control.
    WrongBishop,
    /// The queen's pawn alone.
    Isolani,
    /// Two pawns side by side without neighbours.
    HangingPawns,
    /// The structure of the exchanged Queen's Gambit.
    Carlsbad,
    /// Pawns on c4 and e4 against d6.
    Maroczy,
    /// Pawns on the third rank, waiting.
    Hedgehog,
    /// Rammed pawns in the centre.
    LockedCentre,
    /// Kings on opposite wings.
    OppositeCastling,
    /// A king that stayed in the middle.
    KingInCentre,
    /// More attackers around a king than defenders.
    KingAttack,
    /// A castled king with an open file before it.
    BrokenShelter,
    /// A king without a flight square, its first rank unguarded.
    BackRank,
    /// A piece that has to guard two pieces.
    Overloaded,
    /// A passed pawn far from everything else.
    OutsidePasser,
    /// Two passed pawns side by side.
    ConnectedPassers,
    /// A passed pawn guarded by a pawn.
    ProtectedPasser,
    /// A passed pawn.
    PassedPawn,
    /// A rook behind its passed pawn.
    RookBehind,
    /// A piece before an enemy passed pawn.
    Blockade,
    /// A rook behind the enemy pawns.
    SeventhRank,
    /// A knight or bishop that no pawn can drive away.
    Outpost,
    /// A file that only one side can use.
    OpenFile,
    /// More pieces in play.
    Development,
    /// Holes of one colour before the king.
    WeakSquares,
    /// Two bishops against less.
    BishopPair,
    /// Bishops on squares of different colours.
    OppositeBishops,
    /// A bishop behind its own pawns.
    BadBishop,
    /// More room behind the pawns.
    Space,
    /// A pawn that its neighbours have left behind.
    BackwardPawn,
    /// A pawn without neighbours on a file that the enemy can use.
    IsolatedPawn,
    /// Two pawns on a file without neighbours.
    DoubledPawns,
    /// A knight at the edge with few squares.
    RimKnight,
    /// Two pieces without a guard.
    LoosePieces,
    /// More pawns on the queenside.
    Majority,
}

/// A concept on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConceptFound {
    /// Which.
    pub concept: Concept,
    /// Whose it is; where both sides share it, White's.
    #[serde(serialize_with = "shown")]
    pub side: Color,
    /// Where it is, the most important square first.
    #[serde(serialize_with = "squares")]
    pub squares: Vec<Square>,
    /// Squares that the owner's pawns aim at.
    #[serde(serialize_with = "squares")]
    pub breaks: Vec<Square>,
    /// Squares that the opponent's pawns or pieces aim at.
    #[serde(serialize_with = "squares")]
    pub against: Vec<Square>,
}

fn squares<S: serde::Serializer>(squares: &[Square], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(squares.iter().map(Square::to_string))
}

impl ConceptFound {
    fn new(concept: Concept, side: Color, squares: Vec<Square>) -> ConceptFound {
        ConceptFound { concept, side, squares, breaks: Vec::new(), against: Vec::new() }
    }
}

type Detector = fn(&Position, Color) -> Option<ConceptFound>;

const DETECTORS: &[Detector] = &[
    king_and_pawn::find,
    lucena::find,
    philidor::find,
    queen_against_pawn::find,
    rook_against_bishop::find,
    knight_and_rook_pawn::find,
    wrong_bishop::find,
    isolani::find,
    hanging_pawns::find,
    carlsbad::find,
    maroczy::find,
    hedgehog::find,
    locked_centre::find,
    opposite_castling::find,
    king_in_centre::find,
    king_safety::attack,
    king_safety::shelter,
    king_safety::back_rank,
    overloaded::find,
    outside_passer::find,
    connected_passers::find,
    passed_pawn::find,
    rook_behind::find,
    blockade::find,
    seventh_rank::find,
    outpost::find,
    open_file::find,
    development::find,
    weak_squares::find,
    bishop_pair::find,
    opposite_bishops::find,
    bad_bishop::find,
    space::find,
    weak_pawn::backward,
    weak_pawn::isolated,
    weak_pawn::doubled,
    rim_knight::find,
    loose_pieces::find,
    majority::find,
];

/// Everything that is found, what matters most first.
pub fn concepts(position: &Position) -> Vec<ConceptFound> {
    let mut found: Vec<ConceptFound> = Vec::new();
    for detector in DETECTORS {
        for side in Color::ALL {
            found.extend(detector(position, side));
        }
    }
    found.sort_by_key(|found| found.concept);
    found
}

#[cfg(test)]
mod testing {
    use super::*;

    /// The concept in a position, if it is found.
    pub fn found(fen: &str, concept: Concept) -> Option<ConceptFound> {
        let position = Position::from_fen(fen).unwrap();
        // Turned round, the same is found for the other side.
        let turned = concepts(&position.flipped());
        let mut here = concepts(&position);
        here.retain(|found| found.concept == concept);
        let there = turned.iter().filter(|found| found.concept == concept).count();
        assert_eq!(here.len(), there, "{fen}");
        here.into_iter().next()
    }
}
