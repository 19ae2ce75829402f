// SPDX-License-Identifier: GPL-3.0-or-later
//! What the tree says: the moves of the root in order, and the lines behind them.

use std::cmp::Ordering;

use chess::{Game, Move};

use super::node_pool::{NodeId, NodePool};
use super::proof::Proof;
use super::tree::Tree;
use super::win_probability::score_of;
use crate::alphabeta::RootMove;
use crate::value::{MAX_PLY, is_mate, mate_in, mated_in};

/// A move of the root and what became of it.
#[derive(Clone, Debug)]
pub struct RootLine {
    /// The move.
    pub mv: Move,
    /// Iterations through it.
    pub visits: u32,
    /// Its score for the side to move, in the units of alpha-beta.
    pub value: i32,
    /// Its mean, 0 to 1.
    mean: f64,
    proof: Option<Proof>,
    rank: i32,
    child: Option<NodeId>,
}

impl RootLine {
    /// Whether its value is proven.
    pub fn is_proven(&self) -> bool {
        self.proof.is_some()
    }

    /// Whether it is proven to win.
    pub fn is_won(&self) -> bool {
        self.proof.is_some_and(|proof| !proof.wins)
    }

    /// The better line first: what tablebases rank higher, what is proven to win
    /// (the quicker the better), what was visited more; what is proven to lose
    /// last.
    fn order(&self, other: &RootLine) -> Ordering {
        let class = |line: &RootLine| match line.proof {
            Some(proof) if !proof.wins => 2,
            None => 1,
            Some(_) => 0,
        };
        let proven = |line: &RootLine| if line.proof.is_some() { line.value } else { 0 };
        (other.rank, class(other), proven(other), other.visits)
            .cmp(&(self.rank, class(self), proven(self), self.visits))
            .then(other.mean.total_cmp(&self.mean))
    }
}

/// The lines of the root moves, the best first.
pub fn lines(tree: &Tree, game: &Game, roots: &[RootMove]) -> Vec<RootLine> {
    let pool = tree.pool();
    let root = pool.stats(tree.root());
    let expected = if root.visits == 0 { 0.5 } else { 1.0 - root.mean() };
    let edges = pool.edges(tree.root());
    let behind = |mv: Move| {
        edges.and_then(|edges| {
            edges.iter().map(|edge| pool.edge(edge)).find(|edge| edge.mv == mv)?.child
        })
    };
    let line = |root_move: &RootMove| {
        let child = behind(root_move.mv);
        let stats = child.map(|child| pool.stats(child)).filter(|stats| stats.visits > 0);
        let proof = child.and_then(|child| pool.proof(child));
        let mean = stats.map_or(expected, |stats| stats.mean());
        let visits = stats.map_or(0, |stats| stats.visits);
        let (mv, rank) = (root_move.mv, root_move.rank);
        let mut line = RootLine { mv, visits, value: score_of(mean), mean, proof, rank, child };
        if let Some(proof) = proof {
            line.value = proven(tree, game, &line, proof);
        }
        if let Some(verdict) = root_move.tb_value.filter(|_| !is_mate(line.value)) {
            line.value = verdict;
        }
        line
    };
    let mut lines: Vec<RootLine> = roots.iter().map(line).collect();
    lines.sort_by(RootLine::order);
    lines
}

/// The score of a proven line. A mate is announced with its line, to the end: the
/// line counts the moves. Where memory was short and the line is forgotten, the side
/// that wins has all the points there are.
fn proven(tree: &Tree, game: &Game, line: &RootLine, proof: Proof) -> i32 {
    if proof.table {
        return -proof.score(1);
    }
    let moves = moves(tree, game, line);
    let end = moves.iter().fold(*game.position(), |position, &mv| position.after(mv));
    match (end.is_checkmate(), proof.wins) {
        (true, false) => mate_in(moves.len()),
        (true, true) => mated_in(moves.len()),
        (false, wins) => score_of(f64::from(u8::from(!wins))),
    }
}

/// The moves of a line: what was visited most, as far as the game goes.
pub fn moves(tree: &Tree, game: &Game, line: &RootLine) -> Vec<Move> {
    let pool = tree.pool();
    let mut game = game.clone();
    let mut moves = vec![line.mv];
    game.play(line.mv);
    let mut node = line.child;
    while let Some(here) = node
        && moves.len() < MAX_PLY
        && game.outcome().is_none()
        && let Some((mv, child)) = best_child(pool, here)
    {
        moves.push(mv);
        game.play(mv);
        node = Some(child);
    }
    moves
}

/// The move of a node that counts: the quickest proven win, otherwise the most
/// visited one that is not proven to lose, otherwise the slowest loss.
fn best_child(pool: &NodePool, node: NodeId) -> Option<(Move, NodeId)> {
    let weight = |child: NodeId| {
        let visits = i64::from(pool.stats(child).visits);
        match pool.proof(child) {
            Some(proof) => -i64::from(proof.score(1)) * (1 << 32),
            None => visits,
        }
    };
    let visited = pool.edges(node)?.iter().filter_map(|edge| {
        let edge = pool.edge(edge);
        let child = edge.child.filter(|&child| pool.stats(child).visits > 0)?;
        Some((edge.mv, child))
    });
    // Of equals the likelier, which stands first.
    visited.reduce(|best, next| if weight(next.1) > weight(best.1) { next } else { best })
}
