// SPDX-License-Identifier: GPL-3.0-or-later
//! Staged move picker: moves one at a time, the most promising first, generated when
//! needed.
//!
//! Most nodes end after a move or two; what they never try is never generated.
//! The moves of all nodes on the current line share one buffer, each node's
//! behind its parent's: nothing is allocated, nothing is zeroed.

use chess::{Bitboard, Move, MoveList, Position, Role, attacks, see};

use super::history::{History, HistoryContext};
use crate::tunables as t;

/// The moves of every node on the current line. Order scores lie beside the moves, not between
/// them, so that the best is found with vector instructions.
pub struct MoveStack {
    moves: Vec<Move>,
    scores: Vec<i32>,
    fresh: MoveList,
}

impl MoveStack {
    /// An empty pool.
    pub fn new() -> Self {
        MoveStack {
            moves: Vec::with_capacity(1 << 12),
            scores: Vec::with_capacity(1 << 12),
            fresh: MoveList::default(),
        }
    }

    /// Forgets everything, for a new search.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
        self.scores.truncate(len);
    }

    /// Takes the freshly generated moves in.
    #[inline]
    fn take_fresh(&mut self, score: impl Fn(Move) -> i32) {
        self.moves.extend_from_slice(&self.fresh);
        self.scores.extend(self.fresh.iter().map(|&mv| score(mv)));
        debug_assert!(self.scores.iter().all(|score| score.abs() <= SCORE_MAX));
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
    Checks,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// All of them.
    All,
    /// Captures and promotions that lose nothing.
    GoodNoisy,
}

/// The moves of one node.
pub struct MovePicker {
    stage: Stage,
    wanted: Wanted,
    tt_move: Move,
    /// What a noisy move must win to come before the quiet ones.
    threshold: i32,
    context: HistoryContext,
    /// Where this node's part of the pool begins.
    begin: usize,
    /// From `begin` to here lie the noisy moves that lose material, kept for last.
    bad_end: usize,
    /// The next move to pick.
    cursor: usize,
    skip_quiets: bool,
}

impl MovePicker {
    /// Every legal move: that of the transposition table, good captures, quiet moves, bad
    /// captures.
    pub fn new(move_stack: &MoveStack, tt_move: Move, context: HistoryContext) -> Self {
        let begin = move_stack.moves.len();
        MovePicker {
            stage: Stage::TtMove,
            wanted: Wanted::All,
            tt_move,
            threshold: 0,
            context,
            begin,
            bad_end: begin,
            cursor: begin,
            skip_quiets: false,
        }
    }

    /// Captures and promotions only, without those that win less than `threshold`.
    pub fn good_captures(
        move_stack: &MoveStack,
        tt_move: Move,
        context: HistoryContext,
        threshold: i32,
    ) -> Self {
        let tt_move = if tt_move.is_noisy() { tt_move } else { Move::NULL };
        let wanted = Wanted::GoodNoisy;
        MovePicker { wanted, threshold, ..MovePicker::new(move_stack, tt_move, context) }
    }

    /// From now on quiet moves are left out.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Gives this node's part of the pool back.
    pub fn finish(self, move_stack: &mut MoveStack) {
        move_stack.truncate(self.begin);
    }

    /// The next move; each legal move that is wanted comes exactly once.
    pub fn next(
        &mut self,
        position: &Position,
        move_stack: &mut MoveStack,
        history: &History,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if !self.tt_move.is_null() && position.is_legal(self.tt_move) {
                        return Some(self.tt_move);
                    }
                    self.tt_move = Move::NULL;
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, move_stack, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.next_good(position, move_stack) {
                        return Some(mv);
                    }
                    self.stage = match self.wanted {
                        Wanted::All => Stage::GenerateQuiet,
                        Wanted::GoodNoisy => Stage::Done,
                    };
                }
                Stage::GenerateQuiet => {
                    if !self.skip_quiets {
                        self.generate_quiet(position, move_stack, history);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(mv) = self.next_quiet(move_stack) {
                        return Some(mv);
                    }
                    self.cursor = self.begin;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.cursor < self.bad_end {
                        self.cursor += 1;
                        return Some(move_stack.moves[self.cursor - 1]);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done | Stage::Checks => return None,
            }
        }
    }

