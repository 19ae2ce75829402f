// SPDX-License-Identifier: GPL-3.0-or-later
//! An engine's standard error: drained always, remembered at its end.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::fault::StderrTail;

/// Bytes remembered.
const KEPT: usize = 4096;

/// The last words of an engine, shared with the thread that hears them.
#[derive(Clone, Default)]
pub struct Complaints(Arc<Shared>);

#[derive(Default)]
struct Shared {
    kept: Mutex<Kept>,
    ended: Condvar,
}

#[derive(Default)]
struct Kept {
    bytes: VecDeque<u8>,
    ended: bool,
}

impl Complaints {
    /// Reads until the end, with a copy to a file if one is wanted.
    pub fn drain(&self, mut source: impl Read, copy: Option<PathBuf>) {
        let mut copy =
            copy.and_then(|path| OpenOptions::new().create(true).append(true).open(path).ok());
        let mut buffer = vec![0; KEPT];
        while let Ok(read) = source.read(&mut buffer) {
            if read == 0 {
                break;
            }
            if let Some(file) = &mut copy {
                let _ = file.write_all(&buffer[..read]);
            }
            let kept = &mut self.kept().bytes;
            kept.extend(&buffer[..read]);
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
        self.kept().ended = true;
        self.0.ended.notify_all();
    }

    /// What is remembered.
    pub fn tail(&self) -> StderrTail {
        let bytes: Vec<u8> = self.kept().bytes.iter().copied().collect();
        StderrTail(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// What is remembered of a process that has ended: its last words may
    /// still be on their way.
    pub fn last_words(&self, timeout: Duration) -> StderrTail {
        let kept = self.kept();
        drop(self.0.ended.wait_timeout_while(kept, timeout, |kept| !kept.ended));
        self.tail()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_leaves_only_its_end() {
        let complaints = Complaints::default();
        let flood = "noise\n".repeat(100_000) + "out of memory\n\n";
        complaints.drain(flood.as_bytes(), None);
        let tail = complaints.last_words(Duration::from_secs(60));
        assert!(tail.0.len() <= KEPT);
        assert_eq!(tail.to_string(), "; its last words: out of memory");
    }

    #[test]
    fn silence_adds_nothing() {
        assert_eq!(Complaints::default().tail().to_string(), "");
    }
}
