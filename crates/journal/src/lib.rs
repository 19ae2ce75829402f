// SPDX-License-Identifier: GPL-3.0-or-later
//! What every long run needs: to be stopped, to go on after a crash, to leave whole files,
//! and to know the date.
//!
//! ```
//! let stop = journal::StopFlag::new();
//! let folder = tempfile::tempdir()?;
//! let mut log = journal::Appender::open(&folder.path().join("games"), None)?;
//! while !stop.is_raised() {
//!     log.append(b"a finished game\n")?;
//!     stop.raise();
//! }
//! journal::write_atomic(&folder.path().join("result"), b"1 game")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

/// Prints a line on standard error, if it can. Unlike `eprintln!` it does not break down when the
/// terminal or whoever reads it is gone: a program that is told to end must not die of saying so.
#[macro_export]
macro_rules! complain {
    ($($words:tt)*) => {{
        let line = format!("{}\n", format_args!($($words)*));
        let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
    }};
}

mod append;
mod atomic;
mod date;
pub mod interrupt;
mod stop;

pub use append::{AppendError, Appender};
pub use atomic::{AtomicFile, replace, write_atomic};
pub use date::{Timestamp, hours};
pub use stop::StopFlag;
