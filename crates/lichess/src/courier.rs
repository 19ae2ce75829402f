// SPDX-License-Identifier: GPL-3.0-or-later
//! Requests about the account, made one after the other on a thread of their own: whoever
//! watches over games never waits for the network.

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

use crate::api::model::{Account, GameInfo};
use crate::api::{ApiError, Lichess, Offer, Reason};
use crate::bot::{Message, watched};

/// A request.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// To accept a challenge.
    Accept(String),
    /// To decline one.
    Decline(String, Reason),
    /// To make one.
    Challenge(Offer),
    /// To take it back.
    Cancel(String),
    /// Which bots are online.
    Online,
    /// Which games run.
    Playing,
    /// Who we are.
    Account,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Accepted(String, Result<(), ApiError>),
    Declined(String, Reason, Result<(), ApiError>),
    Challenged(Offer, Result<String, ApiError>),
    Cancelled(String, Result<(), ApiError>),
    Online(Result<Vec<Account>, ApiError>),
    /// The list, and when it was asked for.
    Playing(Result<Vec<GameInfo>, ApiError>, Instant),
    Account(Result<Account, ApiError>),
}

/// Starts the thread.
pub(crate) fn start(api: Lichess, to: Sender<Message>) -> std::io::Result<Sender<Task>> {
    let (send, tasks) = mpsc::channel::<Task>();
    let work = move || {
        watched("courier", &to, || {
            while let Ok(task) = tasks.recv() {
                if api.is_stopped() || to.send(Message::Outcome(Box::new(run(&api, task)))).is_err()
                {
                    return;
                }
            }
        });
    };
    thread::Builder::new().name("courier".to_owned()).spawn(work)?;
    Ok(send)
}

fn run(api: &Lichess, task: Task) -> Outcome {
    match task {
        Task::Accept(id) => {
            let done = api.accept(&id);
            Outcome::Accepted(id, done)
        }
        Task::Decline(id, reason) => {
            let done = api.decline(&id, reason);
            Outcome::Declined(id, reason, done)
        }
        Task::Challenge(offer) => {
            let done = api.challenge(&offer);
            Outcome::Challenged(offer, done)
        }
        Task::Cancel(id) => {
            let done = api.cancel(&id);
            Outcome::Cancelled(id, done)
        }
        Task::Online => Outcome::Online(api.online_bots()),
        Task::Playing => {
            let asked = Instant::now();
            Outcome::Playing(api.playing(), asked)
        }
        Task::Account => Outcome::Account(api.account()),
    }
}
