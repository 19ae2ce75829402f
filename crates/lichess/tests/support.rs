// SPDX-License-Identifier: GPL-3.0-or-later
//! A bot on a thread of the test.

use std::path::Path;
use std::thread::JoinHandle;

use lichess::log::Level;
use lichess::{BotError, Config, Log, Setup, Status, Timing, Token};
use lichess_server::{Options, Server};
use std::time::Duration;
use tempfile::TempDir;
use xanthos_lichess as lichess;

pub use lichess_server::{Spec, Temper, Time};

/// How many times faster than on lichess everything waits.
pub const HURRY: f64 = 60.0;

pub struct Running {
    pub ending: journal::StopFlag,
    pub status: Status,
    pub log: Log,
    thread: Option<JoinHandle<Result<(), BotError>>>,
}

/// A server as fast as the bots here.
pub fn server(options: Options) -> Server {
    Server::start(Options {
        silence: Timing::hurried(HURRY).silence,
        keep_alive: Duration::from_millis(100),
        ..options
    })
}

/// A configuration for tests: few nodes, no pauses in the chat.
pub fn config(server: &Server, folder: &Path, text: &str) -> Config {
    let mut config = Config::read(text).expect("a configuration of a test");
    config.url = server.url();
    config.pgn_directory = folder.to_owned();
    config.engine.go_commands.nodes.get_or_insert(300);
    config.correspondence.move_time = config.correspondence.move_time.min(0.2);
    config.challenge.max_daily_bot_games = 0;
    config
}

pub fn start_with(server: &Server, config: Config, upgrade: bool) -> Running {
    let token = Token::read(server.token()).expect("a token");
    let log = Log::new(Level::Debug, std::env::var_os("BOT_LOG").is_some(), Some(token.clone()));
    let (status, ending) = (Status::default(), journal::StopFlag::new());
    let setup = Setup {
        config,
        token,
        timing: Timing::hurried(HURRY),
        log: log.clone(),
        status: status.clone(),
        upgrade,
        ending: ending.clone(),
        sources: Default::default(),
    };
    let thread = std::thread::spawn(move || lichess::run(setup));
    Running { ending, status, log, thread: Some(thread) }
}

/// A bot with these settings and a folder of its own.
pub fn bot(server: &Server, text: &str) -> (Running, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(server, folder.path(), text);
    (start_with(server, config, false), folder)
}

impl Running {
    /// Tells it to end, and waits.
    pub fn end(mut self) -> Result<(), BotError> {
        self.ending.raise();
        self.wait()
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> Result<(), BotError> {
        self.thread.take().expect("once").join().expect("no panic")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ending.raise();
    }
}

/// The games that were written down.
pub fn pgn(folder: &TempDir) -> String {
    std::fs::read_to_string(folder.path().join("games.pgn")).unwrap_or_default()
}

/// Whether a game was written down as well; the server knows its end a little earlier.
pub fn written(folder: &TempDir, id: &str) -> bool {
    let until = std::time::Instant::now() + Duration::from_secs(20);
    while std::time::Instant::now() < until {
        if pgn(folder).contains(&format!("/{id}\"]")) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}
