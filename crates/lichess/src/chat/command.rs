// SPDX-License-Identifier: GPL-3.0-or-later
//! The commands of the chat, and who may give them where.

use crate::api::Room;
use crate::config::ChatCommands;

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// What can be asked.
    Help,
    /// Who we are.
    Name,
    /// What plays, with which settings.
    Motor,
    /// Who waits for a game.
    Queue,
    /// How the position is.
    Eval,
    /// Why our last move was played.
    Why,
    /// To play as another engine.
    Persona,
    /// To play at another strength.
    Level,
}

impl Command {
    /// The names, in the order in which `!help` lists them.
    pub const NAMES: [&str; 8] =
        ["help", "name", "motor", "queue", "eval", "why", "persona", "level"];

    /// The command of that name.
    pub fn named(name: &str) -> Option<Command> {
        Some(match name {
            "help" | "commands" => Command::Help,
            "name" => Command::Name,
            "motor" | "engine" => Command::Motor,
            "queue" => Command::Queue,
            "eval" => Command::Eval,
            "why" => Command::Why,
            "persona" => Command::Persona,
            "level" => Command::Level,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Command::Help => "help",
            Command::Name => "name",
            Command::Motor => "motor",
            Command::Queue => "queue",
            Command::Eval => "eval",
            Command::Why => "why",
            Command::Persona => "persona",
            Command::Level => "level",
        }
    }

    /// Whether its answer says something about the position.
    pub fn helps(self) -> bool {
        matches!(self, Command::Eval | Command::Why)
    }
}

/// A line of chat that asks something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What.
    pub command: Command,
    /// What stands behind it.
    pub argument: String,
}

impl Asked {
    /// Reads `!eval` or `!level 1500`.
    pub fn read(text: &str) -> Option<Asked> {
        let words = text.trim().strip_prefix('!')?;
        let (name, argument) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let command = Command::named(&name.to_ascii_lowercase())?;
        let argument = argument.trim().chars().take(40).collect();
        Some(Asked { command, argument })
    }
}

/// Whether a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// It is.
    Answer,
    /// Not while the game runs.
    AfterTheGame,
    /// Not at all: it is not on the list of this room.
    Ignore,
}

/// Whether `asker` gets an answer in `room`.
pub fn permission(
    rules: &ChatCommands,
    command: Command,
    room: Room,
    asker: &str,
    opponent: &str,
    running: bool,
) -> Permission {
    let list = match room {
        Room::Player => &rules.players,
        Room::Spectator => &rules.spectators,
    };
    let listed = list.iter().any(|name| Command::named(name) == Some(command));
    if !rules.enabled || !listed {
        return Permission::Ignore;
    }
    // The opponent reads the players' room, and may ask in the other one.
    let reaches_opponent = room == Room::Player || asker.eq_ignore_ascii_case(opponent);
    if running && command.helps() && reaches_opponent {
        return Permission::AfterTheGame;
    }
    // Only the opponent chooses whom it plays against.
    let chooses = matches!(command, Command::Persona | Command::Level);
    if chooses && (room != Room::Player || !asker.eq_ignore_ascii_case(opponent)) {
        return Permission::Ignore;
    }
    Permission::Answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn commands_are_read_in_any_case_with_their_argument() {
        let read = |text: &str| Asked::read(text).map(|asked| (asked.command, asked.argument));
        assert_eq!(read(" !EVAL "), Some((Command::Eval, String::new())));
        assert_eq!(read("!level  1500 "), Some((Command::Level, "1500".into())));
        for other in ["eval", "!", "!nonsense", "", "what is !eval"] {
            assert_eq!(read(other), None, "{other}");
        }
        for name in Command::NAMES {
            assert_eq!(Command::named(name).unwrap().name(), name);
        }
    }

    proptest! {
        /// Whatever an operator writes into the configuration.
        #[test]
        fn the_opponent_of_a_running_game_is_never_helped(
            players in prop::collection::vec(prop::sample::select(&Command::NAMES[..]), 0..9),
            spectators in prop::collection::vec(prop::sample::select(&Command::NAMES[..]), 0..9),
            command in prop::sample::select(&Command::NAMES[..]),
            player_room in any::<bool>(),
            asker in prop::sample::select(&["Opponent", "OPPONENT", "watcher"][..]),
        ) {
            let names = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect();
            let rules = ChatCommands {
                players: names(players),
                spectators: names(spectators),
                ..ChatCommands::default()
            };
            let room = if player_room { Room::Player } else { Room::Spectator };
            let command = Command::named(command).unwrap();
            let may = permission(&rules, command, room, asker, "opponent", true);
            let opponent_learns = player_room || asker.eq_ignore_ascii_case("opponent");
            prop_assert!(!(command.helps() && opponent_learns && may == Permission::Answer));
        }
    }

    #[test]
    fn after_the_game_everybody_may_know() {
        let rules = ChatCommands::default();
        let may = |running| permission(&rules, Command::Eval, Room::Player, "ada", "ada", running);
        assert_eq!(may(true), Permission::AfterTheGame);
        assert_eq!(may(false), Permission::Answer);
        let watcher = permission(&rules, Command::Why, Room::Spectator, "bob", "ada", true);
        assert_eq!(watcher, Permission::Answer);
        let stranger = permission(&rules, Command::Level, Room::Spectator, "bob", "ada", true);
        assert_eq!(stranger, Permission::Ignore);
    }
}
