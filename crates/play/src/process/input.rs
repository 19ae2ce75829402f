// SPDX-License-Identifier: GPL-3.0-or-later
//! The way into an engine: direct while its pipe has room, through a thread
//! when it has not, and never blocking.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Messages that may wait before the engine is given up as deaf.
const QUEUE: usize = 1024;

/// Why a message was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Too many are waiting already.
    Full,
    /// The pipe is broken.
    Broken,
}

/// An engine's standard input.
#[derive(Debug)]
pub struct Input {
    shared: Arc<Shared>,
    queue: SyncSender<Vec<u8>>,
}

#[derive(Debug)]
struct Shared {
    pipe: Mutex<ChildStdin>,
    /// Messages that the thread has not finished yet.
    waiting: AtomicUsize,
    /// Nanoseconds from `started` to the beginning of the last write.
    last_write: AtomicU64,
    started: Instant,
}

impl Input {
    /// Takes over the pipe.
    pub fn new(pipe: ChildStdin) -> io::Result<Input> {
        set_nonblocking(&pipe)?;
        let shared = Arc::new(Shared {
            pipe: Mutex::new(pipe),
            waiting: AtomicUsize::new(0),
            last_write: AtomicU64::new(0),
            started: Instant::now(),
        });
        let (queue, messages) = mpsc::sync_channel(QUEUE);
        let thread = thread::Builder::new().name("engine input".to_owned());
        let writer = Arc::clone(&shared);
        thread.spawn(move || writer.write_all_of(&messages))?;
        Ok(Input { shared, queue })
    }

    /// Sends a message.
    pub fn send(&self, mut bytes: Vec<u8>) -> Result<(), Refusal> {
        // In the common case nothing is waiting and the pipe has room: then no
        // other thread needs to wake up between a move and the next question.
        if CAN_WRITE_DIRECTLY && self.shared.waiting.load(Ordering::Acquire) == 0 {
            match self.shared.write_some(&bytes) {
                Ok(written) if written == bytes.len() => return Ok(()),
                Ok(written) => drop(bytes.drain(..written)),
                Err(_) => return Err(Refusal::Broken),
            }
        }
        self.shared.waiting.fetch_add(1, Ordering::AcqRel);
        self.queue.try_send(bytes).map_err(|error| {
            self.shared.waiting.fetch_sub(1, Ordering::AcqRel);
            match error {
                TrySendError::Full(_) => Refusal::Full,
                TrySendError::Disconnected(_) => Refusal::Broken,
            }
        })
    }

    /// When the last message that has reached the pipe began to enter it.
    pub fn last_write(&self) -> Instant {
        let nanoseconds = self.shared.last_write.load(Ordering::Acquire);
        self.shared.started + Duration::from_nanos(nanoseconds)
    }
}

impl Shared {
    /// Writes as much as the pipe takes now.
    fn write_some(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        self.last_write.store(self.started.elapsed().as_nanos() as u64, Ordering::Release);
        let mut written = 0;
        while written < bytes.len() {
            match pipe.write(&bytes[written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(written)
    }

    /// The thread: waits for room as long as it takes. It ends when the sender
    /// is gone and everything is written, or when the pipe breaks.
    fn write_all_of(&self, messages: &Receiver<Vec<u8>>) {
        for bytes in messages {
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                match self.write_some(rest) {
                    Ok(0) => thread::sleep(Duration::from_millis(1)),
                    Ok(written) => rest = &rest[written..],
                    Err(_) => return,
                }
            }
            self.waiting.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// Where a write cannot be kept from blocking, the thread does all of them.
const CAN_WRITE_DIRECTLY: bool = cfg!(unix);

#[cfg(unix)]
fn set_nonblocking(pipe: &ChildStdin) -> io::Result<()> {
    rustix::io::ioctl_fionbio(pipe, true)?;
    Ok(())
}

#[cfg(not(unix))]
fn set_nonblocking(_: &ChildStdin) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Read;
    use std::process::{Command, Stdio};

    #[test]
    fn everything_arrives_in_order_however_slow_the_reader() {
        let mut cat = Command::new("sh")
            .args(["-c", "sleep 0.2; cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = Input::new(cat.stdin.take().unwrap()).unwrap();
        // Far more than a pipe holds.
        let messages: Vec<String> =
            (0..500).map(|n| format!("{n} {}\n", "x".repeat(n * 7 % 3000))).collect();
        for message in &messages {
            assert_eq!(input.send(message.clone().into_bytes()), Ok(()));
        }
        drop(input);
        let mut read = String::new();
        cat.stdout.take().unwrap().read_to_string(&mut read).unwrap();
        assert!(cat.wait().unwrap().success());
        assert_eq!(read, messages.concat());
    }

    #[test]
    fn a_deaf_reader_is_noticed_and_never_waited_for() {
        let mut deaf = Command::new("sleep").arg("60").stdin(Stdio::piped()).spawn().unwrap();
        let input = Input::new(deaf.stdin.take().unwrap()).unwrap();
        let refusal = (0..10_000).find_map(|_| input.send(vec![b'x'; 1000]).err());
        assert_eq!(refusal, Some(Refusal::Full));
        deaf.kill().unwrap();
        deaf.wait().unwrap();
        let broken = (0..10_000).any(|_| {
            thread::sleep(Duration::from_millis(1));
            input.send(b"x".to_vec()) == Err(Refusal::Broken)
        });
        assert!(broken);
    }
}
