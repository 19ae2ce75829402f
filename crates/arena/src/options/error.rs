// SPDX-License-Identifier: GPL-3.0-or-later
//! What is wrong with a setting, and where it stands.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a setting was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The command line; arguments are counted from 1.
    Argument(usize),
    /// A line of a file, counted from 1.
    Line(Arc<Path>, usize),
}

/// A setting that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", self.where_text())]
pub struct OptionError {
    /// Where it stands, if it is about one place.
    pub place: Option<Place>,
    /// Name of the setting, without dashes.
    pub setting: Option<String>,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a setting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// No such setting.
    #[error("unknown option `{name}`{}", suggestion(.nearest))]
    UnknownOption {
        /// As written.
        name: String,
        /// A known one that looks like it.
        nearest: Option<&'static str>,
    },
    /// No such key inside a setting.
    #[error("unknown key `{key}`{}", suggestion(.nearest))]
    UnknownKey {
        /// As written.
        key: String,
        /// A known one that looks like it.
        nearest: Option<&'static str>,
    },
    /// A word that is neither an option nor belongs to one.
    #[error("`{0}` does not belong to any option")]
    Stray(String),
    /// A value is missing.
    #[error("needs a value: {0}")]
    MissingValue(&'static str),
    /// More values than the setting takes.
    #[error("takes no value `{0}`")]
    UnexpectedValue(String),
    /// A value that cannot be read.
    #[error("`{value}` is not {expected}{}", suggestion(.nearest))]
    BadValue {
        /// As written.
        value: String,
        /// What would be.
        expected: String,
        /// A known word that looks like it.
        nearest: Option<&'static str>,
    },
    /// A thing that this program cannot do.
    #[error("{0}")]
    Unsupported(String),
    /// Settings that do not fit together, or lack something.
    #[error("{0}")]
    Inconsistent(String),
    /// A file that cannot be read.
    #[error("cannot read {}: {reason}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A file that is not TOML.
    #[error("{0}")]
    Syntax(String),
}

impl OptionError {
    /// An error of a setting at a place.
    pub fn at(place: &Place, setting: &str, problem: Problem) -> OptionError {
        OptionError { place: Some(place.clone()), setting: Some(setting.to_owned()), problem }
    }

    /// An error about the settings together.
    pub fn overall(text: impl Into<String>) -> OptionError {
        OptionError { place: None, setting: None, problem: Problem::Inconsistent(text.into()) }
    }

    fn where_text(&self) -> String {
        match (&self.place, &self.setting) {
            (Some(place @ Place::Argument(_)), Some(name)) => format!("{place} (-{name}): "),
            (Some(place), Some(name)) => format!("{place} ({name}): "),
            (Some(place), None) => format!("{place}: "),
            (None, _) => String::new(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Argument(number) => write!(f, "argument {number}"),
            Place::Line(file, line) => write!(f, "{} line {line}", file.display()),
        }
    }
}

fn suggestion(nearest: &Option<&'static str>) -> String {
    nearest.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}
