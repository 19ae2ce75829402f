// SPDX-License-Identifier: GPL-3.0-or-later
//! A line of both sides, seen by the side that has something to find in it.

use chess::{Color, Move, MoveError, Position, Role, Side, Square};

use super::PieceOn;
use super::attack::{is_ranger, value};

/// One move of a line, with what detectors ask of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its index in the line.
    pub ply: usize,
    /// The move.
    pub m: Move,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// Where the piece came from.
    pub from: Square,
    /// Where it went; when castling, the king's new square.
    pub to: Square,
    /// What moved: what a pawn became, if it promoted.
    pub role: Role,
    /// What stood on `to`; not the pawn that is taken in passing.
    pub taken: Option<PieceOn>,
}

impl Step {
    fn new(ply: usize, before: Position, m: Move) -> Step {
        let to = if m.is_castle() {
            let side = if m.to() > m.from() { Side::King } else { Side::Queen };
            side.king_target(before.turn())
        } else {
            m.to()
        };
        let taken = if m.is_castle() { None } else { PieceOn::on(&before, to) };
        let role = before.piece_on(m.from()).map_or(Role::Pawn, |piece| piece.role());
        Step {
            ply,
            m,
            before,
            after: before.after(m),
            from: m.from(),
            to,
            role: m.promotion().unwrap_or(role),
            taken,
        }
    }

    /// Who moved.
    pub fn side(&self) -> Color {
        self.before.turn()
    }

    /// The piece that moved, on its new square.
    pub fn mover(&self) -> PieceOn {
        PieceOn { side: self.side(), role: self.role, square: self.to }
    }

    /// Does the move give check?
    pub fn checks(&self) -> bool {
        self.after.in_check()
    }

    /// Does the move take anything?
    pub fn takes(&self) -> bool {
        self.m.is_capture()
    }

    /// Is it mate?
    pub fn mates(&self) -> bool {
        self.after.in_check() && !self.after.has_legal_move()
    }

    /// Is the piece that moved a queen, rook or bishop?
    pub fn by_ranger(&self) -> bool {
        is_ranger(self.role)
    }

    /// The value of what moved.
    pub fn value(&self) -> i32 {
        value(self.role)
    }

    /// The squares strictly between origin and target, if they are on a line.
    pub fn path(&self) -> chess::Bitboard {
        chess::attacks::between(self.from, self.to)
    }

    /// Promotes, or brings a pawn to `rank` of its own side (counted from 1) or further.
    pub fn pushes_to(&self, rank: usize) -> bool {
        let reached = self.side().relative_rank(self.to.rank()) + 1;
        self.m.is_promotion() || self.role == Role::Pawn && reached >= rank
    }
}

/// A line and whose ideas are looked for in it.
///
/// If the line begins with a move of the other side (as lichess's puzzles do: the
/// mistake that is to be punished), motifs are looked for from the next move on.
///
/// ```
/// use chess::{Color, Position};
/// use xanthos_explain::motifs::{Theme, Variation, tag};
///
/// let start = Position::from_fen("q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1").unwrap();
/// let line = Variation::read(start, ["Nc7+", "Kd8", "Nxa8"], Color::White).unwrap();
/// let found = tag(&line);
/// assert!(found.iter().any(|finding| finding.theme == Theme::Fork && finding.ply == 0));
/// ```
#[derive(Clone, Debug)]
pub struct Variation {
    steps: Vec<Step>,
    /// Index of the solver's first move.
    first: usize,
}

/// Why a line can't be looked at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadVariation {
    /// A move that can't be played.
    #[error("move {}: {error}", ply + 1)]
    Move {
        /// Its index.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// Nobody has anything to find.
    #[error("the line has no move of the side to solve it")]
    NoMove,
}

impl Variation {
    /// A line of legal moves.
    ///
    /// # Errors
    /// If a move is not legal or `solver` makes none.
    pub fn new(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
        solver: Color,
    ) -> Result<Variation, BadVariation> {
        let legal = |position: &Position, m: Move| match position.is_legal(m) {
            true => Ok(m),
            false => Err(MoveError::Illegal(format!("{m:?}"))),
        };
        Variation::played(start, moves, solver, legal)
    }

    /// A line from text, each move in UCI or SAN notation.
    ///
    /// # Errors
    /// If a move can't be read or played, or `solver` makes none.
    pub fn read<'a>(
        start: Position,
        moves: impl IntoIterator<Item = &'a str>,
        solver: Color,
    ) -> Result<Variation, BadVariation> {
        Variation::played(start, moves, solver, |position, text| position.parse_move(text))
    }

    fn played<T>(
        start: Position,
        moves: impl IntoIterator<Item = T>,
        solver: Color,
        understand: impl Fn(&Position, T) -> Result<Move, MoveError>,
    ) -> Result<Variation, BadVariation> {
        let mut position = start;
        let mut steps: Vec<Step> = Vec::with_capacity(12);
        for (ply, m) in moves.into_iter().enumerate() {
            let m = understand(&position, m).map_err(|error| BadVariation::Move { ply, error })?;
            let step = Step::new(ply, position, m);
            position = step.after;
            steps.push(step);
        }
        // A reply to the solver's last move shows no idea of the solver.
        if steps.last().is_some_and(|step| step.side() != solver) {
            steps.pop();
        }
        let first = usize::from(start.turn() != solver);
        if steps.len() <= first {
            return Err(BadVariation::NoMove);
        }
        Ok(Variation { steps, first })
    }

    /// The side whose ideas are looked for.
    pub fn solver(&self) -> Color {
        self.steps[self.first].side()
    }

    /// The position before the solver's first move.
    pub fn root(&self) -> &Position {
        &self.steps[self.first].before
    }

    /// The position after the solver's last move.
    pub fn end(&self) -> &Position {
        &self.last().after
    }

    /// The solver's first move.
    pub fn first(&self) -> &Step {
        &self.steps[self.first]
    }

    /// The solver's last move.
    pub fn last(&self) -> &Step {
        &self.steps[self.steps.len() - 1]
    }

    /// The move of the other side that the line begins with, if it does.
    pub fn introduction(&self) -> Option<&Step> {
        self.steps[..self.first].last()
    }

    /// All moves.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The solver's moves.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &Step> + ExactSizeIterator {
        self.steps[self.first..].iter().step_by(2)
    }

    /// The solver's moves but the last.
    pub fn moves_but_last(&self) -> impl Iterator<Item = &Step> {
        self.moves().take(self.moves().len() - 1)
    }

    /// The answers to the solver's moves.
    pub fn replies(&self) -> impl Iterator<Item = &Step> {
        self.steps[self.first + 1..].iter().step_by(2)
    }

    /// Each of the solver's moves from the second on, with the one before and the
    /// reply between: what was prepared, answered, carried out.
    pub fn combinations(&self) -> impl Iterator<Item = [&Step; 3]> {
        let solved = &self.steps[self.first..];
        solved.windows(3).step_by(2).filter_map(|window| match window {
            [setup, reply, strike] => Some([setup, reply, strike]),
            _ => None,
        })
    }

    /// The move before `step`, if the line has it.
    pub fn before(&self, step: &Step) -> Option<&Step> {
        step.ply.checked_sub(1).and_then(|ply| self.steps.get(ply))
    }
}
