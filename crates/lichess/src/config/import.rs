// SPDX-License-Identifier: GPL-3.0-or-later
//! A `config.yml` of lichess-bot becomes a configuration of ours. What has no place here is
//! listed with the reason, and the token is never copied.

use saphyr::{LoadableYamlNode, ScalarOwned, YamlOwned};
use toml::{Table, Value};

use super::{Config, ConfigError};

/// A converted configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// It.
    pub config: Config,
    /// Keys that were left out, each with the reason.
    pub left_out: Vec<(String, String)>,
}

/// Why a file can't be converted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// It is no YAML.
    #[error("no YAML: {0}")]
    Yaml(String),
    /// It is YAML, but no configuration of lichess-bot.
    #[error("no configuration of lichess-bot: a mapping with `engine` and `challenge` is expected")]
    Shape,
    /// A value that can't be.
    #[error("a value can't be taken over: {0}")]
    Value(String),
}

/// Stands for a key without a value.
const NOTHING: &str = "\u{0}";

/// Keys under another name here, or that mean something else.
const RENAMED: &[(&str, &str)] = &[
    ("max_concurrent_games", "challenge.concurrency"),
    ("engine.uci_ponder", "engine.ponder"),
    ("correspondence.disconnect_time", ""),
    ("challenge.max_takebacks_accepted", "max_takebacks_accepted"),
];

/// Keys that have no place here, by their beginning, and why.
const WITHOUT_PLACE: &[(&str, &str)] = &[
    ("token", "the token goes into a file of its own: --token-file"),
    ("engine.dir", "the engine is built in"),
    ("engine.name", "the engine is built in"),
    ("engine.working_dir", "the engine is built in"),
    ("engine.protocol", "the engine is built in"),
    ("engine.interpreter", "the engine is built in"),
    ("engine.silence_stderr", "the engine is built in"),
    ("engine.debug", "the engine is built in"),
    ("engine.engine_options", "the engine is built in"),
    ("engine.homemade_options", "the engine is built in"),
    ("engine.xboard_options", "the engine is built in"),
    ("engine.lichess_bot_tbs.gaviota", "Gaviota tables are not read; Syzygy tables are"),
    ("engine.online_moves.chessdb_book", "chessdb.cn is not asked"),
    ("engine.online_moves.lichess_cloud_analysis", "analyses of others are not played"),
    ("matchmaking.online_block_list", "lists are not fetched; name the bots in block_list"),
    ("challenge.online_block_list", "lists are not fetched; name the users in block_list"),
    (
        "matchmaking.challenge_decliner_file_name",
        "a bot that declines is left alone for a day at most",
    ),
    ("fake_think_time", "the engine does not pretend"),
    ("rate_limiting_delay", "a 429 is answered with a minute of silence"),
    ("correspondence.disconnect_time", "no connection is held between moves"),
    ("correspondence.ponder", "no thread is held between moves"),
];

/// Converts the text of a `config.yml`.
///
/// # Errors
/// If it is none.
pub fn import(text: &str) -> Result<Imported, ImportError> {
    let documents =
        YamlOwned::load_from_str(text).map_err(|error| ImportError::Yaml(error.to_string()))?;
    let Some(YamlOwned::Mapping(_)) = documents.first() else { return Err(ImportError::Shape) };
    let mut found = Vec::new();
    leaves(&documents[0], String::new(), &mut found);
    let known_section = |path: &str| path.starts_with("engine.") || path.starts_with("challenge.");
    if !found.iter().any(|(path, _)| known_section(path)) {
        return Err(ImportError::Shape);
    }
    let schema = schema();
    let mut import = Import { table: Table::new(), left_out: Vec::new(), schema };
    // What "random" stands for is among the others.
    found.sort_by_key(|(path, _)| path == "matchmaking.challenge_variant");
    for (path, value) in found {
        import.take(&path, value);
    }
    import.leave_plans_that_fail();
    let text = toml::to_string(&import.table).unwrap_or_default();
    // The line would be one of the result, which nobody has seen.
    let config = Config::read(&text).map_err(|error| match error {
        ConfigError::At { what, .. } | ConfigError::File(what) => ImportError::Value(what),
    })?;
    Ok(Imported { config, left_out: import.left_out })
}

