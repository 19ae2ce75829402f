// SPDX-License-Identifier: GPL-3.0-or-later
//! Which move a playout follows: promise against curiosity.

use chess::Move;

use super::Recipe;
use super::arena::{Arena, EdgeId, Edges, NodeId};
use crate::tunables as t;

/// A search for a mate must not overlook what looks bad: curiosity counts so many
/// times as much.
const BOLDNESS: f64 = 6.0;

/// How the moves of one node are chosen.
pub struct Choice<'a> {
    /// Moves that may be chosen; all if there are none.
    pub only: &'a [Move],
    /// Whether it is the root.
    pub root: bool,
    /// Whether a mate is looked for, and curiosity counts more than promise.
    pub mating: bool,
}

impl Choice<'_> {
    fn allows(&self, mv: Move) -> bool {
        self.only.is_empty() || self.only.contains(&mv)
    }
}

/// The edge to follow from an expanded node; `None` if no move is allowed.
pub fn select(
    arena: &Arena,
    node: NodeId,
    edges: Edges,
    choice: &Choice<'_>,
    recipe: Recipe,
) -> Option<EdgeId> {
    match recipe {
        Recipe::Puct => puct(arena, node, edges, choice),
        Recipe::Uct { exploration } => uct(arena, node, edges, choice, exploration),
    }
}

/// PUCT: the mean of a move's playouts, and a bonus in proportion to its prior
/// that fades as it is visited more often than others.
///
/// A move that was never visited is expected to be worth what the node is worth,
/// less the more of the likely moves have been tried: they were better candidates,
/// and the node's worth is made of theirs (first-play urgency). A playout that is
/// still under way counts as lost, so that threads spread out (virtual loss). A
/// move that is proven to lose is not followed while there is another.
fn puct(arena: &Arena, node: NodeId, edges: Edges, choice: &Choice<'_>) -> Option<EdgeId> {
    let here = arena.stats(node);
    let visits = f64::from(here.visits + here.in_flight.saturating_sub(1)).max(1.0);
    let base = f64::from(if choice.root { t::mcts_explore_root() } else { t::mcts_explore() });
    let growth = 1.0 + (visits / f64::from(t::mcts_growth())).ln_1p() / 10.0;
    let boldness = if choice.mating { BOLDNESS } else { 1.0 };
    let explore = boldness * base / 1000.0 * growth * visits.sqrt();
    let expected = if here.visits == 0 { 0.5 } else { 1.0 - here.mean() };
    let mut tried = 0.0;
    let mut best: Option<(EdgeId, f64)> = None;
    for id in edges.iter() {
        let edge = arena.edge(id);
        if !choice.allows(edge.mv) {
            continue;
        }
        let prior = f64::from(edge.prior);
        let (mean, visits, proof) = match edge.child {
            Some(child) => {
                let stats = arena.stats(child);
                let count = stats.visits + stats.in_flight;
                let mean = stats.points() / f64::from(count.max(1));
                (mean, count, arena.proof(child))
            }
            None => (0.0, 0, None),
        };
        let lost = proof.is_some_and(|proof| proof.wins);
        let score = if visits == 0 {
            let urgency = expected - f64::from(t::mcts_urgency()) / 1000.0 * f64::sqrt(tried);
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

/// UCT as the document has it (D4): wᵢ/nᵢ + c·√(ln N / nᵢ), and moves that were
/// never visited first.
fn uct(
    arena: &Arena,
    node: NodeId,
    edges: Edges,
    choice: &Choice<'_>,
    exploration: f64,
) -> Option<EdgeId> {
    let whole = f64::from(arena.stats(node).visits.max(1)).ln();
    let mut best: Option<(EdgeId, f64)> = None;
    for id in edges.iter() {
        let edge = arena.edge(id);
        if !choice.allows(edge.mv) {
            continue;
        }
        let stats = edge.child.map(|child| arena.stats(child));
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
