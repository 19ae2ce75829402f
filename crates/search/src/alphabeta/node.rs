// SPDX-License-Identifier: GPL-3.0-or-later
//! An inner node, as a recipe.
//!
//! Three kinds of nodes: where the window is open (`PV`), the score must be
//! exact and the line complete, so nothing is cut there by hearsay. Everywhere
//! else the window is closed (`beta = alpha + 1`) and the only question is
//! whether the node reaches `beta`: a good reply is enough (a cut node), or all
//! must fail (an all node).
//!
//! Scores are fail-soft. A mate score is always proven: nothing is pruned until
//! one move has been found that is not mated, and guesses (null move, futility)
//! are never made about mates.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::history::{Arrival, Situation};
use super::picker::Picker;
use super::singular::Verdict;
use crate::Bound;
use crate::table::{Entry, NO_EVAL};
use crate::tunables as t;
use crate::value::{
    INFINITE, MATE_BOUND, MAX_PLY, from_table, is_decided, mate_in, mated_in, to_table,
};

/// The scores that matter: between `alpha`, which is certain, and `beta`, which
/// the opponent will not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the side to move has already.
    pub alpha: i32,
    /// What the opponent has already.
    pub beta: i32,
}

impl Window {
    /// Everything is possible.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The question "is it more than `alpha`?".
    pub const fn closed(alpha: i32) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window for the opponent.
    #[must_use]
    pub const fn turned(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What the table says about a node.
pub struct Known {
    /// The best move, or the null move.
    pub best: Move,
    /// The score, as far as it can be trusted here.
    pub value: Option<i32>,
    /// The static evaluation, or [`NO_EVAL`].
    pub eval: i16,
    /// The depth of the search that found it.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// Whether the position was once on a principal line.
    pub pv: bool,
}

impl Known {
    /// Close to the fifty-move rule the table's score is not trusted: it does not
    /// know how old the position is.
    fn new(entry: Entry, position: &Position, ply: usize) -> Self {
        let clock = position.halfmove_clock();
        let value = from_table(i32::from(entry.value), ply, clock).filter(|_| clock < 90);
        let Entry { best, eval, bound, pv, .. } = entry;
        Known { best, value, eval, depth: i32::from(entry.depth), bound, pv }
    }

    /// The score, if it lies on the side of `edge` that its bound speaks about.
    pub fn beyond(&self, edge: i32) -> Option<i32> {
        let says = |value: &i32| match self.bound {
            Bound::Exact => true,
            Bound::Lower => *value > edge,
            Bound::Upper => *value < edge,
        };
        self.value.filter(says)
    }

    /// The score, if it answers the question of a closed window.
    pub fn decides(&self, window: Window) -> Option<i32> {
        let decides = |value: &i32| match self.bound {
            Bound::Exact => true,
            Bound::Lower => *value >= window.beta,
            Bound::Upper => *value <= window.alpha,
        };
        self.value.filter(decides)
    }
}

/// What the steps of the recipe know about the node they work at.
pub struct Node<'p> {
    pub position: &'p Position,
    pub ply: usize,
    pub depth: i32,
    pub in_check: bool,
    /// Whether the node is expected to be cut.
    pub cut: bool,
    /// Whether the node is or once was on a principal line.
    pub was_pv: bool,
    /// The evaluation with its correction; meaningless in check.
    pub eval: i32,
    /// What was corrected.
    pub correction: i32,
    /// The evaluation, or what the table knows better.
    pub estimate: i32,
    /// Whether the side to move stands better than at its last move.
    pub improving: bool,
    /// The table's move, or the null move.
    pub hash_move: Move,
    /// In what light its quiet moves are seen.
    pub situation: Situation,
    /// The number of the move under way, from 1.
    pub number: usize,
    /// The best score so far.
    pub best: i32,
}

/// What the position looks like without search.
#[derive(Clone, Copy)]
pub struct Look {
    /// As the evaluator sees it.
    pub raw: i16,
    /// As it counts here: faded by the fifty-move rule, corrected by experience.
    pub eval: i32,
    /// What experience added.
    pub correction: i32,
}

/// Moves of a node that a lesson may be drawn from.
const LESSONS: usize = 48;

/// Moves that were tried and did not suffice.
struct Tried {
    moves: [Move; LESSONS],
    len: usize,
}

impl Tried {
    const fn new() -> Self {
        Tried { moves: [Move::NULL; LESSONS], len: 0 }
    }

