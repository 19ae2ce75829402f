// SPDX-License-Identifier: GPL-3.0-or-later
//! Our moves: thinking, deciding, sending, and thinking on the opponent's time.

use std::time::{Duration, Instant};

use chess::Move;
use engine::{Event, Request};
use search::{Limits, Outcome};

use super::board::Board;
use super::live::{LiveGame, Searching, Sent};
use super::notes::MoveNote;
use super::time;
use super::verdict::Table;
use crate::api::ApiError;

/// After so many refusals of a move that should be legal it is thought about anew.
const REFUSALS: u32 = 5;

impl LiveGame {
    /// We are to move. `whole`: the server has told the whole game since our last attempt.
    pub(super) fn our_turn(&mut self, whole: bool) {
        let Some((ply, key)) =
            self.board.as_ref().map(|board| (board.ply(), board.game.position().key()))
        else {
            return;
        };
        self.sent = self.sent.take().filter(|sent| sent.ply != ply || sent.key == key);
        if let Some(sent) = &self.sent
            && sent.ply == ply
        {
            // Sent, and not yet in the stream. If the server said yes it will come; if nobody
            // knows, only a whole game that was told afterwards can say that it did not arrive.
            if whole && !sent.accepted {
                self.send();
            }
            return;
        }
        match &mut self.searching {
            Some(searching) if searching.key == key && !searching.discarded => {
                // The reply that was expected: from now on it is our own time.
                if searching.pondering {
                    searching.pondering = false;
                    searching.began = self.since;
                    if let Some(thinker) = &self.thinker {
                        thinker.engine.ponderhit();
                    }
                }
            }
            Some(_) => self.discard(),
            None => {
                self.claim_repetition(ply);
                self.think(ply);
            }
        }
    }

    /// A position that has come for the third time is drawn if somebody says so; before the fifth
    /// time the server does not by itself. Whoever stands no better says so.
    fn claim_repetition(&mut self, ply: usize) {
        let repeated = self.board.as_ref().is_some_and(|board| board.game.repetitions() >= 2);
        let better = self.verdict.last().is_none_or(|score| score > 0);
        let rules = &self.context.config.engine.draw_or_resign;
        if !repeated || better || !rules.offer_draw_enabled || self.repetition_claimed == Some(ply)
        {
            return;
        }
        self.repetition_claimed = Some(ply);
        self.context.log.info(format_args!("{}: claims the draw by repetition", self.id));
        if let Err(error) = self.context.api.answer_draw(&self.id, true) {
            self.context.log.warning(format_args!("{}: draw claim: {error}", self.id));
        }
    }

    /// Nobody wants the answer of the search that runs.
    pub(super) fn discard(&mut self) {
        if let Some(searching) = &mut self.searching {
            searching.discarded = true;
        }
        if let Some(thinker) = &self.thinker {
            thinker.engine.stop();
        }
    }

    fn think(&mut self, ply: usize) {
        if self.resigned {
            return;
        }
        if let Some(who) = self.wished.take() {
            self.who = who;
            if let Some(mut thinker) = self.thinker.take() {
                self.set_options(&mut thinker);
                self.thinker = Some(thinker);
            }
        }
        let Some(game) = self.board.as_ref().map(|board| board.game.clone()) else { return };
        let Some(full) = self.full.clone() else { return };
        let limits = time::limits(&self.context.config, &full, &self.state, self.me, ply);
        let running = time::clock_runs(&full, ply);
        let left = running.then(|| time::left(&self.state, self.me).0);
        if let Some(found) = self.context.online.find(&game, left) {
            return self.play_online(ply, found.mv, found.table);
        }
        let request = Request::new(game.clone(), limits).started_at(self.since);
        (self.info, self.from_book) = (None, false);
        let began = self.since;
        let key = game.position().key();
        let started = self.engine().map(|thinker| thinker.engine.go(request).is_ok());
        match started {
            Ok(true) => {
                let (pondering, discarded) = (false, false);
                self.searching = Some(Searching { ply, key, pondering, discarded, began });
            }
            Ok(false) => {
                self.context.log.error(format_args!("{}: the engine is busy", self.id));
                self.think_again();
            }
            Err(error) => {
                self.context.log.error(format_args!("{}: no engine: {error}", self.id));
                self.think_again();
            }
        }
    }

    /// Thinks on the opponent's time about the reply that is expected, where that pays: with
    /// cores to spare, and a clock.
    pub(super) fn ponder(&mut self) {
        let config = &self.context.config;
        let Some(expected) = self.expects.take() else { return };
        let Some(full) = self.full.clone().filter(|full| full.clock.is_some()) else { return };
        let Some(board) = &self.board else { return };
        let limited = self.who.elo.is_some();
        if !config.engine.ponder
            || limited
            || self.searching.is_some()
            || !self.context.cores_are_free()
            || !board.game.position().is_legal(expected)
        {
            return;
        }
        let mut game = board.game.clone();
        game.play(expected);
        if game.outcome().is_some() {
            return;
        }
        let ply = board.ply() + 1;
        let limits = time::limits(config, &full, &self.state, self.me, ply);
        let key = game.position().key();
        let request = Request::new(game, Limits { ponder: true, ..limits });
        let began = Instant::now();
        if self.engine().is_ok_and(|thinker| thinker.engine.go(request).is_ok()) {
            let (pondering, discarded) = (true, false);
            self.searching = Some(Searching { ply, key, pondering, discarded, began });
        }
    }

