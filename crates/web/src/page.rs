// SPDX-License-Identifier: GPL-3.0-or-later
//! One connected page: its requests, and who serves them.

use crate::analyse::{Analyst, MOST_LINES, Order};
use crate::choice;
use crate::hello;
use crate::host::Host;
use crate::outbox::{Outbox, Slot};
use crate::panels;
use crate::pgn::{self, Draft};
use crate::protocol::{Envelope, Message, Refusal, RefusalCode, Request};
use crate::report::{self, Reporting};
use crate::table::{self, Ask, Asker, Handle};
use crate::understand::{self, Comparison, Question};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Games that one page may follow.
const MOST_GAMES: usize = 8;

/// Short jobs of one page that run at once.
const MOST_JOBS: usize = 4;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// A page that is connected.
pub struct Page {
    /// By which games know it.
    id: u64,
    host: Arc<Host>,
    outbox: Arc<Outbox>,
    /// The analyst, and the right to have one.
    analyst: Option<(Arc<Analyst>, OwnedSemaphorePermit)>,
    games: Vec<(String, Handle)>,
    watches: Vec<(String, Handle)>,
    /// Set to cancel the explanation.
    explaining: Option<Arc<AtomicBool>>,
    report: Option<Reporting>,
    /// Limits its short jobs.
    jobs: Arc<Semaphore>,
}

impl Page {
    /// A page that has just connected.
    pub fn new(host: Arc<Host>, outbox: Arc<Outbox>) -> Page {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Page {
            id,
            host,
            outbox,
            analyst: None,
            games: Vec::new(),
            watches: Vec::new(),
            explaining: None,
            report: None,
            jobs: Arc::new(Semaphore::new(MOST_JOBS)),
        }
    }

    /// Serves a frame of the page.
    pub async fn receive(&mut self, text: &str) {
        match Envelope::read(text) {
            Err((id, refusal)) => self.outbox.refuse(id, &refusal),
            Ok(Envelope { id, request }) => {
                if let Err(refusal) = self.serve(id, request).await {
                    self.outbox.refuse(Some(id), &refusal);
                }
            }
        }
    }

