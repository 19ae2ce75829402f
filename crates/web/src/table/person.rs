// SPDX-License-Identifier: GPL-3.0-or-later
//! What a person at the board may ask for: moves, and everything that engines do not do.

use super::Asker;
use super::actor::{Kind, Purpose, Search, Table};
use super::played_move::{Mover, SearchInfo, SearchSummary};
use super::seat::{self, Seat};
use super::state::{DrawAnswer, DrawOffer, Hint, Setup};
use crate::protocol::{Refusal, RefusalCode, Variation};
use chess::{Color, Move};
use engine::Request;
use engine::level::Level;
use play::GameOver;
use play::referee::accepts_draw;
use search::Limits;
use std::time::{Duration, Instant};

impl Table {
    pub(super) fn persons_move(&mut self, text: &str, ply: Option<usize>) -> Result<(), Refusal> {
        self.still_going()?;
        let here = self.game.moves().len();
        if !self.is_persons_turn() || ply.is_some_and(|ply| ply != here) {
            let message = format!("it is not your turn: {here} half-moves are played");
            return Err(Refusal::new(RefusalCode::NotYourTurn, message).at("move"));
        }
        let position = self.game.position();
        let m = position.parse_move(text).map_err(|error| {
            Refusal::new(RefusalCode::IllegalMove, error.to_string()).at("move")
        })?;
        let hit = self.pondered_on() == Some(m);
        if !hit {
            self.missed |= self.pondered_on().is_some();
            self.drop_search();
        }
        self.expected = None;
        self.look_at_flags();
        self.still_going()?;
        self.play(m, SearchSummary::default());
        if hit {
            self.ponder_hit();
        }
        Ok(())
    }

    /// The move about whose answer the engine thinks on the person's time.
    fn pondered_on(&self) -> Option<Move> {
        match self.search.as_ref()?.purpose {
            Purpose::Ponder(m) => Some(m),
            _ => None,
        }
    }

    /// The engine thinks on the person's time, at full strength only: a limited player does not
    /// search long enough for it to matter. Analyses that wait for a thread go first.
    pub(super) fn ponder(&mut self, now: Instant) {
        let Setup::Play(setup) = &self.setup else { return };
        let wanted = setup.engine.ponder && self.search.is_none() && self.hint_next.is_none();
        let idle = self.host.pool.sharing() < self.host.pool.threads();
        let Some(m) = self.expected.filter(|&m| self.game.position().is_legal(m)) else { return };
        if !wanted || !idle {
            return;
        }
        self.expected = None;
        let side = !self.turn();
        let mut game = self.game.clone();
        game.play(m);
        if GameOver::by_rules(&game).is_some() {
            return;
        }
        let mut limits = seat::limits(self.setup.limit(), self.clock.control(side).is_some());
        limits.clock = self.clock.reading(side, now);
        limits.ponder = true;
        let Seat::Own(own) = &mut self.seats[side.index()] else { return };
        if Level::of(own.engine.options()).is_some()
            || own.engine.go(Request::new(game, limits).started_at(now)).is_err()
        {
            return;
        }
        self.search = Some(Search {
            side,
            purpose: Purpose::Ponder(m),
            thinks: None,
            time: None,
            book: false,
            found: None,
            since: now,
            hurried: false,
            pondered: None,
            _playing: None,
        });
    }

    /// The move came that was expected: what runs is now the search for the answer.
    fn ponder_hit(&mut self) {
        let playing = self.host.pool.play(1);
        let Some(search) = &mut self.search else { return };
        search.purpose = Purpose::Move;
        search.since = Instant::now();
        search.pondered = Some(true);
        search._playing = Some(playing);
        let side = search.side;
        if let Some(engine) = self.seats[side.index()].engine() {
            engine.ponderhit();
        }
    }

    /// Nobody is there on whose time the engine could think.
    pub(super) fn stop_pondering(&mut self) {
        if self.pondered_on().is_some() {
            self.drop_search();
        }
    }

