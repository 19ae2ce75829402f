// SPDX-License-Identifier: GPL-3.0-or-later
//! The keys of `-engine` and `-each`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::config::{ClockRule, EngineConfig, EngineLimits, Protocol, Restart};
use super::error::{OptionError, Place, Problem};
use super::setting::{Pair, Setting};

/// What a time control looks like, for error messages.
const TIME_CONTROL: &str = "a time control such as 8+0.08, 40/60, 0:30+0.5 or inf";

/// What has been said about one engine, or about each.
#[derive(Debug, Clone, Default)]
pub struct EngineDraft {
    place: Option<Place>,
    name: Option<String>,
    command: Option<String>,
    args: Vec<String>,
    directory: Option<PathBuf>,
    protocol: Option<Protocol>,
    options: Vec<(String, String)>,
    init_lines: Vec<String>,
    clock: Option<ClockRule>,
    timeout_scale: Option<f64>,
    time_odds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    margin: Option<Duration>,
    ponder: Option<bool>,
    restart: Option<Restart>,
    white_pov: Option<bool>,
    stderr: Option<PathBuf>,
    trust: Option<bool>,
}

/// Every key, with what it means; help and suggestions read this.
pub const KEYS: &[(&str, &str)] = &[
    ("cmd", "program to run"),
    ("name", "unique name; the program's by default"),
    ("proto", "uci (default) or xboard"),
    ("dir", "working directory"),
    ("arg", "one argument of the program; may be repeated"),
    ("args", "several arguments, split at spaces outside quotes"),
    ("tc", "time control: [moves/][minutes:]seconds[+increment], or inf"),
    ("st", "seconds per move"),
    ("nodes", "nodes per move"),
    ("depth", "plies per move; also spelt plies"),
    ("timemargin", "milliseconds an engine may overstep its time"),
    ("timeodds", "factor on the times of tc or st, for odds"),
    ("tscale", "factor on the waits for start, isready and farewell, for slow engines"),
    ("option.NAME", "sets an engine option; the name may hold spaces"),
    ("restart", "auto (default), on (before every game) or off"),
    ("ponder", "think on the opponent's time"),
    ("initstr", "lines sent after the handshake, separated by \\n"),
    ("stderr", "file for the engine's standard error"),
    ("whitepov", "the engine's scores are from White's view"),
    ("trust", "believe the engine's mate scores: its own mate ends the game"),
    ("conf", "an engine of cutechess's engines.json, looked for where cutechess keeps it"),
    ("debug", "switch the engine's debug mode on (UCI)"),
];

const KNOWN: &[&str] = &[
    "cmd",
    "name",
    "proto",
    "dir",
    "arg",
    "args",
    "tc",
    "st",
    "nodes",
    "depth",
    "plies",
    "timemargin",
    "timeodds",
    "tscale",
    "conf",
    "debug",
    "option.",
    "restart",
    "ponder",
    "initstr",
    "stderr",
    "whitepov",
    "trust",
];

impl EngineDraft {
    /// Reads an `-engine` or `-each` setting.
    pub fn read(&mut self, setting: &Setting) -> Result<(), OptionError> {
        self.place.get_or_insert_with(|| setting.place.clone());
        let (mut has_tc, mut has_st) = (false, false);
        for pair in setting.some_pairs("KEY=VALUE ...")? {
            has_tc |= pair.key == "tc";
            has_st |= pair.key == "st";
            if has_tc && has_st {
                return Err(
                    pair.error(Problem::Inconsistent("tc= and st= exclude each other".to_owned()))
                );
            }
            self.read_pair(&pair)?;
        }
        Ok(())
    }

    /// Only the program: what `-quick` says.
    pub fn of_command(place: &Place, command: &str) -> EngineDraft {
        EngineDraft {
            place: Some(place.clone()),
            command: Some(command.to_owned()),
            ..EngineDraft::default()
        }
    }

