// SPDX-License-Identifier: GPL-3.0-or-later
//! Which options of the engine a page may set, and setting them.
//!
//! Everything comes from the engine's own table of options: an option that is added there
//! appears on the page by itself. What names a file, or takes memory and threads, is the
//! command line's to decide.

use crate::protocol::{Refusal, RefusalCode};
use engine::options::{Id, Kind, TABLE, UciOption, find};
use engine::{Engine, Persona};
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

/// Options that a page named, with values that fit.
#[derive(Clone, Debug)]
pub struct ChosenOptions(Vec<(&'static UciOption, String)>);

impl ChosenOptions {
    /// Sets every open option of an engine: those that are named to their value, the others to
    /// what the persona asks for (the one that is named, or else `usual`), and else to their
    /// default.
    ///
    /// # Errors
    /// If the engine refuses a value.
    pub fn apply(&self, engine: &mut Engine, usual: Option<Persona>) -> Result<(), Refusal> {
        let mut set = |option: &UciOption, text: &str| {
            let set = engine.set_option(option.name, Some(text));
            set.map_err(|error| {
                Refusal::new(RefusalCode::BadOption, error.to_string()).at("options")
            })
        };
        // A persona is a set of values for other options: what is named goes before them.
        let persona = Id::Persona.option();
        let usual = usual.unwrap_or_default().to_string();
        let named = self.value(Id::Persona).map_or(usual, str::to_owned);
        set(persona, &named)?;
        let asked: Persona = named.parse().unwrap_or_default();
        let asked = asked.settings();
        let others = TABLE.iter().filter(|option| is_open(option) && option.id != Id::Persona);
        for option in others {
            let asked = asked.iter().find(|(name, _)| *name == option.name);
            match (self.value(option.id), asked) {
                (Some(named), _) => set(option, named)?,
                (None, Some((_, asked))) => set(option, asked)?,
                (None, None) => set(option, &default(&option.kind))?,
            };
        }
        Ok(())
    }

    fn value(&self, id: Id) -> Option<&str> {
        self.0.iter().find(|(option, _)| option.id == id).map(|(_, text)| text.as_str())
    }
}

/// The options that are named, checked.
///
/// # Errors
/// If a name or a value is wrong, or not for pages to set.
pub fn read(wanted: &Map<String, Value>) -> Result<ChosenOptions, Refusal> {
    let refuse = |message: String| Refusal::new(RefusalCode::BadOption, message).at("options");
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
    Ok(ChosenOptions(chosen))
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
            assert_eq!(read(&wanted).unwrap_err().code, RefusalCode::BadOption, "{name}");
        }
    }

    #[test]
    fn values_of_any_kind_are_read_and_checked() {
        let good = map(r#"{"UCI_Elo":1200,"uci_limitstrength":true,"Evaluation":"Classical"}"#);
        assert_eq!(read(&good).unwrap().0.len(), 3);
        for bad in
            [r#"{"UCI_Elo":"many"}"#, r#"{"UCI_Elo":99999}"#, r#"{"Style":[1]}"#, r#"{"X":1}"#]
        {
            assert_eq!(read(&map(bad)).unwrap_err().code, RefusalCode::BadOption, "{bad}");
        }
    }

    fn set(engine: &mut Engine, text: &str) {
        read(&map(text)).unwrap().apply(engine, None).unwrap();
    }

    #[test]
    fn what_is_not_named_goes_back_to_its_default() {
        let mut engine = Engine::new(engine::flagship, |_| {}).unwrap();
        set(&mut engine, r#"{"Style":30,"Evaluation":"classical"}"#);
        assert_eq!(engine.options().number(Id::Style), 30);
        set(&mut engine, "{}");
        assert_eq!(engine.options().number(Id::Style), 0);
        assert_eq!(engine.options().text(Id::Evaluation), "nnue");
    }

    #[test]
    fn a_persona_is_set_as_uci_sets_it() {
        for persona in Persona::ALL {
            let mut here = Engine::new(engine::flagship, |_| {}).unwrap();
            // What an earlier choice left is gone.
            set(&mut here, r#"{"Persona":"bannan","Evaluation":"cnn","BookVariety":7}"#);
            set(&mut here, &format!(r#"{{"Persona":"{persona}"}}"#));
            let mut uci = Engine::new(engine::flagship, |_| {}).unwrap();
            uci.set_option("Persona", Some(persona.name)).unwrap();
            assert_eq!(here.options(), uci.options(), "{persona}");
            assert_eq!(here.setup(), uci.setup(), "{persona}");
        }
    }

    #[test]
    fn what_is_named_goes_before_the_persona() {
        let mut engine = Engine::new(engine::flagship, |_| {}).unwrap();
        set(&mut engine, r#"{"Search":"alphabeta","Persona":"bannan"}"#);
        assert_eq!(engine.options().text(Id::Evaluation), "bannan");
        assert_eq!(engine.options().text(Id::Search), "alphabeta");
        assert_eq!(engine.options().number(Id::BookVariety), 100);
    }

    #[test]
    fn descriptions_are_what_a_form_needs() {
        let all = serde_json::to_value(offered()).unwrap();
        let elo = all.as_array().unwrap().iter().find(|o| o["name"] == "UCI_Elo").unwrap();
        assert_eq!(elo["kind"], "spin");
        assert!(elo["min"].is_number() && elo["help"].is_string());
    }
}
