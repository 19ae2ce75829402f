// SPDX-License-Identifier: GPL-3.0-or-later
//! What the types of a configuration alone can't rule out.

use engine::options::{Options, TABLE};
use engine::{Persona, level::Level};

use super::nearest::nearest;
use super::{Config, EngineSettings};
use crate::chat::Command;

/// The first fault: the key that it is about, and what is wrong.
pub(super) fn fault(config: &Config) -> Option<(&str, String)> {
    let challenge = &config.challenge;
    let wrong = |key, what: &str| Some((key, what.to_owned()));
    if !["http://", "https://"].iter().any(|scheme| config.url.starts_with(scheme)) {
        return wrong("url", "url begins with https:// or http://");
    }
    if challenge.concurrency == 0 {
        return wrong("concurrency", "concurrency counts from 1");
    }
    if challenge.only_bot && !challenge.accept_bot {
        return wrong("only_bot", "only_bot without accept_bot accepts nobody");
    }
    let matchmaking = &config.matchmaking;
    if matchmaking.allow_matchmaking {
        let empty = |what: &str| format!("{what} is empty: there is nothing to choose from");
        for (key, is_empty) in [
            ("challenge_initial_time", matchmaking.challenge_initial_time.is_empty()),
            ("challenge_increment", matchmaking.challenge_increment.is_empty()),
            ("challenge_variant", matchmaking.challenge_variant.is_empty()),
        ] {
            if is_empty {
                return Some((key, empty(key)));
            }
        }
    }
    for (key, seconds) in [
        ("move_time", config.correspondence.move_time),
        ("checkin_period", config.correspondence.checkin_period),
        ("challenge_timeout", matchmaking.challenge_timeout),
        ("answer_time", matchmaking.answer_time),
        ("pause", config.chat.pause),
    ] {
        if !(0.0..1e7).contains(&seconds) {
            return Some((key, format!("{key} is a time and can't be {seconds}")));
        }
    }
    for (key, names) in [("players", &config.chat.players), ("spectators", &config.chat.spectators)]
    {
        for name in names {
            if Command::named(name).is_none() {
                return Some((key, unknown("command", name, &Command::NAMES)));
            }
        }
    }
    engine_fault(&config.engine)
}

fn engine_fault(engine: &EngineSettings) -> Option<(&str, String)> {
    let personas = std::iter::once(("persona", &engine.persona))
        .chain(engine.persona_of_the_day.iter().map(|name| ("persona_of_the_day", name)));
    for (key, name) in personas {
        if name.parse::<Persona>().is_err() {
            return Some((key, unknown("persona", name, &Persona::NAMES)));
        }
    }
    let [low, high] = [Level::LOWEST, Level::HIGHEST].map(Level::elo);
    if engine.elo.is_some_and(|elo| !(low..=high).contains(&elo)) {
        return Some(("elo", format!("elo is a rating from {low} to {high}")));
    }
    let mut options = Options::default();
    for (name, value) in &engine.uci_options {
        let Some(text) = option_text(value) else {
            return Some((name, format!("option {name} takes a number, a word, true or false")));
        };
        if engine::options::find(name).is_none() {
            let known: Vec<&str> = TABLE.iter().map(|option| option.name).collect();
            return Some((name, unknown("option", name, &known)));
        }
        if let Err(error) = options.set(name, Some(&text)) {
            return Some((name, error.to_string()));
        }
    }
    None
}

fn unknown(what: &str, word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("there is no {what} `{word}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{word}`; there are {}", known.join(", ")),
    }
}

/// The value of an option as UCI writes it.
pub(crate) fn option_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}