    /// After the captures of quiescence: quiet moves that give check and lose nothing.
    pub fn next_check(
        &mut self,
        wanted: bool,
        position: &Position,
        move_stack: &mut MoveStack,
    ) -> Option<Move> {
        if !wanted || self.stage < Stage::Done {
            return None;
        }
        if self.stage == Stage::Done {
            self.stage = Stage::Checks;
            move_stack.truncate(self.begin);
            self.cursor = self.begin;
            move_stack.fresh.clear();
            position.quiet_moves_to(&Checks::new(position).0, &mut move_stack.fresh);
            move_stack.moves.extend_from_slice(&move_stack.fresh);
            move_stack.scores.resize(move_stack.moves.len(), 0);
        }
        while let Some(&mv) = move_stack.moves.get(self.cursor) {
            self.cursor += 1;
            if position.see_at_least(mv, 0) {
                return Some(mv);
            }
        }
        None
    }

    /// Whether the last move is a capture that loses material.
    pub fn is_bad_capture(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    #[inline(never)]
    fn generate_noisy(
        &mut self,
        position: &Position,
        move_stack: &mut MoveStack,
        history: &History,
    ) {
        move_stack.fresh.clear();
        position.noisy_moves(&mut move_stack.fresh);
        move_stack.take_fresh(|mv| 16 * gain(position, mv) + history.capture_history(position, mv));
    }

    #[inline(never)]
    fn generate_quiet(
        &mut self,
        position: &Position,
        move_stack: &mut MoveStack,
        history: &History,
    ) {
        move_stack.truncate(self.bad_end);
        self.cursor = self.bad_end;
        move_stack.fresh.clear();
        position.quiet_moves(&mut move_stack.fresh);
        let hints = QuietHints::new(position, &self.context);
        let scores = history.quiet_scores(&self.context);
        move_stack.take_fresh(|mv| scores.score(position, mv) + hints.score(position, mv));
    }

    /// The best remaining noisy move that loses no material. Those that do are
    /// put aside at the front, into slots already used.
    fn next_good(&mut self, position: &Position, move_stack: &mut MoveStack) -> Option<Move> {
        while let Some(best) = self.take_best(move_stack) {
            if best == self.tt_move {
                continue;
            }
            let score = move_stack.scores[self.cursor - 1];
            // What takes a lot, or has been good, may lose a little.
            let tolerance = match self.wanted {
                Wanted::All => score / t::good_capture_divisor(),
                Wanted::GoodNoisy => 0,
            };
            if position.see_at_least(best, self.threshold - tolerance) {
                return Some(best);
            }
            move_stack.moves[self.bad_end] = best;
            self.bad_end += 1;
        }
        None
    }

    fn next_quiet(&mut self, move_stack: &mut MoveStack) -> Option<Move> {
        if self.skip_quiets {
            return None;
        }
        while let Some(best) = self.take_best(move_stack) {
            if best != self.tt_move {
                return Some(best);
            }
        }
        None
    }

    /// Selection sort, one step at a time: few steps are ever taken. Of equal
    /// scores the first one wins.
    fn take_best(&mut self, move_stack: &mut MoveStack) -> Option<Move> {
        let scores = &mut move_stack.scores[self.cursor..];
        let moves = &mut move_stack.moves[self.cursor..];
        if scores.is_empty() {
            return None;
        }
        let best = first_maximum(scores);
        scores.swap(0, best);
        moves.swap(0, best);
        self.cursor += 1;
        Some(moves[0])
    }
}

/// No position has as many moves.
const PLACES: usize = 256;

/// No score is larger, so that score and place fit one number: histories of 8,192 with weights up
/// to 4, gains of two queens times 16.
const SCORE_MAX: i32 = i32::MAX / PLACES as i32;

/// Where the largest of some scores is; of equal ones, the first.
///
/// One number for score and place, so that the largest needs no branches. The last eight are
/// looked at first and together, so that what remains is a multiple of eight: lists are short,
/// and what vectors left over was most of the work.
#[inline]
fn first_maximum(scores: &[i32]) -> usize {
    let key = |index: usize, score: i32| score << 8 | (PLACES - 1 - index) as i32;
    let mut best = i32::MIN;
    let mut rest = scores;
    if let Some(last) = scores.last_chunk::<8>() {
        let begin = scores.len() - 8;
        best = (0..8).map(|lane| key(begin + lane, last[lane])).fold(best, i32::max);
        rest = &scores[..scores.len() & !7];
    }
    let keys = rest.iter().enumerate().map(|(index, &score)| key(index, score));
    PLACES - 1 - (keys.fold(best, i32::max) as usize & (PLACES - 1))
}

/// What a noisy move seems to win at first sight.
fn gain(position: &Position, mv: Move) -> i32 {
    let victim = match position.piece_on(mv.to()) {
        Some(piece) => see::VALUES[piece.role().index()],
        None if mv.is_en_passant() => see::VALUES[Role::Pawn.index()],
        None => 0,
    };
    let promotion = match mv.promotion() {
        Some(Role::Queen) => see::VALUES[Role::Queen.index()],
        Some(_) => -see::VALUES[Role::Queen.index()],
        None => 0,
    };
    victim + promotion
}

/// From where each role would give check.
struct Checks([Bitboard; 6]);

impl Checks {
    fn new(position: &Position) -> Self {
        let them = !position.turn();
        let (king, occupied) = (position.king(them), position.occupied());
        let [bishop, rook] = [attacks::bishop(king, occupied), attacks::rook(king, occupied)];
        let pawn = attacks::pawn(them, king);
        Checks([pawn, attacks::knight(king), bishop, rook, bishop | rook, Bitboard::EMPTY])
    }

