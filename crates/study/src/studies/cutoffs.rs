// SPDX-License-Identifier: GPL-3.0-or-later
//! What alpha-beta leaves out by the order of moves, and what sharing out the root gains
//! (COMP4121 §5).

use charts::{Axis, Chart, Series};
use chess::Position;
use eval::{Evaluator, Placement};
use papers::{Features, Negamax, Order};

use crate::declare::Parameter;
use crate::positions::{ask, depth, only, usual};
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, StopFlag, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "cutoffs",
    question: "How many nodes does alpha-beta leave out with which order of moves, and how well can the root be shared out?",
    source: "COMP4121 §5, §5.1, §5.2",
    files: Files::None,
    parameters: &[
        Parameter::whole("depth", 2..=6, "4", "2", "depth of the trees"),
        Parameter::whole("positions", 1..=50, "4", "1", "positions of the benchmark"),
        Parameter::reals("threads", 2.0..=64.0, "2,4,8", "2,4", "threads that share out the root"),
        Parameter::whole("split-depth", 1..=8, "5", "2", "depth of the search that is shared out"),
    ],
    measurements: &["orders", "root"],
    charts: &["orders", "root"],
    run,
};

/// A figure of a root: the nodes of each move searched alone, and those of all with one window.
type Measure<'a> = &'a dyn Fn(&(Vec<u64>, u64)) -> f64;

/// The searches of the papers that differ in what they leave out.
const ORDERS: [(&str, bool, Order); 4] = [
    ("minimax", false, Order::AsTheyCome),
    ("alpha-beta, moves as they come", true, Order::AsTheyCome),
    ("alpha-beta, captures and checks first", true, Order::CapturesAndChecksFirst),
    ("alpha-beta, captures first by victim", true, Order::VictimsFirst),
];

/// A tree with the values of its leaves, for looking at it in the best order.
#[derive(Debug)]
struct Tree {
    /// For the side to move.
    value: i32,
    children: Vec<Tree>,
}

/// What a mate is worth; nearer ones more.
const MATE: i32 = 30_000;

/// A window that no leaf is outside of.
const OPEN: i32 = 1 << 20;

impl Tree {
    /// The whole tree, with minimax values.
    fn grow(position: &Position, plies: u64) -> Tree {
        let mut moves = position.legal_moves().to_vec();
        // Captures and checks first, as in §5.2.
        moves.sort_by_key(|&mv| !(mv.is_capture() || position.gives_check(mv)));
        if moves.is_empty() {
            let value = if position.in_check() { -MATE - plies as i32 } else { 0 };
            return Tree { value, children: Vec::new() };
        }
        if plies == 0 {
            return Tree { value: Placement.evaluate(position), children: Vec::new() };
        }
        let children: Vec<Tree> =
            moves.iter().map(|&mv| Tree::grow(&position.after(mv), plies - 1)).collect();
        let value = children.iter().map(|child| -child.value).max().unwrap_or(0);
        Tree { value, children }
    }

    /// Puts the best move of every node first.
    fn order(&mut self) {
        self.children.sort_by_key(|child| child.value);
        self.children.iter_mut().for_each(Tree::order);
    }

    /// Nodes until the root's moves are done by threads that take one after the other, each with
    /// the best value that any of them had found when it began (as the persona comp4121 does).
    fn shared_out(&self, threads: usize, open: i32) -> u64 {
        let mut busy = vec![0_u64; threads.max(1)];
        let mut done: Vec<(u64, i32)> = Vec::new();
        for child in &self.children {
            let Some(thread) = busy.iter_mut().min() else { break };
            let known = done.iter().filter(|(end, _)| *end <= *thread).map(|(_, value)| *value);
            let alpha = known.max().unwrap_or(-open);
            let (value, nodes) = child.visited(-open, -alpha);
            *thread += nodes;
            done.push((*thread, -value));
        }
        busy.into_iter().max().unwrap_or(0)
    }

