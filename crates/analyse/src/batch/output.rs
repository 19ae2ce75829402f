// SPDX-License-Identifier: GPL-3.0-or-later
//! The output files: each is written whole or not at all.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use charts::Chart;
use journal::replace;
use serde::Serialize;

use super::Done;
use super::journal::{Entry, JournalReader};
use crate::html::Page;
use crate::plot;
use crate::report::{FORMAT, Report};

/// An output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Annotated games.
    Pgn(PathBuf),
    /// Annotated games, on standard output.
    Stdout,
    /// All reports in one document.
    Json(PathBuf),
    /// One report per line.
    JsonLines(PathBuf),
    /// A page to read.
    Html(PathBuf),
    /// A folder of charts, two for each game.
    Plots {
        /// The folder.
        folder: PathBuf,
        /// In which format.
        format: PlotFormat,
    },
}

/// How charts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotFormat {
    /// Scalable, light and dark.
    Svg,
    /// Pixels.
    Png,
}

/// An output that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {place}: {source}")]
pub struct OutputError {
    /// The file or folder.
    pub place: String,
    /// The error of the system.
    pub source: io::Error,
}

/// A report with its number in the file, for JSON.
#[derive(Serialize)]
struct Numbered<'a> {
    number: usize,
    #[serde(flatten)]
    report: &'a Report,
}

impl Output {
    /// The output that a file's ending asks for: `.pgn`, `.json`, `.jsonl` (or `.ndjson`),
    /// `.html` (or `.htm`); `-` is standard output.
    pub fn for_file(path: &Path) -> Option<Output> {
        if path.as_os_str() == "-" {
            return Some(Output::Stdout);
        }
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let path = path.to_owned();
        match ending.as_str() {
            "pgn" => Some(Output::Pgn(path)),
            "json" => Some(Output::Json(path)),
            "jsonl" | "ndjson" => Some(Output::JsonLines(path)),
            "html" | "htm" => Some(Output::Html(path)),
            _ => None,
        }
    }

    /// Its file or folder, if it has one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Output::Stdout => None,
            Output::Pgn(path)
            | Output::Json(path)
            | Output::JsonLines(path)
            | Output::Html(path) => Some(path),
            Output::Plots { folder, .. } => Some(folder),
        }
    }
}

impl Done {
    /// Writes an output with all games there are.
    ///
    /// # Errors
    /// When the file can't be written, or the journal not read.
    pub fn write(&self, output: &Output) -> Result<(), OutputError> {
        let written = match output {
            Output::Stdout => self.pgn(&mut io::stdout().lock()),
            Output::Pgn(path) => replace(path, |out| self.pgn(out)),
            Output::Json(path) => replace(path, |out| self.json(out)),
            Output::JsonLines(path) => replace(path, |out| self.json_lines(out)),
            Output::Html(path) => replace(path, |out| self.html(out)),
            Output::Plots { folder, format } => self.plots(folder, *format),
        };
        written.map_err(|source| {
            let place = output.path().map(|path| path.display().to_string());
            OutputError { place: place.unwrap_or_else(|| "standard output".to_owned()), source }
        })
    }

    fn each(&self, mut see: impl FnMut(Entry) -> io::Result<()>) -> io::Result<()> {
        let mut reader = JournalReader::open(&self.journal)?;
        self.locations.values().try_for_each(|location| see(reader.entry(location)?))
    }

    fn pgn(&self, out: &mut impl Write) -> io::Result<()> {
        self.each(|entry| out.write_all(entry.pgn.as_bytes()))?;
        out.flush()
    }

    fn json_lines(&self, out: &mut impl Write) -> io::Result<()> {
        self.each(|Entry { number, report, .. }| {
            serde_json::to_writer(&mut *out, &Numbered { number, report: &report })?;
            out.write_all(b"\n")
        })
    }

    /// One document, written as it goes: `{"format":1,"how":{},"broken":[],"games":[]}`.
    fn json(&self, out: &mut impl Write) -> io::Result<()> {
        let how = serde_json::to_string(&self.settings.how())?;
        let broken = serde_json::to_string(&self.errors)?;
        write!(out, "{{\"format\":{FORMAT},\"how\":{how},\"broken\":{broken},\"games\":[")?;
        let mut comma = "\n";
        self.each(|Entry { number, report, .. }| {
            out.write_all(comma.as_bytes())?;
            comma = ",\n";
            Ok(serde_json::to_writer(&mut *out, &Numbered { number, report: &report })?)
        })?;
        out.write_all(b"\n]}\n")
    }

    fn html(&self, out: &mut impl Write) -> io::Result<()> {
        let alone = self.locations.len() == 1;
        let how = self.settings.how();
        let mut page = Page::begin(out, &self.source, &how)?;
        self.each(|entry| match alone {
            true => page.only(&entry.report),
            false => page.game(&entry.report),
        })?;
        page.end(&self.errors)
    }

    fn plots(&self, folder: &Path, format: PlotFormat) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        self.each(|Entry { number, report, .. }| {
            let put = |what: &str, chart: &Chart| {
                let (ending, bytes) = match format {
                    PlotFormat::Svg => ("svg", chart.to_svg().into_bytes()),
                    PlotFormat::Png => ("png", chart.to_png()?),
                };
                std::fs::write(folder.join(format!("{number:04}-{what}.{ending}")), bytes)
            };
            put("evaluation", &plot::evaluation(&report))?;
            plot::times(&report).map_or(Ok(()), |chart| put("times", &chart))
        })
    }
}
