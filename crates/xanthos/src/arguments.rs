// SPDX-License-Identifier: GPL-3.0-or-later
//! Words of the command line that more than one task knows.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use train::positions::{Format, Source};

/// A whole number from 1 on.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("a whole number from 1 on is wanted".into()),
    }
}

/// A number above 0.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("a number above 0 is wanted".into()),
    }
}

/// A number from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("a number from 0 to 1 is wanted".into()),
    }
}

/// A source of positions: `games:FILE[:LIMIT[:EVERY]]`, or another [`Format`] likewise.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceWord(pub Source);

impl FromStr for SourceWord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Format::ALL.map(Format::name).join(", ");
        let no_source = || format!("a source is KIND:FILE, its kind one of {names}");
        let (kind, rest) = text.split_once(':').ok_or_else(no_source)?;
        let format = Format::ALL.into_iter().find(|format| format.name() == kind);
        let format = format.ok_or_else(no_source)?;
        // Numbers are taken from the end: a path may have colons of its own.
        let mut parts: Vec<&str> = rest.split(':').collect();
        let mut numbers: Vec<usize> = Vec::new();
        while parts.len() > 1 && numbers.len() < 2 {
            let Some(number) = parts.last().and_then(|part| part.parse().ok()) else { break };
            numbers.insert(0, number);
            parts.pop();
        }
        let path = PathBuf::from(parts.join(":"));
        if path.as_os_str().is_empty() {
            return Err("a source names a file".into());
        }
        if numbers.contains(&0) {
            return Err("LIMIT and EVERY count from 1".into());
        }
        let limit = numbers.first().copied().unwrap_or(usize::MAX);
        let every = numbers.get(1).copied().unwrap_or(1);
        Ok(SourceWord(Source { path, format, limit, every }))
    }
}

/// The file with more behind its name.
pub fn beside(output: &Path, ending: &str) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_from_both_ends() {
        let read = |text: &str| text.parse::<SourceWord>().map(|word| word.0);
        let source = |path: &str, format, limit, every| {
            Ok(Source { path: path.into(), format, limit, every })
        };
        assert_eq!(read("games:a.vf"), source("a.vf", Format::Games, usize::MAX, 1));
        assert_eq!(read("lines:a.vf:100"), source("a.vf", Format::Lines, 100, 1));
        assert_eq!(read("games:a.vf:100:3"), source("a.vf", Format::Games, 100, 3));
        assert_eq!(read("plain:a.txt"), source("a.txt", Format::Plain, usize::MAX, 1));
        assert_eq!(read("games:C:/a.vf:100:3"), source("C:/a.vf", Format::Games, 100, 3));
        for bad in ["", "a.vf", "files:a.vf", "games:", "games:a.vf:0", "games:a.vf:1:0"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
