// SPDX-License-Identifier: GPL-3.0-or-later
//! A worker plays one game after another.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use chess::{Color, Game};
use journal::StopFlag;
use play::{Fault, GameOver, MoveRecord, Player};
use search::Tablebase;

use super::dispatch::Dispatch;
use super::roster::Roster;
use crate::game::{FinishedGame, GameRules, Side, Watcher, play};
use crate::launcher::Launcher;
use crate::log::Log;
use crate::openings::Book;
use crate::options::{Restart, Stalls, TournamentConfig};
use crate::record::LivePgn;
use crate::schedule::ScheduledGame;
use crate::stall_watch::StallWatch;
use crate::stats::{Ending, Failure, GameResult};

/// What workers share.
pub struct Workers<'a> {
    pub config: &'a TournamentConfig,
    pub book: &'a Book,
    pub dispatch: &'a Dispatch<'a>,
    pub roster: &'a Roster,
    pub log: &'a Log,
    pub tables: Option<&'a dyn Tablebase>,
    pub halt: &'a StopFlag,
    pub stall_watch: Option<&'a StallWatch>,
    pub live: Option<&'a LivePgn>,
}

/// A game is played again so often because the machine stood still: one that
/// never does anything else is not waited for.
const REPLAYS: usize = 5;

/// What a worker has to say.
pub enum Message {
    /// A game begins.
    Started(ScheduledGame),
    /// A game is over.
    Finished {
        when: ScheduledGame,
        /// Number of the opening in its file.
        opening: usize,
        game: Box<FinishedGame>,
    },
    /// A game was not played, because an engine is out.
    Skipped,
    /// An engine did something odd.
    Warning { engine: usize, text: String },
}

/// The processes that a worker keeps: those of its last game.
#[derive(Default)]
struct IdleEngines(Vec<(usize, Player)>);

impl IdleEngines {
    fn take(&mut self, engine: usize) -> Option<Player> {
        let at = self.0.iter().position(|(index, _)| *index == engine)?;
        Some(self.0.swap_remove(at).1)
    }

    /// Lets everybody go who is not needed for the next game: with many
    /// engines, idle ones would fill the memory with their tables.
    fn keep_only(&mut self, engines: [usize; 2]) {
        self.0.retain(|(index, _)| engines.contains(index));
    }
}

