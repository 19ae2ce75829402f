// SPDX-License-Identifier: GPL-3.0-or-later
//! What must hold inside the tree, whatever was searched.

use chess::{Game, Position};
use eval::Placement;

use super::node_pool::NodeId;
use super::tree::Tree;
use super::{Mcts, MctsVariant};
use crate::{Control, Job, Limits, Search};

/// Visits of a node are its own and those of its children, and nobody is under way.
/// Returns how many nodes there are.
fn check(tree: &Tree) -> usize {
    let pool = tree.pool();
    assert!(pool.used() <= pool.capacity());
    let mut stack: Vec<NodeId> = vec![tree.root()];
    let mut count = 0;
    while let Some(node) = stack.pop() {
        count += 1;
        let stats = pool.stats(node);
        assert_eq!(stats.in_flight, 0);
        assert!((0.0..=1.0).contains(&stats.mean()), "{stats:?}");
        let mut sum = pool.own_visits(node);
        if let Some(edges) = pool.edges(node) {
            let mut priors = 0.0;
            for edge in edges.iter().map(|edge| pool.edge(edge)) {
                priors += edge.prior;
                if let Some(child) = edge.child {
                    sum += pool.stats(child).visits;
                    stack.push(child);
                }
            }
            assert!(priors < 1.001, "{priors}");
        }
        assert_eq!(sum, stats.visits, "{node:?}");
    }
    count
}

fn job(game: &Game, nodes: u64) -> Job {
    Job::new(game.clone(), Limits { nodes: Some(nodes), ..Limits::default() })
}

fn think(search: &mut Mcts<Placement>, game: &Game, nodes: u64) -> crate::Outcome {
    search.think(&job(game, nodes), &Control::default(), &mut |_| {})
}

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/4k3/8/8/4K3/7R w - - 90 100",
];

#[test]
fn visits_add_up_and_memory_stays_bounded_while_the_tree_is_made_smaller() {
    for variant in [MctsVariant::Puct, MctsVariant::Uct { exploration: std::f64::consts::SQRT_2 }] {
        for fen in POSITIONS {
            let mut search = Mcts::with_variant(Placement, variant);
            search.set_hash(1).unwrap();
            assert!(search.memory_bound() <= 1 << 20, "{}", search.memory_bound());
            let game = Game::new(Position::from_fen(fen).unwrap());
            let nodes = if variant == MctsVariant::Puct { 12_000 } else { 300 };
            let outcome = think(&mut search, &game, nodes);
            assert!(outcome.best.is_some() && outcome.nodes <= nodes);
            assert!(check(&search.tree) > 100);
        }
    }
}

#[test]
fn a_tiny_memory_does_not_end_the_search() {
    let mut search = Mcts::new(Placement);
    search.set_hash(1).unwrap();
    let outcome = think(&mut search, &Game::default(), 30_000);
    assert_eq!(outcome.nodes, 30_000);
    assert!(search.times_shrunk() >= 2, "{}", search.times_shrunk());
    // Every iteration went through the root, and none was forgotten there.
    assert_eq!(search.tree.pool().stats(search.tree.root()).visits, 30_000);
    check(&search.tree);
}

#[test]
fn shrinking_keeps_what_was_visited_most() {
    let mut search = Mcts::new(Placement);
    search.set_hash(4).unwrap();
    think(&mut search, &Game::default(), 20_000);
    let visits = |tree: &Tree| -> Vec<u32> {
        let pool = tree.pool();
        let edges = pool.edges(tree.root()).unwrap();
        let child = |edge| pool.edge(edge).child.map_or(0, |child| pool.stats(child).visits);
        edges.iter().map(child).collect()
    };
    let (before, count) = (visits(&search.tree), check(&search.tree));
    search.tree.shrink();
    assert_eq!(visits(&search.tree), before);
    assert!(check(&search.tree) <= count);
    assert!(search.tree.fullness() <= 510, "{}", search.tree.fullness());
}

#[test]
fn threads_leave_a_tree_that_adds_up() {
    let mut search = Mcts::new(Placement);
    search.set_hash(1).unwrap();
    search.set_threads(3);
    let outcome = think(&mut search, &Game::default(), 30_000);
    assert_eq!(outcome.nodes, 30_000);
    assert_eq!(search.tree.pool().stats(search.tree.root()).visits, 30_000);
    check(&search.tree);
}

#[test]
fn the_tree_behind_the_moves_played_is_kept() {
    let mut search = Mcts::new(Placement);
    let mut game = Game::default();
    let outcome = think(&mut search, &game, 5_000);
    game.play(outcome.best.unwrap());
    game.play(outcome.ponder.unwrap());
    let kept = search.tree.advance(&game);
    assert!(kept > 20, "{kept}");
    assert_eq!(kept, search.tree.pool().stats(search.tree.root()).visits);
    check(&search.tree);
    // The same position again keeps everything; another game nothing.
    assert_eq!(search.tree.advance(&game), kept);
    let other = Game::new(Position::from_fen(POSITIONS[1]).unwrap());
    assert_eq!(search.tree.advance(&other), 0);
    assert_eq!(check(&search.tree), 1);
}

#[test]
fn a_new_game_begins_with_nothing() {
    let mut search = Mcts::new(Placement);
    think(&mut search, &Game::default(), 500);
    search.new_game();
    assert_eq!(check(&search.tree), 1);
}
