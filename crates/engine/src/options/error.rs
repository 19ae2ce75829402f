// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a `setoption` was refused.

use thiserror::Error;

/// A refused option: the message names the option, the value and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no setting named '{name}'")]
    Unknown {
        /// As the caller wrote it.
        name: String,
    },
    /// An option that needs a value got none.
    #[error("setting {name} needs a value")]
    MissingValue {
        /// The option.
        name: &'static str,
    },
    /// A spin got something that is not a whole number.
    #[error("setting {name} takes a whole number, not '{value}'")]
    NotANumber {
        /// The option.
        name: &'static str,
        /// What came instead.
        value: String,
    },
    /// A spin got a number outside its range.
    #[error("setting {name} takes {min} to {max}, not {value}")]
    OutOfRange {
        /// The option.
        name: &'static str,
        /// The number.
        value: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// A check got something else than true or false.
    #[error("setting {name} takes true or false, not '{value}'")]
    NotTrueOrFalse {
        /// The option.
        name: &'static str,
        /// What came instead.
        value: String,
    },
    /// A combo got a word that is not on its list.
    #[error("setting {name} takes one of {choices}, not '{value}'")]
    NotAChoice {
        /// The option.
        name: &'static str,
        /// What came instead.
        value: String,
        /// The list, joined for reading.
        choices: String,
    },
    /// A file that cannot be used.
    #[error("setting {name}: {path}: {why}; nothing has changed")]
    File {
        /// The option.
        name: &'static str,
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A text that only informs.
    #[error("setting {name} only informs and can't be changed")]
    Fixed {
        /// The option.
        name: &'static str,
    },
}