impl Workers<'_> {
    /// Plays until nothing is left or the work is called off.
    pub fn work(&self, worker: usize, reports: &Sender<Message>) {
        let mut idle = IdleEngines::default();
        // A closed channel means that nobody listens any more.
        let tell = |message| reports.send(message).is_ok();
        while !self.halt.is_raised() {
            let Some(when) = self.dispatch.next() else { return };
            let engines = [when.white, when.black];
            if engines.iter().any(|&engine| self.roster.is_out(engine)) {
                tell(Message::Skipped);
                continue;
            }
            if !tell(Message::Started(when)) {
                return;
            }
            idle.keep_only(engines);
            let (opening, number) = match self.book.opening(when.opening) {
                Some(opening) => (opening.game, opening.number),
                None => (Game::default(), 0),
            };
            let mut play = || self.play(worker, engines, opening.clone(), &mut idle, reports);
            let mut game = play();
            for _ in 0..REPLAYS {
                if !is_played_again(self.config.stalls, game.stalled) {
                    break;
                }
                let engine = engines[usize::from(game.over.result == GameResult::WhiteWins)];
                let text = format!("is excused, and plays again: {}", game.over.reason);
                tell(Message::Warning { engine, text });
                game = play();
            }
            let game = Box::new(game);
            if !tell(Message::Finished { when, opening: number, game }) {
                return;
            }
            self.pause();
        }
    }

    fn play(
        &self,
        worker: usize,
        engines: [usize; 2],
        opening: Game,
        idle: &mut IdleEngines,
        reports: &Sender<Message>,
    ) -> FinishedGame {
        let mut players = Vec::with_capacity(2);
        for color in Color::ALL {
            let engine = engines[color.index()];
            match self.seat(worker, engine, idle, reports) {
                Ok(player) => players.push(player),
                Err(fault) => {
                    // The other one did nothing wrong and may stay.
                    idle.0.extend(players.into_iter().map(|player| (engines[0], player)));
                    return forfeited(opening, GameOver::by_fault(color, &fault));
                }
            }
        }
        let [mut white, mut black]: [Player; 2] = match players.try_into() {
            Ok(players) => players,
            Err(_) => {
                return forfeited(opening, GameOver::interrupted("the tournament was stopped"));
            }
        };
        let opening_moves = opening.moves().len();
        let watcher = self.live.map(|live| {
            move |game: &Game, moves: &[MoveRecord]| {
                live.update(worker, self.config, engines, game, opening_moves, moves);
            }
        });
        let sides = [
            Side { config: &self.config.engines[engines[0]], player: &mut white },
            Side { config: &self.config.engines[engines[1]], player: &mut black },
        ];
        let rules = GameRules {
            config: self.config,
            tables: self.tables,
            cancel: self.halt,
            stall_watch: self.stall_watch,
            watcher: watcher.as_ref().map(|watch| watch as &Watcher<'_>),
        };
        let game = play(sides, opening, &rules);
        if let Some(live) = self.live {
            live.end(worker);
        }
        let unfit = match (game.over.ending, game.over.result) {
            (Ending::Failure(Failure::Startup), GameResult::BlackWins) => Some(0),
            (Ending::Failure(Failure::Startup), GameResult::WhiteWins) => Some(1),
            _ => None,
        };
        for (side, &engine) in engines.iter().enumerate() {
            match unfit {
                Some(at) if at == side => self.count_failed_start(engine, reports),
                _ => self.roster.started(engine),
            }
        }
        for (side, player) in [white, black].into_iter().enumerate() {
            if !game.unusable[side] && self.may_stay(engines[side], &player) {
                idle.0.push((engines[side], player));
            }
        }
        game
    }

    fn seat(
        &self,
        worker: usize,
        engine: usize,
        idle: &mut IdleEngines,
        reports: &Sender<Message>,
    ) -> Result<Player, Fault> {
        if let Some(player) = idle.take(engine) {
            return Ok(player);
        }
        let launcher = Launcher { config: self.config, log: self.log };
        match launcher.seat(engine, worker, self.halt) {
            Ok(started) => {
                for text in started.warnings {
                    let _ = reports.send(Message::Warning { engine, text });
                }
                Ok(started.player)
            }
            Err(Fault::Cancelled) => Err(Fault::Cancelled),
            Err(fault) => {
                self.count_failed_start(engine, reports);
                // Whatever it did, it did it before it could play.
                Err(match fault {
                    fault @ (Fault::Start { .. } | Fault::Handshake { .. }) => fault,
                    other => Fault::Unsupported(other.to_string()),
                })
            }
        }
    }

    fn count_failed_start(&self, engine: usize, reports: &Sender<Message>) {
        if self.roster.failed(engine) {
            let text = "cannot be made to play: its remaining games will not be played";
            let _ = reports.send(Message::Warning { engine, text: text.to_owned() });
        }
    }

    fn may_stay(&self, engine: usize, player: &Player) -> bool {
        match self.config.engines[engine].restart {
            Restart::On => false,
            Restart::Off => true,
            Restart::Auto => player.is_reusable(),
        }
    }

    fn pause(&self) {
        let end = Instant::now() + self.config.wait;
        while !self.halt.is_raised() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            thread::sleep(left.min(Duration::from_millis(50)));
        }
    }
}

/// Whether the machine has decided the game, and somebody minds.
fn is_played_again(stalls: Stalls, stalled: bool) -> bool {
    stalled && stalls == Stalls::Replay
}

/// A game that ended before it began.
fn forfeited(opening: Game, over: GameOver) -> FinishedGame {
    FinishedGame {
        opening_moves: opening.moves().len(),
        game: opening,
        moves: Vec::new(),
        over,
        stalled: false,
        unusable: [false; 2],
        violations: Vec::new(),
        remarks: Vec::new(),
        started: SystemTime::now(),
        duration: Duration::ZERO,
    }
}
