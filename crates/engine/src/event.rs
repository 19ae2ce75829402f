// SPDX-License-Identifier: GPL-3.0-or-later
//! What the engine tells its interface: typed values, in the order in which things happen.

use crate::{bench, perft};
use formats::book::Candidate;
use search::{HashError, Outcome};

/// Everything that an engine tells.
#[derive(Clone, Debug)]
pub enum Event {
    /// A running search reports.
    Search(search::Event),
    /// The answer to a `go` comes from the book; its line and score follow as a
    /// [`search::Event::Depth`], as if it had been searched.
    Book(BookMove),
    /// Something a person may want to know.
    Notice(Notice),
    /// The answer to a `go`; exactly one for each.
    Done(Outcome),
    /// The moves of a position with their perft counts.
    Perft(perft::Division),
    /// A position of the benchmark is done.
    BenchStep(bench::Step),
    /// The benchmark is done.
    BenchDone(bench::Report),
    /// A generated start position.
    Fen(String),
    /// A task other than a search has ended, with what went wrong if it failed.
    TaskDone(Result<(), String>),
    /// Everything ordered before the matching [`sync`](crate::Engine::sync) has taken effect.
    Synced,
    /// The hash table kept its size.
    HashFailed(HashError),
}

/// A move out of the opening book.
#[derive(Clone, Debug, PartialEq)]
pub struct BookMove {
    /// The name of the book's file.
    pub book: String,
    /// The move, and what the book knows about it.
    pub candidate: Candidate,
    /// How often the book plays it here, from 0 to 1.
    pub share: f64,
    /// The name of the opening after it, if the book has one.
    pub opening: Option<String>,
}

/// Something a person may want to know, which changes nothing for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// `OwnBook` is set, but there is no book.
    NoBook,
    /// Options that are set and mean nothing to the evaluator or the search in use, and why.
    NoEffect(Vec<(&'static str, String)>),
    /// What was found in the folders of `SyzygyPath`.
    Tablebases(syzygy::Found),
    /// A tablebase can't be used any more.
    TablebaseLost(syzygy::ProbeError),
    /// `Threads` asks for more than the processors of this machine can run.
    FewerThreads {
        /// So many were asked for,
        asked: usize,
        /// and so many search.
        used: usize,
    },
    /// The search panicked and was made anew; the move is any legal one.
    SearchRestarted,
}
