// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables of puzzles, tagged by several threads and written in order.

use super::scorer::Engine;
use super::{Format, MotifsArgs, refuse, report};
use crate::progress::Progress;
use crate::show::WRONG_INPUT;
use anyhow::Context;
use chess::Position;
use explain::motifs::{self, Agreement, Finding, Variation};
use formats::puzzles::{self, Columns, Puzzle, Row, TableError};
use journal::{StopFlag, interrupt};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Rows that a thread takes at a time; few where each takes long.
const MANY_ROWS: usize = 512;
const FEW_ROWS: usize = 4;
/// How often an interruption is asked for while the source is silent.
const POLL: Duration = Duration::from_millis(200);

/// Rows on their way to a thread, and what broke the source behind them.
struct Batch {
    number: usize,
    rows: Vec<Row>,
    broken: Option<TableError>,
}

/// What a thread made of a batch.
struct Tagged {
    number: usize,
    text: String,
    bad: Vec<String>,
    good: u64,
    agreement: Agreement,
    broken: Option<TableError>,
}

/// What every thread needs to know.
#[derive(Clone)]
struct Task {
    columns: Columns,
    format: Format,
    score: bool,
    /// Nodes for each question, if the engine is asked.
    engine: Option<u64>,
}

pub fn run(args: &MotifsArgs, path: &Path) -> anyhow::Result<ExitCode> {
    let source = formats::open_text(path)?;
    let rows = match puzzles::read(source) {
        Ok(rows) => rows,
        Err(error @ TableError::Column(_)) => {
            return refuse(&format!("{}: {error}", path.display()));
        }
        Err(error) => return Err(error).context(path.display().to_string()),
    };
    let task = Task {
        columns: rows.columns().clone(),
        format: args.format,
        score: args.score,
        engine: args.engine_themes.then_some(args.nodes),
    };
    if args.score && !task.columns.has_themes() {
        return refuse(&format!("{}: --score needs a column Themes", path.display()));
    }
    let header = rows.header().to_owned();
    let threads =
        args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    let stop = StopFlag::new();
    interrupt::listen(&stop, "writing what is finished; once more to leave at once");

    // Threads are left to themselves: nobody waits for a source that says nothing when the
    // reader of our output has gone.
    let sent = Arc::new(AtomicUsize::new(0));
    let (to_threads, batches) = sync_channel(2 * threads);
    let (to_writer, tagged) = channel();
    let batches = Arc::new(Mutex::new(batches));
    for _ in 0..threads {
        let (task, batches, to_writer) = (task.clone(), batches.clone(), to_writer.clone());
        thread::spawn(move || work(&task, &batches, &to_writer));
    }
    drop((to_writer, batches));
    let size = if task.engine.is_some() { FEW_ROWS } else { MANY_ROWS };
    let (reader_stop, reader_sent) = (stop.clone(), sent.clone());
    thread::spawn(move || read(rows, size, &reader_stop, &reader_sent, &to_threads));

    let whole = write(&task, &header, &tagged, &stop, &sent)?;
    finish(&task, path, whole, stop.is_raised())
}

/// Hands out the rows in batches until the source ends or the user wants no more.
fn read<R: BufRead>(
    mut rows: puzzles::Rows<R>,
    size: usize,
    stop: &StopFlag,
    sent: &AtomicUsize,
    to: &SyncSender<Batch>,
) {
    for number in 0.. {
        let mut batch = Batch { number, rows: Vec::with_capacity(size), broken: None };
        for row in rows.by_ref().take(size) {
            match row {
                Ok(row) => batch.rows.push(row),
                Err(error) => batch.broken = Some(error),
            }
        }
        let is_last = batch.rows.len() < size;
        if stop.is_raised() {
            return;
        }
        sent.fetch_add(1, Ordering::SeqCst);
        if to.send(batch).is_err() || is_last {
            return;
        }
    }
}

/// Tags batches until there are no more or nobody wants them.
fn work(task: &Task, batches: &Mutex<Receiver<Batch>>, to: &Sender<Tagged>) {
    let mut engine = task.engine.map(Engine::new);
    loop {
        let next = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Batch { number, rows, broken }) = next else { return };
        let mut tagged = Tagged {
            number,
            text: String::new(),
            bad: Vec::new(),
            good: 0,
            agreement: Agreement::new(task.engine.is_some()),
            broken,
        };
        rows.iter().for_each(|row| tagged.add(task, row, engine.as_mut()));
        if to.send(tagged).is_err() {
            return;
        }
    }
}

impl Tagged {
    fn add(&mut self, task: &Task, row: &Row, engine: Option<&mut Engine>) {
        match tag(task, row, engine) {
            Ok((puzzle, found)) => {
                self.good += 1;
                if let Some(labels) = &puzzle.themes {
                    self.agreement.add(&found, labels, puzzle.plays);
                }
                if !task.score {
                    show(task.format, row, &puzzle, &found, &mut self.text);
                }
            }
            Err(why) => self.bad.push(format!("skipped: line {}: {why}", row.line)),
        }
    }
}

