// SPDX-License-Identifier: GPL-3.0-or-later
//! What may wait: chat and explanations. A thread of its own, so that no move waits for a word.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use chess::{Game, Move};
use explain::{Explainer, Sources};

use crate::api::{ApiError, Lichess, Room};
use crate::chat::{explain_move, explainer, messages};
use crate::log::Log;

/// How many may wait; more are dropped.
const MOST: usize = 200;

/// Something to say.
pub enum Errand {
    /// A text.
    Say {
        /// In this game,
        game: String,
        /// in this room.
        room: Room,
        /// It.
        text: String,
    },
    /// Why a move was played.
    Why {
        /// In this game,
        game: String,
        /// in this room.
        room: Room,
        /// The position before the move.
        before: Box<Game>,
        /// The move.
        mv: Move,
    },
}

/// The way to the thread.
#[derive(Clone)]
pub struct Errands {
    to: SyncSender<Errand>,
    /// Given and not yet done.
    open: Arc<AtomicUsize>,
}

impl Errands {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system has none.
    pub fn start(api: Lichess, log: Log, sources: Sources) -> std::io::Result<Errands> {
        let (to, receive) = sync_channel(MOST);
        let open = Arc::new(AtomicUsize::new(0));
        let done = Arc::clone(&open);
        let thread = thread::Builder::new().name("errands".to_owned());
        thread.spawn(move || run(&api, &log, &receive, &done, sources))?;
        Ok(Errands { to, open })
    }

    /// Gives an errand. If too many wait it is dropped: nobody loses a game by silence.
    pub fn give(&self, errand: Errand) {
        self.open.fetch_add(1, Ordering::Relaxed);
        if self.to.try_send(errand).is_err() {
            self.open.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Waits until all are done, but not longer than `timeout`.
    pub fn finish(&self, timeout: Duration) {
        let until = Instant::now() + timeout;
        while self.open.load(Ordering::Relaxed) > 0 && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Says a text in a room, if it is not empty.
    pub fn say(&self, game: &str, room: Room, text: &str) {
        if !text.trim().is_empty() {
            self.give(Errand::Say { game: game.to_owned(), room, text: text.to_owned() });
        }
    }
}

fn run(api: &Lichess, log: &Log, errands: &Receiver<Errand>, open: &AtomicUsize, sources: Sources) {
    let mut explainer = None;
    while let Ok(errand) = errands.recv() {
        if api.is_stopped() {
            return;
        }
        let done = || one(api, log, errand, &mut explainer, &sources);
        if panic::catch_unwind(AssertUnwindSafe(done)).is_err() {
            // One answer is missing, and whoever gave up is not asked again.
            log.error("an answer in the chat broke down");
            explainer = None;
        }
        open.fetch_sub(1, Ordering::Relaxed);
    }
}

fn one(api: &Lichess, log: &Log, errand: Errand, asked: &mut Option<Explainer>, sources: &Sources) {
    let (game, room, text) = match errand {
        Errand::Say { game, room, text } => (game, room, text),
        Errand::Why { game, room, before, mv } => {
            // Its memory is taken when somebody asks for the first time.
            let explainer = asked.get_or_insert_with(|| explainer(sources.clone()));
            let why = explain_move(explainer, &before, mv);
            let nothing = || "I can't put that into words.".to_owned();
            (game, room, why.unwrap_or_else(nothing))
        }
    };
    for message in messages(&text) {
        match api.chat(&game, room, &message) {
            Ok(()) => log.debug(format_args!("{game}: said in {}: {message}", room.name())),
            Err(ApiError::Stopped) => return,
            // Said or not: words are not repeated.
            Err(error) => log.warning(format_args!("{game}: not said: {error}")),
        }
    }
}
