// SPDX-License-Identifier: GPL-3.0-or-later
//! What the user asked for: arguments or a TOML file, validated once into a
//! [`TournamentConfig`].
//!
//! The command line follows fastchess and cutechess-cli, in both of their
//! spellings where they differ.
//!
//! ```
//! use arena::options::{Request, parse};
//!
//! let words = "-engine cmd=./new -engine cmd=./old -each tc=8+0.08 option.Hash=16 \
//!              -rounds 500 -repeat -concurrency 1 -sprt elo0=0 elo1=3";
//! let Request::Run { config, warnings } = parse(words.split_whitespace()).unwrap() else {
//!     panic!()
//! };
//! assert_eq!(config.engines[1].name, "old");
//! assert_eq!(config.total_games(), 1000);
//! assert_eq!(warnings.len(), 1, "there is no opening book");
//!
//! let error = parse(["-engine", "cmd=a", "-concurency", "4"]).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "argument 3 (-concurency): unknown option `concurency`; did you mean `concurrency`?"
//! );
//! ```

pub mod compat;
pub mod config;
pub mod engine;
pub mod error;
pub mod flags;
pub mod help;

mod draft;
mod engines_json;
mod fingerprint;
mod nearest;
mod read;
mod setting;
mod shard;
mod toml_file;

use std::io;
use std::path::Path;

pub use config::*;
pub use draft::journal_folder;
pub use error::{OptionError, Place, Problem};

use draft::Draft;
use setting::{Setting, settings_of_words};
use toml_file::settings_of_toml;

/// What to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Play.
    Run {
        /// The tournament.
        config: Box<TournamentConfig>,
        /// What was asked for and will not happen, a sentence each.
        warnings: Vec<String>,
    },
    /// Show [`help::text`].
    Help,
    /// Show the version.
    Version,
}

/// Reads the arguments of a match, without the program's name.
pub fn parse<I>(words: I) -> Result<Request, OptionError>
where
    I: IntoIterator,
    I::Item: Into<String>,
{
    parse_with(words, &|path| std::fs::read_to_string(path))
}

/// Like [`parse`], with files read by `load`.
pub fn parse_with<I>(
    words: I,
    load: &dyn Fn(&Path) -> io::Result<String>,
) -> Result<Request, OptionError>
where
    I: IntoIterator,
    I::Item: Into<String>,
{
    let words: Vec<String> = words.into_iter().map(Into::into).collect();
    let (files, settings) = settings_of_words(&words);
    let asks = |name: &str| settings.iter().any(|s| nearest::same(&s.name, name));
    if words.is_empty() || asks("help") || words[0] == "-h" {
        return Ok(Request::Help);
    }
    if asks("version") {
        return Ok(Request::Version);
    }

    let mut draft = Draft::default();
    // Files first, so that the command line has the last word.
    for file in &files {
        if !file.text.to_ascii_lowercase().ends_with(".toml") {
            return Err(OptionError {
                place: Some(file.place.clone()),
                setting: None,
                problem: Problem::Stray(file.text.clone()),
            });
        }
        read_file(&mut draft, Path::new(&file.text), load)?;
    }
    for setting in settings.iter().filter(|s| nearest::same(&s.name, "config")) {
        follow_config(&mut draft, setting, load)?;
    }
    for setting in &settings {
        read_setting(&mut draft, setting)?;
    }
    let (config, warnings) = draft.finish()?;
    Ok(Request::Run { config: Box::new(config), warnings })
}

/// Reads the file that a `-config` names.
fn follow_config(
    draft: &mut Draft,
    setting: &Setting,
    load: &dyn Fn(&Path) -> io::Result<String>,
) -> Result<(), OptionError> {
    for (index, pair) in setting.pairs().enumerate() {
        let file = match (pair.key, pair.value) {
            ("file", Some(file)) => file,
            (file, None) if index == 0 => file,
            _ => continue,
        };
        if file.to_ascii_lowercase().ends_with(".json") {
            return Err(pair.error(Problem::Unsupported(
                "the JSON state of another program cannot be read; give the settings as options \
                 or as a TOML file (a stopped match continues from its journal by itself)"
                    .to_owned(),
            )));
        }
        read_file(draft, Path::new(file), load)?;
    }
    Ok(())
}

fn read_file(
    draft: &mut Draft,
    path: &Path,
    load: &dyn Fn(&Path) -> io::Result<String>,
) -> Result<(), OptionError> {
    let text = load(path).map_err(|error| OptionError {
        place: None,
        setting: None,
        problem: Problem::Unreadable { path: path.to_owned(), reason: error.to_string() },
    })?;
    for setting in settings_of_toml(path, &text)? {
        if nearest::same(&setting.name, "config") {
            let text = "a file cannot name another file".to_owned();
            return Err(setting.error(Problem::Unsupported(text)));
        }
        read_setting(draft, &setting)?;
    }
    Ok(())
}

fn read_setting(draft: &mut Draft, setting: &Setting) -> Result<(), OptionError> {
    match flags::find(&setting.name) {
        Some(flag) => (flag.read)(draft, setting),
        None => Err(setting.error(Problem::UnknownOption {
            name: setting.name.clone(),
            nearest: flags::nearest_name(&setting.name),
        })),
    }
}