fn tag<'a>(
    task: &Task,
    row: &'a Row,
    engine: Option<&mut Engine>,
) -> Result<(Puzzle<'a>, Vec<Finding>), String> {
    let puzzle = task.columns.puzzle(&row.text).map_err(|error| error.to_string())?;
    let start = Position::from_fen(&puzzle.fen).map_err(|error| error.to_string())?;
    let moves = puzzle.moves.split_ascii_whitespace();
    // The first move is the mistake that the other side punishes.
    let line = Variation::read(start, moves, !start.turn()).map_err(|error| error.to_string())?;
    let found = match engine {
        Some(engine) => motifs::tag_with(&line, engine),
        None => motifs::tag(&line),
    };
    Ok((puzzle, found))
}

/// A row as JSON.
#[derive(Serialize)]
struct Entry<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    themes: Vec<&'static str>,
    motifs: &'a [Finding],
}

fn show(format: Format, row: &Row, puzzle: &Puzzle, found: &[Finding], text: &mut String) {
    let labels = found.iter().filter(|finding| finding.is_label());
    let themes: Vec<&'static str> = labels.map(|finding| finding.theme.name()).collect();
    match format {
        Format::Text => {
            match &puzzle.id {
                Some(id) => text.push_str(id),
                None => text.push_str(&row.line.to_string()),
            }
            text.push(' ');
            text.push_str(&themes.join(" "));
        }
        Format::Csv => {
            text.push_str(&row.text);
            text.push(',');
            text.push_str(&themes.join(" "));
        }
        Format::Jsonl => {
            let id = puzzle.id.as_deref();
            let entry = Entry { line: row.line, id, themes, motifs: found };
            // Names and numbers only: nothing that JSON can't say.
            text.push_str(&serde_json::to_string(&entry).unwrap_or_default());
        }
    }
    text.push('\n');
}

/// What the whole table came to.
struct Whole {
    good: u64,
    bad: u64,
    agreement: Agreement,
    broken: Option<TableError>,
    elapsed: Duration,
}

/// Writes batches in their order.
fn write(
    task: &Task,
    header: &str,
    tagged: &Receiver<Tagged>,
    stop: &StopFlag,
    sent: &AtomicUsize,
) -> io::Result<Whole> {
    let began = Instant::now();
    let mut stdout = BufWriter::new(io::stdout().lock());
    if task.format == Format::Csv && !task.score {
        writeln!(stdout, "{header},Motifs")?;
    }
    let progress = Progress::new("puzzles");
    let mut waiting: BTreeMap<usize, Tagged> = BTreeMap::new();
    let mut whole = Whole {
        good: 0,
        bad: 0,
        agreement: Agreement::new(task.engine.is_some()),
        broken: None,
        elapsed: Duration::ZERO,
    };
    let mut next = 0;
    loop {
        match tagged.recv_timeout(POLL) {
            Ok(batch) => {
                waiting.insert(batch.number, batch);
            }
            Err(RecvTimeoutError::Timeout) => {
                if stop.is_raised() && next == sent.load(Ordering::SeqCst) {
                    break;
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(batch) = waiting.remove(&next) {
            next += 1;
            stdout.write_all(batch.text.as_bytes())?;
            batch.bad.iter().for_each(|message| progress.say(message));
            whole.good += batch.good;
            whole.bad += batch.bad.len() as u64;
            whole.agreement.merge(&batch.agreement);
            whole.broken = whole.broken.or(batch.broken);
            progress.count(whole.good + whole.bad);
        }
    }
    stdout.flush()?;
    whole.elapsed = began.elapsed();
    Ok(whole)
}

/// The table of agreement, or a line that says what was done.
fn finish(task: &Task, path: &Path, whole: Whole, stopped: bool) -> anyhow::Result<ExitCode> {
    let Whole { good, bad, agreement, broken, elapsed } = whole;
    if task.score {
        let table = report::table(&agreement, task.format, task.engine.is_some());
        io::stdout().write_all(table.as_bytes())?;
    }
    let speed = (good + bad) as f64 / elapsed.as_secs_f64().max(1e-6);
    let mut summary = format!("{good} lines tagged, {bad} skipped ({speed:.0} a second)");
    if let Some(mean) = agreement.macro_f1().filter(|_| !task.score) {
        summary += &format!("; macro F1 against the labels {mean:.3} (--score for each theme)");
    }
    complain!("{summary}");
    if let Some(error) = broken {
        return Err(error).context(path.display().to_string());
    }
    Ok(match (stopped, good, bad) {
        (true, ..) => ExitCode::from(interrupt::EXIT_CODE),
        (_, 0, 1..) => ExitCode::from(WRONG_INPUT),
        _ => ExitCode::SUCCESS,
    })
}
