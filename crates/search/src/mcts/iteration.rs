// SPDX-License-Identifier: GPL-3.0-or-later
//! One iteration: selection down the tree, a new leaf, its value backed up.

use chess::{Move, Position};
use eval::Evaluator;
use eval::policy::Policy;

use super::MctsVariant;
use super::node_pool::{NodeId, NodePool};
use super::priors::priors;
use super::proof::Proof;
use super::select::{Choice, select};
use super::simulation::Simulation;
use super::tree::Tree;
use super::win_probability::win_probability;
use crate::alphabeta::{LeafSearch, Probing};
use crate::tunables as t;
use crate::value::{DRAW, MAX_PLY};

/// No iteration goes deeper; what lies at its end is searched a little further.
const DEEPEST: usize = MAX_PLY - 64;

/// What a check adds to the chances of a move when a mate is looked for.
const CHECKS: f32 = 0.5;

/// One thread of the search.
pub struct Worker<'a, E> {
    pub leaf: LeafSearch<'a, E>,
    pub simulation: Simulation<E>,
    pub policy: Policy,
    pub variant: MctsVariant,
    pub root: &'a Position,
    /// Root moves that may be searched; empty for all.
    pub only: &'a [Move],
    pub tables: Option<Probing<'a>>,
    /// Whether a mate was asked for.
    pub mating: bool,
    /// The nodes of the iteration under way.
    pub path: Vec<NodeId>,
    /// The moves that the leaf search was led along, each with what it leads to. Most
    /// iterations begin like the one before: what they share is not made again.
    pub line: Vec<(Move, Position)>,
    pub priors: Vec<f32>,
    pub moves: Vec<(Move, f32)>,
    /// Half-moves of all iterations together, and of the longest.
    pub depths: u64,
    pub seldepth: usize,
    pub tbhits: u64,
}

/// What was found at the end of an iteration, for the side to move there.
struct LeafValue {
    value: f64,
    proof: Option<Proof>,
}

/// Whether there was memory for everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Left,
    Full,
}