    /// Nodes that alpha-beta visits in this order.
    fn visited(&self, mut alpha: i32, beta: i32) -> (i32, u64) {
        if self.children.is_empty() {
            return (self.value, 1);
        }
        let (mut best, mut nodes) = (i32::MIN + 1, 1);
        for child in &self.children {
            let (value, below) = child.visited(-beta, -alpha);
            nodes += below;
            best = best.max(-value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        (best, nodes)
    }
}

/// Nodes of the deepest iteration alone.
fn last_iteration(
    stop: &StopFlag,
    position: &Position,
    features: Features,
    plies: u64,
    first: Option<chess::Move>,
) -> u64 {
    let mut search = Negamax::new(Placement, features);
    let limits = first.map_or_else(|| depth(plies), |mv| only(depth(plies), mv));
    let (outcome, depths) = ask(stop, &mut search, position, limits, 1);
    let before =
        depths.iter().rev().map(|depth| depth.best()).find(|line| u64::from(line.depth) < plies);
    outcome.nodes - before.map_or(0, |line| line.nodes)
}

/// How long `threads` are busy that take these pieces of work one after the other, as they
/// come.
fn makespan(work: &[u64], threads: usize) -> u64 {
    let mut busy = vec![0_u64; threads.max(1)];
    for &piece in work {
        if let Some(first) = busy.iter_mut().min() {
            *first += piece;
        }
    }
    busy.into_iter().max().unwrap_or(0)
}

/// Amdahl's law: the speed-up of `threads` when `parallel` of the work can be shared out.
fn amdahl(parallel: f64, threads: f64) -> f64 {
    1.0 / (1.0 - parallel + parallel / threads)
}

/// The share of the work that a speed-up tells.
fn parallel_share(speedup: f64, threads: f64) -> f64 {
    (1.0 - 1.0 / speedup) / (1.0 - 1.0 / threads)
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let (plies, split) = (lab.whole("depth"), lab.whole("split-depth"));
    let positions = usual(lab.count("positions"));
    let rows = ORDERS.len() + 1;
    lab.expect(positions.len() * (rows + 1));
    // Exponents of each order: nodes = minimax^exponent.
    let mut exponents = vec![0.0; rows];
    let mut nodes = vec![0_u64; rows];
    let mut root: Vec<(Vec<u64>, u64)> = Vec::new();
    let threads: Vec<usize> =
        lab.reals("threads").into_iter().map(|n| n.round() as usize).collect();
    let mut told: Vec<Vec<u64>> = Vec::new();
    for (number, position) in positions.iter().enumerate() {
        let mut counts = Vec::new();
        for (name, alpha_beta, order) in ORDERS {
            counts.push(lab.measure(format!("{name} {number}"), |lab| {
                let features = Features { alpha_beta, order, ..Features::PLAIN };
                Ok(last_iteration(lab.stop(), position, features, plies, None))
            })?);
        }
        let (best, spans): (u64, Vec<u64>) = lab.measure(format!("tree {number}"), |_| {
            let mut tree = Tree::grow(position, plies);
            let one = std::iter::once(&1).chain(&threads);
            let spans = one.map(|&threads| tree.shared_out(threads, OPEN)).collect();
            tree.order();
            Ok((tree.visited(-OPEN, OPEN).1, spans))
        })?;
        counts.push(best);
        told.push(spans);
        for (i, &count) in counts.iter().enumerate() {
            nodes[i] += count;
            exponents[i] += (count as f64).ln() / (counts[0] as f64).ln() / positions.len() as f64;
        }
        root.push(lab.measure(format!("root {number}"), |lab| {
            let features = Features { order: Order::CapturesAndChecksFirst, ..Features::PLAIN };
            let alone = |mv| last_iteration(lab.stop(), position, features, split, Some(mv));
            let each = position.legal_moves().iter().map(|&mv| alone(mv)).collect();
            Ok((each, last_iteration(lab.stop(), position, features, split, None)))
        })?);
    }
    let mut orders = Table::new(
        "orders",
        format!("Nodes at depth {plies}, {} positions", positions.len()),
        ["search", "nodes", "of minimax, %", "exponent: nodes = minimax^e", "paper"],
    );
    let paper = ["1 (b^d)", "", "0.75 (average, b^(3d/4))", "", "0.5 (best, b^(d/2))"];
    let names =
        ORDERS.iter().map(|(name, ..)| *name).chain(["alpha-beta, best move first everywhere"]);
    for (i, name) in names.enumerate() {
        orders.row([
            Value::from(name),
            Value::from(nodes[i]),
            Value::Real(100.0 * nodes[i] as f64 / nodes[0] as f64, 2),
            Value::Real(exponents[i], 3),
            Value::from(paper[i]),
        ]);
    }
    let bars = exponents.iter().enumerate().map(|(i, &e)| charts::Bar::new(i as f64, e));
    let ticks = ["minimax", "as they come", "captures, checks", "by victim", "best first"];
    let ticks = ticks
        .iter()
        .enumerate()
        .map(|(i, label)| charts::Tick { value: i as f64, label: (*label).to_owned() });
    let chart = Chart::new(
        "Exponent of the nodes",
        Axis::new("order").ticks(ticks.collect()),
        Axis::new("exponent").range(0.0, 1.05),
    )
    .series(Series::bars("exponent", bars, 0.7))
    .mark(charts::Mark::Horizontal { y: 0.75, label: "0.75".to_owned() })
    .mark(charts::Mark::Horizontal { y: 0.5, label: "0.5".to_owned() });

    let mut table = Table::new(
        "root",
        format!("Root moves shared out at depth {split}: speed-up in nodes"),
        [
            "threads",
            "over one thread without a window",
            "share p by Amdahl's law",
            "over one thread with alpha-beta at the root",
            "the same, the best value shared",
            "its share p",
            "if p were 1",
        ],
    );
    let (mut shares, mut curve, mut real) = (Vec::new(), Vec::new(), Vec::new());
    let (mut shared, mut shared_p) = (Vec::new(), Vec::new());
    for (number, &count) in threads.iter().enumerate() {
        let mean = |f: Measure| root.iter().map(f).sum::<f64>() / root.len() as f64;
        let split = mean(&|(each, _)| {
            each.iter().sum::<u64>() as f64 / makespan(each, count).max(1) as f64
        });
        let gain = mean(&|(each, one)| *one as f64 / makespan(each, count).max(1) as f64);
        let share = parallel_share(split, count as f64);
        let speedup = |spans: &Vec<u64>| spans[0] as f64 / spans[number + 1].max(1) as f64;
        let with_value = told.iter().map(speedup).sum::<f64>() / told.len() as f64;
        let with_value_p = parallel_share(with_value, count as f64);
        shared.push((count as f64, with_value));
        shared_p.push(with_value_p);
        shares.push(share);
        curve.push((count as f64, split));
        real.push((count as f64, gain));
        table.row([
            Value::from(count),
            Value::Real(split, 2),
            Value::Real(share, 3),
            Value::Real(gain, 2),
            Value::Real(with_value, 2),
            Value::Real(with_value_p, 3),
            Value::from(count),
        ]);
    }
    let share = shares.iter().sum::<f64>() / shares.len() as f64;
    let law = (1..=16).map(|n| (f64::from(n), amdahl(share, f64::from(n))));
    let root_chart = Chart::new(
        "Sharing out the root",
        Axis::new("threads"),
        Axis::new("speed-up in nodes").include(0.0),
    )
    .series(Series::line("each move with an open window", curve))
    .series(Series::line("against alpha-beta at the root", real.clone()))
    .series(Series::line("the same, the best value shared", shared.clone()))
    .series(Series::line(format!("Amdahl's law, p = {share:.2}"), law));
    let large = plies >= 3 && positions.len() >= 2;
    let judge = |verdict: Verdict| if large { verdict } else { Verdict::Open };
    let gain = real.last().map_or(0.0, |point| point.1);
    let most = threads.last().copied().unwrap_or(1);
    let shared_gain = shared.last().map_or(0.0, |point| point.1);
    let shared_p = shared_p.iter().sum::<f64>() / shared_p.len() as f64;
    Ok(Report {
        claims: vec![
            Claim::new(
                "COMP4121 §5.1",
                "alpha-beta visits b^(3d/4) nodes on average and b^(d/2) at best, where minimax visits b^d",
                format!(
                    "exponents of the minimax tree at depth {plies}: {:.2} as moves come, {:.2} with captures and checks first, {:.2} by victim, {:.2} with the best move first",
                    exponents[1], exponents[2], exponents[3], exponents[4]
                ),
                judge(if (exponents[1] - 0.75).abs() < 0.08 && (exponents[4] - 0.5).abs() < 0.1 {
                    Verdict::Holds
                } else {
                    Verdict::Partly
                }),
            ),
            Claim::new(
                "COMP4121 §5.2",
                "captures and checks first bring it near the best case",
                format!(
                    "{:.2} of the exponent; the best case has {:.2}",
                    exponents[2], exponents[4]
                ),
                judge(Verdict::of(exponents[2] - exponents[4] < 0.05)),
            ),
            Claim::new(
                "COMP4121 §5",
                "p of Amdahl's law is almost 1 when root moves are shared out",
                format!(
                    "p = {share:.2} among moves searched alone, but such a search has no window: {most} threads are {gain:.2} times as fast as one with alpha-beta at the root, {shared_gain:.2} times if they share the best value (p = {shared_p:.2})"
                ),
                judge(if shared_p > 0.95 {
                    Verdict::Holds
                } else if share > 0.8 {
                    Verdict::Partly
                } else {
                    Verdict::Differs
                }),
            ),
        ],
        remarks: vec![
            format!(
                "Threads that share out the root must do without the window that the first move gives to all others, or wait for it: with the best \
                 value shared as soon as it is known, {most} threads are worth {shared_gain:.1}. The engine's own threads search the whole tree and \
                 share the transposition table instead."
            ),
            format!(
                "Speed-ups are counted in nodes, so that neither the machine nor its load is in them: without a window at depth {split}, with the best \
                 value shared in the trees of depth {plies}."
            ),
        ],
        tables: vec![orders, table],
        charts: vec![("orders", chart), ("root", root_chart)],
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A uniform tree with random leaves.
    fn uniform(width: usize, plies: u32, seed: &mut u64) -> Tree {
        if plies == 0 {
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            return Tree { value: (*seed >> 45) as i32, children: Vec::new() };
        }
        let children: Vec<Tree> = (0..width).map(|_| uniform(width, plies - 1, seed)).collect();
        Tree { value: children.iter().map(|child| -child.value).max().unwrap(), children }
    }

    fn leaves(tree: &Tree, mut alpha: i32, beta: i32) -> (i32, u64) {
        if tree.children.is_empty() {
            return (tree.value, 1);
        }
        let mut count = 0;
        for child in &tree.children {
            let (value, below) = leaves(child, -beta, -alpha);
            count += below;
            alpha = alpha.max(-value);
            if alpha >= beta {
                break;
            }
        }
        (alpha, count)
    }

    /// Knuth and Moore: in the best order alpha-beta looks at b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves.
    #[test]
    fn the_best_order_visits_the_minimal_tree() {
        for (width, plies) in [(3_u64, 4_u32), (5, 3), (2, 7)] {
            let mut tree = uniform(width as usize, plies, &mut 1);
            tree.order();
            let minimal = |plies: u32| width.pow(plies.div_ceil(2)) + width.pow(plies / 2) - 1;
            assert_eq!(leaves(&tree, -OPEN, OPEN).1, minimal(plies), "{width}^{plies}");
            // Each level of the tree is the leaves of a shallower one.
            let all: u64 = (0..=plies).map(minimal).sum();
            assert_eq!(tree.visited(-OPEN, OPEN), (tree.value, all), "{width}^{plies}");
        }
    }

    /// The tree has the value that the search of the papers finds, and minimax all its nodes.
    #[test]
    fn the_tree_is_that_of_the_search() {
        let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
        let mut tree = Tree::grow(&position, 3);
        let mut perft = 0;
        fn count(tree: &Tree, leaves: &mut u64) {
            *leaves += u64::from(tree.children.is_empty());
            tree.children.iter().for_each(|child| count(child, leaves));
        }
        count(&tree, &mut perft);
        assert!(perft <= chess::perft(&position, 3) + 100 && perft > 1000, "{perft}");
        tree.order();
        let minimax = Features { alpha_beta: false, ..Features::PLAIN };
        let all = last_iteration(&StopFlag::new(), &position, minimax, 3, None);
        let pruned = last_iteration(&StopFlag::new(), &position, Features::PLAIN, 3, None);
        let best = tree.visited(-OPEN, OPEN).1;
        assert!(best <= pruned + 1 && pruned < all, "{best} {pruned} {all}");
    }

    /// One thread that knows its best value is alpha-beta; so many that nobody waits know none.
    #[test]
    fn one_thread_is_alpha_beta_and_many_have_no_window() {
        let tree = uniform(5, 4, &mut 3);
        assert_eq!(tree.shared_out(1, OPEN), tree.visited(-OPEN, OPEN).1 - 1);
        let alone = tree.children.iter().map(|child| child.visited(-OPEN, OPEN).1);
        assert_eq!(tree.shared_out(5, OPEN), alone.max().unwrap());
    }

    #[test]
    fn amdahls_law_and_its_inverse() {
        assert!((amdahl(0.5, 2.0) - 4.0 / 3.0).abs() < 1e-12);
        assert!((amdahl(1.0, 8.0) - 8.0).abs() < 1e-12);
        assert!((amdahl(0.95, 1e12) - 20.0).abs() < 1e-6);
        for share in [0.2, 0.7, 0.99] {
            assert!((parallel_share(amdahl(share, 4.0), 4.0) - share).abs() < 1e-12);
        }
    }

    #[test]
    fn threads_take_work_as_it_comes() {
        assert_eq!(makespan(&[3, 1, 1, 1], 2), 3);
        assert_eq!(makespan(&[1, 1, 4], 2), 5);
        assert_eq!(makespan(&[1, 1, 4], 1), 6);
        assert_eq!(makespan(&[], 3), 0);
    }
}
