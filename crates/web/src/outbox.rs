// SPDX-License-Identifier: GPL-3.0-or-later
//! What waits to be sent to one page.
//!
//! Answers wait in order, and a page that leaves too many of them unread is given up.
//! News of which only the latest counts (the lines of an analysis, the state of a game)
//! has a [`Slot`]: what is newer takes the place of what was not sent yet, and one slot is
//! sent only so often. So a page that reads slowly costs a bounded amount of memory, and
//! always gets what is true now.

use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::protocol::{Message, Refusal};

/// Answers that may wait.
const MOST_MESSAGES: usize = 512;
/// Bytes that may wait. One message may be larger.
const MOST_BYTES: usize = 8 << 20;
/// From here on no further request of the page is read.
const FULL_ENOUGH: usize = MOST_MESSAGES / 4;
/// News of one slot is sent this often at most.
const PACE: Duration = Duration::from_millis(80);

/// News of which only the latest counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// Lines of the analysis.
    Analysis,
    /// Progress of the report.
    Report,
    /// The state of a game.
    State(String),
    /// What an engine thinks in a game.
    SearchInfo(String),
}

/// A message to be sent, and the slot whose place it has.
struct Waiting {
    slot: Option<Slot>,
    text: String,
}

#[derive(Default)]
struct Inner {
    waiting: VecDeque<Waiting>,
    bytes: usize,
    /// When each slot was last sent.
    sent: HashMap<Slot, Instant>,
    closed: Option<(Option<u16>, &'static str)>,
}

/// The messages for one page.
#[derive(Default)]
pub struct Outbox {
    inner: Mutex<Inner>,
    /// Something was put in, or the box was closed.
    filled: Notify,
    /// Something was taken out.
    emptied: Notify,
}

/// What to do next.
pub enum Next {
    /// Send this.
    Send(String),
    /// Nothing is due before then.
    At(Instant),
    /// Nothing is there.
    Nothing,
    /// The box is closed: with this code, for this reason.
    Closed(Option<u16>, &'static str),
}

/// A message, with the number of the request that it answers.
#[derive(Serialize)]
struct Numbered<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    re: Option<u64>,
    #[serde(flatten)]
    message: &'a Message,
}

#[derive(Serialize)]
struct Failure<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    re: Option<u64>,
    #[serde(flatten)]
    refusal: &'a Refusal,
}

/// The text of a message.
fn text_of(re: Option<u64>, message: &Message) -> String {
    // Nothing that is sent has keys that are not texts, the only thing that could fail.
    serde_json::to_string(&Numbered { re, message }).unwrap_or_default()
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers the request `re`.
    pub fn answer(&self, re: u64, message: &Message) {
        self.put(None, text_of(Some(re), message));
    }

    /// Refuses a request.
    pub fn refuse(&self, re: Option<u64>, refusal: &Refusal) {
        let failure = Failure { kind: "error", re, refusal };
        self.put(None, serde_json::to_string(&failure).unwrap_or_default());
    }

    /// Sends an event that must arrive.
    pub fn tell(&self, message: &Message) {
        self.put(None, text_of(None, message));
    }

    /// Sends an event of which only the latest counts.
    pub fn news(&self, slot: Slot, message: &Message) {
        self.put(Some(slot), text_of(None, message));
    }

    /// What waits in the slot is the last word: it is sent as it stands, without waiting
    /// for its time, and before everything that comes later.
    pub fn settle(&self, slot: &Slot) {
        for waiting in &mut self.lock().waiting {
            if waiting.slot.as_ref() == Some(slot) {
                waiting.slot = None;
            }
        }
        self.filled.notify_one();
    }

    /// Forgets news that is no longer true.
    pub fn forget(&self, slot: &Slot) {
        let mut inner = self.lock();
        let inner = &mut *inner;
        inner.waiting.retain(|waiting| {
            let stays = waiting.slot.as_ref() != Some(slot);
            inner.bytes -= if stays { 0 } else { waiting.text.len() };
            stays
        });
    }

    fn put(&self, slot: Option<Slot>, text: String) {
        let mut inner = self.lock();
        if inner.closed.is_some() {
            return;
        }
        inner.bytes += text.len();
        let same = |waiting: &&mut Waiting| slot.is_some() && waiting.slot == slot;
        match inner.waiting.iter_mut().find(same) {
            Some(waiting) => {
                let old = std::mem::replace(&mut waiting.text, text);
                inner.bytes -= old.len();
            }
            None => inner.waiting.push_back(Waiting { slot, text }),
        }
        let many = inner.waiting.len() > MOST_MESSAGES;
        let large = inner.bytes > MOST_BYTES && inner.waiting.len() > 1;
        if many || large {
            close(&mut inner, None, "too much is left unread");
        }
        drop(inner);
        self.filled.notify_one();
    }

    /// Nothing more is taken or sent.
    pub fn end(&self) {
        self.close(None, "");
    }

    /// The same, and the page is told why.
    pub fn close_with(&self, code: u16, reason: &'static str) {
        self.close(Some(code), reason);
    }

    fn close(&self, code: Option<u16>, reason: &'static str) {
        close(&mut self.lock(), code, reason);
        self.filled.notify_one();
        self.emptied.notify_one();
    }

    /// Takes what is to be sent now.
    pub fn next(&self) -> Next {
        let mut inner = self.lock();
        if let Some((code, reason)) = inner.closed {
            return Next::Closed(code, reason);
        }
        let now = Instant::now();
        let mut soonest = None;
        let mut due = None;
        for (index, waiting) in inner.waiting.iter().enumerate() {
            let at =
                waiting.slot.as_ref().and_then(|slot| inner.sent.get(slot)).map(|at| *at + PACE);
            match at {
                Some(at) if at > now => soonest = Some(soonest.map_or(at, |s: Instant| s.min(at))),
                _ => {
                    due = Some(index);
                    break;
                }
            }
        }
        let Some(index) = due else { return soonest.map_or(Next::Nothing, Next::At) };
        let Some(waiting) = inner.waiting.remove(index) else { return Next::Nothing };
        inner.bytes -= waiting.text.len();
        if let Some(slot) = waiting.slot {
            // Slots of games that ended long ago are of no use.
            inner.sent.retain(|_, at| *at + PACE > now);
            inner.sent.insert(slot, now);
        }
        drop(inner);
        self.emptied.notify_one();
        Next::Send(waiting.text)
    }

    /// Sleeps until something may be due.
    pub async fn filled(&self) {
        self.filled.notified().await;
    }

    /// Sleeps while so much waits that no further request should be read.
    pub async fn has_room(&self) {
        loop {
            let emptied = self.emptied.notified();
            {
                let inner = self.lock();
                if inner.closed.is_some() || inner.waiting.len() < FULL_ENOUGH {
                    return;
                }
            }
            emptied.await;
        }
    }

    /// Whether the box is closed.
    #[cfg(test)]
    fn is_closed(&self) -> bool {
        self.lock().closed.is_some()
    }

    /// How many bytes wait.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.lock().bytes
    }
}

