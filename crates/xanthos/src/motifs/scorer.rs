// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine as a judge of single positions.

use chess::{Game, Position};
use engine::{EngineSetup, flagship};
use explain::motifs::Scorer;
use search::{Control, Event, Job, Limits, Score, Search};

/// What a centipawn of ours is in those of the Stockfish that labelled lichess's puzzles, in
/// tenths: fitted to the labels on the odd half of the sample (docs/motifs.md).
const SCALE: i32 = 18;
/// What counts as a decided game, in centipawns.
const DECIDED: i32 = 10_000;

/// A search of its own, with the same number of nodes for every question.
pub struct Engine {
    search: Box<dyn Search>,
    nodes: u64,
}

impl Engine {
    pub fn new(nodes: u64) -> Engine {
        Engine { search: flagship(&EngineSetup::default()), nodes }
    }
}

impl Scorer for Engine {
    fn score(&mut self, position: &Position) -> i32 {
        // Answers must not depend on the rows that this thread had before.
        self.search.new_game();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let job = Job::new(Game::new(*position), limits);
        let mut last = Score::Cp(0);
        self.search.think(&job, &Control::default(), &mut |event| {
            if let Event::Depth(finished) = event {
                last = finished.best().score;
            }
        });
        match last {
            Score::Cp(centipawns) => centipawns * SCALE / 10,
            Score::Mate(moves) | Score::Tablebase(moves) if moves > 0 => DECIDED,
            Score::Mate(_) | Score::Tablebase(_) => -DECIDED,
        }
    }
}
