// SPDX-License-Identifier: GPL-3.0-or-later
//! What a line is about: the themes of the mover's own moves in it.

use chess::{Bitboard, Color, Move, Position, Role, Square};
use serde::Serialize;

use crate::evidence_line::EvidenceLine;
use crate::piece::{PieceOn, arrival};

/// What a move in a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// A pawn becomes a piece.
    Promotion,
    /// A passed pawn advances.
    PassedPawn,
    /// The king castles.
    Castling,
    /// A knight or bishop leaves the first rank.
    Development,
    /// A rook goes to a file without pawns.
    OpenFile,
    /// The queens are exchanged.
    QueenTrade,
    /// The king walks towards the centre in an ending without queens.
    KingToCentre,
}

/// A theme and the moves of the line that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanStep {
    /// What is done.
    pub theme: Theme,
    /// Half-moves of the line, from 1.
    pub plies: Vec<usize>,
    /// Those moves in standard algebraic notation.
    pub san: Vec<String>,
}

/// The themes of the side that begins, in the order in which they first appear.
pub fn plan(line: &EvidenceLine) -> Vec<PlanStep> {
    let mut steps: Vec<PlanStep> = Vec::new();
    let mut note = |theme: Theme, ply: usize, san: &str| match steps
        .iter_mut()
        .find(|step| step.theme == theme)
    {
        Some(step) => {
            step.plies.push(ply);
            step.san.push(san.to_owned());
        }
        None => {
            steps.push(PlanStep { theme, plies: vec![ply], san: vec![san.to_owned()] });
        }
    };
    let us = line.start().turn();
    for (index, &m) in line.moves().iter().enumerate() {
        let position = &line.positions()[index];
        if position.turn() == us
            && let Some(theme) = theme_of(position, m)
        {
            note(theme, index + 1, &line.san[index]);
        }
    }
    if let Some((ply, san)) = queen_trade(line) {
        note(Theme::QueenTrade, ply, &san);
    }
    steps
}

fn theme_of(position: &Position, m: Move) -> Option<Theme> {
    let us = position.turn();
    let piece = PieceOn::on(position, m.from())?;
    if m.is_castle() {
        return Some(Theme::Castling);
    }
    let to = arrival(position, m);
    match piece.role {
        Role::Pawn if m.is_promotion() => Some(Theme::Promotion),
        Role::Pawn => is_passed(position, us, m.from()).then_some(Theme::PassedPawn),
        Role::Knight | Role::Bishop => (m.from().rank() == us.home_rank()
            && to.rank() != us.home_rank()
            && is_home(piece.role, m.from()))
        .then_some(Theme::Development),
        Role::Rook => {
            let pawns = position.after(m).by_role(Role::Pawn);
            let was_open =
                (Bitboard::FILES[m.from().file()] & position.by_role(Role::Pawn)).is_empty();
            let is_open = (Bitboard::FILES[to.file()] & pawns).is_empty();
            (is_open && !was_open && !m.is_capture()).then_some(Theme::OpenFile)
        }
        Role::King => (position.by_role(Role::Queen).is_empty()
            && from_centre(to) < from_centre(m.from()))
        .then_some(Theme::KingToCentre),
        Role::Queen => None,
    }
}

/// Where knights and bishops begin in standard chess.
fn is_home(role: Role, square: Square) -> bool {
    match role {
        Role::Knight => matches!(square.file(), 1 | 6),
        _ => matches!(square.file(), 2 | 5),
    }
}

/// Steps from the four squares in the middle.
fn from_centre(square: Square) -> usize {
    let off = |n: usize| if n < 4 { 3 - n } else { n - 4 };
    off(square.file()).max(off(square.rank()))
}

/// Has no enemy pawn a say in the way of the pawn on `square`, and no own one
/// stands before it?
pub(crate) fn is_passed(position: &Position, us: Color, square: Square) -> bool {
    let enemy = position.pieces(!us, Role::Pawn);
    let own = position.pieces(us, Role::Pawn);
    let rank = us.relative_rank(square.rank());
    let before = |other: Square| us.relative_rank(other.rank()) > rank;
    enemy.into_iter().all(|other| !before(other) || other.file().abs_diff(square.file()) > 1)
        && own.into_iter().all(|other| !before(other) || other.file() != square.file())
}

/// The ply that takes the second queen off right after the first, if both
/// sides had one and none is left.
fn queen_trade(line: &EvidenceLine) -> Option<(usize, String)> {
    let queens = line.start().by_role(Role::Queen);
    if queens.count() != 2 || line.end().by_role(Role::Queen).any() {
        return None;
    }
    let plies: Vec<usize> = line
        .captures
        .iter()
        .filter(|capture| capture.taken.role == Role::Queen)
        .map(|capture| capture.ply)
        .collect();
    let [first, second] = plies[..] else { return None };
    (second == first + 1).then(|| (first, line.san[first - 1].clone()))
}