    /// Whether the piece that moves gives check; one that it uncovers is not seen.
    #[inline]
    fn contain(&self, position: &Position, mv: Move) -> bool {
        self.0[role(position, mv)].contains(mv.to())
    }
}

/// What can be seen of a quiet move without having met it before: that it gives
/// check, and that a piece leaves or enters the attack of a less valuable one.
struct QuietHints {
    checks: Checks,
    /// By role: where something cheaper could take it.
    danger: [Bitboard; 6],
}

impl QuietHints {
    fn new(position: &Position, context: &HistoryContext) -> Self {
        let threats = context.threats(position);
        let (pawns, minors, rooks) = (threats.by_pawns, threats.by_minors, threats.by_rooks);
        let nothing = Bitboard::EMPTY;
        let danger = [nothing, pawns, pawns, minors, rooks, nothing];
        QuietHints { checks: Checks::new(position), danger }
    }

    #[inline]
    fn score(&self, position: &Position, mv: Move) -> i32 {
        let mut score = 0;
        if self.checks.contain(position, mv) && position.see_at_least(mv, -60) {
            score += t::order_check();
        }
        let role = role(position, mv);
        let (danger, weight) = (self.danger[role], t::order_escape() * ESCAPE_WEIGHT[role] / 2);
        score += weight * i32::from(danger.contains(mv.from()));
        score -= weight * i32::from(danger.contains(mv.to()));
        score
    }
}

/// How much more than for a minor piece an attack by a less valuable one counts, in halves.
const ESCAPE_WEIGHT: [i32; 6] = [0, 2, 2, 3, 5, 0];

/// Which piece moves, as an index.
#[inline]
fn role(position: &Position, mv: Move) -> usize {
    position.piece_on(mv.from()).map_or(0, |piece| piece.role().index())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
        let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
        bits.sort_unstable();
        bits
    }

    fn walk(picker: &mut MovePicker, position: &Position, move_stack: &mut MoveStack) -> Vec<Move> {
        let history = History::new();
        std::iter::from_fn(|| picker.next(position, move_stack, &history)).collect()
    }

    fn context(position: &Position) -> HistoryContext {
        HistoryContext::new(position, Default::default())
    }

    const FENS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "4k3/8/8/8/7b/8/4P3/4K3 w - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    ];

