// SPDX-License-Identifier: GPL-3.0-or-later
//! A rank that helps: it searches what it is told, tells what it finds, and writes nothing to
//! standard output, which belongs to rank 0.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use chess::Game;
use engine::{Engine, Event, Request, SearchFactory};
use search::{Control, Exchange, HashError, Job, Limits, Outcome, Search};

use crate::batch::{Batch, neighbours};
use crate::hello::Hello;
use crate::hub::checksum_of;
use crate::message::{Assignment, Garbage, Order, Report, decode, encode};
use crate::pace::{ALIVE, BATCH, IDLE_LOOK, LOOK, ORPHAN, PING};
use crate::wire::{Packet, Tag, Wire};
use crate::work::Worker;

/// How long a search may take to end when the rank does.
const FAREWELL: Duration = Duration::from_millis(100);

/// Why a helper ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was told to.
    Told {
        /// Whether all ranks are there to say farewell.
        with_all: bool,
    },
    /// Rank 0 is not heard any more.
    Orphaned,
}

/// A search whose entries leave, and which takes those of others.
struct Sharer {
    inner: Box<dyn Search>,
    exchange: Arc<Exchange>,
}

impl Search for Sharer {
    fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        self.inner.set_hash(mib)
    }

    fn set_threads(&mut self, n: usize) {
        self.inner.set_threads(n);
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn think(
        &mut self,
        job: &Job,
        control: &Control,
        report: &mut dyn FnMut(search::Event),
    ) -> Outcome {
        let job = Job { exchange: Some(self.exchange.clone()), ..job.clone() };
        self.inner.think(&job, control, report)
    }
}

/// What a helper is and does.
struct Helper<'w, W> {
    wire: &'w mut W,
    engine: Engine,
    events: Receiver<Event>,
    exchange: Arc<Exchange>,
    worker: Worker,
    /// What it searches.
    now: Option<Assignment>,
    /// What it searches next, once the present search has ended.
    next: Option<Assignment>,
    /// Orders that wait for the end of the search.
    orders: Vec<Order>,
    nodes: u64,
    next_batch: Instant,
    next_sign: Instant,
    /// Looks at the wire without a word of rank 0, in time.
    silence: Duration,
}

/// Helps until it is told to end.
///
/// # Errors
/// If there is no thread for the search.
pub fn run(wire: &mut impl Wire, hello: Hello, make: SearchFactory) -> std::io::Result<Ending> {
    let exchange = Arc::new(Exchange::new(wire.rank()));
    let (tell, events) = mpsc::channel();
    let shared = exchange.clone();
    let wrap = Arc::new(move |inner| -> Box<dyn Search> {
        Box::new(Sharer { inner, exchange: shared.clone() })
    });
    let engine = Engine::wrapped(make, wrap, move |event| _ = tell.send(event))?;
    wire.send(0, Tag::Word, encode(&Report::Hello(hello)));
    let now = Instant::now();
    let helper = Helper {
        wire,
        engine,
        events,
        exchange,
        worker: Worker::default(),
        now: None,
        next: None,
        orders: Vec::new(),
        nodes: 0,
        next_batch: now,
        next_sign: now,
        silence: Duration::ZERO,
    };
    Ok(helper.serve())
}

