// SPDX-License-Identifier: GPL-3.0-or-later
//! The task that owns a game.

use super::played_move::{Mover, PlayedMove, SearchInfo, SearchSummary, TimeUse, millis};
use super::seat::{self, Seat, SeatEvent};
use super::state::{DrawOffer, Setup};
use super::{Ask, Asker, Order, gone};
use crate::host::Host;
use crate::outbox::{Outbox, Slot};
use crate::pool::Playing;
use crate::protocol::{Message, Notation, Outcome, Refusal, RefusalCode};
use chess::{Color, Game, Move};
use engine::Request;
use play::{ChessClock, GameOver, Question};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// A game that nobody looks at is forgotten after this time.
const FORGOTTEN: Duration = Duration::from_secs(30 * 60);
/// The longest pause between two moves of a game to watch, in milliseconds.
const LONGEST_PAUSE: u64 = 60_000;

/// Which kind of game.
pub enum Kind {
    Play { you: Color, name: Option<String> },
    Watch { names: [String; 2] },
}

/// Why an engine searches.
pub(super) enum Purpose {
    Move,
    Hint(Asker),
    /// On the person's time: the answer to the move that is expected of them.
    Ponder(Move),
    /// The answer is not wanted any more.
    Nothing,
}

/// An engine at work.
pub(super) struct Search {
    pub(super) side: Color,
    pub(super) purpose: Purpose,
    pub(super) thinks: Option<SearchInfo>,
    pub(super) time: Option<TimeUse>,
    pub(super) book: bool,
    /// The move, once it is found, and when it is played.
    pub(super) found: Option<(Move, Instant)>,
    /// When it was asked.
    pub(super) since: Instant,
    /// Whether it is to move as soon as it can.
    pub(super) hurried: bool,
    /// Whether it began on the person's time with the right move, or with a wrong one.
    pub(super) pondered: Option<bool>,
    /// Keeps analyses from the threads meanwhile.
    pub(super) _playing: Option<Playing>,
}

/// A game, its clocks and its engines.
pub struct Table {
    pub(super) host: Arc<Host>,
    pub(super) kind: Kind,
    pub(super) key: String,
    pub(super) setup: Setup,
    pub(super) game: Game,
    pub(super) notation: Notation,
    pub(super) played: Vec<PlayedMove>,
    pub(super) clock: ChessClock,
    pub(super) seats: [Seat; 2],
    pub(super) started: String,
    pub(super) version: u64,
    pub(super) search: Option<Search>,
    /// The person's move that the engine expects, until it thinks about it.
    pub(super) expected: Option<Move>,
    /// The move that was expected did not come.
    pub(super) missed: bool,
    /// A hint that waits for a search to end.
    pub(super) hint_next: Option<Asker>,
    /// In a game to watch: the next move is not looked for before.
    pub(super) resting: Option<Instant>,
    pub(super) offer: Option<DrawOffer>,
    pub(super) outcome: Option<Outcome>,
    /// Halted on request.
    pub(super) paused: bool,
    /// Who looks on.
    pub(super) followers: Vec<(u64, Arc<Outbox>)>,
    pub(super) closing: bool,
}

impl Table {
    /// A table that is set up and waits to be run.
    #[allow(clippy::too_many_arguments, reason = "called twice, by those who set tables up")]
    pub(super) fn new(
        host: Arc<Host>,
        kind: Kind,
        key: String,
        setup: Setup,
        (game, notation): (Game, Notation),
        (played, clock): (Vec<PlayedMove>, ChessClock),
        seats: [Seat; 2],
        started: String,
    ) -> Table {
        Table {
            host,
            kind,
            key,
            setup,
            game,
            notation,
            played,
            clock,
            seats,
            started,
            version: 0,
            search: None,
            expected: None,
            missed: false,
            hint_next: None,
            resting: None,
            offer: None,
            outcome: None,
            paused: false,
            followers: Vec::new(),
            closing: false,
        }
    }

