// SPDX-License-Identifier: GPL-3.0-or-later
//! The page to play and understand chess, and the server behind it.
//!
//! ```no_run
//! use xanthos_web::{Config, Server};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::bind(Config::default()).await?;
//! println!("open {}", server.url());
//! server.run(async { _ = tokio::signal::ctrl_c().await }).await;
//! # Ok(()) }
//! ```
//!
//! Where do I look? Who is let in: `guard`. One page's connection: `socket`; what it asks
//! for and who does it: `page`; what waits to be sent: `outbox`. Games: `table`. Whose search
//! runs now: `pool`. Every message: `protocol`; what types can't say of them: docs/web-protocol.md.
#![forbid(unsafe_code)]

mod analyse;
pub mod assets;
mod choice;
mod config;
mod connections;
mod guard;
mod hello;
mod host;
mod outbox;
mod page;
mod panels;
mod pgn;
mod pool;
mod protocol;
mod report;
mod secret;
mod server;
mod socket;
mod table;
mod understand;

pub use config::{AllowedEngine, Config, Limits, PORT};
pub use host::HostError;
pub use protocol::{ANSWERS, MESSAGE_BYTES, PROTOCOL};
pub use server::{ServeError, Server, serve};
