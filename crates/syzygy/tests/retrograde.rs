// SPDX-License-Identifier: GPL-3.0-or-later
//! Endings with three pieces solved here, from the rules alone and backwards from
//! mate, and compared with the tables position by position.

use crate::common;

use chess::{Color, Piece, Position, Role, Square};
use common::*;
use search::Wdl;

/// White king, a white piece, black king, who is to move.
const PLACES: usize = 2 * 64 * 64 * 64;

const WHITE_KING: Piece = Piece::new(Color::White, Role::King);
const BLACK_KING: Piece = Piece::new(Color::Black, Role::King);

fn index(position: &Position) -> Option<usize> {
    let piece = (position.by_color(Color::White) & !position.by_role(Role::King)).first()?;
    let pieces = [position.king(Color::White), piece, position.king(Color::Black)];
    let place = pieces.iter().fold(0, |sum, square| 64 * sum + square.index());
    Some(place + if position.turn() == Color::White { 0 } else { PLACES / 2 })
}

/// Where a move leads.
#[derive(Clone, Copy)]
struct Step {
    to: Goal,
    zeroing: bool,
}

#[derive(Clone, Copy)]
enum Goal {
    /// Another position of the same ending.
    Place(u32),
    /// The end, or another ending: what it is worth to the side to move there.
    Known(Wdl),
}

/// A solved ending.
struct Ending {
    role: Role,
    positions: Vec<Option<Position>>,
    steps: Vec<Vec<Step>>,
    /// For the side to move; a draw until something else is proven.
    outcomes: Vec<Wdl>,
}

impl Ending {
    /// Solves king and `role` against king. `promoted` answers what comes after a
    /// pawn's promotion.
    fn solve(role: Role, promoted: &[&Ending]) -> Ending {
        let mut ending = Ending {
            role,
            positions: vec![None; PLACES],
            steps: vec![Vec::new(); PLACES],
            outcomes: vec![Wdl::Draw; PLACES],
        };
        let pieces = [WHITE_KING, Piece::new(Color::White, role), BLACK_KING];
        for strong in squares() {
            for piece in squares() {
                for weak in squares() {
                    for turn in Color::ALL {
                        let at: [Square; 3] = [strong, piece, weak];
                        let Some(position) = placed(&pieces, &at, turn) else { continue };
                        let place = index(&position).unwrap();
                        ending.steps[place] = steps(&position, role, promoted);
                        ending.positions[place] = Some(position);
                        if position.is_checkmate() {
                            ending.outcomes[place] = Wdl::Loss;
                        }
                    }
                }
            }
        }
        ending.spread();
        ending
    }

    fn goal(&self, goal: Goal) -> Wdl {
        match goal {
            Goal::Place(place) => self.outcomes[place as usize],
            Goal::Known(wdl) => wdl,
        }
    }

