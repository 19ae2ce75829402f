// SPDX-License-Identifier: GPL-3.0-or-later
//! What carries messages from rank to rank.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// What kind of message it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// An order or a report, in JSON: there are few, and people read them when something is wrong.
    Word,
    /// A batch of table entries, in binary: there are many.
    Batch,
}

impl Tag {
    /// Its number on the wire.
    pub const fn number(self) -> i32 {
        match self {
            Tag::Word => 1,
            Tag::Batch => 2,
        }
    }

    /// The tag of a number; none for a number that means nothing.
    pub fn of(number: i32) -> Option<Tag> {
        [Tag::Word, Tag::Batch].into_iter().find(|tag| tag.number() == number)
    }
}

/// A message that has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Who sent it.
    pub from: usize,
    /// What it is; `None` if the sender made that up.
    pub tag: Option<Tag>,
    /// What it says.
    pub bytes: Vec<u8>,
}

/// Messages and bytes, sent and received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl Traffic {
    /// A message more.
    pub fn count(&mut self, bytes: usize) {
        self.messages += 1;
        self.bytes += bytes as u64;
    }
}

/// Carries messages. No method waits.
pub trait Wire {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn size(&self) -> usize;

    /// Sends a message; it arrives later or never. A batch to a rank that does not take its mail
    /// is thrown away.
    fn send(&mut self, to: usize, tag: Tag, bytes: Vec<u8>);

    /// The next message that has arrived.
    fn receive(&mut self) -> Option<Packet>;

    /// Whether everything sent has left.
    fn is_flushed(&mut self) -> bool;

    /// What went over it so far.
    fn traffic(&self) -> Traffic;
}

/// Ranks in one process, for tests.
pub struct LocalWire {
    rank: usize,
    boxes: Arc<Vec<Mutex<VecDeque<Packet>>>>,
    traffic: Traffic,
}

impl LocalWire {
    /// So many ranks that reach each other.
    pub fn ranks(size: usize) -> Vec<LocalWire> {
        let boxes: Arc<Vec<_>> = Arc::new((0..size).map(|_| Mutex::default()).collect());
        (0..size)
            .map(|rank| LocalWire { rank, boxes: boxes.clone(), traffic: Traffic::default() })
            .collect()
    }

    /// Puts anything into the box of a rank, as a broken sender would.
    pub fn inject(&self, to: usize, packet: Packet) {
        if let Some(inbox) = self.boxes.get(to) {
            inbox.lock().unwrap_or_else(PoisonError::into_inner).push_back(packet);
        }
    }
}

impl Wire for LocalWire {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.boxes.len()
    }

    fn send(&mut self, to: usize, tag: Tag, bytes: Vec<u8>) {
        self.traffic.count(bytes.len());
        self.inject(to, Packet { from: self.rank, tag: Some(tag), bytes });
    }

    fn receive(&mut self) -> Option<Packet> {
        let mut inbox = self.boxes[self.rank].lock().unwrap_or_else(PoisonError::into_inner);
        let packet = inbox.pop_front()?;
        self.traffic.count(packet.bytes.len());
        Some(packet)
    }

    fn is_flushed(&mut self) -> bool {
        true
    }

    fn traffic(&self) -> Traffic {
        self.traffic
    }
}