    /// Does what is asked. Whoever does it answers; a refusal is answered by the caller.
    async fn serve(&mut self, id: u64, request: Request) -> Result<(), Refusal> {
        match request {
            Request::Hello {} => {
                let hello = hello::hello(&self.host);
                self.outbox.answer(id, &Message::Hello(Box::new(hello)));
            }
            Request::Ping {} => self.outbox.answer(id, &Message::Pong {}),
            Request::Position { at } => {
                let described = hello::position(&self.host, &at.place()?);
                self.outbox.answer(id, &Message::Position(Box::new(described)));
            }

            Request::AnalyseStart { at, lines, options, limit, threads, hash_mib } => {
                within("threads", threads, self.host.pool.threads())?;
                within("hash_mib", hash_mib, self.host.hash.most())?;
                let options = choice::read(&options)?;
                let place = at.place()?;
                let lines = lines.unwrap_or(1).clamp(1, MOST_LINES);
                let limit = limit.unwrap_or_default();
                let order = Order { id, place, lines, options, limit, threads, hash_mib };
                self.analyst()?.start(order);
            }
            Request::AnalyseStop {} => {
                self.stop_analysis();
                self.outbox.answer(id, &Message::AnalyseStopped {});
            }

            Request::PlayNew(setup) => {
                self.check_game_limit()?;
                let outbox = Arc::clone(&self.outbox);
                let handle = table::play(&self.host, setup, self.id, outbox).await?;
                self.follow(handle, id).await;
            }
            Request::PlayResume { game, state } => self.resume(id, &game, state).await?,
            Request::PlayMove { game, mv, ply } => {
                self.ask(id, &game, Ask::Move { mv, ply }).await?;
            }
            Request::PlayTakeback { game } => self.ask(id, &game, Ask::Takeback).await?,
            Request::PlayResign { game } => self.ask(id, &game, Ask::Resign).await?,
            Request::PlayDraw { game } => self.ask(id, &game, Ask::Draw).await?,
            Request::PlayGo { game } => self.ask(id, &game, Ask::Go).await?,
            Request::PlayHint { game } => self.ask(id, &game, Ask::Hint).await?,
            Request::PlayPgn { game } => self.ask(id, &game, Ask::Pgn).await?,
            Request::PlayLeave { game } => {
                self.ask(id, &game, Ask::Leave).await?;
                self.games.retain(|(key, _)| *key != game);
            }

            Request::WatchStart(setup) => {
                // One at a time: engines cost threads and memory.
                for (key, handle) in self.watches.drain(..) {
                    self.host.watches.close(&key);
                    handle.close().await;
                }
                let outbox = Arc::clone(&self.outbox);
                let handle = table::watch(&self.host, setup, self.id, outbox).await?;
                handle.ask(self.asker(id), Ask::State).await;
                self.watches.push((handle.key().to_owned(), handle));
            }
            Request::WatchPause { watch } => self.ask_watch(id, &watch, Ask::Pause).await?,
            Request::WatchContinue { watch } => self.ask_watch(id, &watch, Ask::Continue).await?,
            Request::WatchStop { watch } => self.ask_watch(id, &watch, Ask::Stop).await?,
            Request::WatchPgn { watch } => self.ask_watch(id, &watch, Ask::Pgn).await?,

            Request::Ledger { at } => {
                let place = at.place()?;
                let ledger =
                    move |_: &Host| Ok(Message::Ledger(Box::new(understand::ledger(&place))));
                self.work(id, ledger).await;
            }
            Request::Explain { at, mv, against, effort, lines } => {
                let question = Question::new(at.place()?, mv.as_deref(), &against, effort, lines)?;
                self.explain(id, move |host, given_up| {
                    Ok(Message::Explanation(Box::new(question.answer(host, given_up)?)))
                })?;
            }
            Request::CompareSearches { at, effort } => {
                let comparison = Comparison::new(at.place()?, effort);
                self.explain(id, move |host, given_up| {
                    Ok(Message::Searches(Box::new(comparison.answer(host, given_up)?)))
                })?;
            }
            Request::BookMoves { at } => {
                let place = at.place()?;
                self.work(id, move |host| Ok(Message::BookMoves(panels::book(host, &place)?)))
                    .await;
            }
            Request::TbProbe { at } => {
                let place = at.place()?;
                let probe = move |host: &Host| panels::tablebase(host, &place);
                self.work(id, move |host| Ok(Message::TablebaseProbe(probe(host)?))).await;
            }

            Request::ReportStart { pgn, effort } => {
                self.report = None;
                let begun = Reporting::begin(&self.host, &self.outbox, id, &pgn, effort)?;
                self.report = Some(begun);
            }
            Request::ReportStop {} => {
                self.report = None;
                self.outbox.forget(&Slot::Report);
                self.outbox.answer(id, &Message::ReportStopped {});
            }
            Request::ReportExport { report, format, data } => {
                let known = self.report.as_ref().filter(|known| report == Some(known.id));
                match (known, data) {
                    (Some(known), _) => {
                        self.outbox.answer(id, &Message::ReportFile(known.export(format)?));
                    }
                    (None, Some(data)) => {
                        let export = move || report::export_kept(data, format);
                        self.work(id, move |_| Ok(Message::ReportFile(export()?))).await;
                    }
                    (None, None) => {
                        return Err(Refusal::new(
                            RefusalCode::NoReport,
                            "the server no longer has this report",
                        ));
                    }
                }
            }

            Request::PgnRead { pgn } => {
                let most = self.host.config.limits.pgn_games;
                self.work(id, move |_| Ok(Message::PgnGames(pgn::read(&pgn, most)?))).await;
            }
            Request::PgnFind { games, at } => {
                let wanted = *at.place()?.game.position();
                self.work(id, move |_| Ok(Message::PgnFound(pgn::find(&games, &wanted)))).await;
            }
            Request::PgnWrite { tags, start, chess960, result, comment, line } => {
                let draft = Draft { tags, start, chess960, result, comment, line };
                self.work(id, move |_| pgn::write(draft)).await;
            }
        }
        Ok(())
    }

    /// Runs a job that may take a moment on another thread, and answers with its result.
    async fn work(
        &self,
        id: u64,
        work: impl FnOnce(&Host) -> Result<Message, Refusal> + Send + 'static,
    ) {
        let (host, outbox) = (Arc::clone(&self.host), Arc::clone(&self.outbox));
        // Nothing more is read from a page that asks faster than this.
        let Ok(permit) = Arc::clone(&self.jobs).acquire_owned().await else { return };
        tokio::task::spawn_blocking(move || {
            match work(&host) {
                Ok(message) => outbox.answer(id, &message),
                Err(refusal) => outbox.refuse(Some(id), &refusal),
            }
            drop(permit);
        });
    }

    /// Begins an explanation in place of an earlier one of this page.
    fn explain(
        &mut self,
        id: u64,
        answer: impl FnOnce(&Arc<Host>, &Arc<AtomicBool>) -> Result<Message, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        self.give_up_explaining();
        let message = "the server is busy with other explanations; try again later";
        let permit = Arc::clone(&self.host.explainers)
            .try_acquire_owned()
            .map_err(|_| Refusal::new(RefusalCode::Busy, message))?;
        let given_up = Arc::new(AtomicBool::new(false));
        self.explaining = Some(Arc::clone(&given_up));
        let (host, outbox) = (Arc::clone(&self.host), Arc::clone(&self.outbox));
        tokio::task::spawn_blocking(move || {
            match answer(&host, &given_up) {
                Ok(message) => outbox.answer(id, &message),
                Err(refusal) => outbox.refuse(Some(id), &refusal),
            }
            drop(permit);
        });
        Ok(())
    }

