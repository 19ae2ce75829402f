// SPDX-License-Identifier: GPL-3.0-or-later
//! A running game, on a thread of its own: what the server says, what the engine says, and what
//! is due at some time, one after the other out of one inbox.
//!
//! Two rules keep a bad connection from costing a game. A line that goes back, or that can't be
//! read, is not believed: the stream is opened again, and its first line, which tells the whole
//! game, is the truth. And a move is sent for a position only if the server's truth, asked for
//! after the last attempt, still has us to move there.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use chess::{Color, Move};
use engine::Event;
use play::GameOver;
use search::Info;

use super::board::{Board, Change};
use super::lag::LagMeter;
use super::notes::Notes;
use super::record::{self, Finished};
use super::stream::{self, In};
use super::thinker::Thinker;
use super::time;
use super::verdict::Verdict;
use crate::api::model::{GameEvent, GameFull, GameState};
use crate::api::{ApiError, Cutter};
use crate::backoff::Backoff;
use crate::context::Context;
use crate::persona::{self, Who};
use crate::status::GameView;

/// How long to stay with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// To its end.
    ToTheEnd,
    /// Until the opponent is to move: correspondence.
    OneTurn,
}

/// How a thread left its game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEnd {
    /// It is over, and whether we won, drew or lost.
    Over(GameOver, Option<Color>),
    /// The opponent is to move, for days perhaps.
    Waiting,
    /// The bot ends; the game goes on without us until the next start.
    Left,
    /// The server does not know it.
    Unknown,
    /// The server does not let bots play it.
    Unplayable,
    /// Its thread broke down; the game goes on.
    Broken,
}

/// The thread of a game.
pub struct GameHandle {
    inbox: Sender<In>,
    thread: JoinHandle<()>,
}

impl GameHandle {
    /// Tells what the server's list says about the game.
    pub fn listed(&self, running: bool, my_turn: bool) {
        let _ = self.inbox.send(In::Listed { running, my_turn });
    }

    /// Waits for the thread.
    pub fn join(self) {
        let _ = self.thread.join();
    }
}

/// Starts the thread of a game; `ended` is called on it when it leaves.
///
/// # Errors
/// If the system has no thread.
pub fn start(
    context: &Arc<Context>,
    id: &str,
    stay: Stay,
    ended: impl FnOnce(GameEnd) + Send + 'static,
) -> std::io::Result<GameHandle> {
    let (inbox, messages) = mpsc::channel();
    let (context, id, own) = (Arc::clone(context), id.to_owned(), inbox.clone());
    let thread = thread::Builder::new().name(format!("game {id}")).spawn(move || {
        context.games.fetch_add(1, Ordering::Relaxed);
        let game = LiveGame::new(Arc::clone(&context), id.clone(), stay, own, messages);
        let end = guarded(|| game.run());
        if end == GameEnd::Broken {
            context.log.error(format_args!("{id}: the game's thread broke down"));
        }
        context.games.fetch_sub(1, Ordering::Relaxed);
        context.status.lock().games.remove(&id);
        ended(end);
    })?;
    Ok(GameHandle { inbox, thread })
}

/// A game whose thread breaks down is over for this thread, not for the bot.
fn guarded(run: impl FnOnce() -> GameEnd) -> GameEnd {
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or(GameEnd::Broken)
}

/// After so many refusals the win is not claimed any more: the clock of whoever left goes on, and
/// some games are not to be claimed at all.
const CLAIMS: u32 = 3;

/// What the engine is doing.
pub(super) struct Searching {
    /// Half-moves made in the position that it searches.
    pub(super) ply: usize,
    /// The position that it searches.
    pub(super) key: u64,
    /// The opponent's time, or ours.
    pub(super) pondering: bool,
    /// Nobody wants its answer any more.
    pub(super) discarded: bool,
    /// Since when it is our time.
    pub(super) began: Instant,
}

/// A move that was sent.
pub(super) struct Sent {
    /// Half-moves made before it,
    pub(super) ply: usize,
    /// and the position.
    pub(super) key: u64,
    pub(super) uci: String,
    pub(super) offers_draw: bool,
    /// The server said yes.
    pub(super) accepted: bool,
}

