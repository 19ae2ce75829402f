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

mod append;
mod atomic;
mod date;
pub mod interrupt;
mod stop;

pub use append::{AppendError, Appender};
pub use atomic::{AtomicFile, replace, write_atomic};
pub use date::{Timestamp, hours};
pub use stop::StopFlag;
