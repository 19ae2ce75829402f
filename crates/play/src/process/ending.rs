// SPDX-License-Identifier: GPL-3.0-or-later
//! Ending processes, and other business with the operating system.

use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Waits at most `limit` for the end of a process.
pub fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_micros(200);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        let now = Instant::now();
        if now >= deadline {
            return None;
        }
        thread::sleep(pause.min(deadline - now));
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Ends a process that has been asked to go: it gets `grace` to do so by
/// itself, a signal that it can handle, and then one that it cannot. Whatever
/// it has started itself goes with it.
pub fn end(child: &mut Child, grace: Duration) {
    if wait(child, grace).is_none() {
        signal::ask_group(child);
        if wait(child, Duration::from_millis(200)).is_none() {
            signal::kill_group(child);
            let _ = child.kill();
            let _ = child.wait();
            return;
        }
    }
    // The process itself is gone; helpers that it forgot are not.
    signal::kill_group(child);
}

/// An exit status in words.
pub fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " SIGILL",
            6 => " SIGABRT",
            8 => " SIGFPE",
            9 => " SIGKILL",
            11 => " SIGSEGV",
            13 => " SIGPIPE",
            15 => " SIGTERM",
            _ => "",
        };
        return format!("signal {signal}{name}");
    }
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

/// Binds a process to some processors; nothing happens where that is unknown.
pub fn pin(child: &Child, cpus: &[usize]) {
    #[cfg(target_os = "linux")]
    if let (false, Some(pid)) = (cpus.is_empty(), signal::pid(child)) {
        let mut set = rustix::thread::CpuSet::new();
        for &cpu in cpus.iter().filter(|&&cpu| cpu < rustix::thread::CpuSet::MAX_CPU) {
            set.set(cpu);
        }
        let _ = rustix::thread::sched_setaffinity(Some(pid), &set);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (child, cpus);
}

#[cfg(unix)]
mod signal {
    use std::process::Child;

    use rustix::process::{Pid, Signal, kill_process_group};

    pub fn pid(child: &Child) -> Option<Pid> {
        Pid::from_raw(i32::try_from(child.id()).ok()?)
    }

    pub fn ask_group(child: &Child) {
        if let Some(group) = pid(child) {
            let _ = kill_process_group(group, Signal::TERM);
        }
    }

    pub fn kill_group(child: &Child) {
        if let Some(group) = pid(child) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
mod signal {
    use std::process::Child;

    pub fn ask_group(_: &Child) {}
    pub fn kill_group(_: &Child) {}
}
