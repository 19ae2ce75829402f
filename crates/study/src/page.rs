// SPDX-License-Identifier: GPL-3.0-or-later
//! A report as a page, as Markdown and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use charts::html::{self, Cell, Column, Page};

use crate::report::{Report, Table, Value};
use crate::{Study, StudyError};

/// Sentences are broken into lines, numbers are not.
const STYLE: &str = "
.claims td, .claims th { white-space: normal; vertical-align: top; font-weight: normal; }
.claims td:nth-child(2), .claims td:nth-child(4) { white-space: nowrap; }
thead th { white-space: normal; vertical-align: bottom; }
";

/// Text with its `code` as HTML.
fn marked(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let html = parts.map(|(i, part)| match (i % 2, html::escape(part)) {
        (0, part) => part,
        (_, part) => format!("<code>{part}</code>"),
    });
    html.collect()
}

/// A report with everything that its readers need to know.
pub(crate) struct Chapter<'a> {
    pub study: &'a Study,
    pub report: &'a Report,
    pub values: &'a BTreeMap<&'static str, String>,
    pub command: String,
}

impl Chapter<'_> {
    /// The parameters with their values and meanings.
    fn settings(&self) -> impl Iterator<Item = (&'static str, &str, &'static str)> {
        let value = |name| self.values.get(name).map_or("", String::as_str);
        self.study.parameters.iter().map(move |known| (known.name, value(known.name), known.help))
    }

    /// The page: one file with its charts in it.
    pub fn html(&self) -> String {
        let (study, report) = (self.study, self.report);
        let title = format!("Study: {}", study.name);
        let page = Page {
            title: &title,
            subtitle: study.question,
            style: STYLE,
            boards: false,
            script: None,
        };
        let mut out = page.head();
        let source = html::escape(study.source);
        let command = html::escape(&self.command);
        let _ = write!(out, "<p>Source: {source}</p>\n<pre>{command}</pre>\n");
        if !report.claims.is_empty() {
            let columns = ["claim", "source", "measured", "verdict"].map(Column::text);
            let mut table = html::Table::new(columns);
            for claim in &report.claims {
                let cells = [&claim.claim, &claim.source, &claim.measured];
                let verdict = Cell::new(claim.verdict.word());
                table.row(cells.into_iter().map(|text| Cell::new(text.clone())).chain([verdict]));
            }
            let _ = write!(out, "<h2>Claims</h2>\n<div class=\"claims\">{table}</div>\n");
        }
        for (_, chart) in &report.charts {
            let _ = writeln!(out, "<section>{}</section>", chart.to_inline_svg());
        }
        for table in &report.tables {
            let _ = write!(out, "<h2>{}</h2>\n{}", marked(&table.title), html_table(table));
        }
        if !report.remarks.is_empty() {
            out += "<h2>What follows</h2>\n";
            for remark in &report.remarks {
                let _ = writeln!(out, "<p>{}</p>", marked(remark));
            }
        }
        let settings =
            self.settings().map(|(name, value, help)| (name, format!("{value} ({help})")));
        let _ = write!(out, "<h2>Settings</h2>\n{}", html::definitions(settings));
        let tables = report.tables.iter().map(|table| format!("{}.csv", table.name));
        let files = tables.chain([format!("{}.json", study.name)]);
        let others = report.files.iter().map(|(name, _)| name.clone());
        let links = files.chain(others).map(|name| format!("<a href=\"{name}\">{name}</a>"));
        let _ = write!(out, "<h2>Data</h2>\n<p>{}</p>\n", links.collect::<Vec<_>>().join(", "));
        out + &page.foot()
    }

    /// The chapter of docs/studies.
    pub fn markdown(&self) -> String {
        let (study, report) = (self.study, self.report);
        let mut out = format!(
            "# Study: {}\n\n{}\n\nSource: {} ([papers](../papers.md)). This page was written by\n\n```sh\n{}\n```\n",
            study.name, study.question, study.source, self.command
        );
        if !report.claims.is_empty() {
            out += "\n## Claims\n\n| claim | source | measured | verdict |\n|---|---|---|---|\n";
            for claim in &report.claims {
                let cells = [&claim.claim, &claim.source, &claim.measured].map(|text| cell(text));
                let _ = writeln!(out, "| {} | {} |", cells.join(" | "), claim.verdict.word());
            }
        }
        for (name, chart) in &report.charts {
            let _ = write!(out, "\n![{}]({}-{name}.svg)\n", cell(&chart.title), study.name);
        }
        for table in report.tables.iter().filter(|table| table.shown) {
            let _ = write!(out, "\n## {}\n\n{}", table.title, markdown_table(table));
        }
        if !report.remarks.is_empty() {
            out += "\n## What follows\n";
            for remark in &report.remarks {
                let _ = write!(out, "\n{remark}\n");
            }
        }
        let settings: Vec<String> =
            self.settings().map(|(name, value, _)| format!("`{name}={value}`")).collect();
        if !settings.is_empty() {
            let _ = write!(out, "\nSettings: {}.\n", settings.join(", "));
        }
        out
    }

    /// Everything for programs.
    pub fn json(&self) -> Result<String, StudyError> {
        let row = |row: &Vec<Value>| -> serde_json::Value {
            row.iter().map(Value::json).collect::<Vec<_>>().into()
        };
        let table = |table: &Table| {
            serde_json::json!({
                "name": table.name,
                "title": table.title,
                "columns": table.columns,
                "rows": table.rows.iter().map(row).collect::<Vec<_>>(),
            })
        };
        let all = serde_json::json!({
            "study": self.study.name,
            "question": self.study.question,
            "source": self.study.source,
            "command": self.command,
            "parameters": self.values,
            "claims": self.report.claims,
            "tables": self.report.tables.iter().map(table).collect::<Vec<_>>(),
            "remarks": self.report.remarks,
        });
        serde_json::to_string(&all).map(|text| text + "\n").map_err(StudyError::failed)
    }
}

/// Text that can stand in a cell of a Markdown table.
pub(crate) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn markdown_table(table: &Table) -> String {
    let mut out = format!("| {} |\n", table.columns.join(" | "));
    let is_text = |column: usize| {
        table.rows.iter().any(|row| matches!(row.get(column), Some(Value::Text(_))))
    };
    let rules = (0..table.columns.len()).map(|column| if is_text(column) { "---" } else { "--:" });
    let _ = writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"));
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(|value| cell(&value.shown())).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out
}

fn html_table(table: &Table) -> html::Table {
    let column = |(index, name): (usize, &String)| {
        let text = |row: &Vec<Value>| matches!(row.get(index), Some(Value::Text(_)));
        match table.rows.iter().any(text) {
            true => Column::text(name.clone()),
            false => Column::number(name.clone()),
        }
    };
    let mut out = html::Table::new(table.columns.iter().enumerate().map(column));
    for row in &table.rows {
        out.row(row.iter().map(|value| Cell::new(value.shown())));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_marked_and_everything_escaped() {
        assert_eq!(marked("a < b: `c < d`, e"), "a &lt; b: <code>c &lt; d</code>, e");
        assert_eq!(marked("plain"), "plain");
    }
}
