// SPDX-License-Identifier: GPL-3.0-or-later
//! What every part of the bot shares.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::api::Lichess;
use crate::config::Config;
use crate::errands::Errands;
use crate::game::{EnginePool, Online};
use crate::log::Log;
use crate::status::Status;
use crate::timing::Timing;

/// The shared parts.
pub struct Context {
    /// The configuration.
    pub config: Config,
    /// The server.
    pub api: Lichess,
    /// How long we wait for what.
    pub timing: Timing,
    /// Where messages go.
    pub log: Log,
    /// Our name, as it is shown.
    pub me: String,
    /// Engines.
    pub engines: EnginePool,
    /// Public servers.
    pub online: Online,
    /// What may wait.
    pub errands: Errands,
    /// What the operator sees.
    pub status: Status,
    /// Threads of running games.
    pub games: AtomicUsize,
    /// Cores of this machine.
    pub cores: usize,
    /// Search threads of each engine.
    pub threads: usize,
}

impl Context {
    /// Whether thinking on the opponent's time takes nothing from another game.
    pub fn cores_are_free(&self) -> bool {
        self.games.load(Ordering::Relaxed) * self.threads <= self.cores
    }
}