    pub(super) fn hear_engine(&mut self, event: Event) {
        if let Some(thinker) = &mut self.thinker {
            thinker.engine.note(&event);
        }
        match event {
            Event::Search(search::Event::Depth(depth)) => self.info = Some(depth.best().clone()),
            Event::Book(_) => self.from_book = true,
            Event::Notice(notice) => {
                self.context.log.debug(format_args!("{}: {notice:?}", self.id));
            }
            Event::Done(outcome) => self.done(outcome),
            _ => {}
        }
    }

    fn done(&mut self, outcome: Outcome) {
        let Some(searching) = self.searching.take() else { return };
        let now = self.board.as_ref().map(|board| board.game.position().key());
        if searching.discarded || searching.pondering || now != Some(searching.key) {
            // The position has changed meanwhile.
            if self.board.as_ref().is_some_and(|board| board.turn() == self.me)
                && self.state.is_running()
            {
                self.our_turn(false);
            }
            return;
        }
        let Some(best) = outcome.best else {
            self.context.log.error(format_args!("{}: the engine has no move", self.id));
            return self.think_again();
        };
        self.expects = outcome.ponder;
        self.decide(searching.ply, best, searching.began.elapsed(), None);
    }

    fn play_online(&mut self, ply: usize, mv: Move, table: Option<Table>) {
        self.info = None;
        self.from_book = table.is_none();
        let elapsed = self.since.elapsed();
        self.decide(ply, mv, elapsed, table);
    }

    /// A move is found: gives up, or sends it, perhaps with the offer of a draw.
    fn decide(&mut self, ply: usize, mv: Move, elapsed: Duration, table: Option<Table>) {
        let Some(board) = &self.board else { return };
        let pieces = board.game.position().occupied().count();
        let uci = board.uci(mv);
        let score = self.info.as_ref().map(|info| info.score).filter(|_| !self.from_book);
        if score.is_some() || table.is_some() {
            self.verdict.note(score.unwrap_or(search::Score::Cp(0)), table);
        }
        let rules = &self.context.config.engine.draw_or_resign;
        if self.verdict.resigns(rules) && ply >= 2 {
            return self.resign();
        }
        let offers_draw = self.verdict.offers(rules, pieces);
        let pv = self.info.as_ref().map_or(Vec::new(), |info| line(board, &info.pv));
        self.notes.add(MoveNote {
            ply,
            uci: uci.clone(),
            score,
            depth: self.info.as_ref().map(|info| info.depth),
            nodes: self.info.as_ref().map(|info| info.nodes),
            ms: elapsed.as_millis() as u64,
            book: self.from_book,
            pv,
            lag: None,
        });
        let key = board.game.position().key();
        self.sent = Some(Sent { ply, key, uci, offers_draw, accepted: false });
        // Without the server's word on how the game stands, it waits for that.
        if self.synced {
            self.send();
        }
    }

    fn resign(&mut self) {
        self.context.log.info(format_args!("{}: resigns", self.id));
        self.resigned = true;
        if let Err(error) = self.context.api.resign(&self.id) {
            self.context.log.warning(format_args!("{}: resign: {error}", self.id));
            // It did not arrive, perhaps: another look at the game, and another try.
            self.resigned = false;
            self.resync("resign failed");
        }
    }

    /// Sends the move that was decided on. Whatever goes wrong, the server is asked how the game
    /// stands before the same move is sent again.
    fn send(&mut self) {
        let Some(sent) = &mut self.sent else { return };
        self.lag.sent(sent.ply, Instant::now());
        let answer = self.context.api.play(&self.id, &sent.uci, sent.offers_draw);
        match answer {
            Ok(()) => sent.accepted = true,
            Err(ApiError::Stopped) => {}
            Err(error) => {
                self.context.log.warning(format_args!("{}: move {}: {error}", self.id, sent.uci));
                self.refusals += u32::from(error.is_refusal());
                if self.refusals >= REFUSALS {
                    (self.sent, self.refusals) = (None, 0);
                }
                self.resync("the move may not have arrived");
            }
        }
    }
}

/// Moves in UCI notation.
fn line(board: &Board, moves: &[Move]) -> Vec<String> {
    let mut position = *board.game.position();
    let spell = |&mv: &Move| {
        let text = position.uci(mv).to_string();
        position.play(mv);
        text
    };
    moves.iter().take(12).map(spell).collect()
}
