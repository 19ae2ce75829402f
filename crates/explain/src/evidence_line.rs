// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of play as evidence: legal, in both notations, with what they win.

use chess::{Color, Game, Move, Outcome, Position, Role};
use search::{Score, WinChance};
use serde::Serialize;

use crate::piece::{POINTS, PieceOn, army, captured, points};
use crate::quiet::is_quiet;

/// A capture in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Capture {
    /// After how many plies of the line it is made, from 1.
    pub ply: usize,
    /// Who takes, from where.
    pub by: PieceOn,
    /// Who is taken.
    pub taken: PieceOn,
}

/// Legal moves one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvidenceLine {
    /// The position it begins with.
    pub fen: String,
    /// The moves in UCI notation; castling as king takes rook where the position
    /// is not one of standard chess.
    pub uci: Vec<String>,
    /// The moves in standard algebraic notation.
    pub san: Vec<String>,
    /// What is taken.
    pub captures: Vec<Capture>,
    /// Points (1, 3, 3, 5, 9) won by the side that begins, minus those lost.
    pub material: i32,
    /// How the game is over at the end, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<&'static str>,
    #[serde(skip)]
    positions: Vec<Position>,
    #[serde(skip)]
    moves: Vec<Move>,
    #[serde(skip)]
    outcome: Option<Outcome>,
}

impl EvidenceLine {
    /// The moves that can be played from `game`, up to its end.
    pub fn new(game: &Game, moves: &[Move]) -> EvidenceLine {
        let mut game = game.clone();
        let start = *game.position();
        let mut line = EvidenceLine {
            fen: start.fen(),
            uci: Vec::new(),
            san: Vec::new(),
            captures: Vec::new(),
            material: 0,
            ending: None,
            positions: vec![start],
            moves: Vec::new(),
            outcome: None,
        };
        let before = points(&army(&start), start.turn());
        for &m in moves {
            let position = *game.position();
            if !position.is_legal(m) || line.outcome.is_some() {
                break;
            }
            line.uci.push(uci(&position, m));
            line.san.push(position.san(m));
            if let (Some(by), Some(taken)) =
                (PieceOn::on(&position, m.from()), captured(&position, m))
            {
                line.captures.push(Capture { ply: line.moves.len() + 1, by, taken });
            }
            game.play(m);
            line.moves.push(m);
            line.positions.push(*game.position());
            line.outcome = game.outcome();
        }
        line.material = points(&army(line.end()), start.turn()) - before;
        line.ending = line.outcome.map(name_of);
        line
    }

