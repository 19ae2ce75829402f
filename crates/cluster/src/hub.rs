// SPDX-License-Identifier: GPL-3.0-or-later
//! Rank 0's correspondence: the one thread that touches the wire.
//!
//! The search of rank 0 ([`crate::lead`]) leaves orders here and reads what the ranks think; it
//! never waits for the wire, and the wire never for it.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chess::{Game, Move};
use search::Exchange;

use crate::batch::{Batch, neighbours};
use crate::deal;
use crate::hello::Hello;
use crate::message::{Assignment, Garbage, Order, Report, WireGame, decode, encode};
use crate::pace::{BATCH, DEAL, GREETING, IDLE_LOOK, LOOK, PING};
use crate::ranks::Ranks;
use crate::sharing::Sharing;
use crate::wire::{Packet, Tag, Wire};

/// How long the last orders may take to leave.
const FLUSH: Duration = Duration::from_millis(150);

/// What the search of rank 0 orders.
enum Call {
    Option {
        name: String,
        value: Option<String>,
    },
    NewGame,
    Go {
        root: Game,
        only: Option<Vec<Move>>,
    },
    /// Each helper has a position of its own, for so long at most.
    LookAhead {
        lines: Vec<Game>,
        longest: Duration,
    },
    Stop,
    Close,
}

/// Why a cluster does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// A rank is not of the same kind.
    #[error("rank {rank} {why}")]
    Different {
        /// Which.
        rank: usize,
        /// In which way.
        why: String,
    },
    /// There is no thread for the correspondence.
    #[error("no threads to be had")]
    NoThread,
}

/// Rank 0's handle on the others. Clones speak to the same ranks.
#[derive(Clone)]
pub struct Hub {
    calls: Sender<Call>,
    ranks: Arc<Mutex<Ranks>>,
    exchange: Arc<Exchange>,
    sharing: Sharing,
    size: usize,
}

/// The thread; it gives the wire back in the end.
pub struct HubThread<W>(JoinHandle<W>);

impl<W> HubThread<W> {
    /// Waits for the end after [`Hub::close`].
    pub fn join(self) -> Option<W> {
        self.0.join().ok()
    }
}

impl Hub {
    /// Greets all ranks and starts the thread.
    ///
    /// # Errors
    /// If a rank is not of the same kind; then all have been told to end, and the wire comes back.
    pub fn start<W: Wire + Send + 'static>(
        mut wire: W,
        hello: &Hello,
        sharing: Sharing,
    ) -> Result<(Hub, HubThread<W>), (StartError, Option<W>)> {
        let size = wire.size();
        let greeted = match greet(&mut wire, hello) {
            Ok(greeted) => greeted,
            Err(error) => {
                let quit = encode(&Order::Quit { with_all: true });
                (1..size).for_each(|rank| wire.send(rank, Tag::Word, quit.clone()));
                return Err((error, Some(wire)));
            }
        };
        let now = Instant::now();
        let mut ranks = Ranks::new(size, now);
        for rank in (1..size).filter(|rank| !greeted.contains(rank)) {
            // It may still come: then it is back.
            if let Some(helper) = ranks.helper(rank) {
                helper.standing = crate::ranks::Standing::Lost;
            }
        }
        let (calls, queue) = mpsc::channel();
        let ranks = Arc::new(Mutex::new(ranks));
        let exchange = Arc::new(Exchange::new(0));
        let hub = Hub { calls, ranks: ranks.clone(), exchange: exchange.clone(), sharing, size };
        let post = Post {
            wire,
            queue,
            ranks,
            exchange,
            sharing,
            hello: hello.clone(),
            options: Vec::new(),
            epoch: 1,
            search: 0,
            only: None,
            busy: false,
            dealt: Vec::new(),
            next_batch: now,
            next_deal: now,
            next_ping: now,
        };
        let thread = std::thread::Builder::new().name("post".into()).spawn(move || post.run());
        match thread {
            Ok(thread) => Ok((hub, HubThread(thread))),
            Err(_) => Err((StartError::NoThread, None)),
        }
    }

    /// How the work is shared.
    pub fn sharing(&self) -> Sharing {
        self.sharing
    }

    /// How many ranks were started.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Where entries are exchanged.
    pub fn exchange(&self) -> &Arc<Exchange> {
        &self.exchange
    }

    /// What is known about the ranks.
    pub fn ranks(&self) -> MutexGuard<'_, Ranks> {
        self.ranks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a helper is counted on.
    pub fn has_helpers(&self) -> bool {
        self.ranks().counted().next().is_some()
    }

    /// An option was set.
    pub fn set_option(&self, name: &str, value: Option<&str>) {
        self.call(Call::Option { name: name.to_owned(), value: value.map(str::to_owned) });
    }

    /// A new game begins.
    pub fn new_game(&self) {
        self.call(Call::NewGame);
    }

    /// A search begins.
    pub fn go(&self, root: &Game, only: Option<&[Move]>) {
        self.exchange.begin();
        {
            let mut ranks = self.ranks();
            let search = ranks.search + 1;
            ranks.begin(search, root.clone(), Instant::now());
        }
        self.call(Call::Go { root: root.clone(), only: only.map(<[Move]>::to_vec) });
    }

    /// The opponent thinks: helpers search these positions in turn, for so long at most.
    pub fn look_ahead(&self, lines: Vec<Game>, longest: Duration) {
        self.call(Call::LookAhead { lines, longest });
    }

    /// The search is over.
    pub fn stop(&self) {
        self.call(Call::Stop);
    }

    /// Ends all helpers.
    pub fn close(&self) {
        self.call(Call::Close);
    }

    fn call(&self, call: Call) {
        // The thread ends by `close` only: after that there is nothing to do.
        let _ = self.calls.send(call);
    }
}

