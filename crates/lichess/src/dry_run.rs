// SPDX-License-Identifier: GPL-3.0-or-later
//! What a configuration would do: sample challenges, each with the decision about it.

use std::fmt::Write as _;

use crate::accept::decide;
use crate::api::model::{AccountEvent, Challenge, TimeControl, User, Variant};
use crate::config::Config;
use crate::tally::Tally;

/// Time controls that people challenge with.
const CONTROLS: &[(u64, u64)] = &[
    (15, 0),
    (60, 0),
    (120, 1),
    (180, 2),
    (300, 3),
    (600, 0),
    (900, 10),
    (1800, 20),
    (10800, 180),
];

/// A table of the challenges in `lines`, as the event stream has them, or else of samples.
pub fn table(config: &Config, lines: &str) -> String {
    let tally = Tally::default();
    let rules = &config.challenge;
    let mut text = String::new();
    let mut row = |challenge: &Challenge, who: &str| {
        let control = match challenge.time_control {
            TimeControl::Clock { limit, increment } => format!("{limit}+{increment}"),
            TimeControl::Correspondence { days } => format!("{days} days"),
            TimeControl::Unlimited => "unlimited".to_owned(),
        };
        let rated = if challenge.rated { "rated" } else { "casual" };
        let decision = decide(challenge, rules, &tally, None);
        let variant = &challenge.variant.key;
        let _ = writeln!(text, "{who:<14} {variant:<13} {control:<10} {rated:<7} {decision}");
    };
    let mut unreadable = String::new();
    let mut asked = false;
    for (number, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        asked = true;
        let challenge = match serde_json::from_str(line) {
            Ok(AccountEvent::Challenge { challenge }) => Some(challenge),
            _ => serde_json::from_str(line).ok(),
        };
        // A challenge has a time control, be it "unlimited".
        match challenge.filter(|_| line.contains("\"timeControl\"")) {
            Some(challenge) => {
                let name = challenge.challenger.as_ref().map_or("anonymous", |user| &user.name);
                row(&challenge, name);
            }
            None => {
                let _ = writeln!(unreadable, "line {}: this is no challenge", number + 1);
            }
        }
    }
    if asked {
        return text + &unreadable;
    }
    for (who, title) in [("person 1500", None), ("bot 2500", Some("BOT"))] {
        let rating = who.rsplit(' ').next().and_then(|word| word.parse().ok());
        let user = User {
            id: "somebody".to_owned(),
            name: who.to_owned(),
            title: title.map(str::to_owned),
            rating,
        };
        let sample = Challenge {
            id: "sample".to_owned(),
            challenger: Some(user),
            rated: true,
            time_control: TimeControl::Clock { limit: 180, increment: 2 },
            ..Challenge::default()
        };
        for &(limit, increment) in CONTROLS {
            let time_control = TimeControl::Clock { limit, increment };
            row(&Challenge { time_control, ..sample.clone() }, who);
        }
        let time_control = TimeControl::Correspondence { days: 3 };
        row(&Challenge { time_control, ..sample.clone() }, who);
        row(&Challenge { rated: false, ..sample.clone() }, who);
        for key in ["chess960", "fromPosition", "atomic"] {
            let variant = Variant { key: key.to_owned() };
            row(&Challenge { variant, ..sample.clone() }, who);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_rules_say() {
        let config = Config::read("[challenge]\naccept_bot = false\nmax_base = 300\n").unwrap();
        let line =
            r#"{"type":"challenge","challenge":{"id":"x","challenger":{"id":"ada","name":"Ada"},
            "timeControl":{"type":"clock","limit":60,"increment":1}}}"#
                .replace('\n', " ");
        let text = table(&config, &line);
        let first = text.lines().next().unwrap();
        assert!(first.starts_with("Ada ") && first.ends_with(" accept"), "{first}");
        assert_eq!(text.lines().count(), 1);
        let text = table(&config, &format!("rubbish\n{line}\n{{\"id\":\"abc\"}}\n"));
        assert!(text.starts_with("Ada "), "{text}");
        assert!(
            text.ends_with("line 1: this is no challenge\nline 3: this is no challenge\n"),
            "{text}"
        );
        let text = table(&config, "");
        assert!(text.contains("decline (noBot): bots may not challenge"));
        assert!(text.contains("decline (tooSlow): 600+0 is too slow"));
    }
}
