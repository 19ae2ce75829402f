// SPDX-License-Identifier: GPL-3.0-or-later
//! The search of rank 0: its own, with the others beside it.
//!
//! It ends when its own search ends, by its own clock, and takes what the ranks think at that
//! moment. Whoever is late, stalled or dead is simply not heard.

use std::time::{Duration, Instant};

use chess::Game;
use engine::SearchWrap;
use search::{
    Bound, Control, Event, FinishedDepth, HashError, Info, Job, Outcome, Search, chances,
};

use crate::hub::Hub;
use crate::opinion::{Opinion, choose};
use crate::sharing::Sharing;

/// The longest that helpers look ahead while nobody tells how long the opponent may think.
const AHEAD: Duration = Duration::from_secs(30);

/// A search that has others beside it.
struct LeadSearch {
    inner: Box<dyn Search>,
    hub: Hub,
}

/// Helpers at work. They rest when it is dropped, also by a search that breaks down.
struct Beside(Hub);

impl Drop for Beside {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Puts the ranks of `hub` beside every search that plays.
pub fn wrap(hub: Hub) -> SearchWrap {
    std::sync::Arc::new(move |inner| Box::new(LeadSearch { inner, hub: hub.clone() }))
}

impl Search for LeadSearch {
    fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        self.inner.set_hash(mib)
    }

    fn set_threads(&mut self, n: usize) {
        self.inner.set_threads(n);
    }

    fn new_game(&mut self) {
        self.inner.new_game();
        self.hub.new_game();
    }

    fn option_set(&mut self, name: &str, value: Option<&str>) {
        self.inner.option_set(name, value);
        self.hub.set_option(name, value);
    }

    fn think(&mut self, job: &Job, control: &Control, report: &mut dyn FnMut(Event)) -> Outcome {
        self.tell_news(report);
        if !self.is_shared(job) {
            return self.inner.think(job, control, report);
        }
        self.hub.go(&job.game, job.limits.searchmoves.as_deref());
        let beside = Beside(self.hub.clone());
        let shared = Job { exchange: Some(self.hub.exchange().clone()), ..job.clone() };
        let hub = &self.hub;
        let mut last: Option<Info> = None;
        let own = self.inner.think(&shared, control, &mut |event| {
            let event = together(hub, event);
            if let Event::Depth(depth) = &event {
                last = Some(depth.best().clone());
            }
            let beats = matches!(event, Event::Heartbeat { .. });
            report(event);
            if beats {
                report(Event::Ranks(hub.ranks().report(Instant::now(), None)));
            }
        });
        let outcome = self.conclude(job, own, last, report);
        drop(beside);
        self.tell_news(report);
        if self.hub.sharing() == Sharing::Ahead {
            self.look_ahead(job, &outcome);
        }
        outcome
    }
}

impl LeadSearch {
    fn tell_news(&self, report: &mut dyn FnMut(Event)) {
        let news = self.hub.ranks().take_news();
        news.into_iter().for_each(|news| report(Event::Rank(news)));
    }

    /// Whether others can help: a number of nodes is counted on one rank, a mate is proven there,
    /// and an only move is played.
    fn is_shared(&self, job: &Job) -> bool {
        let limits = &job.limits;
        let choice = match &limits.searchmoves {
            Some(moves) => moves.len(),
            None => job.game.position().legal_moves().len(),
        };
        limits.nodes.is_none() && limits.mate.is_none() && choice > 1 && self.hub.has_helpers()
    }

    /// The move to play, by what the ranks think now.
    fn conclude(
        &self,
        job: &Job,
        own: Outcome,
        last: Option<Info>,
        report: &mut dyn FnMut(Event),
    ) -> Outcome {
        let (Some(best), Some(last)) = (own.best, last) else { return own };
        let helpers_nodes = self.hub.ranks().helpers_nodes();
        let nodes = own.nodes + helpers_nodes;
        let mut line: Vec<_> = std::iter::once(best).chain(own.ponder).collect();
        if last.pv.first() == Some(&best) {
            line.clone_from(&last.pv);
        }
        let mine = Opinion { rank: 0, depth: last.depth, score: last.score, line };
        let opinions = {
            let mut ranks = self.hub.ranks();
            (ranks.own, ranks.own_nodes) = (Some(mine.clone()), own.nodes);
            ranks.opinions()
        };
        // A certain depth or several lines were asked of this rank.
        let free = job.settings.multipv <= 1 && job.limits.depth.is_none();
        let chosen = if free { choose(&opinions, self.hub.sharing()) } else { 0 };
        let chosen = opinions.get(chosen).unwrap_or(&mine);
        let outcome = Outcome { nodes, ..own };
        let outcome = if chosen.rank == 0 || chosen.best() == Some(best) {
            outcome
        } else {
            let info = Info {
                depth: chosen.depth,
                seldepth: chosen.depth,
                multipv: 1,
                score: chosen.score,
                bound: Bound::Exact,
                wdl: job.settings.show_wdl.then(|| chances(chosen.score)),
                nodes,
                time: job.started.elapsed(),
                pv: chosen.line.clone(),
                ..last
            };
            report(Event::Depth(FinishedDepth::new(info, [])));
            Outcome { best: chosen.best(), ponder: chosen.line.get(1).copied(), ..outcome }
        };
        report(Event::Ranks(self.hub.ranks().report(Instant::now(), Some(chosen.rank))));
        outcome
    }

    /// The opponent thinks. Every other helper searches our answer to the reply that is expected,
    /// the rest the opponent's own choice.
    fn look_ahead(&self, job: &Job, outcome: &Outcome) {
        let clock = &job.limits.clock;
        let timed = clock.time.iter().any(Option::is_some);
        let (Some(best), true) = (outcome.best, timed && !job.limits.infinite) else { return };
        let opponent = !job.game.position().turn();
        let longest = clock.remaining(opponent).unwrap_or(AHEAD).min(AHEAD);
        let mut game: Game = job.game.clone();
        game.play(best);
        let choice = game.clone();
        let mut lines = Vec::new();
        if let Some(reply) = outcome.ponder
            && game.position().is_legal(reply)
        {
            game.play(reply);
            lines.push(game);
        }
        lines.push(choice);
        lines.retain(|game| game.outcome().is_none());
        self.hub.look_ahead(lines, longest);
    }
}

/// An event of rank 0's search, with the nodes of all ranks in it.
fn together(hub: &Hub, event: Event) -> Event {
    let mut ranks = hub.ranks();
    let others = ranks.helpers_nodes();
    match event {
        Event::Depth(depth) => {
            let best = depth.best();
            ranks.own_nodes = best.nodes;
            if !best.pv.is_empty() {
                let (depth, score, line) = (best.depth, best.score, best.pv.clone());
                ranks.own = Some(Opinion { rank: 0, depth, score, line });
            }
            let mut lines = depth.into_lines().into_iter().map(|info| with_nodes(info, others));
            match lines.next() {
                Some(best) => Event::Depth(FinishedDepth::new(best, lines)),
                None => unreachable!("a finished depth has a line"),
            }
        }
        Event::Bound(info) => Event::Bound(with_nodes(info, others)),
        Event::Heartbeat { nodes, time, hashfull, tbhits } => {
            ranks.own_nodes = nodes;
            Event::Heartbeat { nodes: nodes + others, time, hashfull, tbhits }
        }
        other => other,
    }
}

fn with_nodes(info: Info, others: u64) -> Info {
    Info { nodes: info.nodes + others, ..info }
}
