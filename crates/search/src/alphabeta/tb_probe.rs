// SPDX-License-Identifier: GPL-3.0-or-later
//! Probing tablebases: the moves of the root, and nodes with few pieces.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::node::Window;
use super::root::RootMove;
use super::tt_probe::tt_key;
use crate::tablebase::is_probeable;
use crate::tt::{Entry, NO_EVAL};
use crate::value::{DRAW, INFINITE, MAX_PLY, is_mate, tablebase_in, to_tt};
use crate::{Bound, Job, Ranking, Tablebase, Wdl};

/// A tablebase result is stored in the transposition table with so much more depth.
const EXTRA_DEPTH: i32 = 6;

/// The tablebases that nodes may probe, and when.
#[derive(Clone, Copy)]
pub struct Probing<'a> {
    tables: &'a dyn Tablebase,
    max_pieces: u32,
    depth: i32,
    fifty_moves: bool,
}

/// Bounds of the value of a node that are certain before its moves are searched.
#[derive(Clone, Copy)]
pub struct ValueBounds {
    /// At least.
    pub floor: i32,
    /// At most.
    pub ceiling: i32,
}

impl ValueBounds {
    /// At least `floor`.
    pub const fn at_least(floor: i32) -> Self {
        ValueBounds { floor, ceiling: INFINITE }
    }
}

impl<'a> Probing<'a> {
    /// The tables of a job. A search for a mate has none: a win is not enough for it.
    pub fn of(job: &'a Job) -> Option<Self> {
        let tables = job.tables.as_deref().filter(|_| job.limits.mate.is_none())?;
        let settings = job.settings.tables;
        let max_pieces = settings.max_pieces.min(tables.max_pieces());
        let (depth, fifty_moves) = (settings.depth, settings.fifty_moves);
        (max_pieces > 0).then_some(Probing { tables, max_pieces, depth, fifty_moves })
    }

    /// Ranks the moves of the root, if the tables know all of them. Returns how
    /// many positions were looked up.
    ///
    /// The tree needs no tables then. A win has to be brought home by ordinary
    /// means, from capture to capture: with tables in the tree every way to the
    /// next capture would look the same. Only where distances are missing the
    /// tree keeps them, so that a win makes progress; `self` becomes `None`
    /// otherwise.
    pub fn rank(this: &mut Option<Self>, job: &Job, roots: &mut [RootMove]) -> u64 {
        let Some(probing) = this else { return 0 };
        if !is_probeable(job.game.position(), probing.max_pieces) {
            return 0;
        }
        let moves: Vec<Move> = roots.iter().map(|root_move| root_move.mv).collect();
        let ranking = Ranking::of(&job.game, &moves, probing.tables, probing.fifty_moves);
        let Some(Ranking { moves: ranked, by_distance }) = ranking else { return 0 };
        let draw = DRAW - job.settings.contempt;
        for root_move in roots.iter_mut() {
            let Some(found) = ranked.iter().find(|ranked| ranked.mv == root_move.mv) else {
                continue;
            };
            root_move.rank = found.rank;
            root_move.tb_value = Some(probing.value(found.outcome, draw, 0));
        }
        let winning = ranked[0].outcome.result(probing.fifty_moves) > 0;
        if by_distance || !winning {
            *this = None;
        }
        moves.len() as u64
    }

    /// An outcome as a score at `ply`. What the fifty-move rule spoils is better
    /// or worse than a draw by the least that can be.
    fn value(&self, wdl: Wdl, draw: i32, ply: usize) -> i32 {
        match wdl.result(self.fifty_moves) {
            1 => tablebase_in(ply),
            -1 => -tablebase_in(ply),
            _ => match wdl {
                Wdl::CursedWin => draw + 1,
                Wdl::BlessedLoss => draw - 1,
                _ => draw,
            },
        }
    }

    /// The result of a position at a leaf of MCTS, if the tables
    /// know it: 1 for a win of the side to move, −1 for a loss, 0 for a draw.
    pub fn wdl_at_leaf(&self, position: &Position) -> Option<i32> {
        Some(self.wdl(position, self.depth)?.result(self.fifty_moves))
    }

    fn wdl(&self, position: &Position, depth: i32) -> Option<Wdl> {
        // With the clock at zero tables and the fifty-move rule speak of the same.
        let asks = depth >= self.depth
            && position.halfmove_clock() == 0
            && is_probeable(position, self.max_pieces);
        if asks { self.tables.wdl(position) } else { None }
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Probes the tablebases at an inner node. `Err` with its value if that is
    /// enough. A win is at least a win: there may be a mate, which is worth more;
    /// so where the window is open the search goes on above the win, or below the
    /// loss.
    pub(super) fn probe_tablebases<const PV: bool>(
        &mut self,
        position: &Position,
        window: &mut Window,
        bounds: &mut ValueBounds,
        depth: i32,
        ply: usize,
    ) -> Result<(), i32> {
        let Some(probing) = self.shared.tables else { return Ok(()) };
        let Some(wdl) = probing.wdl(position, depth) else { return Ok(()) };
        self.tbhits += 1;
        let value = probing.value(wdl, self.draw(ply), ply);
        let (bound, decides) = match wdl.result(probing.fifty_moves) {
            1 => (Bound::Lower, value >= window.beta),
            -1 => (Bound::Upper, value <= window.alpha),
            _ => (Bound::Exact, true),
        };
        if decides {
            let entry = Entry {
                best: Move::NULL,
                value: to_tt(value, ply) as i16,
                eval: NO_EVAL,
                depth: (depth + EXTRA_DEPTH).min(MAX_PLY as i32 - 1) as u8,
                bound,
                pv: PV,
            };
            self.shared.tt.store(tt_key(position), entry);
            return Err(value);
        }
        if PV && bound == Bound::Lower {
            bounds.floor = bounds.floor.max(value);
            window.alpha = window.alpha.max(value);
        } else if PV {
            bounds.ceiling = value;
        }
        Ok(())
    }

    /// What is reported for a line: the verdict of the tables about its first
    /// move, which is exact, unless the search has proven a mate.
    pub(super) fn shown(&self, value: i32, bound: Bound, pv: &[Move]) -> (i32, Bound) {
        let root_move = self.roots.iter().find(|root_move| pv.first() == Some(&root_move.mv));
        match root_move.and_then(|root_move| root_move.tb_value) {
            Some(verdict) if !is_mate(value) => (verdict, Bound::Exact),
            _ => (value, bound),
        }
    }
}
