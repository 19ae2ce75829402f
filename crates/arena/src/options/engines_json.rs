// SPDX-License-Identifier: GPL-3.0-or-later
//! Engines by name from the list that cutechess keeps in `engines.json`.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::config::Protocol;
use super::engine::split_words;

/// What the list says of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredEngine {
    /// The program; a command with arguments stands as it is.
    pub command: String,
    /// Its working directory.
    pub directory: Option<PathBuf>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Lines sent after the start.
    pub init_lines: Vec<String>,
    /// Options with their values.
    pub options: Vec<(String, String)>,
}

/// Looks an engine up in the working directory's list, then in the user's.
pub fn find(name: &str) -> Result<ConfiguredEngine, String> {
    let config = std::env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".config")));
    let places =
        [Some(PathBuf::from("engines.json")), config.map(|c| c.join("cutechess/engines.json"))];
    let mut tried = Vec::new();
    for place in places.into_iter().flatten() {
        let Ok(text) = std::fs::read_to_string(&place) else {
            tried.push(place.display().to_string());
            continue;
        };
        return read(&text, name).map_err(|why| format!("{}: {why}", place.display()));
    }
    Err(format!("there is no engines.json (looked for {}); give cmd= instead", tried.join(" and ")))
}

/// Finds an engine in the text of a list.
pub fn read(text: &str, name: &str) -> Result<ConfiguredEngine, String> {
    let list: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let engines = list.as_array().ok_or("not a list of engines")?;
    let text_of = |engine: &Value, key: &str| {
        engine.get(key).and_then(Value::as_str).map(str::to_owned).filter(|text| !text.is_empty())
    };
    let known: Vec<String> = engines.iter().filter_map(|engine| text_of(engine, "name")).collect();
    let found = engines.iter().find(|engine| text_of(engine, "name").as_deref() == Some(name));
    let engine =
        found.ok_or_else(|| format!("no engine `{name}`; there are: {}", known.join(", ")))?;
    let command = text_of(engine, "command").ok_or_else(|| format!("`{name}` has no command"))?;
    let protocol = match text_of(engine, "protocol").as_deref() {
        None | Some("uci") => Protocol::Uci,
        Some("xboard" | "winboard" | "cecp") => Protocol::Xboard,
        Some(other) => return Err(format!("`{name}` speaks {other}, which is not known here")),
    };
    let init_lines = engine.get("initStrings").and_then(Value::as_array);
    let init_lines = init_lines.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    let mut options = Vec::new();
    for option in engine.get("options").and_then(Value::as_array).into_iter().flatten() {
        let (Some(name), Some(value)) = (text_of(option, "name"), option.get("value")) else {
            continue;
        };
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        // What is left at its default need not be sent.
        if option.get("default").is_none_or(|default| default != &option["value"]) {
            options.push((name, value));
        }
    }
    let directory = text_of(engine, "workingDirectory").map(PathBuf::from);
    Ok(ConfiguredEngine { command, directory, protocol, init_lines: init_lines.collect(), options })
}

/// A command of the list as a program and its arguments.
pub fn program(command: &str) -> (String, Vec<String>) {
    if Path::new(command).is_file() {
        return (command.to_owned(), Vec::new());
    }
    let mut words = split_words(command).into_iter();
    (words.next().unwrap_or_default(), words.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_of_the_list() {
        let list = r#"[{"name": "A", "command": "./a", "protocol": "uci"},
            {"name": "B", "command": "b --xboard", "protocol": "xboard", "workingDirectory": "/tmp",
             "initStrings": ["post"],
             "options": [{"name": "Hash", "value": 64, "default": 16, "type": "spin"},
                         {"name": "Own Book", "value": false, "default": false}]}]"#;
        let b = read(list, "B").unwrap();
        assert_eq!((b.command.as_str(), b.protocol), ("b --xboard", Protocol::Xboard));
        assert_eq!(b.options, [("Hash".to_owned(), "64".to_owned())]);
        assert_eq!((b.init_lines, b.directory), (vec!["post".to_owned()], Some("/tmp".into())));
        assert_eq!(program("b --xboard"), ("b".to_owned(), vec!["--xboard".to_owned()]));
        assert_eq!(read(list, "C").unwrap_err(), "no engine `C`; there are: A, B");
        assert!(read("{", "A").is_err() && read("{}", "A").is_err());
    }
}
