// SPDX-License-Identifier: GPL-3.0-or-later
//! Another engine at the table: its process, behind a thread that may wait for it.
//!
//! Whatever the process does (not start, hang, crash, talk nonsense) ends as a [`Fault`]
//! that costs it the game, and nothing else.

use crate::config::AllowedEngine;
use chess::Game;
use journal::StopFlag;
use play::{Fault, GameStart, Launch, Patience, Player, Reply, TimeControl, Turn};
use search::Limits;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long an engine that was told to move at once may still take.
const GRACE: Duration = Duration::from_secs(2);

/// What a guest tells.
pub enum GuestEvent {
    /// It is ready, and this is its name; or it is not.
    Ready(Result<String, Fault>),
    /// What it plays.
    Moved(Box<Result<Reply, Fault>>),
}

/// A question to a guest.
pub struct Question {
    /// The game so far.
    pub game: Game,
    /// The clocks, and what the move may cost.
    pub limits: Limits,
    /// When it has to be there.
    pub patience: Duration,
}

/// Another engine at the table. Dropping it ends its process.
pub struct Guest {
    questions: Sender<Question>,
    cancel: StopFlag,
}

/// How a guest is brought in.
pub struct Invitation {
    /// Which engine.
    pub engine: AllowedEngine,
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
}

impl Guest {
    /// Starts the process; `tell` hears of it.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn invite(
        invitation: Invitation,
        tell: impl Fn(GuestEvent) + Send + 'static,
    ) -> std::io::Result<Guest> {
        let (questions, asked) = channel();
        let cancel = StopFlag::new();
        let flag = cancel.clone();
        thread::Builder::new()
            .name("guest".into())
            .spawn(move || serve(&invitation, &asked, &flag, tell))?;
        Ok(Guest { questions, cancel })
    }

    /// Asks for a move.
    pub fn ask(&self, question: Question) {
        // A guest that is gone has said why.
        let _ = self.questions.send(question);
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

fn serve(
    invitation: &Invitation,
    asked: &Receiver<Question>,
    cancel: &StopFlag,
    tell: impl Fn(GuestEvent),
) {
    let mut player = match arrive(invitation, cancel) {
        Ok(player) => player,
        Err(fault) => return tell(GuestEvent::Ready(Err(fault))),
    };
    tell(GuestEvent::Ready(Ok(player.name().to_owned())));
    for question in asked {
        let Question { game, limits, patience } = &question;
        let turn = Turn { grace: GRACE, ..Turn::new(game, limits, *patience) };
        let reply = player.think(&turn, cancel);
        let failed = reply.is_err();
        tell(GuestEvent::Moved(Box::new(reply)));
        if failed || cancel.is_raised() {
            return;
        }
    }
}

fn arrive(invitation: &Invitation, cancel: &StopFlag) -> Result<Player, Fault> {
    let AllowedEngine { command, args, .. } = &invitation.engine;
    let launch = Launch { args: args.clone(), ..Launch::new(command) };
    let mut player = Player::uci(&launch, &Patience::default(), cancel)?;
    player.set_options(&invitation.options)?;
    let start = GameStart {
        game: &invitation.game,
        chess960: invitation.chess960,
        control: invitation.control,
        limits: &invitation.limits,
        opponent: "Xanthos",
    };
    player.new_game(&start, cancel)?;
    Ok(player)
}
