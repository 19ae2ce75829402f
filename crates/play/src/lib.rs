// SPDX-License-Identifier: GPL-3.0-or-later
//! A game and its players.
//!
//! Another engine is a process that may do anything: answer late, never, twice or with
//! nonsense, fill its pipes, die. [`process::EngineProcess`] keeps all of that at arm's length
//! (no call of it blocks longer than its deadline), and the two protocol drivers turn lines
//! into one vocabulary:
//!
//! ```no_run
//! use std::time::Duration;
//! use chess::{Game, Position};
//! use journal::StopFlag;
//! use play::{GameStart, Launch, Timeouts, Player, Turn};
//! use search::Limits;
//! # fn main() -> Result<(), play::Fault> {
//! let cancel = StopFlag::new();
//! let mut player = Player::uci(&Launch::new("stockfish"), &Timeouts::default(), &cancel)?;
//! println!("{} is there", player.name());
//! player.set_options(&[("Hash".into(), "16".into())])?;
//!
//! let mut game = Game::new(Position::startpos());
//! let limits = Limits { depth: Some(10), ..Limits::default() };
//! player.new_game(&GameStart::standard(&game, &limits), &cancel)?;
//! let turn = Turn::new(&game, &limits, Duration::from_secs(60));
//! let reply = player.think(&turn, &cancel)?;
//! println!("{:?} after {:?}", reply.answer, reply.elapsed);
//! # Ok(()) }
//! ```

#![forbid(unsafe_code)]

pub mod clock;
mod comment;
mod fault;
mod own_engine;
mod player;
mod player_thread;
pub mod process;
pub mod record;
pub mod referee;
mod reply;
mod session;
mod time_control;
mod turn;
pub mod uci;
pub mod xboard;

pub use clock::{ChessClock, FlagFell};
pub use comment::{Bracket, CommentFields, move_comment, pawns};
pub use engine::time_report::reason_in;
pub use fault::{Fault, FaultKind};
pub use own_engine::{OwnAnswer, OwnEngine, OwnEngineError};
pub use player::{Player, Timeouts};
pub use player_thread::{PlayerEvent, PlayerSetup, PlayerThread, Question};
pub use process::{Launch, Stream, Transcript};
pub use record::{GameRecord, MoveRecord, pgn_text};
pub use referee::{Ending, Failure, GameOver};
pub use reply::{Answer, Claim, Pondered, Reply, Thinking};
pub use search::{Bound, Score};
pub use session::{Busy, HINT_TIME, Session, SessionEvent, Setup};
pub use time_control::{ClockRule, NoTimeControl, TimeControl, parse_seconds};
pub use turn::{GameStart, Turn};
