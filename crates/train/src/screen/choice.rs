// SPDX-License-Identifier: GPL-3.0-or-later
//! A change: one option or several that go together, each with its old and its new value.

use std::io;
use std::path::{Path, PathBuf};

/// An option and its two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the spin.
    pub option: String,
    /// Its value without the change,
    pub old: i64,
    /// and with it.
    pub new: i64,
}

/// A change to be judged as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is called in the table.
    pub name: String,
    /// What it sets.
    pub settings: Vec<Setting>,
}

/// Why a change is refused.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// The text has not the right parts.
    #[error("'{0}': a change is [NAME:]OPTION=OLD..NEW[,OPTION=OLD..NEW], with whole numbers")]
    Parts(String),
    /// Nothing changes.
    #[error("'{0}': the old and the new value are the same")]
    Same(String),
    /// Two changes set one option, or have one name.
    #[error("{0} is there twice")]
    Twice(String),
    /// There is nothing to compare.
    #[error("there is no change to try")]
    None,
    /// A file could not be read.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A line of a file is wrong.
    #[error("{}, line {line}: {wrong}", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line.
        line: usize,
        /// What is wrong with it.
        wrong: Box<ChoiceError>,
    },
}

impl Choice {
    /// Reads `[NAME:]OPTION=OLD..NEW[,OPTION=OLD..NEW]`. Without a name, the first option's.
    ///
    /// # Errors
    /// When it is not like that.
    pub fn read(text: &str) -> Result<Choice, ChoiceError> {
        let wrong = || ChoiceError::Parts(text.to_owned());
        let (name, settings) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), rest),
            None => ("", text),
        };
        let read = |text: &str| -> Option<Setting> {
            let (option, values) = text.split_once('=')?;
            let (old, new) = values.split_once("..")?;
            let number = |text: &str| text.trim().parse().ok();
            let option = option.trim().to_owned();
            (!option.is_empty()).then_some(())?;
            Some(Setting { option, old: number(old)?, new: number(new)? })
        };
        let settings: Option<Vec<Setting>> = settings.split(',').map(read).collect();
        let settings = settings.ok_or_else(wrong)?;
        if let Some(same) = settings.iter().find(|setting| setting.old == setting.new) {
            return Err(ChoiceError::Same(same.option.clone()));
        }
        let name = if name.is_empty() { settings[0].option.clone() } else { name.to_owned() };
        Ok(Choice { name, settings })
    }

    /// As it is read.
    pub(super) fn text(&self) -> String {
        let each = self.settings.iter();
        let settings: Vec<String> =
            each.map(|s| format!("{}={}..{}", s.option, s.old, s.new)).collect();
        format!("{}:{}", self.name, settings.join(","))
    }
}

/// All of them together.
///
/// # Errors
/// When there is none, or two set one option or have one name.
pub fn together(choices: Vec<Choice>) -> Result<Vec<Choice>, ChoiceError> {
    if choices.is_empty() {
        return Err(ChoiceError::None);
    }
    let names = choices.iter().map(|choice| format!("change {}", choice.name)).collect();
    let options = choices.iter().flat_map(|choice| &choice.settings);
    let options = options.map(|setting| format!("option {}", setting.option)).collect();
    for words in [names, options] as [Vec<String>; 2] {
        for (i, word) in words.iter().enumerate() {
            if words[..i].iter().any(|other| other.eq_ignore_ascii_case(word)) {
                return Err(ChoiceError::Twice(word.clone()));
            }
        }
    }
    Ok(choices)
}

/// Reads a file with a change on each line; empty lines and what follows `#` are left out.
///
/// # Errors
/// When the file cannot be read or a line is wrong.
pub fn read_file(path: &Path) -> Result<Vec<Choice>, ChoiceError> {
    let text = std::fs::read_to_string(path)
        .map_err(|reason| ChoiceError::File { path: path.to_owned(), reason })?;
    let lines = text.lines().enumerate();
    let lines = lines.map(|(i, line)| (i + 1, line.split('#').next().unwrap_or("").trim()));
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(line, text)| {
            let path = path.to_owned();
            Choice::read(text).map_err(|wrong| ChoiceError::Line {
                path,
                line,
                wrong: Box::new(wrong),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_written_alike() {
        let one = Choice::read("null_base = 4..5").unwrap();
        assert_eq!(
            (one.name.as_str(), one.text().as_str()),
            ("null_base", "null_base:null_base=4..5")
        );
        let two = Choice::read("double: Margin A=4..-6, Margin B=45..25").unwrap();
        assert_eq!(two.settings[0], Setting { option: "Margin A".into(), old: 4, new: -6 });
        assert_eq!(Choice::read(&two.text()).unwrap(), two);
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        for (text, said) in [
            ("", "OPTION=OLD..NEW"),
            ("x", "OPTION=OLD..NEW"),
            ("x=1", "OPTION=OLD..NEW"),
            ("x=1..b", "OPTION=OLD..NEW"),
            ("=1..2", "OPTION=OLD..NEW"),
            ("x=1..2,", "OPTION=OLD..NEW"),
            ("x=3..3", "the same"),
        ] {
            let error = Choice::read(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
        let read = |text| Choice::read(text).unwrap();
        assert!(together(Vec::new()).is_err());
        assert!(together(vec![read("a:x=1..2"), read("b:X=1..3")]).is_err());
        assert!(together(vec![read("a:x=1..2"), read("A:y=1..3")]).is_err());
        assert!(together(vec![read("x=1..2"), read("y=1..3")]).is_ok());
    }

    #[test]
    fn a_file_tells_which_line_is_wrong() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("changes.txt");
        std::fs::write(&path, "# pruning\nnull_base=4..5   # deeper\n\nrfp_margin=75..50\n")
            .unwrap();
        assert_eq!(read_file(&path).unwrap().len(), 2);
        std::fs::write(&path, "null_base=4..5\nrfp_margin=75,50\n").unwrap();
        let error = read_file(&path).unwrap_err().to_string();
        assert!(error.contains("changes.txt, line 2"), "{error}");
    }
}
