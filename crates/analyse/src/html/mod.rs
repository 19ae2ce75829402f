// SPDX-License-Identifier: GPL-3.0-or-later
//! A report as one page: boards, charts, best lines. It can be read without its script, which
//! only lets the board follow the moves.

mod game;

use std::io::{self, Write};

use charts::html::{self, escape};

use crate::report::{Report, ReportSettings};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

impl Report {
    /// The report as a page of its own.
    pub fn to_html(&self) -> String {
        let title = format!("{} – {}", self.white.name, self.black.name);
        let mut page = Vec::new();
        // Writing to memory cannot fail, and what is written is UTF-8.
        let _ = Page::begin(&mut page, &title, &self.how).and_then(|mut writer| {
            writer.only(self)?;
            writer.end(&[])
        });
        String::from_utf8(page).unwrap_or_default()
    }
}

/// A page that is written game by game, so that its length costs no memory.
pub struct Page<W> {
    out: W,
    games: usize,
}

impl<W: Write> Page<W> {
    /// Writes the beginning of the page.
    ///
    /// # Errors
    /// When `out` can't be written.
    pub fn begin(mut out: W, title: &str, how: &ReportSettings) -> io::Result<Page<W>> {
        let frame = frame(title, &settings(how)).head();
        write!(out, "{frame}")?;
        Ok(Page { out, games: 0 })
    }

    /// Adds the only game.
    ///
    /// # Errors
    /// When the output can't be written.
    pub fn only(&mut self, report: &Report) -> io::Result<()> {
        self.games += 1;
        writeln!(self.out, "{}", game::article(report, self.games))
    }

    /// Adds one of several games; all but the first are folded up.
    ///
    /// # Errors
    /// When the output can't be written.
    pub fn game(&mut self, report: &Report) -> io::Result<()> {
        self.games += 1;
        let open = if self.games == 1 { " open=\"open\"" } else { "" };
        let article = game::article(report, self.games);
        let summary = game::summary(report);
        writeln!(
            self.out,
            "<details{open}><summary>{}. {summary}</summary>\n{article}</details>",
            self.games
        )
    }

    /// Writes the end of the page, with the games that could not be read.
    ///
    /// # Errors
    /// When the output can't be written.
    pub fn end(mut self, broken: &[String]) -> io::Result<()> {
        if !broken.is_empty() {
            writeln!(self.out, "<section><h2>Games that could not be read</h2>\n<ul>")?;
            for reason in broken {
                writeln!(self.out, "<li>{}</li>", escape(reason))?;
            }
            writeln!(self.out, "</ul></section>")?;
        }
        write!(self.out, "{}", frame("", "").foot())
    }
}

fn frame<'a>(title: &'a str, subtitle: &'a str) -> html::Page<'a> {
    html::Page { title, subtitle, style: STYLE, boards: true, script: Some(SCRIPT) }
}

/// How the games were analysed.
fn settings(how: &ReportSettings) -> String {
    let tables = if how.tablebases { ", tablebases" } else { "" };
    format!(
        "{}, {} for each position, evaluation {}{tables}. Inaccuracies, mistakes and blunders \
         lose {}, {} and {} % of winning chances.",
        how.engine,
        how.effort,
        how.evaluation,
        f64::from(how.thresholds[0]) / 10.0,
        f64::from(how.thresholds[1]) / 10.0,
        f64::from(how.thresholds[2]) / 10.0,
    )
}