struct Import {
    table: Table,
    left_out: Vec<(String, String)>,
    schema: Table,
}

impl Import {
    fn take(&mut self, path: &str, value: Value) {
        let begins = |key: &str| {
            path.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if let Some((_, why)) = WITHOUT_PLACE.iter().find(|(key, _)| begins(key)) {
            // One line for a whole section.
            let key = WITHOUT_PLACE.iter().find(|(key, _)| begins(key)).map_or(path, |row| row.0);
            return self.leave(key, why);
        }
        let renamed = RENAMED.iter().find(|(old, _)| *old == path).map(|row| row.1);
        let path = renamed.unwrap_or(path).to_owned();
        match path.as_str() {
            "engine.uci_options.go_commands.nodes"
            | "engine.uci_options.go_commands.depth"
            | "engine.uci_options.go_commands.movetime" => {
                let last = path.rsplit('.').next().unwrap_or_default();
                self.put(&format!("engine.go_commands.{last}"), value);
            }
            _ if path.starts_with("engine.uci_options.") => self.option(&path, value),
            _ if path.starts_with("engine.polyglot.book") => self.book(&path, value),
            "engine.polyglot.selection" if value.as_str() == Some("uniform_random") => {
                self.leave(&path, "weighted_random is used instead");
            }
            "challenge.variants" => {
                self.list(&path, value, &["standard", "chess960", "fromPosition"]);
            }
            "challenge.time_controls" => {
                let known = super::Speed::ALL.map(super::Speed::key);
                // Bots may not play the first one.
                self.list(&path, value, &known[1..]);
            }
            "matchmaking.challenge_variant" => match value.as_str() {
                Some("random") => {
                    let played =
                        self.table.get("challenge").and_then(|rules| rules.get("variants"));
                    let played = played.and_then(Value::as_array).cloned().unwrap_or_default();
                    let may = |variant: &Value| variant.as_str() != Some("fromPosition");
                    let list: Vec<Value> = played.into_iter().filter(may).collect();
                    if !list.is_empty() {
                        self.put(&path, Value::Array(list));
                    }
                }
                _ => self.list(&path, as_list(value), &["standard", "chess960"]),
            },
            "matchmaking.challenge_initial_time"
            | "matchmaking.challenge_increment"
            | "matchmaking.challenge_days"
            | "challenge.block_list"
            | "challenge.allow_list"
            | "matchmaking.block_list" => self.put(&path, as_list(value)),
            "challenge.max_days" if !value.is_integer() => {
                // `.inf`: whatever lichess has.
                self.put(&path, Value::Integer(14));
            }
            _ if path.starts_with("matchmaking.overrides.") => self.plan(&path, value),
            _ if self.knows(&path) => self.put(&path, value),
            _ => self.leave(&path, "there is no such key here"),
        }
    }

    /// A key of another plan for challenges. One without a value switches off what the usual plan
    /// has.
    fn plan(&mut self, path: &str, value: Value) {
        let key = path.rsplit('.').next().unwrap_or_default();
        let nothing = value.as_str() == Some(NOTHING);
        match key {
            "opponent_rating_difference" if nothing => self.put(path, Value::Integer(4000)),
            "challenge_initial_time" | "challenge_increment" | "challenge_days" => {
                let list = if nothing { Value::Array(Vec::new()) } else { as_list(value) };
                self.put(path, list);
            }
            _ if nothing => {}
            "challenge_variant" => self.list(path, as_list(value), &["standard", "chess960"]),
            "opponent_min_rating"
            | "opponent_max_rating"
            | "opponent_rating_difference"
            | "rating_preference"
            | "challenge_mode" => self.put(path, value),
            _ => self.leave(path, "there is no such key here"),
        }
    }

    /// Plans that lichess or we could not play, each with the reason.
    fn leave_plans_that_fail(&mut self) {
        let plans = self.table.get("matchmaking").and_then(|section| section.get("overrides"));
        let plans = plans.and_then(Value::as_table).cloned().unwrap_or_default();
        for (name, plan) in plans {
            let path = format!("matchmaking.overrides.{name}");
            let mut alone = Table::new();
            set(&mut alone, &path, plan);
            set(&mut alone, "matchmaking.allow_matchmaking", Value::Boolean(true));
            let read = Config::read(&toml::to_string(&alone).unwrap_or_default());
            if let Err(ConfigError::At { what, .. } | ConfigError::File(what)) = read {
                section(&mut self.table, &["matchmaking", "overrides"]).remove(&name);
                self.leave(&path, &what);
            }
        }
    }

    /// Options of the engine that was driven; those that ours does not have are left out.
    fn option(&mut self, path: &str, value: Value) {
        let name = path.trim_start_matches("engine.uci_options.");
        let text = super::check::option_text(&value);
        let fits = text
            .is_some_and(|text| engine::options::Options::default().set(name, Some(&text)).is_ok());
        if !fits {
            return self.leave(path, "the engine has no such option, or not this value");
        }
        let options = section(&mut self.table, &["engine", "uci_options"]);
        options.insert(name.to_owned(), value);
    }

    /// The first book for standard chess.
    fn book(&mut self, path: &str, value: Value) {
        let first = match &value {
            Value::Array(list) => list.first().cloned(),
            other => Some(other.clone()),
        };
        let standard = path == "engine.polyglot.book" || path == "engine.polyglot.book.standard";
        match first.filter(|_| standard) {
            Some(book) => {
                if value.as_array().is_some_and(|list| list.len() > 1) {
                    self.leave(path, "only the first book is used; `xanthos book` merges books");
                }
                self.put("engine.polyglot.book", book);
            }
            None if path.ends_with(".chess960") => {
                self.leave(path, "there is one book, that of standard chess");
            }
            None => self.leave(path, "this variant is not played"),
        }
    }

    fn list(&mut self, path: &str, value: Value, known: &[&str]) {
        let (mut kept, mut others) = (Vec::new(), Vec::new());
        for entry in value.as_array().into_iter().flatten() {
            match entry.as_str() {
                Some(word) if known.contains(&word) => kept.push(entry.clone()),
                _ => others.push(entry.to_string()),
            }
        }
        if !others.is_empty() {
            self.leave(path, &format!("without {}", others.join(", ")));
        }
        self.put(path, Value::Array(kept));
    }

    fn knows(&self, path: &str) -> bool {
        let mut parts = path.split('.').peekable();
        let mut table = &self.schema;
        while let Some(part) = parts.next() {
            match table.get(part) {
                Some(Value::Table(inner)) if parts.peek().is_some() => table = inner,
                Some(value) => return parts.peek().is_none() && !value.is_table(),
                None => return false,
            }
        }
        false
    }

    /// Takes a value over, unless it alone is wrong already.
    fn put(&mut self, path: &str, value: Value) {
        let mut alone = Table::new();
        set(&mut alone, path, value.clone());
        let read = Config::read(&toml::to_string(&alone).unwrap_or_default());
        match read {
            Ok(_) => set(&mut self.table, path, value),
            Err(ConfigError::At { what, .. } | ConfigError::File(what)) => self.leave(path, &what),
        }
    }

    fn leave(&mut self, path: &str, why: &str) {
        let entry = (path.to_owned(), why.to_owned());
        if !self.left_out.contains(&entry) {
            self.left_out.push(entry);
        }
    }
}

/// Sets a value.
fn set(table: &mut Table, path: &str, value: Value) {
    let mut parts: Vec<&str> = path.split('.').collect();
    let Some(key) = parts.pop() else { return };
    section(table, &parts).insert(key.to_owned(), value);
}

/// The table at a path, made if it is not there.
fn section<'a>(table: &'a mut Table, path: &[&str]) -> &'a mut Table {
    let Some((first, rest)) = path.split_first() else { return table };
    let entry = table.entry((*first).to_owned()).or_insert_with(|| Value::Table(Table::new()));
    if !entry.is_table() {
        *entry = Value::Table(Table::new());
    }
    let Value::Table(inner) = entry else { unreachable!("it was just made one") };
    section(inner, rest)
}