/// Hears who all ranks are. Returns those that spoke in time.
pub(crate) fn greet(wire: &mut impl Wire, hello: &Hello) -> Result<Vec<usize>, StartError> {
    let deadline = Instant::now() + GREETING;
    let mut greeted = Vec::new();
    while greeted.len() + 1 < wire.size() && Instant::now() < deadline {
        let Some(Packet { from, bytes, .. }) = wire.receive() else {
            std::thread::sleep(LOOK);
            continue;
        };
        if greeted.contains(&from) {
            continue;
        }
        // Who does not say hello is of another kind, or sends nonsense: both are refused.
        let why = match decode(&bytes) {
            Ok(Report::Hello(other)) => hello.objection(&other),
            Ok(_) => continue,
            Err(Garbage(why)) => Some(format!("does not speak this protocol: {why}")),
        };
        if let Some(why) = why {
            return Err(StartError::Different { rank: from, why });
        }
        greeted.push(from);
    }
    Ok(greeted)
}

/// What lives on the thread.
struct Post<W> {
    wire: W,
    queue: Receiver<Call>,
    ranks: Arc<Mutex<Ranks>>,
    exchange: Arc<Exchange>,
    sharing: Sharing,
    hello: Hello,
    /// Options as they were set, the newest last, for ranks that come back.
    options: Vec<Order>,
    epoch: u64,
    search: u64,
    /// The root moves that somebody asked for.
    only: Option<Vec<Move>>,
    /// Helpers search for rank 0.
    busy: bool,
    /// Who was dealt what in Achilles' lines.
    dealt: Vec<(usize, Vec<Move>)>,
    next_batch: Instant,
    next_deal: Instant,
    next_ping: Instant,
}

impl<W: Wire> Post<W> {
    fn run(mut self) -> W {
        loop {
            let patience = if self.busy { LOOK } else { IDLE_LOOK };
            match self.queue.recv_timeout(patience) {
                Ok(Call::Close) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(call) => self.perform(call),
                Err(RecvTimeoutError::Timeout) => {}
            }
            while let Some(packet) = self.wire.receive() {
                self.hear(packet);
            }
            self.keep_time();
        }
        let with_all = self.lock().is_complete();
        // Everybody hears this, also those who are not counted on: they may only be slow.
        for rank in 1..self.wire.size() {
            self.tell(rank, &Order::Quit { with_all });
        }
        let deadline = Instant::now() + FLUSH;
        while !self.wire.is_flushed() && Instant::now() < deadline {
            std::thread::sleep(LOOK);
        }
        self.wire
    }

