// SPDX-License-Identifier: GPL-3.0-or-later
//! Table entries on their way: a header, then 48 bytes each.
//!
//! The position costs 32 of them. It buys that the receiver checks key and move by itself, and
//! that no key is ever put together from parts.

use std::time::{SystemTime, UNIX_EPOCH};

use formats::viriformat::{pack_position, unpack_position};
use search::SharedEntry;

use crate::message::Garbage;

/// Bytes of the header: epoch and time.
const HEADER: usize = 16;

/// Bytes of an entry: position, key, data.
const ENTRY: usize = 48;

/// Entries of a batch, at most. Open MPI copies messages below 4 KiB at once; longer ones are fetched
/// from the sender, which may be dead by then.
pub const MOST: usize = 80;

/// Entries that left together.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Which knowledge fits together.
    pub epoch: u64,
    /// When it was sent, in microseconds since 1970, by the sender's clock.
    pub sent: u64,
    /// The entries.
    pub entries: Vec<SharedEntry>,
}

/// Microseconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}

impl Batch {
    /// A batch that leaves now; what is too much for one is left out.
    pub fn new(epoch: u64, mut entries: Vec<SharedEntry>) -> Batch {
        entries.truncate(MOST);
        Batch { epoch, sent: now(), entries }
    }

    /// As many batches as the entries need, for sending.
    pub fn encode_all(epoch: u64, entries: &[SharedEntry]) -> Vec<Vec<u8>> {
        entries.chunks(MOST).map(|part| Batch::new(epoch, part.to_vec()).encode()).collect()
    }

    /// To bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + ENTRY * self.entries.len());
        bytes.extend(self.epoch.to_le_bytes());
        bytes.extend(self.sent.to_le_bytes());
        for entry in &self.entries {
            bytes.extend(pack_position(&entry.position));
            bytes.extend(entry.key.to_le_bytes());
            bytes.extend(entry.data.to_le_bytes());
        }
        bytes
    }

    /// From bytes.
    ///
    /// # Errors
    /// If they are no batch, or hold a position that is not legal. Whether an entry makes sense is
    /// asked when it is delivered.
    pub fn decode(bytes: &[u8]) -> Result<Batch, Garbage> {
        let header =
            bytes.get(..HEADER).ok_or_else(|| Garbage("a batch without a header".into()))?;
        let body = &bytes[HEADER..];
        if !body.len().is_multiple_of(ENTRY) || body.len() > ENTRY * MOST {
            return Err(Garbage(format!("a batch of {} bytes", bytes.len())));
        }
        let mut entries = Vec::with_capacity(body.len() / ENTRY);
        for entry in body.chunks_exact(ENTRY) {
            let mut packed = [0; 32];
            packed.copy_from_slice(&entry[..32]);
            let position = unpack_position(&packed).map_err(|error| Garbage(error.to_string()))?;
            let (key, data) = (word(&entry[32..40]), word(&entry[40..]));
            entries.push(SharedEntry { position, key, data });
        }
        Ok(Batch { epoch: word(&header[..8]), sent: word(&header[8..]), entries })
    }
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// To whom a rank sends its entries: everybody as long as there are few ranks, otherwise those at
/// distances 1, 2, 4 … round the circle, so that the messages of a rank grow with the logarithm.
pub fn neighbours(rank: usize, peers: &[usize]) -> Vec<usize> {
    const FEW: usize = 8;
    let Some(place) = peers.iter().position(|&peer| peer == rank) else {
        return peers.iter().copied().take(FEW).collect();
    };
    if peers.len() <= FEW {
        return peers.iter().copied().filter(|&peer| peer != rank).collect();
    }
    let distances = std::iter::successors(Some(1), |step| Some(step * 2));
    let near = distances.take_while(|&step| step < peers.len());
    near.map(|step| peers[(place + step) % peers.len()]).collect()
}