/// Every key that there is.
fn schema() -> Table {
    let mut config = Config::default();
    config.engine.elo = Some(1500);
    config.engine.polyglot.book = Some(String::new());
    config.engine.online_moves.lichess_opening_explorer.token_file = Some("file".into());
    (config.challenge.min_rating, config.challenge.max_rating) = (Some(0), Some(4000));
    config.challenge.rating_difference = Some(0);
    config.matchmaking.opponent_rating_difference = Some(0);
    Table::try_from(config).unwrap_or_default()
}

fn as_list(value: Value) -> Value {
    match value {
        Value::Array(list) => Value::Array(list),
        one => Value::Array(vec![one]),
    }
}

/// Values with their paths; lists are values.
fn leaves(node: &YamlOwned, path: String, into: &mut Vec<(String, Value)>) {
    match node {
        YamlOwned::Mapping(mapping) => {
            for (key, value) in mapping {
                let Some(key) = value_of(key).map(|key| match key {
                    Value::String(text) => text,
                    other => other.to_string(),
                }) else {
                    continue;
                };
                let path = if path.is_empty() { key } else { format!("{path}.{key}") };
                leaves(value, path, into);
            }
        }
        other => match value_of(other) {
            Some(value) => into.push((path, value)),
            // Elsewhere a key without a value is like no key.
            None if path.starts_with("matchmaking.overrides.") => {
                into.push((path, Value::String(NOTHING.to_owned())));
            }
            None => {}
        },
    }
}

