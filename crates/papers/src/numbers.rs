// SPDX-License-Identifier: GPL-3.0-or-later
//! The numbers of a documented engine, each with its source.

use std::fmt::{self, Write};

use eval::classical::Slot;
use eval::tally::WeightTable;
use eval::{Group, Groups, Pair, Term};

use crate::Settings;

/// Where a number comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is printed in the paper; where.
    Printed(&'static str),
    /// The paper has the rule but not the number, or neither; why this one.
    Chosen(&'static str),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Printed(place) => write!(f, "paper: {place}"),
            Source::Chosen(reason) => write!(f, "chosen: {reason}"),
        }
    }
}

/// A table of numbers and all about it.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its name, length and term.
    pub slot: Slot,
    /// What it is for.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: Source,
}

/// The numbers of an evaluator as they are set up.
#[derive(Clone, Debug)]
pub struct PaperWeights<const N: usize>(Box<[Pair; N]>);

impl<const N: usize> PaperWeights<N> {
    /// The given values, with those of [`Settings::without`] set to zero, and scaled by
    /// style: attack weighs more or less, king safety the other way round.
    pub(crate) fn new(values: &[Pair; N], numbers: &[Number], settings: &Settings) -> Self {
        let mut weights = Box::new(*values);
        let style = settings.style.clamp(*Settings::STYLES.start(), *Settings::STYLES.end());
        for Number { slot, .. } in numbers {
            let percent = match slot.term {
                Term::King => 100 + style / 2,
                Term::Shelter => 100 - style / 2,
                _ => 100,
            };
            for index in 0..slot.len {
                let pair = &mut weights[slot.start + index];
                let off = Group::of(slot, index).is_some_and(|g| settings.without.has(g));
                *pair = if off { Pair::ZERO } else { Pair::new(pair.mg * percent / 100, pair.eg) };
            }
        }
        PaperWeights(weights)
    }
}

impl<const N: usize> WeightTable for PaperWeights<N> {
    #[inline(always)]
    fn get(&self, slot: Slot, index: usize) -> Pair {
        debug_assert!(index < slot.len, "{} has no number {index}", slot.name);
        self.0[slot.start + index]
    }
}

/// The ideas that the numbers belong to.
pub(crate) fn groups(numbers: &[Number]) -> Groups {
    let ideas = numbers.iter().filter_map(|number| Group::of(&number.slot, 0));
    ideas.fold(Groups::NONE, Groups::with)
}

/// The numbers as a table in Markdown; matrices are given by their range.
///
/// ```
/// use xanthos_papers::{baguette, numbers};
///
/// let table = numbers::table(baguette::NUMBERS, &baguette::VALUES);
/// assert!(table.contains("| material | 100, 300, 300, 500, 900 |"));
/// ```
pub fn table(numbers: &[Number], values: &[Pair]) -> String {
    let mut text = String::from("| number | value | what for | source |\n|---|---|---|---|\n");
    for Number { slot, meaning, source } in numbers {
        let name = slot.name.replace('_', " ").to_lowercase();
        let values = &values[slot.start..slot.start + slot.len];
        let _ = writeln!(text, "| {name} | {} | {meaning} | {source} |", shown(values));
    }
    text
}

/// One number where both phases agree, two otherwise.
fn shown(values: &[Pair]) -> String {
    let list = |half: fn(&Pair) -> i32| {
        let numbers: Vec<i32> = values.iter().map(half).collect();
        match (numbers.len(), numbers.iter().min(), numbers.iter().max()) {
            (64, Some(least), Some(most)) => format!("{least} to {most} by square"),
            _ => numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", "),
        }
    };
    let (middle, end) = (list(|pair| pair.mg), list(|pair| pair.eg));
    if values.iter().all(|pair| pair.mg == pair.eg) {
        middle
    } else if values.iter().all(|pair| pair.eg == 0) {
        format!("{middle} (middlegame)")
    } else if values.iter().all(|pair| pair.mg == 0) {
        format!("{end} (endgame)")
    } else {
        format!("{middle} (middlegame); {end} (endgame)")
    }
}

/// The same in both phases.
pub(crate) const fn same<const N: usize>(values: [i32; N]) -> [Pair; N] {
    by_phase(values, values)
}

/// Only in the middlegame.
pub(crate) const fn middlegame<const N: usize>(values: [i32; N]) -> [Pair; N] {
    by_phase(values, [0; N])
}

/// Only in the endgame.
pub(crate) const fn endgame<const N: usize>(values: [i32; N]) -> [Pair; N] {
    by_phase([0; N], values)
}

/// Different in each phase.
pub(crate) const fn by_phase<const N: usize>(mg: [i32; N], eg: [i32; N]) -> [Pair; N] {
    let mut pairs = [Pair::ZERO; N];
    let mut i = 0;
    while i < N {
        pairs[i] = Pair::new(mg[i], eg[i]);
        i += 1;
    }
    pairs
}

/// A board as it is printed, the eighth rank first, in the order of squares.
pub(crate) const fn matrix(printed: [i32; 64]) -> [i32; 64] {
    let mut board = [0; 64];
    let mut i = 0;
    while i < 64 {
        board[i] = printed[i ^ 56];
        i += 1;
    }
    board
}

/// Declares the numbers of an evaluator: name, length, term, values, source.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])* $name:ident: $len:literal, $term:ident, $values:expr, $source:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Id { $($name),* }

        const LENGTHS: &[usize] = &[$($len),*];

        $($(#[doc = $doc])* pub(crate) const $name: eval::classical::Slot = eval::classical::Slot {
            name: stringify!($name),
            kind: eval::classical::Kind::Linear,
            term: eval::Term::$term,
            start: eval::classical::schema::first(LENGTHS, Id::$name as usize),
            len: $len,
        };)*

        /// How many numbers there are.
        pub const COUNT: usize = eval::classical::schema::first(LENGTHS, LENGTHS.len());

        /// All tables of numbers, with what they are for and their sources.
        pub const NUMBERS: &[$crate::numbers::Number] = &[$(
            $crate::numbers::Number {
                slot: $name,
                meaning: concat!($($doc),*).trim_ascii(),
                source: $source,
            }
        ),*];

        /// The numbers, flat.
        pub static VALUES: [eval::Pair; COUNT] = {
            let mut flat = [eval::Pair::ZERO; COUNT];
            $({
                let values: [eval::Pair; $len] = $values;
                let mut i = 0;
                while i < $len {
                    flat[$name.start + i] = values[i];
                    i += 1;
                }
            })*
            flat
        };
    };
}

pub(crate) use numbers;