    fn give_up_explaining(&mut self) {
        if let Some(earlier) = self.explaining.take() {
            earlier.store(true, Ordering::Relaxed);
        }
    }

    fn asker(&self, re: u64) -> Asker {
        Asker { from: self.id, re, outbox: Arc::clone(&self.outbox) }
    }

    fn analyst(&mut self) -> Result<&Arc<Analyst>, Refusal> {
        if self.analyst.is_none() {
            let message = "the server is busy with other analyses; try again later";
            let permit = Arc::clone(&self.host.analysts)
                .try_acquire_owned()
                .map_err(|_| Refusal::new(RefusalCode::Busy, message))?;
            let analyst = Analyst::new(&self.host, Arc::clone(&self.outbox))?;
            self.analyst = Some((analyst, permit));
        }
        match &self.analyst {
            Some((analyst, _)) => Ok(analyst),
            None => Err(Refusal::gone()),
        }
    }

    fn stop_analysis(&mut self) {
        if let Some((analyst, _)) = &self.analyst {
            analyst.stop();
        }
        // When places run short, a stopped analyst gives up its place and its hash table.
        if self.host.analysts.available_permits() < self.host.config.limits.analyses / 2 {
            self.analyst = None;
        }
    }

    fn check_game_limit(&mut self) -> Result<(), Refusal> {
        self.games.retain(|(_, handle)| !handle.is_closed());
        if self.games.len() >= MOST_GAMES {
            let message = "too many games in this tab: leave one first";
            return Err(Refusal::new(RefusalCode::Busy, message));
        }
        Ok(())
    }

    /// Answers with the state of a game that this page follows from now on.
    async fn follow(&mut self, handle: Handle, id: u64) {
        handle.ask(self.asker(id), Ask::State).await;
        self.games.retain(|(key, _)| key != handle.key());
        self.games.push((handle.key().to_owned(), handle));
    }

    async fn resume(&mut self, id: u64, game: &str, state: Option<Value>) -> Result<(), Refusal> {
        self.check_game_limit()?;
        let outbox = Arc::clone(&self.outbox);
        let handle = match (self.host.games.find(game, RefusalCode::NoGame), state) {
            (Ok(handle), _) => {
                handle.attach(self.id, outbox).await;
                handle
            }
            (Err(_), Some(state)) => {
                table::resume(&self.host, game, state, self.id, outbox).await?
            }
            (Err(refusal), None) => return Err(refusal),
        };
        self.follow(handle, id).await;
        Ok(())
    }

    /// Asks a game that this page follows: the key alone is not enough, since the clocks of a
    /// game that nobody follows stand still.
    async fn ask(&self, id: u64, game: &str, ask: Ask) -> Result<(), Refusal> {
        let known = self.games.iter().find(|(key, _)| key == game);
        let Some((_, handle)) = known else {
            return Err(
                Refusal::new(RefusalCode::NoGame, "this game has to be resumed first").at("game")
            );
        };
        handle.ask(self.asker(id), ask).await;
        Ok(())
    }

    async fn ask_watch(&self, id: u64, watch: &str, ask: Ask) -> Result<(), Refusal> {
        let known = self.watches.iter().find(|(key, _)| key == watch);
        let Some((_, handle)) = known else {
            return Err(Refusal::new(RefusalCode::NoWatch, "there is no such game").at("watch"));
        };
        handle.ask(self.asker(id), ask).await;
        Ok(())
    }

    /// The page has gone.
    pub async fn leave(&mut self) {
        // Whoever else still knows the analyst, nobody is there to read what it finds.
        if let Some((analyst, _)) = self.analyst.take() {
            analyst.stop();
        }
        self.report = None;
        self.give_up_explaining();
        for (_, handle) in self.games.drain(..).chain(self.watches.drain(..)) {
            handle.detach(self.id).await;
        }
    }
}

/// Refuses a wish for less than one or for more than there is.
fn within(field: &'static str, wanted: Option<usize>, most: usize) -> Result<(), Refusal> {
    match wanted {
        Some(wanted) if !(1..=most).contains(&wanted) => {
            let message = format!("{field} is {wanted}; this server allows 1 to {most}");
            Err(Refusal::new(RefusalCode::BadMessage, message).at(field))
        }
        _ => Ok(()),
    }
}
