// SPDX-License-Identifier: GPL-3.0-or-later
//! What the types of a configuration alone can't rule out.

use engine::options::{Options, TABLE};
use engine::{Persona, level::Level};

use super::nearest::nearest;
use super::{Config, EngineSettings, Matchmaking, Speed, VariantName};
use crate::chat::Command;

/// The first fault: the key that it is about, and what is wrong.
pub(super) fn fault(config: &Config) -> Option<(&str, String)> {
    let challenge = &config.challenge;
    let wrong = |key, what: &str| Some((key, what.to_owned()));
    if let Some(what) = url_fault(&config.url) {
        return wrong("url", what);
    }
    if challenge.concurrency == 0 {
        return wrong("concurrency", "concurrency counts from 1");
    }
    if challenge.games_reserved_for_humans > challenge.concurrency {
        return wrong(
            "games_reserved_for_humans",
            "more places are kept for people than there are",
        );
    }
    if challenge.time_controls.contains(&Speed::UltraBullet) {
        return wrong("time_controls", "lichess does not let bots play ultraBullet");
    }
    if challenge.only_bot && !challenge.accept_bot {
        return wrong("only_bot", "only_bot without accept_bot accepts nobody");
    }
    for (key, nothing) in [
        ("variants", challenge.variants.is_empty()),
        ("time_controls", challenge.time_controls.is_empty()),
        ("modes", challenge.modes.is_empty()),
    ] {
        if nothing {
            return Some((key, format!("{key} is empty: nobody would be accepted")));
        }
    }
    for (key, low, high) in [
        ("min_base", Some(challenge.min_base), Some(challenge.max_base)),
        ("min_increment", Some(challenge.min_increment), Some(challenge.max_increment)),
        ("min_days", Some(challenge.min_days), Some(challenge.max_days)),
    ] {
        if low > high {
            return Some((key, format!("{key} is above {}", key.replace("min", "max"))));
        }
    }
    if challenge.min_rating.zip(challenge.max_rating).is_some_and(|(low, high)| low > high) {
        return wrong("min_rating", "min_rating is above max_rating");
    }
    let matchmaking = &config.matchmaking;
    let plans = std::iter::once(matchmaking.clone())
        .chain(matchmaking.overrides.values().map(|changes| matchmaking.with(changes)));
    if matchmaking.allow_matchmaking
        && let Some(fault) = plans.into_iter().find_map(|plan| matchmaking_fault(&plan))
    {
        return Some(fault);
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
        if key == "checkin_period" && seconds < 5.0 {
            return wrong(key, "lichess is not to be asked more often than every 5 seconds");
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
    let source = &config.engine.online_moves.lichess_opening_explorer.source;
    if !["masters", "lichess"].contains(&source.as_str()) {
        return wrong("source", "source is masters or lichess");
    }
    engine_fault(&config.engine)
}

/// What is wrong with the address of a server.
pub fn url_fault(url: &str) -> Option<&'static str> {
    let rest = ["https://", "http://"].iter().find_map(|scheme| url.strip_prefix(scheme));
    match rest {
        None => Some("url begins with https:// or http://"),
        Some(rest) if rest.starts_with(['/', ':']) || rest.is_empty() => {
            Some("url names no server")
        }
        Some(_) => None,
    }
}

/// What lichess takes for an answer to a challenge of ours: anything else would be a refusal of every
/// challenge, one after the other.
fn matchmaking_fault(plan: &Matchmaking) -> Option<(&'static str, String)> {
    let empty = |what: &str| format!("{what} is empty: there is nothing to choose from");
    let clocks = [
        ("challenge_initial_time", plan.challenge_initial_time.is_empty()),
        ("challenge_increment", plan.challenge_increment.is_empty()),
    ];
    // A plan for days only has no clock at all.
    let none = clocks.iter().all(|(_, is_empty)| *is_empty);
    let days_only = none && !plan.challenge_days.is_empty();
    if let Some((key, _)) = clocks.into_iter().find(|(_, is_empty)| *is_empty && !days_only) {
        return Some((key, empty(key)));
    }
    if plan.opponent_min_rating > plan.opponent_max_rating {
        let why = "opponent_min_rating is above opponent_max_rating".to_owned();
        return Some(("opponent_min_rating", why));
    }
    if plan.challenge_variant.is_empty() {
        return Some(("challenge_variant", empty("challenge_variant")));
    }
    if plan.challenge_variant.contains(&VariantName::FromPosition) {
        let why = "a challenge from a position would need a position";
        return Some(("challenge_variant", why.to_owned()));
    }
    let odd = |base: &&u64| {
        !([0, 15, 30, 45, 60, 90].contains(*base) || (base.is_multiple_of(60) && **base <= 10_800))
    };
    if let Some(base) = plan.challenge_initial_time.iter().find(odd) {
        let why = format!(
            "lichess has no clock of {base} seconds: 0, 15, 30, 45, 60, 90 or whole minutes up to 180"
        );
        return Some(("challenge_initial_time", why));
    }
    if let Some(increment) = plan.challenge_increment.iter().find(|&&increment| increment > 60) {
        let why = format!("lichess has no increment of {increment} seconds: 60 is the most");
        return Some(("challenge_increment", why));
    }
    let fastest =
        plan.challenge_initial_time.iter().min().zip(plan.challenge_increment.iter().min());
    if let Some((&base, &increment)) = fastest
        && Speed::of_clock(base, increment) == Speed::UltraBullet
    {
        let why =
            format!("{base}+{increment} is ultraBullet, which lichess does not let bots play");
        return Some(("challenge_initial_time", why));
    }
    let known = [1, 2, 3, 5, 7, 10, 14];
    if let Some(days) = plan.challenge_days.iter().find(|days| !known.contains(days)) {
        let why = format!("lichess has no game of {days} days a move: 1, 2, 3, 5, 7, 10 or 14");
        return Some(("challenge_days", why));
    }
    None
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
