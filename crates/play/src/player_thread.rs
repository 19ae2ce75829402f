// SPDX-License-Identifier: GPL-3.0-or-later
//! A player behind a thread that may wait for it, for those who must not wait themselves.
//!
//! Whatever an engine's process does (not start, hang, crash, talk nonsense) ends as a
//! [`Fault`] that costs it the game, and nothing else.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use chess::Game;
use journal::StopFlag;
use search::Limits;

use crate::fault::Fault;
use crate::player::{Player, Timeouts};
use crate::process::Launch;
use crate::reply::Reply;
use crate::time_control::TimeControl;
use crate::turn::{GameStart, Turn};

/// How long an engine that was told to move at once may still take.
const GRACE: Duration = Duration::from_secs(2);

/// What a player on a thread tells.
#[derive(Debug)]
pub enum PlayerEvent {
    /// It is ready, and this is its name; or it is not.
    Ready(Result<String, Fault>),
    /// What it plays.
    Moved(Box<Result<Reply, Fault>>),
}

/// A question to a player on a thread; see [`Turn`].
#[derive(Debug)]
pub struct Question {
    /// The game so far.
    pub game: Game,
    /// The clocks, and what the move may cost.
    pub limits: Limits,
    /// When it has to be there.
    pub timeout: Duration,
}

/// How a UCI engine is brought into a game; see [`GameStart`].
#[derive(Debug)]
pub struct PlayerSetup {
    /// How it is started.
    pub launch: Launch,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// The opening.
    pub game: Game,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Its time control, if it has a clock.
    pub control: Option<TimeControl>,
    /// What each move may cost.
    pub limits: Limits,
    /// Who sits opposite.
    pub opponent: String,
}

/// A player on a thread. Dropping it ends its process.
#[derive(Debug)]
pub struct PlayerThread {
    questions: Sender<Question>,
    stop: StopFlag,
}

impl PlayerThread {
    /// Starts the engine; `tell` hears of it.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start(
        setup: PlayerSetup,
        tell: impl Fn(PlayerEvent) + Send + 'static,
    ) -> std::io::Result<PlayerThread> {
        let (questions, asked) = channel();
        let stop = StopFlag::new();
        let flag = stop.clone();
        thread::Builder::new()
            .name("player".into())
            .spawn(move || serve(&setup, &asked, &flag, tell))?;
        Ok(PlayerThread { questions, stop })
    }

    /// Asks for a move.
    pub fn ask(&self, question: Question) {
        // A player that is gone has said why.
        let _ = self.questions.send(question);
    }
}

impl Drop for PlayerThread {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

fn serve(
    setup: &PlayerSetup,
    asked: &Receiver<Question>,
    stop: &StopFlag,
    tell: impl Fn(PlayerEvent),
) {
    let mut player = match begin(setup, stop) {
        Ok(player) => player,
        Err(fault) => return tell(PlayerEvent::Ready(Err(fault))),
    };
    tell(PlayerEvent::Ready(Ok(player.name().to_owned())));
    for Question { game, limits, timeout } in asked {
        let turn = Turn { grace: GRACE, ..Turn::new(&game, &limits, timeout) };
        let reply = player.think(&turn, stop);
        let failed = reply.is_err();
        tell(PlayerEvent::Moved(Box::new(reply)));
        if failed || stop.is_raised() {
            return;
        }
    }
}

fn begin(setup: &PlayerSetup, stop: &StopFlag) -> Result<Player, Fault> {
    let mut player = Player::uci(&setup.launch, &Timeouts::default(), stop)?;
    player.set_options(&setup.options)?;
    let start = GameStart {
        game: &setup.game,
        chess960: setup.chess960,
        control: setup.control,
        limits: &setup.limits,
        opponent: &setup.opponent,
        ponder: false,
    };
    player.new_game(&start, stop)?;
    Ok(player)
}
