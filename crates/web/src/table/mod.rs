// SPDX-License-Identifier: GPL-3.0-or-later
//! Games: a person against the engine, or engines against each other.
//!
//! Each game is an actor: a task that owns the game, its clocks and its engines, takes
//! [`Order`]s and answers them one by one. A [`Handle`] is how everybody else reaches it.
//! The whole of a game is in its state, which every page that follows it is sent; from the
//! last one a restarted server rebuilds the game.

mod actor;
mod events;
mod person;
mod played_move;
mod record;
mod seat;
mod setup;
mod state;
mod view;

pub use setup::{play, resume, watch};
#[cfg(test)]
pub use state::StoredState;
pub use state::{Hint, PlayInfo, PlayState, WatchInfo, WatchState};

use crate::outbox::Outbox;
use crate::protocol::{Refusal, RefusalCode};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// Requests to one game that may wait.
const QUEUE: usize = 32;

/// What may be asked of a game.
#[derive(Debug)]
#[allow(missing_docs, reason = "docs/web-protocol.md describes each one")]
pub enum Ask {
    State,
    Move { mv: String, ply: Option<usize> },
    Takeback,
    Resign,
    Draw,
    Go,
    Hint,
    Pgn,
    Leave,
    Pause,
    Continue,
    Stop,
}

/// Who asks, and under which number the answer is expected.
pub struct Asker {
    /// The number of the socket.
    pub from: u64,
    /// The number of the request.
    pub re: u64,
    /// Where the answer goes. The game itself puts it there, so that it comes before
    /// everything that happens later.
    pub outbox: Arc<Outbox>,
}

/// A message to a game.
pub enum Order {
    /// A request.
    Ask(Asker, Ask),
    /// A socket wants to be told what happens.
    Attach { from: u64, outbox: Arc<Outbox> },
    /// A socket has gone.
    Detach { from: u64 },
    /// Nobody wants the game any more.
    Close,
}

/// How a game is reached.
#[derive(Clone)]
pub struct Handle {
    key: Arc<str>,
    orders: mpsc::Sender<Order>,
}

impl Handle {
    /// The key of the game.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Whether the game is over and forgotten.
    pub fn is_closed(&self) -> bool {
        self.orders.is_closed()
    }

    /// Asks; the game answers.
    pub async fn ask(&self, asker: Asker, ask: Ask) {
        if let Err(mpsc::error::SendError(Order::Ask(asker, _))) =
            self.orders.send(Order::Ask(asker, ask)).await
        {
            asker.outbox.refuse(Some(asker.re), &gone());
        }
    }

    /// Tells the socket `from` what happens, from now on.
    pub async fn attach(&self, from: u64, outbox: Arc<Outbox>) {
        let _ = self.orders.send(Order::Attach { from, outbox }).await;
    }

    /// Ends and forgets the game.
    pub async fn close(&self) {
        let _ = self.orders.send(Order::Close).await;
    }

    /// The socket `from` has gone.
    pub async fn detach(&self, from: u64) {
        let _ = self.orders.send(Order::Detach { from }).await;
    }
}

/// The answer in the place of a game that has ended.
fn gone() -> Refusal {
    Refusal::new(RefusalCode::NoGame, "this game is not there any more")
}

/// All games of a kind, by their keys.
pub struct Tables {
    limit: usize,
    games: Mutex<HashMap<String, Handle>>,
}

impl Tables {
    /// Room for so many games.
    pub fn new(limit: usize) -> Tables {
        Tables { limit, games: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game with this key.
    ///
    /// # Errors
    /// If there is none, with `code`.
    pub fn find(&self, key: &str, code: RefusalCode) -> Result<Handle, Refusal> {
        let known = self.lock().get(key).cloned();
        known.ok_or_else(|| Refusal::new(code, "the server does not know this game"))
    }

    /// Makes room for a game and says how its orders arrive.
    ///
    /// # Errors
    /// If there are too many, or the key is taken.
    pub fn open(&self, key: &str) -> Result<(Handle, mpsc::Receiver<Order>), Refusal> {
        let mut games = self.lock();
        games.retain(|_, handle| !handle.is_closed());
        if games.len() >= self.limit || games.contains_key(key) {
            let message = format!("{} games are going on, which is all there can be", games.len());
            return Err(Refusal::new(RefusalCode::Busy, message));
        }
        let (orders, received) = mpsc::channel(QUEUE);
        let handle = Handle { key: key.into(), orders };
        games.insert(key.to_owned(), handle.clone());
        Ok((handle, received))
    }

    /// Forgets a game.
    pub fn close(&self, key: &str) {
        self.lock().remove(key);
    }
}
