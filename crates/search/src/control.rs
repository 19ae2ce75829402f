// SPDX-License-Identifier: GPL-3.0-or-later
//! The strings by which a running search is held.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Shared by the one who searches and the one who commands.
///
/// A fresh `Control` belongs to each job. All methods take `&self`, never block
/// (except those that say so) and may be called from any thread.
///
/// ```
/// use xanthos_search::Control;
/// let control = Control::new(true); // a search on the opponent's time
/// assert!(control.is_pondering());
/// control.ponderhit();
/// assert!(!control.is_pondering() && !control.is_stopped());
/// control.stop();
/// assert!(control.is_stopped());
/// ```
#[derive(Debug)]
pub struct Control {
    stopped: AtomicBool,
    paused: AtomicBool,
    pondering: AtomicBool,
    /// When the opponent played the expected move. Also the lock that
    /// [`Control::wait_until_released`] sleeps on.
    hit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Default for Control {
    /// The control of a search on our own time.
    fn default() -> Self {
        Control::new(false)
    }
}

impl Control {
    /// A control for one job; `ponder` if it begins on the opponent's time.
    pub fn new(ponder: bool) -> Self {
        Control {
            stopped: AtomicBool::new(false),
            paused: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            hit: Mutex::new(None),
            changed: Condvar::new(),
        }
    }

    /// Ends the search as soon as possible. Final.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.stopped.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Whether the search was told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Lets the search sleep at its next [`Control::checkpoint`]. For searches without a
    /// clock that share a machine: time goes on while they sleep.
    pub fn pause(&self) {
        self.paused.store(true, Ordering::Release);
    }

    /// Ends a pause.
    pub fn resume(&self) {
        let _guard = self.lock();
        self.paused.store(false, Ordering::Release);
        self.changed.notify_all();
    }

    /// Where a search looks up from its work: sleeps while it is
    /// [paused](Control::pause), then says whether it was told to end.
    #[inline]
    pub fn checkpoint(&self) -> bool {
        if self.paused.load(Ordering::Acquire) {
            self.sleep_while_paused();
        }
        self.is_stopped()
    }

    #[cold]
    fn sleep_while_paused(&self) {
        let mut guard = self.lock();
        while self.paused.load(Ordering::Acquire) && !self.is_stopped() {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The opponent played the expected move: our clock runs from now on.
    /// Without effect on a search that is not pondering.
    pub fn ponderhit(&self) {
        let mut hit = self.lock();
        if self.is_pondering() {
            *hit = Some(Instant::now());
            self.pondering.store(false, Ordering::Release);
            self.changed.notify_all();
        }
    }

    /// Whether the search still runs on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Sleeps until [`stop`](Control::stop) or, for a pondering search,
    /// [`ponderhit`](Control::ponderhit). Whoever holds back the answer of an
    /// infinite search that pondered calls it once more after the hit.
    pub fn wait_until_released(&self) {
        let mut guard = self.lock();
        let began_pondering = self.is_pondering();
        while !self.is_stopped() && (self.is_pondering() || !began_pondering) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Time on our own clock: since `started`, or since the ponderhit if there
    /// was one, and zero while the opponent is still thinking.
    pub fn time_on_clock(&self, started: Instant) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        let from = self.lock().unwrap_or(started);
        from.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        // A panic elsewhere leaves the instant intact: poisoning says nothing here.
        self.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn the_clock_stands_still_while_pondering() {
        let started = Instant::now() - Duration::from_secs(100);
        let control = Control::new(true);
        assert_eq!(control.time_on_clock(started), Duration::ZERO);
        control.ponderhit();
        assert!(control.time_on_clock(started) < Duration::from_secs(99));
        assert!(Control::new(false).time_on_clock(started) >= Duration::from_secs(100));
    }

    #[test]
    fn a_hit_without_pondering_changes_nothing() {
        let started = Instant::now() - Duration::from_secs(100);
        let control = Control::new(false);
        control.ponderhit();
        assert!(control.time_on_clock(started) >= Duration::from_secs(100));
    }

    #[test]
    fn a_pause_ends_by_resume_and_by_stop() {
        for stop in [false, true] {
            let control = Arc::new(Control::default());
            control.pause();
            let sleeping = {
                let control = Arc::clone(&control);
                std::thread::spawn(move || control.checkpoint())
            };
            if stop {
                control.stop()
            } else {
                control.resume()
            }
            assert_eq!(sleeping.join().expect("the sleeping thread ends"), stop);
        }
        assert!(!Control::default().checkpoint());
    }

    #[test]
    fn waiting_ends_by_stop_and_by_ponderhit() {
        for ponder in [false, true] {
            let control = Arc::new(Control::new(ponder));
            let waiting = {
                let control = Arc::clone(&control);
                std::thread::spawn(move || control.wait_until_released())
            };
            if ponder {
                control.ponderhit();
            }
            control.stop();
            waiting.join().expect("the waiting thread ends");
        }
        let control = Control::new(true);
        control.stop();
        control.wait_until_released();
    }
}
