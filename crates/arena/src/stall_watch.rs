// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the machine stood still while an engine was to move.
//!
//! ```
//! use arena::stall_watch::StallWatch;
//! use std::time::{Duration, Instant};
//!
//! let stall_watch = StallWatch::begin();
//! let asked = Instant::now();
//! std::thread::sleep(Duration::from_millis(10));
//! assert!(stall_watch.still(asked, asked.elapsed()) <= asked.elapsed());
//! ```
//!
//! A virtual machine stops now and then for a tenth of a second or more, and
//! whoever is to move then loses on time without having done anything wrong. For
//! each processor there is a thread here that wants next to nothing: to be woken
//! every few milliseconds. When not even that happens, nobody else was served
//! either. It does not see a machine that is merely crowded: whoever sleeps is
//! woken before those who calculate get their next turn.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// From one beat to the next.
const BEAT: Duration = Duration::from_millis(4);

/// A beat that comes so much too late is missed.
const MISSED: Duration = Duration::from_millis(15);

/// Stalls that are remembered: those of the last minutes.
const REMEMBERED: usize = 256;

/// Watches the processors until it is dropped.
#[derive(Debug)]
pub struct StallWatch {
    began: Instant,
    cpus: Vec<Arc<CpuWatch>>,
    threads: Vec<JoinHandle<()>>,
    over: Arc<AtomicBool>,
}

/// What is known of one processor.
#[derive(Debug, Default)]
struct CpuWatch {
    /// The last beat, in nanoseconds since the beginning.
    last: AtomicU64,
    stalls: Mutex<VecDeque<Stall>>,
}

/// A time without a beat, since the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stall {
    from: Duration,
    to: Duration,
}

impl Stall {
    /// Between a beat and the next one that was seen, if that came too late.
    fn between(last: Duration, now: Duration) -> Option<Stall> {
        let due = last + BEAT;
        (now > due + MISSED).then_some(Stall { from: due, to: now })
    }

    /// How much of it lies between two moments.
    fn within(&self, from: Duration, to: Duration) -> Duration {
        self.to.min(to).saturating_sub(self.from.max(from))
    }
}

impl StallWatch {
    /// Begins to watch all processors that this program may use.
    pub fn begin() -> StallWatch {
        let began = Instant::now();
        let over = Arc::new(AtomicBool::new(false));
        let (mut cpus, mut threads) = (Vec::new(), Vec::new());
        for place in places() {
            let cpu = Arc::new(CpuWatch::default());
            let (own, until) = (Arc::clone(&cpu), Arc::clone(&over));
            let beat = move || {
                stay(place);
                own.beat(began, &until);
            };
            // Without the thread nothing is excused; the games go on.
            if let Ok(thread) = thread::Builder::new().name("stalls".into()).spawn(beat) {
                cpus.push(cpu);
                threads.push(thread);
            }
        }
        StallWatch { began, cpus, threads, over }
    }

    /// How long the machine stood still in the time of `elapsed` after `from`: on
    /// the processor where it was longest.
    pub fn still(&self, from: Instant, elapsed: Duration) -> Duration {
        let from = from.saturating_duration_since(self.began);
        let now = self.began.elapsed();
        let longest = self.cpus.iter().map(|cpu| cpu.still(from, from + elapsed, now));
        longest.max().unwrap_or_default()
    }
}

impl Drop for StallWatch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

impl CpuWatch {
    fn beat(&self, began: Instant, over: &AtomicBool) {
        self.mark(began.elapsed());
        while !over.load(Ordering::Relaxed) {
            thread::park_timeout(BEAT);
            self.saw(began.elapsed());
        }
    }

    /// A beat, at last. The stall and the beat that ends it are seen together, so
    /// that nobody counts it twice.
    fn saw(&self, now: Duration) {
        let mut stalls = self.stalls.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stall) = Stall::between(self.last(), now) {
            if stalls.len() == REMEMBERED {
                stalls.pop_front();
            }
            stalls.push_back(stall);
        }
        self.mark(now);
    }

    fn mark(&self, now: Duration) {
        self.last.store(now.as_nanos() as u64, Ordering::Release);
    }

    fn last(&self) -> Duration {
        Duration::from_nanos(self.last.load(Ordering::Acquire))
    }

    /// Whoever asks may have been woken before this thread: the beat that is
    /// still missing `now` counts.
    fn still(&self, from: Duration, to: Duration, now: Duration) -> Duration {
        let stalls = self.stalls.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = Stall::between(self.last(), now);
        stalls.iter().copied().chain(missing).map(|stall| stall.within(from, to)).sum()
    }
}

/// The processors that this program may use; `None` is any of them.
fn places() -> Vec<Option<usize>> {
    #[cfg(target_os = "linux")]
    if let Ok(set) = rustix::thread::sched_getaffinity(None) {
        let mine = |&cpu: &usize| set.is_set(cpu);
        return (0..rustix::thread::CpuSet::MAX_CPU).filter(mine).map(Some).collect();
    }
    vec![None]
}

/// Keeps the calling thread on one processor.
fn stay(place: Option<usize>) {
    #[cfg(target_os = "linux")]
    if let Some(cpu) = place {
        let mut set = rustix::thread::CpuSet::new();
        set.set(cpu);
        let _ = rustix::thread::sched_setaffinity(None, &set);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_late_beat_is_a_stall_and_a_slow_one_is_none() {
        assert_eq!(Stall::between(MS(100), MS(119)), None);
        let stall = Stall::between(MS(100), MS(204)).unwrap();
        assert_eq!((stall.from, stall.to), (MS(104), MS(204)));
    }

    #[test]
    fn only_what_falls_into_the_move_counts() {
        let cpu = CpuWatch::default();
        cpu.saw(MS(4));
        cpu.saw(MS(108)); // 8 to 108
        cpu.saw(MS(112));
        cpu.saw(MS(176)); // 116 to 176
        let still = |from, to| cpu.still(MS(from), MS(to), MS(177));
        assert_eq!(still(0, 200), MS(160));
        assert_eq!(still(50, 110), MS(58));
        assert_eq!(still(109, 115), MS(0));
        assert_eq!(still(150, 1000), MS(26));
        // The next beat is missing for a second by now.
        assert_eq!(cpu.still(MS(500), MS(700), MS(1176)), MS(200));
    }

    #[test]
    fn old_stalls_are_forgotten() {
        let cpu = CpuWatch::default();
        for number in 1..=REMEMBERED as u64 + 10 {
            cpu.saw(MS(100 * number));
        }
        assert_eq!(cpu.stalls.lock().unwrap().len(), REMEMBERED);
    }

    /// Threads of the test itself are the machine: one that is watched sees them
    /// come and go, and ends when it is told to.
    #[test]
    fn it_begins_and_ends() {
        let stall_watch = StallWatch::begin();
        assert!(!stall_watch.threads.is_empty());
        let asked = Instant::now();
        thread::sleep(MS(30));
        let elapsed = asked.elapsed();
        assert!(stall_watch.still(asked, elapsed) <= elapsed);
        drop(stall_watch);
    }
}
