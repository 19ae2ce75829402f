// SPDX-License-Identifier: GPL-3.0-or-later
//! Features of a position that have a name and a square, read from the ledger.

use chess::{Color, Square};
use serde::Serialize;

use crate::account::Account;
use crate::piece::shown;

/// Something that players have a word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Kind {
    PassedPawn,
    IsolatedPawn,
    DoubledPawn,
    BackwardPawn,
    KnightOutpost,
    BishopOutpost,
    RookOpenFile,
    RookHalfOpenFile,
    RookSeventh,
    RookTrapped,
    Pinned,
}

impl Kind {
    /// The feature that a weight of the evaluation speaks of.
    fn of(slot: &str, index: usize) -> Option<Kind> {
        Some(match (slot, index) {
            ("ISOLATED", _) => Kind::IsolatedPawn,
            ("DOUBLED", _) => Kind::DoubledPawn,
            ("BACKWARD", _) => Kind::BackwardPawn,
            ("KNIGHT_OUTPOST", _) => Kind::KnightOutpost,
            ("BISHOP_OUTPOST", _) => Kind::BishopOutpost,
            ("ROOK_FILE", 0) => Kind::RookHalfOpenFile,
            ("ROOK_FILE", _) => Kind::RookOpenFile,
            ("ROOK_SEVENTH", _) => Kind::RookSeventh,
            ("ROOK_TRAPPED", _) => Kind::RookTrapped,
            ("PINNED", _) => Kind::Pinned,
            (name, _) if name.starts_with("PASSED_") => Kind::PassedPawn,
            _ => return None,
        })
    }
}

/// A feature of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    /// The kind of feature.
    pub feature: Kind,
    /// The side that has it.
    #[serde(serialize_with = "shown")]
    pub side: Color,
    /// The square of the piece.
    #[serde(serialize_with = "shown")]
    pub square: Square,
    /// What the ledger gives for it, in centipawns from its owner's view.
    pub worth: i32,
    /// The weights that add up to it.
    pub weights: Vec<String>,
}

/// Every named feature, the weightiest first.
pub fn features(account: &Account) -> Vec<Feature> {
    let mut found: Vec<Feature> = Vec::new();
    let ledger = &account.ledger;
    for entry in &ledger.entries {
        let Some(place) = entry.weight else { continue };
        let Some(kind) = Kind::of(place.slot.name, place.index) else { continue };
        let (Some(square), 1) = (entry.squares.first(), entry.squares.count()) else { continue };
        // The evaluation speaks of rooks anywhere beside the king; the word means the corner.
        if kind == Kind::RookTrapped && square.rank() != entry.color.home_rank() {
            continue;
        }
        let worth = entry.worth.taper(ledger.phase, ledger.full.max(1));
        let same = |feature: &&mut Feature| {
            feature.feature == kind && feature.side == entry.color && feature.square == square
        };
        match found.iter_mut().find(same) {
            Some(feature) => {
                feature.worth += worth;
                feature.weights.push(place.to_string());
            }
            None => found.push(Feature {
                feature: kind,
                side: entry.color,
                square,
                worth,
                weights: vec![place.to_string()],
            }),
        }
    }
    found.sort_by_key(|feature| -feature.worth.abs());
    found
}