    fn read_pair(&mut self, pair: &Pair<'_>) -> Result<(), OptionError> {
        if let Some(name) = pair.key.strip_prefix("option.") {
            if name.is_empty() {
                return Err(pair.bad("option.NAME=VALUE"));
            }
            // The last word on an option counts, in the place of the first.
            let value = pair.value.unwrap_or_default().to_owned();
            match self.options.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => *known = value,
                None => self.options.push((name.to_owned(), value)),
            }
            return Ok(());
        }
        match pair.key {
            "cmd" => self.command = Some(pair.text()?.to_owned()),
            "name" => self.name = Some(pair.text()?.to_owned()),
            "proto" => {
                self.protocol = Some(pair.choice(&[
                    ("uci", Protocol::Uci),
                    ("xboard", Protocol::Xboard),
                    ("winboard", Protocol::Xboard),
                    ("cecp", Protocol::Xboard),
                ])?);
            }
            "dir" => self.directory = Some(pair.text()?.into()),
            "arg" => self.args.push(pair.text()?.to_owned()),
            "args" => self.args.extend(split_words(pair.value.unwrap_or_default())),
            "tc" => {
                let rule = pair.text()?.parse();
                self.clock = Some(rule.map_err(|_| pair.bad(TIME_CONTROL))?);
            }
            "st" => {
                let time = pair.seconds()?;
                if time.is_zero() {
                    return Err(pair.bad("a number of seconds above zero"));
                }
                self.clock = Some(ClockRule::PerMove(time));
            }
            "timeodds" | "tscale" => {
                let factor = pair.decimal()?;
                if !(1e-3..=1e3).contains(&factor) {
                    return Err(pair.bad("a factor between 0.001 and 1000"));
                }
                match pair.key {
                    "timeodds" => self.time_odds = Some(factor),
                    _ => self.timeout_scale = Some(factor),
                }
            }
            "nodes" => self.nodes = Some(pair.at_least(1)?),
            "depth" | "plies" => self.depth = Some(pair.at_least(1)?),
            "timemargin" => self.margin = Some(pair.milliseconds()?),
            "restart" => {
                self.restart = Some(pair.choice(&[
                    ("auto", Restart::Auto),
                    ("on", Restart::On),
                    ("off", Restart::Off),
                    ("true", Restart::On),
                    ("false", Restart::Off),
                ])?);
            }
            "ponder" => self.ponder = Some(pair.boolean()?),
            "initstr" => {
                self.init_lines
                    .extend(pair.text()?.split("\\n").flat_map(str::lines).map(str::to_owned));
            }
            "stderr" => self.stderr = Some(pair.text()?.into()),
            "whitepov" => self.white_pov = Some(pair.boolean()?),
            "trust" => self.trust = Some(pair.boolean()?),
            "conf" => self.read_conf(pair)?,
            "debug" => {
                if pair.boolean()? {
                    self.init_lines.push("debug on".to_owned());
                }
            }
            "book" | "bookdepth" => {
                return Err(pair.error(Problem::Unsupported(format!(
                    "{}= would let the arena play moves from a Polyglot book, which is not \
                     supported; use -openings, or the engine's own book option",
                    pair.key
                ))));
            }
            _ => return Err(pair.unknown(KNOWN)),
        }
        Ok(())
    }

    /// An engine of cutechess's list: what the list says of it stands behind what is said here.
    fn read_conf(&mut self, pair: &Pair<'_>) -> Result<(), OptionError> {
        let name = pair.text()?;
        let found =
            super::engines_json::find(name).map_err(|why| pair.error(Problem::Unsupported(why)))?;
        self.name.get_or_insert(name.to_owned());
        let (command, args) = super::engines_json::program(&found.command);
        if self.command.is_none() {
            self.command = Some(command);
            self.args.splice(0..0, args);
        }
        self.directory = self.directory.take().or(found.directory);
        self.protocol = self.protocol.or(Some(found.protocol));
        self.init_lines.extend(found.init_lines);
        for (name, value) in found.options {
            if !self.options.iter().any(|(known, _)| *known == name) {
                self.options.push((name, value));
            }
        }
        Ok(())
    }

    /// The finished engine: its own words first, then those for each.
    pub fn finish(&self, each: &EngineDraft) -> Result<EngineConfig, OptionError> {
        let error = |text: String| match &self.place {
            Some(place) => OptionError::at(place, "engine", Problem::Inconsistent(text)),
            None => OptionError::overall(text),
        };
        let command = self.command.as_ref().or(each.command.as_ref());
        let command = command.ok_or_else(|| error("an engine needs cmd=PROGRAM".to_owned()))?;
        let name = self.name.clone().unwrap_or_else(|| default_name(command));

        let mut options = each.options.clone();
        for (name, value) in &self.options {
            options.retain(|(known, _)| known != name);
            options.push((name.clone(), value.clone()));
        }
        let join = |a: &[String], b: &[String]| [a, b].concat();
        let nodes = self.nodes.or(each.nodes);
        let depth = self.depth.or(each.depth);
        let clock = match self.clock.or(each.clock) {
            Some(rule) => rule,
            None if nodes.is_some() || depth.is_some() => ClockRule::Unlimited,
            None => {
                return Err(error(format!(
                    "engine `{name}` has no limit: give tc=, st=, nodes= or depth="
                )));
            }
        };
        let clock = match (clock, self.time_odds.or(each.time_odds)) {
            (ClockRule::Game(tc), Some(factor)) => ClockRule::Game(tc.scaled(factor)),
            (ClockRule::PerMove(time), Some(factor)) => ClockRule::PerMove(time.mul_f64(factor)),
            (clock, _) => clock,
        };
        if clock == ClockRule::Unlimited && nodes.is_none() && depth.is_none() {
            return Err(error(format!(
                "engine `{name}` would think for ever: tc=inf needs nodes= or depth="
            )));
        }
        Ok(EngineConfig {
            name,
            command: command.clone(),
            args: join(&each.args, &self.args),
            directory: self.directory.clone().or_else(|| each.directory.clone()),
            protocol: self.protocol.or(each.protocol).unwrap_or(Protocol::Uci),
            options,
            init_lines: join(&each.init_lines, &self.init_lines),
            limits: EngineLimits {
                clock,
                nodes,
                depth,
                margin: self.margin.or(each.margin).unwrap_or_default(),
            },
            ponder: self.ponder.or(each.ponder).unwrap_or(false),
            restart: self.restart.or(each.restart).unwrap_or(Restart::Auto),
            white_pov: self.white_pov.or(each.white_pov).unwrap_or(false),
            stderr: self.stderr.clone().or_else(|| each.stderr.clone()),
            trust: self.trust.or(each.trust).unwrap_or(false),
            timeout_scale: self.timeout_scale.or(each.timeout_scale).unwrap_or(1.0),
        })
    }

    /// A clock for those who have said nothing about it.
    pub fn default_clock(&mut self, clock: ClockRule) {
        self.clock.get_or_insert(clock);
    }

    /// Whether the name was given rather than made up.
    pub fn is_named(&self) -> bool {
        self.name.is_some()
    }

    /// Refuses names in `-each`, where they would all be the same.
    pub fn check_each(&self) -> Result<(), OptionError> {
        match (&self.name, &self.place) {
            (Some(_), Some(place)) => Err(OptionError::at(
                place,
                "each",
                Problem::Inconsistent("name= belongs to an -engine: names are unique".to_owned()),
            )),
            _ => Ok(()),
        }
    }
}

/// The program's name without directories and extension.
pub(crate) fn default_name(command: &str) -> String {
    Path::new(command)
        .file_stem()
        .map_or_else(|| command.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Splits at spaces; quotes of either kind hold words together.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        assert_eq!(split_words("a  -b 'c d' e\"f g\"h ''"), ["a", "-b", "c d", "ef gh", ""]);
        assert!(split_words("  ").is_empty());
    }

    #[test]
    fn names_come_from_programs() {
        assert_eq!(default_name("/usr/games/toga2"), "toga2");
        assert_eq!(default_name("./engine-1.2.exe"), "engine-1.2");
    }
}