    fn push(&mut self, mv: Move) {
        if self.len < LESSONS {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }

    fn get(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// The value of `position` for the side to move, searched to `depth`. `cut`
    /// says that the node is expected to reach beta.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        // Step 1. At the horizon only captures are left to look at. A search for
        // a mate answers checks first.
        let in_check = position.in_check();
        let answers = self.exhaustive && in_check && (ply as i32) < 2 * self.root_depth;
        let depth = depth + i32::from(answers);
        if depth <= 0 {
            return self.quiescence::<PV>(position, window, ply, 0);
        }

        // Step 2. Count, stop if it is time, and leave if the game ends here.
        let (Window { mut alpha, beta }, floor) = match self.door::<PV>(position, window, ply) {
            Ok(inside) => inside,
            Err(value) => return value,
        };

        // Step 3. The table may know the answer, or at least the best move.
        let excluded = self.frames[ply].excluded;
        let known = if excluded.is_null() { self.probe(position, ply) } else { None };
        let window = Window { alpha, beta };
        if !PV
            && let Some(value) =
                self.table_cutoff(known.as_ref(), position, window, depth, ply, cut)
        {
            return value;
        }

        // Step 4. How the position looks, and in what light its moves are seen.
        let look = self.look(position, known.as_ref(), in_check, ply);
        let mut node = self.survey::<PV>(position, known.as_ref(), look, depth, ply, cut);
        node.best = floor;

        // Step 5. With hindsight: was the last move rightly reduced?
        self.reconsider_depth(&mut node);

        // Step 6. So good or so bad that the search can be spared?
        if !PV
            && !in_check
            && excluded.is_null()
            && let Some(value) = self.prunes_node(&node, known.as_ref(), window)
        {
            return value;
        }
        if self.stopped {
            return self.draw(ply);
        }

        // Step 7. Without a move to begin with, a shallower search finds one.
        node.depth -= i32::from(self.reduces_unknown::<PV>(&node));

        // Step 8. The moves.
        let original_alpha = alpha;
        let mut best_move = Move::NULL;
        let mut tried = Tried::new();
        let mut picker = Picker::new(&self.memory.pool, node.hash_move, node.situation);
        while let Some(mv) = picker.next(position, &mut self.memory.pool, &self.memory.history) {
            if mv == excluded {
                continue;
            }
            node.number += 1;
            if self.prunes::<PV>(&node, mv, alpha, &mut picker) {
                continue;
            }
            let mut extension = 0;
            if mv == node.hash_move
                && let Some(known) = &known
            {
                match self.singularity::<PV>(&node, known, beta) {
                    Verdict::Extend(plies) => extension = plies,
                    Verdict::Cut(value) => {
                        picker.finish(&mut self.memory.pool);
                        return value;
                    }
                }
            }
            let value = self.search_move::<PV>(&node, mv, Window { alpha, beta }, extension);
            if self.stopped {
                return self.draw(ply);
            }
            node.best = node.best.max(value);
            if value > alpha {
                best_move = mv;
                if PV {
                    self.memory.lines.extend(ply, mv);
                }
                if value >= beta {
                    self.frames[ply].cutoffs += i32::from(extension < 2 || PV);
                    break;
                }
                alpha = value;
            }
            tried.push(mv);
        }
        picker.finish(&mut self.memory.pool);

        // Step 9. No move at all: mate or stalemate (or only the excluded one).
        if node.number == 0 {
            return match () {
                () if !excluded.is_null() => alpha,
                () if in_check => mated_in(ply),
                () => self.draw(ply),
            };
        }

        // Step 10. Learn, remember, answer.
        let bound = match () {
            () if node.best >= beta => Bound::Lower,
            () if node.best > original_alpha => Bound::Exact,
            () => Bound::Upper,
        };
        if best_move.is_null() {
            self.learn_unrefuted(&node);
        } else {
            self.learn(&node, best_move, tried.get(), beta);
        }
        if excluded.is_null() {
            self.learn_correction(&node, best_move, bound);
            self.remember(&node, best_move, bound, look.raw);
        }
        node.best
    }

    /// Plays `mv` and searches what follows: the first move with the whole
    /// window, later ones by asking whether they are better at all, at first
    /// less deeply (late move reductions).
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        mv: Move,
        window: Window,
        extension: i32,
    ) -> i32 {
        let ply = node.ply;
        let mut depth = node.depth - 1 + extension;
        let child = self.step(node.situation, node.position, mv, ply);
        self.frames[ply + 1].doubles = self.frames[ply].doubles + i32::from(extension >= 2);
        let scout = Window::closed(window.alpha).turned();
        let mut value = INFINITE;

        let late = node.number > 1 + usize::from(ply == 0);
        if late && node.depth >= t::reduction_depth() && !self.exhaustive {
            // At least one ply is left, and at most one is added.
            let reduction = self.reduction::<PV>(node, mv, &child);
            let reduced = (depth - reduction).clamp(1.min(depth), depth + 1);
            self.frames[ply].reduction = depth - reduced;
            value = -self.negamax::<false>(&child, scout, reduced, ply + 1, true);
            self.frames[ply].reduction = 0;
            if value > window.alpha && reduced < depth {
                // Much better than expected: look deeper. Barely better: less so.
                let better = value > node.best + t::deeper_margin() + 2 * depth;
                let barely = value < node.best + depth;
                depth += i32::from(better) - i32::from(barely && !better);
                if depth > reduced {
                    value = -self.negamax::<false>(&child, scout, depth, ply + 1, !node.cut);
                }
                if mv.is_quiet() && !self.stopped {
                    let good = value > window.alpha;
                    let lesson = if good { bonus(node.depth) } else { -malus(node.depth) };
                    let arrival = Arrival::of(node.position, mv);
                    self.memory.history.teach_sequel(&node.situation.before, arrival, lesson);
                }
            }
        } else if !PV || node.number > 1 {
            value = -self.negamax::<false>(&child, scout, depth, ply + 1, !node.cut);
        }
        // An open window again for what seems to be better: only there the line
        // is complete.
        if PV && (node.number == 1 || value > window.alpha) {
            value = -self.negamax::<true>(&child, window.turned(), depth, ply + 1, false);
        }
        self.back();
        value
    }

