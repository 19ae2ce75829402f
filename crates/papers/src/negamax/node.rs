// SPDX-License-Identifier: GPL-3.0-or-later
//! The recursion: the value of a position is the best of what its moves lead to.

use std::sync::atomic::Ordering;

use chess::{KeyHistory, Move, MoveList, Position};
use eval::{Evaluator, is_drawn_by_table};

use super::features::{Features, Horizon, Order};
use super::shared::{Heartbeat, Shared};
use search::polling;
use search::pv::PvTable;
use search::value::{INFINITE, MAX_PLY, mated_in};

/// One thread at work.
pub(super) struct Worker<'a, E, H> {
    pub evaluator: &'a mut E,
    pub features: Features,
    pub shared: &'a Shared<'a>,
    pub heartbeat: H,
    pub keys: KeyHistory,
    pub lines: PvTable,
    /// The moves that lead to the present node.
    pub path: Vec<Move>,
    pub seldepth: usize,
    pub stopped: bool,
    counted: u64,
    quiet: u64,
    next_poll: u64,
    poll_interval: u64,
    children: Vec<Position>,
    scores: Vec<i32>,
}

impl<'a, E: Evaluator, H: Heartbeat> Worker<'a, E, H> {
    pub fn new(
        evaluator: &'a mut E,
        features: Features,
        shared: &'a Shared<'a>,
        heartbeat: H,
    ) -> Self {
        let poll_interval = polling::interval(evaluator, polling::NODES);
        Worker {
            evaluator,
            features,
            shared,
            heartbeat,
            keys: KeyHistory::from_game(&shared.job.game),
            lines: PvTable::new(),
            path: Vec::new(),
            seldepth: 0,
            stopped: false,
            counted: 0,
            quiet: 0,
            next_poll: 0,
            poll_interval,
            children: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// The value of `position` after `depth` half-moves, for the side to move.
    /// Inside the window it is exact; outside it is a bound.
    pub fn node(&mut self, position: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
        let ply = self.path.len();
        // Step 1. Where the depth ends, lines may have to be played out.
        if depth == 0 && self.features.horizon != Horizon::Evaluated {
            return self.quiet(position, 0, alpha, beta);
        }

        // Step 2. Count, and stop if it is time.
        self.lines.clear(ply);
        if !self.enter() {
            return 0;
        }

        // Step 3. The end of the game.
        if self.is_draw(position) {
            return self.draw();
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.in_check() { mated_in(ply) } else { self.draw() };
        }

        // Step 4. The end of the line.
        if depth == 0 || ply >= MAX_PLY {
            return self.evaluator.evaluate(position);
        }

        // Step 5. All moves, or as many as it takes to know that the opponent will
        // not let it come to this.
        let moves = ordered(self.features.order, position, moves);
        let mut alpha = alpha;
        let mut best = -INFINITE;
        for (number, &mv) in moves.iter().enumerate() {
            if depth == 1 {
                self.look_ahead(position, &moves, number);
            }
            let (low, high) =
                if self.features.alpha_beta { (-beta, -alpha) } else { (-INFINITE, INFINITE) };
            let child = self.step(position, mv);
            let value = -self.node(&child, depth - 1, low, high);
            self.back();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.lines.extend(ply, mv);
                }
            }
            if self.features.alpha_beta && alpha >= beta {
                break;
            }
        }
        best
    }

    /// An evaluator that is quicker with several positions at once is asked about
    /// the next few leaves together, and remembers what it said.
    fn look_ahead(&mut self, position: &Position, moves: &[Move], number: usize) {
        let batch = self.evaluator.batch();
        if batch > 1 && number.is_multiple_of(batch) {
            let next = moves[number..].iter().take(batch);
            self.children.clear();
            self.children.extend(next.map(|&mv| position.after(mv)));
            self.evaluator.evaluate_all(&self.children, &mut self.scores);
        }
    }

    pub fn is_draw(&self, position: &Position) -> bool {
        let clock = position.halfmove_clock();
        (clock >= 4 && self.keys.is_repetition(clock, self.path.len()))
            || (clock >= 100 && position.is_fifty_moves())
            || position.is_insufficient_material()
            || self.features.table_draws && is_drawn_by_table(position)
    }

    /// What a draw is worth to the side to move (Axon §2.C).
    pub fn draw(&self) -> i32 {
        let contempt = self.shared.job.settings.contempt;
        if self.path.len().is_multiple_of(2) { -contempt } else { contempt }
    }

    pub fn step(&mut self, position: &Position, mv: Move) -> Position {
        let child = position.after(mv);
        self.keys.push(child.key());
        self.evaluator.push(position, mv, &child);
        self.path.push(mv);
        child
    }

    pub fn back(&mut self) {
        self.keys.pop();
        self.evaluator.pop();
        self.path.pop();
    }

    /// Counts a node. `false` if the search is over.
    pub fn enter(&mut self) -> bool {
        if self.counted >= self.next_poll {
            self.poll();
        }
        if self.stopped {
            return false;
        }
        self.counted += 1;
        self.seldepth = self.seldepth.max(self.path.len());
        true
    }

    /// The same, where lines are played out.
    pub fn enter_quietly(&mut self) -> bool {
        let goes_on = self.enter();
        self.quiet += u64::from(goes_on);
        goes_on
    }

    /// Looks up from the board, never later than at the last node allowed.
    #[cold]
    fn poll(&mut self) {
        self.publish();
        self.stopped = self.shared.look();
        self.next_poll = self.shared.nodes_left().min(self.poll_interval);
        self.heartbeat.beat(self.shared);
    }

    /// Lets the others see what was counted.
    pub fn publish(&mut self) {
        self.shared.nodes.fetch_add(std::mem::take(&mut self.counted), Ordering::Relaxed);
        self.shared.qnodes.fetch_add(std::mem::take(&mut self.quiet), Ordering::Relaxed);
    }
}

/// The moves in the order in which they are tried.
pub(super) fn ordered(order: Order, position: &Position, moves: MoveList) -> MoveList {
    let rank: &dyn Fn(&Move) -> i32 = match order {
        Order::AsTheyCome => return moves,
        Order::CapturesAndChecksFirst => {
            &|&mv| -i32::from(mv.is_capture() || position.gives_check(mv))
        }
        Order::VictimsFirst => &|&mv| -prey(position, mv),
    };
    let mut sorted = moves.to_vec();
    // Stable: what is equal stays as it comes.
    sorted.sort_by_cached_key(rank);
    let mut ordered = MoveList::new();
    sorted.into_iter().for_each(|mv| ordered.push(mv));
    ordered
}

/// What a move takes, more the less the piece that takes is worth; 1 for a promotion that
/// takes nothing, 0 for the rest.
fn prey(position: &Position, mv: Move) -> i32 {
    if !mv.is_capture() {
        return i32::from(mv.is_promotion());
    }
    // What is taken in passing stands elsewhere, and is a pawn.
    let worth = |square| position.piece_on(square).map_or(0, |piece| piece.role().index() as i32);
    10 + 10 * worth(mv.to()) - worth(mv.from())
}
