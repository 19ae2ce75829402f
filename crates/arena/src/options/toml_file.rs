// SPDX-License-Identifier: GPL-3.0-or-later
//! The same settings from a TOML file.
//!
//! Every option of the command line is a key of the file: a switch is `true`,
//! an option with one value is a string or number, an option with `key=value`
//! words is a table, and `[[engine]]` may be repeated. Engine options stand in
//! a table `option` (or `options`).
//!
//! ```toml
//! rounds = 500
//! repeat = true
//!
//! [each]
//! tc = "8+0.08"
//! option.Hash = 16
//!
//! [[engine]]
//! cmd = "./new"
//!
//! [[engine]]
//! cmd = "./old"
//! option."Move Overhead" = 20
//!
//! [sprt]
//! elo0 = 0
//! elo1 = 3
//! ```

use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{OptionError, Place, Problem};
use super::setting::{Setting, Value};

/// Reads a file's text into settings.
pub fn settings_of_toml(path: &Path, text: &str) -> Result<Vec<Setting>, OptionError> {
    let reader = Reader { path: path.into(), text };
    let table = DeTable::parse(text).map_err(|error| OptionError {
        place: Some(reader.place(error.span().map_or(0, |span| span.start))),
        setting: None,
        problem: Problem::Syntax(error.message().to_owned()),
    })?;
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    // Tables forget their order; the file's order is the user's.
    entries.sort_by_key(|(name, _)| name.span().start);
    let mut settings = Vec::new();
    for (name, value) in entries {
        reader.setting(name.get_ref(), name.span().start, value, &mut settings)?;
    }
    Ok(settings)
}

struct Reader<'a> {
    path: Arc<Path>,
    text: &'a str,
}

impl Reader<'_> {
    fn place(&self, offset: usize) -> Place {
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        Place::Line(self.path.clone(), 1 + before.iter().filter(|b| **b == b'\n').count())
    }

    fn setting(
        &self,
        name: &str,
        offset: usize,
        value: &Spanned<DeValue<'_>>,
        settings: &mut Vec<Setting>,
    ) -> Result<(), OptionError> {
        let place = self.place(offset);
        let mut add = |values| {
            settings.push(Setting { name: name.to_owned(), place: place.clone(), values });
        };
        match value.get_ref() {
            DeValue::Boolean(true) => add(Vec::new()),
            DeValue::Boolean(false) => {
                add(vec![Value { key: None, text: "false".to_owned(), place: place.clone() }]);
            }
            DeValue::Table(table) => add(self.values(name, table)?),
            DeValue::Array(items) => {
                for item in items {
                    let start = item.span().start;
                    match item.get_ref() {
                        DeValue::Table(table) => settings.push(Setting {
                            name: name.to_owned(),
                            place: self.place(start),
                            values: self.values(name, table)?,
                        }),
                        _ => {
                            let text = self.scalar(name, item)?;
                            let place = self.place(start);
                            settings.push(Setting {
                                name: name.to_owned(),
                                place: place.clone(),
                                values: vec![Value { key: None, text, place }],
                            });
                        }
                    }
                }
            }
            _ => {
                let text = self.scalar(name, value)?;
                add(vec![Value { key: None, text, place: place.clone() }]);
            }
        }
        Ok(())
    }

    fn values(&self, name: &str, table: &DeTable<'_>) -> Result<Vec<Value>, OptionError> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut values = Vec::new();
        for (key, value) in entries {
            let place = self.place(key.span().start);
            let mut add = |key: String, text: String| {
                values.push(Value { key: Some(key), text, place: place.clone() });
            };
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("option" | "options", DeValue::Table(options)) => {
                    let mut options: Vec<_> = options.iter().collect();
                    options.sort_by_key(|(option, _)| option.span().start);
                    for (option, value) in options {
                        let text = self.scalar(name, value)?;
                        add(format!("option.{}", option.get_ref()), text);
                    }
                }
                ("arg" | "args", DeValue::Array(items)) => {
                    for item in items {
                        let text = self.scalar(name, item)?;
                        add("arg".to_owned(), text);
                    }
                }
                (key, _) => {
                    let text = self.scalar(name, value)?;
                    add(key.to_owned(), text);
                }
            }
        }
        Ok(values)
    }

    fn scalar(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<String, OptionError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.clone().into_owned()),
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            DeValue::Boolean(on) => Ok(on.to_string()),
            _ => Err(OptionError::at(
                &self.place(value.span().start),
                name,
                Problem::BadValue {
                    value: self.text.get(value.span()).unwrap_or_default().to_owned(),
                    expected: "a string, a decimal number, true or false".to_owned(),
                    nearest: None,
                },
            )),
        }
    }
}
