// SPDX-License-Identifier: GPL-3.0-or-later
//! Tactical motifs: patterns on one board ([`Motif`]), and the themes of whole lines
//! ([`tag`]) under the names that lichess gives them.
//!
//! A line is looked at from the side that has something to find in it
//! ([`Variation`]). Rules are those behind lichess's labels, so that they can be
//! measured on its puzzles; where a rule says what no player would, the finding's
//! [`Standing`] tells.

mod board;

mod attack;
mod attacking_f2_f7;
mod attraction;
mod capturing_defender;
mod castling;
mod clearance;
mod collinear_move;
mod defensive_move;
mod deflection;
mod discovered_attack;
mod discovered_check;
mod double_check;
mod engine_themes;
mod exposed_king;
mod finding;
mod fork;
mod hanging_piece;
mod interference;
mod intermezzo;
mod length;
mod mates;
mod measure;
mod pawn_moves;
mod phase;
mod pin;
mod quiet_move;
mod sacrifice;
mod side_attack;
mod skewer;
mod theme;
mod trapped_piece;
mod variation;
mod words;
mod x_ray_attack;

use crate::piece::PieceOn;
pub use board::Motif;
pub(crate) use board::{allowed_by, created_by, loose, of_side};
pub use engine_themes::Scorer;
pub use finding::{Finding, Parts, PinEffect, Standing};
pub use measure::{Agreement, Counts, ENOUGH_PLAYS};
pub use theme::{NoTheme, Origin, Theme};
pub use variation::{BadVariation, Step, Variation};

type Detector = fn(&Variation) -> Option<Finding>;

const DETECTORS: [Detector; 29] = [
    fork::find,
    pin::find,
    skewer::find,
    x_ray_attack::find,
    discovered_attack::find,
    discovered_check::find,
    double_check::find,
    hanging_piece::find,
    trapped_piece::find,
    capturing_defender::find,
    deflection::find,
    attraction::find,
    interference::find,
    intermezzo::find,
    clearance::find,
    quiet_move::find,
    defensive_move::find,
    sacrifice::find,
    pawn_moves::advanced_pawn,
    pawn_moves::promotion,
    pawn_moves::under_promotion,
    pawn_moves::en_passant,
    castling::find,
    collinear_move::find,
    exposed_king::find,
    attacking_f2_f7::find,
    phase::phase,
    phase::endgame,
    length::length,
];

/// The themes of a line that can be seen without an engine, each once, in the order
/// of [`Theme`].
pub fn tag(line: &Variation) -> Vec<Finding> {
    let mut found: Vec<Finding> = DETECTORS.iter().filter_map(|detector| detector(line)).collect();
    found.extend(mates::find(line));
    let explained = |theme: Theme| found.iter().any(|finding| finding.theme == theme);
    if !explained(Theme::Fork) && !explained(Theme::BackRankMate) {
        found.extend(side_attack::find(line));
    }
    found.sort_by_key(|finding| finding.theme);
    found
}

/// The themes of a line with those that need an engine.
pub fn tag_with(line: &Variation, scorer: &mut dyn Scorer) -> Vec<Finding> {
    let mut found = tag(line);
    found.extend(engine_themes::worth(line, scorer));
    found.extend(engine_themes::zugzwang(line, scorer));
    found.sort_by_key(|finding| finding.theme);
    found
}

/// The one idea to begin with, if the line has any.
pub fn main_idea(found: &[Finding]) -> Option<&Finding> {
    found
        .iter()
        .filter(|finding| finding.is_said())
        .filter_map(|finding| Some((finding.theme.idea()?, finding)))
        .min_by_key(|(order, _)| *order)
        .map(|(_, finding)| finding)
}

#[cfg(test)]
mod testing {
    use super::*;
    use chess::Position;

    /// What is found in a line that the side to move solves.
    pub fn tagged(fen: &str, moves: &str) -> Vec<Finding> {
        let start = Position::from_fen(fen).unwrap();
        let line = Variation::read(start, moves.split(' '), start.turn()).unwrap();
        let found = tag(&line);
        for finding in &found {
            assert!(finding.sentence(&line).ends_with('.'), "{finding:?}");
        }
        found
    }

    /// One theme in a line that the side to move solves.
    pub fn solved(fen: &str, moves: &str, theme: Theme) -> Option<Finding> {
        tagged(fen, moves).into_iter().find(|finding| finding.theme == theme)
    }

    /// One theme in a line that begins with a move of the other side.
    pub fn answered(fen: &str, moves: &str, theme: Theme) -> Option<Finding> {
        let start = Position::from_fen(fen).unwrap();
        let line = Variation::read(start, moves.split(' '), !start.turn()).unwrap();
        tag(&line).into_iter().find(|finding| finding.theme == theme)
    }
}