/// A game that runs.
pub(super) struct LiveGame {
    pub(super) context: Arc<Context>,
    pub(super) id: String,
    stay: Stay,
    own: Sender<In>,
    inbox: Receiver<In>,
    // The stream.
    number: u64,
    cutter: Option<Cutter>,
    reopen: Option<Instant>,
    backoff: Backoff,
    /// Whether the whole game was told on this connection.
    pub(super) synced: bool,
    /// How often the list and the stream disagreed in a row.
    disagreements: u32,
    // The game.
    pub(super) full: Option<GameFull>,
    pub(super) board: Option<Board>,
    pub(super) me: Color,
    pub(super) state: GameState,
    /// When our clock began to run for this position, and what it said.
    pub(super) since: Instant,
    clocks: Vec<Option<u64>>,
    pub(super) notes: Notes,
    // Our part.
    pub(super) thinker: Option<Thinker>,
    pub(super) who: Who,
    pub(super) wished: Option<Who>,
    pub(super) searching: Option<Searching>,
    pub(super) info: Option<Info>,
    pub(super) from_book: bool,
    pub(super) expects: Option<Move>,
    pub(super) sent: Option<Sent>,
    pub(super) refusals: u32,
    pub(super) verdict: Verdict,
    pub(super) lag: LagMeter,
    // What is due.
    claim_at: Option<Instant>,
    /// Claims that were refused since the opponent left.
    claims: u32,
    abort_at: Option<Instant>,
    /// Another try, if the engine could not be asked or had no move.
    pub(super) think_at: Option<Instant>,
    /// After so many half-moves the draw by repetition was claimed.
    pub(super) repetition_claimed: Option<usize>,
    draw_answered: bool,
    takeback_answered: bool,
    takebacks: u32,
    pub(super) resigned: bool,
    pub(super) spoken: [Option<Instant>; 2],
    pub(super) over: Option<GameEnd>,
}

impl LiveGame {
    fn new(
        context: Arc<Context>,
        id: String,
        stay: Stay,
        own: Sender<In>,
        inbox: Receiver<In>,
    ) -> LiveGame {
        let notes = Notes::open(&context.config.pgn_directory, &id);
        let notes = notes.unwrap_or_else(|error| {
            // A full disk costs what is remembered of a game, and not the game.
            context.log.error(format_args!("{id}: no notes are kept: {error}"));
            Notes::unwritten(&context.config.pgn_directory, &id)
        });
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let who = Who::of_day(&context.config.engine, now.as_secs());
        let backoff = Backoff::for_game(&context.timing);
        LiveGame {
            id,
            stay,
            own,
            inbox,
            number: 0,
            cutter: None,
            reopen: Some(Instant::now()),
            backoff,
            synced: false,
            disagreements: 0,
            full: None,
            board: None,
            me: Color::White,
            state: GameState::default(),
            since: Instant::now(),
            clocks: Vec::new(),
            notes,
            thinker: None,
            who,
            wished: None,
            searching: None,
            info: None,
            from_book: false,
            expects: None,
            sent: None,
            refusals: 0,
            verdict: Verdict::default(),
            lag: LagMeter::default(),
            claim_at: None,
            claims: 0,
            abort_at: None,
            repetition_claimed: None,
            draw_answered: false,
            takeback_answered: false,
            takebacks: 0,
            resigned: false,
            spoken: [None; 2],
            over: None,
            think_at: None,
            context,
        }
    }

