// SPDX-License-Identifier: GPL-3.0-or-later
//! What an option may hold, and how a text becomes such a value.

use super::error::OptionError;
use std::fmt;

/// The type of an option, with everything UCI wants to know about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number between two bounds.
    Spin {
        /// Value at the start.
        default: i64,
        /// Smallest value that is accepted.
        min: i64,
        /// Largest value that is accepted.
        max: i64,
    },
    /// Yes or no.
    Check {
        /// Value at the start.
        default: bool,
    },
    /// Free text, such as a path. It keeps its spaces.
    Text {
        /// Value at the start.
        default: &'static str,
        /// The text tells the GUI something and can't be changed by it.
        fixed: bool,
    },
    /// One of several words.
    Combo {
        /// Value at the start; it is one of the choices.
        default: &'static str,
        /// Everything that may be chosen.
        choices: &'static [&'static str],
    },
    /// Any number of words out of a list; none at the start.
    Words {
        /// Everything that may be chosen.
        choices: &'static [&'static str],
    },
    /// Something to press: it holds no value.
    Button,
}

/// A value that an option really holds: always of its kind, always in range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a spin.
    Number(i64),
    /// Of a check.
    Flag(bool),
    /// Of a text or a combo; of words, in the order of their list with commas between.
    Text(String),
    /// Of a button.
    Nothing,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Flag(flag) => flag.fmt(f),
            Value::Text(text) => f.write_str(text),
            Value::Nothing => Ok(()),
        }
    }
}

impl Kind {
    /// The word UCI uses for this kind.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::Spin { .. } => "spin",
            Kind::Check { .. } => "check",
            Kind::Text { .. } | Kind::Words { .. } => "string",
            Kind::Combo { .. } => "combo",
            Kind::Button => "button",
        }
    }

    /// What the option holds before anybody touched it.
    pub fn default_value(&self) -> Value {
        match *self {
            Kind::Spin { default, .. } => Value::Number(default),
            Kind::Check { default } => Value::Flag(default),
            Kind::Text { default, .. } | Kind::Combo { default, .. } => {
                Value::Text(default.to_owned())
            }
            Kind::Words { .. } => Value::Text(String::new()),
            Kind::Button => Value::Nothing,
        }
    }

    /// Reads the text after `value`. `name` only serves the error message.
    pub fn read(&self, name: &'static str, text: Option<&str>) -> Result<Value, OptionError> {
        let given = || text.filter(|t| !t.is_empty()).ok_or(OptionError::MissingValue { name });
        match *self {
            Kind::Spin { min, max, .. } => {
                let text = given()?;
                let number: i64 = text
                    .parse()
                    .map_err(|_| OptionError::NotANumber { name, value: text.to_owned() })?;
                if !(min..=max).contains(&number) {
                    return Err(OptionError::OutOfRange { name, value: number, min, max });
                }
                Ok(Value::Number(number))
            }
            Kind::Check { .. } => {
                let text = given()?;
                match text.to_ascii_lowercase().as_str() {
                    "true" => Ok(Value::Flag(true)),
                    "false" => Ok(Value::Flag(false)),
                    _ => Err(OptionError::NotTrueOrFalse { name, value: text.to_owned() }),
                }
            }
            Kind::Text { default, fixed } => {
                let text = match text.unwrap_or("") {
                    "" | "<empty>" => default,
                    text => text,
                };
                if fixed && text != default {
                    return Err(OptionError::Fixed { name });
                }
                Ok(Value::Text(text.to_owned()))
            }
            Kind::Combo { choices, .. } => {
                let index = choose(name, choices, given()?)?;
                Ok(Value::Text(choices[index].to_owned()))
            }
            Kind::Words { choices } => {
                let text = text.filter(|&text| text != "<empty>").unwrap_or("");
                let mut chosen = Vec::new();
                for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
                    chosen.push(choose(name, choices, word)?);
                }
                chosen.sort_unstable();
                chosen.dedup();
                let words: Vec<&str> = chosen.into_iter().map(|index| choices[index]).collect();
                Ok(Value::Text(words.join(",")))
            }
            Kind::Button => Ok(Value::Nothing),
        }
    }
}

/// The place of a word in the list, in any letter case.
fn choose(
    name: &'static str,
    choices: &'static [&'static str],
    word: &str,
) -> Result<usize, OptionError> {
    choices.iter().position(|choice| choice.eq_ignore_ascii_case(word)).ok_or_else(|| {
        OptionError::NotAChoice { name, value: word.to_owned(), choices: choices.join(", ") }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPIN: Kind = Kind::Spin { default: 16, min: 1, max: 64 };
    const COMBO: Kind = Kind::Combo { default: "Solid", choices: &["Solid", "Wild"] };

    #[test]
    fn a_spin_keeps_to_its_range() {
        assert_eq!(SPIN.read("X", Some("64")), Ok(Value::Number(64)));
        for bad in ["0", "65", "-1", "abc", "1.5", "9999999999999999999999", "1 2"] {
            assert!(SPIN.read("X", Some(bad)).is_err(), "{bad}");
        }
        assert_eq!(SPIN.read("X", None), Err(OptionError::MissingValue { name: "X" }));
    }

    #[test]
    fn empty_and_the_word_for_it_reset_a_text() {
        let text = Kind::Text { default: "", fixed: false };
        assert_eq!(text.read("X", Some("/a b/c")), Ok(Value::Text("/a b/c".into())));
        for empty in [None, Some(""), Some("<empty>")] {
            assert_eq!(text.read("X", empty), Ok(Value::Text(String::new())));
        }
    }

    #[test]
    fn a_combo_answers_with_its_own_spelling() {
        assert_eq!(COMBO.read("X", Some("wild")), Ok(Value::Text("Wild".into())));
        assert!(COMBO.read("X", Some("tame")).is_err());
    }

    #[test]
    fn words_come_in_one_order_whatever_was_typed() {
        let words = Kind::Words { choices: &["one", "two", "three"] };
        for same in ["three one", "one,three", " Three, ONE ,three"] {
            assert_eq!(words.read("X", Some(same)), Ok(Value::Text("one,three".into())), "{same}");
        }
        for empty in [None, Some(""), Some("<empty>"), Some(" , ")] {
            assert_eq!(words.read("X", empty), Ok(Value::Text(String::new())));
        }
        let error = words.read("X", Some("one four")).unwrap_err();
        assert_eq!(error.to_string(), "setting X takes one of one, two, three, not 'four'");
    }
}
