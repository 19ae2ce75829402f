// SPDX-License-Identifier: GPL-3.0-or-later
//! What the black-box tests of the search share.
#![allow(dead_code)] // Each test file uses its own part.

use chess::{Game, Move, Position};
use xanthos_search::{AlphaBeta, Bound, Control, Event, Info, Job, Limits, Outcome, Score, Search};

pub type Engine = AlphaBeta<eval::Placement>;

pub fn engine() -> Engine {
    AlphaBeta::new(eval::Placement)
}

pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn game(fen: &str) -> Game {
    Game::new(position(fen))
}

/// The game that arises from `fen` by `moves`, in UCI notation.
pub fn game_with(fen: &str, moves: &str) -> Game {
    let mut game = game(fen);
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(mv);
    }
    game
}

pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Runs a job; returns its answer and all lines reported.
pub fn run(engine: &mut impl Search, job: &Job) -> (Outcome, Vec<Info>) {
    let mut infos = Vec::new();
    let control = Control::new(job.limits.ponder);
    let outcome = engine.think(job, &control, &mut |event| match event {
        Event::Depth(depth) => infos.extend(depth.into_lines()),
        Event::Bound(info) => infos.push(info),
        _ => {}
    });
    (outcome, infos)
}

/// A fresh search of a game; checks the answer, returns it and the last line.
pub fn think(game: Game, limits: Limits) -> (Outcome, Info) {
    let job = Job::new(game, limits);
    let (outcome, infos) = run(&mut engine(), &job);
    check_answer(&job, &outcome, &infos);
    (outcome, infos.last().expect("at least one line").clone())
}

/// The best move of a fresh search, in SAN.
pub fn best(fen: &str, limits: Limits) -> String {
    let (outcome, _) = think(game(fen), limits);
    position(fen).san(outcome.best.expect("a move"))
}

/// What every answer promises, whatever the limits.
pub fn check_answer(job: &Job, outcome: &Outcome, infos: &[Info]) {
    let root = job.game.position();
    assert!(infos.iter().any(|info| info.bound == Bound::Exact), "no exact line for {root}");
    infos.iter().for_each(|info| check_line(&job.game, info));
    let first = infos.iter().rev().find(|info| info.multipv == 1).expect("a first line");
    assert_eq!(first.pv.first().copied(), outcome.best, "line and move differ for {root}");
    let Some(best) = outcome.best else { return };
    assert!(root.is_legal(best));
    if let Some(ponder) = outcome.ponder {
        assert!(root.after(best).is_legal(ponder), "illegal reply in {root}");
    }
    assert!(outcome.qnodes <= outcome.nodes);
    assert!(infos.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
}

/// A line is legal, ends where the game does, and a mate has its exact length.
pub fn check_line(game: &Game, info: &Info) {
    let root = *game.position();
    let mut game = game.clone();
    for (index, &mv) in info.pv.iter().enumerate() {
        assert!(game.position().is_legal(mv), "{root}: illegal move {index} of {info:?}");
        // A root that repeats or is old may be played on from, once.
        if index > 0 {
            assert_eq!(game.outcome(), None, "{root}: line goes on at {index}: {info:?}");
        }
        game.play(mv);
    }
    assert!(info.hashfull <= 1000);
    if let Some([win, draw, loss]) = info.wdl {
        assert_eq!(win + draw + loss, 1000);
    }
    if let (Score::Mate(n), Bound::Exact) = (info.score, info.bound) {
        let plies = if n > 0 { 2 * n - 1 } else { -2 * n };
        assert_eq!(info.pv.len() as i32, plies, "{root}: {info:?}");
        assert!(game.position().is_checkmate(), "{root}: no mate at the end of {info:?}");
    }
}

/// Brute force, sharing nothing with the search but the rules: whether the side
/// to move can mate in `moves`.
pub fn can_mate(position: &Position, moves: u32) -> bool {
    moves > 0 && position.legal_moves().iter().any(|&mv| forces_mate(position, mv, moves))
}

fn forces_mate(position: &Position, mv: Move, moves: u32) -> bool {
    let child = position.after(mv);
    let replies = child.legal_moves();
    if replies.is_empty() {
        return child.in_check();
    }
    moves > 1 && replies.iter().all(|&reply| can_mate(&child.after(reply), moves - 1))
}

/// A generator of our own: a failure is the same everywhere.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    /// A random game of up to `plies` half-moves that is not over yet.
    pub fn game(&mut self, plies: usize) -> Game {
        let mut game = Game::new(match self.roll(3) {
            0 => Position::chess960(self.roll(960) as u16),
            _ => Position::startpos(),
        });
        for _ in 0..self.roll(plies) {
            let moves = game.position().legal_moves();
            let next = moves[self.roll(moves.len())];
            game.play(next);
            if game.outcome().is_some() {
                game.undo();
                break;
            }
        }
        game
    }
}
