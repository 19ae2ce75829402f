// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a request has no good answer.

/// What went wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// 429: too many requests. All of them wait now.
    #[error("too many requests (429)")]
    TooMany,
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
        matches!(self, ApiError::Refused { .. } | ApiError::NotAllowed { .. })
    }
}
