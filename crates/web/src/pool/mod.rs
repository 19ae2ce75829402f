// SPDX-License-Identifier: GPL-3.0-or-later
//! Sharing the machine: whose search runs now.
//!
//! Every analysis has a seat. While there are more seats than threads they take turns: a
//! search runs for a slice of time, sleeps in the middle of its work, and goes on in its
//! next slice with everything it knew. Who has just come is next. Games are played on the
//! threads first, because their clocks run; analyses get what is left, and a little even
//! when nothing is.

mod budget;

pub use budget::{HashBudget, HashLease};

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How long a search runs before the next one does.
const SLICE: Duration = Duration::from_millis(40);
/// While games use every thread, one analysis runs for a short slice …
const SHORT_SLICE: Duration = Duration::from_millis(10);
/// … this often.
const SHORT_SLICE_EVERY: Duration = Duration::from_millis(200);

/// A search that can be paused.
pub trait Pausable: Send + Sync {
    /// It pauses from now on.
    fn pause(&self);
    /// It runs from now on.
    fn resume(&self);
    /// It should do with so many threads at most.
    fn share(&self, threads: usize);
}

/// A place in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatId(u64);

struct Seat {
    id: SeatId,
    search: Weak<dyn Pausable>,
}

#[derive(Default)]
struct Inner {
    next_id: u64,
    waiting: VecDeque<Seat>,
    running: Vec<(Seat, Instant)>,
    /// Threads that games use now.
    playing: usize,
    /// Until then games are not disturbed.
    games_only_until: Option<Instant>,
}

/// The threads of the server and who wants them.
pub struct Pool {
    threads: usize,
    inner: Mutex<Inner>,
    changed: Notify,
}

/// A game's search runs as long as this is held.
pub struct Playing {
    pool: Arc<Pool>,
    threads: usize,
}

/// What is to be done after a deal, outside of any lock.
#[derive(Default)]
struct Orders {
    pause: Vec<Arc<dyn Pausable>>,
    resume: Vec<Arc<dyn Pausable>>,
    /// When to deal again, if nothing changes before.
    again: Option<Instant>,
}

