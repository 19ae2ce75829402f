// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves one at a time, the most promising first, generated when needed.
//!
//! Most nodes end after a move or two; what they never look at is never made.
//! The moves of all nodes on the current line share one buffer, each node's
//! behind its parent's: nothing is allocated, nothing is zeroed.

use chess::{Move, MoveList, Position, Role};

use super::history::History;

/// A move and its rank in the order.
#[derive(Clone, Copy)]
struct Ranked {
    mv: Move,
    rank: i32,
}

/// The moves of every node on the current line.
pub struct Pool {
    ranked: Vec<Ranked>,
    fresh: MoveList,
}

impl Pool {
    /// An empty pool.
    pub fn new() -> Self {
        Pool { ranked: Vec::with_capacity(1 << 12), fresh: MoveList::default() }
    }

    /// Forgets everything, for a new search.
    pub fn clear(&mut self) {
        self.ranked.clear();
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Hash,
    MakeNoisy,
    GoodNoisy,
    Killer,
    OtherKiller,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Which moves a node wants to see.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Appetite {
    /// All of them.
    Everything,
    /// Captures and promotions that lose nothing.
    GoodNoisy,
}

/// One node's walk through its moves.
pub struct Picker {
    stage: Stage,
    appetite: Appetite,
    hash: Move,
    killers: [Move; 2],
    /// Where this node's part of the pool begins.
    begin: usize,
    /// From `begin` to here lie the noisy moves that lose material, kept for last.
    bad_end: usize,
    /// The next move to look at.
    cursor: usize,
    skip_quiets: bool,
}

impl Picker {
    /// Every legal move: the hash move, gains, killers, quiet moves, losses.
    pub fn new(pool: &Pool, hash: Move, killers: [Move; 2]) -> Self {
        let begin = pool.ranked.len();
        Picker {
            stage: Stage::Hash,
            appetite: Appetite::Everything,
            hash,
            killers,
            begin,
            bad_end: begin,
            cursor: begin,
            skip_quiets: false,
        }
    }

    /// Captures and promotions only, without those that lose material.
    pub fn gains(pool: &Pool, hash: Move) -> Self {
        let hash = if hash.is_noisy() { hash } else { Move::NULL };
        Picker { appetite: Appetite::GoodNoisy, ..Picker::new(pool, hash, Default::default()) }
    }

    /// From now on quiet moves are left out.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Gives this node's part of the pool back.
    pub fn finish(self, pool: &mut Pool) {
        pool.ranked.truncate(self.begin);
    }

    /// The next move; each legal move that the node wants comes exactly once.
    pub fn next(
        &mut self,
        position: &Position,
        pool: &mut Pool,
        history: &History,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::MakeNoisy;
                    if !self.hash.is_null() && position.is_legal(self.hash) {
                        return Some(self.hash);
                    }
                    self.hash = Move::NULL;
                }
                Stage::MakeNoisy => {
                    self.make_noisy(position, pool);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.next_good(position, pool) {
                        return Some(mv);
                    }
                    self.stage = match self.appetite {
                        Appetite::Everything => Stage::Killer,
                        Appetite::GoodNoisy => Stage::Done,
                    };
                }
                Stage::Killer | Stage::OtherKiller => {
                    let first = self.stage == Stage::Killer;
                    self.stage = if first { Stage::OtherKiller } else { Stage::MakeQuiet };
                    let killer = &mut self.killers[usize::from(!first)];
                    let usable = !self.skip_quiets
                        && !killer.is_null()
                        && *killer != self.hash
                        && position.is_legal(*killer);
                    if usable && killer.is_quiet() {
                        return Some(*killer);
                    }
                    // Not played here, so not to be left out among the quiet moves.
                    *killer = Move::NULL;
                }
                Stage::MakeQuiet => {
                    if !self.skip_quiets {
                        self.make_quiet(position, pool, history);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(mv) = self.next_quiet(pool) {
                        return Some(mv);
                    }
                    self.cursor = self.begin;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.cursor < self.bad_end {
                        self.cursor += 1;
                        return Some(pool.ranked[self.cursor - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether the last move given was held back because it loses material.
    pub fn gave_loss(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    fn make_noisy(&mut self, position: &Position, pool: &mut Pool) {
        pool.fresh.clear();
        position.noisy_moves(&mut pool.fresh);
        for &mv in pool.fresh.iter() {
            pool.ranked.push(Ranked { mv, rank: noisy_rank(position, mv) });
        }
    }

    fn make_quiet(&mut self, position: &Position, pool: &mut Pool, history: &History) {
        pool.ranked.truncate(self.bad_end);
        self.cursor = self.bad_end;
        pool.fresh.clear();
        position.quiet_moves(&mut pool.fresh);
        let color = position.turn();
        for &mv in pool.fresh.iter() {
            pool.ranked.push(Ranked { mv, rank: history.get(color, mv) });
        }
    }

    /// The best remaining noisy move that loses no material. Those that do are
    /// put aside at the front, into slots already used.
    fn next_good(&mut self, position: &Position, pool: &mut Pool) -> Option<Move> {
        while let Some(best) = self.take_best(pool) {
            if best.mv == self.hash {
                continue;
            }
            if position.see_at_least(best.mv, 0) {
                return Some(best.mv);
            }
            pool.ranked[self.bad_end] = best;
            self.bad_end += 1;
        }
        None
    }

    fn next_quiet(&mut self, pool: &mut Pool) -> Option<Move> {
        if self.skip_quiets {
            return None;
        }
        while let Some(best) = self.take_best(pool) {
            if best.mv != self.hash && !self.killers.contains(&best.mv) {
                return Some(best.mv);
            }
        }
        None
    }

    /// Selection sort, one step at a time: few steps are ever taken. Of equal
    /// ranks the first one wins.
    fn take_best(&mut self, pool: &mut Pool) -> Option<Ranked> {
        let rest = &mut pool.ranked[self.cursor..];
        let mut best = 0;
        for (index, ranked) in rest.iter().enumerate() {
            if ranked.rank > rest[best].rank {
                best = index;
            }
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        self.cursor += 1;
        Some(found)
    }
}

/// The most valuable victim first, taken by the least valuable piece; a
/// promotion counts as winning what is promoted to.
fn noisy_rank(position: &Position, mv: Move) -> i32 {
    let victim = match position.piece_on(mv.to()) {
        Some(piece) => role_rank(piece.role()),
        None if mv.is_en_passant() => role_rank(Role::Pawn),
        None => 0,
    };
    let attacker = position.piece_on(mv.from()).map_or(0, |piece| piece.role().index() as i32);
    let promotion = match mv.promotion() {
        Some(Role::Queen) => role_rank(Role::Queen),
        Some(_) => -role_rank(Role::Queen),
        None => 0,
    };
    victim + promotion - attacker
}

fn role_rank(role: Role) -> i32 {
    16 * (role.index() as i32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
        let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
        bits.sort_unstable();
        bits
    }

    fn walk(picker: &mut Picker, position: &Position, pool: &mut Pool) -> Vec<Move> {
        let history = History::new();
        std::iter::from_fn(|| picker.next(position, pool, &history)).collect()
    }

    const FENS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "4k3/8/8/8/7b/8/4P3/4K3 w - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    ];

    /// Whatever is suggested as hash move and killers, each legal move comes once.
    #[test]
    fn every_legal_move_comes_exactly_once() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let legal = position.legal_moves();
            let mut pool = Pool::new();
            let suggestions = (0..legal.len()).map(|i| legal[i]).chain([Move::NULL]);
            for hash in suggestions.chain((0..2_000).map(|i| Move::from_bits(i * 31))) {
                let number = hash.bits() as usize % (legal.len() - 1);
                let killers = [legal[number], legal[number + 1]];
                let mut picker = Picker::new(&pool, hash, killers);
                let moves = walk(&mut picker, &position, &mut pool);
                assert_eq!(sorted(moves), sorted(legal.iter().copied()), "{fen} {hash:?}");
                picker.finish(&mut pool);
                assert!(pool.ranked.is_empty());
            }
        }
    }

    #[test]
    fn gains_are_noisy_and_lose_nothing() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let mut pool = Pool::new();
            let mut picker = Picker::gains(&pool, Move::NULL);
            let moves = walk(&mut picker, &position, &mut pool);
            let wanted = position.legal_moves();
            let wanted = wanted.iter().copied();
            let wanted = wanted.filter(|&mv| mv.is_noisy() && position.see_at_least(mv, 0));
            assert_eq!(sorted(moves), sorted(wanted), "{fen}");
        }
    }

    #[test]
    fn quiet_moves_can_be_skipped_midway() {
        let position = Position::from_fen(FENS[0]).unwrap();
        let (mut pool, history) = (Pool::new(), History::new());
        let mut picker = Picker::new(&pool, Move::NULL, Default::default());
        while let Some(mv) = picker.next(&position, &mut pool, &history) {
            if mv.is_quiet() {
                break;
            }
        }
        picker.skip_quiets();
        let rest = walk(&mut picker, &position, &mut pool);
        assert!(rest.iter().all(|mv| mv.is_noisy() && !position.see_at_least(*mv, 0)));
    }

    #[test]
    fn a_pawn_takes_the_queen_first() {
        let fen = "4k3/8/8/3q1r2/2P1N3/8/8/3QK3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let mut pool = Pool::new();
        let mut picker = Picker::gains(&pool, Move::NULL);
        let moves = walk(&mut picker, &position, &mut pool);
        let texts: Vec<_> = moves.iter().map(|&mv| position.uci(mv).to_string()).collect();
        assert_eq!(texts[..2], ["c4d5", "d1d5"]);
    }
}
