// SPDX-License-Identifier: GPL-3.0-or-later
//! The thread that writes. Lines are queued for it, so that a GUI that is slow
//! to read holds up nobody; each line is one write, flushed at once.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// A handle on the writing thread.
pub(crate) struct Output {
    lines: Option<Sender<String>>,
    ended: Receiver<()>,
    waiting: Backlog,
}

/// How many lines wait to be written, and how many questions to be looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Backlog {
    lines: Arc<AtomicUsize>,
    questions: Arc<AtomicUsize>,
}

/// So many lines may wait before nothing more is read that would add to them. The output of a
/// search never comes near.
const FULL: usize = 20_000;

/// So many questions may wait: each of them may be worth dozens of lines.
const ASKED: usize = 1_000;

impl Backlog {
    /// Waits while the reader of the output is far behind: whoever does not read is not answered
    /// from memory without bounds.
    pub(crate) fn wait(&self) {
        while self.lines.load(Ordering::Relaxed) > FULL
            || self.questions.load(Ordering::Relaxed) > ASKED
        {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// A question was read.
    pub(crate) fn asked(&self) {
        self.questions.fetch_add(1, Ordering::Relaxed);
    }

    /// It was looked at.
    pub(crate) fn answered(&self) {
        self.questions.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Output {
    /// `broken` is called once if nobody reads any more.
    pub(crate) fn spawn(
        mut sink: Box<dyn Write + Send>,
        broken: impl FnOnce() + Send + 'static,
    ) -> io::Result<Output> {
        let (lines, queue) = mpsc::channel::<String>();
        let (end, ended) = mpsc::channel();
        let waiting = Backlog::default();
        let written = waiting.clone();
        thread::Builder::new().name("output".into()).spawn(move || {
            for mut line in queue {
                line.push('\n');
                if sink.write_all(line.as_bytes()).and_then(|()| sink.flush()).is_err() {
                    broken();
                    break;
                }
                written.lines.fetch_sub(1, Ordering::Relaxed);
            }
            // Nobody waits for a reader that is gone.
            written.lines.store(0, Ordering::Relaxed);
            let _ = end.send(());
        })?;
        Ok(Output { lines: Some(lines), ended, waiting })
    }

    /// Queues a line, which has no end of line in it.
    pub(crate) fn line(&self, line: String) {
        debug_assert!(!line.contains('\n'), "{line:?} is more than a line");
        if let Some(lines) = &self.lines {
            self.waiting.lines.fetch_add(1, Ordering::Relaxed);
            // If the thread is gone, nobody reads: there is nothing to do.
            let _ = lines.send(line);
        }
    }

    /// For those who read the questions.
    pub(crate) fn backlog(&self) -> &Backlog {
        &self.waiting
    }

    /// Waits until everything is written, but not longer than `patience`.
    pub(crate) fn finish(mut self, patience: Duration) {
        self.lines = None;
        let _ = self.ended.recv_timeout(patience);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Writes(Arc<Mutex<Vec<String>>>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().push(String::from_utf8(bytes.to_vec()).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_is_one_write() {
        let writes = Writes::default();
        let output = Output::spawn(Box::new(writes.clone()), || panic!("not broken")).unwrap();
        output.line("readyok".into());
        output.line("bestmove e2e4".into());
        output.finish(Duration::from_secs(10));
        assert_eq!(*writes.0.lock().unwrap(), ["readyok\n", "bestmove e2e4\n"]);
    }

    #[test]
    fn a_broken_pipe_is_noticed() {
        let (tell, told) = mpsc::channel();
        let output = Output::spawn(Box::new(Broken), move || tell.send(()).unwrap()).unwrap();
        output.line("x".into());
        assert!(told.recv_timeout(Duration::from_secs(10)).is_ok());
        output.line("y".into());
        output.finish(Duration::from_secs(10));
    }
}
