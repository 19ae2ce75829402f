// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine behind every user interface: options, position, threads, events.
//!
//! An interface (the UCI shell, a web page, a bot) owns an [`Engine`], gives it
//! orders that return at once, and gets [`Event`]s back:
//!
//! ```
//! use std::sync::mpsc;
//! use chess::Game;
//! use xanthos_engine::{Engine, Event, Request, flagship};
//! use search::Limits;
//!
//! let (tell, told) = mpsc::channel();
//! let mut engine = Engine::new(flagship, move |event| _ = tell.send(event))?;
//! engine.set_option("Hash", Some("32")).unwrap();
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! engine.go(Request::new(Game::default(), limits)).unwrap();
//! let best = told.iter().find_map(|event| match event {
//!     Event::Done(outcome) => Some(outcome.best),
//!     _ => None,
//! });
//! assert!(best.flatten().is_some());
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod bench;
mod book;
pub mod diagram;
pub mod evaluation;
mod event;
mod facade;
pub mod genfens;
pub mod level;
pub mod line;
mod nodes_clock;
pub mod options;
pub mod perft;
mod request;
mod setup;
mod tables;
pub mod time_report;
mod time_tables;
mod worker;

pub use event::{BookMove, Event, Notice};
pub use facade::{Busy, Engine, SearchFactory, SearchWrap, Started};
pub use papers::{Evaluation, Method, Persona, UnknownPersona};
pub use request::{Request, Strength};
pub use setup::{EngineSetup, Network, flagship};
