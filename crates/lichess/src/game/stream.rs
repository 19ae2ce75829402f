// SPDX-License-Identifier: GPL-3.0-or-later
//! The stream of a game, read on a thread of its own, one connection long.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use engine::Event;

use crate::api::model::GameEvent;
use crate::api::{ApiError, Cutter, Lichess};

/// What a game waits for.
pub enum In {
    /// The stream of this number is open.
    Opened(u64, Cutter),
    /// It says something, at this moment.
    Line(u64, Box<GameEvent>, Instant),
    /// It said something that can't be read: a move may have been lost.
    Unreadable(u64),
    /// It has ended.
    Closed(u64, Option<ApiError>),
    /// The engine says something.
    Engine(Event),
    /// The server's list says that we are to move, or that we are not.
    Listed {
        /// Whether it is on the list at all.
        running: bool,
        /// Whether we are to move.
        my_turn: bool,
    },
}

/// Opens the stream of a game and reads it until it ends.
pub fn read(api: &Lichess, id: &str, number: u64, to: Sender<In>) {
    let (api, id) = (api.clone(), id.to_owned());
    let failed = to.clone();
    let spawned = thread::Builder::new().name(format!("stream {id}")).spawn(move || {
        let ended = lines(&api, &id, number, &to).err();
        let _ = to.send(In::Closed(number, ended));
    });
    if let Err(error) = spawned {
        let _ = failed.send(In::Closed(number, Some(ApiError::Network(error.to_string()))));
    }
}

fn lines(api: &Lichess, id: &str, number: u64, to: &Sender<In>) -> Result<(), ApiError> {
    let mut stream = api.game(id)?;
    if to.send(In::Opened(number, stream.cutter())).is_err() {
        return Ok(());
    }
    loop {
        let line = stream.next_line().map_err(|error| ApiError::Network(error.to_string()))?;
        let Some(line) = line else { return Ok(()) };
        if line.is_empty() {
            continue;
        }
        let message = match serde_json::from_str::<GameEvent>(&line) {
            Ok(event) => In::Line(number, Box::new(event), Instant::now()),
            Err(_) => In::Unreadable(number),
        };
        if to.send(message).is_err() {
            return Ok(());
        }
    }
}
