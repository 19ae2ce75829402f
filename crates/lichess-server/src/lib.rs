// SPDX-License-Identifier: GPL-3.0-or-later
//! A lichess of our own for tests: the Bot API over real HTTP, streams of lines included, with
//! rules by shakmaty, clocks of its own, opponents of several tempers, and faults on request.
//!
//! It is written from the published description of the API and knows nothing of the client; it
//! does not ship.
//!
//! ```no_run
//! use xanthos_lichess_server::{Server, Options, Spec};
//! let server = Server::start(Options::default());
//! let game = server.challenge(Spec::default());
//! // … a bot with server.token() plays at server.url() …
//! assert!(server.wait(|world| world.is_over(&game)));
//! println!("{}", server.report());
//! ```
#![forbid(unsafe_code)]

mod api;
mod clock;
mod day;
mod faults;
mod game;
mod http;
mod opponent;
mod report;
mod world;

pub use day::Day;
pub use faults::Faults;
pub use game::{Game, Side, Status};
pub use opponent::{Spec, Temper, Time};
pub use report::Report;
pub use world::{Reply, World};

use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether the account is a bot already.
    pub bot: bool,
    /// Which faults, how often.
    pub faults: Faults,
    /// How long no request may come after a 429.
    pub silence: Duration,
    /// How often an open stream sends an empty line.
    pub keep_alive: Duration,
    /// A constant delay of every line of a game's stream, and of every move.
    pub wire: [Duration; 2],
    /// Games to be played by themselves, one challenge after the other.
    pub day: Option<Day>,
    /// How long an opponent's first move may take us, before the game is lost.
    pub first_move: Duration,
    /// What the token allows.
    pub scopes: String,
    /// Challenges of the bot arrive, and the connection is cut before the answer.
    pub mute_challenges: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            bot: true,
            faults: Faults::none(),
            silence: Duration::from_secs(60),
            keep_alive: Duration::from_millis(300),
            wire: [Duration::ZERO; 2],
            day: None,
            first_move: Duration::from_secs(30),
            scopes: "bot:play,challenge:read".to_owned(),
            mute_challenges: false,
        }
    }
}

/// The token that the server knows.
pub const TOKEN: &str = "lip_aSecretOfTests0123";

/// A server that runs until it is dropped.
pub struct Server {
    world: Arc<Shared>,
    address: SocketAddr,
}

pub(crate) struct Shared {
    pub(crate) world: Mutex<World>,
    pub(crate) stopped: AtomicBool,
}

impl Shared {
    pub(crate) fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl Server {
    /// Starts a server on a free port.
    ///
    /// # Panics
    /// If there is no port or thread.
    pub fn start(options: Options) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let world = Mutex::new(World::new(options));
        let shared = Arc::new(Shared { world, stopped: AtomicBool::new(false) });
        let (accepting, ticking) = (Arc::clone(&shared), Arc::clone(&shared));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if accepting.is_stopped() {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let shared = Arc::clone(&accepting);
                thread::spawn(move || http::serve(stream, &shared));
            }
        });
        thread::spawn(move || {
            while !ticking.is_stopped() {
                ticking.lock().tick(Instant::now());
                thread::sleep(Duration::from_millis(2));
            }
        });
        Server { world: shared, address }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The token that it knows.
    pub fn token(&self) -> &'static str {
        TOKEN
    }

    /// Somebody challenges the bot; the answer is the id of the challenge and the game.
    pub fn challenge(&self, spec: Spec) -> String {
        self.world.lock().challenge(spec, Instant::now())
    }

    /// Looks at the world, or changes it.
    pub fn with<T>(&self, look: impl FnOnce(&mut World) -> T) -> T {
        look(&mut self.world.lock())
    }

    /// Waits for something, for a minute at most; answers whether it came.
    pub fn wait(&self, test: impl FnMut(&mut World) -> bool) -> bool {
        self.wait_for(Duration::from_secs(60), test)
    }

    /// Waits for something.
    pub fn wait_for(&self, most: Duration, mut test: impl FnMut(&mut World) -> bool) -> bool {
        let until = Instant::now() + most;
        loop {
            if test(&mut self.world.lock()) {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// What was seen.
    pub fn report(&self) -> Report {
        self.world.lock().report.clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.world.stopped.store(true, Ordering::Relaxed);
        // Wakes the thread that accepts.
        let _ = std::net::TcpStream::connect(self.address);
    }
}