impl<E: Evaluator> Worker<'_, E> {
    /// Makes one iteration.
    pub fn iteration(&mut self, tree: &Tree) -> Space {
        let pool = tree.pool();
        let mut space = Space::Left;
        let mut position = *self.root;
        let mut node = tree.root();
        self.path.clear();
        self.path.push(node);
        pool.enter(node);
        let end = loop {
            let ply = self.path.len() - 1;
            if ply > 0
                && let Some(end) = self.terminal_or_proven(pool, node, &position, ply)
            {
                break end;
            }
            let first_visit = pool.stats(node).visits == 0;
            let expands = match self.variant {
                MctsVariant::Puct => !first_visit || ply == 0,
                MctsVariant::Uct { .. } => true,
            };
            if pool.edges(node).is_none() && expands && ply < DEEPEST {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break self.finished(&position, ply);
                }
                if !self.expand(pool, node, &position, &moves, ply) {
                    space = Space::Full;
                    break self.evaluate_leaf(&position, ply);
                }
            } else if pool.edges(node).is_none() {
                break self.evaluate_leaf(&position, ply);
            }
            let only = if ply == 0 { self.only } else { &[] };
            let choice = Choice { only, root: ply == 0, mating: self.mating };
            let next = pool
                .edges(node)
                .and_then(|edges| select(pool, node, edges, &choice, self.variant))
                .and_then(|edge| Some((pool.edge(edge).mv, pool.child(edge)?)));
            let Some((mv, child)) = next else {
                space = Space::Full;
                break self.evaluate_leaf(&position, ply);
            };
            pool.enter(child);
            position = self.follow(&position, mv, ply);
            node = child;
            self.path.push(node);
            // COMP4121 §4.2 simulates from a child of what it has just expanded.
            if matches!(self.variant, MctsVariant::Uct { .. }) && first_visit {
                let ply = ply + 1;
                break self.terminal_or_proven(pool, node, &position, ply).unwrap_or_else(|| {
                    if position.has_legal_move() {
                        self.evaluate_leaf(&position, ply)
                    } else {
                        self.finished(&position, ply)
                    }
                });
            }
        };
        self.back_up(pool, &end);
        space
    }

    /// Plays a move of the line, unless it is there from the last iteration.
    fn follow(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        if let Some(&(known, after)) = self.line.get(ply)
            && known == mv
        {
            return after;
        }
        self.return_to(ply);
        let after = position.after(mv);
        self.leaf.push(position, mv, &after, ply);
        self.line.push((mv, after));
        after
    }

    /// Takes back what the last iteration played beyond this ply.
    fn return_to(&mut self, ply: usize) {
        while self.line.len() > ply {
            self.line.pop();
            self.leaf.pop();
        }
    }

    /// What needs no search: a draw by rule, or a proof.
    fn terminal_or_proven(
        &self,
        pool: &NodePool,
        node: NodeId,
        position: &Position,
        ply: usize,
    ) -> Option<LeafValue> {
        // Where the last iteration went on, it was no draw.
        if self.line.len() == ply && self.leaf.is_draw(position, ply) {
            return Some(LeafValue { value: win_probability(self.leaf.draw(ply)), proof: None });
        }
        let proof = pool.proof(node)?;
        Some(LeafValue { value: 1.0 - proof.value_before(), proof: Some(proof) })
    }

    /// No legal move: mate or stalemate.
    fn finished(&self, position: &Position, ply: usize) -> LeafValue {
        if position.in_check() {
            LeafValue { value: 0.0, proof: self.solves().then_some(Proof::MATED) }
        } else {
            LeafValue { value: win_probability(self.leaf.draw(ply)), proof: None }
        }
    }

    fn solves(&self) -> bool {
        self.variant == MctsVariant::Puct
    }

    /// Gives a node its moves. `false` if there is no memory left.
    fn expand(
        &mut self,
        pool: &NodePool,
        node: NodeId,
        position: &Position,
        moves: &[Move],
        ply: usize,
    ) -> bool {
        self.moves.clear();
        match self.variant {
            MctsVariant::Puct => {
                let temperature =
                    if ply == 0 { t::mcts_root_temperature() } else { t::mcts_temperature() };
                let (evaluator, policy) = (self.leaf.evaluator(), &self.policy);
                priors(evaluator, policy, position, moves, temperature, &mut self.priors);
                if self.mating {
                    favour_checks(position, moves, &mut self.priors);
                }
                self.moves.extend(moves.iter().copied().zip(self.priors.iter().copied()));
                self.moves.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
            }
            MctsVariant::Uct { .. } => {
                // "One of these child nodes is chosen randomly": any order will do,
                // and a shuffled one chooses.
                self.moves.extend(moves.iter().map(|&mv| (mv, 0.0)));
                self.simulation.shuffle(&mut self.moves);
            }
        }
        pool.expand(node, &self.moves)
    }

    /// The value of a position that is seen for the first time.
    fn evaluate_leaf(&mut self, position: &Position, ply: usize) -> LeafValue {
        self.return_to(ply);
        if let MctsVariant::Uct { .. } = self.variant {
            return LeafValue { value: self.simulation.result(position), proof: None };
        }
        if let Some(wdl) = self.tables.and_then(|tables| tables.wdl_at_leaf(position)) {
            self.tbhits += 1;
            let proof = |wins| Some(Proof { wins, plies: 0, table: true });
            return match wdl {
                1 => LeafValue { value: 1.0, proof: proof(true) },
                -1 => LeafValue { value: 0.0, proof: proof(false) },
                _ => LeafValue { value: win_probability(DRAW), proof: None },
            };
        }
        if !position.has_legal_move() {
            return self.finished(position, ply);
        }
        // A mate seen here is not a proof yet: the tree has to find it too, so that
        // there is a line to show for it.
        let value = self.leaf.value(position, ply, t::mcts_leaf_depth());
        LeafValue { value: win_probability(value), proof: None }
    }

    /// Backs the value, and what it proves, up to the root.
    fn back_up(&mut self, pool: &NodePool, end: &LeafValue) {
        let depth = self.path.len() - 1;
        self.depths += depth as u64;
        self.seldepth = self.seldepth.max(depth);
        // What the node just left is worth to the side that moved there.
        let mut before = 1.0 - end.value;
        let mut proof = end.proof;
        for (ply, &node) in self.path.iter().enumerate().rev() {
            if ply < depth {
                proof = proof.and_then(|proof| proof_of_parent(pool, node, proof));
                before = match proof {
                    Some(proof) => proof.value_before(),
                    None => 1.0 - before,
                };
            }
            if let Some(proof) = proof {
                pool.prove(node, proof);
            }
            pool.leave(node, before, ply == depth);
        }
    }
}

/// Most mates begin with a check, whatever it costs.
fn favour_checks(position: &Position, moves: &[Move], priors: &mut [f32]) {
    for (&mv, prior) in moves.iter().zip(priors.iter_mut()) {
        // Also for checks that the policy takes for nonsense.
        *prior += if position.gives_check(mv) { CHECKS } else { 0.0 };
    }
    let sum: f32 = priors.iter().sum();
    priors.iter_mut().for_each(|prior| *prior /= sum);
}

/// What a proof about one child proves about its parent.
fn proof_of_parent(pool: &NodePool, node: NodeId, child: Proof) -> Option<Proof> {
    if let Some(won) = child.won_before() {
        return Some(won);
    }
    let edges = pool.edges(node)?;
    let children = edges.iter().map(|edge| pool.edge(edge).child);
    Proof::lost_before(children.map(|child| child.and_then(|child| pool.proof(child))))
}
