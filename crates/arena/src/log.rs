// SPDX-License-Identifier: GPL-3.0-or-later
//! The log: trouble, and on request every word of the engines.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::options::{LogLevel, LogOutput};

/// A log that may be shared between threads; writing to a log that is not
/// wanted does nothing.
#[derive(Clone, Default)]
pub struct Log(Option<Arc<Inner>>);

struct Inner {
    level: LogLevel,
    conversations: bool,
    started: Instant,
    out: Mutex<Box<dyn Write + Send>>,
}

impl Log {
    /// Opens the log that was asked for.
    pub fn open(output: Option<&LogOutput>) -> io::Result<Log> {
        let Some(output) = output else { return Ok(Log(None)) };
        let out: Box<dyn Write + Send> = match &output.file {
            None => Box::new(io::stderr()),
            Some(path) => {
                let mut options = OpenOptions::new();
                options.create(true);
                if output.append {
                    options.append(true);
                } else {
                    options.write(true).truncate(true);
                }
                Box::new(options.open(path)?)
            }
        };
        Ok(Log(Some(Arc::new(Inner {
            level: output.level,
            conversations: output.engine,
            started: Instant::now(),
            out: Mutex::new(out),
        }))))
    }

    /// Writes a line if it is worth one.
    pub fn note(&self, level: LogLevel, text: &str) {
        if self.0.as_ref().is_some_and(|inner| level <= inner.level) {
            self.write(text);
        }
    }

    /// The log itself, if it wants to hear what engines say.
    pub fn for_conversations(&self) -> Option<Log> {
        self.0.as_ref().filter(|inner| inner.conversations).map(|_| self.clone())
    }

    /// Writes a line with the seconds since the start before it.
    pub fn write(&self, text: &str) {
        let Some(inner) = &self.0 else { return };
        let seconds = inner.started.elapsed().as_secs_f64();
        let mut out = inner.out.lock().unwrap_or_else(PoisonError::into_inner);
        // One write per line: lines of several threads must not mix. A log
        // that cannot be written is no reason to stop a tournament.
        let _ = out.write_all(format!("{seconds:10.3} {text}\n").as_bytes());
        let _ = out.flush();
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Log").field(&self.0.as_ref().map(|inner| inner.level)).finish()
    }
}
