// SPDX-License-Identifier: GPL-3.0-or-later
//! The searches of the documents: negamax, with the few ideas that each has.
//!
//! ```
//! use chess::{Game, Position};
//! use xanthos_search::{Control, Documented, Features, Job, Limits, Search};
//!
//! let back_rank = Position::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap();
//! let job = Job::new(Game::new(back_rank), Limits { depth: Some(2), ..Limits::default() });
//! let mut search = Documented::new(eval::Placement, Features::PLAIN);
//! let outcome = search.think(&job, &Control::default(), &mut |_| {});
//! assert_eq!(back_rank.san(outcome.best.unwrap()), "Ra8#");
//! ```
//!
//! No table, no memory, no pruning that could change a value: what the search says
//! is what plain minimax would say, and a test compares them. The ideas of a search
//! are its [`Features`]; [`node`] is the recursion, [`quiet`] ends it, [`root`]
//! deepens and reports, [`watch`] looks at the limits.

mod features;
mod node;
mod quiet;
mod root;
mod watch;

pub use features::{Features, Horizon, Order};

use chess::Position;
use eval::Evaluator;

use crate::alphabeta::nothing_to_search;
use crate::{Control, Event, HashError, Job, Outcome, Search};
use root::Root;

/// A search with the ideas of a document: see [`Search`] for how to use it.
pub struct Documented<E> {
    /// One for each thread.
    evaluators: Vec<E>,
    features: Features,
}

impl<E: Evaluator> Documented<E> {
    /// A search with these ideas.
    pub fn new(evaluator: E, features: Features) -> Self {
        Documented { evaluators: vec![evaluator], features }
    }
}

impl<E: Evaluator> Search for Documented<E> {
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
            let judge = |position: &Position| self.evaluators[0].evaluate(position);
            report(Event::Info(nothing_to_search(job, judge, 0)));
            return Outcome::default();
        }
        Root::new(self.features, job, control, moves).deepen(&mut self.evaluators, report)
    }
}
