// SPDX-License-Identifier: GPL-3.0-or-later
//! Why the bot can't run, and whether it is worth while to start it again.

use crate::api::ApiError;
use crate::token::TokenError;

/// Why the bot can't run.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The account can't be asked for.
    #[error("account: {0}")]
    Account(ApiError),
    /// The account is no bot.
    #[error(
        "{0} is not a bot account; `--upgrade` makes it one, for ever, if it has never played a game"
    )]
    NoBot(String),
    /// It can't become one.
    #[error("upgrade: {0}")]
    Upgrade(ApiError),
    /// The token is for something else.
    #[error("the token does not allow to play as a bot (bot:play); it allows: {0}")]
    Scope(String),
    /// Somebody is here already.
    #[error("another bot writes to {0} already; one account is played by one process")]
    Twice(String),
    /// The explorer's token can't be read.
    #[error("lichess_opening_explorer.token_file: {0}")]
    ExplorerToken(TokenError),
    /// One of our threads is gone: the next process does what it did.
    #[error("the thread {0:?} broke down")]
    Broken(&'static str),
    /// The system has no thread.
    #[error(transparent)]
    Thread(#[from] std::io::Error),
}

impl BotError {
    /// Whether trying again is of no use before somebody has changed something.
    pub fn is_final(&self) -> bool {
        !matches!(self, BotError::Thread(_) | BotError::Upgrade(_) | BotError::Broken(_))
    }
}
