// SPDX-License-Identifier: GPL-3.0-or-later
//! Where a study works: its settings, and a memory for what it has measured.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use journal::{Appender, StopFlag};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Order, Study, StudyError};

/// How far a study is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Measurements that are finished.
    pub done: usize,
    /// Measurements that are known to be made.
    pub total: usize,
}

/// What a study is given.
pub struct Lab<'a> {
    study: &'static Study,
    order: &'a Order,
    values: BTreeMap<&'static str, String>,
    known: BTreeMap<String, serde_json::Value>,
    journal: Appender,
    stop: &'a StopFlag,
    tell: &'a mut dyn FnMut(Progress),
    progress: Progress,
}

/// The first line of a journal: what the measurements depend on.
#[derive(Serialize)]
struct Identity<'a> {
    study: &'a str,
    version: &'a str,
    values: &'a BTreeMap<&'static str, String>,
    files: Vec<Input<'a>>,
    /// The program that measures and plays.
    program: Input<'a>,
}

/// A file, and what is in it: another one may come to have the same name.
#[derive(Serialize)]
struct Input<'a> {
    path: &'a Path,
    bytes: u64,
    /// FNV-1a, of 64 bits.
    hash: String,
}

impl Input<'_> {
    /// What a file holds now; nothing of one that is not there, which the study complains about.
    fn now(path: &Path) -> Input<'_> {
        let (mut bytes, mut hash) = (0, 0xcbf2_9ce4_8422_2325);
        take_in(path, &mut bytes, &mut hash);
        Input { path, bytes, hash: format!("{hash:016x}") }
    }
}

/// Takes in a file, or the files of a folder by name.
fn take_in(path: &Path, bytes: &mut u64, hash: &mut u64) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
        files.sort();
        files.iter().for_each(|file| take_in(file, bytes, hash));
        return;
    }
    // What comes through a pipe can be read only once, and the study shall.
    if !path.is_file() {
        return;
    }
    let Ok(mut file) = std::fs::File::open(path) else { return };
    let mut part = vec![0; 1 << 16];
    while let Ok(read @ 1..) = file.read(&mut part) {
        *bytes += read as u64;
        for &byte in &part[..read] {
            *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Another line: a measurement.
#[derive(Serialize, serde::Deserialize)]
struct Entry<V> {
    key: String,
    value: V,
}

impl<'a> Lab<'a> {
    /// Opens the journal of a study in its folder, or begins one.
    pub(crate) fn open(
        study: &'static Study,
        order: &'a Order,
        stop: &'a StopFlag,
        tell: &'a mut dyn FnMut(Progress),
    ) -> Result<Lab<'a>, StudyError> {
        let values = order.values(study)?;
        let identity = Identity {
            study: study.name,
            version: env!("CARGO_PKG_VERSION"),
            values: &values,
            files: order.files.iter().map(|path| Input::now(path)).collect(),
            program: Input::now(&order.program),
        };
        let head = serde_json::to_string(&identity).map_err(StudyError::failed)?;
        let path = order.folder.join("journal");
        let old = match std::fs::read(&path) {
            Ok(bytes) if !order.restart => bytes,
            Ok(_) => Vec::new(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(StudyError::file(&path)(error)),
        };
        // The last line may have been torn off.
        let mut whole = old.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&old[..whole]);
        let mut lines = text.lines();
        if lines.next().is_some_and(|first| first != head) {
            // Where nothing was measured, nothing is lost: the name of a file was mistyped.
            if lines.next().is_some() {
                return Err(StudyError::OtherRun(path));
            }
            whole = 0;
        }
        let entries = lines.filter_map(|line| serde_json::from_str(line).ok());
        let known = entries.map(|Entry { key, value }| (key, value)).collect();
        let mut journal = Appender::open(&path, Some(whole as u64)).map_err(StudyError::failed)?;
        if !journal.lock() {
            return Err(StudyError::Input(format!("{} is in use by another run", path.display())));
        }
        if whole == 0 {
            journal.append(format!("{head}\n").as_bytes()).map_err(StudyError::failed)?;
        }
        let progress = Progress { done: 0, total: 0 };
        Ok(Lab { study, order, values, known, journal, stop, tell, progress })
    }

    /// The value of a parameter.
    pub fn text(&self, name: &str) -> &str {
        let declared = self.study.parameters.iter().any(|parameter| parameter.name == name);
        debug_assert!(declared, "{} has no parameter {name}", self.study.name);
        self.values.get(name).map_or("", String::as_str)
    }

    /// The value of a whole number.
    pub fn whole(&self, name: &str) -> u64 {
        // Values were checked when they came in.
        self.text(name).trim().parse().unwrap_or_default()
    }

    /// The value of a whole number, for counting.
    pub fn count(&self, name: &str) -> usize {
        usize::try_from(self.whole(name)).unwrap_or(usize::MAX)
    }

    /// The value of a number.
    pub fn real(&self, name: &str) -> f64 {
        self.text(name).trim().parse().unwrap_or_default()
    }

    /// The values of several numbers.
    pub fn reals(&self, name: &str) -> Vec<f64> {
        self.text(name).split(',').filter_map(|text| text.trim().parse().ok()).collect()
    }

    /// The files that were named.
    pub fn files(&self) -> &'a [PathBuf] {
        &self.order.files
    }

    /// Where files may be put.
    pub fn folder(&self) -> &'a Path {
        &self.order.folder
    }

    /// The program that plays as `xanthos`.
    pub fn program(&self) -> &'a Path {
        &self.order.program
    }

    /// Whether what was measured before is forgotten.
    pub fn begins_anew(&self) -> bool {
        self.order.restart
    }

    /// Raised when the study shall end.
    pub fn stop(&self) -> &'a StopFlag {
        self.stop
    }

    /// So many more measurements are to come.
    pub fn expect(&mut self, more: usize) {
        self.progress.total += more;
        (self.tell)(self.progress);
    }

    /// A measurement: made now and written down, or remembered from an earlier run.
    ///
    /// # Errors
    /// Those of `work`; and when the study is to stop.
    pub fn measure<T: Serialize + DeserializeOwned>(
        &mut self,
        key: impl Into<String>,
        work: impl FnOnce(&mut Lab<'a>) -> Result<T, StudyError>,
    ) -> Result<T, StudyError> {
        let key = key.into();
        let known = self.known.get(&key).cloned();
        let value = match known.and_then(|value| serde_json::from_value(value).ok()) {
            Some(value) => value,
            None => {
                if self.stop.is_raised() {
                    return Err(StudyError::Interrupted);
                }
                let value = work(self)?;
                // What was cut short is not to be remembered.
                if self.stop.is_raised() {
                    return Err(StudyError::Interrupted);
                }
                let entry = Entry { key, value };
                let line = serde_json::to_string(&entry).map_err(StudyError::failed)?;
                self.journal.append(format!("{line}\n").as_bytes()).map_err(StudyError::failed)?;
                entry.value
            }
        };
        self.progress.done += 1;
        self.progress.total = self.progress.total.max(self.progress.done);
        (self.tell)(self.progress);
        Ok(value)
    }
}
