// SPDX-License-Identifier: GPL-3.0-or-later
//! Options that an xboard engine declares by `feature option="…"`.

/// One option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XboardOption {
    /// Its name.
    pub name: String,
    /// What it accepts.
    pub kind: XboardOptionKind,
}

/// What an option accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum XboardOptionKind {
    /// 0 or 1.
    Check,
    /// A whole number in a range.
    Spin {
        /// Lowest value.
        min: i64,
        /// Highest value.
        max: i64,
    },
    /// One of these.
    Combo(Vec<String>),
    /// Nothing: it is pressed.
    Button,
    /// Any text.
    Text,
}

impl XboardOption {
    /// Reads `Name -type arguments`.
    pub fn parse(text: &str) -> Option<XboardOption> {
        // The name may hold dashes, so the type is the first known word.
        let (at, word) = text.match_indices(" -").find_map(|(at, _)| {
            let word = text[at + 2..].split_whitespace().next().unwrap_or_default();
            KINDS.contains(&word).then_some((at, word))
        })?;
        let name = text[..at].trim().to_owned();
        let arguments = text[at + 2 + word.len()..].trim();
        let kind = match word {
            "check" => XboardOptionKind::Check,
            "spin" | "slider" => {
                let numbers: Vec<i64> =
                    arguments.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                XboardOptionKind::Spin {
                    min: numbers.get(1).copied().unwrap_or(i64::MIN),
                    max: numbers.get(2).copied().unwrap_or(i64::MAX),
                }
            }
            "combo" => XboardOptionKind::Combo(
                arguments
                    .split("///")
                    .map(|choice| choice.trim().trim_start_matches('*').to_owned())
                    .collect(),
            ),
            "button" | "save" | "reset" => XboardOptionKind::Button,
            _ => XboardOptionKind::Text,
        };
        (!name.is_empty()).then_some(XboardOption { name, kind })
    }

    /// The line that sets it, or why that cannot be.
    pub fn command(&self, value: &str) -> Result<String, String> {
        let name = &self.name;
        match &self.kind {
            XboardOptionKind::Button => Ok(format!("option {name}")),
            XboardOptionKind::Check => match value {
                "1" | "true" => Ok(format!("option {name}=1")),
                "0" | "false" => Ok(format!("option {name}=0")),
                _ => Err(format!("`{value}` is neither 0 nor 1")),
            },
            XboardOptionKind::Spin { min, max } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => {
                    Ok(format!("option {name}={number}"))
                }
                Ok(number) => Err(format!("{number} is not between {min} and {max}")),
                Err(_) => Err(format!("`{value}` is not a whole number")),
            },
            XboardOptionKind::Combo(choices) => {
                match choices.iter().find(|choice| choice.eq_ignore_ascii_case(value)) {
                    Some(choice) => Ok(format!("option {name}={choice}")),
                    None => Err(format!("`{value}` is not one of: {}", choices.join(", "))),
                }
            }
            XboardOptionKind::Text => Ok(format!("option {name}={value}")),
        }
    }
}

const KINDS: [&str; 10] =
    ["check", "spin", "slider", "combo", "button", "save", "reset", "string", "file", "path"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind() {
        let parse = |text| XboardOption::parse(text).unwrap();
        let check = parse("Resign -check 0");
        assert_eq!(check.command("true").unwrap(), "option Resign=1");
        assert!(check.command("yes").is_err());
        let slider = parse("Randomizer (0-50) -slider 0 0 50");
        assert_eq!(slider.name, "Randomizer (0-50)");
        assert_eq!(slider.command("50").unwrap(), "option Randomizer (0-50)=50");
        assert!(slider.command("51").is_err());
        let combo = parse("Level -combo Clueless /// Random /// *Normal");
        assert_eq!(combo.command("normal").unwrap(), "option Level=Normal");
        assert!(combo.command("Clever").is_err());
        assert_eq!(parse("Clear Hash -button").command("").unwrap(), "option Clear Hash");
        assert_eq!(parse("Book -file ").command("a b").unwrap(), "option Book=a b");
        assert_eq!(XboardOption::parse("Nameless"), None);
        assert_eq!(XboardOption::parse(" -check 0"), None);
    }
}