    fn lock(&self) -> MutexGuard<'_, Ranks> {
        self.ranks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn counted(&self) -> Vec<usize> {
        self.lock().counted().map(|helper| helper.rank).collect()
    }

    fn tell(&mut self, rank: usize, order: &Order) {
        self.wire.send(rank, Tag::Word, encode(order));
    }

    fn tell_all(&mut self, order: &Order) {
        for rank in self.counted() {
            self.tell(rank, order);
        }
    }

    fn perform(&mut self, call: Call) {
        match call {
            Call::Option { name, value } => self.option(name, value),
            Call::NewGame => {
                self.turn_page();
                self.tell_all(&Order::NewGame);
            }
            Call::Go { root, only } => {
                self.search += 1;
                self.only = only.clone();
                self.dealt.clear();
                self.busy = true;
                for rank in self.counted() {
                    self.assign(rank, &root, only.as_deref().unwrap_or_default(), None);
                }
            }
            Call::LookAhead { lines, longest } => {
                self.busy = false;
                if lines.is_empty() {
                    return;
                }
                for (turn, rank) in self.counted().into_iter().enumerate() {
                    self.assign(rank, &lines[turn % lines.len()], &[], Some(longest));
                }
            }
            Call::Stop => {
                self.busy = false;
                self.tell_all(&Order::Stop);
            }
            Call::Close => {}
        }
    }

    /// Knowledge from before does not fit to what follows.
    fn turn_page(&mut self) {
        self.epoch += 1;
        self.exchange.clear();
    }

    fn option(&mut self, name: String, value: Option<String>) {
        if !matters_to_helpers(&name) {
            return;
        }
        let checksum = checksum_of(&name, value.as_deref());
        let order = Order::Option { name: name.clone(), value, checksum };
        self.turn_page();
        self.tell_all(&order);
        let same = |known: &Order| matches!(known, Order::Option { name: other, .. } if other.eq_ignore_ascii_case(&name));
        self.options.retain(|known| !same(known));
        self.options.push(order);
    }

    fn assign(&mut self, rank: usize, game: &Game, only: &[Move], longest: Option<Duration>) {
        let peers: Vec<usize> = std::iter::once(0).chain(self.counted()).collect();
        let longest = longest.map(|longest| u64::try_from(longest.as_millis()).unwrap_or(u64::MAX));
        let order = Order::Go(Assignment {
            // What is looked at ahead belongs to no search of rank 0.
            search: if longest.is_some() { 0 } else { self.search },
            epoch: self.epoch,
            game: WireGame::of(game),
            only: only.iter().map(|mv| mv.bits()).collect(),
            peers,
            longest,
        });
        self.tell(rank, &order);
    }

    fn hear(&mut self, Packet { from, tag, bytes }: Packet) {
        let heard = match tag {
            None => Err(Garbage("an unknown tag".to_owned())),
            Some(Tag::Batch) => Batch::decode(&bytes).and_then(|batch| self.deliver(&batch)),
            Some(Tag::Word) => decode(&bytes).and_then(|report| self.take(from, &report)),
        };
        if heard.is_err() {
            self.lock().hear_garbage(from);
        }
    }

    fn deliver(&mut self, batch: &Batch) -> Result<(), Garbage> {
        if batch.epoch != self.epoch {
            return Ok(());
        }
        match self.exchange.deliver(&batch.entries) {
            0 => Ok(()),
            refused => Err(Garbage(format!("{refused} entries that can't be"))),
        }
    }

