// SPDX-License-Identifier: GPL-3.0-or-later
//! How long games still last: tables made by `xanthos study length`.
//!
//! The questions of Achilles §3 and §4 with newer answers: games are longer at
//! the end than its figure says (who plays on in a long game plays
//! on for long). The tables that ship are those of 2.17 million games of masters.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The tables that ship, as the study wrote them.
static SHIPPED: LazyLock<TimeTables> = LazyLock::new(|| {
    // A test reads the same text: it is never refused.
    include_str!("tables.txt").parse().unwrap_or(TimeTables::EVEN)
});

/// Mean remaining half-moves by half-moves played and by the material on the board, in
/// hundredths.
///
/// ```
/// use xanthos_search::TimeTables;
///
/// let shipped = TimeTables::default();
/// assert!(shipped.remaining(0, 78) > shipped.remaining(60, 40));
/// assert_eq!(shipped.to_string().parse(), Ok(shipped));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeTables {
    by_ply: [u32; TimeTables::PLIES],
    by_material: [u32; TimeTables::MATERIALS],
    scale: u32,
}

/// What is wrong with a file of tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeTablesError {
    /// A line that is none.
    #[error(
        "line {line}: expected 'ply N HALF-MOVES', 'material N HALF-MOVES' or 'scale FACTOR', not '{text}'"
    )]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A number that no game can have.
    #[error("line {line}: {number} is not between 0.01 and {most}")]
    Number {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        number: String,
        /// The most.
        most: u32,
    },
    /// An entry that is not there.
    #[error("there is no line '{0}'")]
    Missing(String),
}

impl TimeTables {
    /// Entries by half-moves played.
    pub const PLIES: usize = 31;
    /// Half-moves between two of them.
    pub const PLY_STEP: u32 = 10;
    /// Entries by material.
    pub const MATERIALS: usize = 14;
    /// Material between two of them.
    pub const MATERIAL_STEP: u32 = 6;
    /// The longest rest of a game that an entry may tell.
    const MOST: u32 = 1000;
    /// Forty moves to come, always.
    const EVEN: TimeTables = TimeTables {
        by_ply: [8000; TimeTables::PLIES],
        by_material: [8000; TimeTables::MATERIALS],
        scale: 100,
    };

    /// Tables from means; those by material are rounded to a tenth, the others to a hundredth.
    /// `scale` is how many times as long the games to be played last.
    pub fn new(
        by_ply: [f64; TimeTables::PLIES],
        by_material: [f64; TimeTables::MATERIALS],
        scale: f64,
    ) -> TimeTables {
        let most = f64::from(100 * TimeTables::MOST);
        let hundredths = |value: f64| (100.0 * value).round().clamp(1.0, most) as u32;
        let tenths = |value: f64| 10 * ((10.0 * value).round().clamp(1.0, most / 10.0) as u32);
        TimeTables {
            by_ply: by_ply.map(hundredths),
            by_material: by_material.map(tenths),
            scale: hundredths(scale),
        }
    }

    /// Half-moves that a game still lasts on average, by both clues.
    pub fn remaining(&self, ply: u32, material: u32) -> f64 {
        (self.by_ply(ply) + self.by_material(material)) / 2.0
    }

    /// The same by half-moves played alone.
    pub fn by_ply(&self, ply: u32) -> f64 {
        between(&self.by_ply, f64::from(ply) / f64::from(TimeTables::PLY_STEP))
    }

    /// The same by material alone.
    pub fn by_material(&self, material: u32) -> f64 {
        between(&self.by_material, f64::from(material) / f64::from(TimeTables::MATERIAL_STEP))
    }

    /// How many times as long the games to be played last as those in the tables.
    pub fn scale(&self) -> f64 {
        f64::from(self.scale) / 100.0
    }
}

impl Default for TimeTables {
    fn default() -> Self {
        *SHIPPED
    }
}

impl fmt::Display for TimeTables {
    /// The file, as it is read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write =
            |name: &str, value: u32| writeln!(f, "{name} {}.{:02}", value / 100, value % 100);
        write("scale", self.scale)?;
        for (i, &value) in (0..).zip(&self.by_ply) {
            write(&format!("ply {}", TimeTables::PLY_STEP * i), value)?;
        }
        for (i, &value) in (0..).zip(&self.by_material) {
            write(&format!("material {}", TimeTables::MATERIAL_STEP * i), value)?;
        }
        Ok(())
    }
}

