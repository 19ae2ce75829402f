// SPDX-License-Identifier: GPL-3.0-or-later
//! Questions to the search, and answers that can be shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use chess::{Game, Move};
use search::{
    Control, Event, FinishedDepth, Info, Job, Limits, Score, Search, Settings as How, Tablebase,
};

use crate::difficulty::NEAR;
use crate::evidence_line::{EvidenceLine, Rated, uci};
use crate::settings::{Effort, Share};

/// Mates further away than this are believed, not proven once more.
const PROVABLE_MATE: u32 = 6;

/// A search that is asked one thing after another.
pub(crate) struct Asker {
    search: Box<dyn Search>,
    effort: Effort,
    tables: Option<Arc<dyn Tablebase>>,
}

/// What the search found out.
pub(crate) struct Answer {
    /// The best lines of the deepest complete iteration, best first.
    pub lines: Vec<Rated>,
    pub depth: u32,
    /// The best move of each iteration.
    pub by_depth: Vec<(u32, Move)>,
    /// How far the chances moved in the last iterations, in per mille.
    pub swing: u16,
    /// The least and the most chances of the best move in those iterations, in per mille.
    pub range: [u16; 2],
    /// Plies of the best line that the last iterations agree on.
    pub agreed: usize,
    /// Moves that were as good as the best one in the iteration before the last, too.
    pub steady: Vec<Move>,
    /// Whether the lines are the best of all moves: what is not among them is worse.
    pub ranked: bool,
}

impl Asker {
    pub fn new(search: Box<dyn Search>, effort: Effort) -> Self {
        Asker { search, effort, tables: None }
    }

    /// Lets every question be answered with these tables.
    pub fn consult(&mut self, tables: Option<Arc<dyn Tablebase>>) {
        self.tables = tables;
    }

    /// Forgets all earlier questions: the next answers depend on nothing else.
    pub fn forget(&mut self) {
        self.search.new_game();
    }

    /// The best `lines` moves.
    pub fn best(&mut self, game: &Game, lines: usize, share: Share) -> Option<Answer> {
        self.ask(game, self.effort.limits(share), lines)
    }

    /// One move, looked at no deeper than another was.
    pub fn rate(
        &mut self,
        game: &Game,
        m: Move,
        share: Share,
        depth: Option<u32>,
    ) -> Option<Rated> {
        let mut limits = self.effort.limits(share);
        limits.depth = match (limits.depth, depth) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        limits.searchmoves = Some(vec![m]);
        self.ask(game, limits, 1)?.lines.into_iter().next()
    }

    /// The best line of a search that looks for a mate and takes no shortcuts.
    pub fn mate(&mut self, game: &Game, moves: u32) -> Option<Rated> {
        let limits = Limits { mate: Some(moves), ..self.effort.limits(Share::Eighth) };
        self.ask(game, limits, 1)?.lines.into_iter().next()
    }

    fn ask(&mut self, game: &Game, limits: Limits, lines: usize) -> Option<Answer> {
        let mut job = Job::new(game.clone(), limits);
        job.tables = self.tables.clone();
        job.settings = How { multipv: lines, show_wdl: true, ..How::default() };
        let mut depths: BTreeMap<u32, FinishedDepth> = BTreeMap::new();
        let outcome = self.search.think(&job, &Control::default(), &mut |event| {
            if let Event::Depth(finished) = event
                && !finished.best().pv.is_empty()
            {
                depths.insert(finished.best().depth, finished);
            }
        });
        let first = |(&depth, finished): (_, &FinishedDepth)| (depth, finished.best().pv[0]);
        let by_depth = depths.iter().map(first).collect();
        let (agreed, steady) = (agreed(&depths), steady(&depths));
        let (swing, range) = (swing(&depths), range(&depths));
        let (depth, deepest) = depths.pop_last()?;
        let lines = deepest.lines().iter().map(|info| rated_info(game, info));
        let lines = lines.filter(|rated| !rated.mv.is_null()).collect();
        let mut answer =
            Answer { lines, depth, by_depth, swing, range, agreed, steady, ranked: true };
        for line in &mut answer.lines {
            line.nodes = outcome.nodes;
        }
        (!answer.lines.is_empty()).then_some(answer)
    }

    /// Lets a line that should end in mate really end in it, and tells whether a
    /// search without any shortcuts agrees: for the first move of the line, or, if
    /// it is about being mated `whatever` one plays, for every move.
    pub fn prove_mate(&mut self, game: &Game, rated: &mut Rated, whatever: bool) -> Option<Mate> {
        let Score::Mate(n) = rated.score else { return None };
        let plies = if n > 0 { 2 * n as usize - 1 } else { 2 * n.unsigned_abs() as usize };
        let mut moves = rated.line.moves().to_vec();
        let mut there = game.clone();
        moves.iter().for_each(|&m| there.play(m));
        while moves.len() < plies && there.position().has_legal_move() {
            let left = (plies - moves.len()).div_ceil(2) as u32;
            let limits = Limits { mate: Some(left), ..self.effort.limits(Share::Quarter) };
            let found = self.ask(&there, limits, 1)?;
            let next = found.lines.first()?;
            // The line may only go on as announced.
            let expected = (plies - moves.len()) as i32;
            let agrees = match next.score {
                Score::Mate(m) if m > 0 => 2 * m - 1 == expected,
                Score::Mate(m) => -2 * m == expected,
                _ => false,
            };
            if !agrees {
                return None;
            }
            moves.extend_from_slice(next.line.moves());
            next.line.moves().iter().for_each(|&m| there.play(m));
        }
        let line = EvidenceLine::new(game, &moves);
        if line.moves().len() != plies || !line.end().is_checkmate() {
            return None;
        }
        rated.line = line.clone();
        let moves = n.unsigned_abs();
        let proven =
            moves <= PROVABLE_MATE && self.is_forced(game, (!whatever).then_some(rated.mv), n);
        Some(Mate { moves, proven, line })
    }