    /// Counts the node and looks whether anything is left to search: the window
    /// inside and the least that is certain, or the value of a node that ends
    /// here.
    fn door<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Result<(Window, i32), i32> {
        let Window { mut alpha, mut beta } = window;
        if PV {
            self.memory.lines.clear(ply);
        }
        if !self.enter(ply) {
            return Err(self.draw(ply));
        }
        // Draws by rule, and a repetition that can be forced at once.
        let draw = self.draw(ply);
        if self.is_draw(position, ply) {
            return Err(draw);
        }
        let mut floor = -INFINITE;
        if alpha < draw && self.keys.upcoming_repetition(position, ply) {
            (alpha, floor) = (draw, draw);
            if alpha >= beta {
                return Err(draw);
            }
        }
        if ply >= MAX_PLY {
            return Err(if position.in_check() { draw } else { self.evaluate(position, ply) });
        }
        // Mate distance: not even a mate from here beats one found already.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return Err(alpha);
        }
        Ok((Window { alpha, beta }, floor))
    }

    /// Draws that need no search: repetition, fifty moves (unless the last of
    /// them mates), too little material by rule or by Table II (A5).
    pub(super) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        let clock = position.halfmove_clock();
        (clock >= 4 && self.keys.is_repetition(clock, ply))
            || (clock >= 100 && position.is_fifty_moves())
            || position.is_insufficient_material()
            || eval::is_drawn_by_table(position)
    }

    /// What a draw is worth to the side to move at `ply` (A6): less than nothing
    /// to the side that has contempt for the other, the root's.
    #[inline]
    pub(super) fn draw(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { -self.contempt } else { self.contempt }
    }

    /// What the table knows.
    #[inline]
    pub(super) fn probe(&self, position: &Position, ply: usize) -> Option<Known> {
        let entry = self.crew.table.probe(table_key(position))?;
        Some(Known::new(entry, position, ply))
    }

    /// A result from the table that is deep enough and answers the question. A
    /// quiet move that refutes by hearsay is remembered as one that does.
    fn table_cutoff(
        &mut self,
        known: Option<&Known>,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<i32> {
        let known = known?;
        let value = known.decides(window)?;
        let expected = cut == (value >= window.beta) || depth > 5;
        let deep = known.depth >= depth + i32::from(value > window.beta);
        if !deep || !expected {
            return None;
        }
        let refutes = value >= window.beta && known.best.is_quiet() && !known.best.is_null();
        if refutes && position.is_legal(known.best) {
            let threats = position.attacked_by(!position.turn());
            let before = [1, 2, 4, 6].map(|back| self.arrival(ply, back));
            let situation = Situation::new(position, threats, before);
            self.memory.history.teach_quiet(&situation, position, known.best, bonus(depth));
        }
        Some(value)
    }

    /// The evaluation as it is, and as it counts here. In check there is none,
    /// and the one before has to do.
    pub(super) fn look(
        &mut self,
        position: &Position,
        known: Option<&Known>,
        in_check: bool,
        ply: usize,
    ) -> Look {
        if in_check {
            let eval = if ply >= 2 { self.frames[ply - 2].eval } else { 0 };
            return Look { raw: NO_EVAL, eval, correction: 0 };
        }
        let raw = match known {
            Some(known) if known.eval != NO_EVAL => known.eval,
            _ => self.evaluator.evaluate(position) as i16,
        };
        let correction = self.memory.corrections.get(position, self.last_two(ply));
        let eval = damped(raw, position) + correction + self.repetitions(ply);
        Look { raw, eval: eval.clamp(-eval::LIMIT, eval::LIMIT), correction }
    }

    /// What the opponent pays for having made the move that led here before on
    /// this path, with an evaluator that charges for it (B7).
    #[inline]
    fn repetitions(&self, ply: usize) -> i32 {
        let price = self.evaluator.repetition_penalty();
        if price == 0 || ply == 0 {
            return 0;
        }
        let last = self.frames[ply - 1].played;
        let earlier = self.frames[..ply - 1].iter().rev().skip(1).step_by(2);
        price * earlier.filter(|frame| frame.played == last && !last.is_null()).count() as i32
    }

    /// The evaluation of a line that has become too long.
    pub(super) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        self.look(position, None, false, ply).eval
    }

    /// Gathers what is known about the node, and lets the opponent's last move
    /// learn from how the evaluation changed.
    pub(super) fn survey<'p, const PV: bool>(
        &mut self,
        position: &'p Position,
        known: Option<&Known>,
        look: Look,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Node<'p> {
        let in_check = position.in_check();
        let Look { eval, correction, .. } = look;
        let was_pv = PV || known.is_some_and(|known| known.pv);
        let better = known.and_then(|known| known.beyond(eval)).filter(|value| !is_decided(*value));
        let estimate = if t::table_estimate() != 0 { better.unwrap_or(eval) } else { eval };
        let improving = !in_check && ply >= 2 && eval > self.frames[ply - 2].eval;

        let threats = position.attacked_by(!position.turn());
        let before = [1, 2, 4, 6].map(|back| self.arrival(ply, back));
        let situation = Situation::new(position, threats, before);

        let frame = &mut self.frames[ply];
        (frame.eval, frame.in_check) = (eval, in_check);
        self.frames[ply + 2].cutoffs = 0;
        if ply > 0 && !in_check && self.frames[ply].excluded.is_null() {
            self.learn_surprise(ply);
        }
        Node {
            position,
            ply,
            depth,
            in_check,
            cut,
            was_pv,
            eval,
            correction,
            estimate,
            improving,
            hash_move: known.map_or(Move::NULL, |known| known.best),
            situation,
            number: 0,
            best: -INFINITE,
        }
    }

    /// A move that was reduced much, and after which the opponent stands no
    /// worse, deserves a ply more; one after which nothing is left to find, a
    /// ply less.
    fn reconsider_depth(&self, node: &mut Node) {
        let ply = node.ply;
        if ply == 0 || node.in_check || self.frames[ply - 1].in_check {
            return;
        }
        let last = &self.frames[ply - 1];
        let enough = t::hindsight_reduction();
        if last.reduction >= enough && node.eval <= -last.eval {
            node.depth += 1;
        } else if last.reduction >= 2
            && enough < 99
            && node.depth >= 2
            && node.eval + last.eval > t::hindsight_margin()
        {
            node.depth -= 1;
        }
    }

    /// The best move is praised, those tried before it are not.
    pub(super) fn learn(&mut self, node: &Node, best: Move, tried: &[Move], beta: i32) {
        let depth = node.depth + i32::from(node.best > beta + 50);
        let (bonus, malus) = (bonus(depth), malus(depth));
        let &Node { position, ref situation, .. } = node;
        let history = &mut self.memory.history;
        if best.is_quiet() {
            history.teach_quiet(situation, position, best, bonus);
            for &mv in tried.iter().filter(|mv| mv.is_quiet()) {
                history.teach_quiet(situation, position, mv, -malus);
            }
        } else {
            history.teach_noisy(position, best, bonus);
        }
        for &mv in tried.iter().filter(|mv| mv.is_noisy()) {
            history.teach_noisy(position, mv, -malus);
        }
    }

    /// The opponent's last move is praised or blamed by how the evaluation changed.
    fn learn_surprise(&mut self, ply: usize) {
        let last = self.frames[ply - 1];
        if let Some(place) = last.place
            && !last.in_check
        {
            let change = -(last.eval + self.frames[ply].eval);
            let lesson = (change * t::surprise_weight()).clamp(-1_000, 1_000);
            self.memory.history.teach_place(place, lesson);
        }
    }

    /// Nothing refuted the opponent's last move.
    fn learn_unrefuted(&mut self, node: &Node) {
        let ply = node.ply;
        if ply == 0 {
            return;
        }
        let last = self.frames[ply - 1];
        if let Some(place) = last.place {
            let lesson = bonus(node.depth) * t::unrefuted_weight() / 100;
            let before = [2, 3, 5, 7].map(|back| self.arrival(ply, back));
            self.memory.history.teach_place(place, lesson);
            self.memory.history.teach_sequel(&before, last.arrival, lesson);
        }
    }

    /// What came out of the search corrects the evaluation of positions like
    /// this one, unless a capture explains the difference, or the score is a
    /// bound that does not contradict.
    fn learn_correction(&mut self, node: &Node, best: Move, bound: Bound) {
        let contradicts = match bound {
            Bound::Exact => true,
            Bound::Lower => node.best > node.eval,
            Bound::Upper => node.best < node.eval,
        };
        if !node.in_check && !best.is_noisy() && contradicts && !is_decided(node.best) {
            let error = node.best - node.eval;
            let before = self.last_two(node.ply);
            self.memory.corrections.teach(node.position, before, error, node.depth);
        }
    }

    /// What arrived where, `back` plies before the node at `ply`.
    #[inline]
    pub(super) fn arrival(&self, ply: usize, back: usize) -> Arrival {
        if ply >= back { self.frames[ply - back].arrival } else { Arrival::NONE }
    }

    fn last_two(&self, ply: usize) -> [Arrival; 2] {
        [1, 2].map(|back| self.arrival(ply, back))
    }

    /// Plays a move, and notes what the nodes behind it want to know.
    #[inline]
    pub(super) fn step(
        &mut self,
        situation: Situation,
        position: &Position,
        mv: Move,
        ply: usize,
    ) -> Position {
        let child = position.after(mv);
        self.crew.table.prefetch(table_key(&child));
        self.keys.push(child.key());
        self.evaluator.push(position, mv, &child);
        let frame = &mut self.frames[ply];
        frame.played = mv;
        frame.arrival = Arrival::of(position, mv);
        frame.place = mv.is_quiet().then(|| situation.place(mv));
        child
    }

    /// Lets the opponent move twice.
    pub(super) fn pass(&mut self, position: &Position, ply: usize) -> Position {
        let child = position.after_null();
        self.crew.table.prefetch(table_key(&child));
        self.keys.push_null(child.key());
        self.evaluator.push(position, Move::NULL, &child);
        let frame = &mut self.frames[ply];
        frame.played = Move::NULL;
        frame.arrival = Arrival::NONE;
        frame.place = None;
        child
    }

    /// Takes the last move, or the pass, back.
    #[inline]
    pub(super) fn back(&mut self) {
        self.keys.pop();
        self.evaluator.pop();
    }

    /// Puts the result of a node into the table.
    pub(super) fn remember(&self, node: &Node, best: Move, bound: Bound, eval: i16) {
        let entry = Entry {
            best,
            value: to_table(node.best, node.ply) as i16,
            eval,
            depth: node.depth.clamp(0, 255) as u8,
            bound,
            pv: node.was_pv,
        };
        self.crew.table.store(table_key(node.position), entry);
    }

    /// Puts a result into the table that is not the node's own.
    pub(super) fn remember_value(
        &self,
        node: &Node,
        best: Move,
        value: i32,
        bound: Bound,
        depth: i32,
    ) {
        let entry = Entry {
            best,
            value: to_table(value, node.ply) as i16,
            eval: NO_EVAL,
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv: node.was_pv,
        };
        self.crew.table.store(table_key(node.position), entry);
    }
}

/// How much a good move is praised.
fn bonus(depth: i32) -> i32 {
    (t::bonus_slope() * depth - 80).clamp(0, t::bonus_limit())
}

/// How much a bad one is blamed.
fn malus(depth: i32) -> i32 {
    (t::malus_slope() * depth - 80).clamp(0, t::malus_limit())
}

/// The key under which the table knows a position. From half of the fifty moves
/// on, positions of different age are different positions: the older may be a
/// draw already where the younger is won.
pub fn table_key(position: &Position) -> u64 {
    let clock = position.halfmove_clock().min(100);
    let age = if clock < 50 { 0 } else { clock / 10 };
    position.key() ^ u64::from(age).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// An advantage that is not turned into anything fades as the fifty-move rule
/// comes nearer, so that the search prefers to make progress.
fn damped(eval: i16, position: &Position) -> i32 {
    let eval = i32::from(eval);
    eval - eval * position.halfmove_clock().min(100) as i32 / 200
}

/// Whether a score announces that the side to move is mated.
pub const fn is_loss(value: i32) -> bool {
    value < -MATE_BOUND
}
