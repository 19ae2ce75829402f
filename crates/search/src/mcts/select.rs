// SPDX-License-Identifier: GPL-3.0-or-later
//! Which move an iteration follows: exploitation against exploration.

use chess::Move;

use super::MctsVariant;
use super::node_pool::{EdgeId, Edges, NodeId, NodePool};
use crate::tunables as t;

/// A search for a mate must not overlook what looks bad: exploration counts so many
/// times as much.
const MATE_EXPLORATION: f64 = 6.0;

/// How the moves of one node are chosen.
pub struct Choice<'a> {
    /// Moves that may be chosen; all if there are none.
    pub only: &'a [Move],
    /// Whether it is the root.
    pub root: bool,
    /// Whether a mate is looked for, and exploration counts more.
    pub mating: bool,
}

impl Choice<'_> {
    fn allows(&self, mv: Move) -> bool {
        self.only.is_empty() || self.only.contains(&mv)
    }
}

/// The edge to follow from an expanded node; `None` if no move is allowed.
pub fn select(
    pool: &NodePool,
    node: NodeId,
    edges: Edges,
    choice: &Choice<'_>,
    variant: MctsVariant,
) -> Option<EdgeId> {
    match variant {
        MctsVariant::Puct => puct(pool, node, edges, choice),
        MctsVariant::Uct { exploration } => uct(pool, node, edges, choice, exploration),
    }
}

/// PUCT: the mean of a move's iterations, and a bonus in proportion to its prior
/// that fades as it is visited more often than others.
///
/// A move that was never visited is expected to be worth what the node is worth,
/// less the more of the likely moves have been tried: they were better candidates,
/// and the node's worth is made of theirs (first-play urgency). An iteration that is
/// still under way counts as lost, so that threads spread out (virtual loss). A
/// move that is proven to lose is not followed while there is another.
fn puct(pool: &NodePool, node: NodeId, edges: Edges, choice: &Choice<'_>) -> Option<EdgeId> {
    let here = pool.stats(node);
    let visits = f64::from(here.visits + here.in_flight.saturating_sub(1)).max(1.0);
    let base = f64::from(if choice.root { t::mcts_cpuct_root() } else { t::mcts_cpuct() });
    let growth = 1.0 + (visits / f64::from(t::mcts_cpuct_growth())).ln_1p() / 10.0;
    let boost = if choice.mating { MATE_EXPLORATION } else { 1.0 };
    let explore = boost * base / 1000.0 * growth * visits.sqrt();
    let expected = if here.visits == 0 { 0.5 } else { 1.0 - here.mean() };
    let mut tried = 0.0;
    let mut best: Option<(EdgeId, f64)> = None;
    for id in edges.iter() {
        let edge = pool.edge(id);
        if !choice.allows(edge.mv) {
            continue;
        }
        let prior = f64::from(edge.prior);
        let (mean, visits, proof) = match edge.child {
            Some(child) => {
                let stats = pool.stats(child);
                let count = stats.visits + stats.in_flight;
                let mean = stats.points() / f64::from(count.max(1));
                (mean, count, pool.proof(child))
            }
            None => (0.0, 0, None),
        };
        let lost = proof.is_some_and(|proof| proof.wins);
        let score = if visits == 0 {
            let urgency = expected - f64::from(t::mcts_fpu()) / 1000.0 * f64::sqrt(tried);
            urgency + explore * prior
        } else {
            tried += prior;
            mean + explore * prior / f64::from(1 + visits) - if lost { 10.0 } else { 0.0 }
        };
        if best.is_none_or(|(_, known)| score > known) {
            best = Some((id, score));
        }
        // Behind the first move that was never visited lie only less likely ones
        // that were not either; at the root some may be forbidden.
        if visits == 0 && !choice.root {
            break;
        }
    }
    best.map(|(id, _)| id)
}

/// UCT as COMP4121 §4.1 has it: wᵢ/nᵢ + c·√(ln N / nᵢ), and moves that were
/// never visited first.
fn uct(
    pool: &NodePool,
    node: NodeId,
    edges: Edges,
    choice: &Choice<'_>,
    exploration: f64,
) -> Option<EdgeId> {
    let whole = f64::from(pool.stats(node).visits.max(1)).ln();
    let mut best: Option<(EdgeId, f64)> = None;
    for id in edges.iter() {
        let edge = pool.edge(id);
        if !choice.allows(edge.mv) {
            continue;
        }
        let stats = edge.child.map(|child| pool.stats(child));
        let score = match stats.filter(|stats| stats.visits + stats.in_flight > 0) {
            Some(stats) => {
                let count = f64::from(stats.visits + stats.in_flight);
                let mean = stats.points() / count;
                mean + exploration * (whole / count).sqrt()
            }
            None => f64::INFINITY,
        };
        if best.is_none_or(|(_, known)| score > known) {
            best = Some((id, score));
        }
    }
    best.map(|(id, _)| id)
}
