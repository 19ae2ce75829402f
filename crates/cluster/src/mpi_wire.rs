// SPDX-License-Identifier: GPL-3.0-or-later
//! MPI: the one module of this crate with unsafe code.
//!
//! Only point-to-point messages that nobody waits for: a probe tells whether one has arrived, and
//! a send keeps its bytes until MPI says that they have left. No collectives, which would hang with
//! the first rank that dies. Errors are returned instead of ending the program, which is MPI's
//! habit.
#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::ffi::{c_int, c_void};
use std::time::Duration;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::ffi;

use crate::wire::{Packet, Tag, Traffic, Wire};

/// Batches that may be on their way to a rank; further ones are thrown away until it has taken
/// some of them.
const MOST_BATCHES: usize = 64;

/// Messages that may be arriving at a time; further ones wait at their senders.
const MOST_ARRIVING: usize = 256;

/// How long the last greetings may take when a program ends.
const FAREWELL: Duration = Duration::from_millis(400);

/// Why there is no cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MpiError {
    /// MPI would not start.
    #[error("MPI does not start; run as 'mpirun -n N xanthos cluster'")]
    NoStart,
    /// MPI allows only one thread.
    #[error("this MPI gives {0:?}, and MPI_THREAD_SERIALIZED is needed")]
    Threads(Threading),
}

/// A message that is leaving. Its bytes stay where they are until it has left.
struct Leaving {
    to: usize,
    tag: Tag,
    request: ffi::MPI_Request,
    _bytes: Box<[u8]>,
}

/// A message that is arriving. A long one is fetched piece by piece; from a rank that has died it
/// never arrives, and nobody waits for it.
struct Arriving {
    from: usize,
    tag: c_int,
    request: ffi::MPI_Request,
    /// What it is written to.
    bytes: Box<[u8]>,
}

/// A rank of an MPI program.
pub struct MpiWire {
    rank: usize,
    size: usize,
    leaving: VecDeque<Leaving>,
    arriving: Vec<Arriving>,
    traffic: Traffic,
    universe: Option<Universe>,
}

// SAFETY: MPI was started with MPI_THREAD_SERIALIZED, which was checked: any thread may call it, one
// at a time. Every call of this program goes through `&mut MpiWire`, of which there is one.
unsafe impl Send for MpiWire {}

impl MpiWire {
    /// Starts MPI.
    ///
    /// # Errors
    /// If it does not start, or leaves no choice of the thread that speaks.
    pub fn start() -> Result<MpiWire, MpiError> {
        let started = mpi::initialize_with_threading(Threading::Serialized);
        let (universe, threading) = started.ok_or(MpiError::NoStart)?;
        if threading < Threading::Serialized {
            return Err(MpiError::Threads(threading));
        }
        let (mut rank, mut size): (c_int, c_int) = (0, 0);
        // SAFETY: MPI has started, and the numbers are valid places to write to.
        unsafe {
            ffi::MPI_Comm_set_errhandler(ffi::RSMPI_COMM_WORLD, ffi::RSMPI_ERRORS_RETURN);
            ffi::MPI_Comm_rank(ffi::RSMPI_COMM_WORLD, &mut rank);
            ffi::MPI_Comm_size(ffi::RSMPI_COMM_WORLD, &mut size);
        }
        Ok(MpiWire {
            rank: usize::try_from(rank).unwrap_or(0),
            size: usize::try_from(size).unwrap_or(1),
            leaving: VecDeque::new(),
            arriving: Vec::new(),
            traffic: Traffic::default(),
            universe: Some(universe),
        })
    }

    /// Begins to receive what has announced itself.
    fn begin_arrivals(&mut self) {
        while self.arriving.len() < MOST_ARRIVING {
            let mut there: c_int = 0;
            // SAFETY: a status of zeros is a valid one to be overwritten; the bytes have room for as
            // many as the probe told, and are kept in place until the request is done.
            unsafe {
                let mut status: ffi::MPI_Status = std::mem::zeroed();
                let code = ffi::MPI_Iprobe(
                    ffi::RSMPI_ANY_SOURCE,
                    ffi::RSMPI_ANY_TAG,
                    ffi::RSMPI_COMM_WORLD,
                    &mut there,
                    &mut status,
                );
                if code != 0 || there == 0 {
                    return;
                }
                let mut count: c_int = 0;
                ffi::MPI_Get_count(&status, ffi::RSMPI_UINT8_T, &mut count);
                let mut bytes = vec![0u8; usize::try_from(count).unwrap_or(0)].into_boxed_slice();
                let mut request = std::mem::zeroed();
                let code = ffi::MPI_Irecv(
                    bytes.as_mut_ptr().cast::<c_void>(),
                    count.max(0),
                    ffi::RSMPI_UINT8_T,
                    status.MPI_SOURCE,
                    status.MPI_TAG,
                    ffi::RSMPI_COMM_WORLD,
                    &mut request,
                );
                if code != 0 {
                    return;
                }
                let from = usize::try_from(status.MPI_SOURCE).unwrap_or(0);
                self.arriving.push(Arriving { from, tag: status.MPI_TAG, request, bytes });
            }
        }
    }

