// SPDX-License-Identifier: GPL-3.0-or-later
//! What makes a tournament the same tournament.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::launcher::program_file;
use crate::options::TournamentConfig;

/// Settings that leave the meaning of results alone; these may differ between
/// the runs of one tournament. More rounds only add games at the end.
const IRRELEVANT: [&str; 21] = [
    "rounds",
    "concurrency",
    "wait",
    "sprt",
    "recover",
    "strict",
    "check_mate_lines",
    "shard",
    "live_pgn",
    "stalls",
    "startup_timeout",
    "ping_timeout",
    "affinity",
    "pgn",
    "epd",
    "journal",
    "discard_journal",
    "log",
    "event",
    "site",
    "report",
];

/// Everything that results depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Settings.
    settings: Value,
    /// Fingerprints of the engines' programs, where these are files. The same
    /// command runs another engine after a build.
    programs: Vec<Option<String>>,
    /// Fingerprint of the book.
    book: Option<String>,
}

impl Identity {
    /// Of a tournament.
    pub fn of(config: &TournamentConfig) -> Identity {
        let mut settings = serde_json::to_value(config).unwrap_or(Value::Null);
        if let Some(map) = settings.as_object_mut() {
            IRRELEVANT.iter().for_each(|key| drop(map.remove(*key)));
        }
        let programs = config
            .engines
            .iter()
            .map(|engine| program_file(engine).and_then(|path| fingerprint(&path)))
            .collect();
        let book = config.openings.as_ref().and_then(|openings| fingerprint(&openings.file));
        Identity { settings, programs, book }
    }

    /// The settings that results depend on.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// What is not the same in `now`.
    pub fn differences(&self, now: &Identity) -> Vec<String> {
        let mut found = Vec::new();
        compare("", &self.settings, &now.settings, &mut found);
        for (index, (before, now)) in self.programs.iter().zip(&now.programs).enumerate() {
            if before != now {
                found.push(format!("engines[{index}]: the program has changed since"));
            }
        }
        if self.book != now.book {
            found.push("openings: the file has changed since".to_owned());
        }
        found
    }
}

fn compare(path: &str, before: &Value, now: &Value, found: &mut Vec<String>) {
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            let mut keys: Vec<&String> = before.keys().chain(now.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let deeper = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                let missing = Value::Null;
                let before = before.get(key).unwrap_or(&missing);
                compare(&deeper, before, now.get(key).unwrap_or(&missing), found);
            }
        }
        (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
            for (index, (before, now)) in before.iter().zip(now).enumerate() {
                compare(&format!("{path}[{index}]"), before, now, found);
            }
        }
        _ if before != now => found.push(format!("{path}: {before} before, {now} now")),
        _ => {}
    }
}

/// Length and hash of a file; `None` if it cannot be read.
fn fingerprint(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let mut buffer = vec![0; 1 << 16];
    let (mut hash, mut length) = (0xcbf2_9ce4_8422_2325_u64, 0_u64);
    loop {
        let read = file.read(&mut buffer).ok()?;
        if read == 0 {
            return Some(format!("{length}:{hash:016x}"));
        }
        length += read as u64;
        // FNV-1a: enough to notice a change, and no dependency.
        for &byte in &buffer[..read] {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::EngineConfig;

    #[test]
    fn a_rebuilt_engine_is_another_engine() {
        let program = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(program.path(), "old").unwrap();
        let engine = EngineConfig::new("a", program.path().to_str().unwrap());
        let config = TournamentConfig::between(vec![engine, EngineConfig::new("b", "b")]);
        let before = Identity::of(&config);
        assert!(before.differences(&Identity::of(&config)).is_empty());
        std::fs::write(program.path(), "new").unwrap();
        let differences = before.differences(&Identity::of(&config));
        assert_eq!(differences, ["engines[0]: the program has changed since"]);
    }
}
