// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine behind every face: options, position, threads, events.
//!
//! A face (the UCI shell, a web page, a bot) owns an [`Engine`], gives it
//! orders that return at once, and gets [`Event`]s back:
//!
//! ```
//! use std::sync::mpsc;
//! use std::time::Instant;
//! use xanthos_engine::{Engine, Event};
//! # use search::{Control, HashError, Job, Limits, Outcome, Search};
//! # struct First;
//! # impl Search for First {
//! #     fn set_hash(&mut self, _: usize) -> Result<(), HashError> { Ok(()) }
//! #     fn set_threads(&mut self, _: usize) {}
//! #     fn new_game(&mut self) {}
//! #     fn think(&mut self, job: &Job, _: &Control, _: &mut dyn FnMut(search::Event)) -> Outcome {
//! #         Outcome { best: job.game.position().legal_moves().first().copied(), ..Outcome::default() }
//! #     }
//! # }
//! # fn my_search() -> Box<dyn Search> { Box::new(First) }
//!
//! let (tell, told) = mpsc::channel();
//! let mut engine = Engine::new(my_search, move |event| _ = tell.send(event))?;
//! engine.set_option("Hash", Some("32")).unwrap();
//! engine.go(Limits { depth: Some(3), ..Limits::default() }, Instant::now()).unwrap();
//! let best = told.iter().find_map(|event| match event {
//!     Event::Done(outcome) => Some(outcome.best),
//!     _ => None,
//! });
//! assert!(best.flatten().is_some());
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod bench;
pub mod diagram;
mod facade;
pub mod genfens;
pub mod line;
pub mod options;
pub mod perft;
mod random;
mod worker;

pub use facade::{Busy, Engine, SearchFactory, Started};
pub use worker::Event;