    /// Is it so? Asked afresh: what earlier searches left behind is no proof.
    fn is_forced(&mut self, game: &Game, first: Option<Move>, n: i32) -> bool {
        self.search.new_game();
        let limits = Limits {
            mate: Some(n.unsigned_abs()),
            searchmoves: first.map(|m| vec![m]),
            ..self.effort.limits(Share::Whole)
        };
        let found = self.ask(game, limits, 1);
        let score = found.and_then(|answer| answer.lines.first().map(|line| line.score));
        match score {
            Some(Score::Mate(m)) if n > 0 => m > 0 && m <= n,
            Some(Score::Mate(m)) => m <= 0 && m >= n,
            _ => false,
        }
    }
}

/// Iterations before the last that the last one is compared with.
const LATEST: usize = 2;

/// How far the chances of the best move moved between the last iteration and those before it.
fn swing(depths: &BTreeMap<u32, FinishedDepth>) -> u16 {
    let chance = |finished: &FinishedDepth| finished.best().score.win_chance();
    let Some(last) = depths.values().next_back().map(chance) else { return 0 };
    let before = depths.values().rev().skip(1).take(LATEST).map(chance);
    before.map(|before| last.short_of(before).max(before.short_of(last))).max().unwrap_or(0)
}

/// Between which chances the best move of the last iterations moved.
fn range(depths: &BTreeMap<u32, FinishedDepth>) -> [u16; 2] {
    let chance = |finished: &FinishedDepth| finished.best().score.win_chance().per_mille();
    let latest = || depths.values().rev().take(LATEST + 1).map(chance);
    [latest().min().unwrap_or(500), latest().max().unwrap_or(500)]
}

/// Plies from the first on in which the lines of the last iterations are the same.
fn agreed(depths: &BTreeMap<u32, FinishedDepth>) -> usize {
    let mut lines = depths.values().rev().map(|finished| &finished.best().pv);
    let Some(last) = lines.next() else { return 0 };
    let same = |pv: &Vec<Move>| last.iter().zip(pv).take_while(|(a, b)| a == b).count();
    lines.take(LATEST).map(same).min().unwrap_or(0)
}

/// The moves whose chances were near those of the best one in the iteration before the last.
fn steady(depths: &BTreeMap<u32, FinishedDepth>) -> Vec<Move> {
    let Some(before) = depths.values().nth_back(1) else { return Vec::new() };
    let best = before.best().score.win_chance();
    let near = |info: &&Info| info.score.win_chance().short_of(best) < NEAR;
    before.lines().iter().filter(near).filter_map(|info| info.pv.first().copied()).collect()
}

/// A mate at the end of a line.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Mate {
    /// In how many moves of the side that mates.
    pub moves: u32,
    /// Whether a search that leaves nothing out found no escape.
    pub proven: bool,
    /// The line, to the mate itself.
    pub line: EvidenceLine,
}

/// A line that has been searched already, by whoever asks for an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedLine {
    /// From the point of view of the side that begins.
    pub score: Score,
    /// Of the search that found it.
    pub depth: u32,
    /// The principal variation.
    pub pv: Vec<Move>,
}

impl AnalysedLine {
    /// The line that begins with `m`, out of the analysis of the position after it, whose
    /// score is that of the side to move there.
    pub fn after(m: Move, score: Score, depth: u32, pv: &[Move]) -> AnalysedLine {
        let score = match -score {
            // One move more until the mate: the one that was played.
            Score::Mate(n) if n >= 0 => Score::Mate(n + 1),
            score => score,
        };
        AnalysedLine { score, depth, pv: std::iter::once(m).chain(pv.iter().copied()).collect() }
    }

    pub(crate) fn rated(&self, game: &Game) -> Rated {
        rated(game, self.score, None, self.depth, 0, &self.pv)
    }
}

fn rated_info(game: &Game, info: &Info) -> Rated {
    rated(game, info.score, info.wdl, info.depth, info.nodes, &info.pv)
}

fn rated(
    game: &Game,
    score: Score,
    wdl: Option<[u16; 3]>,
    depth: u32,
    nodes: u64,
    pv: &[Move],
) -> Rated {
    let line = EvidenceLine::new(game, pv);
    let mv = line.moves().first().copied().unwrap_or(Move::NULL);
    Rated {
        uci: if mv.is_null() { String::new() } else { uci(game.position(), mv) },
        san: line.san.first().cloned().unwrap_or_default(),
        score,
        chance: score.win_chance(),
        wdl,
        depth,
        nodes,
        line,
        mv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_after_the_move_is_one_move_longer_from_before_it() {
        let m = Game::default().position().parse_uci("e2e4").expect("legal");
        for (after, before) in [
            (Score::Cp(30), Score::Cp(-30)),
            (Score::Mate(2), Score::Mate(-2)),
            (Score::Mate(-2), Score::Mate(3)),
            (Score::Mate(0), Score::Mate(1)),
            (Score::Tablebase(5), Score::Tablebase(-5)),
        ] {
            assert_eq!(AnalysedLine::after(m, after, 9, &[]).score, before);
        }
    }
}