    /// Lets go of the bytes of messages that have left.
    fn tidy(&mut self) {
        self.leaving.retain_mut(|message| {
            let mut done: c_int = 0;
            // SAFETY: the request belongs to this send and has not been found done before.
            let code =
                unsafe { ffi::MPI_Test(&mut message.request, &mut done, ffi::RSMPI_STATUS_IGNORE) };
            // A send that failed is over as well; its rank will be missed by its silence.
            code == 0 && done == 0
        });
    }

    /// Ends the program. MPI's own farewell needs every rank: where one is missing, or it takes
    /// too long, the program ends without it.
    pub fn leave(mut self, with_all: bool, code: u8) -> ! {
        std::thread::spawn(move || {
            std::thread::sleep(FAREWELL);
            std::process::exit(i32::from(code));
        });
        let universe = self.universe.take();
        match (with_all, universe) {
            (true, Some(universe)) => drop(universe),
            (_, universe) => std::mem::forget(universe),
        }
        std::process::exit(i32::from(code))
    }
}

impl Drop for MpiWire {
    fn drop(&mut self) {
        // The farewell is a collective, and MPI may still use the bytes of messages under way: they
        // outlive a wire that is dropped on the way out of an error.
        std::mem::forget(self.universe.take());
        std::mem::forget(std::mem::take(&mut self.leaving));
        std::mem::forget(std::mem::take(&mut self.arriving));
    }
}

impl Wire for MpiWire {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&mut self, to: usize, tag: Tag, bytes: Vec<u8>) {
        self.tidy();
        let waiting = |message: &&Leaving| message.to == to && message.tag == tag;
        let backlog = self.leaving.iter().filter(waiting).count();
        let (Ok(rank), Ok(count)) = (c_int::try_from(to), c_int::try_from(bytes.len())) else {
            return;
        };
        if to >= self.size || to == self.rank || (tag == Tag::Batch && backlog >= MOST_BATCHES) {
            return;
        }
        let bytes = bytes.into_boxed_slice();
        // SAFETY: the bytes are kept, unchanged and in place, until the request is done.
        unsafe {
            let mut request = std::mem::zeroed();
            let code = ffi::MPI_Isend(
                bytes.as_ptr().cast::<c_void>(),
                count,
                ffi::RSMPI_UINT8_T,
                rank,
                tag.number(),
                ffi::RSMPI_COMM_WORLD,
                &mut request,
            );
            if code == 0 {
                self.traffic.count(bytes.len());
                self.leaving.push_back(Leaving { to, tag, request, _bytes: bytes });
            }
        }
    }

    fn receive(&mut self) -> Option<Packet> {
        self.begin_arrivals();
        // Of each sender the first message that began to arrive is the first that counts.
        let mut waiting = Vec::new();
        for index in 0..self.arriving.len() {
            let message = &mut self.arriving[index];
            if waiting.contains(&message.from) {
                continue;
            }
            let mut done: c_int = 0;
            // SAFETY: the request belongs to this receive and has not been found done before.
            let code =
                unsafe { ffi::MPI_Test(&mut message.request, &mut done, ffi::RSMPI_STATUS_IGNORE) };
            if code == 0 && done == 0 {
                waiting.push(message.from);
                continue;
            }
            let Arriving { from, tag, bytes, .. } = self.arriving.remove(index);
            self.traffic.count(bytes.len());
            let tag = Tag::of(tag).filter(|_| code == 0);
            return Some(Packet { from, tag, bytes: bytes.into_vec() });
        }
        None
    }

    fn is_flushed(&mut self) -> bool {
        self.tidy();
        self.leaving.is_empty()
    }

    fn traffic(&self) -> Traffic {
        self.traffic
    }
}