impl Pool {
    /// A pool of so many threads.
    pub fn new(threads: usize) -> Arc<Pool> {
        let pool =
            Pool { threads: threads.max(1), inner: Mutex::default(), changed: Notify::new() };
        Arc::new(pool)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many analyses share them.
    pub fn sharing(&self) -> usize {
        let inner = self.lock();
        inner.waiting.len() + inner.running.len()
    }

    /// How many threads one analysis should use now.
    pub fn share(&self) -> usize {
        let inner = self.lock();
        share(self.threads, &inner)
    }

    /// Takes a seat for a search that sleeps. It will be woken.
    pub fn join(&self, search: Weak<dyn Pausable>) -> SeatId {
        let mut inner = self.lock();
        inner.next_id += 1;
        let id = SeatId(inner.next_id);
        inner.waiting.push_front(Seat { id, search });
        drop(inner);
        self.changed.notify_one();
        id
    }

    /// Gives a seat back.
    pub fn leave(&self, id: SeatId) {
        let mut inner = self.lock();
        inner.waiting.retain(|seat| seat.id != id);
        inner.running.retain(|(seat, _)| seat.id != id);
        drop(inner);
        self.changed.notify_one();
    }

    /// Takes threads for the move of a game.
    pub fn play(self: &Arc<Pool>, threads: usize) -> Playing {
        self.lock().playing += threads;
        self.changed.notify_one();
        Playing { pool: Arc::clone(self), threads }
    }

    /// Deals out the threads until the server ends.
    pub async fn run(self: Arc<Pool>) {
        loop {
            let changed = self.changed.notified();
            let Orders { pause, resume, again } = self.deal(Instant::now());
            // Who is to sleep first: threads are freed before they are given.
            pause.iter().for_each(|search| search.pause());
            resume.iter().for_each(|search| search.resume());
            let share = self.share();
            if share < self.threads {
                self.everyone().iter().for_each(|search| search.share(share));
            }
            // A search whose page goes while nothing else happens must not live on in here.
            drop((pause, resume));
            match again {
                Some(at) => _ = tokio::time::timeout_at(at, changed).await,
                None => changed.await,
            }
        }
    }

    fn everyone(&self) -> Vec<Arc<dyn Pausable>> {
        let inner = self.lock();
        let seats = inner.waiting.iter().chain(inner.running.iter().map(|(seat, _)| seat));
        seats.filter_map(|seat| seat.search.upgrade()).collect()
    }

    /// Decides who runs now.
    fn deal(&self, now: Instant) -> Orders {
        let mut inner = self.lock();
        let inner = &mut *inner;
        let mut orders = Orders::default();
        let mut stopped = Vec::new();
        inner.waiting.retain(|seat| seat.search.strong_count() > 0);
        inner.running.retain(|(seat, _)| seat.search.strong_count() > 0);

        let free = self.threads.saturating_sub(inner.playing);
        let (places, slice) = if free > 0 {
            inner.games_only_until = None;
            (free, SLICE)
        } else {
            (1, SHORT_SLICE)
        };
        // Those whose slice is over go to the end of the queue.
        let mut index = 0;
        while index < inner.running.len() {
            if inner.running[index].1 <= now {
                let (seat, _) = inner.running.remove(index);
                stopped.push(seat.id);
                inner.waiting.push_back(seat);
                if free == 0 {
                    inner.games_only_until = Some(now + SHORT_SLICE_EVERY);
                }
            } else {
                index += 1;
            }
        }
        // Those who have no place any more are next in line.
        while inner.running.len() > places {
            let Some((seat, _)) = inner.running.pop() else { break };
            stopped.push(seat.id);
            inner.waiting.push_front(seat);
        }
        let games_only_until = inner.games_only_until.filter(|&until| until > now);
        while games_only_until.is_none() && inner.running.len() < places {
            let Some(seat) = inner.waiting.pop_front() else { break };
            if !stopped.contains(&seat.id) {
                orders.resume.extend(seat.search.upgrade());
            }
            stopped.retain(|&id| id != seat.id);
            inner.running.push((seat, now + slice));
        }
        let asleep = inner.waiting.iter().filter(|seat| stopped.contains(&seat.id));
        orders.pause = asleep.filter_map(|seat| seat.search.upgrade()).collect();
        let ends = inner.running.iter().map(|&(_, until)| until).chain(games_only_until).min();
        // With a place for everyone nobody has to be interrupted.
        orders.again = ends.filter(|_| !inner.waiting.is_empty() || free == 0);
        orders
    }
}

fn share(threads: usize, inner: &Inner) -> usize {
    let seats = inner.waiting.len() + inner.running.len();
    (threads.saturating_sub(inner.playing) / seats.max(1)).max(1)
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.pool.lock().playing -= self.threads;
        self.pool.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[derive(Default)]
    struct Dummy {
        awake: AtomicBool,
        slices: AtomicUsize,
    }

    impl Pausable for Dummy {
        fn pause(&self) {
            assert!(self.awake.swap(false, Ordering::Relaxed), "put to sleep while asleep");
        }
        fn resume(&self) {
            assert!(!self.awake.swap(true, Ordering::Relaxed), "woken while awake");
            self.slices.fetch_add(1, Ordering::Relaxed);
        }
        fn share(&self, _: usize) {}
    }

    fn seated(pool: &Pool, n: usize) -> Vec<Arc<Dummy>> {
        let dummies: Vec<Arc<Dummy>> = (0..n).map(|_| Arc::default()).collect();
        for dummy in &dummies {
            let dummy: Arc<dyn Pausable> = dummy.clone();
            pool.join(Arc::downgrade(&dummy));
        }
        dummies
    }

    fn awake(dummies: &[Arc<Dummy>]) -> usize {
        dummies.iter().filter(|dummy| dummy.awake.load(Ordering::Relaxed)).count()
    }

    #[tokio::test(start_paused = true)]
    async fn everyone_gets_the_same_number_of_slices() {
        let pool = Pool::new(2);
        let dealer = tokio::spawn(Arc::clone(&pool).run());
        let dummies = seated(&pool, 100);
        for _ in 0..1000 {
            tokio::time::sleep(SLICE).await;
            assert!(awake(&dummies) <= 2);
        }
        let slices: Vec<usize> =
            dummies.iter().map(|dummy| dummy.slices.load(Ordering::Relaxed)).collect();
        let (least, most) = (slices.iter().min().unwrap(), slices.iter().max().unwrap());
        assert!(*least >= 19 && most - least <= 1, "{slices:?}");
        dealer.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_alone_is_never_interrupted() {
        let pool = Pool::new(2);
        let dealer = tokio::spawn(Arc::clone(&pool).run());
        let dummies = seated(&pool, 2);
        tokio::time::sleep(SLICE * 10).await;
        assert_eq!(awake(&dummies), 2);
        assert!(dummies.iter().all(|dummy| dummy.slices.load(Ordering::Relaxed) == 1));
        assert_eq!(pool.share(), 1);
        dealer.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_lives_on_because_the_pool_remembers_them() {
        let pool = Pool::new(2);
        let dealer = tokio::spawn(Arc::clone(&pool).run());
        for count in [1, 3] {
            let dummies = seated(&pool, count);
            tokio::time::sleep(SLICE * 5 / 2).await;
            assert_eq!(awake(&dummies), count.min(2));
            let remembered: Vec<_> = dummies.iter().map(Arc::downgrade).collect();
            drop(dummies);
            assert!(remembered.iter().all(|dummy| dummy.upgrade().is_none()));
        }
        dealer.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn games_come_first_but_nobody_starves() {
        let pool = Pool::new(2);
        let dealer = tokio::spawn(Arc::clone(&pool).run());
        let dummies = seated(&pool, 4);
        tokio::time::sleep(SLICE).await;
        let one = pool.play(1);
        tokio::time::sleep(SLICE * 3).await;
        assert_eq!(awake(&dummies), 1);
        let two = pool.play(1);
        let before: usize = dummies.iter().map(|dummy| dummy.slices.load(Ordering::Relaxed)).sum();
        let mut asleep = 0;
        for _ in 0..1000 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            asleep += usize::from(awake(&dummies) == 0);
        }
        let after: usize = dummies.iter().map(|dummy| dummy.slices.load(Ordering::Relaxed)).sum();
        assert!(asleep > 800, "games have their threads: {asleep}");
        assert!((40..=60).contains(&(after - before)), "{}", after - before);
        drop((one, two));
        tokio::time::sleep(SLICE).await;
        assert_eq!(awake(&dummies), 2);
        dealer.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn who_comes_is_next_and_who_leaves_makes_room() {
        let pool = Pool::new(1);
        let dealer = tokio::spawn(Arc::clone(&pool).run());
        let crowd = seated(&pool, 50);
        tokio::time::sleep(SLICE).await;
        let new = seated(&pool, 1);
        tokio::time::sleep(SLICE * 2).await;
        assert_eq!(new[0].slices.load(Ordering::Relaxed), 1);
        drop(crowd);
        tokio::time::sleep(SLICE * 2).await;
        assert_eq!((awake(&new), pool.sharing()), (1, 1));
        dealer.abort();
    }
}
