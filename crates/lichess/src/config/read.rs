// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading the configuration, with errors that say where and what was meant.

use std::path::Path;

use super::nearest::nearest;
use super::{Config, check};

/// What is wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file can't be read.
    #[error("{0}")]
    File(String),
    /// Something in the text.
    #[error("line {line}: {what}")]
    At {
        /// Counted from 1.
        line: usize,
        /// In words.
        what: String,
    },
}

impl Config {
    /// The keys that are off until they are set, as comments with examples.
    pub const WITHOUT_DEFAULT: &str = "\
# These keys have no default. Each belongs into its section.
#
# [engine]
# elo = 1500                             # play with this strength
# [engine.polyglot]
# book = \"book.bin\"                     # Polyglot or trie; without it the built-in openings
# [engine.online_moves.lichess_opening_explorer]
# token_file = \"explorer-token.txt\"     # the public explorer wants one
# [challenge]
# min_rating = 1500                      # of whoever challenges
# max_rating = 2500
# rating_difference = 300                # to our own rating
# [matchmaking]
# opponent_rating_difference = 300
# [matchmaking.overrides.slow]           # plans: one of them is drawn each time
# challenge_initial_time = [900]
";

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not there or wrong.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let text =
            std::fs::read_to_string(path).map_err(|error| ConfigError::File(error.to_string()))?;
        Config::read(&text)
    }

    /// Reads a text, and checks what types alone can't.
    ///
    /// # Errors
    /// If a key is unknown or a value can't be.
    pub fn read(text: &str) -> Result<Config, ConfigError> {
        let config: Config = toml::from_str(text).map_err(|error| {
            let line = line_at(text, error.span().map_or(0, |span| span.start));
            ConfigError::At { line, what: meant(error.message()) }
        })?;
        match check::fault(&config) {
            None => Ok(config),
            Some((key, what)) => Err(ConfigError::At { line: line_of(text, key), what }),
        }
    }

    /// The configuration as text.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).unwrap_or_default()
    }
}

/// The line of a byte, counted from 1.
fn line_at(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&b| b == b'\n').count()
}

/// The line that sets a key, or the first.
fn line_of(text: &str, key: &str) -> usize {
    let sets = |line: &str| {
        let name = line.split('=').next().unwrap_or("").trim().trim_matches(['"', '\'']);
        name.eq_ignore_ascii_case(key)
    };
    1 + text.lines().position(sets).unwrap_or(0)
}

/// The parser's message in our words, with the key or value that was meant.
fn meant(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let is_key = message.starts_with("unknown field");
    if !is_key && !message.starts_with("unknown variant") {
        let mut plain = message.replace('\n', " ");
        for (kind, word) in [
            ("usize", "a whole number from 0 on"),
            ("u64", "a whole number from 0 on"),
            ("u32", "a whole number from 0 on"),
            ("i64", "a whole number"),
            ("i32", "a whole number"),
            ("f64", "a number"),
        ] {
            plain = plain.replace(&format!("expected {kind}"), &format!("expected {word}"));
        }
        return plain;
    }
    let Some(word) = quoted.next() else { return message.to_owned() };
    if is_key && word == "token" {
        return "the token does not belong into the configuration: \
                put it into a file of its own and give --token-file"
            .to_owned();
    }
    let known: Vec<&str> = quoted.collect();
    let what = if is_key { "key" } else { "value" };
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("there is no {what} `{word}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{word}`; there are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Config::read(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_reads_back() {
        let config = Config::default();
        assert_eq!(Config::read(&config.to_toml()).unwrap(), config);
        assert_eq!(Config::read("").unwrap(), config);
    }

    #[test]
    fn errors_name_the_line_and_the_nearest_key() {
        assert_eq!(
            error("url = \"http://localhost\"\n\n[challenge]\nmax_bace = 3\n"),
            "line 4: there is no key `max_bace`; did you mean `max_base`?"
        );
        assert_eq!(
            error("[matchmaking]\nrating_preference = \"hihg\""),
            "line 2: there is no value `hihg`; did you mean `high`?"
        );
        assert_eq!(
            error("[challenge]\nvariants = [\"standard\",\n  \"atomic\"]"),
            "line 3: there is no value `atomic`; there are standard, chess960, fromPosition"
        );
        assert_eq!(
            error("[challenge]\nconcurrency = -1"),
            "line 2: invalid value: integer `-1`, expected a whole number from 0 on"
        );
        assert!(error("\n[engine]\nponder = 3").starts_with("line 3: "));
        assert!(error("a = \n").starts_with("line 1: "));
    }

    #[test]
    fn the_token_stays_out_of_the_configuration() {
        let told = error("token = \"lip_secret\"\n");
        assert!(told.contains("--token-file") && !told.contains("lip_secret"), "{told}");
    }

    #[test]
    fn values_that_can_not_be_are_told_with_their_line() {
        for (text, line, word) in [
            ("[challenge]\nconcurrency = 0", 2, "concurrency"),
            ("[engine]\npersona = \"banan\"", 2, "bannan"),
            ("[engine]\nelo = 100", 2, "500"),
            ("[engine.uci_options]\nThreads = 2\nHesh = 16", 3, "Hash"),
            ("[engine.uci_options]\nHash = \"much\"", 2, "Hash"),
            ("url = \"lichess.org\"", 1, "http"),
            ("[chat]\nplayers = [\"evil\"]", 2, "eval"),
            ("[challenge]\nonly_bot = true\naccept_bot = false", 2, "accept_bot"),
            ("[matchmaking]\nallow_matchmaking = true\nchallenge_initial_time = []", 3, "empty"),
            ("[matchmaking]\nallow_matchmaking = true\nchallenge_initial_time = [100]", 3, "100"),
            ("[matchmaking]\nallow_matchmaking = true\nchallenge_increment = [90]", 3, "60"),
            (
                "[matchmaking]\nallow_matchmaking = true\n[matchmaking.overrides.x]\nchallenge_days = [4]",
                4,
                "days",
            ),
            ("[challenge]\ntime_controls = [\"ultraBullet\"]", 2, "ultraBullet"),
            ("[correspondence]\ncheckin_period = 1", 2, "5 seconds"),
        ] {
            let told = error(text);
            assert!(told.starts_with(&format!("line {line}: ")) && told.contains(word), "{told}");
        }
    }

    /// What is printed as a comment can be set.
    #[test]
    fn keys_without_a_default_are_known() {
        let lines = Config::WITHOUT_DEFAULT.lines().skip(2);
        let text: Vec<&str> = lines.map(|line| line.trim_start_matches("# ")).collect();
        let read = Config::read(&text.join("\n")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((read.engine.elo, read.challenge.min_rating), (Some(1500), Some(1500)));
        assert_eq!(read.matchmaking.overrides.len(), 1);
    }
}
