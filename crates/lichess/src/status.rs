// SPDX-License-Identifier: GPL-3.0-or-later
//! What the operator sees: games, queue, ratings, results. Written by whoever knows something
//! new, read by the view.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many ratings of the past are kept for each kind of game.
const COURSE: usize = 40;

/// The state of the bot. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Status(Arc<Mutex<Shown>>);

/// What is shown.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Our name.
    pub me: String,
    /// Who plays today.
    pub who: String,
    /// Whether the event stream is open.
    pub connected: bool,
    /// Whether no game is accepted any more.
    pub ending: bool,
    /// How long no request is made, after a 429.
    pub silence: Option<Duration>,
    /// How long the server lets us play no bots.
    pub no_bots: Option<Duration>,
    /// Games at a time.
    pub limit: usize,
    /// Running games by id.
    pub games: BTreeMap<String, GameView>,
    /// Correspondence games.
    pub correspondence: usize,
    /// Who waits.
    pub queue: Vec<String>,
    /// Ratings so far by kind of game, the newest last.
    pub ratings: BTreeMap<String, VecDeque<i64>>,
    /// Games won, drawn, lost and without a result.
    pub results: [u64; 4],
    /// Challenges accepted and declined.
    pub challenges: [u64; 2],
    /// The mean lag of the last game that had one.
    pub lag: Option<Duration>,
    /// Reconnects of any stream.
    pub reconnects: u64,
}

/// A running game.
#[derive(Clone, Debug)]
pub struct GameView {
    /// Who sits opposite.
    pub opponent: String,
    /// `blitz rated 180+2` and so on.
    pub kind: String,
    /// Our colour.
    pub white: bool,
    /// The last move with its number.
    pub last: String,
    /// Time left on our clock and on the other, when it was told.
    pub clocks: Option<[Duration; 2]>,
    /// When that was.
    pub told: Instant,
    /// Whether our clock runs.
    pub our_turn: bool,
    /// Our last score.
    pub score: Option<String>,
    /// The mean lag.
    pub lag: Option<Duration>,
}

impl Status {
    /// What is shown, for a change.
    pub fn lock(&self) -> MutexGuard<'_, Shown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is shown now.
    pub fn get(&self) -> Shown {
        self.lock().clone()
    }
}

impl Shown {
    /// Notes a rating, if it is new.
    pub fn rate(&mut self, kind: &str, rating: i64) {
        let course = self.ratings.entry(kind.to_owned()).or_default();
        if course.back() != Some(&rating) {
            course.push_back(rating);
            if course.len() > COURSE {
                course.pop_front();
            }
        }
    }
}