    /// The same, for a game that is over.
    pub(super) fn with_outcome(mut self, outcome: Option<Outcome>) -> Table {
        self.outcome = outcome;
        self
    }

    /// Lives until the game is left or forgotten.
    pub async fn run(
        mut self,
        mut orders: mpsc::Receiver<Order>,
        mut heard: mpsc::UnboundedReceiver<(Color, SeatEvent)>,
    ) {
        let mut alone_since = Instant::now();
        while !self.closing {
            self.advance();
            if !self.followers.is_empty() {
                alone_since = Instant::now();
            }
            let alarm = match self.clock.flag_falls() {
                Some(falls) => falls,
                None if self.followers.is_empty() => alone_since + FORGOTTEN,
                None => Instant::now() + FORGOTTEN,
            };
            let alarm = self.found().map_or(alarm, |(_, until)| alarm.min(until));
            let alarm = self.resting.map_or(alarm, |until| alarm.min(until));
            tokio::select! {
                order = orders.recv() => match order {
                    Some(order) => self.take(order),
                    None => break,
                },
                Some((side, heard)) = heard.recv() => self.hear(side, heard),
                () = tokio::time::sleep_until(alarm.into()) => {
                    self.look_at_flags();
                    if self.found().is_some_and(|(_, until)| until <= Instant::now()) {
                        self.play_found();
                    }
                    let forgotten = self.followers.is_empty()
                        && self.clock.flag_falls().is_none()
                        && alone_since.elapsed() >= FORGOTTEN;
                    self.closing |= forgotten;
                }
            }
        }
        for seat in &mut self.seats {
            if let Some(engine) = seat.engine() {
                engine.stop();
            }
        }
        match self.kind {
            Kind::Play { .. } => self.host.games.close(&self.key),
            Kind::Watch { .. } => self.host.watches.close(&self.key),
        }
        orders.close();
        while let Ok(order) = orders.try_recv() {
            if let Order::Ask(asker, _) = order {
                asker.outbox.refuse(Some(asker.re), &gone());
            }
        }
    }

    pub(super) fn turn(&self) -> Color {
        self.game.position().turn()
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        matches!(self.seats[self.turn().index()], Seat::Person)
    }

    /// Does what is to be done next: ends the game, starts a clock, asks an engine.
    pub(super) fn advance(&mut self) {
        if self.outcome.is_none()
            && let Some(over) = GameOver::by_rules(&self.game)
        {
            self.end(&over);
        }
        let now = Instant::now();
        if self.outcome.is_some() {
            self.clock.halt(now);
            self.make_room();
            return;
        }
        let stands_still = self.paused || self.followers.is_empty();
        let side = self.turn();
        if self.is_persons_turn() {
            if stands_still {
                self.clock.halt(now);
                self.stop_pondering();
            } else {
                self.clock.start(side, now);
                self.ponder(now);
            }
        } else if matches!(self.kind, Kind::Play { .. }) && self.followers.is_empty() {
            self.rest(now);
        } else if self.search.is_none() && !stands_still && self.all_ready() {
            if self.resting.is_some_and(|until| until > now) {
                return;
            }
            self.resting = None;
            self.clock.start(side, now);
            self.ask_engine(side, now);
        } else if self.search.as_ref().is_some_and(|search| search.pondered == Some(true)) {
            // It thinks already; now on its own time.
            self.clock.start(side, now);
        }
    }

    /// A game to watch that is over takes no place from others: its engines go, with their threads
    /// and memory, and it is kept only for the page that looks at it. A person may still take back.
    fn make_room(&mut self) {
        let names = self.names();
        let Kind::Watch { names: kept } = &mut self.kind else { return };
        if self.seats.iter().all(|seat| matches!(seat, Seat::Empty)) {
            return;
        }
        *kept = names;
        self.drop_search();
        self.search = None;
        self.seats = [Seat::Empty, Seat::Empty];
        self.host.watches.close(&self.key);
    }

