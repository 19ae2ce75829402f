// SPDX-License-Identifier: GPL-3.0-or-later
//! What engines tell their table.

use super::actor::{Kind, Purpose, Search, Table};
use super::played_move::{SearchInfo, TimeUse};
use super::seat::{Seat, SeatEvent};
use crate::outbox::Slot;
use crate::protocol::{Message, MoveLimit};
use chess::{Color, Move};
use engine::Event;
use engine::level::{Level, pace};
use play::referee::name;
use play::{Answer, Ending, Failure, Fault, GameOver, PlayerEvent};
use std::time::{Duration, Instant};

/// The clock by which a limited player without one keeps its pace: time left and increment.
const WITHOUT_CLOCK: (Duration, Duration) = (Duration::from_secs(90), Duration::from_secs(1));

/// What else is known about a move of an engine.
#[derive(Default)]
pub(super) struct Extra {
    time: Option<TimeUse>,
    book: bool,
    pondered: Option<bool>,
}

impl Table {
    pub(super) fn hear(&mut self, side: Color, heard: SeatEvent) {
        match heard {
            SeatEvent::Own(event) => self.hear_own(side, event),
            SeatEvent::Process(PlayerEvent::Ready(Ok(own_name))) => {
                if let Seat::Process { ready, .. } = &mut self.seats[side.index()] {
                    *ready = true;
                }
                if let Kind::Watch { names } = &mut self.kind {
                    names[side.index()] = own_name;
                }
                self.version += 1;
                self.changed(None);
            }
            SeatEvent::Process(PlayerEvent::Ready(Err(fault))) => self.faulted(side, &fault),
            SeatEvent::Process(PlayerEvent::Moved(reply)) => {
                let search = self.search.take();
                if self.outcome.is_some() || search.is_none() {
                    return;
                }
                match *reply {
                    Err(fault) => self.faulted(side, &fault),
                    Ok(reply) => {
                        let thinks =
                            SearchInfo::of_process(self.notation, &self.game, &reply.thinking);
                        match reply.answer {
                            Answer::Resign => {
                                self.end(&GameOver::resignation(side));
                                self.changed(None);
                            }
                            Answer::Move(m) => self.engines_move(side, m, thinks, Extra::default()),
                        }
                    }
                }
            }
        }
    }

    fn faulted(&mut self, side: Color, fault: &Fault) {
        let failure = Failure::of(fault).unwrap_or(Failure::Crash);
        self.failed(side, failure, &fault.to_string());
    }

    /// An engine can't go on: it loses, and everybody is told why.
    pub(super) fn failed(&mut self, side: Color, failure: Failure, why: &str) {
        if self.outcome.is_none() {
            let text = format!("{}'s engine failed: {why}", name(side));
            self.end(&GameOver::lost_by(side, Ending::Failure(failure), text));
            self.changed(None);
        }
    }

    pub(super) fn hear_own(&mut self, side: Color, event: Event) {
        if let Some(engine) = self.seats[side.index()].engine() {
            engine.note(&event);
        }
        let Some(search) = self.search.as_mut().filter(|search| search.side == side) else {
            return;
        };
        match event {
            Event::Search(search::Event::Depth(depth)) => {
                let info = depth.best();
                let thinks = match search.purpose {
                    Purpose::Ponder(m) => {
                        let mut expected = self.game.clone();
                        expected.play(m);
                        SearchInfo::of(self.notation, &expected, info)
                    }
                    _ => SearchInfo::of(self.notation, &self.game, info),
                };
                if let Purpose::Move = search.purpose
                    && info.depth > 0
                {
                    let message = self.info(side, &thinks);
                    for (_, outbox) in &self.followers {
                        outbox.news(Slot::SearchInfo(self.key.clone()), &message);
                    }
                }
                if let Some(search) = &mut self.search {
                    search.thinks = Some(thinks);
                }
            }
            Event::Search(search::Event::Time(report)) => search.time = Some((&report).into()),
            Event::Book(_) => search.book = true,
            Event::Done(outcome) => {
                if let Purpose::Move = search.purpose {
                    self.expected = outcome.ponder;
                }
                if let (Purpose::Move, Some(m), false) =
                    (&search.purpose, outcome.best, search.hurried)
                {
                    let (since, book) = (search.since, search.book);
                    let until = since + self.pace(side, m, book);
                    if until > Instant::now() && self.outcome.is_none() {
                        return self.hold(m, until);
                    }
                }
                let Some(search) = self.search.take() else { return };
                let Search { purpose, thinks, time, book, pondered, .. } = search;
                match (purpose, outcome.best) {
                    (Purpose::Nothing | Purpose::Ponder(_), _) => {
                        if let Some(asker) = self.hint_next.take() {
                            self.hint(asker);
                        }
                    }
                    (Purpose::Hint(asker), best) => match self.hinted(best, thinks) {
                        Ok(hint) => asker.outbox.answer(asker.re, &Message::PlayHint(hint)),
                        Err(refusal) => asker.outbox.refuse(Some(asker.re), &refusal),
                    },
                    (Purpose::Move, _) if self.outcome.is_some() => {}
                    (Purpose::Move, Some(m)) => {
                        self.engines_move(side, m, thinks, Extra { time, book, pondered });
                    }
                    (Purpose::Move, None) => self.failed(side, Failure::Protocol, "it has no move"),
                }
            }
            _ => {}
        }
    }

    /// How long the engine looks at the board before it moves: only a limited one, whom a person
    /// plays or watches; whoever sets a limit for each move gets just that. Without a clock it
    /// is as quick as in a short game.
    fn pace(&self, side: Color, m: Move, book: bool) -> Duration {
        let free = self.setup.limit().is_none_or(|limit| *limit == MoveLimit::default());
        let Seat::Own(own) = &self.seats[side.index()] else { return Duration::ZERO };
        if !free || Level::of(own.engine.options()).is_none() {
            return Duration::ZERO;
        }
        let now = Instant::now();
        let clock = self.clock.left(side, now).zip(self.clock.control(side));
        let (left, increment) =
            clock.map_or(WITHOUT_CLOCK, |(left, control)| (left, control.increment));
        pace(&self.game, m, left, increment, book)
    }

    /// Keeps a move until its time has come; nothing is computed meanwhile.
    fn hold(&mut self, m: Move, until: Instant) {
        if let Some(search) = &mut self.search {
            search.found = Some((m, until));
            search._playing = None;
        }
    }

    /// The move that waits to be played.
    pub(super) fn found(&self) -> Option<(Move, Instant)> {
        self.search.as_ref()?.found
    }

    /// Plays the move that waits.
    pub(super) fn play_found(&mut self) {
        if let Some(Search { side, thinks, time, book, pondered, found: Some((m, _)), .. }) =
            self.search.take()
        {
            self.engines_move(side, m, thinks, Extra { time, book, pondered });
        }
    }

    pub(super) fn engines_move(
        &mut self,
        side: Color,
        m: Move,
        thinks: Option<SearchInfo>,
        extra: Extra,
    ) {
        self.look_at_flags();
        if self.outcome.is_some() || side != self.turn() || !self.game.position().is_legal(m) {
            return;
        }
        let uci = self.notation.uci(self.game.position(), m);
        let mut search = thinks.map(|thinks| thinks.summary(&uci)).unwrap_or_default();
        let Extra { time, book, pondered } = extra;
        (search.time, search.book, search.pondered) = (time, book, pondered);
        for (_, outbox) in &self.followers {
            outbox.forget(&Slot::SearchInfo(self.key.clone()));
        }
        self.play(m, search);
        self.advance();
        self.changed(None);
    }
}
