// SPDX-License-Identifier: GPL-3.0-or-later
//! The options an engine declares, and whether a value fits one.
//!
//! ```
//! use play::uci::DeclaredOption;
//! let hash = DeclaredOption::parse("option name Hash type spin default 16 min 1 max 1024").unwrap();
//! assert!(hash.check("64").is_ok());
//! assert_eq!(hash.check("4096").unwrap_err(), "4096 is not between 1 and 1024");
//! ```

/// One `option` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredOption {
    /// Its name, as the engine spells it.
    pub name: String,
    /// Its type and what it accepts.
    pub kind: OptionKind,
}

/// What an option accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number in a range; ends that the engine forgot are open.
    Spin {
        /// Lowest value.
        min: Option<i64>,
        /// Highest value.
        max: Option<i64>,
    },
    /// One of these words.
    Combo(Vec<String>),
    /// No value.
    Button,
    /// Anything.
    Text,
}

impl DeclaredOption {
    /// Reads an `option` line; `None` if it is none, or has no name.
    pub fn parse(line: &str) -> Option<DeclaredOption> {
        let mut words = line.split_whitespace();
        if words.next()? != "option" {
            return None;
        }
        // Names and values may hold spaces; keywords alone end them.
        let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in words {
            match word {
                "name" | "type" | "default" | "min" | "max" | "var" => {
                    fields.push((word, Vec::new()));
                }
                _ => fields.last_mut()?.1.push(word),
            }
        }
        let field = |key: &str| {
            fields.iter().find(|(name, _)| *name == key).map(|(_, words)| words.join(" "))
        };
        let name = field("name").filter(|name| !name.is_empty())?;
        let bound = |key: &str| field(key).and_then(|text| text.parse().ok());
        let kind = match field("type").unwrap_or_default().as_str() {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin { min: bound("min"), max: bound("max") },
            "combo" => OptionKind::Combo(
                fields.iter().filter(|(k, _)| *k == "var").map(|(_, w)| w.join(" ")).collect(),
            ),
            "button" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        Some(DeclaredOption { name, kind })
    }

    /// Whether a value fits; if not, why.
    pub fn check(&self, value: &str) -> Result<(), String> {
        match &self.kind {
            OptionKind::Check if !matches!(value, "true" | "false") => {
                Err(format!("`{value}` is neither true nor false"))
            }
            OptionKind::Spin { min, max } => {
                let number: i64 =
                    value.parse().map_err(|_| format!("`{value}` is not a whole number"))?;
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                if (min..=max).contains(&number) {
                    Ok(())
                } else {
                    Err(format!("{number} is not between {min} and {max}"))
                }
            }
            OptionKind::Combo(words) if !words.iter().any(|w| w.eq_ignore_ascii_case(value)) => {
                Err(format!("`{value}` is not one of: {}", words.join(", ")))
            }
            OptionKind::Button if !(value.is_empty() || value == "true") => {
                Err(format!("a button takes no value, least of all `{value}`"))
            }
            _ => Ok(()),
        }
    }

    /// The line that sets it.
    pub fn command(&self, value: &str) -> String {
        match self.kind {
            OptionKind::Button => format!("setoption name {}", self.name),
            _ => format!("setoption name {} value {value}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> DeclaredOption {
        DeclaredOption::parse(line).expect(line)
    }

    #[test]
    fn names_and_words_with_spaces() {
        let style = option(
            "option name Playing Style type combo default Very Solid var Very Solid var Wild",
        );
        assert_eq!(style.name, "Playing Style");
        assert_eq!(style.kind, OptionKind::Combo(vec!["Very Solid".into(), "Wild".into()]));
        assert!(style.check("very solid").is_ok());
        assert!(style.check("Solid").unwrap_err().contains("Very Solid, Wild"));
    }

    #[test]
    fn values_are_checked_by_type() {
        let check = option("option name Ponder type check default false");
        assert!(check.check("true").is_ok() && check.check("1").is_err());
        let spin = option("option name Threads type spin default 1 min 1 max 8");
        assert!(spin.check("8").is_ok() && spin.check("9").is_err() && spin.check("x").is_err());
        let open = option("option name Seed type spin default 0");
        assert!(open.check("-9000000000").is_ok());
        let button = option("option name Clear Hash type button");
        assert!(button.check("").is_ok() && button.check("7").is_err());
        assert_eq!(button.command(""), "setoption name Clear Hash");
        let text = option("option name SyzygyPath type string default <empty>");
        assert_eq!(text.command("/a b"), "setoption name SyzygyPath value /a b");
    }

    #[test]
    fn nonsense_is_no_option() {
        for line in ["", "option", "option spin", "option name type spin", "info depth 1"] {
            assert_eq!(DeclaredOption::parse(line), None, "{line}");
        }
    }
}
