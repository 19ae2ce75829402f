// SPDX-License-Identifier: GPL-3.0-or-later
//! What the bot says about itself on standard error, by level, without its token.

use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use journal::Timestamp;

use crate::token::Token;

/// How important a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something failed and was not made good.
    Error,
    /// Something failed, and will be tried again.
    Warning,
    /// Games, challenges, ratings.
    Info,
    /// Every request and every line of a stream.
    Debug,
}

impl Level {
    /// All of them, the most important first.
    pub const ALL: [Level; 4] = [Level::Error, Level::Warning, Level::Info, Level::Debug];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
            Level::Debug => "debug",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let found = Level::ALL.into_iter().find(|level| level.name() == text);
        found.ok_or_else(|| format!("a level is one of {}", Level::ALL.map(Level::name).join(", ")))
    }
}

/// How many messages are kept for the operator's view.
const KEPT: usize = 100;

/// Where messages go. Clones are the same log.
#[derive(Clone)]
pub struct Log(Arc<Inner>);

struct Inner {
    level: Level,
    /// Whether lines are printed; the operator's view shows them itself.
    printed: bool,
    secret: Option<Token>,
    recent: Mutex<VecDeque<(Level, String)>>,
}

impl Log {
    /// A log of this level and above.
    pub fn new(level: Level, printed: bool, secret: Option<Token>) -> Log {
        Log(Arc::new(Inner { level, printed, secret, recent: Mutex::default() }))
    }

    /// A log that nobody reads.
    pub fn silent() -> Log {
        Log::new(Level::Error, false, None)
    }

    /// Whether a message of this level is wanted; saves making long ones.
    pub fn wants(&self, level: Level) -> bool {
        level <= self.0.level
    }

    /// Writes a message down.
    pub fn say(&self, level: Level, message: impl fmt::Display) {
        if !self.wants(level) {
            return;
        }
        // Others' words may hold line ends and escape sequences: a line of the log is a line.
        let mut text: String = message.to_string().chars().filter(|c| !c.is_control()).collect();
        if let Some(secret) = &self.0.secret {
            text = secret.hide_in(&text);
        }
        let now = Timestamp::now().iso();
        if self.0.printed {
            // Nobody may be listening any more.
            let _ = writeln!(std::io::stderr().lock(), "{now} {level:<7} {text}");
        }
        let mut recent = self.0.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.len() == KEPT {
            recent.pop_front();
        }
        recent.push_back((level, format!("{} {text}", &now[11..19])));
    }

    /// Something failed and was not made good.
    pub fn error(&self, message: impl fmt::Display) {
        self.say(Level::Error, message);
    }

    /// Something failed, and will be tried again.
    pub fn warning(&self, message: impl fmt::Display) {
        self.say(Level::Warning, message);
    }

    /// Something happened.
    pub fn info(&self, message: impl fmt::Display) {
        self.say(Level::Info, message);
    }

    /// A detail.
    pub fn debug(&self, message: impl fmt::Display) {
        self.say(Level::Debug, message);
    }

    /// The last messages, oldest first.
    pub fn recent(&self) -> Vec<(Level, String)> {
        let recent = self.0.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.iter().cloned().collect()
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Log").field(&self.0.level).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_holds_the_token_or_a_line_end() {
        let token = Token::read("lip_0123456789").unwrap();
        let log = Log::new(Level::Info, false, Some(token));
        log.error("refused: Bearer lip_0123456789\nX-Injected: 1\x1b[2J");
        log.debug("not wanted");
        let [(level, text)] = &log.recent()[..] else { panic!("one message") };
        assert_eq!(*level, Level::Error);
        assert!(text.ends_with("refused: Bearer ***X-Injected: 1[2J"), "{text}");
    }

    #[test]
    fn old_messages_are_forgotten() {
        let log = Log::new(Level::Info, false, None);
        (0..1000).for_each(|n| log.info(n));
        assert_eq!(log.recent().len(), KEPT);
        assert!(log.recent().last().unwrap().1.ends_with(" 999"));
    }
}
