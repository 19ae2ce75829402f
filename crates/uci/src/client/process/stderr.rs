// SPDX-License-Identifier: GPL-3.0-or-later
//! An engine's standard error: drained always, remembered at its end.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::client::fault::StderrTail;

/// Bytes remembered.
const KEPT: usize = 4096;

/// The last words of an engine, shared with the thread that hears them.
#[derive(Clone, Default)]
pub struct Complaints(Arc<Mutex<VecDeque<u8>>>);

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
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(&buffer[..read]);
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
    }

    /// What is remembered.
    pub fn tail(&self) -> StderrTail {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        StderrTail(String::from_utf8_lossy(&bytes).into_owned())
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
        let tail = complaints.tail();
        assert!(tail.0.len() <= KEPT);
        assert_eq!(tail.to_string(), "; its last words: out of memory");
    }

    #[test]
    fn silence_adds_nothing() {
        assert_eq!(Complaints::default().tail().to_string(), "");
    }
}