    /// Its moves as the board knows them.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Every position from the first to the last.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The position it begins with.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position it ends with.
    pub fn end(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// How the game is over at the end, if it is.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The first `plies` moves of it.
    #[must_use]
    pub fn first(&self, plies: usize) -> EvidenceLine {
        if plies >= self.moves.len() {
            return self.clone();
        }
        // An end by repetition lies at the very end, so no history is needed here.
        EvidenceLine::new(&Game::new(*self.start()), &self.moves[..plies])
    }

    /// Points that the beginning side is up after so many plies, against
    /// the start.
    fn gain_after(&self, plies: usize) -> i32 {
        let us = self.start().turn();
        points(&army(&self.positions[plies]), us) - points(&army(self.start()), us)
    }

    /// The last quiet position of the line as a number of plies.
    pub fn last_quiet(&self) -> Option<usize> {
        (1..self.positions.len()).rev().find(|&ply| is_quiet(&self.positions[ply]))
    }

    /// What the line wins or loses once the dust has settled: the shortest
    /// beginning of it that ends in a quiet position with at least half of the final
    /// balance, none of which is given back in any later quiet position. None if the
    /// line never comes to rest.
    pub fn settled(&self) -> Option<EvidenceLine> {
        let last = self.last_quiet()?;
        let sign = self.gain_after(last).signum();
        let gain = |ply: usize| sign * self.gain_after(ply);
        let quiet = |ply: &usize| is_quiet(&self.positions[*ply]);
        let keeps = |ply: usize| (ply..last).filter(quiet).all(|later| gain(later) >= gain(ply));
        let enough = |&ply: &usize| 2 * gain(ply) >= gain(last) && gain(last) >= gain(ply);
        let first = (1..=last).filter(quiet).filter(enough).find(|&ply| keeps(ply))?;
        Some(self.first(first))
    }

    /// The shortest beginning of it that ends in a quiet position where the side that
    /// begins has no more of what it took than a third of `worth`.
    pub(crate) fn returned(&self, worth: i32) -> Option<EvidenceLine> {
        let back = |ply: &usize| 3 * self.gain_after(*ply) <= worth;
        let quiet = |ply: &usize| is_quiet(&self.positions[*ply]);
        (2..self.positions.len()).filter(back).find(quiet).map(|ply| self.first(ply))
    }

    /// What changed hands, seen by `color`.
    pub fn haul(&self, color: Color) -> MaterialChange {
        let (before, after) = (army(self.start()), army(self.end()));
        let mut haul = MaterialChange::default();
        for role in Role::ALL {
            let change = |side: Color| {
                after[side.index()][role.index()] - before[side.index()][role.index()]
            };
            let (own, enemy) = (change(color), change(!color));
            // What both lost was traded.
            let balance = own - enemy;
            if balance > 0 {
                let taken = (-enemy).clamp(0, balance);
                haul.won[role.index()] = taken;
                haul.made[role.index()] = balance - taken;
            } else {
                let lost = (-own).clamp(0, -balance);
                haul.lost[role.index()] = lost;
                haul.conceded[role.index()] = -balance - lost;
            }
        }
        haul
    }

    /// The line with move numbers: `12. Nxe5 dxe5 13. Qh5` or `12... dxe5`.
    pub fn numbered(&self, plies: usize) -> String {
        let mut text = String::new();
        for (ply, (san, position)) in self.san.iter().zip(&self.positions).take(plies).enumerate() {
            if ply > 0 {
                text.push(' ');
            }
            let number = position.fullmove_number();
            match position.turn() {
                Color::White => text.push_str(&format!("{number}. ")),
                Color::Black if ply == 0 => text.push_str(&format!("{number}... ")),
                Color::Black => {}
            }
            text.push_str(san);
        }
        if plies < self.san.len() {
            text.push_str(" …");
        }
        text
    }
}

/// A move in UCI notation that every reader of the position's FEN understands.
pub(crate) fn uci(position: &Position, m: Move) -> String {
    if position.is_standard_castling() {
        position.uci(m).to_string()
    } else {
        position.uci960(m).to_string()
    }
}

/// What changed hands in a line; what both sides lost alike is left out. Indexed
/// by role, pawn to king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialChange {
    /// Taken from the opponent.
    pub won: [i32; 6],
    /// Promoted to.
    pub made: [i32; 6],
    /// Lost.
    pub lost: [i32; 6],
    /// Promoted to by the opponent.
    pub conceded: [i32; 6],
}

impl MaterialChange {
    /// The other side's view.
    #[must_use]
    pub fn opposite(self) -> MaterialChange {
        MaterialChange { won: self.lost, made: self.conceded, lost: self.won, conceded: self.made }
    }

    /// Points in all.
    pub fn points(&self) -> i32 {
        let sum =
            |pieces: &[i32; 6]| -> i32 { pieces.iter().zip(POINTS).map(|(n, p)| n * p).sum() };
        sum(&self.won) + sum(&self.made) - sum(&self.lost) - sum(&self.conceded)
    }
}

/// A stable name for how a game is over.
pub(crate) fn name_of(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate { .. } => "checkmate",
        Outcome::Stalemate => "stalemate",
        Outcome::InsufficientMaterial => "insufficient_material",
        Outcome::FiftyMoves => "fifty_moves",
        Outcome::Threefold => "threefold_repetition",
    }
}

/// A line and what the search says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rated {
    /// Its first move in UCI notation,
    pub uci: String,
    /// and in standard algebraic notation.
    pub san: String,
    /// What it is worth, for the side that begins.
    pub score: Score,
    /// The chances that this means, in per mille.
    pub chance: WinChance,
    /// Win, draw and loss among engines, in per mille.
    pub wdl: Option<[u16; 3]>,
    /// The iteration that found it.
    pub depth: u32,
    /// Nodes of its search.
    pub nodes: u64,
    /// The moves expected.
    pub line: EvidenceLine,
    #[serde(skip)]
    pub(crate) mv: Move,
}

impl Rated {
    /// Its first move.
    pub fn first(&self) -> Move {
        self.mv
    }

    /// The side whose view the score is.
    pub fn side(&self) -> Color {
        self.line.start().turn()
    }
}
