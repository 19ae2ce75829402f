// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysing: one analyst for each page that wants one, all of them sharing the [`Pool`].

use crate::choice::ChosenOptions;
use crate::host::Host;
use crate::outbox::{Outbox, Slot};
use crate::pool::{HashBudget, HashLease, Pausable, Pool, SeatId};
use crate::protocol::{AnalyseLimit, Message, Place, Refusal, RefusalCode, Variation, wdl};
use chess::Game;
use engine::{Engine, Event, Request, flagship};
use search::{FinishedDepth, Info, Limits, Score};
use serde::Serialize;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The most memory that one analysis gets for its table, in MiB.
const HASH: usize = 64;

/// The most lines that can be asked for.
pub const MOST_LINES: usize = 10;

/// What to analyse.
#[derive(Clone)]
pub struct Order {
    /// The number of the request, by which the page knows it.
    pub id: u64,
    /// The position.
    pub place: Place,
    /// How many lines.
    pub lines: usize,
    /// Options of the engine.
    pub options: ChosenOptions,
    /// Where it ends by itself.
    pub limit: AnalyseLimit,
    /// How many threads at most; all that are free if it is not said.
    pub threads: Option<usize>,
    /// How much memory for the table, in MiB; a fair part if it is not said.
    pub hash_mib: Option<usize>,
}

/// An engine that analyses for one page.
pub struct Analyst {
    pool: Arc<Pool>,
    hash: Arc<HashBudget>,
    outbox: Arc<Outbox>,
    inner: Mutex<Inner>,
    stopwatch: Mutex<Stopwatch>,
    me: OnceLock<Weak<Analyst>>,
}

struct Inner {
    engine: Engine,
    threads: usize,
    /// Given back when the analyst goes, or wants another.
    lease: Option<HashLease>,
    /// What was asked for when it was taken.
    wanted: Option<usize>,
    current: Option<Order>,
    /// What to do when the search under way has ended.
    then: Then,
    seat: Option<SeatId>,
    /// Nodes of searches that were interrupted to use fewer threads.
    nodes_before: u64,
    deepest: u32,
}

enum Then {
    /// The search ended by itself: tell.
    Tell,
    /// It was stopped for good.
    Rest,
    /// It was stopped to use fewer threads.
    Again,
    /// It was stopped for another position.
    Start(Box<Order>),
}

/// Time computed on, pauses not counted.
#[derive(Default)]
struct Stopwatch {
    before: Duration,
    since: Option<Instant>,
    slices: u64,
}

impl Stopwatch {
    fn read(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// An analysis was begun.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisStarted {
    /// The number of the request.
    analysis: u64,
    fen: String,
    sharing: usize,
}

/// All lines of a completed depth.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisInfo {
    analysis: u64,
    fen: String,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    nps: u64,
    /// Time computed on, not time passed.
    ms: u64,
    hashfull: u16,
    tbhits: u64,
    /// Threads and memory that it has now.
    threads: usize,
    hash_mib: usize,
    /// How many analyses share the threads, and how often this one had its turn.
    sharing: usize,
    slices: u64,
    lines: Vec<AnalysisLine>,
}

/// A line of an analysis.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
struct AnalysisLine {
    /// From 1.
    rank: usize,
    depth: u32,
    score: Score,
    /// White's chances to win, draw and lose, in per mille.
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u16; 3]>,
    #[serde(flatten)]
    line: Variation,
}

/// An analysis ended by itself.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisDone {
    analysis: u64,
    reason: AnalysisEnd,
    best: Option<BestMove>,
}

