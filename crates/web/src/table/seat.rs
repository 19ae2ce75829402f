// SPDX-License-Identifier: GPL-3.0-or-later
//! Who sits at the board.

use crate::choice;
use crate::host::Host;
use crate::pool::HashLease;
use crate::protocol::{EngineChoice, MoveLimit, Notation, Refusal, RefusalCode};
use chess::Color;
use engine::options::Id;
use engine::{Engine, Event, flagship};
use play::{PlayerEvent, PlayerSetup, PlayerThread};
use search::Limits;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;

/// The most memory that an engine at the board gets for its table, in MiB.
const HASH: usize = 32;
/// What is lost between the engine, the server and the page.
const OVERHEAD_MS: &str = "20";
/// What a move costs when neither clock nor limit says.
const USUAL_MS: u64 = 1000;

/// Who sits there.
pub enum Seat {
    /// A person.
    Person,
    /// Our engine.
    Own(Box<OwnSeat>),
    /// Another one, and whether it has said that it is ready.
    Process { player: PlayerThread, ready: bool },
    /// Nobody any more: the game is over.
    Empty,
}

/// Our engine at the board.
pub struct OwnSeat {
    pub engine: Engine,
    /// Given back when the game is over.
    _lease: HashLease,
}

/// What a seat tells its table.
pub enum SeatEvent {
    Own(Event),
    Process(PlayerEvent),
}

/// How seats reach their table.
pub type SeatSender = UnboundedSender<(Color, SeatEvent)>;

impl Seat {
    /// Our engine takes a seat.
    pub fn own(
        host: &Host,
        side: Color,
        choice: &EngineChoice,
        notation: Notation,
        sender: SeatSender,
    ) -> Result<Seat, Refusal> {
        let options = choice::read(&choice.options)?;
        let tell = move |event| _ = sender.send((side, SeatEvent::Own(event)));
        let failed = |error: std::io::Error| Refusal::new(RefusalCode::Busy, error.to_string());
        let mut engine = Engine::new(flagship, tell).map_err(failed)?;
        let lease = host.hash.lease(HASH);
        host.configure(&mut engine, lease.mib())?;
        options.apply(&mut engine, host.config.persona)?;
        let book = host.config.book.as_ref().filter(|_| choice.book);
        let file = book.map_or_else(String::new, |book| book.to_string_lossy().into_owned());
        for (name, value) in [
            ("Move Overhead", OVERHEAD_MS),
            ("UCI_Chess960", &notation.chess960.to_string()),
            ("BookFile", &file),
            ("OwnBook", &choice.book.to_string()),
        ] {
            let set = engine.set_option(name, Some(value));
            set.map_err(|error| Refusal::new(RefusalCode::EngineFailed, error.to_string()))?;
        }
        Ok(Seat::Own(Box::new(OwnSeat { engine, _lease: lease })))
    }

    /// Another engine takes a seat.
    pub fn process(side: Color, setup: PlayerSetup, sender: SeatSender) -> Result<Seat, Refusal> {
        let tell = move |event| _ = sender.send((side, SeatEvent::Process(event)));
        let player = PlayerThread::start(setup, tell)
            .map_err(|error| Refusal::new(RefusalCode::EngineFailed, error.to_string()))?;
        Ok(Seat::Process { player, ready: false })
    }

    /// Our engine, if it sits here.
    pub fn engine(&mut self) -> Option<&mut Engine> {
        match self {
            Seat::Own(own) => Some(&mut own.engine),
            _ => None,
        }
    }
}

/// The name of our engine with these options: `Xanthos 0.1.0 (classical, 1500)`.
pub fn own_name(engine: &Engine) -> String {
    let mut about = vec![engine.setup().to_string()];
    let options = engine.options();
    if options.flag(Id::LimitStrength) {
        about.push(options.number(Id::Elo).to_string());
    }
    format!("Xanthos {} ({})", env!("CARGO_PKG_VERSION"), about.join(", "))
}

/// The limits of a move, besides the clock. Somebody has to say how long a move may take:
/// where there is neither clock nor limit, it is a second.
pub fn limits(limit: Option<&MoveLimit>, has_clock: bool) -> Limits {
    let none = MoveLimit::default();
    let limit = limit.filter(|limit| **limit != none);
    let usual = MoveLimit { ms: Some(USUAL_MS), ..none };
    let limit = match limit {
        Some(limit) => limit,
        None if has_clock => &none,
        None => &usual,
    };
    Limits {
        depth: limit.depth,
        nodes: limit.nodes,
        movetime: limit.ms.map(|ms| Duration::from_millis(ms.max(1))),
        ..Limits::default()
    }
}
