// SPDX-License-Identifier: GPL-3.0-or-later
//! What is tuned: a whole-number option with a range, and how coarse it is.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// How far a parameter follows at the end, unless it says otherwise.
const USUAL_R_END: f64 = 0.002;

/// An option to tune.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The name of the spin.
    pub name: String,
    /// Where it begins.
    pub start: f64,
    /// The smallest value to try.
    pub min: f64,
    /// The largest value to try.
    pub max: f64,
    /// How far it is moved either way at the end: enough to be felt in games.
    pub c_end: f64,
    /// How far it follows the winner at the end, in units of `c_end`.
    #[serde(default = "usual_r_end")]
    pub r_end: f64,
}

fn usual_r_end() -> f64 {
    USUAL_R_END
}

/// Why parameters are refused.
#[derive(Debug, thiserror::Error)]
pub enum ParameterError {
    /// The text has not the right parts.
    #[error("'{0}': a parameter is NAME,START,MIN,MAX,C_END[,R_END]")]
    Parts(String),
    /// A number is none.
    #[error("parameter {name}: {field} is '{text}', not a number")]
    Number {
        /// Of which parameter.
        name: String,
        /// What it should be.
        field: &'static str,
        /// What it is.
        text: String,
    },
    /// The numbers do not go together.
    #[error("parameter {name}: {wrong}")]
    Range {
        /// Of which parameter.
        name: String,
        /// What is wrong.
        wrong: &'static str,
    },
    /// A parameter comes twice.
    #[error("parameter {0} is there twice")]
    Twice(String),
    /// There is nothing to tune.
    #[error("there is no parameter to tune")]
    None,
    /// A file could not be read.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A file says something else.
    #[error("{}: {reason}", path.display())]
    Toml {
        /// Which one.
        path: PathBuf,
        /// What, and where.
        reason: Box<toml::de::Error>,
    },
}

impl Parameter {
    /// Reads `NAME,START,MIN,MAX,C_END[,R_END]`.
    ///
    /// # Errors
    /// When it is not like that.
    pub fn read(text: &str) -> Result<Parameter, ParameterError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let (name, numbers) = match parts.as_slice() {
            [name, numbers @ ..] if matches!(numbers.len(), 4 | 5) => (*name, numbers),
            _ => return Err(ParameterError::Parts(text.to_owned())),
        };
        let number = |index: usize, field| {
            let text = numbers[index];
            let wrong =
                || ParameterError::Number { name: name.to_owned(), field, text: text.to_owned() };
            text.parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(wrong)
        };
        let parameter = Parameter {
            name: name.to_owned(),
            start: number(0, "the start")?,
            min: number(1, "the least value")?,
            max: number(2, "the largest value")?,
            c_end: number(3, "c_end")?,
            r_end: if numbers.len() == 5 { number(4, "r_end")? } else { USUAL_R_END },
        };
        parameter.check()?;
        Ok(parameter)
    }

    fn check(&self) -> Result<(), ParameterError> {
        let whole = |x: f64| x.fract() == 0.0 && x.abs() < 1e15;
        let wrong = match () {
            () if self.name.is_empty() => "it has no name",
            () if !whole(self.min) || !whole(self.max) => "the range is not of whole numbers",
            () if self.min >= self.max => "the least value is not below the largest",
            () if !(self.min..=self.max).contains(&self.start) => "the start is out of range",
            () if !(self.c_end > 0.0 && self.c_end.is_finite()) => "c_end is not above 0",
            () if !(self.r_end > 0.0 && self.r_end.is_finite()) => "r_end is not above 0",
            () => return Ok(()),
        };
        Err(ParameterError::Range { name: self.name.clone(), wrong })
    }

    /// A value inside the range.
    pub fn within(&self, value: f64) -> f64 {
        value.clamp(self.min, self.max)
    }

    /// A value inside the range as a whole number: rounded up if `random`, from 0
    /// to 1, is below what is left over, so that it is right on average even if
    /// steps are smaller than one.
    pub fn whole(&self, value: f64, random: f64) -> i64 {
        let value = self.within(value);
        let low = value.floor();
        (if random < value - low { low + 1.0 } else { low }) as i64
    }
}

/// All of them together.
///
/// # Errors
/// When there is none or one comes twice.
pub fn together(parameters: Vec<Parameter>) -> Result<Vec<Parameter>, ParameterError> {
    if parameters.is_empty() {
        return Err(ParameterError::None);
    }
    for (i, parameter) in parameters.iter().enumerate() {
        parameter.check()?;
        if parameters[..i].iter().any(|other| other.name.eq_ignore_ascii_case(&parameter.name)) {
            return Err(ParameterError::Twice(parameter.name.clone()));
        }
    }
    Ok(parameters)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    parameter: Vec<Parameter>,
}

/// Reads a TOML file with a table `[[parameter]]` for each.
///
/// # Errors
/// When the file cannot be read or says something else.
pub fn read_file(path: &Path) -> Result<Vec<Parameter>, ParameterError> {
    let text = std::fs::read_to_string(path)
        .map_err(|reason| ParameterError::File { path: path.to_owned(), reason })?;
    let file: File = toml::from_str(&text).map_err(|reason| ParameterError::Toml {
        path: path.to_owned(),
        reason: Box::new(reason),
    })?;
    Ok(file.parameter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_files_say_the_same() {
        let word = Parameter::read("Null Move Depth, 4, 1, 9, 0.5").unwrap();
        assert_eq!((word.name.as_str(), word.r_end), ("Null Move Depth", USUAL_R_END));
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("parameters.toml");
        let text = "[[parameter]]\nname = \"Null Move Depth\"\nstart = 4\nmin = 1\nmax = 9\n\
                    c_end = 0.5\n";
        std::fs::write(&path, text).unwrap();
        assert_eq!(read_file(&path).unwrap(), [word]);
        std::fs::write(&path, text.replace("c_end", "c_and")).unwrap();
        let error = read_file(&path).unwrap_err().to_string();
        assert!(error.contains("parameters.toml") && error.contains("c_and"), "{error}");
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        for (text, said) in [
            ("X", "NAME,START"),
            ("X,1,2,3", "NAME,START"),
            ("X,a,0,9,1", "the start is 'a'"),
            ("X,5,0,9,inf", "c_end is 'inf'"),
            ("X,5,9,0,1", "not below"),
            ("X,10,0,9,1", "out of range"),
            ("X,5,0,9.5,1", "whole"),
            ("X,5,0,9,0", "c_end"),
            (",5,0,9,1", "no name"),
        ] {
            let error = Parameter::read(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
        let x = Parameter::read("X,5,0,9,1").unwrap();
        assert!(together(vec![x.clone(), x.clone()]).is_err());
        assert!(together(Vec::new()).is_err());
        assert!(together(vec![x]).is_ok());
    }

    #[test]
    fn rounding_is_right_on_average_and_stays_inside() {
        let x = Parameter::read("X,5,0,9,1").unwrap();
        let sum: i64 = (0..1000).map(|i| x.whole(3.25, f64::from(i) / 1000.0)).sum();
        assert_eq!(sum, 3_250);
        for random in [0.0, 0.5, 0.999] {
            assert_eq!((x.whole(-3.0, random), x.whole(12.0, random)), (0, 9));
            assert_eq!(x.whole(4.0, random), 4);
        }
    }
}
