// SPDX-License-Identifier: GPL-3.0-or-later
//! Which options of the engine a page may set, and setting them.
//!
//! Everything comes from the engine's own table of options: an option that is added there
//! appears on the page by itself. What names a file, or takes memory and threads, is the
//! command line's to decide.

use crate::protocol::{Code, Refusal};
use engine::Engine;
use engine::options::{Id, Kind, TABLE, UciOption, find};
use serde::Serialize;
use serde_json::{Map, Value};

/// Options that the server sets itself, or that mean nothing here.
const OURS: &[Id] = &[
    Id::Hash,
    Id::Threads,
    Id::MultiPv,
    Id::Ponder,
    Id::MoveOverhead,
    Id::TimeReport,
    Id::Chess960,
    Id::ShowWdl,
    Id::AnalyseMode,
    Id::OwnBook,
];

/// Whether a page may set it: numbers, choices and switches, never a path.
fn is_open(option: &UciOption) -> bool {
    let harmless =
        matches!(option.kind, Kind::Spin { .. } | Kind::Check { .. } | Kind::Combo { .. });
    harmless && !option.hidden && !OURS.contains(&option.id)
}

/// An option that a page may set.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineOption {
    name: &'static str,
    #[serde(flatten)]
    kind: OptionKind,
    help: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
enum OptionKind {
    Spin { default: i64, min: i64, max: i64 },
    Check { default: bool },
    Combo { default: &'static str, choices: &'static [&'static str] },
}

/// Every option that a page may set.
pub fn offered() -> Vec<EngineOption> {
    let describe = |option: &'static UciOption| {
        let kind = match option.kind {
            Kind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
            Kind::Check { default } => OptionKind::Check { default },
            Kind::Combo { default, choices } => OptionKind::Combo { default, choices },
            _ => return None,
        };
        Some(EngineOption { name: option.name, kind, help: option.help })
    };
    TABLE.iter().filter(|option| is_open(option)).filter_map(describe).collect()
}

/// Sets every open option of an engine: those that are named to their value, the others to
/// their default.
///
/// # Errors
/// If a name or a value is wrong, or not for pages to set.
pub fn set(engine: &mut Engine, wanted: &Map<String, Value>) -> Result<(), Refusal> {
    let chosen = read(wanted)?;
    for option in TABLE.iter().filter(|option| is_open(option)) {
        let named = chosen.iter().find(|(known, _)| known.id == option.id);
        let text = named.map_or_else(|| default(&option.kind), |(_, text)| text.clone());
        engine
            .set_option(option.name, Some(&text))
            .map_err(|error| Refusal::new(Code::BadOption, error.to_string()).at("options"))?;
    }
    Ok(())
}

/// The options that are named, checked.
///
/// # Errors
/// As [`set`].
pub fn read(wanted: &Map<String, Value>) -> Result<Vec<(&'static UciOption, String)>, Refusal> {
    let refuse = |message: String| Refusal::new(Code::BadOption, message).at("options");
    let mut chosen = Vec::new();
    for (name, value) in wanted {
        let option = find(name).ok_or_else(|| refuse(format!("unknown option {name}")))?;
        if !is_open(option) {
            return Err(refuse(format!("option {} can't be set by the page", option.name)));
        }
        let text = plain(value).ok_or_else(|| {
            refuse(format!("option {} takes a text, a number, true or false", option.name))
        })?;
        option.kind.read(option.name, Some(&text)).map_err(|error| refuse(error.to_string()))?;
        chosen.push((option, text));
    }
    Ok(chosen)
}

/// A JSON value as the text of an option.
pub fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn default(kind: &Kind) -> String {
    match *kind {
        Kind::Spin { default, .. } => default.to_string(),
        Kind::Check { default } => default.to_string(),
        Kind::Combo { default, .. } => default.to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn nothing_that_names_a_file_is_open() {
        for option in TABLE.iter().filter(|option| is_open(option)) {
            assert!(!matches!(option.kind, Kind::Text { .. }), "{}", option.name);
        }
        for name in ["EvalFile", "BookFile", "SyzygyPath", "Debug Log File", "Hash", "Threads"] {
            let wanted = map(&format!(r#"{{"{name}":"1"}}"#));
            assert_eq!(read(&wanted).unwrap_err().code, Code::BadOption, "{name}");
        }
    }

    #[test]
    fn values_of_any_kind_are_read_and_checked() {
        let good = map(r#"{"UCI_Elo":1200,"uci_limitstrength":true,"Evaluation":"Classical"}"#);
        assert_eq!(read(&good).unwrap().len(), 3);
        for bad in
            [r#"{"UCI_Elo":"many"}"#, r#"{"UCI_Elo":99999}"#, r#"{"Style":[1]}"#, r#"{"X":1}"#]
        {
            assert_eq!(read(&map(bad)).unwrap_err().code, Code::BadOption, "{bad}");
        }
    }

    #[test]
    fn what_is_not_named_goes_back_to_its_default() {
        let mut engine = Engine::new(engine::flagship, |_| {}).unwrap();
        set(&mut engine, &map(r#"{"Style":30,"Evaluation":"classical"}"#)).unwrap();
        assert_eq!(engine.options().number(Id::Style), 30);
        set(&mut engine, &map("{}")).unwrap();
        assert_eq!(engine.options().number(Id::Style), 0);
        assert_eq!(engine.options().text(Id::Evaluation), "nnue");
    }

    #[test]
    fn descriptions_are_what_a_form_needs() {
        let all = serde_json::to_value(offered()).unwrap();
        let elo = all.as_array().unwrap().iter().find(|o| o["name"] == "UCI_Elo").unwrap();
        assert_eq!(elo["kind"], "spin");
        assert!(elo["min"].is_number() && elo["help"].is_string());
    }
}
