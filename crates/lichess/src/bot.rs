// SPDX-License-Identifier: GPL-3.0-or-later
//! The bot: one thread that knows which games run, who waits, and what is due. It never waits
//! for the network; threads of their own read the event stream, make requests and play games.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant, SystemTime};

use explain::Sources;
use formats::pgn::GameResult;
use journal::{Appender, StopFlag};

use crate::accept::{Decision, decide, own_rating};
use crate::api::model::{Account, AccountEvent, Challenge, GameInfo, TimeControl};
use crate::api::{ApiError, Gate, Lichess, Offer, Reason};
use crate::bot_error::BotError;
use crate::config::Config;
use crate::context::Context;
use crate::courier::{self, Outcome, Task};
use crate::errands::Errands;
use crate::events::EventStream;
use crate::game::{self, EnginePool, GameEnd, GameHandle, Online, Stay, notes};
use crate::log::Log;
use crate::matchmaking::Matchmaker;
use crate::persona::Who;
use crate::queue::Queue;
use crate::recent::Recent;
use crate::sign_in::sign_in;
use crate::slots::Slots;
use crate::status::Status;
use crate::tally::{DAY, Tally};
use crate::timing::Timing;
use crate::token::Token;

/// The place of a challenge that we make, until it has an id.
const OUTGOING: &str = "outgoing challenge";

