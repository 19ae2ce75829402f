// SPDX-License-Identifier: GPL-3.0-or-later
//! The bot against a server of this project that speaks the published API over HTTP.

mod challenges;
mod chat;
mod correspondence;
mod docs;
mod ending;
mod faults;
mod games;
mod matchmaking;
mod process;
mod support;
