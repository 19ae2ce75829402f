// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a request is refused.

use serde::Serialize;

/// The kinds of refusals, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/web-protocol.md describes each one")]
pub enum RefusalCode {
    BadJson,
    BadMessage,
    BadFen,
    BadPgn,
    IllegalMove,
    BadOption,
    UnknownEngine,
    NotAllowed,
    NoGame,
    NoWatch,
    NoReport,
    NotYourTurn,
    GameOver,
    NoBook,
    NoTablebase,
    Busy,
    EngineFailed,
    Internal,
}

/// A request that is refused: why, for people, and which field is to blame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[error("{message}")]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// For people.
    pub message: String,
    /// The field of the request that is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
}

impl Refusal {
    /// A refusal without a field.
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), field: None }
    }

    /// The same, with the field that is to blame.
    #[must_use]
    pub fn at(mut self, field: &'static str) -> Refusal {
        self.field = Some(field);
        self
    }

    /// A task of the server has ended: a bug, or the server is shutting down.
    pub fn gone() -> Refusal {
        Refusal::new(RefusalCode::Internal, "internal error, or the server is shutting down")
    }
}
