// SPDX-License-Identifier: GPL-3.0-or-later
//! A part as a process of its own: this very program with other arguments.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use crate::message::{Report, Work};

/// The environment variable that tells a process whose part it is: it ends with that one.
pub const PARENT: &str = "XANTHOS_PART_OF";

/// Bytes of complaints that are kept, the last ones.
const COMPLAINTS: usize = 2000;

/// Variables by which batch systems and MPI tell a process which rank it is: a part is no rank.
const RANK_VARIABLES: [&str; 5] = ["OMPI_", "PMIX_", "PMI_", "PRTE_", "SLURM_"];

/// Runs one part at a time.
#[derive(Debug, Default)]
pub struct Worker {
    running: Option<Running>,
    failed: Option<Report>,
}

#[derive(Debug)]
struct Running {
    work: Work,
    child: Child,
    complaints: Option<JoinHandle<String>>,
}

impl Worker {
    /// Starts a part; one that still runs is ended.
    pub fn start(&mut self, work: Work) {
        self.stop();
        match spawn(&work) {
            Ok((child, complaints)) => {
                self.running = Some(Running { work, child, complaints: Some(complaints) });
            }
            Err(error) => {
                let (part, attempt) = (work.part, work.attempt);
                self.failed =
                    Some(Report::Worked { part, attempt, error: Some(error.to_string()) });
            }
        }
    }

    /// Whether a part runs.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// The report on a part that has ended.
    pub fn poll(&mut self) -> Option<Report> {
        if let Some(failed) = self.failed.take() {
            return Some(failed);
        }
        let running = self.running.as_mut()?;
        let status = match running.child.try_wait() {
            Ok(None) => return None,
            Ok(Some(status)) => Ok(status),
            Err(error) => Err(error.to_string()),
        };
        let complaints = running.complaints.take().and_then(|thread| thread.join().ok());
        let error = match status {
            Ok(status) if status.success() => None,
            Ok(status) => Some(last_line(&complaints.unwrap_or_default(), &status.to_string())),
            Err(error) => Some(error),
        };
        let (part, attempt) = (running.work.part, running.work.attempt);
        self.running = None;
        Some(Report::Worked { part, attempt, error })
    }

    /// Ends the part that runs, if any.
    pub fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn spawn(work: &Work) -> std::io::Result<(Child, JoinHandle<String>)> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(&work.arguments).env(PARENT, std::process::id().to_string());
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| RANK_VARIABLES.iter().any(|head| name.starts_with(head)))
        {
            command.env_remove(name);
        }
    }
    // Standard output belongs to rank 0, and what a part says there is said again by the merging.
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let stderr = child.stderr.take();
    let listen = move || stderr.map_or_else(String::new, tail);
    match std::thread::Builder::new().spawn(listen) {
        Ok(thread) => Ok((child, thread)),
        Err(error) => {
            let _ = child.kill();
            let _ = child.wait();
            Err(error)
        }
    }
}

/// The end of what is read.
fn tail(mut stream: impl Read) -> String {
    let mut kept = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(count) = stream.read(&mut buffer) {
        if count == 0 {
            break;
        }
        kept.extend_from_slice(&buffer[..count]);
        let surplus = kept.len().saturating_sub(COMPLAINTS);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// What a process complained about in the end: its error, or whatever it said last.
fn last_line(complaints: &str, status: &str) -> String {
    let mut lines = complaints.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let last = lines.clone().next();
    let error = lines.find(|line| line.starts_with("error"));
    error.or(last).map_or_else(|| status.to_owned(), str::to_owned)
}
