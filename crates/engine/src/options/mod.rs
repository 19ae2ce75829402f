// SPDX-License-Identifier: GPL-3.0-or-later
//! Options: declared once in a [table](TABLE), held as values that can't be wrong.
//!
//! ```
//! use xanthos_engine::options::{Change, Id, Options};
//!
//! let mut options = Options::default();
//! assert_eq!(options.number(Id::Hash), 16);
//! assert_eq!(options.set("hash", Some("64")), Ok(Change::New(Id::Hash)));
//! assert_eq!(options.set("Hash", Some("64")), Ok(Change::Same(Id::Hash)));
//! assert!(options.set("Hash", Some("many")).is_err());
//! assert_eq!(options.number(Id::Hash), 64);
//! ```

mod error;
mod kind;
mod page;
mod table;

pub use error::OptionError;
pub use kind::{Kind, Value};
pub use page::markdown;
pub use table::{ABOUT, Id, MAX_HASH_MIB, TABLE, UciOption, find};

use crate::Persona;
use search::{Opponent, TablebaseSettings, TimeModel};
use std::num::NonZeroU32;
use std::time::Duration;

/// The present value of every option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    values: Vec<Value>,
}

/// What a `set` did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The option held this value already: nothing is to be done.
    Same(Id),
    /// The option holds a new value.
    New(Id),
    /// A button was pressed.
    Pressed(Id),
    /// A number of the search was set, in a build for tuning.
    Tuned,
}

impl Default for Options {
    fn default() -> Options {
        Options { values: TABLE.iter().map(|option| option.kind.default_value()).collect() }
    }
}

impl Options {
    /// Sets an option from its name and the text of its value. On an error nothing changes.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let Some(option) = find(name) else { return tune(name, value) };
        let value = option.kind.read(option.name, value)?;
        if value == Value::Nothing {
            return Ok(Change::Pressed(option.id));
        }
        let change = if self.put(option.id, value) { Change::New } else { Change::Same };
        if option.id == Id::Persona {
            self.become_persona()?;
        }
        Ok(change(option.id))
    }

    /// The persona that is set.
    pub fn persona(&self) -> Persona {
        self.text(Id::Persona).parse().unwrap_or_default()
    }

    /// A persona is a set of values for other options.
    fn become_persona(&mut self) -> Result<(), OptionError> {
        for (name, value) in self.persona().settings() {
            self.set(name, Some(&value))?;
        }
        Ok(())
    }

    /// Stores a value that is known to fit, and says whether it is a new one.
    fn put(&mut self, id: Id, value: Value) -> bool {
        let slot = &mut self.values[id as usize];
        if *slot == value {
            return false;
        }
        *slot = value;
        true
    }

    /// Puts a number back that the machine could not live up to, such as a hash size.
    pub(crate) fn restore_number(&mut self, id: Id, number: i64) {
        self.put(id, Value::Number(number));
    }

    /// Puts a value back, such as the name of a file before one that is of no use.
    pub(crate) fn restore(&mut self, id: Id, value: Value) {
        self.put(id, value);
    }

    /// The value of an option.
    pub fn value(&self, id: Id) -> &Value {
        &self.values[id as usize]
    }

    /// The value of a spin; 0 for any other kind.
    pub fn number(&self, id: Id) -> i64 {
        match self.value(id) {
            Value::Number(number) => *number,
            _ => 0,
        }
    }

    /// The value of a check; false for any other kind.
    pub fn flag(&self, id: Id) -> bool {
        matches!(self.value(id), Value::Flag(true))
    }

    /// The value of a text, a combo or words; empty for any other kind.
    pub fn text(&self, id: Id) -> &str {
        match self.value(id) {
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// The time that is lost on each move outside of the engine.
    pub fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.number(Id::MoveOverhead).unsigned_abs())
    }

    /// How many nodes are a millisecond, if nodes are counted instead of time.
    pub fn nodes_per_ms(&self) -> Option<NonZeroU32> {
        u32::try_from(self.number(Id::NodesTime)).ok().and_then(NonZeroU32::new)
    }

    /// How the clock is shared out.
    pub fn time_model(&self) -> TimeModel {
        let model = papers::time_model(self.text(Id::TimeModel), self.text(Id::TimeSafety));
        papers::list::adjusted(model.unwrap_or_default(), self.text(Id::TimeAdjust))
    }

    /// What a move may cost that an opponent who thinks on our time does not expect.
    pub fn unexpected(&self) -> Option<i32> {
        i32::try_from(self.number(Id::TimeTrapMargin)).ok().filter(|&margin| margin > 0)
    }

    /// What of the opponent counts for the clock.
    pub fn opponent(&self) -> Opponent {
        if !self.flag(Id::TimeOpponent) {
            return Opponent::default();
        }
        let rating = opponent_rating(self.text(Id::Opponent));
        let own = if self.flag(Id::LimitStrength) {
            i32::try_from(self.number(Id::Elo)).unwrap_or(OWN_RATING)
        } else {
            OWN_RATING
        };
        Opponent { clock: Some(Duration::ZERO), ahead: rating.map(|rating| rating - own) }
    }

    /// When tablebases are asked.
    pub fn tables(&self) -> TablebaseSettings {
        TablebaseSettings {
            depth: i32::try_from(self.number(Id::SyzygyProbeDepth)).unwrap_or(1),
            max_pieces: u32::try_from(self.number(Id::SyzygyProbeLimit)).unwrap_or(0),
            fifty_moves: self.flag(Id::Syzygy50MoveRule),
        }
    }
}

