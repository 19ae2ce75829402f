// SPDX-License-Identifier: GPL-3.0-or-later
//! The nodes and edges of the tree, in a bounded number of words of memory.
//!
//! ```text
//! node, four words:   visits 32, in flight 32
//!                     sum of values 64, in units of 1 / ONE
//!                     first edge 32, number of edges 8, expanded 1
//!                     own visits 32, proof 16
//! edge, one word:     move 16, prior 16, node behind it 32 (0: never visited)
//! ```
//!
//! All threads read and change words without locks. A place is handed out once
//! and never taken back: when the pool is full, the tree is copied into another
//! pool of the same size, without what was visited least (`tree.rs`), while
//! no thread searches.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use chess::Move;

use super::proof::Proof;
use crate::tt::Memory;

/// A value of 1 in the sums: values are kept to one part in sixteen million.
const ONE: f64 = (1u64 << 24) as f64;

/// Words of a node.
pub const NODE: usize = 4;

const IN_FLIGHT: u64 = 1 << 32;
const EXPANDED: u64 = 1 << 40;

/// The place of a node. Nothing lies at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// The edges of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edges {
    first: u32,
    count: u32,
}

impl Edges {
    /// The edges, the likeliest move first.
    pub fn iter(self) -> impl Iterator<Item = EdgeId> {
        (self.first..self.first + self.count).map(EdgeId)
    }

    /// How many.
    pub fn len(self) -> usize {
        self.count as usize
    }
}

/// The place of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeId(u32);

/// What an edge says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The move.
    pub mv: Move,
    /// How likely it looked before anything was searched.
    pub prior: f32,
    /// The node behind it, if it was ever visited.
    pub child: Option<NodeId>,
}

/// What is known about a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stats {
    /// Iterations that went through it and came back.
    pub visits: u32,
    /// Iterations on their way.
    pub in_flight: u32,
    sum: u64,
}

impl Stats {
    /// Points of all visits together, for the side that moved here.
    #[inline]
    pub fn points(self) -> f64 {
        self.sum as f64 / ONE
    }

    /// Mean value, 0 to 1.
    #[inline]
    pub fn mean(self) -> f64 {
        self.points() / f64::from(self.visits.max(1))
    }
}

/// Nodes and edges in a bounded number of words.
pub struct NodePool {
    data: Memory,
    used: AtomicUsize,
    capacity: usize,
}

impl NodePool {
    /// A pool of so many bytes; `None` if the system has not so much.
    pub fn new(bytes: usize) -> Option<Self> {
        let data = Memory::of_bytes(bytes)?;
        let capacity = data.words().len().min(u32::MAX as usize);
        Some(NodePool { data, used: AtomicUsize::new(1), capacity })
    }

    /// Bytes that it may use.
    pub fn bytes(&self) -> usize {
        8 * self.capacity
    }