fn value_of(node: &YamlOwned) -> Option<Value> {
    match node {
        YamlOwned::Value(scalar) => match scalar {
            ScalarOwned::Null => None,
            ScalarOwned::Boolean(flag) => Some(Value::Boolean(*flag)),
            ScalarOwned::Integer(number) => Some(Value::Integer(*number)),
            ScalarOwned::FloatingPoint(number) => Some(Value::Float(number.0)),
            ScalarOwned::String(text) => Some(Value::String(text.clone())),
        },
        YamlOwned::Representation(text, ..) => Some(Value::String(text.clone())),
        YamlOwned::Sequence(list) => Some(Value::Array(list.iter().filter_map(value_of).collect())),
        YamlOwned::Tagged(_, inner) => value_of(inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Mode, Selection, Speed, VariantName};
    use super::*;

    // Keys as operators of lichess-bot have them, with values of our own.
    const THEIRS: &str = r#"
token: "lip_a_very_secret_token"
url: "https://lichess.org/"
engine:
  dir: "./engines/"
  name: "stockfish"
  protocol: "uci"
  ponder: false
  polyglot:
    enabled: true
    book:
      standard:
        - books/one.bin
        - books/two.bin
      atomic:
        - books/atomic.bin
    selection: "best_move"
    max_depth: 12
  draw_or_resign:
    resign_enabled: true
    resign_score: -900
  online_moves:
    chessdb_book:
      enabled: false
      min_time: 20
    online_egtb:
      enabled: true
      min_time: 30
      max_pieces: 7
      source: "lichess"
  lichess_bot_tbs:
    syzygy:
      enabled: true
      paths:
        - "/tables"
  uci_options:
    Move Overhead: 100
    Threads: 2
    Hash: 64
    SyzygyPath: "/tables"
    Use NNUE: true
    go_commands:
      depth: 20
abort_time: 25
correspondence:
  move_time: 30
  checkin_period: 120
  disconnect_time: 60
challenge:
  concurrency: 3
  games_reserved_for_humans: 1
  max_recent_bot_challenges: 2
  max_days: .inf
  max_base: "much"
  accept_bot: true
  variants:
    - standard
    - crazyhouse
    - chess960
  time_controls:
    - bullet
    - blitz
  modes:
    - rated
  block_list:
    - somebody
greeting:
  hello: "Hello {opponent}"
matchmaking:
  allow_matchmaking: true
  challenge_variant: "random"
  challenge_initial_time: 60
  challenge_increment:
    - 1
    - 2
  opponent_min_rating: 1800
  challenge_mode: "rated"
  include_challenge_block_list: false
  online_block_list:
    - example.com/blocklist
  overrides:
    easy_chess960:
      challenge_variant: "chess960"
      opponent_rating_difference:
      challenge_mode: casual
    bullet_only_horde:
      challenge_variant: "horde"
    hectic:
      challenge_initial_time:
        - 1
    no_pressure:
      challenge_initial_time:
      challenge_increment:
      challenge_days:
        - 2
"#;

    #[test]
    fn the_keys_that_lichess_bot_knows_are_taken_over() {
        let Imported { config, left_out } = import(THEIRS).unwrap();
        assert_eq!(config.challenge.concurrency, 3);
        assert_eq!(config.challenge.variants, [VariantName::Standard, VariantName::Chess960]);
        assert_eq!(config.challenge.time_controls, [Speed::Bullet, Speed::Blitz]);
        assert_eq!(config.challenge.modes, [Mode::Rated]);
        assert_eq!(config.challenge.block_list, ["somebody"]);
        assert!(!config.engine.ponder);
        assert_eq!(config.engine.polyglot.book.as_deref(), Some("books/one.bin"));
        assert_eq!(config.engine.polyglot.selection, Selection::BestMove);
        assert_eq!(config.engine.draw_or_resign.resign_score, -900);
        assert!(config.engine.online_moves.online_egtb.enabled);
        assert_eq!(config.engine.lichess_bot_tbs.syzygy.paths, ["/tables"]);
        assert_eq!(config.engine.uci_options["Threads"].as_integer(), Some(2));
        assert_eq!(config.engine.go_commands.depth, Some(20));
        assert_eq!((config.abort_time, config.correspondence.move_time), (25, 30.0));
        assert_eq!(config.matchmaking.challenge_initial_time, [60]);
        let variants = [VariantName::Standard, VariantName::Chess960];
        assert_eq!(config.matchmaking.challenge_variant, variants, "random: whatever is played");
        assert_eq!(config.matchmaking.overrides.len(), 2);
        assert_eq!(config.matchmaking.opponent_min_rating, 1800);
        assert_eq!(config.greeting.hello, "Hello {opponent}");
        assert_eq!(config.challenge.games_reserved_for_humans, 1);
        assert_eq!(
            (config.challenge.max_recent_bot_challenges, config.challenge.max_days),
            (2, 14)
        );
        assert!(!config.matchmaking.include_challenge_block_list);
        let plans = &config.matchmaking.overrides;
        let easy = config.matchmaking.with(&plans["easy_chess960"]);
        assert_eq!(easy.challenge_variant, [VariantName::Chess960]);
        assert!(easy.opponent_rating_difference.is_none_or(|most| most > 3000));
        assert_eq!(easy.challenge_initial_time, [60], "the rest is the usual plan");
        let slow = config.matchmaking.with(&plans["no_pressure"]);
        assert!(slow.challenge_initial_time.is_empty() && slow.challenge_days == [2]);
        let keys: Vec<&str> = left_out.iter().map(|(key, _)| key.as_str()).collect();
        for key in [
            "token",
            "engine.name",
            "engine.uci_options.Use NNUE",
            "engine.polyglot.book.atomic",
            "engine.online_moves.chessdb_book",
            "engine.online_moves.online_egtb.source",
            "challenge.variants",
            "challenge.max_base",
            "matchmaking.overrides.bullet_only_horde",
            "matchmaking.overrides.hectic",
            "matchmaking.online_block_list",
            "correspondence.disconnect_time",
        ] {
            assert!(keys.contains(&key), "{key} is not in {keys:?}");
        }
    }

    #[test]
    fn the_token_is_nowhere_in_the_result() {
        let imported = import(THEIRS).unwrap();
        let all = format!("{}{:?}", imported.config.to_toml(), imported);
        assert!(!all.contains("secret"));
        assert_eq!(Config::read(&imported.config.to_toml()).unwrap(), imported.config);
    }

    #[test]
    fn what_is_no_configuration_is_told() {
        assert!(matches!(import("a: [1"), Err(ImportError::Yaml(_))));
        assert_eq!(import("just words"), Err(ImportError::Shape));
        assert_eq!(import("a: 1"), Err(ImportError::Shape));
        assert_eq!(import(""), Err(ImportError::Shape));
    }
}
