// SPDX-License-Identifier: GPL-3.0-or-later
//! The bot on lichess.org: challenges, games, chat, matchmaking, for months at a time.
//!
//! A thread listens to the account ([`bot`]), one plays each game ([`game`]) with an engine of
//! its own out of a pool, one makes requests about the account and one says what is to be said.
//! Everything that decides something is a plain function with its own tests: which challenge
//! ([`accept`]), which place ([`slots`]), who is next ([`queue`]), whom to challenge
//! ([`matchmaking`]), who may ask what ([`chat`]).
#![forbid(unsafe_code)]

pub mod accept;
pub mod api;
mod backoff;
pub mod bot;
pub mod bot_error;
pub mod chat;
pub mod config;
mod context;
mod courier;
pub mod dry_run;
mod errands;
mod events;
pub mod game;
pub mod log;
pub mod matchmaking;
pub mod persona;
pub mod queue;
mod recent;
mod sign_in;
pub mod slots;
pub mod status;
pub mod tally;
pub mod timing;
pub mod token;
pub mod view;

pub use bot::{Setup, run};
pub use bot_error::BotError;
pub use config::Config;
pub use log::Log;
pub use status::Status;
pub use timing::Timing;
pub use token::Token;
