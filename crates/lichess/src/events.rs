// SPDX-License-Identifier: GPL-3.0-or-later
//! The event stream of the account, read on a thread of its own and opened again for as long as
//! the bot runs. Each time it is opened, lichess tells all games and challenges of the moment.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::api::model::AccountEvent;
use crate::api::{ApiError, Cutter, Lichess};
use crate::backoff::Backoff;
use crate::bot::{Message, watched};
use crate::log::Log;
use crate::timing::Timing;

/// A stream that has lived for so many seconds is a good one.
const SETTLED: f64 = 30.0;
/// How often a wait looks whether the bot is ending.
const GLANCE: Duration = Duration::from_millis(25);

/// The open stream, to be cut at the end.
#[derive(Clone, Default)]
pub(crate) struct EventStream(Arc<Mutex<Option<Cutter>>>);

impl EventStream {
    /// Starts the thread.
    pub(crate) fn start(
        api: Lichess,
        timing: Timing,
        log: Log,
        to: Sender<Message>,
    ) -> std::io::Result<EventStream> {
        let stream = EventStream::default();
        let own = stream.clone();
        let thread = thread::Builder::new().name("events".to_owned());
        thread.spawn(move || watched("events", &to, || own.run(&api, &timing, &log, &to)))?;
        Ok(stream)
    }

    /// Ends the connection.
    pub(crate) fn cut(&self) {
        if let Some(cutter) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            cutter.cut();
        }
    }

    fn run(&self, api: &Lichess, timing: &Timing, log: &Log, to: &Sender<Message>) {
        let mut backoff = Backoff::new(timing);
        while !api.is_stopped() {
            let opened = Instant::now();
            let lost = self.lines(api, to);
            // Only a stream that has lived for a while shows that all is well.
            if opened.elapsed() >= timing.seconds(SETTLED) {
                backoff.reset();
            }
            if matches!(lost, Err(ApiError::Stopped)) || to.send(Message::Disconnected).is_err() {
                return;
            }
            let wait = backoff.wait();
            match lost {
                Err(error @ ApiError::NotAllowed { .. }) => {
                    log.error(format_args!("event stream: {error}; again in {wait:.1?}"));
                }
                Err(error) => {
                    log.warning(format_args!("event stream: {error}; again in {wait:.1?}"))
                }
                Ok(why) => {
                    // There is one stream for an account: whoever opens another one ends this.
                    let thief =
                        if backoff.failures() > 3 { " (is it used elsewhere too?)" } else { "" };
                    log.warning(format_args!("event stream: {why}{thief}; again in {wait:.1?}"));
                }
            }
            let until = Instant::now() + wait;
            while Instant::now() < until && !api.is_stopped() {
                thread::sleep(GLANCE.min(until.saturating_duration_since(Instant::now())));
            }
        }
    }

    fn lines(&self, api: &Lichess, to: &Sender<Message>) -> Result<&'static str, ApiError> {
        let mut stream = api.events()?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(stream.cutter());
        let mut connected = false;
        loop {
            let line = stream.next_line().map_err(|error| ApiError::Network(error.to_string()))?;
            let Some(line) = line else { return Ok("it has ended") };
            if !connected {
                connected = true;
                let _ = to.send(Message::Connected);
            }
            if line.is_empty() {
                continue;
            }
            match serde_json::from_str::<AccountEvent>(&line) {
                Ok(event) => {
                    if to.send(Message::Event(Box::new(event))).is_err() {
                        return Ok("nobody listens");
                    }
                }
                // A game may have begun in it: all is told again on a new connection.
                Err(_) => return Ok("a line can't be read"),
            }
        }
    }
}