    /// Words that it may use,
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// and words handed out.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed).min(self.capacity)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.used.get_mut() = 1;
    }

    fn take(&self, words: usize) -> Option<u32> {
        let place = self.used.fetch_add(words, Ordering::Relaxed);
        if place + words > self.capacity {
            // Given back, so that the counter cannot run away.
            self.used.fetch_sub(words, Ordering::Relaxed);
            return None;
        }
        Some(place as u32)
    }

    fn word(&self, place: u32, offset: usize) -> &AtomicU64 {
        &self.data.words()[place as usize + offset]
    }

    /// A node that nobody has visited; `None` if there is no memory left.
    pub fn new_node(&self) -> Option<NodeId> {
        let place = self.take(NODE)?;
        (0..NODE).for_each(|offset| self.word(place, offset).store(0, Ordering::Relaxed));
        Some(NodeId(place))
    }

    /// Visits, iterations on their way and mean value.
    #[inline]
    pub fn stats(&self, node: NodeId) -> Stats {
        let counts = self.word(node.0, 0).load(Ordering::Relaxed);
        let sum = self.word(node.0, 1).load(Ordering::Relaxed);
        Stats { visits: counts as u32, in_flight: (counts >> 32) as u32, sum }
    }

    /// An iteration enters.
    pub fn enter(&self, node: NodeId) {
        self.word(node.0, 0).fetch_add(IN_FLIGHT, Ordering::Relaxed);
    }

    /// An iteration comes back with a value; `own` if it ended here.
    pub fn leave(&self, node: NodeId, value: f64, own: bool) {
        let value = (value.clamp(0.0, 1.0) * ONE) as u64;
        self.word(node.0, 1).fetch_add(value, Ordering::Relaxed);
        if own {
            self.word(node.0, 3).fetch_add(1, Ordering::Relaxed);
        }
        self.word(node.0, 0).fetch_add(1u64.wrapping_sub(IN_FLIGHT), Ordering::Relaxed);
    }

    /// Visits that ended here.
    #[cfg(test)]
    pub fn own_visits(&self, node: NodeId) -> u32 {
        self.word(node.0, 3).load(Ordering::Relaxed) as u32
    }

    /// What is proven about the node.
    #[inline]
    pub fn proof(&self, node: NodeId) -> Option<Proof> {
        Proof::from_bits((self.word(node.0, 3).load(Ordering::Relaxed) >> 32) as u16)
    }

    /// Notes a proof. One that is there stays unless the new one is better.
    pub fn prove(&self, node: NodeId, proof: Proof) {
        let word = self.word(node.0, 3);
        let _ = word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| {
            let known = Proof::from_bits((old >> 32) as u16);
            let better = known.is_none_or(|known| proof.improves_on(known));
            better.then_some((old & 0xFFFF_FFFF) | u64::from(proof.bits()) << 32)
        });
    }

    /// The edges, if the node has been expanded.
    #[inline]
    pub fn edges(&self, node: NodeId) -> Option<Edges> {
        let word = self.word(node.0, 2).load(Ordering::Acquire);
        let count = (word >> 32) as u32 & 0xFF;
        (word & EXPANDED != 0).then_some(Edges { first: word as u32, count })
    }

    /// Gives the node its edges, the likeliest first. `false` if there is no memory left;
    /// if another thread was quicker, its edges stay.
    pub fn expand(&self, node: NodeId, moves: &[(Move, f32)]) -> bool {
        // No position has more than 218 moves.
        let moves = &moves[..moves.len().min(255)];
        let Some(first) = self.take(moves.len()) else { return false };
        for (offset, &(mv, prior)) in moves.iter().enumerate() {
            let prior = (prior.clamp(0.0, 1.0) * 65_535.0) as u64;
            let word = u64::from(mv.bits()) | prior << 16;
            self.word(first, offset).store(word, Ordering::Relaxed);
        }
        let word = u64::from(first) | (moves.len() as u64) << 32 | EXPANDED;
        let _ =
            self.word(node.0, 2).compare_exchange(0, word, Ordering::Release, Ordering::Relaxed);
        true
    }

    /// What an edge says.
    #[inline]
    pub fn edge(&self, edge: EdgeId) -> Edge {
        let word = self.word(edge.0, 0).load(Ordering::Acquire);
        let child = (word >> 32) as u32;
        Edge {
            mv: Move::from_bits(word as u16),
            prior: f32::from((word >> 16) as u16) / 65_535.0,
            child: (child != 0).then_some(NodeId(child)),
        }
    }

    /// The node behind an edge, made if there is none; `None` if there is no memory left.
    pub fn child(&self, edge: EdgeId) -> Option<NodeId> {
        if let Some(child) = self.edge(edge).child {
            return Some(child);
        }
        let node = self.new_node()?;
        self.link(edge, node)
    }

    /// Puts a node behind an edge, unless another thread was quicker: then its
    /// node it is.
    fn link(&self, edge: EdgeId, node: NodeId) -> Option<NodeId> {
        let word = self.word(edge.0, 0);
        let linked = word.fetch_update(Ordering::Release, Ordering::Acquire, |old| {
            (old >> 32 == 0).then_some(old | u64::from(node.0) << 32)
        });
        match linked {
            Ok(_) => Some(node),
            Err(_) => self.edge(edge).child,
        }
    }

    /// New chances for the moves of a node.
    pub fn set_priors(&self, edges: Edges, priors: &[f32]) {
        for (edge, prior) in edges.iter().zip(priors) {
            let prior = (prior.clamp(0.0, 1.0) * 65_535.0) as u64;
            let word = self.word(edge.0, 0);
            let _ = word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| {
                Some((old & !0xFFFF_0000) | prior << 16)
            });
        }
    }

    /// A copy of a node of another pool, without its edges: its visits become its
    /// own. `None` if there is no memory left.
    pub fn copy_node(&self, from: &NodePool, node: NodeId, with_edges: bool) -> Option<NodeId> {
        let copy = self.new_node()?;
        let visits = from.stats(node).visits;
        self.word(copy.0, 0).store(u64::from(visits), Ordering::Relaxed);
        let sum = from.word(node.0, 1).load(Ordering::Relaxed);
        self.word(copy.0, 1).store(sum, Ordering::Relaxed);
        let last = from.word(node.0, 3).load(Ordering::Relaxed);
        let own = if with_edges { last & 0xFFFF_FFFF } else { u64::from(visits) };
        self.word(copy.0, 3).store((last & !0xFFFF_FFFF) | own, Ordering::Relaxed);
        Some(copy)
    }

    /// Copies the edges of `node` to `copy`, without what lies behind them.
    pub fn copy_edges(
        &self,
        from: &NodePool,
        node: NodeId,
        copy: NodeId,
    ) -> Option<(Edges, Edges)> {
        let old = from.edges(node)?;
        let first = self.take(old.len())?;
        for (offset, edge) in old.iter().enumerate() {
            let word = from.word(edge.0, 0).load(Ordering::Relaxed) & 0xFFFF_FFFF;
            self.word(first, offset).store(word, Ordering::Relaxed);
        }
        let word = u64::from(first) | (old.len() as u64) << 32 | EXPANDED;
        self.word(copy.0, 2).store(word, Ordering::Release);
        Some((old, Edges { first, count: old.count }))
    }

    /// Puts a copied node behind a copied edge.
    pub fn attach(&self, edge: EdgeId, node: NodeId) {
        let _ = self.link(edge, node);
    }
}
