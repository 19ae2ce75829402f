// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions evaluated by another engine that speaks UCI.

use std::path::Path;
use std::time::Duration;

use chess::Game;
use journal::StopFlag;
use play::uci::UciPlayer;
use play::{Fault, GameStart, Launch, Timeouts, Turn};
use search::{Limits, Score};

use crate::judge::Searched;

/// An answer to a limit of nodes or depth may take this long; whoever waits can end it.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(24 * 3600);

/// Another engine that searches in place of our own.
#[derive(Clone, Debug)]
pub struct OtherEngine {
    /// The program and its arguments.
    pub launch: Launch,
    /// Options by name and value.
    pub options: Vec<(String, String)>,
}

impl OtherEngine {
    /// What it is called in a report: its program.
    pub fn name(&self) -> String {
        let program = Path::new(&self.launch.command);
        let name = program.file_stem().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| self.launch.command.clone())
    }
}

/// It at work.
pub(crate) struct OtherSearch {
    player: UciPlayer,
    limits: Limits,
}

impl OtherSearch {
    /// Starts the engine and sets its options.
    pub fn start(engine: &OtherEngine, limits: Limits) -> Result<OtherSearch, Fault> {
        let never = StopFlag::new();
        let mut player = UciPlayer::start(&engine.launch, Timeouts::default(), &never)?;
        let declared = |name: &str| player.options().iter().any(|option| option.name == name);
        // Threads and Hash are meant for whoever has them.
        let known = |(name, _): &&(String, String)| {
            !["Threads", "Hash"].contains(&name.as_str()) || declared(name)
        };
        let options: Vec<_> = engine.options.iter().filter(known).cloned().collect();
        for warning in player.set_options(&options)? {
            journal::complain!("warning: {}: {warning}", player.name());
        }
        Ok(OtherSearch { player, limits })
    }

    /// Forgets the game before.
    pub fn new_game(&mut self, game: &Game, stop: &StopFlag) -> Result<(), Fault> {
        let start = GameStart {
            game,
            chess960: !game.position().is_standard_castling(),
            control: None,
            limits: &self.limits,
            opponent: "",
            ponder: false,
        };
        self.player.new_game(&start, stop)
    }

    /// What it thinks of the current position.
    pub fn judge(&mut self, game: &Game, stop: &StopFlag) -> Result<Searched, Fault> {
        let limits = &self.limits;
        let timeout = limits.movetime.map_or(SEARCH_TIMEOUT, |time| time + Duration::from_secs(60));
        let reply = self.player.think(&Turn::new(game, limits, timeout), stop)?;
        let position = game.position();
        let line = reply.thinking.line(position);
        let score = reply.thinking.score.unwrap_or(Score::Cp(0)).pov(position.turn());
        let depth = reply.thinking.depth.unwrap_or(0);
        Ok(Searched { score, chance: score.win_chance().per_mille(), depth, line })
    }
}
