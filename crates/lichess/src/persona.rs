// SPDX-License-Identifier: GPL-3.0-or-later
//! Who plays a game: a persona and perhaps a level, by the configuration, by the day, or by the
//! opponent's choice; and the options of the engine that follow from it.

use std::fmt;
use std::time::Duration;

use engine::level::Level;
use engine::{Engine, Persona, flagship};

use crate::config::{Choice, Config, EngineSettings, Selection};

/// Who plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Who {
    /// The engine.
    pub persona: Persona,
    /// Its strength; `None` for the full one.
    pub elo: Option<i64>,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.elo {
            Some(elo) => write!(f, "{} at level {elo}", self.persona.name),
            None => f.write_str(self.persona.name),
        }
    }
}

/// Seconds of a day.
const DAY: u64 = 24 * 3600;

impl Who {
    /// Who plays games that begin so many seconds after 1970.
    pub fn of_day(settings: &EngineSettings, seconds: u64) -> Who {
        let list = &settings.persona_of_the_day;
        let name = match list.len() {
            0 => &settings.persona,
            count => &list[(seconds / DAY) as usize % count],
        };
        Who { persona: name.parse().unwrap_or_default(), elo: settings.elo }
    }

    /// The opponent wants to play against `wish`, a name or a rating.
    ///
    /// # Errors
    /// In words for the chat, if there is no such persona or level.
    pub fn chosen(&self, wish: &Wish) -> Result<Who, String> {
        let [low, high] = [Level::LOWEST, Level::HIGHEST].map(Level::elo);
        match wish {
            Wish::Persona(name) => match name.to_ascii_lowercase().parse::<Persona>() {
                Ok(persona) => Ok(Who { persona, elo: self.elo }),
                Err(_) => Err(format!("I can play as {}.", Persona::NAMES.join(", "))),
            },
            Wish::Level(text) if text.eq_ignore_ascii_case("full") => {
                Ok(Who { elo: None, ..self.clone() })
            }
            Wish::Level(text) => match text.parse::<i64>() {
                Ok(elo) if (low..=high).contains(&elo) => {
                    Ok(Who { elo: Some(elo), ..self.clone() })
                }
                _ => Err(format!("A level is a rating from {low} to {high}, or full.")),
            },
        }
    }
}

/// What an opponent may wish for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Another engine.
    Persona(String),
    /// Another strength.
    Level(String),
}

/// Whether an opponent may choose in this game.
pub fn may_choose(choice: Choice, rated: bool) -> bool {
    match choice {
        Choice::Never => false,
        Choice::Casual => !rated,
        Choice::Always => true,
    }
}

/// The options for a game of `who`. A list is complete: whatever an earlier game set is set
/// again.
pub fn options(config: &Config, who: &Who) -> Vec<(String, String)> {
    let engine = &config.engine;
    let set = |name: &str, value: &dyn fmt::Display| (name.to_owned(), value.to_string());
    let mut options = vec![
        set("Persona", &who.persona.name),
        set("UCI_LimitStrength", &who.elo.is_some()),
        set("UCI_Elo", &who.elo.unwrap_or(1500)),
        set("Move Overhead", &config.move_overhead.min(5000)),
    ];
    let book = &engine.polyglot;
    if book.enabled && who.persona == Persona::default() {
        options.push(set("OwnBook", &true));
        options.push(set("BookFile", &book.book.as_deref().unwrap_or("<empty>")));
        options.push(set("BookDepth", &book.max_depth.clamp(1, 255)));
        let variety = match book.selection {
            Selection::WeightedRandom => 100,
            Selection::BestMove => 0,
        };
        options.push(set("BookVariety", &variety));
    }
    let syzygy = &engine.lichess_bot_tbs.syzygy;
    if syzygy.enabled && !syzygy.paths.is_empty() {
        let separator = if cfg!(windows) { ";" } else { ":" };
        options.push(set("SyzygyPath", &syzygy.paths.join(separator)));
        options.push(set("SyzygyProbeLimit", &syzygy.max_pieces.min(7)));
    }
    for (name, value) in &engine.uci_options {
        if let Some(text) = crate::config::option_text(value) {
            options.push((name.clone(), text));
        }
    }
    options
}

/// Whether an engine takes all that it is told in a game: files that can't be read are known before
/// the first one.
///
/// # Errors
/// In words, if it does not.
pub fn check(config: &Config) -> Result<(), String> {
    let mut engine = Engine::new(flagship, |_| ()).map_err(|error| error.to_string())?;
    // One day of each persona.
    let days = config.engine.persona_of_the_day.len().max(1) as u64;
    let told = (0..days).flat_map(|day| options(config, &Who::of_day(&config.engine, day * DAY)));
    let told: Vec<(String, String)> = told.collect();
    let wrong = told.iter().find_map(|(name, value)| engine.set_option(name, Some(value)).err());
    engine.shut_down(Duration::from_secs(10));
    wrong.map_or(Ok(()), |error| Err(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_persona_of_the_day_changes_at_midnight() {
        let settings = EngineSettings {
            persona_of_the_day: vec!["axon".into(), "bannan".into()],
            ..EngineSettings::default()
        };
        let name = |seconds| Who::of_day(&settings, seconds).persona.name;
        assert_eq!(name(10 * DAY), name(11 * DAY - 1));
        assert_ne!(name(10 * DAY), name(11 * DAY));
        assert_eq!(name(10 * DAY), name(12 * DAY));
        assert_eq!(Who::of_day(&EngineSettings::default(), 5).persona, Persona::default());
    }

    #[test]
    fn wishes_that_can_not_be_get_the_list() {
        let who = Who { persona: Persona::default(), elo: None };
        let level = |text: &str| who.chosen(&Wish::Level(text.into()));
        assert_eq!(level("900").unwrap().elo, Some(900));
        assert_eq!(level("full").unwrap().elo, None);
        assert!(level("9000").unwrap_err().contains("500 to 3000"));
        let persona = |text: &str| who.chosen(&Wish::Persona(text.into()));
        assert_eq!(persona("Bannan").unwrap().persona.name, "bannan");
        assert!(persona("nobody").unwrap_err().contains("axon"));
    }

    #[test]
    fn every_option_is_one_of_the_engine() {
        let mut config = Config::default();
        config.engine.lichess_bot_tbs.syzygy.enabled = true;
        config.engine.lichess_bot_tbs.syzygy.paths = vec!["/a".into()];
        for name in Persona::NAMES {
            let who = Who { persona: name.parse().unwrap(), elo: Some(1200) };
            let mut values = engine::options::Options::default();
            for (name, value) in options(&config, &who) {
                values.set(&name, Some(&value)).unwrap();
            }
            assert_eq!(Level::of(&values), Some(Level::new(1200)));
        }
    }
}