    fn take(&mut self, rank: usize, report: &Report) -> Result<(), Garbage> {
        let back = self.lock().hear(rank, report, Instant::now())?;
        if let Report::Hello(other) = report
            && let Some(why) = self.hello.objection(other)
        {
            self.lock().hear(rank, &Report::Refused(why), Instant::now())?;
            return Ok(());
        }
        if back {
            self.welcome(rank);
        }
        let rival = self.lock().rival();
        if let Some((best, value)) = rival {
            self.exchange.set_rival(best, value);
        }
        Ok(())
    }

    /// A rank that was lost has missed what was said.
    fn welcome(&mut self, rank: usize) {
        for order in self.options.clone() {
            self.tell(rank, &order);
        }
        self.tell(rank, &Order::NewGame);
        let root = self.lock().root().cloned();
        match root {
            Some(root) if self.busy => {
                let only = self.only.clone().unwrap_or_default();
                self.assign(rank, &root, &only, None);
            }
            _ => self.tell(rank, &Order::Stop),
        }
    }

    fn keep_time(&mut self) {
        let now = Instant::now();
        self.lock().traffic = self.wire.traffic();
        if self.busy && now >= self.next_batch {
            self.next_batch = now + BATCH;
            self.send_entries();
        }
        if self.busy && self.sharing == Sharing::Lines && now >= self.next_deal {
            self.next_deal = now + DEAL;
            self.deal();
        }
        if now >= self.next_ping {
            self.next_ping = now + PING;
            let present = self.lock().present();
            present.into_iter().for_each(|rank| self.tell(rank, &Order::Ping));
            self.lock().write_off(now);
        }
    }

    fn send_entries(&mut self) {
        let entries = self.exchange.take_leaving();
        if entries.is_empty() {
            return;
        }
        let peers: Vec<usize> = std::iter::once(0).chain(self.counted()).collect();
        for bytes in Batch::encode_all(self.epoch, &entries) {
            for rank in neighbours(0, &peers) {
                self.wire.send(rank, Tag::Batch, bytes.clone());
            }
        }
    }

    /// Deals the root moves by what is known now; only those whose part has changed hear of it.
    fn deal(&mut self) {
        let (opinions, root) = {
            let ranks = self.lock();
            (ranks.opinions(), ranks.root().cloned())
        };
        let Some(root) = root else { return };
        if opinions.first().is_none_or(|own| own.rank != 0) {
            return;
        }
        let all = root.position().legal_moves();
        let legal: Vec<Move> = match &self.only {
            Some(only) => only.clone(),
            None => all.iter().copied().collect(),
        };
        let helpers = self.counted();
        let parts = deal::deal(&legal, &deal::order(&opinions), helpers.len());
        let dealt: Vec<(usize, Vec<Move>)> = helpers.into_iter().zip(parts).collect();
        for (rank, part) in &dealt {
            if self.dealt.iter().any(|(other, before)| other == rank && before == part) {
                continue;
            }
            self.assign(*rank, &root, part, None);
            let left_out: Vec<Move> =
                legal.iter().filter(|mv| !part.is_empty() && !part.contains(mv)).copied().collect();
            if let Some(helper) = self.lock().helper(*rank) {
                helper.without = <[Move; 1]>::try_from(left_out).ok().map(|[mv]| mv);
                helper.opinion = None;
            }
        }
        self.dealt = dealt;
    }
}

/// Whether an option means anything to a helper: it neither keeps time nor plays from a book, and
/// files of rank 0 are not its own.
fn matters_to_helpers(name: &str) -> bool {
    const OWN: [&str; 13] = [
        "Debug Log File",
        "OwnBook",
        "BookFile",
        "BookDepth",
        "BookVariety",
        "TimeModel",
        "TimeSafety",
        "TimeAdjust",
        "TimeOpponent",
        "TimeReport",
        "TimeTables",
        "Ponder",
        "Move Overhead",
    ];
    !OWN.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// The checksum of the network that an option names.
pub fn checksum_of(name: &str, value: Option<&str>) -> Option<u32> {
    let path = value.filter(|path| name.eq_ignore_ascii_case("EvalFile") && !path.is_empty())?;
    std::fs::read(path).ok().map(|bytes| crc32fast::hash(&bytes))
}