    /// Back to where the person was to move the last time.
    pub(super) fn take_back(&mut self) -> Result<(), Refusal> {
        let Kind::Play { you, .. } = self.kind else {
            return Err(Refusal::new(
                RefusalCode::NotAllowed,
                "nobody plays here who could regret",
            ));
        };
        let first = usize::from(self.game.start().turn() != you);
        let played = self.game.moves().len();
        if played <= first {
            return Err(Refusal::new(
                RefusalCode::NotAllowed,
                "there is no move of yours to take back",
            ));
        }
        self.drop_search();
        (self.expected, self.missed) = (None, false);
        self.outcome = None;
        self.offer = None;
        loop {
            self.game.undo();
            self.played.pop();
            if self.turn() == you {
                break;
            }
        }
        let last = |color: Color| {
            let mut own = self.played.iter().zip(self.game.positions());
            let played_move = own.rfind(|(_, before)| before.turn() == color);
            played_move.and_then(|(played_move, _)| played_move.left_ms).map(Duration::from_millis)
        };
        let made = |color: Color| {
            let before = self.game.positions().iter().take(self.played.len());
            u32::try_from(before.filter(|before| before.turn() == color).count()).unwrap_or(0)
        };
        let left = Color::ALL.map(last);
        let made = Color::ALL.map(made);
        self.clock.set(left, made);
        self.version += 1;
        Ok(())
    }

    pub(super) fn offer_draw(&mut self) -> Result<(), Refusal> {
        self.still_going()?;
        let Kind::Play { you, .. } = self.kind else {
            return Err(Refusal::new(
                RefusalCode::NotAllowed,
                "nobody plays here who could offer a draw",
            ));
        };
        let score = self.played.iter().rev().find_map(|played_move| played_move.search.score);
        let accepts = accepts_draw(score.map(|score| score.pov(!you)), self.game.position());
        let answer = if accepts { DrawAnswer::Accepted } else { DrawAnswer::Declined };
        self.offer = Some(DrawOffer { by: Mover::You, ply: self.game.moves().len(), answer });
        self.version += 1;
        if accepts {
            self.end(&GameOver::agreement());
        }
        Ok(())
    }

    pub(super) fn hint(&mut self, asker: Asker) {
        self.stop_pondering();
        let ends = matches!(&self.search, Some(Search { purpose: Purpose::Nothing, .. }));
        if ends && self.is_persons_turn() && self.outcome.is_none() && self.hint_next.is_none() {
            self.hint_next = Some(asker);
            return;
        }
        let refusal = match (&self.kind, &self.search) {
            _ if self.outcome.is_some() => Some((RefusalCode::GameOver, "the game is over")),
            (Kind::Watch { .. }, _) => {
                Some((RefusalCode::NotAllowed, "nobody plays here who needs a hint"))
            }
            _ if !self.is_persons_turn() => Some((RefusalCode::NotYourTurn, "it is not your turn")),
            (_, Some(_)) => Some((RefusalCode::Busy, "the engine is busy")),
            _ => None,
        };
        if let Some((code, message)) = refusal {
            asker.outbox.refuse(Some(asker.re), &Refusal::new(code, message));
            return;
        }
        let helper = !self.turn();
        let game = self.game.clone();
        let Some(engine) = self.seats[helper.index()].engine() else { return };
        // Advice is given at full strength, whatever the opponent plays with.
        let limits = Limits { movetime: Some(play::HINT_TIME), ..Limits::default() };
        if engine.go(Request::new(game, limits).at_full_strength()).is_err() {
            let busy = Refusal::new(RefusalCode::Busy, "the engine is busy");
            asker.outbox.refuse(Some(asker.re), &busy);
            return;
        }
        self.search = Some(Search {
            side: helper,
            purpose: Purpose::Hint(asker),
            thinks: None,
            time: None,
            book: false,
            found: None,
            since: Instant::now(),
            hurried: false,
            pondered: None,
            _playing: Some(self.host.pool.play(1)),
        });
    }

    pub(super) fn hinted(
        &self,
        best: Option<Move>,
        thinks: Option<SearchInfo>,
    ) -> Result<Hint, Refusal> {
        let Some(m) = best.filter(|&m| self.game.position().is_legal(m)) else {
            return Err(Refusal::new(RefusalCode::Busy, "there is no hint"));
        };
        let position = self.game.position();
        let uci = self.notation.uci(position, m);
        let fits = |thinks: &SearchInfo| thinks.line.uci.first() == Some(&uci);
        let (score, depth, line) = match thinks.filter(fits) {
            Some(thinks) => (Some(thinks.score), thinks.depth, thinks.line),
            None => (None, 0, Variation::of(self.notation, &self.game, &[m])),
        };
        let (game, ply) = (self.key.clone(), self.game.moves().len());
        Ok(Hint { game, ply, uci, san: position.san(m), score, depth, line })
    }
}
