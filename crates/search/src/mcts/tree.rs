// SPDX-License-Identifier: GPL-3.0-or-later
//! The tree: its root, what is kept from move to move, and what is forgotten
//! when memory is full.

use chess::{Game, Move};

use super::node_pool::{NODE, NodeId, NodePool};
use crate::HashError;

/// The share of the memory that a tree may have after it was made smaller.
const KEPT: f64 = 0.5;

/// Visits are sorted into so many buckets, eight for each doubling.
const BUCKETS: usize = 264;

/// The least memory of a tree: room for the root with all its moves, many times.
const LEAST: usize = 96 << 10;

/// A tree of iterations in bounded memory.
pub struct Tree {
    pools: [NodePool; 2],
    /// Which of them the tree lives in.
    live: usize,
    root: NodeId,
    /// The game that led to the root.
    keys: Vec<u64>,
    /// How often the tree was made smaller.
    pub shrunk: u64,
}

impl Tree {
    /// A tree that uses at most `bytes`.
    pub fn new(bytes: usize) -> Result<Self, HashError> {
        let error = HashError { wanted: bytes >> 20, kept: 0 };
        let half = (bytes / 2).max(LEAST);
        let (a, b) = NodePool::new(half).zip(NodePool::new(half)).ok_or(error)?;
        let root = a.new_node().ok_or(error)?;
        Ok(Tree { pools: [a, b], live: 0, root, keys: Vec::new(), shrunk: 0 })
    }

    /// Where the tree lives.
    #[inline]
    pub fn pool(&self) -> &NodePool {
        &self.pools[self.live]
    }

    /// The root.
    #[inline]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Bytes that the tree and its copy may have, both together.
    pub fn bytes(&self) -> usize {
        self.pools.iter().map(NodePool::bytes).sum()
    }

    /// How full the memory is, in per mille.
    pub fn fullness(&self) -> u16 {
        let pool = self.pool();
        (pool.used() * 1000 / pool.capacity().max(1)).min(1000) as u16
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pools.iter_mut().for_each(NodePool::clear);
        self.keys.clear();
        if let Some(root) = self.pool().new_node() {
            self.root = root;
        }
    }

    /// Makes the position of `game` the root. If the game goes on from the last
    /// root along moves that were searched, what lies behind them is kept.
    /// Returns the visits that the new root brings along.
    pub fn advance(&mut self, game: &Game) -> u32 {
        let since = self.keys.len();
        let continues = since > 0 && game.keys().get(..since) == Some(self.keys.as_slice());
        let found = if continues {
            game.moves()[since - 1..].iter().try_fold(self.root, |node, &mv| self.behind(node, mv))
        } else {
            None
        };
        match found {
            Some(root) => self.root = root,
            None => self.clear(),
        }
        self.keys = game.keys().to_vec();
        self.pool().stats(self.root).visits
    }

    fn behind(&self, node: NodeId, mv: Move) -> Option<NodeId> {
        let pool = self.pool();
        pool.edges(node)?.iter().map(|edge| pool.edge(edge)).find(|edge| edge.mv == mv)?.child
    }

    /// Makes room: copies the tree without the expansions of the nodes that were
    /// visited least, so that at most half of the memory is used. Visits and
    /// values of what remains stay as they are.
    pub fn shrink(&mut self) {
        self.shrunk += 1;
        let least = self.least_bucket();
        let (from, to) = {
            let (a, b) = self.pools.split_at_mut(1);
            if self.live == 0 { (&a[0], &mut b[0]) } else { (&b[0], &mut a[0]) }
        };
        to.clear();
        let keeps = |node: NodeId| bucket(from.stats(node).visits) >= least;
        let Some(root) = to.copy_node(from, self.root, true) else { return };
        let mut stack = vec![(self.root, root)];
        while let Some((old, new)) = stack.pop() {
            let Some((old_edges, new_edges)) = to.copy_edges(from, old, new) else { continue };
            for (old_edge, new_edge) in old_edges.iter().zip(new_edges.iter()) {
                let Some(child) = from.edge(old_edge).child else { continue };
                let stays = from.edges(child).is_some() && keeps(child);
                let Some(copy) = to.copy_node(from, child, stays) else { continue };
                to.attach(new_edge, copy);
                if stays {
                    stack.push((child, copy));
                }
            }
        }
        self.live = 1 - self.live;
        self.root = root;
    }

    /// The first bucket of visits such that the expansions of all nodes in it and
    /// above fit into what a smaller tree may have.
    fn least_bucket(&self) -> usize {
        let pool = self.pool();
        let mut words = [0usize; BUCKETS];
        let mut stack = vec![self.root];
        while let Some(node) = stack.pop() {
            let Some(edges) = pool.edges(node) else { continue };
            let mut size = edges.len();
            for child in edges.iter().filter_map(|edge| pool.edge(edge).child) {
                size += NODE;
                stack.push(child);
            }
            words[bucket(pool.stats(node).visits)] += size;
        }
        let space = (pool.capacity() as f64 * KEPT) as usize;
        let mut sum = 0;
        for index in (0..BUCKETS).rev() {
            sum += words[index];
            if sum > space {
                return index + 1;
            }
        }
        0
    }
}

/// The bucket of a node with so many visits.
fn bucket(visits: u32) -> usize {
    (8.0 * f64::from(visits.max(1)).log2()) as usize
}
