// SPDX-License-Identifier: GPL-3.0-or-later
//! Throughput work: a long task in parts that need nothing of each other, dealt out to ranks.
//!
//! Rank 0 has a [`Ledger`] of the parts and a [`Record`] of the finished ones on disk; every rank,
//! rank 0 too, has a [`Worker`] that runs a part as a process of its own. Which part has which
//! content follows from its number alone, so the sum is the same whoever did what.

mod ledger;
mod record;
mod worker;

pub use ledger::Ledger;
pub use record::{Record, RecordError};
pub use worker::{PARENT, Worker};

use std::time::{Duration, Instant};

use journal::StopFlag;

use crate::hello::Hello;
use crate::hub::{StartError, greet};
use crate::message::{Order, Report, Work, decode, encode};
use crate::pace::PING;
use crate::wire::{Tag, Wire};

/// Between two looks: parts last minutes.
const LOOK: Duration = Duration::from_millis(10);

/// A rank that is silent for so long has lost its part. Longer than at play: to deal a part twice
/// costs time, and nobody waits for a move.
const WRITTEN_OFF: Duration = Duration::from_secs(20);

/// What happened to a part, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A part is finished: its number, who did it, how many are finished.
    Done(u32, usize, usize),
    /// A part failed and is dealt again, with what was said.
    Failed(u32, usize, String),
    /// A rank is silent, and its part is dealt again.
    Lost(usize),
}

/// Why the work is not finished.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// Ranks of different kinds.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A part fails again and again.
    #[error("part {part} failed {attempts} times, at last with: {why}")]
    Part {
        /// Which.
        part: u32,
        /// How often.
        attempts: u32,
        /// What it said.
        why: String,
    },
    /// What is finished can't be noted.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Somebody wants to leave.
    #[error("interrupted; the same command goes on from here")]
    Stopped,
}

/// A rank as rank 0 sees it.
struct Hand {
    rank: usize,
    heard: Instant,
    busy: bool,
    lost: bool,
}

/// Deals out all parts that are not finished yet, as rank 0. All ranks are told to end afterwards.
///
/// # Errors
/// See [`WorkError`].
pub fn lead(
    wire: &mut impl Wire,
    hello: &Hello,
    ledger: &mut Ledger,
    record: &mut Record,
    arguments: &dyn Fn(u32) -> Vec<String>,
    stop: &StopFlag,
    tell: &mut dyn FnMut(Progress),
) -> Result<bool, WorkError> {
    let greeted = greet(wire, hello);
    let done = match greeted {
        Ok(greeted) => deal_all(wire, &greeted, ledger, record, arguments, stop, tell),
        Err(error) => Err(error.into()),
    };
    dismiss(wire, *done.as_ref().unwrap_or(&true));
    done
}

/// Tells all ranks to end.
pub fn dismiss(wire: &mut impl Wire, with_all: bool) {
    let quit = encode(&Order::Quit { with_all });
    (1..wire.size()).for_each(|rank| wire.send(rank, Tag::Word, quit.clone()));
    let deadline = Instant::now() + PING;
    while !wire.is_flushed() && Instant::now() < deadline {
        std::thread::sleep(LOOK);
    }
}

/// Returns whether every rank is still there.
fn deal_all(
    wire: &mut impl Wire,
    greeted: &[usize],
    ledger: &mut Ledger,
    record: &mut Record,
    arguments: &dyn Fn(u32) -> Vec<String>,
    stop: &StopFlag,
    tell: &mut dyn FnMut(Progress),
) -> Result<bool, WorkError> {
    let mut own = Worker::default();
    let now = Instant::now();
    let hand = |&rank: &usize| Hand { rank, heard: now, busy: false, lost: false };
    let mut hands: Vec<Hand> = greeted.iter().map(hand).collect();
    let mut own_hand = Hand { rank: 0, heard: now, busy: false, lost: false };
    let mut next_ping = now;
    while !ledger.is_finished() {
        if stop.is_raised() {
            return Err(WorkError::Stopped);
        }
        let mut reports: Vec<(usize, Report)> =
            own.poll().into_iter().map(|done| (0, done)).collect();
        while let Some(packet) = wire.receive() {
            // Nonsense is no sign of life.
            if let Ok(report) = decode::<Report>(&packet.bytes) {
                reports.push((packet.from, report));
            }
        }
        for (rank, report) in reports {
            let hand = match rank {
                0 => Some(&mut own_hand),
                _ => hands.iter_mut().find(|hand| hand.rank == rank),
            };
            let Some(hand) = hand else { continue };
            (hand.heard, hand.lost) = (Instant::now(), false);
            let Report::Worked { part, attempt, error } = report else { continue };
            hand.busy = false;
            match error {
                None => {
                    if ledger.done(part, attempt) {
                        record.note(part, rank)?;
                        tell(Progress::Done(part, rank, ledger.finished()));
                    }
                }
                Some(why) => match ledger.failed(part, attempt) {
                    Some(attempts) => return Err(WorkError::Part { part, attempts, why }),
                    None => tell(Progress::Failed(part, rank, why)),
                },
            }
        }
        for hand in hands.iter_mut().filter(|hand| !hand.lost && hand.heard.elapsed() > WRITTEN_OFF)
        {
            (hand.lost, hand.busy) = (true, false);
            ledger.lost(hand.rank);
            tell(Progress::Lost(hand.rank));
        }
        let idle = |hand: &&mut Hand| !hand.busy && !hand.lost;
        for hand in hands.iter_mut().filter(idle) {
            let Some((part, attempt)) = ledger.next(hand.rank) else { break };
            let work = Work { part, attempt, arguments: arguments(part) };
            wire.send(hand.rank, Tag::Word, encode(&Order::Work(work)));
            hand.busy = true;
        }
        if !own_hand.busy
            && let Some((part, attempt)) = ledger.next(0)
        {
            own.start(Work { part, attempt, arguments: arguments(part) });
            own_hand.busy = true;
        }
        if Instant::now() >= next_ping {
            next_ping = Instant::now() + PING;
            let ping = encode(&Order::Ping);
            let here = hands.iter().filter(|hand| !hand.lost);
            here.for_each(|hand| wire.send(hand.rank, Tag::Word, ping.clone()));
        }
        std::thread::sleep(LOOK);
    }
    Ok(hands.len() + 1 == wire.size() && hands.iter().all(|hand| !hand.lost))
}