impl FromStr for TimeTables {
    type Err = TimeTablesError;

    /// Reads a file: an entry a line, in any order; `#` begins a comment. Without a scale it is 1.
    fn from_str(text: &str) -> Result<TimeTables, TimeTablesError> {
        let mut tables = TimeTables { by_ply: [0; 31], by_material: [0; 14], scale: 100 };
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let shown = || text.chars().take(60).collect();
            let wrong = || TimeTablesError::Line { line, text: shown() };
            let words: Vec<&str> = text.split_whitespace().collect();
            let (slot, number) = match words[..] {
                ["scale", number] => (Some(&mut tables.scale), number),
                [table @ ("ply" | "material"), at, number] => {
                    let at: u32 = at.parse().map_err(|_| wrong())?;
                    let (table, step) = match table {
                        "ply" => (&mut tables.by_ply[..], TimeTables::PLY_STEP),
                        _ => (&mut tables.by_material[..], TimeTables::MATERIAL_STEP),
                    };
                    let index = at.is_multiple_of(step).then_some((at / step) as usize);
                    (index.and_then(|index| table.get_mut(index)), number)
                }
                _ => return Err(wrong()),
            };
            let (Some(slot), Ok(value)) = (slot, number.parse::<f64>()) else {
                return Err(wrong());
            };
            let hundredths = (100.0 * value).round();
            if !(1.0..=f64::from(100 * TimeTables::MOST)).contains(&hundredths) {
                let (number, most) = (number.to_owned(), TimeTables::MOST);
                return Err(TimeTablesError::Number { line, number, most });
            }
            *slot = hundredths as u32;
        }
        let entries = [
            ("ply", TimeTables::PLY_STEP, &tables.by_ply[..]),
            ("material", TimeTables::MATERIAL_STEP, &tables.by_material[..]),
        ];
        for (name, step, table) in entries {
            if let Some((i, _)) = (0..).zip(table).find(|(_, value)| **value == 0) {
                return Err(TimeTablesError::Missing(format!("{name} {}", step * i)));
            }
        }
        Ok(tables)
    }
}

/// The value of a table at `x`, on straight lines between its entries.
fn between(table: &[u32], x: f64) -> f64 {
    let at = |index: usize| f64::from(table[index]) / 100.0;
    let last = table.len() - 1;
    let x = x.clamp(0.0, last as f64);
    let low = (x as usize).min(last - 1);
    at(low) + (at(low + 1) - at(low)) * (x - low as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_what_lies_between() {
        let shipped: TimeTables = include_str!("tables.txt").parse().unwrap();
        assert_eq!(shipped, TimeTables::default());
        assert!((between(&shipped.by_ply, 0.0) - 84.23).abs() < 1e-9);
        assert!((between(&shipped.by_ply, 0.5) - 79.245).abs() < 1e-9);
        assert!((between(&shipped.by_ply, 30.0) - 48.32).abs() < 1e-9);
        assert!((between(&shipped.by_ply, 1e9) - 48.32).abs() < 1e-9);
        assert!((shipped.remaining(0, 78) - (84.23 + 76.4) / 2.0).abs() < 1e-9);
        assert!((shipped.scale() - 1.7).abs() < 1e-9);
    }

    #[test]
    fn files_that_are_wrong_are_refused_with_the_line() {
        let whole = TimeTables::default().to_string();
        let read = |text: &str| text.parse::<TimeTables>().map_err(|error| error.to_string());
        assert_eq!(read(&whole), Ok(TimeTables::default()));
        assert_eq!(
            read(&whole.replace("ply 20 64.36\n", "")),
            Err("there is no line 'ply 20'".into())
        );
        for (bad, named) in [
            ("ply 5 3.0", "line 47"),
            ("ply 310 3.0", "line 47"),
            ("material 84 3.0", "line 47"),
            ("moves 3", "line 47"),
            ("ply 0", "line 47"),
            ("ply 0 nan", "0.01"),
            ("ply 0 1e9", "1000"),
            ("scale 0", "0.01"),
            ("scale much", "line 47"),
        ] {
            let error = read(&format!("{whole}{bad}\n")).unwrap_err();
            assert!(error.contains(named), "{bad}: {error}");
        }
        // The last word on an entry counts, and comments count for nothing.
        let other = read(&format!("{whole}# shorter games\n\nscale 1\n")).unwrap();
        assert!((other.scale() - 1.0).abs() < 1e-9);
    }
}