impl<W: Wire> Helper<'_, W> {
    fn serve(mut self) -> Ending {
        let ending = loop {
            let patience = if self.engine.is_busy() { LOOK } else { IDLE_LOOK };
            // Time that passes while the whole process sleeps is nobody's silence.
            self.silence += patience;
            if let Ok(event) = self.events.recv_timeout(patience) {
                self.note(event);
            }
            let mut told = None;
            while let Some(packet) = self.wire.receive() {
                told = told.or(self.hear(packet));
            }
            if let Some(ending) = told {
                break ending;
            }
            if self.silence >= ORPHAN {
                break Ending::Orphaned;
            }
            self.keep_time();
        };
        self.worker.stop();
        self.engine.shut_down(FAREWELL);
        ending
    }

    fn say(&mut self, report: &Report) {
        self.wire.send(0, Tag::Word, encode(report));
    }

    fn hear(&mut self, Packet { from, tag, bytes }: Packet) -> Option<Ending> {
        match tag {
            Some(Tag::Batch) => self.deliver(&bytes),
            Some(Tag::Word) if from == 0 => match decode::<Order>(&bytes) {
                Ok(Order::Quit { with_all }) => return Some(Ending::Told { with_all }),
                Ok(order) => {
                    self.silence = Duration::ZERO;
                    self.obey(order);
                }
                Err(Garbage(why)) => self.say(&Report::Refused(why)),
            },
            // Nobody but rank 0 gives orders.
            _ => {}
        }
        None
    }

    /// Entries of others; nonsense is passed over.
    fn deliver(&mut self, bytes: &[u8]) {
        if let Ok(batch) = Batch::decode(bytes)
            && self.now.as_ref().is_some_and(|now| now.epoch == batch.epoch)
        {
            self.exchange.deliver(&batch.entries);
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Ping | Order::Quit { .. } => {}
            Order::Work(work) => self.worker.start(work),
            Order::Option { .. } | Order::NewGame => {
                self.orders.push(order);
                self.rest();
            }
            Order::Go(assignment) => {
                self.next = Some(assignment);
                self.engine.stop();
                self.go_on();
            }
            Order::Stop => self.rest(),
        }
    }

    fn rest(&mut self) {
        self.next = None;
        self.engine.stop();
        self.go_on();
    }

    /// Does what waits, if nothing runs.
    fn go_on(&mut self) {
        if self.engine.is_busy() {
            return;
        }
        for order in std::mem::take(&mut self.orders) {
            if let Err(why) = self.prepare(order) {
                self.say(&Report::Refused(why));
            }
        }
        if let Some(assignment) = self.next.take()
            && let Err(Garbage(why)) = self.begin(assignment)
        {
            self.say(&Report::Refused(why));
        }
    }

    fn prepare(&mut self, order: Order) -> Result<(), String> {
        self.exchange.clear();
        match order {
            Order::Option { name, value, checksum } => {
                if checksum.is_some() && checksum != checksum_of(&name, value.as_deref()) {
                    return Err(format!("its file of {name} is not that of rank 0"));
                }
                let set = self.engine.set_option(&name, value.as_deref());
                set.map(|_| ()).map_err(|error| error.to_string())
            }
            _ => {
                self.engine.new_game();
                Ok(())
            }
        }
    }

    fn begin(&mut self, assignment: Assignment) -> Result<(), Garbage> {
        let game: Game = assignment.game.game()?;
        let only = assignment.only(&game)?;
        // Its own clock is rank 0's: it searches until it is told otherwise.
        let limits = Limits {
            searchmoves: only,
            movetime: assignment.longest.map(Duration::from_millis),
            ..Limits::default()
        };
        self.exchange.begin();
        self.nodes = 0;
        self.now = Some(assignment);
        let request = Request::analysis(game, limits, 1);
        self.engine.go(request).map(|_| ()).map_err(|busy| Garbage(busy.to_string()))
    }

    /// Takes in what the search says, and whatever else it has said by now.
    fn note(&mut self, event: Event) {
        let mut next = Some(event);
        while let Some(event) = next {
            self.engine.note(&event);
            match event {
                Event::Search(search::Event::Depth(depth)) => {
                    let best = depth.best();
                    self.nodes = best.nodes;
                    if let Some(search) = self.now.as_ref().map(|now| now.search)
                        && !best.pv.is_empty()
                    {
                        let line = best.pv.iter().map(|mv| mv.bits()).collect();
                        let (depth, score, nodes) = (best.depth, best.score, best.nodes);
                        self.say(&Report::Line { search, depth, score, line, nodes });
                    }
                }
                Event::Search(search::Event::Heartbeat { nodes, .. }) => self.nodes = nodes,
                Event::Done(outcome) => {
                    self.nodes = outcome.nodes;
                    self.go_on();
                }
                Event::HashFailed(error) => self.say(&Report::Refused(error.to_string())),
                _ => {}
            }
            next = self.events.try_recv().ok();
        }
    }

    fn keep_time(&mut self) {
        let now = Instant::now();
        let busy = self.engine.is_busy();
        if busy && now >= self.next_batch {
            self.next_batch = now + BATCH;
            self.send_entries();
        }
        if let Some(worked) = self.worker.poll() {
            self.say(&worked);
        }
        if now >= self.next_sign {
            self.next_sign = now + if busy { ALIVE } else { PING };
            let search = self.now.as_ref().map_or(0, |now| now.search);
            let nodes = self.nodes;
            self.say(&Report::Alive { search, nodes });
        }
    }

    fn send_entries(&mut self) {
        let entries = self.exchange.take_leaving();
        let Some(Assignment { epoch, peers, .. }) = &self.now else { return };
        if entries.is_empty() {
            return;
        }
        let near = neighbours(self.wire.rank(), peers);
        for bytes in Batch::encode_all(*epoch, &entries) {
            for &rank in &near {
                self.wire.send(rank, Tag::Batch, bytes.clone());
            }
        }
    }
}