/// What the bot waits for.
pub(crate) enum Message {
    /// The event stream is open.
    Connected,
    /// It is not.
    Disconnected,
    /// It says something.
    Event(Box<AccountEvent>),
    /// A request was answered.
    Outcome(Box<Outcome>),
    /// A game's thread has left it.
    Ended(String, GameEnd),
    /// A thread that everything rests on has broken down.
    Broken(&'static str),
}

/// What a bot is made of.
pub struct Setup {
    /// The configuration.
    pub config: Config,
    /// The token.
    pub token: Token,
    /// How long to wait for what.
    pub timing: Timing,
    /// Where messages go.
    pub log: Log,
    /// What the operator sees.
    pub status: Status,
    /// Whether the account may be made a bot.
    pub upgrade: bool,
    /// Raised from outside when the bot shall end.
    pub ending: StopFlag,
    /// What `!why` may look up: tablebases and the names of openings.
    pub sources: Sources,
}

/// A challenge of ours without an answer.
struct Open {
    offer: Offer,
    id: String,
    since: Instant,
    cancelled: bool,
}

/// A challenge that was accepted, as far as we know.
struct Accepting {
    challenge: Challenge,
    /// Whether the request is still under way.
    under_way: bool,
}

/// The bot.
struct Bot {
    context: Arc<Context>,
    ending: StopFlag,
    /// Every request ends at once when this is raised.
    stop: StopFlag,
    account: Account,
    own: Sender<Message>,
    inbox: Receiver<Message>,
    courier: Sender<Task>,
    slots: Slots,
    queue: Queue,
    tally: Tally,
    matchmaker: Matchmaker,
    games: BTreeMap<String, GameHandle>,
    finished: Recent,
    /// Games whose thread broke down.
    broken: Recent,
    /// Challenges that have had their answer.
    answered: Recent,
    /// Challenges whose acceptance is under way, or may not have arrived.
    accepting: BTreeMap<String, Accepting>,
    /// Declines that may not have arrived.
    again: Vec<(String, Reason)>,
    /// Correspondence games, those where something is to be done, and the one that is being done.
    correspondence: BTreeSet<String>,
    visits: VecDeque<String>,
    visiting: Option<String>,
    open: Option<Open>,
    /// A challenge of ours that may have arrived, and since when we do not know.
    doubtful: Option<(Offer, Instant)>,
    /// When the server lets us play against bots again, if it does not now.
    bots_again: Option<Instant>,
    /// Games that the server does not let bots play.
    unplayable: Recent,
    /// The last challenge of ours that the stream has shown: its id and whom it went to.
    shown: Option<(String, String)>,
    looking: bool,
    idle_since: Instant,
    listing: bool,
    listed: Option<Instant>,
    rated: Option<Instant>,
    disconnected: bool,
    looked_behind: bool,
}

/// Runs the work of a thread without which the bot would only seem to be alive; if it breaks down
/// the whole process ends, and the next one resumes the games.
pub(crate) fn watched(name: &'static str, to: &Sender<Message>, work: impl FnOnce()) {
    if panic::catch_unwind(AssertUnwindSafe(work)).is_err() {
        let _ = to.send(Message::Broken(name));
    }
}

/// Runs a bot until it is told to end and has nothing left to do.
///
/// # Errors
/// If the account is not usable.
pub fn run(setup: Setup) -> Result<(), BotError> {
    let stop = StopFlag::new();
    let Setup { config, token, timing, log, status, upgrade, ending, sources } = setup;
    // Held until this process ends, however it ends. Without a disk nobody can be kept out.
    let lock = Appender::open(&config.pgn_directory.join("lock"), None);
    if lock.as_ref().is_ok_and(|lock| !lock.lock()) {
        return Err(BotError::Twice(config.pgn_directory.display().to_string()));
    }
    if let Err(error) = &lock {
        log.error(format_args!("games will not be written down: {error}"));
    }
    let gate = Gate::kept(&config.pgn_directory.join("silence"), timing.silence);
    let api = Lichess::new(&config.url, token, timing, gate, stop.clone(), log.clone());
    let account = sign_in(&api, &timing, &log, upgrade, &ending)?;
    let Some(account) = account else { return Ok(()) };
    api.call_us(&account.username);
    let mut bot = Bot::new(config, api, timing, log, status, account, ending, stop, sources)?;
    bot.work()?;
    bot.leave();
    Ok(())
}

impl Bot {
    #[allow(clippy::too_many_arguments, reason = "called once")]
    fn new(
        config: Config,
        api: Lichess,
        timing: Timing,
        log: Log,
        status: Status,
        account: Account,
        ending: StopFlag,
        stop: StopFlag,
        sources: Sources,
    ) -> Result<Bot, BotError> {
        let (own, inbox) = mpsc::channel();
        let errands = Errands::start(api.clone(), log.clone(), sources)?;
        let courier = courier::start(api.clone(), own.clone())?;
        let online = Online::new(&config.engine.online_moves, timing, &stop, &log);
        let online = online.map_err(BotError::ExplorerToken)?;
        let tally = Tally::kept(&config.pgn_directory.join("today.jsonl"), Instant::now());
        let slots = Slots::new(config.challenge.concurrency);
        let rules = config.matchmaking.clone();
        let matchmaker = Matchmaker::new(rules, &config.challenge.block_list, timing.factor);
        let threads = config.engine.uci_options.iter();
        let threads = threads.filter(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        let threads = threads.filter_map(|(_, value)| value.as_integer()).next().unwrap_or(1);
        let context = Arc::new(Context {
            api,
            timing,
            log,
            me: account.username.clone(),
            engines: EnginePool::default(),
            online,
            errands,
            status,
            games: Default::default(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            threads: usize::try_from(threads).unwrap_or(1).max(1),
            config,
        });
        Ok(Bot {
            context,
            ending,
            stop,
            account,
            own,
            inbox,
            courier,
            slots,
            queue: Queue::default(),
            tally,
            matchmaker,
            games: BTreeMap::new(),
            finished: Recent::default(),
            broken: Recent::default(),
            answered: Recent::default(),
            accepting: BTreeMap::new(),
            again: Vec::new(),
            correspondence: BTreeSet::new(),
            visits: VecDeque::new(),
            visiting: None,
            open: None,
            doubtful: None,
            bots_again: None,
            unplayable: Recent::default(),
            shown: None,
            looking: false,
            idle_since: Instant::now(),
            listing: false,
            listed: None,
            rated: None,
            disconnected: true,
            looked_behind: false,
        })
    }

    fn config(&self) -> &Config {
        &self.context.config
    }

    fn log(&self) -> &Log {
        &self.context.log
    }

    /// Listens until there is nothing left to do.
    fn work(&mut self) -> Result<(), BotError> {
        let context = Arc::clone(&self.context);
        let (api, timing) = (context.api.clone(), context.timing);
        let stream = EventStream::start(api, timing, context.log.clone(), self.own.clone())?;
        context.log.info(format_args!("{} is here: {}", self.context.me, self.config().url));
        self.take_ratings();
        loop {
            self.publish();
            match self.inbox.recv_timeout(timing.tick) {
                Ok(Message::Broken(thread)) => return Err(BotError::Broken(thread)),
                Ok(message) => self.hear(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.due(Instant::now());
            if self.ending.is_raised() && self.may_leave() {
                break;
            }
        }
        self.stop_listening(&stream);
        Ok(())
    }

    fn may_leave(&self) -> bool {
        let patient = self.config().quit_after_all_games_finish;
        // A challenge that was accepted may become a game yet: its place is taken.
        self.open.is_none() && (!patient || (self.games.is_empty() && self.slots.is_empty()))
    }

    fn stop_listening(&self, stream: &EventStream) {
        self.context.errands.finish(self.context.timing.farewell);
        self.stop.raise();
        stream.cut();
    }

    /// Waits for the threads of games that are left to be resumed.
    fn leave(&mut self) {
        let left = self.games.len();
        for (_, game) in std::mem::take(&mut self.games) {
            game.join();
        }
        self.context.status.lock().connected = false;
        self.log().info(format_args!("ended; {left} games are left to be resumed"));
    }

    fn send(&self, task: Task) {
        // Its thread ends only with the bot.
        let _ = self.courier.send(task);
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Connected => {
                self.disconnected = false;
                self.list();
            }
            Message::Disconnected => {
                self.disconnected = true;
                self.context.status.lock().reconnects += 1;
            }
            Message::Event(event) => self.hear_event(*event),
            Message::Outcome(outcome) => self.hear_outcome(*outcome),
            Message::Ended(id, end) => self.ended(&id, &end),
            // Heard before.
            Message::Broken(_) => {}
        }
    }

    fn hear_event(&mut self, event: AccountEvent) {
        match event {
            AccountEvent::GameStart { game } => self.game_starts(&game),
            AccountEvent::GameFinish { game } => {
                if let Some(handle) = self.games.get(game.key()) {
                    // Its own stream says so too, if it is well: this is said twice to be heard.
                    handle.listed(false, false);
                    handle.listed(false, false);
                }
            }
            AccountEvent::Challenge { challenge } => self.challenged(challenge),
            AccountEvent::ChallengeCanceled { challenge } => {
                self.queue.remove(&challenge.id);
                self.accepting.remove(&challenge.id);
            }
            AccountEvent::ChallengeDeclined { challenge } => {
                let reason = challenge.decline_reason_key.clone();
                self.close_offer(&challenge.id, reason.as_deref());
            }
            AccountEvent::Unknown => {}
        }
    }

    // Challenges.

    fn challenged(&mut self, challenge: Challenge) {
        let own = |name: &str| name.eq_ignore_ascii_case(&self.account.id);
        let ours = challenge.challenger.as_ref().is_some_and(|user| own(&user.key()));
        if ours {
            return self.arrived(&challenge);
        }
        if challenge.id.is_empty() || self.answered.contains(&challenge.id) {
            return;
        }
        if !matches!(challenge.status.as_str(), "created" | "") {
            return;
        }
        let name = challenge.challenger.as_ref().map_or("somebody", |user| &user.name).to_owned();
        let decision = if self.ending.is_raised() {
            Decision::Decline(Reason::Later, "the bot is ending".to_owned())
        } else {
            self.decide(&challenge)
        };
        match decision {
            Decision::Decline(reason, why) => self.decline(&challenge.id, reason, &name, &why),
            Decision::Accept => {
                let id = challenge.id.clone();
                let rules = self.config().challenge.clone();
                if !self.queue.add(challenge, &rules) {
                    self.decline(&id, Reason::Later, &name, "too many wait");
                }
                self.accept_next();
            }
        }
    }

    fn decide(&self, challenge: &Challenge) -> Decision {
        let bot = challenge.challenger.as_ref().is_some_and(|user| user.is_bot());
        if let Some(left) = self.until_bots_again(Instant::now()).filter(|_| bot) {
            let minutes = left.as_secs().div_ceil(60);
            let why = format!("no games against bots for {minutes} minutes, says the server");
            return Decision::Decline(Reason::Later, why);
        }
        let own = own_rating(challenge, &self.account);
        decide(challenge, &self.config().challenge, &self.tally, own)
    }

    /// How long the server does not let us play against bots.
    fn until_bots_again(&self, now: Instant) -> Option<Duration> {
        self.bots_again?.checked_duration_since(now).filter(|left| !left.is_zero())
    }

    /// All games that bots may play against bots today are played.
    fn bots_are_spent(&mut self, wait: Duration, words: &str) {
        self.bots_again = Some(Instant::now() + wait);
        let minutes = wait.as_secs().div_ceil(60);
        self.log().warning(format_args!("no games against bots for {minutes} minutes: {words}"));
    }

    fn decline(&mut self, id: &str, reason: Reason, name: &str, why: &str) {
        self.log().info(format_args!("challenge {id} of {name} declined: {why}"));
        self.context.status.lock().challenges[1] += 1;
        self.answered.add(id, Instant::now());
        self.send(Task::Decline(id.to_owned(), reason));
    }

    /// Accepts whoever is next, as long as there are places.
    fn accept_next(&mut self) {
        let rules = self.config().challenge.clone();
        let now = Instant::now();
        while self.slots.available() > 0 && !self.ending.is_raised() {
            let people = !self.bots_have_room();
            let Some(challenge) = self.queue.next(&rules, people) else { return };
            let user = challenge.challenger.clone().unwrap_or_default();
            // Much may have been played since it came.
            if let Decision::Decline(reason, why) = self.decide(&challenge) {
                self.decline(&challenge.id, reason, &user.name, &why);
                continue;
            }
            if matches!(challenge.time_control, TimeControl::Correspondence { .. }) {
                if self.correspondence.len() >= self.config().correspondence.max_games {
                    self.decline(&challenge.id, Reason::Later, &user.name, "enough correspondence");
                    continue;
                }
            } else if !self.slots.reserve(&challenge.id, now) {
                continue;
            }
            self.log().info(format_args!("challenge {} of {} accepted", challenge.id, user.name));
            self.context.status.lock().challenges[0] += 1;
            self.tally.started(&challenge.id, &user.key(), user.is_bot(), now);
            self.answered.add(&challenge.id, now);
            self.send(Task::Accept(challenge.id.clone()));
            let id = challenge.id.clone();
            self.accepting.insert(id, Accepting { challenge, under_way: true });
        }
    }

    /// Whether a game against a bot leaves enough places to people.
    fn bots_have_room(&self) -> bool {
        let rules = &self.config().challenge;
        let is_bots = |id: &&str| {
            let ours = self.open.as_ref().is_some_and(|open| open.id == *id);
            *id == OUTGOING || ours || self.tally.is_against_bot(id)
        };
        let bots = self.slots.taken().filter(is_bots).count();
        bots < rules.concurrency.saturating_sub(rules.games_reserved_for_humans)
    }

    /// A place that no game will take.
    fn release(&mut self, id: &str) {
        if self.slots.is_playing(id) {
            return;
        }
        self.slots.free(id);
        self.tally.undone(id);
        // Whether it arrived was not clear; now it is: once more, if somebody still waits.
        if let Some(accepting) = self.accepting.remove(id) {
            let rules = self.config().challenge.clone();
            self.queue.add(accepting.challenge, &rules);
        }
        self.accept_next();
    }

    fn hear_outcome(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Accepted(id, Err(error)) => {
                self.log().warning(format_args!("accept {id}: {error}"));
                if let ApiError::GamesSpent { ours: true, wait, message } = &error {
                    self.bots_are_spent(*wait, message);
                    self.send(Task::Decline(id.clone(), Reason::Later));
                }
                if error.is_refusal() {
                    // Whoever challenged has gone. If a game begins all the same it is played.
                    self.accepting.remove(&id);
                    return self.release(&id);
                }
                // It may have arrived: the place stays taken until the list says otherwise.
                self.slots.renew(&id, Instant::now());
                if let Some(accepting) = self.accepting.get_mut(&id) {
                    accepting.under_way = false;
                }
            }
            Outcome::Accepted(id, Ok(())) => {
                self.slots.renew(&id, Instant::now());
                self.accepting.remove(&id);
            }
            Outcome::Declined(id, reason, Err(error)) => {
                self.log().warning(format_args!("decline {id}: {error}"));
                if !error.is_refusal() {
                    self.again.push((id, reason));
                }
            }
            Outcome::Declined(_, _, Ok(())) => {}
            Outcome::Challenged(offer, done) => self.offered(offer, done),
            Outcome::Cancelled(id, done) => match done {
                Ok(()) => self.close_offer(&id, None),
                Err(error) => {
                    self.log().warning(format_args!("cancel {id}: {error}"));
                    // Accepted in the same moment, perhaps: the list will say.
                    if error.is_refusal() && self.open.as_ref().is_some_and(|open| open.id == id) {
                        self.open = None;
                    } else if let Some(open) = &mut self.open {
                        open.cancelled = false;
                        open.since = Instant::now();
                    }
                }
            },
            Outcome::Online(found) => self.found(found),
            Outcome::Playing(list, asked) => {
                self.listing = false;
                match list {
                    Ok(list) => self.compare(&list, asked),
                    Err(ApiError::Stopped) => {}
                    Err(error) => self.log().warning(format_args!("list of games: {error}")),
                }
            }
            Outcome::Account(Ok(account)) => {
                self.account = account;
                self.take_ratings();
            }
            Outcome::Account(Err(_)) => {}
        }
    }

    // Games.

    fn game_starts(&mut self, game: &GameInfo) {
        let id = game.key().to_owned();
        if id.is_empty() || self.finished.contains(&id) {
            return;
        }
        if !game.compat.bot || self.unplayable.contains(&id) {
            return self.can_not_play(&id);
        }
        self.queue.remove(&id);
        self.accepting.remove(&id);
        let opponent = &game.opponent.username;
        if self.doubtful.take_if(|(o, _)| o.opponent.eq_ignore_ascii_case(opponent)).is_some() {
            self.slots.rename(OUTGOING, &id, Instant::now());
        }
        if let Some(open) = self.open.take_if(|open| open.id == id) {
            self.matchmaker.accepted(&open.offer.opponent);
            self.tally.started(&id, &open.offer.opponent, true, Instant::now());
        }
        if game.is_correspondence() {
            self.correspondence.insert(id.clone());
            self.slots.free(&id);
            return self.visit(&id);
        }
        self.tally.started(&id, &game.opponent.username, false, Instant::now());
        self.play(&id);
    }

    /// A game of this account that the server does not let bots play, such as one that was begun
    /// with another program: it is said once and left alone.
    fn can_not_play(&mut self, id: &str) {
        if !self.unplayable.contains(id) {
            self.log().error(format_args!("{id}: the server does not let bots play this game"));
        }
        self.unplayable.add(id, Instant::now());
        self.accepting.remove(id);
        self.tally.ended(id);
        self.slots.free(id);
    }

    fn play(&mut self, id: &str) {
        self.slots.start(id);
        if self.games.contains_key(id) {
            return;
        }
        self.idle_since = Instant::now();
        let (own, key) = (self.own.clone(), id.to_owned());
        let ended = move |end| _ = own.send(Message::Ended(key, end));
        match game::start(&self.context, id, Stay::ToTheEnd, ended) {
            Ok(handle) => {
                self.log().info(format_args!("{id}: game runs"));
                self.games.insert(id.to_owned(), handle);
            }
            // The list of games brings it back.
            Err(error) => self.log().error(format_args!("{id}: no thread: {error}")),
        }
    }

    /// A look at a game that has no thread: correspondence, or left behind by an earlier run.
    fn visit(&mut self, id: &str) {
        if self.visiting.as_deref() != Some(id) && !self.visits.iter().any(|known| known == id) {
            self.visits.push_back(id.to_owned());
        }
        self.next_visit();
    }

    fn next_visit(&mut self) {
        if self.visiting.is_some() || self.ending.is_raised() {
            return;
        }
        let Some(id) = self.visits.pop_front() else { return };
        let (own, key) = (self.own.clone(), id.clone());
        let ended = move |end| _ = own.send(Message::Ended(key, end));
        match game::start(&self.context, &id, Stay::OneTurn, ended) {
            Ok(handle) => {
                self.games.insert(id.clone(), handle);
                self.visiting = Some(id);
            }
            Err(error) => self.log().error(format_args!("{id}: no thread: {error}")),
        }
    }

    fn ended(&mut self, id: &str, end: &GameEnd) {
        if let Some(handle) = self.games.remove(id) {
            handle.join();
        }
        let now = Instant::now();
        if self.visiting.as_deref() == Some(id) {
            self.visiting = None;
        }
        match end {
            GameEnd::Over(over, me) => {
                let index = match (over.result, over.winner()) {
                    (GameResult::Unknown, _) => 3,
                    (_, None) => 1,
                    (_, winner) if winner == *me => 0,
                    _ => 2,
                };
                self.context.status.lock().results[index] += 1;
                self.correspondence.remove(id);
                self.finished.add(id, now);
                self.ask_rating(now);
            }
            GameEnd::Unknown => {
                self.correspondence.remove(id);
                self.finished.add(id, now);
            }
            GameEnd::Unplayable => {
                self.correspondence.remove(id);
                self.can_not_play(id);
            }
            GameEnd::Broken => {
                // It goes on: its place stays taken, and the list brings it back. The first time
                // at once; a game that always breaks down must not become a storm of requests.
                if !self.broken.contains(id) {
                    self.broken.add(id, now);
                    self.list();
                }
                return self.next_visit();
            }
            GameEnd::Waiting | GameEnd::Left => {}
        }
        if *end != GameEnd::Waiting {
            self.tally.ended(id);
        }
        self.slots.free(id);
        self.idle_since = now;
        self.next_visit();
        self.accept_next();
    }

    /// Asks which games run.
    fn list(&mut self) {
        if !self.listing {
            self.listing = true;
            self.listed = Some(Instant::now());
            self.send(Task::Playing);
        }
    }

    /// Compares our games with the server's list, which was asked for at that moment.
    fn compare(&mut self, list: &[GameInfo], asked: Instant) {
        for game in list {
            let id = game.key();
            // One that ended while the list was made, or just before, is not a new one.
            let settled = asked.checked_sub(self.context.timing.reservation);
            let just_over = self.finished.at(id).is_some_and(|at| settled.is_none_or(|s| at > s));
            if just_over || self.unplayable.contains(id) {
                continue;
            }
            self.finished.remove(id);
            if game.is_correspondence() {
                self.correspondence.insert(id.to_owned());
                if game.is_my_turn {
                    self.visit(id);
                }
            } else if !self.games.contains_key(id) {
                self.game_starts(game);
            }
        }
        for (id, handle) in &self.games {
            if self.visiting.as_ref() == Some(id) {
                continue;
            }
            let entry = list.iter().find(|game| game.key() == id);
            handle.listed(entry.is_some(), entry.is_some_and(|game| game.is_my_turn));
        }
        let ours = |id: &&str| self.games.contains_key(*id);
        let gone = self.slots.games().filter(|id| !ours(id));
        let gone = gone.filter(|id| !list.iter().any(|game| game.key() == *id));
        // Nobody plays it any more, neither here nor there.
        for id in gone.map(str::to_owned).collect::<Vec<_>>() {
            self.slots.free(&id);
        }
        let reservation = self.context.timing.reservation;
        for id in self.slots.overdue(reservation * 2, asked) {
            let open = self.open.as_ref().is_some_and(|open| open.id == id);
            let under_way = self.accepting.get(&id).is_some_and(|accepting| accepting.under_way);
            if !open && !under_way && id != OUTGOING && !list.iter().any(|game| game.key() == id) {
                self.log().warning(format_args!("{id}: accepted, and no game came of it"));
                self.release(&id);
            }
        }
        for (id, reason) in std::mem::take(&mut self.again) {
            self.send(Task::Decline(id, reason));
        }
        if !self.looked_behind {
            self.looked_behind = true;
            for id in notes::left_behind(&self.config().pgn_directory) {
                if !list.iter().any(|game| game.key() == id) && !self.games.contains_key(&id) {
                    self.log().info(format_args!("{id}: ended while we were away"));
                    self.visit(&id);
                }
            }
        }
    }

    // Matchmaking.

    fn look_for_opponent(&mut self, now: Instant) {
        let rules = &self.config().matchmaking;
        let limit = self.config().challenge.max_daily_bot_games;
        let alone = self.slots.playing() == 0 || rules.allow_during_games;
        let patient = now.saturating_duration_since(self.idle_since) < self.matchmaker.patience();
        if !rules.allow_matchmaking
            || self.looking
            || self.open.is_some()
            || self.doubtful.is_some()
            || self.disconnected
            || self.until_bots_again(now).is_some()
            || self.matchmaker.rests(now)
            || self.ending.is_raised()
            || !self.queue.is_empty()
            || self.slots.available() == 0
            || !self.bots_have_room()
            || !alone
            || patient
            || (limit > 0 && self.tally.bots_today() >= limit)
        {
            return;
        }
        self.looking = true;
        self.send(Task::Online);
    }

    fn found(&mut self, online: Result<Vec<Account>, ApiError>) {
        let now = Instant::now();
        self.idle_since = now;
        let offer = match online {
            Ok(online) => self.matchmaker.offer(&self.account, &online, now),
            Err(error) => {
                self.log().warning(format_args!("bots online: {error}"));
                None
            }
        };
        match offer {
            Some(offer) if self.slots.reserve(OUTGOING, now) => {
                self.log().info(format_args!("challenges {}: {offer:?}", offer.opponent));
                self.shown = None;
                self.send(Task::Challenge(offer));
            }
            _ => self.looking = false,
        }
    }

    fn offered(&mut self, offer: Offer, done: Result<String, ApiError>) {
        let now = Instant::now();
        self.looking = false;
        self.idle_since = now;
        match done {
            Ok(id) if self.slots.is_playing(&id) => self.slots.free(OUTGOING),
            Ok(id) => {
                self.matchmaker.taken();
                self.slots.rename(OUTGOING, &id, now);
                self.open = Some(Open { offer, id, since: now, cancelled: false });
            }
            Err(error) => {
                self.log().warning(format_args!("challenge to {}: {error}", offer.opponent));
                match &error {
                    ApiError::GamesSpent { ours: true, wait, message } => {
                        self.bots_are_spent(*wait, message);
                    }
                    ApiError::GamesSpent { wait, .. } => {
                        self.matchmaker.spent(&offer.opponent, *wait, now);
                    }
                    ApiError::TooMany { wait } => {
                        let rest = self.matchmaker.too_many(*wait, now);
                        self.log().info(format_args!("no challenges for {rest:.0?}"));
                        return self.slots.free(OUTGOING);
                    }
                    _ => self.matchmaker.declined(&offer, None, now),
                }
                if error.is_refusal() {
                    return self.slots.free(OUTGOING);
                }
                // It may have arrived, and be accepted at any moment: its place stays taken until
                // nobody can accept it any more.
                self.doubtful = Some((offer, now));
                self.clear_doubt();
            }
        }
    }

    /// The stream shows a challenge of our own.
    fn arrived(&mut self, challenge: &Challenge) {
        let to = challenge.dest_user.as_ref().map(|user| user.key()).unwrap_or_default();
        self.shown = Some((challenge.id.clone(), to));
        self.clear_doubt();
    }

    /// A challenge that had no clear answer, and that the stream has shown, is open.
    fn clear_doubt(&mut self) {
        let Some((id, to)) = &self.shown else { return };
        let same = |(offer, _): &mut (Offer, Instant)| offer.opponent.eq_ignore_ascii_case(to);
        if let Some((offer, since)) = self.doubtful.take_if(same) {
            self.slots.rename(OUTGOING, id, since);
            self.open = Some(Open { offer, id: id.clone(), since, cancelled: false });
        }
    }

    /// Our challenge was declined, or nobody answered it.
    fn close_offer(&mut self, id: &str, reason: Option<&str>) {
        let Some(open) = self.open.take_if(|open| open.id == id) else { return };
        let now = Instant::now();
        let word = reason.unwrap_or("no answer");
        self.log().info(format_args!("{} declined: {word}", open.offer.opponent));
        self.matchmaker.declined(&open.offer, reason, now);
        self.idle_since = now;
        self.release(id);
    }

    // What is due.

    fn due(&mut self, now: Instant) {
        let timing = self.context.timing;
        if let Some(yesterday) = now.checked_sub(DAY) {
            self.tally.forget_before(yesterday);
        }
        let ending = self.ending.is_raised();
        if let Some(open) = &mut self.open
            && !open.cancelled
            && (ending
                || now.saturating_duration_since(open.since) >= self.matchmaker.answer_time())
        {
            open.cancelled = true;
            let id = open.id.clone();
            self.send(Task::Cancel(id));
        }
        // Lichess forgets a challenge that nobody accepts after twenty seconds.
        let forgotten = timing.seconds(30.0).max(self.matchmaker.answer_time());
        let gone =
            |(_, since): &mut (Offer, Instant)| now.saturating_duration_since(*since) >= forgotten;
        if self.doubtful.take_if(gone).is_some() {
            self.slots.free(OUTGOING);
            self.accept_next();
        }
        if ending {
            while let Some(challenge) = self.queue.next(&self.config().challenge.clone(), false) {
                self.decline(&challenge.id, Reason::Later, "somebody", "the bot is ending");
            }
        }
        let since = self.listed.map_or(Duration::MAX, |at| now.saturating_duration_since(at));
        let days = timing.seconds(self.config().correspondence.checkin_period);
        let overdue = !self.slots.overdue(timing.reservation, now).is_empty();
        let busy = self.slots.playing() > 0 || overdue;
        if since >= days
            || (busy && since >= timing.check)
            || (overdue && since >= timing.reservation)
        {
            self.list();
        }
        self.look_for_opponent(now);
    }

    fn ask_rating(&mut self, now: Instant) {
        let pause = self.context.timing.seconds(60.0);
        if self.rated.is_none_or(|last| now.saturating_duration_since(last) >= pause) {
            self.rated = Some(now);
            self.send(Task::Account);
        }
    }

    fn take_ratings(&self) {
        let mut shown = self.context.status.lock();
        for (kind, perf) in self.account.perfs.iter().filter(|(_, perf)| perf.games > 0) {
            shown.rate(kind, perf.rating);
        }
    }

    fn publish(&self) {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let mut shown = self.context.status.lock();
        shown.me.clone_from(&self.context.me);
        shown.who = Who::of_day(&self.context.config.engine, since.as_secs()).to_string();
        shown.connected = !self.disconnected;
        shown.ending = self.ending.is_raised();
        shown.silence = self.context.api.silence();
        shown.no_bots = self.until_bots_again(Instant::now());
        shown.limit = self.context.config.challenge.concurrency;
        shown.correspondence = self.correspondence.len();
        shown.queue = self.queue.names();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_breaks_down_is_heard_of() {
        let (to, inbox) = mpsc::channel();
        watched("courier", &to, || {});
        assert!(inbox.try_recv().is_err());
        watched("courier", &to, || panic!("on purpose"));
        assert!(matches!(inbox.try_recv(), Ok(Message::Broken("courier"))));
        assert!(!BotError::Broken("courier").is_final(), "another process may do better");
    }
}
