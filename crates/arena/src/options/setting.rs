// SPDX-License-Identifier: GPL-3.0-or-later
//! A setting as it was written, from whichever source, before it means
//! anything.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use super::error::{OptionError, Place, Problem};
use super::nearest::{nearest, same};

/// A setting with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Name without dashes.
    pub name: String,
    /// Where the name stands.
    pub place: Place,
    /// What follows it.
    pub values: Vec<Value>,
}

/// One value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The key, where the source has one.
    pub key: Option<String>,
    /// The rest.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// A `key=value` of a setting.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// The setting it belongs to.
    pub setting: &'a str,
    /// Before the first `=`.
    pub key: &'a str,
    /// After it; `None` if there was no `=`.
    pub value: Option<&'a str>,
    /// Where it stands.
    pub place: &'a Place,
}

/// Cuts command-line words into settings: a dash (or two) and a letter begin a
/// new one. Words before the first are returned apart.
pub fn settings_of_words(words: &[String]) -> (Vec<Value>, Vec<Setting>) {
    let mut leading = Vec::new();
    let mut settings: Vec<Setting> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let place = Place::Argument(index + 1);
        let bare = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        match bare.filter(|bare| bare.starts_with(|c: char| c.is_ascii_alphabetic())) {
            Some(name) => {
                settings.push(Setting { name: name.to_owned(), place, values: Vec::new() });
            }
            None => {
                let value = Value { key: None, text: word.clone(), place };
                settings.last_mut().map_or(&mut leading, |s| &mut s.values).push(value);
            }
        }
    }
    (leading, settings)
}

impl Setting {
    /// An error of this setting.
    pub fn error(&self, problem: Problem) -> OptionError {
        OptionError::at(&self.place, &self.name, problem)
    }

    /// Whether a switch is on: bare, or with a word for yes or no.
    pub fn switch(&self) -> Result<bool, OptionError> {
        match self.values.as_slice() {
            [] => Ok(true),
            _ => self.only("true or false")?.boolean(),
        }
    }

    /// Its only value.
    pub fn only(&self, usage: &'static str) -> Result<Pair<'_>, OptionError> {
        match self.values.as_slice() {
            [] => Err(self.error(Problem::MissingValue(usage))),
            [value] => Ok(Pair {
                setting: &self.name,
                key: &self.name,
                value: Some(&value.text),
                place: &value.place,
            }),
            [_, extra, ..] => Err(OptionError::at(
                &extra.place,
                &self.name,
                Problem::UnexpectedValue(extra.text.clone()),
            )),
        }
    }

    /// Its values as keys with values.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        self.values.iter().map(|v| {
            let (key, value) = match &v.key {
                Some(key) => (key.as_str(), Some(v.text.as_str())),
                None => match v.text.split_once('=') {
                    Some((key, value)) => (key, Some(value)),
                    None => (v.text.as_str(), None),
                },
            };
            Pair { setting: &self.name, key, value, place: &v.place }
        })
    }

    /// Its values, of which there must be some.
    pub fn some_pairs(
        &self,
        usage: &'static str,
    ) -> Result<impl Iterator<Item = Pair<'_>>, OptionError> {
        if self.values.is_empty() {
            return Err(self.error(Problem::MissingValue(usage)));
        }
        Ok(self.pairs())
    }
}

impl<'a> Pair<'a> {
    /// An error of this value.
    pub fn error(&self, problem: Problem) -> OptionError {
        OptionError::at(self.place, self.setting, problem)
    }

    /// That there is no such key.
    pub fn unknown(&self, known: &[&'static str]) -> OptionError {
        self.error(Problem::UnknownKey {
            key: self.key.to_owned(),
            nearest: nearest(self.key, known.iter().copied()),
        })
    }

    /// That the value is not what it should be.
    pub fn bad(&self, expected: impl Display) -> OptionError {
        self.error(Problem::BadValue {
            value: self.value.unwrap_or_default().to_owned(),
            expected: expected.to_string(),
            nearest: None,
        })
    }

    /// The text, which must not be empty.
    pub fn text(&self) -> Result<&'a str, OptionError> {
        self.value
            .filter(|text| !text.is_empty())
            .ok_or_else(|| self.error(Problem::MissingValue("KEY=VALUE")))
            .map_err(|error| match self.key == self.setting {
                true => error,
                false => {
                    self.error(Problem::Inconsistent(format!("`{}=` needs a value", self.key)))
                }
            })
    }

    /// A number of at least `low`.
    pub fn at_least<T>(&self, low: T) -> Result<T, OptionError>
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let text = self.text()?;
        text.parse()
            .ok()
            .filter(|n| *n >= low)
            .ok_or_else(|| self.bad(format_args!("a whole number of at least {low}")))
    }

    /// A finite decimal number.
    pub fn decimal(&self) -> Result<f64, OptionError> {
        let text = self.text()?;
        text.parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| self.bad("a number"))
    }

    /// Yes or no; a bare key is yes.
    pub fn boolean(&self) -> Result<bool, OptionError> {
        let Some(text) = self.value else { return Ok(true) };
        match text.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => Ok(true),
            "false" | "off" | "no" | "0" => Ok(false),
            _ => Err(self.bad("true or false")),
        }
    }

    /// One of several words.
    pub fn choice<T: Copy>(&self, choices: &[(&'static str, T)]) -> Result<T, OptionError> {
        let text = self.text()?;
        if let Some((_, value)) = choices.iter().find(|(name, _)| same(name, text)) {
            return Ok(*value);
        }
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        Err(self.error(Problem::BadValue {
            value: text.to_owned(),
            expected: format!("one of {}", names.join(", ")),
            nearest: nearest(text, choices.iter().map(|(name, _)| *name)),
        }))
    }

    /// Whole milliseconds.
    pub fn milliseconds(&self) -> Result<Duration, OptionError> {
        Ok(Duration::from_millis(u64::from(self.at_least::<u32>(0)?)))
    }

    /// Seconds, possibly with a fraction.
    pub fn seconds(&self) -> Result<Duration, OptionError> {
        let text = self.text()?;
        play::parse_seconds(text).ok_or_else(|| self.bad("a number of seconds"))
    }
}