    fn run(mut self) -> GameEnd {
        let end = loop {
            if let Some(end) = self.over.take() {
                break end;
            }
            if self.context.api.is_stopped() {
                break GameEnd::Left;
            }
            self.due(Instant::now());
            match self.inbox.recv_timeout(self.next_glance()) {
                Ok(message) => self.hear(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break GameEnd::Left,
            }
        };
        self.cut();
        self.rest();
        match &end {
            GameEnd::Over(over, _) => self.write_down(over),
            GameEnd::Unknown | GameEnd::Unplayable => self.notes.remove(),
            GameEnd::Waiting | GameEnd::Left | GameEnd::Broken => {}
        }
        end
    }

    /// How long nothing is due.
    fn next_glance(&self) -> Duration {
        let due = [self.reopen, self.claim_at, self.abort_at, self.think_at];
        let due = due.into_iter().flatten().min();
        let wait = due.map(|at| at.saturating_duration_since(Instant::now()));
        wait.unwrap_or(self.context.timing.tick).min(self.context.timing.tick)
    }

    fn due(&mut self, now: Instant) {
        if self.reopen.is_some_and(|at| now >= at) {
            self.reopen = None;
            self.open();
        }
        if self.claim_at.is_some_and(|at| now >= at) {
            self.claim_at = None;
            self.claim();
        }
        if self.think_at.is_some_and(|at| now >= at) {
            self.think_at = None;
            let ours = self.board.as_ref().is_some_and(|board| board.turn() == self.me);
            if ours && self.synced && self.state.is_running() {
                self.our_turn(false);
            }
        }
        if self.abort_at.is_some_and(|at| now >= at) {
            self.abort_at = None;
            self.context.log.info(format_args!("{}: aborted, nobody moves", self.id));
            if let Err(error) = self.context.api.abort(&self.id) {
                self.context.log.warning(format_args!("{}: abort: {error}", self.id));
                self.resync("abort failed");
            }
        }
    }

    /// The engine could not be asked, or had no move: another try in a moment. Nothing else would
    /// bring us back to a position in which it is our turn already.
    pub(super) fn think_again(&mut self) {
        self.think_at = Some(Instant::now() + self.context.timing.retry);
    }

    fn claim(&mut self) {
        match self.context.api.claim_victory(&self.id) {
            Ok(()) => self.context.log.info(format_args!("{}: win claimed", self.id)),
            Err(error) => {
                self.context.log.warning(format_args!("{}: claim: {error}", self.id));
                self.claims += u32::from(error.is_refusal());
                if self.claims < CLAIMS {
                    let wait = self.backoff.wait().max(Duration::from_millis(200));
                    self.claim_at = Some(Instant::now() + wait);
                }
            }
        }
    }

    // The stream.

    fn open(&mut self) {
        self.number += 1;
        self.synced = false;
        stream::read(&self.context.api, &self.id, self.number, self.own.clone());
    }

    fn cut(&mut self) {
        self.number += 1;
        if let Some(cutter) = self.cutter.take() {
            cutter.cut();
        }
    }

    /// Asks the server for the whole truth.
    pub(super) fn resync(&mut self, why: &str) {
        if self.reopen.is_some() {
            return;
        }
        self.context.log.debug(format_args!("{}: asked again: {why}", self.id));
        self.cut();
        self.synced = false;
        self.context.status.lock().reconnects += 1;
        // The first time at once, then later and later.
        let first = self.backoff.failures() == 0;
        let wait = self.backoff.wait();
        self.reopen = Some(Instant::now() + if first { Duration::ZERO } else { wait });
    }

    fn hear(&mut self, message: In) {
        match message {
            In::Opened(number, cutter) if number == self.number => self.cutter = Some(cutter),
            // Somebody else's stream by now.
            In::Opened(_, cutter) => cutter.cut(),
            In::Line(number, event, at) if number == self.number => self.read(*event, at),
            In::Unreadable(number) if number == self.number => self.resync("unreadable line"),
            In::Closed(number, error) if number == self.number => self.closed(error),
            In::Line(..) | In::Unreadable(_) | In::Closed(..) => {}
            In::Engine(event) => self.hear_engine(event),
            In::Listed { running, my_turn } => self.listed(running, my_turn),
        }
    }

    fn closed(&mut self, error: Option<ApiError>) {
        self.cutter = None;
        match error {
            Some(ApiError::Stopped) => {}
            Some(ApiError::Refused { status: 404, .. }) if self.backoff.failures() >= 4 => {
                self.context.log.warning(format_args!("{}: the server has no such game", self.id));
                self.over = Some(GameEnd::Unknown);
            }
            Some(ApiError::Refused { status: 400, message }) if message.contains("Bot API") => {
                self.over = Some(GameEnd::Unplayable);
            }
            Some(error) => {
                self.context.log.warning(format_args!("{}: stream: {error}", self.id));
                self.resync("stream failed");
            }
            None => self.resync("stream ended"),
        }
    }

    /// The list is made from time to time, and may be older than our stream: it counts when it
    /// says the same twice.
    fn listed(&mut self, running: bool, my_turn: bool) {
        let ours = self.board.as_ref().is_some_and(|board| board.turn() == self.me);
        let ply = self.board.as_ref().map_or(0, Board::ply);
        let lost = self.sent.as_ref().is_some_and(|sent| sent.accepted && sent.ply == ply);
        let agrees = self.synced && running && !(my_turn && (!ours || lost));
        self.disagreements = if agrees { 0 } else { self.disagreements + 1 };
        if self.disagreements >= 2 && self.synced {
            self.disagreements = 0;
            // The server said yes to our move, and waits for it all the same.
            if let Some(sent) = self.sent.as_mut().filter(|_| lost) {
                sent.accepted = false;
            }
            self.resync("the list of games says otherwise");
        }
    }

    fn read(&mut self, event: GameEvent, at: Instant) {
        match event {
            GameEvent::GameFull(full) => self.begin(*full, at),
            GameEvent::GameState(state) if self.synced => self.take(state, at, None),
            GameEvent::ChatLine(line) if self.synced => self.answer_chat(&line),
            GameEvent::OpponentGone { gone, claim_in } => {
                let wait = self.context.timing.seconds(claim_in.unwrap_or(0) as f64);
                let claims = gone && self.context.config.claim_victory;
                self.claim_at = claims.then(|| Instant::now() + wait);
                self.claims = 0;
            }
            // Lines before the first belong to nothing.
            GameEvent::GameState(_) | GameEvent::ChatLine(_) | GameEvent::Unknown => {}
        }
    }

    // The state.

    fn begin(&mut self, full: GameFull, at: Instant) {
        let me = &self.context.me;
        let is_me = |name: &str| name.eq_ignore_ascii_case(me);
        self.me = if is_me(&full.white.name()) { Color::White } else { Color::Black };
        let mut board = match Board::new(&full) {
            Ok(board) => board,
            Err(why) => return self.unplayable(&why),
        };
        if let Change::Wrong(why) = board.update(&full.state.moves) {
            return self.unplayable(&why);
        }
        let state = full.state.clone();
        let first = self.full.is_none();
        let before = self.board.as_ref().map(Board::ply);
        // What we know may be more than nothing: the truth may have gone back.
        if let Some(known) = &self.board
            && (board.ply() < known.ply() || !board.game.moves().starts_with(known.game.moves()))
        {
            self.went_back(board.ply());
        }
        self.board = Some(board);
        self.full = Some(full);
        self.synced = true;
        if first {
            self.resume();
        }
        self.take(state, at, Some(before));
    }

    /// A game that we can't follow: garbage for once, or a variant that we do not know.
    fn unplayable(&mut self, why: &str) {
        self.context.log.error(format_args!("{}: can't be followed: {why}", self.id));
        self.resync("can't be followed");
    }

    /// The first look at a game: what an earlier run knew about it.
    fn resume(&mut self) {
        let Some(board) = &self.board else { return };
        let ply = board.ply();
        let scores: Vec<_> = self.notes.moves.values().filter_map(|note| note.score).collect();
        scores.into_iter().for_each(|score| self.verdict.note(score, None));
        if self.notes.resumed {
            self.context.log.info(format_args!("{}: resumed after {ply} half-moves", self.id));
        }
        if !self.notes.greeted && ply < 2 {
            self.greet();
        }
        self.notes.greet();
    }

    fn went_back(&mut self, ply: usize) {
        self.context.log.info(format_args!("{}: back to {ply} half-moves", self.id));
        let dropped = self.notes.moves.range(ply..).count();
        (0..dropped).for_each(|_| self.verdict.undo());
        self.notes.undo(ply);
        self.clocks.truncate(ply);
        self.lag.interrupted();
        self.sent = None;
        self.discard();
    }

    /// A new state; `whole` if it came with the whole game, with the half-moves that were known
    /// before it.
    fn take(&mut self, mut state: GameState, at: Instant, whole: Option<Option<usize>>) {
        let Some(board) = &mut self.board else { return };
        let before = whole.unwrap_or(Some(board.ply()));
        match board.update(&state.moves) {
            Change::Same | Change::Forward(_) => {}
            Change::Back => return self.resync("an older line"),
            Change::Wrong(why) => return self.unplayable(&why),
        }
        let ply = board.ply();
        if before != Some(ply) || whole.is_some() {
            self.note_clock(&mut state, ply, at, before == Some(ply));
        }
        if before.is_some_and(|before| ply > before) {
            // Only progress counts: a line that can't be read may come again and again.
            self.backoff.reset();
            self.abort_at = None;
            if self.board.as_ref().is_some_and(|board| board.turn() == self.me) {
                // Whoever moves is there, also if the line that said so was lost.
                self.claim_at = None;
            }
        }
        self.state = state;
        self.show();
        if let Some(board) = &self.board
            && let Some(over) = record::over(&board.game, &self.state)
        {
            self.over = Some(GameEnd::Over(over, Some(self.me)));
            return;
        }
        if self.answer_offers() {
            return;
        }
        if self.board.as_ref().is_some_and(|board| board.turn() == self.me) {
            self.our_turn(whole.is_some());
        } else {
            self.their_turn();
        }
    }

    /// Takes the clocks over, and learns from them what our last move cost on its way.
    fn note_clock(&mut self, state: &mut GameState, ply: usize, at: Instant, known: bool) {
        let Some(full) = &self.full else { return };
        if full.clock.is_some() && ply > 0 {
            let mover =
                if ply % 2 == 1 { first_to_move(&self.board) } else { !first_to_move(&self.board) };
            self.clocks.resize(ply, None);
            self.clocks[ply - 1] = Some(time::left(state, mover).0.as_millis() as u64);
        }
        let (left, increment) = time::left(state, self.me);
        if self.board.as_ref().is_some_and(|board| board.turn() == self.me) {
            if known && time::clock_runs(full, ply) {
                // Told again, after a break: the server's clock or ours, whichever says less.
                let before = time::left(&self.state, self.me).0;
                let passed = at.saturating_duration_since(self.since);
                let least = left.min(before.saturating_sub(passed)).as_millis() as u64;
                match self.me {
                    Color::White => state.wtime = least,
                    Color::Black => state.btime = least,
                }
            }
            self.since = at;
            if time::clock_runs(full, ply) {
                self.lag.asked(ply, left, increment, at);
            }
        }
        if let Some(last) = self.sent.as_ref().map(|sent| sent.ply).filter(|&last| last < ply) {
            if last + 1 == ply
                && let Some(lag) = self.lag.confirmed(last, left)
            {
                self.notes.lag(last, lag.as_millis() as u64);
                self.context.status.lock().lag = self.lag.mean();
            }
            self.sent = None;
            self.refusals = 0;
        }
    }

    fn their_turn(&mut self) {
        let ply = self.board.as_ref().map_or(0, Board::ply);
        let config = &self.context.config;
        if ply < 2
            && self.stay == Stay::ToTheEnd
            && self.abort_at.is_none()
            && config.abort_time > 0
        {
            let wait = self.context.timing.seconds(config.abort_time as f64);
            self.abort_at = Some(Instant::now() + wait);
        }
        if self.stay == Stay::OneTurn && self.sent.is_none() {
            self.over = Some(GameEnd::Waiting);
            return;
        }
        self.ponder();
    }

    /// Answers what the opponent offers; whether the position is about to become another.
    fn answer_offers(&mut self) -> bool {
        let (draw, takeback) = match self.me {
            Color::White => (self.state.bdraw, self.state.btakeback),
            Color::Black => (self.state.wdraw, self.state.wtakeback),
        };
        if draw && !self.draw_answered {
            let pieces = self.board.as_ref().map_or(32, |b| b.game.position().occupied().count());
            let accept = self.verdict.content(&self.context.config.engine.draw_or_resign, pieces);
            self.context.log.info(format_args!("{}: draw offered, accepted: {accept}", self.id));
            self.note_answer(self.context.api.answer_draw(&self.id, accept));
        }
        self.draw_answered = draw;
        if takeback && !self.takeback_answered {
            let accept = self.takebacks < self.context.config.max_takebacks_accepted;
            self.takebacks += u32::from(accept);
            self.context.log.info(format_args!("{}: takeback wanted, given: {accept}", self.id));
            self.note_answer(self.context.api.answer_takeback(&self.id, accept));
            if accept {
                // No move may leave for a position that is gone: the server says which one is.
                self.takeback_answered = true;
                self.discard();
                self.resync("a move is taken back");
                return true;
            }
        }
        self.takeback_answered = takeback;
        false
    }

    fn note_answer(&self, answered: Result<(), ApiError>) {
        if let Err(error) = answered {
            self.context.log.warning(format_args!("{}: answer to an offer: {error}", self.id));
        }
    }

    fn show(&self) {
        let (Some(full), Some(board)) = (&self.full, &self.board) else { return };
        let other = if self.me == Color::White { &full.black } else { &full.white };
        let rating = other.rating.map_or(String::new(), |rating| format!(" ({rating})"));
        let control = full.clock.map_or_else(
            || full.days_per_turn.map_or(String::new(), |days| format!("{days} days")),
            |clock| format!("{}+{}", clock.initial / 1000, clock.increment / 1000),
        );
        let rated = if full.rated { "rated" } else { "casual" };
        let last = board.game.moves().last().map(|&mv| {
            let before = &board.game.positions()[board.ply() - 1];
            let dots = if before.turn() == Color::White { "." } else { "…" };
            format!("{}{dots} {}", before.fullmove_number(), before.san(mv))
        });
        let view = GameView {
            opponent: format!("{}{rating}", other.name()),
            kind: format!("{} {rated} {control}", full.speed),
            white: self.me == Color::White,
            last: last.unwrap_or_default(),
            clocks: full
                .clock
                .map(|_| [self.me, !self.me].map(|color| time::left(&self.state, color).0)),
            told: self.since,
            our_turn: board.turn() == self.me,
            score: self.info.as_ref().map(|info| info.score.pov(self.me).to_string()),
            lag: self.lag.mean(),
        };
        self.context.status.lock().games.insert(self.id.clone(), view);
    }

    // The end.

    /// Stops the engine and gives it back.
    fn rest(&mut self) {
        let Some(mut thinker) = self.thinker.take() else { return };
        thinker.engine.stop();
        let until = Instant::now() + Duration::from_secs(10);
        while thinker.engine.is_busy() && Instant::now() < until {
            match self.inbox.recv_timeout(Duration::from_millis(100)) {
                Ok(In::Engine(event)) => thinker.engine.note(&event),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.context.engines.give_back(thinker);
    }

    fn write_down(mut self, over: &GameOver) {
        let (Some(full), Some(board)) = (self.full.take(), self.board.take()) else { return };
        self.say_goodbye(&full, over);
        let other = if self.me == Color::White { &full.black } else { &full.white };
        let finished = Finished {
            full: &full,
            game: &board.game,
            clocks: &self.clocks,
            notes: &self.notes,
            over,
            who: self.who.to_string(),
            url: &self.context.config.url,
        };
        match finished.write(&self.context.config, &other.name()) {
            Ok(()) => self.notes.remove(),
            Err(error) => self.context.log.error(format_args!("{}: PGN: {error}", self.id)),
        }
        self.context.log.info(format_args!(
            "{}: {} against {}: {}",
            self.id,
            over.result,
            other.name(),
            over.reason
        ));
    }

    /// The engine, made when it is first needed.
    pub(super) fn engine(&mut self) -> std::io::Result<&mut Thinker> {
        if self.thinker.is_none() {
            let own = self.own.clone();
            let mut thinker =
                self.context.engines.take(move |event: Event| _ = own.send(In::Engine(event)))?;
            self.set_options(&mut thinker);
            self.thinker = Some(thinker);
        }
        self.thinker.as_mut().ok_or_else(|| std::io::Error::other("no engine"))
    }

    pub(super) fn set_options(&self, thinker: &mut Thinker) {
        for (name, value) in persona::options(&self.context.config, &self.who) {
            if let Err(error) = thinker.engine.set_option(&name, Some(&value)) {
                self.context.log.error(format_args!("{}: {error}", self.id));
            }
        }
    }
}

fn first_to_move(board: &Option<Board>) -> Color {
    board.as_ref().map_or(Color::White, |board| board.game.start().turn())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_a_game_with_an_answer() {
        assert_eq!(guarded(|| panic!("on purpose")), GameEnd::Broken);
        assert_eq!(guarded(|| GameEnd::Waiting), GameEnd::Waiting);
    }
}