    /// Nobody waits for the engine's move: it is not looked for any longer, and costs
    /// nothing. It will be looked for anew when somebody is back.
    fn rest(&mut self, now: Instant) {
        // A move that is found already only waits for its time.
        if self.found().is_none() {
            self.put_off(now);
        }
    }

    /// Our engine's move will be looked for anew later, as if it had not been begun.
    fn put_off(&mut self, now: Instant) {
        let ours = self.search.as_ref().is_some_and(|search| {
            let own = matches!(self.seats[search.side.index()], Seat::Own(_));
            own && matches!(search.purpose, Purpose::Move)
        });
        if ours {
            self.clock.halt(now);
            self.clock.give_back(self.turn());
            self.drop_search();
        }
    }

    pub(super) fn all_ready(&self) -> bool {
        !self.seats.iter().any(|seat| matches!(seat, Seat::Process { ready: false, .. }))
    }

    pub(super) fn ask_engine(&mut self, side: Color, now: Instant) {
        let mut limits = seat::limits(self.setup.limit(), self.clock.control(side).is_some());
        limits.clock = self.clock.reading(side, now);
        let playing = self.host.pool.play(1);
        match &mut self.seats[side.index()] {
            Seat::Person | Seat::Empty => return,
            Seat::Own(own) => {
                let request = Request::new(self.game.clone(), limits).started_at(now);
                if own.engine.go(request).is_err() {
                    return;
                }
            }
            Seat::Process { player, .. } => {
                let timeout = self.clock.timeout(side);
                player.ask(Question { game: self.game.clone(), limits, timeout });
            }
        }
        self.search = Some(Search {
            side,
            purpose: Purpose::Move,
            thinks: None,
            time: None,
            book: false,
            found: None,
            since: now,
            hurried: false,
            pondered: std::mem::take(&mut self.missed).then_some(false),
            _playing: Some(playing),
        });
        self.changed(None);
    }

    pub(super) fn take(&mut self, order: Order) {
        match order {
            Order::Attach { from, outbox } => {
                self.followers.retain(|(known, _)| *known != from);
                self.followers.push((from, outbox));
            }
            Order::Close => self.closing = true,
            Order::Detach { from } => {
                self.followers.retain(|(known, _)| *known != from);
                // Nobody can come back to a game to watch: its page begins it anew.
                let watched = matches!(self.kind, Kind::Watch { .. });
                self.closing |= watched && self.followers.is_empty();
            }
            Order::Ask(asker, Ask::Hint) => self.hint(asker),
            Order::Ask(asker, Ask::Pgn) => {
                asker.outbox.answer(asker.re, &self.pgn());
            }
            Order::Ask(asker, Ask::Leave) => {
                self.closing = true;
                let left = Message::PlayLeft { game: self.key.clone() };
                asker.outbox.answer(asker.re, &left);
            }
            Order::Ask(asker, ask) => {
                let version = self.version;
                let done = self.perform(ask);
                if self.version != version {
                    // What follows at once, such as the engine's thinking, belongs to the answer.
                    self.advance();
                    self.changed(Some(asker.from));
                }
                match done {
                    Ok(()) => {
                        asker.outbox.answer(asker.re, &self.state());
                    }
                    Err(refusal) => asker.outbox.refuse(Some(asker.re), &refusal),
                }
            }
        }
    }