/// Why an analysis ended by itself.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
enum AnalysisEnd {
    /// What was asked for is reached.
    Limit,
    /// There is nothing more to find, or no move.
    Finished,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BestMove {
    uci: String,
    san: String,
}

impl Analyst {
    /// An analyst who reports to `outbox`.
    ///
    /// # Errors
    /// If there are too many already, or the system has no thread left.
    pub fn new(host: &Host, outbox: Arc<Outbox>) -> Result<Arc<Analyst>, Refusal> {
        let link: Arc<OnceLock<Weak<Analyst>>> = Arc::default();
        let listener = Arc::clone(&link);
        let tell = move |event| {
            if let Some(analyst) = listener.get().and_then(Weak::upgrade) {
                analyst.hear(event);
            }
        };
        let failed = |error: std::io::Error| Refusal::new(RefusalCode::Busy, error.to_string());
        let mut engine = Engine::new(flagship, tell).map_err(failed)?;
        let lease = host.hash.lease(HASH);
        host.configure(&mut engine, lease.mib())?;
        // Sleeps until the pool has a place.
        engine.pause();
        let analyst = Arc::new(Analyst {
            pool: Arc::clone(&host.pool),
            hash: Arc::clone(&host.hash),
            outbox,
            inner: Mutex::new(Inner {
                engine,
                threads: 1,
                lease: Some(lease),
                wanted: None,
                current: None,
                then: Then::Tell,
                seat: None,
                nodes_before: 0,
                deepest: 0,
            }),
            stopwatch: Mutex::default(),
            me: OnceLock::new(),
        });
        let _ = analyst.me.set(Arc::downgrade(&analyst));
        let _ = link.set(Arc::downgrade(&analyst));
        Ok(analyst)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopwatch(&self) -> MutexGuard<'_, Stopwatch> {
        self.stopwatch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Analyses another position from now on.
    pub fn start(self: &Arc<Analyst>, order: Order) {
        self.outbox.forget(&Slot::Analysis);
        let started = AnalysisStarted {
            analysis: order.id,
            fen: order.place.game.position().fen(),
            sharing: self.pool.sharing().max(1),
        };
        self.outbox.answer(order.id, &Message::AnalyseStarted(started));
        if let Some(ms) = order.limit.ms {
            tokio::spawn(end_after(Arc::downgrade(self), order.id, Duration::from_millis(ms)));
        }
        let mut inner = self.lock();
        if inner.engine.is_busy() {
            inner.then = Then::Start(Box::new(order));
            inner.engine.stop();
        } else {
            self.begin(&mut inner, order);
        }
    }

    /// Stops, if anything runs.
    pub fn stop(&self) {
        let mut inner = self.lock();
        inner.then = Then::Rest;
        inner.engine.stop();
        self.leave(&mut inner);
        drop(inner);
        self.outbox.forget(&Slot::Analysis);
    }

    fn begin(&self, inner: &mut Inner, order: Order) {
        inner.threads = self.pool.share().min(order.threads.unwrap_or(usize::MAX));
        inner.nodes_before = 0;
        inner.deepest = 0;
        {
            let mut stopwatch = self.stopwatch();
            let running = stopwatch.since.is_some();
            *stopwatch = Stopwatch { since: running.then(Instant::now), ..Stopwatch::default() };
        }
        if let Err(refusal) = order.options.apply(&mut inner.engine, None) {
            return self.fail(inner, order.id, &refusal);
        }
        self.fit_memory(inner, order.hash_mib);
        inner.current = Some(order);
        self.go(inner);
        if inner.current.is_some() && inner.seat.is_none() {
            let me: Weak<dyn Pausable> = match self.me.get() {
                Some(me) => me.clone(),
                None => return,
            };
            inner.seat = Some(self.pool.join(me));
        }
    }

    /// Takes as much memory for the table as is asked for. The old part goes back first, so that
    /// it can be a part of the new one.
    fn fit_memory(&self, inner: &mut Inner, wanted: Option<usize>) {
        if inner.wanted == wanted {
            return;
        }
        inner.wanted = wanted;
        inner.lease = None;
        let lease = wanted.map_or_else(|| self.hash.lease(HASH), |mib| self.hash.lease_wanted(mib));
        // Any number of MiB within the budget is within the option's range.
        let _ = inner.engine.set_option("Hash", Some(&lease.mib().to_string()));
        inner.lease = Some(lease);
    }

    /// Searches the current position, from the beginning or on.
    fn go(&self, inner: &mut Inner) {
        let Some(order) = &inner.current else { return };
        let limits =
            Limits { depth: order.limit.depth, nodes: order.limit.nodes, ..Limits::default() };
        inner.then = Then::Tell;
        let request = Request::analysis(order.place.game.clone(), limits, order.lines)
            .with_threads(inner.threads);
        let id = order.id;
        if let Err(busy) = inner.engine.go(request) {
            self.fail(inner, id, &Refusal::new(RefusalCode::Busy, busy.to_string()));
        }
    }

    /// An analysis that was announced can't go on.
    fn fail(&self, inner: &mut Inner, id: u64, refusal: &Refusal) {
        inner.current = None;
        self.leave(inner);
        self.outbox.refuse(Some(id), refusal);
    }

    fn leave(&self, inner: &mut Inner) {
        if let Some(seat) = inner.seat.take() {
            self.pool.leave(seat);
        }
        // Sleeps again until it has a new seat.
        inner.engine.pause();
        let mut stopwatch = self.stopwatch();
        stopwatch.before = stopwatch.read();
        stopwatch.since = None;
    }

    /// What the engine says, on the thread of its search.
    fn hear(&self, event: Event) {
        match event {
            Event::Search(search::Event::Depth(depth)) => self.finished(&depth),
            Event::Done(_) => self.done(&event),
            Event::HashFailed(_) => self.lock().engine.note(&event),
            _ => {}
        }
    }

    fn finished(&self, finished: &FinishedDepth) {
        let mut inner = self.lock();
        let depth = finished.best().depth;
        // A search that was begun anew repeats what was told already.
        if depth == 0 || depth < inner.deepest || !matches!(inner.then, Then::Tell) {
            return;
        }
        inner.deepest = depth;
        if let Some(message) = self.message(&inner, finished) {
            self.outbox.news(Slot::Analysis, &Message::AnalyseInfo(message));
        }
    }

    fn message(&self, inner: &Inner, finished: &FinishedDepth) -> Option<AnalysisInfo> {
        let order = inner.current.as_ref()?;
        let first = finished.best();
        let game = &order.place.game;
        let (computed, slices) = {
            let stopwatch = self.stopwatch();
            (stopwatch.read(), stopwatch.slices)
        };
        let nodes = inner.nodes_before + first.nodes;
        let micros = u64::try_from(computed.as_micros()).unwrap_or(u64::MAX).max(1);
        Some(AnalysisInfo {
            analysis: order.id,
            fen: game.position().fen(),
            depth: first.depth,
            seldepth: first.seldepth,
            nodes,
            nps: nodes.saturating_mul(1_000_000) / micros,
            ms: micros / 1000,
            hashfull: first.hashfull,
            tbhits: first.tbhits,
            threads: inner.threads,
            hash_mib: inner.lease.as_ref().map_or(0, HashLease::mib),
            sharing: self.pool.sharing(),
            slices,
            lines: finished.lines().iter().map(|info| ranked(order, game, info)).collect(),
        })
    }

    fn done(&self, event: &Event) {
        let Event::Done(outcome) = event else { return };
        let mut inner = self.lock();
        inner.engine.note(event);
        match std::mem::replace(&mut inner.then, Then::Tell) {
            Then::Start(order) => self.begin(&mut inner, *order),
            Then::Rest => {}
            Then::Again => {
                inner.nodes_before += outcome.nodes;
                self.go(&mut inner);
            }
            Then::Tell => {
                self.leave(&mut inner);
                let Some(order) = inner.current.take() else { return };
                let position = order.place.game.position();
                let best = outcome.best.map(|m| BestMove {
                    uci: order.place.notation.uci(position, m),
                    san: position.san(m),
                });
                let limited = order.limit != AnalyseLimit::default() && best.is_some();
                let reason = if limited { AnalysisEnd::Limit } else { AnalysisEnd::Finished };
                drop(inner);
                self.outbox.settle(&Slot::Analysis);
                let done = AnalysisDone { analysis: order.id, reason, best };
                self.outbox.tell(&Message::AnalyseDone(done));
            }
        }
    }
}

fn ranked(order: &Order, game: &Game, info: &Info) -> AnalysisLine {
    let turn = game.position().turn();
    AnalysisLine {
        rank: info.multipv,
        depth: info.depth,
        score: info.score.pov(turn),
        wdl: info.wdl.map(|chances| wdl(chances, turn)),
        line: Variation::of(order.place.notation, game, &info.pv),
    }
}

/// Ends an analysis that has computed for so long.
async fn end_after(analyst: Weak<Analyst>, id: u64, limit: Duration) {
    loop {
        let Some(analyst) = analyst.upgrade() else { return };
        let computed = analyst.stopwatch().read();
        let is_current = {
            let inner = analyst.lock();
            let current = match &inner.then {
                Then::Start(order) => Some(order.id),
                _ => inner.current.as_ref().map(|order| order.id),
            };
            current == Some(id)
        };
        if !is_current {
            return;
        }
        if computed >= limit && analyst.lock().current.as_ref().is_some_and(|order| order.id == id)
        {
            analyst.lock().engine.stop();
            return;
        }
        drop(analyst);
        let rest = limit.saturating_sub(computed).max(Duration::from_millis(2));
        tokio::time::sleep(rest).await;
    }
}

impl Pausable for Analyst {
    fn pause(&self) {
        let mut inner = self.lock();
        inner.engine.pause();
        let mut stopwatch = self.stopwatch();
        stopwatch.before = stopwatch.read();
        stopwatch.since = None;
    }

    fn resume(&self) {
        let mut inner = self.lock();
        // It may have left between the deal and now.
        if inner.seat.is_none() {
            return;
        }
        inner.engine.resume();
        let mut stopwatch = self.stopwatch();
        stopwatch.since.get_or_insert_with(Instant::now);
        stopwatch.slices += 1;
    }

    fn share(&self, threads: usize) {
        let mut inner = self.lock();
        // Only one thread can be put to sleep; more than the share would disturb others.
        if inner.threads > threads && matches!(inner.then, Then::Tell) && inner.current.is_some() {
            inner.threads = threads;
            inner.then = Then::Again;
            inner.engine.stop();
        }
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        let mut inner = self.lock();
        inner.engine.stop();
        inner.then = Then::Rest;
        if let Some(seat) = inner.seat.take() {
            self.pool.leave(seat);
        }
    }
}