    /// A position is won if some move leads to a lost one, lost if all moves lead
    /// to won ones; until nothing changes.
    fn spread(&mut self) {
        loop {
            let mut changed = false;
            for place in 0..PLACES {
                if self.outcomes[place] != Wdl::Draw || self.steps[place].is_empty() {
                    continue;
                }
                let worth = |step: &Step| -self.goal(step.to);
                let best = self.steps[place].iter().map(worth).max().unwrap_or(Wdl::Draw);
                if best != Wdl::Draw {
                    self.outcomes[place] = best;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Half-moves to the next capture, pawn move or mate that keeps the result;
    /// 0 for draws.
    fn distances(&self) -> Vec<i32> {
        let mut distances = vec![0; PLACES];
        for ply in 1.. {
            let mut changed = false;
            for place in 0..PLACES {
                if distances[place] != 0 || self.steps[place].is_empty() {
                    continue;
                }
                let ends = |step: &Step| {
                    let mates = matches!(step.to, Goal::Place(to) if self.is_mate(to));
                    (step.zeroing || mates) && self.goal(step.to) == Wdl::Loss
                };
                let distance = |step: &Step| match step.to {
                    Goal::Place(to) => distances[to as usize],
                    Goal::Known(_) => 0,
                };
                let steps = &self.steps[place];
                let done = match self.outcomes[place] {
                    Wdl::Win if ply == 1 => steps.iter().any(ends),
                    Wdl::Win => steps.iter().any(|step| !step.zeroing && distance(step) == 1 - ply),
                    // The loser has nothing to capture, or it would be a draw.
                    Wdl::Loss => steps.iter().all(|step| (1..ply).contains(&distance(step))),
                    _ => false,
                };
                if done {
                    distances[place] = if self.outcomes[place] == Wdl::Win { ply } else { -ply };
                    changed = true;
                }
            }
            if !changed && ply > 2 {
                break;
            }
        }
        distances
    }

    fn is_mate(&self, place: u32) -> bool {
        let place = place as usize;
        self.steps[place].is_empty() && self.outcomes[place] == Wdl::Loss
    }
}

fn steps(position: &Position, role: Role, promoted: &[&Ending]) -> Vec<Step> {
    let step = |&mv: &chess::Move| {
        let child = position.after(mv);
        let to = match index(&child) {
            // The piece was taken.
            None => Goal::Known(Wdl::Draw),
            Some(place) if mv.is_promotion() => {
                let piece = (child.by_color(Color::White) & !child.by_role(Role::King)).first();
                let role = child.piece_on(piece.unwrap()).unwrap().role();
                let solved = promoted.iter().find(|ending| ending.role == role);
                Goal::Known(solved.map_or(Wdl::Draw, |ending| ending.outcomes[place]))
            }
            Some(place) => Goal::Place(place as u32),
        };
        let zeroing = child.halfmove_clock() == 0;
        debug_assert!(zeroing || role != Role::Pawn || !mv.is_promotion());
        Step { to, zeroing }
    };
    position.legal_moves().iter().map(step).collect()
}

/// Whether the rest of the board is a mirror image of positions with the white
/// king here.
fn is_enough(role: Role, king: Square) -> bool {
    let (file, rank) = (king.file(), king.rank());
    file <= 3 && (role == Role::Pawn || rank <= 3 && rank <= file)
}

/// Compares every outcome, and every `stride`th distance.
fn agrees(ending: &Ending, stride: usize) {
    let tables = own();
    let distances = ending.distances();
    let mut asked = 0;
    for (place, position) in ending.positions.iter().enumerate() {
        let enough = |position: &&Position| is_enough(ending.role, position.king(Color::White));
        let Some(position) = position.as_ref().filter(enough) else { continue };
        asked += 1;
        let fen = position.fen();
        assert_eq!(tables.probe_wdl(position), Ok(ending.outcomes[place]), "{fen}");
        if ending.steps[place].is_empty() || place % stride != 0 {
            continue;
        }
        let dtz = tables.probe_dtz(position).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let off = distances[place].abs() - dtz.plies.abs();
        assert_eq!(dtz.plies.signum(), distances[place].signum(), "{fen}");
        assert!((0..=i32::from(dtz.rounded)).contains(&off), "{fen}: {dtz:?} {off}");
    }
    assert!(asked > 50_000, "{asked}");
}

#[test]
fn queen_rook_and_pawn_against_king() {
    let queen = Ending::solve(Role::Queen, &[]);
    let rook = Ending::solve(Role::Rook, &[]);
    let pawn = Ending::solve(Role::Pawn, &[&queen, &rook]);
    agrees(&queen, 1);
    agrees(&rook, 1);
    agrees(&pawn, 5);
}

#[test]
fn a_minor_piece_wins_nothing() {
    let tables = own();
    for name in ["KBvK", "KNvK"] {
        every_position(name, |position| {
            assert_eq!(tables.probe_wdl(&position), Ok(Wdl::Draw), "{position:?}");
        });
    }
}