    pub(super) fn perform(&mut self, ask: Ask) -> Result<(), Refusal> {
        match ask {
            Ask::State | Ask::Hint | Ask::Pgn | Ask::Leave => {}
            Ask::Move { mv, ply } => self.persons_move(&mv, ply)?,
            Ask::Takeback => self.take_back()?,
            Ask::Resign => {
                self.still_going()?;
                let loser = match self.kind {
                    Kind::Play { you, .. } => you,
                    Kind::Watch { .. } => self.turn(),
                };
                self.end(&GameOver::resignation(loser));
            }
            Ask::Draw => self.offer_draw()?,
            Ask::Go => {
                self.still_going()?;
                if self.found().is_some() {
                    self.play_found();
                } else if self.is_persons_turn() {
                    // What runs is not for a move of the engine.
                } else if let Some(search) = &mut self.search {
                    search.hurried = true;
                    let side = search.side;
                    if let Some(engine) = self.seats[side.index()].engine() {
                        engine.stop();
                    }
                }
            }
            Ask::Pause | Ask::Continue => {
                self.paused = matches!(ask, Ask::Pause);
                if self.paused {
                    // No move comes on a board that stands still.
                    self.put_off(Instant::now());
                }
                self.version += 1;
            }
            Ask::Stop => {
                if self.outcome.is_none() {
                    self.end(&GameOver::interrupted("stopped"));
                }
            }
        }
        Ok(())
    }

    pub(super) fn still_going(&self) -> Result<(), Refusal> {
        match &self.outcome {
            Some(outcome) => Err(Refusal::new(RefusalCode::GameOver, outcome.text.clone())),
            None => Ok(()),
        }
    }

    /// Plays a move of the side to move.
    pub(super) fn play(&mut self, m: Move, search: SearchSummary) {
        let now = Instant::now();
        let position = *self.game.position();
        let side = position.turn();
        let by = match self.kind {
            Kind::Play { you, .. } => Some(if side == you { Mover::You } else { Mover::Engine }),
            Kind::Watch { .. } => None,
        };
        let used = self.clock.press(side, now);
        self.played.push(PlayedMove {
            uci: self.notation.uci(&position, m),
            san: position.san(m),
            by,
            used_ms: millis(used),
            left_ms: self.clock.left(side, now).map(millis),
            search,
        });
        self.game.play(m);
        self.version += 1;
        if let Setup::Watch(setup) = &self.setup {
            let pause = Duration::from_millis(setup.pause_ms.unwrap_or(0).min(LONGEST_PAUSE));
            self.resting = (!pause.is_zero()).then(|| now + pause);
        }
    }

    pub(super) fn end(&mut self, over: &GameOver) {
        self.clock.halt(Instant::now());
        self.outcome = Some(Outcome::of(over));
        self.expected = None;
        self.version += 1;
        self.drop_search();
    }

    /// The answer of the search under way is of no use any more.
    pub(super) fn drop_search(&mut self) {
        if self.found().is_some() {
            // Nothing runs any more that would have to end first.
            self.search = None;
        }
        let Some(search) = &mut self.search else { return };
        if let Purpose::Hint(asker) = std::mem::replace(&mut search.purpose, Purpose::Nothing) {
            let message = "the position has changed since the hint was asked for";
            asker.outbox.refuse(Some(asker.re), &Refusal::new(RefusalCode::Busy, message));
        }
        let side = search.side;
        if let Some(engine) = self.seats[side.index()].engine() {
            engine.stop();
        }
    }

    pub(super) fn look_at_flags(&mut self) {
        let now = Instant::now();
        let fallen = self.clock.flag_falls().filter(|&falls| falls <= now);
        let (Some(_), Some(side)) = (fallen, self.clock.running()) else { return };
        self.end(&GameOver::on_time(self.game.position(), side));
        self.changed(None);
    }

    /// Tells everybody but the one who asked, who gets an answer.
    pub(super) fn changed(&mut self, asker: Option<u64>) {
        self.version += 1;
        let state = self.state();
        for (from, outbox) in &self.followers {
            if Some(*from) != asker {
                outbox.news(Slot::State(self.key.clone()), &state);
            } else {
                // An older state must not arrive after the answer.
                outbox.forget(&Slot::State(self.key.clone()));
            }
        }
    }
}
