// SPDX-License-Identifier: GPL-3.0-or-later
//! What is said in the chat, and to whom.

use serde::{Deserialize, Serialize};

/// What is said at the beginning and at the end of a game. `{me}` and `{opponent}` are names;
/// an empty text says nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Greeting {
    /// To the opponent, before the first move.
    pub hello: String,
    /// To the opponent, after the last.
    pub goodbye: String,
    /// To those who watch, before the first move.
    pub hello_spectators: String,
    /// To those who watch, after the last.
    pub goodbye_spectators: String,
}

impl Default for Greeting {
    fn default() -> Greeting {
        Greeting {
            hello: "Hi {opponent}! I am {me}. Type !help to see what I answer to.".to_owned(),
            goodbye: "Good game!".to_owned(),
            hello_spectators: "Hi! Type !help to see what I answer to.".to_owned(),
            goodbye_spectators: "Thanks for watching!".to_owned(),
        }
    }
}

/// Which commands are answered in which room. While a game runs, `eval` and `why` are never
/// answered where the opponent asks or reads, whatever stands here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChatCommands {
    /// Whether any command is answered.
    pub enabled: bool,
    /// Commands of the opponent.
    pub players: Vec<String>,
    /// Commands of those who watch.
    pub spectators: Vec<String>,
    /// Seconds between two answers in a room.
    pub pause: f64,
}

impl Default for ChatCommands {
    fn default() -> ChatCommands {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        ChatCommands {
            enabled: true,
            players: names(&["help", "name", "motor", "queue", "persona", "level", "eval", "why"]),
            spectators: names(&["help", "name", "motor", "queue", "eval", "why"]),
            pause: 2.0,
        }
    }
}
