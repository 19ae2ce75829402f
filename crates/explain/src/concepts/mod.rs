// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is about when nothing is being won: pawn structures and their breaks,
//! good and bad pieces, kings, and endings with a name. Each can be seen on the board;
//! endings are told by exact knowledge where there is any.

mod bad_bishop;
mod bishop_pair;
mod carlsbad;
mod hanging_pawns;
mod hedgehog;
mod isolani;
mod king_and_pawn;
mod king_in_centre;
mod locked_centre;
mod lucena;
mod maroczy;
mod opposite_bishops;
mod opposite_castling;
mod outpost;
mod outside_passer;
mod passed_pawn;
mod philidor;
mod seventh_rank;
mod side_view;
mod wrong_bishop;

pub(crate) mod deeds;

use chess::{Color, Position, Square};
use serde::Serialize;

use crate::piece::shown;
pub use deeds::Deed;
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
    /// A passed pawn far from everything else.
    OutsidePasser,
    /// A passed pawn guarded by a pawn.
    ProtectedPasser,
    /// A passed pawn.
    PassedPawn,
    /// A rook behind the enemy pawns.
    SeventhRank,
    /// A knight or bishop that no pawn can drive away.
    Outpost,
    /// Two bishops against less.
    BishopPair,
    /// Bishops on squares of different colours.
    OppositeBishops,
    /// A bishop behind its own pawns.
    BadBishop,
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

const DETECTORS: [Detector; 19] = [
    king_and_pawn::find,
    lucena::find,
    philidor::find,
    wrong_bishop::find,
    isolani::find,
    hanging_pawns::find,
    carlsbad::find,
    maroczy::find,
    hedgehog::find,
    locked_centre::find,
    opposite_castling::find,
    king_in_centre::find,
    outside_passer::find,
    passed_pawn::find,
    seventh_rank::find,
    outpost::find,
    bishop_pair::find,
    opposite_bishops::find,
    bad_bishop::find,
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