/// What the engine at full strength is taken for when it is compared with an opponent.
const OWN_RATING: i32 = 3200;

/// The rating in `GM 2800 human Gary Kasparow`, the form of `UCI_Opponent`.
fn opponent_rating(text: &str) -> Option<i32> {
    text.split_whitespace().nth(1)?.parse().ok().filter(|rating| (1..=5000).contains(rating))
}

/// The numbers of the search that a build for tuning can set, as options. They
/// are declared where they are used, and not part of the [table](TABLE).
pub fn tunables() -> impl Iterator<Item = (&'static str, Kind)> {
    let all = if search::tunables::tunable_build() { search::tunables::all() } else { &[] };
    all.iter().map(|tunable| {
        let [default, min, max] = [tunable.default, tunable.min, tunable.max].map(i64::from);
        (tunable.name, Kind::Spin { default, min, max })
    })
}

/// Sets a number of the search in a build for tuning.
fn tune(name: &str, value: Option<&str>) -> Result<Change, OptionError> {
    let unknown = || OptionError::Unknown { name: name.to_owned() };
    let found = tunables().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let (name, kind) = found.ok_or_else(unknown)?;
    let Value::Number(number) = kind.read(name, value)? else { return Err(unknown()) };
    let number = i32::try_from(number).map_err(|_| unknown())?;
    if search::tunables::set(name, number) { Ok(Change::Tuned) } else { Err(unknown()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_value_changes_nothing() {
        let mut options = Options::default();
        let before = options.clone();
        for (name, value) in [
            ("Hash", "0"),
            ("Threads", "abc"),
            ("Ponder", "maybe"),
            ("Nonsense", "1"),
            ("UCI_EngineAbout", "me"),
            ("MultiPV", ""),
        ] {
            assert!(options.set(name, Some(value)).is_err(), "{name}");
        }
        assert_eq!(options, before);
    }

    #[test]
    fn untouched_options_ask_tables_as_searches_do() {
        assert_eq!(Options::default().tables(), TablebaseSettings::default());
    }

    #[test]
    fn every_choice_of_time_is_understood() {
        let mut options = Options::default();
        assert_eq!(options.time_model(), TimeModel::default());
        for name in papers::list::TIME_MODEL_NAMES {
            options.set("TimeModel", Some(name)).unwrap();
            assert_eq!(options.time_model().name, name);
        }
        options.set("TimeModel", Some("safety")).unwrap();
        for level in papers::achilles::LEVELS {
            options.set("TimeSafety", Some(level)).unwrap();
            assert_eq!(Some(options.time_model()), papers::achilles::safety(level));
        }
    }

    #[test]
    fn any_model_can_be_adjusted() {
        let mut options = Options::default();
        assert!(options.time_model().adjust.is_on(), "adaptive is");
        options.set("TimeAdjust", Some("off")).unwrap();
        assert!(!options.time_model().adjust.is_on());
        for name in &papers::list::TIME_MODEL_NAMES[1..] {
            options.set("TimeModel", Some(name)).unwrap();
            for (adjust, on) in [("auto", false), ("off", false), ("on", true)] {
                options.set("TimeAdjust", Some(adjust)).unwrap();
                assert_eq!(options.time_model().adjust.is_on(), on, "{name} {adjust}");
            }
        }
    }

    #[test]
    fn the_opponent_counts_when_asked() {
        let mut options = Options::default();
        options.set("UCI_Opponent", Some("GM 2800 human Gary Kasparow")).unwrap();
        assert_eq!(options.opponent(), Opponent::default());
        options.set("TimeOpponent", Some("true")).unwrap();
        assert_eq!(options.opponent().ahead, Some(2800 - OWN_RATING));
        options.set("UCI_Opponent", Some("none none computer Shredder")).unwrap();
        assert_eq!(options.opponent(), Opponent { clock: Some(Duration::ZERO), ahead: None });
    }

    #[test]
    fn a_button_holds_nothing() {
        let mut options = Options::default();
        assert_eq!(options.set("Clear Hash", None), Ok(Change::Pressed(Id::ClearHash)));
        assert_eq!(options, Options::default());
    }
}