fn close(inner: &mut Inner, code: Option<u16>, reason: &'static str) {
    // The first reason is the true one.
    inner.closed.get_or_insert((code, reason));
    inner.waiting.clear();
    inner.bytes = 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message with something in it.
    fn left(game: impl ToString) -> Message {
        Message::PlayLeft { game: game.to_string() }
    }

    fn sent(outbox: &Outbox) -> Vec<String> {
        let mut all = Vec::new();
        while let Next::Send(text) = outbox.next() {
            all.push(text);
        }
        all
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_latest_news_is_sent_and_not_too_often() {
        let outbox = Outbox::default();
        for n in 0..1000 {
            outbox.news(Slot::Analysis, &left(n));
        }
        assert_eq!(sent(&outbox), [r#"{"type":"play.left","game":"999"}"#]);
        outbox.news(Slot::Analysis, &left(1000));
        assert!(matches!(outbox.next(), Next::At(_)));
        outbox.answer(1, &Message::Pong {});
        assert_eq!(sent(&outbox), [r#"{"re":1,"type":"pong"}"#], "answers do not wait");
        tokio::time::advance(PACE).await;
        assert_eq!(sent(&outbox), [r#"{"type":"play.left","game":"1000"}"#]);
        assert_eq!(outbox.bytes(), 0);
    }

    #[test]
    fn news_keeps_its_place_before_what_came_later() {
        let outbox = Outbox::default();
        outbox.news(Slot::Analysis, &left(1));
        outbox.tell(&Message::AnalyseStopped {});
        outbox.news(Slot::Analysis, &left(2));
        assert_eq!(
            sent(&outbox),
            [r#"{"type":"play.left","game":"2"}"#, r#"{"type":"analyse.stopped"}"#]
        );
    }

    #[test]
    fn the_last_word_comes_before_the_end() {
        let outbox = Outbox::default();
        outbox.news(Slot::Analysis, &left(1));
        assert_eq!(sent(&outbox).len(), 1);
        outbox.news(Slot::Analysis, &left(2));
        outbox.settle(&Slot::Analysis);
        outbox.tell(&Message::AnalyseStopped {});
        assert_eq!(
            sent(&outbox),
            [r#"{"type":"play.left","game":"2"}"#, r#"{"type":"analyse.stopped"}"#]
        );
    }

    #[test]
    fn a_page_that_does_not_read_is_given_up() {
        let outbox = Outbox::default();
        for re in 0..=MOST_MESSAGES as u64 {
            assert!(!outbox.is_closed(), "{re}");
            outbox.answer(re, &Message::Pong {});
        }
        assert!(outbox.is_closed() && outbox.bytes() == 0);
        assert!(matches!(outbox.next(), Next::Closed(..)));

        let outbox = Outbox::default();
        let large = "x".repeat(MOST_BYTES);
        outbox.answer(1, &left(&large));
        assert!(!outbox.is_closed(), "one large message is fine");
        outbox.answer(2, &left(&large));
        assert!(outbox.is_closed());
    }

    #[test]
    fn what_is_forgotten_is_not_sent() {
        let outbox = Outbox::default();
        outbox.news(Slot::Analysis, &left(1));
        outbox.forget(&Slot::Analysis);
        assert!(sent(&outbox).is_empty() && outbox.bytes() == 0);
    }
}
