// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a request has no good answer.

use std::time::Duration;

/// What went wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// 429: too many requests. All of them wait now for a minute, this one for so long.
    #[error("too many requests (429)")]
    TooMany {
        /// What the server says, or a minute.
        wait: Duration,
    },
    /// The games that bots may play against each other in a day are used up. Nothing is wrong with
    /// our requests: those of running games go on.
    #[error("{message}")]
    GamesSpent {
        /// Whether we have used ours up, rather than the opponent its own.
        ours: bool,
        /// For how long.
        wait: Duration,
        /// The server's words.
        message: String,
    },
    /// 401 or 403: the token is not good for this.
    #[error("not allowed ({status}): {message}")]
    NotAllowed {
        /// 401 or 403.
        status: u16,
        /// The server's words.
        message: String,
    },
    /// Another 4xx: the server understood and says no.
    #[error("refused ({status}): {message}")]
    Refused {
        /// 4xx.
        status: u16,
        /// The server's words.
        message: String,
    },
    /// 5xx: the server is not well.
    #[error("server error {status}")]
    Server {
        /// 5xx.
        status: u16,
    },
    /// No answer: the request may have arrived or not.
    #[error("no answer: {0}")]
    Network(String),
    /// An answer that can't be read.
    #[error("unreadable answer: {0}")]
    Unreadable(String),
    /// The bot is ending.
    #[error("the bot is ending")]
    Stopped,
}

impl ApiError {
    /// Whether the server said no, rather than nothing: asking again won't help by itself.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            ApiError::Refused { .. } | ApiError::NotAllowed { .. } | ApiError::GamesSpent { .. }
        )
    }
}
