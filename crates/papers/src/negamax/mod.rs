// SPDX-License-Identifier: GPL-3.0-or-later
//! The search of the papers: negamax, with the few features that each has.
//!
//! ```
//! use chess::{Game, Position};
//! use search::{Control, Job, Limits, Search};
//! use xanthos_papers::{Features, Negamax};
//!
//! let back_rank = Position::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap();
//! let job = Job::new(Game::new(back_rank), Limits { depth: Some(2), ..Limits::default() });
//! let mut search = Negamax::new(eval::Placement, Features::PLAIN);
//! let outcome = search.think(&job, &Control::default(), &mut |_| {});
//! assert_eq!(back_rank.san(outcome.best.unwrap()), "Ra8#");
//! ```
//!
//! No transposition table and no pruning that could change a value: the result is that of
//! plain minimax, and a test compares them. What a search has is its [`Features`];
//! `node` is the recursion, `quiescence` ends it, `root` deepens and reports,
//! `shared` keeps the limits.

mod features;
mod node;
mod quiescence;
mod root;
mod shared;

pub use features::{Features, Horizon, Order};

use chess::Position;
use eval::Evaluator;
use search::{Control, Event, HashError, Job, Outcome, Search, nothing_to_search};

use root::Root;

/// Negamax with the features of a paper: see [`Search`] for how to use it.
pub struct Negamax<E> {
    /// One for each thread.
    evaluators: Vec<E>,
    features: Features,
}

impl<E: Evaluator> Negamax<E> {
    /// A search with these features.
    pub fn new(evaluator: E, features: Features) -> Self {
        Negamax { evaluators: vec![evaluator], features }
    }
}

impl<E: Evaluator> Search for Negamax<E> {
    /// There is no table.
    fn set_hash(&mut self, _mib: usize) -> Result<(), HashError> {
        Ok(())
    }

    /// Of use where the root is shared out; elsewhere one thread works.
    fn set_threads(&mut self, n: usize) {
        let threads = if self.features.split_root { n.max(1) } else { 1 };
        let one = self.evaluators[0].clone();
        self.evaluators.resize(threads, one);
    }

    /// Nothing is learnt, so nothing is forgotten.
    fn new_game(&mut self) {}

    fn think(&mut self, job: &Job, control: &Control, report: &mut dyn FnMut(Event)) -> Outcome {
        let wanted = job.limits.searchmoves.as_deref();
        let legal = job.game.position().legal_moves();
        let allowed = legal.iter().filter(|&mv| wanted.is_none_or(|moves| moves.contains(mv)));
        let moves: Vec<_> = allowed.copied().collect();
        if moves.is_empty() {
            let evaluate = |position: &Position| self.evaluators[0].evaluate(position);
            report(nothing_to_search(job, evaluate, 0));
            return Outcome::default();
        }
        Root::new(self.features, job, control, moves).deepen(&mut self.evaluators, report)
    }
}
