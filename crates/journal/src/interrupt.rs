// SPDX-License-Identifier: GPL-3.0-or-later
//! Ctrl-C: the first asks to stop, the second leaves.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::StopFlag;

/// Exit code of a program that was interrupted.
pub const EXIT_CODE: u8 = 130;

/// Raises `stop` at the first interruption (Ctrl-C, SIGTERM or SIGHUP), with
/// `notice` on standard error; ends the process at the second. Engines see
/// the end of their input then.
pub fn listen(stop: &StopFlag, notice: &'static str) {
    let stop = stop.clone();
    let asked = AtomicBool::new(false);
    let handler = move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT_CODE));
        }
        stop.raise();
        // The terminal may be gone: that is what the signal says.
        complain!("\n{notice}");
    };
    if let Err(error) = on_signal(handler) {
        complain!("warning: Ctrl-C will not be handled: {error}");
    }
}

/// Calls `handler` whenever Ctrl-C, SIGTERM or SIGHUP comes, on a thread of its own. A second
/// handler in one process is refused; the first goes on working.
///
/// A program that was started by `nohup` does not hear SIGHUP: whoever did so wants it to
/// outlive the terminal.
pub fn on_signal(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    static HANDLED: AtomicBool = AtomicBool::new(false);
    if HANDLED.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("signals are handled already"));
    }
    register(handler)
}

#[cfg(unix)]
fn register(mut handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let wanted = [SIGINT, SIGTERM, SIGHUP];
    let heard = wanted.into_iter().filter(|&signal| signal != SIGHUP || !is_ignored(SIGHUP));
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    let listen = move || signals.forever().for_each(|_| handler());
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
    Ok(())
}

#[cfg(not(unix))]
fn register(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

/// Whether whoever started this program switched a signal off.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & 1 << (signal - 1) != 0
}
