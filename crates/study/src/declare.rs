// SPDX-License-Identifier: GPL-3.0-or-later
//! What a study is: everything about it that can be said in advance.

use crate::{Lab, Report, StudyError};

/// A study, declared once.
#[derive(Debug)]
pub struct Study {
    /// What is typed.
    pub name: &'static str,
    /// The question, as a sentence.
    pub question: &'static str,
    /// Whose question it is: paper and section, as docs/papers.md has them.
    pub source: &'static str,
    /// Which files it reads.
    pub files: Files,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// The tables it measures; each is a CSV file of this name.
    pub measurements: &'static [&'static str],
    /// The charts it draws; each is an SVG file of this name.
    pub charts: &'static [&'static str],
    /// What it does.
    pub run: fn(&mut Lab<'_>) -> Result<Report, StudyError>,
}

/// Which files a study reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// None.
    None,
    /// Those that are given; in words, and what happens without.
    Optional(&'static str),
}

/// Something that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// What is typed before `=`.
    pub name: &'static str,
    /// What values it has.
    pub kind: Kind,
    /// The value of an ordinary run.
    pub default: &'static str,
    /// The value of a quick one.
    pub quick: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// The values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Whole {
        /// At least.
        least: u64,
        /// At most.
        most: u64,
    },
    /// A number.
    Real {
        /// At least.
        least: f64,
        /// At most.
        most: f64,
    },
    /// Numbers with commas between.
    Reals {
        /// At least, each of them.
        least: f64,
        /// At most, each of them.
        most: f64,
    },
    /// Anything.
    Text,
}

impl Parameter {
    /// A whole number.
    pub(crate) const fn whole(
        name: &'static str,
        range: std::ops::RangeInclusive<u64>,
        default: &'static str,
        quick: &'static str,
        help: &'static str,
    ) -> Parameter {
        let kind = Kind::Whole { least: *range.start(), most: *range.end() };
        Parameter { name, kind, default, quick, help }
    }

    /// A number.
    pub(crate) const fn real(
        name: &'static str,
        range: std::ops::RangeInclusive<f64>,
        default: &'static str,
        quick: &'static str,
        help: &'static str,
    ) -> Parameter {
        let kind = Kind::Real { least: *range.start(), most: *range.end() };
        Parameter { name, kind, default, quick, help }
    }

    /// Several numbers.
    pub(crate) const fn reals(
        name: &'static str,
        range: std::ops::RangeInclusive<f64>,
        default: &'static str,
        quick: &'static str,
        help: &'static str,
    ) -> Parameter {
        let kind = Kind::Reals { least: *range.start(), most: *range.end() };
        Parameter { name, kind, default, quick, help }
    }

    /// Whether a value fits.
    ///
    /// # Errors
    /// What would fit, as a sentence.
    pub fn check(&self, value: &str) -> Result<(), StudyError> {
        let number = |text: &str, least: f64, most: f64| {
            text.trim().parse::<f64>().is_ok_and(|n| n.is_finite() && n >= least && n <= most)
        };
        let (fits, wanted) = match self.kind {
            Kind::Whole { least, most } => (
                value.trim().parse::<u64>().is_ok_and(|n| (least..=most).contains(&n)),
                format!("a whole number from {least} to {most}"),
            ),
            Kind::Real { least, most } => {
                (number(value, least, most), format!("a number from {least} to {most}"))
            }
            Kind::Reals { least, most } => (
                value.split(',').all(|text| number(text, least, most)),
                format!("numbers from {least} to {most} with commas between"),
            ),
            Kind::Text => (true, String::new()),
        };
        if fits {
            return Ok(());
        }
        Err(StudyError::Input(format!("{}={value}: {wanted} is wanted", self.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_fits_and_every_name_is_there_once() {
        let mut names = std::collections::BTreeSet::new();
        for study in crate::ALL {
            assert!(names.insert(study.name), "{} twice", study.name);
            let mut parameters = std::collections::BTreeSet::new();
            for parameter in study.parameters {
                assert!(parameters.insert(parameter.name), "{} twice", parameter.name);
                for value in [parameter.default, parameter.quick] {
                    parameter
                        .check(value)
                        .unwrap_or_else(|error| panic!("{}: {error}", study.name));
                }
            }
        }
    }

    #[test]
    fn values_that_do_not_fit_are_named() {
        let whole = Parameter::whole("nodes", 1..=9, "1", "1", "");
        let reals = Parameter::reals("c", 0.0..=2.0, "1", "1", "");
        for bad in ["", "0", "10", "x", "1.5"] {
            let error = whole.check(bad).unwrap_err().to_string();
            assert!(error.contains("nodes=") && error.contains("from 1 to 9"), "{error}");
        }
        assert!(reals.check("0.5, 1,2").is_ok());
        for bad in ["", "1,", "nan", "3", "1;2"] {
            assert!(reals.check(bad).is_err(), "{bad}");
        }
    }
}
