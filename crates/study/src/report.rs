// SPDX-License-Identifier: GPL-3.0-or-later
//! What a study found: tables, charts, claims, and what follows.

use charts::Chart;
use serde::{Deserialize, Serialize};

/// What a study found.
#[derive(Debug, Default)]
pub struct Report {
    /// The numbers.
    pub tables: Vec<Table>,
    /// The charts, under the names of the declaration.
    pub charts: Vec<(&'static str, Chart)>,
    /// What the papers say, and what was measured.
    pub claims: Vec<Claim>,
    /// What follows for the engine, a paragraph each.
    pub remarks: Vec<String>,
    /// Other files for the folder: their names and texts.
    pub files: Vec<(String, String)>,
}

/// A table of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name: that of the CSV file.
    pub name: &'static str,
    /// Its heading.
    pub title: String,
    /// The headings of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Value>>,
    /// Whether a reader gets it in the chapter, or only in the data.
    pub shown: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Words.
    Text(String),
    /// A count.
    Whole(i64),
    /// A number, and how many decimals of it mean something.
    Real(f64, usize),
    /// Nothing was measured here.
    Nothing,
}

/// Something that a paper says, and what was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// What it says.
    pub claim: String,
    /// Paper and section.
    pub source: String,
    /// What was measured.
    pub measured: String,
    /// What that means.
    pub verdict: Verdict,
}

/// What a measurement means for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is so.
    Holds,
    /// It is so in part.
    Partly,
    /// It is not so.
    Differs,
    /// This run was too small to tell, or did not measure it.
    Open,
}

impl Verdict {
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Partly => "holds in part",
            Verdict::Differs => "does not hold",
            Verdict::Open => "open",
        }
    }

    /// Whether something is so.
    pub(crate) const fn of(is_so: bool) -> Verdict {
        if is_so { Verdict::Holds } else { Verdict::Differs }
    }
}

impl Claim {
    /// A claim with what was measured.
    pub(crate) fn new(
        source: &str,
        claim: &str,
        measured: impl Into<String>,
        verdict: Verdict,
    ) -> Claim {
        Claim {
            claim: claim.to_owned(),
            source: source.to_owned(),
            measured: measured.into(),
            verdict,
        }
    }
}

impl Table {
    /// A table without rows.
    pub fn new<'a>(
        name: &'static str,
        title: impl Into<String>,
        columns: impl IntoIterator<Item = &'a str>,
    ) -> Table {
        let columns = columns.into_iter().map(str::to_owned).collect();
        Table { name, title: title.into(), columns, rows: Vec::new(), shown: true }
    }

    /// The same for the data alone.
    #[must_use]
    pub fn hidden(self) -> Table {
        Table { shown: false, ..self }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Value>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table as comma-separated values.
    pub fn csv(&self) -> String {
        let quoted = |text: &str| match text.contains([',', '"', '\n']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        let mut lines = vec![self.columns.iter().map(|name| quoted(name)).collect::<Vec<_>>()];
        lines.extend(
            self.rows
                .iter()
                .map(|row| row.iter().map(|cell| quoted(&cell.plain())).collect::<Vec<_>>()),
        );
        lines.iter().map(|cells| cells.join(",") + "\n").collect()
    }
}

impl Value {
    /// For programs: a point before decimals, nothing for what is not known.
    pub(crate) fn plain(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Whole(number) => number.to_string(),
            Value::Real(number, decimals) if number.is_finite() => format!("{number:.decimals$}"),
            Value::Real(..) | Value::Nothing => String::new(),
        }
    }

    /// For readers.
    pub(crate) fn shown(&self) -> String {
        match self {
            Value::Whole(number) => thousands(*number),
            Value::Real(number, 0) if number.is_finite() => thousands(number.round() as i64),
            Value::Real(..) | Value::Nothing if self.plain().is_empty() => "–".to_owned(),
            Value::Text(text) => text.clone(),
            Value::Real(..) | Value::Nothing => self.plain().replace('-', "−"),
        }
    }

    /// For JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        match self {
            Value::Text(text) => text.clone().into(),
            Value::Whole(number) => (*number).into(),
            Value::Real(..) => match self.plain().parse::<f64>() {
                Ok(number) => number.into(),
                Err(_) => serde_json::Value::Null,
            },
            Value::Nothing => serde_json::Value::Null,
        }
    }
}

/// `12,345`
pub(crate) fn thousands(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("−{text}") } else { text }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::from(number as u64)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Whole(number.into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Whole(number.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_readers_and_for_programs() {
        let shown = |value: Value| (value.shown(), value.plain());
        assert_eq!(shown(Value::Whole(1_234_567)), ("1,234,567".into(), "1234567".into()));
        assert_eq!(shown(Value::Whole(-123)), ("−123".into(), "-123".into()));
        assert_eq!(shown(Value::Real(-1.005, 1)), ("−1.0".into(), "-1.0".into()));
        assert_eq!(shown(Value::Real(f64::NAN, 1)), ("–".into(), String::new()));
        assert_eq!(shown(Value::Real(12345.6, 0)), ("12,346".into(), "12346".into()));
        assert_eq!(Value::Real(0.126, 2).json(), serde_json::json!(0.13));
    }

    #[test]
    fn commas_and_quotes_stay_in_their_cells() {
        let mut table = Table::new("t", "T", ["a, b", "c"]);
        table.row([Value::from("say \"x\""), Value::from(1_u64)]);
        assert_eq!(table.csv(), "\"a, b\",c\n\"say \"\"x\"\"\",1\n");
    }
}
