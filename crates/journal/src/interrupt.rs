// SPDX-License-Identifier: GPL-3.0-or-later
//! Ctrl-C: the first asks to stop, the second leaves.

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
        eprintln!("\n{notice}");
        stop.raise();
    };
    // A second handler in one process is refused; the first goes on working.
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("warning: Ctrl-C will not be handled: {error}");
    }
}