    #[test]
    fn the_first_of_the_largest_scores_is_found() {
        let mut random = 1_u32;
        for len in (1..=218).chain(1..=50) {
            // Few values, so that many are equal; the bounds among them.
            let mut next = || {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                [-SCORE_MAX, -5, 0, 3, 4_000, SCORE_MAX][(random >> 16) as usize % (1 + len % 6)]
            };
            let scores: Vec<i32> = (0..len).map(|_| next()).collect();
            let largest = scores.iter().max().unwrap();
            let expected = scores.iter().position(|score| score == largest).unwrap();
            assert_eq!(first_maximum(&scores), expected, "{scores:?}");
        }
    }

    /// Whatever is suggested as the table's move, each legal move comes once.
    #[test]
    fn every_legal_move_comes_exactly_once() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let legal = position.legal_moves();
            let mut move_stack = MoveStack::new();
            let suggestions = (0..legal.len()).map(|i| legal[i]).chain([Move::NULL]);
            for tt_move in suggestions.chain((0..2_000).map(|i| Move::from_bits(i * 31))) {
                let mut picker = MovePicker::new(&move_stack, tt_move, context(&position));
                let moves = walk(&mut picker, &position, &mut move_stack);
                assert_eq!(sorted(moves), sorted(legal.iter().copied()), "{fen} {tt_move:?}");
                picker.finish(&mut move_stack);
                assert!(move_stack.moves.is_empty() && move_stack.scores.is_empty());
            }
        }
    }

    #[test]
    fn good_captures_are_noisy_and_lose_nothing() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let mut move_stack = MoveStack::new();
            let mut picker =
                MovePicker::good_captures(&move_stack, Move::NULL, context(&position), 0);
            let moves = walk(&mut picker, &position, &mut move_stack);
            let wanted = position.legal_moves();
            let wanted = wanted.iter().copied();
            let wanted = wanted.filter(|&mv| mv.is_noisy() && position.see_at_least(mv, 0));
            assert_eq!(sorted(moves), sorted(wanted), "{fen}");
        }
    }

    #[test]
    fn quiet_moves_can_be_skipped_midway() {
        let position = Position::from_fen(FENS[0]).unwrap();
        let (mut move_stack, history) = (MoveStack::new(), History::new());
        let mut picker = MovePicker::new(&move_stack, Move::NULL, context(&position));
        while let Some(mv) = picker.next(&position, &mut move_stack, &history) {
            if mv.is_quiet() {
                break;
            }
        }
        picker.skip_quiets();
        let rest = walk(&mut picker, &position, &mut move_stack);
        assert!(rest.iter().all(|mv| mv.is_noisy() && !position.see_at_least(*mv, 0)));
    }

    #[test]
    fn a_pawn_takes_the_queen_first() {
        let fen = "4k3/8/8/3q1r2/2P1N3/8/8/3QK3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let mut move_stack = MoveStack::new();
        let mut picker = MovePicker::good_captures(&move_stack, Move::NULL, context(&position), 0);
        let moves = walk(&mut picker, &position, &mut move_stack);
        let texts: Vec<_> = moves.iter().map(|&mv| position.uci(mv).to_string()).collect();
        assert_eq!(texts[..2], ["c4d5", "d1d5"]);
    }

    /// The queen on h5 is attacked by a knight: she goes first, and not to where
    /// a pawn, another knight or a bishop would take her.
    #[test]
    fn a_queen_that_is_attacked_by_a_knight_moves_first() {
        let fen = "r1bqkb1r/pppp1p1p/2n2n2/4p2Q/4P3/6P1/PPPP1P1P/RNB1KBNR w KQkq - 0 4";
        let position = Position::from_fen(fen).unwrap();
        let mut move_stack = MoveStack::new();
        let mut picker = MovePicker::new(&move_stack, Move::NULL, context(&position));
        let moves = walk(&mut picker, &position, &mut move_stack);
        let quiets = moves.into_iter().filter(|mv| mv.is_quiet());
        let texts: Vec<_> = quiets.map(|mv| position.uci(mv).to_string()).collect();
        let index = |text| texts.iter().position(|found| found == text).expect("it is legal");
        let others = texts.iter().position(|text| !text.starts_with("h5")).expect("there are");
        assert!(index("h5e2") < others && index("h5h4") < others, "{texts:?}");
        assert!(index("h5g4") > others && index("h5h6") > others, "{texts:?}");
    }
}
